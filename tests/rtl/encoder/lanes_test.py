# SPDX-License-Identifier: Apache-2.0
"""The lanes of history and of RepeatBranch run in lockstep with the golden model, alone, with the
parameters of every build; and a fault in the RTL is seen.
"""
import unittest

from tests.lib.tier import WHOLE
from tests.lib.units import Faults, program, run

NEEDS = ("build/host.a", "unit-lanes")
CYCLES = {"tiny": 3000000, "rv32-min": 1000000, "rv64": 3000000, "rv64-wide": 1000000}
if not WHOLE:
    CYCLES = {name: cycles // 4 for name, cycles in CYCLES.items()}

FINDER, LANE, REPEAT = (f"rtl/encoder/nt_{name}.v" for name in ("history_finder", "history_lane", "repeat_lane"))

# Which bench sees it, file, what stands there once, what stands there then, what differs.
FAULTS = {
    "evidence": ("rv64", FINDER, "ROOM / 2 - 1 + p / 4", "ROOM / 2 - 1 + p / 8",
                 "push"),
    "shortest_period": ("tiny", FINDER, "hit & (~hit + {{PERIODS-1{1'b0}}, 1'b1})",
                        "hit & ~(hit >> 1)", "push|history"),
    "length_of_the_run": ("tiny", FINDER, "({FULL{1'b1}} << period)",
                          "({FULL{1'b1}} << 1)", "push|history"),
    "phase": ("tiny", LANE, "whole ? PHASE_0 : phase_sum", "phase_sum", "history"),
    "most": ("tiny", LANE, "follows && whole && (&count_sum)", "1'b0", "push"),
    "short_run": ("tiny", LANE, "run_pending >= MOST && !cuts",
                  "run_pending > MOST && !cuts", "push|history"),
    "flush_of_a_run": ("tiny", LANE, "(flush && !in_run) ? MOST",
                       "flush ? MOST", "flush"),
    "plain_history": ("rv32-min", LANE, "(push_valid && !held) ? HIST_EMPTY : sum", "sum",
                      "hist|push"),
    "full_and_held": ("rv32-min", LANE, "(sum[HIST_W-1] && !keeps)", "sum[HIST_W-1]", "push"),
    "before_the_last": ("rv32-min", LANE, "pop ? state >> 1 : state", "state", "hist"),
    "run_held": ("tiny", LANE, "push && is_most && !keeps;", "push && is_most;", "push|history"),
    "other_target": ("tiny", REPEAT,
                     "in[1*MESSAGE_W+10 +: MESSAGE_W-10] == {hist, addr, icnt, btype}",
                     "in[1*MESSAGE_W+10 +: ICNT_W+2] == {icnt, btype}", "out_valid"),
    "told_before_a_run": ("tiny", REPEAT, "(!quiet || run)", "!quiet",
                          "out_valid"),
    "most_branches": ("tiny", REPEAT, "same3 && (full || run)",
                      "same3 && run", "out_valid"),
}
BROKEN = Faults("lanes", {name: row[:4] for name, row in FAULTS.items()})


class LanesTest(unittest.TestCase):
    def check_lockstep(self, name):
        done = run(program("lanes", name), CYCLES[name], 7)
        self.assertEqual(done.returncode, 0, done.stderr)
        if name != "rv32-min":
            self.assertNotIn(" 0 runs", done.stdout)
            self.assertNotIn(" 0 RepeatBranch", done.stdout)

    def check_fault(self, fault):
        name, *_, differs = FAULTS[fault]
        done = BROKEN.run(fault, CYCLES[name], 7)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, rf"^cycle \d+: RTL and model of lanes \({name}\) differ:\n(.*\n)+"
                                      rf"  \w.*  ({differs})")


def add_test(name, method, *arguments):
    setattr(LanesTest, "test_" + name.replace("-", "_"),
            lambda self: getattr(self, method)(*arguments))


for NAME in CYCLES:
    add_test(f"{NAME}_in_lockstep", "check_lockstep", NAME)
for FAULT in FAULTS:
    add_test(f"a_fault_is_seen_in_{FAULT}", "check_fault", FAULT)


if __name__ == "__main__":
    unittest.main()
