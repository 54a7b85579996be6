# SPDX-License-Identifier: Apache-2.0
"""The registers of funnel, PIB, RAM sink and ATB bridge: tables, RTL and models against a list typed
from the specification. RTL and models run in lockstep."""
import copy
import json
import subprocess
import unittest

from tests.control import bench, component_list
from tests.control.component_list import ATB_PAGE, FUNNEL_PAGE, PIB_PAGE, RAM_PAGE
from tests.control.register_list import Bits, UNDEF, differ
from tests.lib import units

NEEDS = ("build/host.a", "unit-components")
TRANSACTIONS = 200000
NAMES = ["full", "least", "smem"]
FUNNEL, PIB, RAM, ATB = (page << 12 for page in (FUNNEL_PAGE, PIB_PAGE, RAM_PAGE, ATB_PAGE))
ACTIVE, ENABLE, EMPTY = 1 << 0, 1 << 1, 1 << 3
IMPL, DIS_INPUT, TS_CONTROL, TS_LOW, TS_HIGH = 0x004, 0x008, 0x040, 0x048, 0x04c
START, START_HIGH, LIMIT, LIMIT_HIGH = 0x010, 0x014, 0x018, 0x01c
WP, WP_HIGH, RP, RP_HIGH, DATA, ERROR = 0x020, 0x024, 0x028, 0x02c, 0x040, 0xe00
SMEM, STOP_ON_WRAP = 1 << 4, 1 << 8
ALL = 0xffffffff


def program(name):
    return str(units.program("components", name))


def build_of(name):
    return units.parameters("components", name)


def random_run(path, transactions, seed):
    done = subprocess.run([path, "random", str(transactions), str(seed)], capture_output=True,
                          text=True, check=False)
    return done.returncode, done.stdout + done.stderr


class Debugger(bench.Debugger):
    """Reads and writes registers of all components; addresses with the component's page."""

    def __init__(self, name, path=None, environment=None):
        self.build = build_of(name)
        self.start(path or program(name), environment)

    def activate(self):
        for page in component_list.PAGES:
            self.write(page << 12, ACTIVE)


# By the output that is then another, for all fields of any
FAULTS = units.Faults("components", {output: ("full", f"rtl/control/nt_{file}.v", old, new)
                                     for output, file, old, new in (
    (r"\w+", "apb_slave", "(fields & ~strobes)", "fields"),
    ("trFunnelDisInput", "funnel_registers", "word[15:0] & INPUTS_MASK", "16'd0"),
    ("trPibClkCenter", "pib_registers", "legal_mode[3] && word[8]", "word[8]"),
    ("trRamLimitLow", "ram_registers",
     "limit_low_next > SRAM_LAST ? SRAM_LAST : limit_low_next", "limit_low_next"),
    ("trAtbBridgeID", "atb_registers", "id_reg     <= word[14:8]", "id_reg     <= word[15:9]"))})


def table():
    done = subprocess.run(["build/ntrace", "registers", "--json"], capture_output=True, text=True,
                          check=True)
    return json.loads(done.stdout)["components"]


class TableTest(unittest.TestCase):
    def differences(self, components):
        return [line for name, registers in component_list.COMPONENTS.items()
                for line in differ(components[name], registers)]

    def test_the_tables_have_the_fields_of_the_specification(self):
        self.assertEqual(self.differences(table()), [])
        self.assertEqual(table().keys(), component_list.COMPONENTS.keys())

    def test_a_wrong_row_is_seen(self):
        for name in component_list.COMPONENTS:
            for key, value in ("name", "x"), ("lsb", 31), ("width", 9), ("access", "W1"), ("reset", "7"):
                wrong = copy.deepcopy(table())
                wrong[name][0]["fields"][0][key] = value
                self.assertNotEqual(self.differences(wrong), [], f"{name} {key}")


