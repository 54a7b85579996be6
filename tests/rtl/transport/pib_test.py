# SPDX-License-Identifier: Apache-2.0
"""The PIB in lockstep with its model, in every mode, with receivers at its pins; and that each of
these sees what is wrong."""
import re
import tempfile
import unittest

from tests.lib.units import build_with_faults, program, run

NEEDS = ("build/host.a", "unit-pib")
CYCLES = 3000000
MODES = (4, 5, 8, 9, 10, 11, 12)

# What stands in nt_pib.v once, what stands there then, and the output in which lockstep sees it
FAULTS = {
    "the_idle_byte_before_synchronizing_messages": (
        "tcode == TCODE_DIRECT_BRANCH_SYNC ||", "1'b0 ||", "TRC_DATA"),
    "what_is_left_when_it_is_disabled": (
        "buffer_empty && !busy_reg;", "(buffer_empty || !trPibEnable) && !busy_reg;",
        "trPibEmpty"),
}


class PibTest(unittest.TestCase):
    def check_lockstep(self, width):
        done = run(program("pib", width), CYCLES, 7)
        self.assertEqual(done.returncode, 0, done.stderr)
        counts = re.match(r"\d+ cycles, (\d+) bytes, (\d+) flushes, (\d+) breaks, (\d+) cuts",
                          done.stdout)
        self.assertTrue(all(int(count) > 100 for count in counts.groups()), done.stdout)
        for mode in MODES:
            received = re.search(rf"mode {mode}: (\d+) and (\d+) bytes, from anywhere (\d+)",
                                 done.stdout)
            self.assertTrue(all(int(count) > 1000 for count in received.groups()), done.stdout)

    def test_a_link_of_one_byte(self):
        self.check_lockstep(1)

    def test_a_link_of_four_bytes(self):
        self.check_lockstep(4)

    def test_a_link_of_eight_bytes(self):
        self.check_lockstep(8)

    def test_while_messages_are_pending_every_cycle_is_used(self):
        for width in (4, 8):
            done = run(program("pib", width), "throughput", 100000)
            self.assertEqual(done.returncode, 0, done.stderr)
            shares = re.findall(r"([\d.]+) of the limit", done.stdout)
            self.assertEqual(len(shares), 12)
            self.assertTrue(all(0.99 <= float(share) <= 1 for share in shares), done.stdout)

    def test_pins_that_are_not_as_they_were_are_seen(self):
        done = run(program("pib", 4), CYCLES, 7, "corrupt")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stderr, r"^cycle \d+: mode \d+, .*(pins: |received are not)")

    def test_icarus_takes_it_without_a_warning(self):
        for width in (1, 2, 4, 8):
            with self.subTest(width=width):
                done = run("iverilog", "-g2005", "-Wall", "-Irtl/encoder", f"-Pnt_pib.BYTES={width}",
                           "-o", "/dev/null", "rtl/transport/nt_pib.v",
                           "rtl/transport/nt_stream_buffer.v")
                self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))

    def test_a_link_of_three_bytes_is_refused(self):
        done = run("iverilog", "-g2005", "-Irtl/encoder", "-Pnt_pib.BYTES=3", "-o", "/dev/null",
                   "rtl/transport/nt_pib.v", "rtl/transport/nt_stream_buffer.v")
        self.assertIn("nt_pib_parameters_out_of_range", done.stderr)

    def check_fault(self, old, new, output):
        with tempfile.TemporaryDirectory() as folder:
            bench = build_with_faults(folder, "pib", 1, ("rtl/transport/nt_pib.v", old, new))
            done = run(bench, CYCLES, 7)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stderr, rf"^cycle \d+: RTL and model of pib \(1\) differ:\n(.*\n)+  Outputs +{output} ")


def add_test(name, arguments):
    setattr(PibTest, "test_a_fault_is_seen_in_" + name,
            lambda self: self.check_fault(*arguments))


for FAULT, WHERE in FAULTS.items():
    add_test(FAULT, WHERE)


if __name__ == "__main__":
    unittest.main()
