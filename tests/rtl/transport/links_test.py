# SPDX-License-Identifier: Apache-2.0
"""Stream buffers, funnels and sink switches run in lockstep with their models, and their benches
follow the bytes; and a fault in the RTL is seen, by the model or by who follows the bytes."""
import tempfile
import unittest

from tests.lib.tier import WHOLE
from tests.lib.units import build_with_faults, program, run

NEEDS = ("build/host.a", "unit-funnel", "unit-stream", "unit-switch")
CYCLES = 300000 if WHOLE else 100000

# Which bench sees it, file, what stands there once, what stands there then.
FAULTS = {
    "the_room_for_a_cut": ("stream", "nt_stream_buffer.v", "MOST    = DEPTH - IN - 1;",
                           "MOST    = DEPTH - IN;"),
    "the_order_of_turns": ("funnel", "nt_funnel_merge.v",
                           "above   = waiting & ~(behind | (behind - {{INPUTS-1{1'b0}}, 1'b1}));",
                           "above   = waiting & ~behind;"),
    "who_joins": ("switch", "nt_sink_switch.v", "take && (ends || !inside_reg) ?",
                  "take && last_ends ?"),
}


class LinksTest(unittest.TestCase):
    def check_lockstep(self, name):
        done = run(program(name), CYCLES, 7)
        self.assertEqual(done.returncode, 0, done.stderr)

    def check_fault(self, name, file, old, new):
        with tempfile.TemporaryDirectory() as folder:
            bench = build_with_faults(folder, name, "all", (f"rtl/transport/{file}", old, new))
            done = run(bench, CYCLES, 7)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, r"^cycle \d+: (RTL and model of \w+ \(all\) differ|\w+ \d: )")


def add_test(name, method, *arguments):
    setattr(LinksTest, "test_" + name, lambda self: getattr(self, method)(*arguments))


for NAME in ("stream", "funnel", "switch"):
    add_test(f"{NAME}_in_lockstep", "check_lockstep", NAME)
for FAULT, WHERE in FAULTS.items():
    add_test(f"a_fault_is_seen_in_{FAULT}", "check_fault", *WHERE)


if __name__ == "__main__":
    unittest.main()
