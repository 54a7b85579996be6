# SPDX-License-Identifier: Apache-2.0
"""ATB bridges run in lockstep with their model, a receiver gets from the signals what went in, and a
fault in the RTL is seen; as many transfers as the ATB can take are full ones."""
import re
import unittest

from tests.lib.units import Faults, program, run

NEEDS = ("build/host.a", "build/units/atb/all/bench")
CYCLES = 200000
BENCH = program("atb")

# What stands in nt_atb_bridge.v once, what stands there then
FAULTS = {
    "a_transfer_that_is_withdrawn": ("(valid_reg && !ATREADY) || (load && !hold)", "load && !hold"),
    "bytes_that_wait_for_ever": ("idle_reg == LAST_IDLE;\n", "1'b0;\n"),
    "a_source_that_waits_taken_for_reset": (".in_valid(in_valid),\n        .in_count(accepts",
                                            ".in_valid(in_valid && accepts),\n        .in_count(accepts"),
}
BROKEN = Faults("atb", {name: ("all", "rtl/transport/nt_atb_bridge.v", *row) for name, row in FAULTS.items()})


class AtbTest(unittest.TestCase):
    def test_rtl_and_model_are_alike_and_no_byte_is_lost(self):
        for seed in 1, 2:
            done = run(BENCH, CYCLES, seed)
            self.assertEqual(done.returncode, 0, done.stderr)
            for line in done.stdout.splitlines():
                numbers = re.fullmatch(r"\d+ to (\d+) bits: (\d+) bytes, (\d+) transfers, (\d+) "
                                       r"partial, (\d+) flushes, (\d+) sync requests", line)
                width, sent, transfers, partial, flushes, syncs = map(int, numbers.groups())
                self.assertGreater(sent, CYCLES // 8, line)
                self.assertGreater(transfers, 1000, line)
                self.assertGreater(partial, 100 if width > 8 else -1, line)
                self.assertGreater(flushes, 500, line)
                self.assertGreater(syncs, 500, line)

    def test_while_bytes_are_pending_every_cycle_has_a_full_transfer(self):
        done = run(BENCH, "throughput", 20000)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = re.findall(r"bits: ([\d.]+) of \d+ bytes per cycle, ([\d.]+) of transfers full",
                           done.stdout)
        self.assertEqual(len(lines), 8)
        for rate, full in lines:
            self.assertGreaterEqual(float(rate), 0.99)
            self.assertGreaterEqual(float(full), 0.99)

    def check_fault(self, fault):
        done = BROKEN.run(fault, CYCLES, 1)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, r"^cycle \d+: (RTL and model of atb \(all\) differ|bridge \d: )")


for FAULT in FAULTS:
    setattr(AtbTest, "test_seen_is_" + FAULT, lambda self, fault=FAULT: self.check_fault(fault))


if __name__ == "__main__":
    unittest.main()