class LockstepTest(unittest.TestCase):
    def test_random_traffic_finds_rtl_and_models_alike(self):
        for name in NAMES:
            with self.subTest(name):
                status, text = random_run(program(name), TRANSACTIONS, 1)
                self.assertEqual(status, 0, text)
                self.assertIn(" 0 mismatches", text)
                self.assertTrue(text.strip().endswith(" 0 not tried"), text)

    def test_faults_in_the_rtl_are_seen(self):
        for output in FAULTS.names:
            with self.subTest(output):
                done = FAULTS.run(output, "random", 20000, 1)
                text = done.stdout + done.stderr
                self.assertEqual(done.returncode, 1, text)
                self.assertRegex(text, r"cycle \d+: RTL and model of components \(full\) differ:\n")
                self.assertRegex(" ".join(bench.differing(text)), rf"\b{output}\b")

    def test_a_debugger_fails_with_what_differs(self):
        debugger = Debugger("full", *FAULTS.bench("trAtbBridgeID"))
        with self.assertRaises(AssertionError) as failure, debugger:
            debugger.write(ATB, ACTIVE)
            debugger.write(ATB, ACTIVE | 3 << 8)
            debugger.read(ATB)
        self.assertEqual(bench.differing(str(failure.exception)), {"trAtbBridgeID": (3, 1)})
        self.assertEqual(debugger.process.returncode, 1)


class EachBuild(unittest.TestCase):
    names = NAMES

    def each(self):
        for name in self.names:
            with self.subTest(name), Debugger(name) as debugger:
                debugger.activate()
                yield debugger.build, debugger


class ListTest(EachBuild):
    """The RTL, field by field, as the list has it."""

    def samples(self, field):
        return range(1 << field.width) if field.width <= 8 else Bits(field.width).samples()

    def test_every_field_holds_its_legal_values_and_no_other(self):
        for build, debugger in self.each():
            for base, address, name, fields in component_list.everything():
                for field in fields:
                    if field.name.endswith("Active") and field.name != "trTsActive":
                        continue
                    held = set()
                    legal = field.values(build)
                    for value in self.samples(field):
                        keep = ACTIVE if address in (base, FUNNEL | TS_CONTROL) and field.low else 0
                        debugger.write(address, value << field.low | keep)
                        read = debugger.read(address) >> field.low & ((1 << field.width) - 1)
                        self.assertIn(read, legal, f"{name}.{field.name} written {value:#x}")
                        held.add(read)
                        if field.access in ("RW", "WARL") and value in legal:
                            self.assertEqual(read, value, f"{name}.{field.name}")
                    if field.access in ("RW", "WARL") and isinstance(legal, set):
                        self.assertEqual(held, legal, f"{name}.{field.name}")
                debugger.write(base, ACTIVE)

    def test_bits_in_no_field_read_0(self):
        for _, debugger in self.each():
            for base, address, name, fields in component_list.everything():
                debugger.write(address, ALL & ~ENABLE if address == base else ALL)
                outside = ALL & ~sum(((1 << field.width) - 1) << field.low for field in fields)
                self.assertEqual(debugger.read(address) & outside, 0, name)

    def test_absent_registers_read_0_and_ignore_writes(self):
        present = {address for _, address, _, _ in component_list.everything()}
        for _, debugger in self.each():
            for page in [*component_list.PAGES, 27]:
                for offset in range(0, 0x1000, 4):
                    address = page << 12 | offset
                    if address not in present:
                        self.assertEqual(debugger.write(address, ALL), 0, hex(address))
                        self.assertEqual(debugger.read(address), 0, hex(address))

    def test_after_a_reset_fields_are_as_the_list_says(self):
        for build, debugger in self.each():
            for _, address, _, _ in component_list.everything():
                debugger.write(address, ALL)
            for page in component_list.PAGES:
                debugger.write(page << 12, 0)
            debugger.activate()
            for _, address, name, fields in component_list.everything():
                word = debugger.read(address)
                for field in fields:
                    got = word >> field.low & ((1 << field.width) - 1)
                    if field.name.endswith("Active") and field.name != "trTsActive":
                        self.assertEqual(got, 1)
                        continue
                    if field.reset is not UNDEF:
                        self.assertEqual(got, field.reset, f"{name}.{field.name}")
                    self.assertIn(got, field.values(build), f"{name}.{field.name}")
            self.assertEqual(debugger.read(PIB) >> 16, build["DIVIDER_RESET"])
            words = build["SRAM_WORDS"]
            self.assertEqual(debugger.read(RAM | LIMIT), 4 * words - 4 if words else 0)

    def test_while_inactive_only_the_control_register_answers(self):
        for _, debugger in self.each():
            for page in component_list.PAGES:
                base = page << 12
                debugger.write(base, 0)
                debugger.write(base, ENABLE)
                for offset in range(4, 0x1000, 4):
                    debugger.write(base | offset, ALL)
                    self.assertEqual(debugger.access(base | offset)[:2], (0, 0), hex(base | offset))
                self.assertEqual(debugger.read(base) & 0xf, EMPTY)
                debugger.write(base, ALL)  # takes this bit alone
                self.assertEqual(debugger.read(base) & 0xf, ACTIVE | EMPTY)

    def test_each_byte_is_written_by_its_own_strobe(self):
        for _, debugger in self.each():
            for base, address, name, _ in component_list.everything():
                if address in (base, FUNNEL | TS_CONTROL) or address & 0xfff == LIMIT:
                    continue  # with fields that depend on each other
                debugger.write(address, 0)
                low = debugger.read(address)
                debugger.write(address, ALL)
                high = debugger.read(address)
                for strobes in range(16):
                    mask = sum(0xff << 8 * byte for byte in range(4) if strobes >> byte & 1)
                    debugger.write(address, 0)
                    debugger.write(address, ALL, strobes)
                    self.assertEqual(debugger.read(address), (high & mask) | (low & ~mask),
                                     f"{name} {strobes:04b}")

    def test_unaligned_addresses_are_errors_and_change_nothing(self):
        for _, debugger in self.each():
            for page in component_list.PAGES:
                base = page << 12
                before = debugger.read(base)
                for address in base + 1, base + 2, base + 3:
                    self.assertEqual(debugger.write(address, ALL), 1)
                    self.assertEqual(debugger.access(address)[:2], (0, 1))
                self.assertEqual(debugger.read(base), before)


