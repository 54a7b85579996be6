# SPDX-License-Identifier: Apache-2.0
"""The control registers: table, RTL and model against a list typed from the specification."""
import copy
import json
import pathlib
import subprocess
import unittest

from tests.control import register_list
from tests.control.bench import CONFIGS, Debugger, build_of, differing, random_run
from tests.lib.units import Faults

NEEDS = ("build/host.a", "unit-control")
TRANSACTIONS = 300000
CONTROL, FEATURES, TS_CONTROL = 0x000, 0x008, 0x040
ACTIVE = 1
NTRACE = "build/ntrace"
# By the output that is then another
FAULTS = Faults("control", {
    "trTeInstTracing": ("tiny", "rtl/control/nt_registers.v", "trace_off ? 1'b0 : trace_on ? 1'b1 :",
                        "trace_on ? 1'b1 : trace_off ? 1'b0 :"),
    "timestamp": ("tiny", "rtl/control/nt_timestamp.v", "trTsPrescale < 2'd2", "trTsPrescale < 2'd1"),
    "ext_trigger_out": ("tiny", "rtl/control/nt_trigger.v", "stops && trTeTrigExtOutControl[4*i+1]",
                        "stops && trTeTrigExtOutControl[4*i]"),
})


def registers(*arguments):
    return subprocess.run([NTRACE, "registers", *arguments], capture_output=True, text=True,
                          check=False)


class TableTest(unittest.TestCase):
    def test_the_table_has_the_fields_of_the_specification(self):
        table = json.loads(registers("--json").stdout)
        self.assertEqual(list(register_list.differences(table)), [])

    def test_registers_and_fields_are_found_by_name(self):
        self.assertIn("0x000 trTeControl: Trace encoder control\n  0 trTeActive", registers("trTeControl").stdout)
        said = registers("trTeInstMode").stdout.splitlines()
        self.assertEqual((len(said), said[0].split(":")[0], said[1].split(",")[0]), (2, "0x000 trTeControl", "  6:4 trTeInstMode"))
        self.assertIn("trPibMode", registers("trTeActive", "trPibControl").stdout)
        wrong = registers("trTeInstMod")
        self.assertEqual((wrong.returncode, wrong.stdout), (2, ""))
        self.assertIn("trTeInstMod: no such register or field; is it trTeInstMode?", wrong.stderr)
        self.assertEqual(registers("trTeControl", "--json").returncode, 2)

    def test_a_wrong_row_is_seen(self):
        table = json.loads(registers("--json").stdout)
        for key, value in ("name", "x"), ("lsb", 31), ("width", 9), ("access", "RW"), ("reset", "7"):
            wrong = copy.deepcopy(table)
            wrong["registers"][1]["fields"][0][key] = value
            self.assertNotEqual(list(register_list.differences(wrong)), [], key)
        del table["registers"][3]
        self.assertNotEqual(list(register_list.differences(table)), [])

    def test_the_page_is_up_to_date(self):
        page = pathlib.Path("docs/registers.md").read_text(encoding="utf-8")
        self.assertEqual(registers("--page").stdout, page,
                         "run: build/ntrace registers --page > docs/registers.md")

    def test_bad_arguments_are_one_line_and_exit_status_2(self):
        for arguments in ["x"], ["--json", "--page"], ["--config", "none"], ["--nothing"]:
            done = registers(*arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
            self.assertTrue(done.stderr.startswith("ntrace registers: "), done.stderr)

    def test_text_and_help_are_printed(self):
        self.assertIn("0x008 trTeInstFeatures", registers().stdout)
        self.assertIn("usage: ntrace registers", registers("--help").stdout)


class LockstepTest(unittest.TestCase):
    def test_random_traffic_finds_rtl_and_model_alike(self):
        for config in CONFIGS:
            with self.subTest(config):
                status, text = random_run(config, TRANSACTIONS, 1)
                self.assertEqual(status, 0, text)
                self.assertIn(f"{config}: {TRANSACTIONS} transactions", text)
                self.assertIn(" 0 mismatches", text)
                self.assertTrue(text.strip().endswith(" 0 not tried"), text)

    def test_faults_in_the_rtl_are_seen(self):
        for output in FAULTS.names:
            with self.subTest(output):
                done = FAULTS.run(output, "random", 20000, 1)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertRegex(done.stderr, r"cycle \d+: RTL and model of control \(tiny\) differ:\n")
                self.assertIn(output, differing(done.stderr))


class ListTest(unittest.TestCase):
    """The RTL, field by field, as the list has it."""

    def setUp(self):
        self.builds = [(config, build_of(config)) for config in CONFIGS]

    def each(self):
        for config, build in self.builds:
            with self.subTest(config), Debugger(config) as debugger:
                debugger.write(CONTROL, ACTIVE)
                yield build, debugger

    def samples(self, field, build):
        """Values to write: all of a narrow field, else its edges, and what it cannot hold."""
        if field.width <= 8:
            return range(1 << field.width)
        return register_list.Bits(field.width).samples()

    def write_field(self, debugger, address, field, value):
        """Alone, but for the bits that hold all others in reset. What is read back."""
        keep = ACTIVE if address in (CONTROL, TS_CONTROL) and field.low != 0 else 0
        debugger.write(address, value << field.low | keep)
        word = debugger.read(address)
        return word >> field.low & ((1 << field.width) - 1)

    def test_every_field_holds_its_legal_values_and_no_other(self):
        for build, debugger in self.each():
            for address, name, fields in register_list.built(build):
                for field in fields:
                    if field.name == "trTeActive":
                        continue
                    legal = field.values(build)
                    for value in self.samples(field, build):
                        got = self.write_field(debugger, address, field, value)
                        self.assertIn(got, legal, f"{name}.{field.name} written {value:#x}")
                        if value in legal and field.access in ("RW", "WARL"):
                            self.assertEqual(got, value, f"{name}.{field.name}")

    def test_bits_of_no_field_read_0(self):
        for build, debugger in self.each():
            for address, name, fields in register_list.built(build):
                used = sum(((1 << field.width) - 1) << field.low for field in fields)
                debugger.write(address, 0xffffffff)
                self.assertEqual(debugger.read(address) & ~used, 0, name)

    def test_absent_registers_read_0_and_ignore_writes(self):
        for build, debugger in self.each():
            present = {address for address, _, _ in register_list.built(build)}
            debugger.write(CONTROL, 0xffffffff)  # everything on: what is absent shows
            for address in range(0, 0x1000, 4):
                if address not in present:
                    self.assertEqual(debugger.write(address, 0xffffffff), 0, hex(address))
                    self.assertEqual(debugger.read(address), 0, hex(address))

    def test_after_a_reset_fields_are_as_the_list_says(self):
        for build, debugger in self.each():
            for address, _, _ in register_list.built(build):
                debugger.write(address, 0xffffffff)
            debugger.write(CONTROL, 0)
            debugger.write(CONTROL, ACTIVE)
            for address, name, fields in register_list.built(build):
                word = debugger.read(address)
                for field in fields:
                    got = word >> field.low & ((1 << field.width) - 1)
                    if field.name != "trTeActive" and field.reset is not register_list.UNDEF:
                        self.assertEqual(got, field.reset, f"{name}.{field.name}")
                    if field.name != "trTeActive":
                        self.assertIn(got, field.values(build), f"{name}.{field.name}")

    def test_each_byte_is_written_by_its_own_strobe(self):
        for build, debugger in self.each():
            for address, name, _ in register_list.built(build):
                if address in (CONTROL, FEATURES, TS_CONTROL):
                    continue  # with fields that depend on each other
                debugger.write(address, 0)
                low = debugger.read(address)
                debugger.write(address, 0xffffffff)
                high = debugger.read(address)
                for strobes in range(16):
                    mask = sum(0xff << 8 * byte for byte in range(4) if strobes >> byte & 1)
                    debugger.write(address, 0)
                    debugger.write(address, 0xffffffff, strobes)
                    self.assertEqual(debugger.read(address), (high & mask) | (low & ~mask),
                                     f"{name} {strobes:04b}")

    def test_unaligned_addresses_are_errors_and_change_nothing(self):
        for _, debugger in self.each():
            before = debugger.read(FEATURES)
            for address in FEATURES + 1, FEATURES + 2, FEATURES + 3:
                self.assertEqual(debugger.write(address, 0xffffffff), 1)
                self.assertEqual(debugger.access(address)[:2], (0, 1))
            self.assertEqual(debugger.read(FEATURES), before)

    def test_only_the_timestamp_counter_has_a_wait_state(self):
        for build, debugger in self.each():
            for address, name, _ in register_list.built(build):
                waits = 1 if build["TSTAMP_W"] and name.startswith("trTsCounter") else 0
                self.assertEqual(debugger.access(address)[2], 2 + waits, name)


if __name__ == "__main__":
    unittest.main()