class FunnelTest(EachBuild):
    def test_the_timestamp_counter_is_read_with_one_wait_state(self):
        for build, debugger in self.each():
            debugger.pin("timestamp", 0x123456789abcdef)
            expected = 0x123456789abcdef & ((1 << build["TSTAMP_W"]) - 1)
            cycles = 3 if build["TSTAMP_W"] else 2
            self.assertEqual(debugger.access(FUNNEL | TS_LOW), (expected & ALL, 0, cycles))
            self.assertEqual(debugger.access(FUNNEL | TS_HIGH), (expected >> 32, 0, cycles))

    def test_a_timestamp_unit_in_reset_takes_nothing(self):
        for build, debugger in self.each():
            debugger.write(FUNNEL | TS_CONTROL, 0x127)  # count, reset, internal system, prescale 1
            word = 0x123 if build["TSTAMP_W"] else 0
            self.assertEqual(debugger.read(FUNNEL | TS_CONTROL) & 0xffffff, word)
            debugger.write(FUNNEL | TS_CONTROL, 0x122)
            self.assertEqual(debugger.read(FUNNEL | TS_CONTROL) & 0xffffff, 0)


class PibTest(EachBuild):
    def test_trPibClkCenter_is_set_in_parallel_modes_alone(self):
        for build, debugger in self.each():
            for mode in range(16):
                debugger.write(PIB, ACTIVE | mode << 4 | 1 << 8)
                built = build["MODES"] >> mode & 1
                centers = built and mode >= 8 and build["CLK_CENTER"]
                self.assertEqual(debugger.read(PIB) >> 4 & 0x1f,
                                 (mode if built else 0) | (16 if centers else 0))

    def test_a_divider_that_is_too_large_becomes_the_slowest(self):
        for build, debugger in self.each():
            debugger.write(PIB, ACTIVE | 0x8000 << 16)
            self.assertEqual(debugger.read(PIB) >> 16,
                             min(0x8000, (1 << build["DIVIDER_W"]) - 1))


class RamTest(EachBuild):
    def test_ranges_are_found_by_writing_0_and_ones_in_each_mode(self):
        for build, debugger in self.each():
            debugger.write(RAM, ACTIVE)
            for mode in [SMEM, 0] if build["SMEM"] and build["SRAM_WORDS"] else [None]:
                if mode is not None:
                    debugger.write(RAM, ACTIVE | mode)
                smem = debugger.read(RAM) & SMEM
                highest = {START: ALL - 3, START_HIGH: ALL, LIMIT: ALL - 3, LIMIT_HIGH: ALL}
                if not smem:
                    highest = {START: 0, START_HIGH: 0, LIMIT: 4 * build["SRAM_WORDS"] - 4,
                               LIMIT_HIGH: 0}
                for offset, high in highest.items():
                    debugger.write(RAM | offset, 0)
                    self.assertEqual(debugger.read(RAM | offset), 0)
                    debugger.write(RAM | offset, ALL)
                    self.assertEqual(debugger.read(RAM | offset), high, hex(offset))

    def test_trRamRP_and_trRamData_are_there_in_sram_mode_alone(self):
        for _, debugger in self.each():
            debugger.pin("data", 0x12345678)
            debugger.write(RAM | RP, 0x40)
            smem = bool(debugger.read(RAM) & SMEM)
            self.assertEqual(debugger.read(RAM | RP), 0 if smem else 0x40)
            self.assertEqual(debugger.read(RAM | DATA), 0 if smem else 0x12345678)
            self.assertEqual(debugger.read(RAM | RP), 0 if smem else 0x44)
            debugger.write(RAM | DATA, 0)
            self.assertEqual(debugger.read(RAM | RP), 0 if smem else 0x44)


class SramTest(EachBuild):
    names = ["full", "least"]

    def test_reading_data_waits_for_the_memory(self):
        for _, debugger in self.each():
            debugger.pin("data_valid", 0)
            self.assertEqual(debugger.access(RAM | DATA)[2], 100)  # the bench gives up
            debugger.pin("data_valid", 1)
            self.assertEqual(debugger.access(RAM | DATA)[2], 2)

    def test_while_trace_is_written_reading_back_is_refused(self):
        for _, debugger in self.each():
            debugger.pin("data", 5)
            debugger.pin("data_valid", 0)
            for control, empty in (ACTIVE | ENABLE, 1), (ACTIVE, 0):
                debugger.write(RAM, ACTIVE)
                debugger.pin("trRamEmpty", 1)
                debugger.write(RAM | RP, 8)
                debugger.write(RAM, control)
                debugger.pin("trRamEmpty", empty)
                debugger.write(RAM | RP, 16)
                self.assertEqual(debugger.access(RAM | DATA), (0, 0, 2))
                self.assertEqual(debugger.read(RAM | RP), 8)

    def test_going_from_smem_to_sram_mode_makes_addresses_legal(self):
        with Debugger("full") as debugger:
            debugger.activate()
            debugger.write(RAM, ACTIVE | SMEM)
            for offset in START, START_HIGH, LIMIT, LIMIT_HIGH:
                debugger.write(RAM | offset, 0x80001000)
            debugger.write(RAM, ACTIVE)
            self.assertEqual([debugger.read(RAM | offset)
                              for offset in (START, START_HIGH, LIMIT, LIMIT_HIGH)],
                             [0, 0, 4 * 256 - 4, 0])


class StopTest(EachBuild):
    def test_a_sink_that_stops_clears_trRamEnable(self):
        for _, debugger in self.each():
            debugger.write(RAM, ACTIVE | ENABLE | STOP_ON_WRAP)
            self.assertTrue(debugger.read(RAM) & ENABLE)
            debugger.pulse("stop")
            self.assertFalse(debugger.read(RAM) & ENABLE)

    def test_an_error_is_told_with_its_address(self):
        for _, debugger in self.each():
            debugger.pin("error", 1)
            debugger.pin("error_address", 0x1_8000_0010)
            self.assertEqual([debugger.read(RAM | ERROR + 4 * word) for word in range(3)],
                             [1, 0x80000010, 1])


if __name__ == "__main__":
    unittest.main()
