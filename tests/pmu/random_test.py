# SPDX-License-Identifier: Apache-2.0
"""Random calls of the SBI PMU library, each judged by the witness: answers, CSRs, shared memory;
for both XLENs and all versions of the SBI. And that the calls were of all kinds.

NTRACE_RANDOM_SEED chooses other calls.
"""
import os
import subprocess
import unittest
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE
from tests.pmu import clauses, reasons
from tests.pmu.replay import Judge, Wrong

NEEDS = ("build/tests/pmu/random_calls_host32", "build/tests/pmu/random_calls_host64")
SEED = int(os.environ.get("NTRACE_RANDOM_SEED", "1"))
CALLS = 250_000 if WHOLE else 20_000  # of a run
# Runs of each build: 10,000,000 calls, or by day 160,000
NOW = {"host64": 14, "host32": 14} if WHOLE else {"host64": 2, "host32": 2}
OLD = ("host64-2.0", "host32-2.0", "host64-0.3", "host32-0.3")
RUNS = {**NOW, **dict.fromkeys(OLD, 3 if WHOLE else 1)}


def command(build, seed, calls=CALLS):
    program = f"build/tests/pmu/random_calls_{build}"
    return [program, "--seed", str(seed), "--calls", str(calls)]


def run(build, seed):
    """Calls, and what was reached; or why the witness says that something is wrong."""
    judge = Judge()
    with subprocess.Popen(command(build, seed), cwd=ROOT, stdout=subprocess.PIPE) as calls:
        try:
            judge.replay(calls.stdout)
        except Wrong as wrong:
            calls.kill()
            again = " ".join(command(build, seed))
            return 0, f"{wrong}\n{again} --platform {judge.platforms - 1} -o LOG; " \
                      "python3 -m tests.pmu.replay LOG"
    return judge.calls, (judge.reached, judge.seen)


class RandomTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        jobs = [(build, SEED + number) for build, runs in RUNS.items() for number in range(runs)]
        with ProcessPoolExecutor(2 if WHOLE else 1) as pool:
            cls.done = list(zip(jobs, pool.map(run, *zip(*jobs))))
        cls.reached = {build: Counter() for build in RUNS}
        cls.seen = Counter()
        for (build, _), (calls, what) in cls.done:
            if calls:
                cls.reached[build] += what[0]
                cls.seen += what[1]

    def test_the_witness_agrees_with_every_answer_and_all_state(self):
        print(f"seeds from {SEED} on")
        for (build, seed), (calls, what) in self.done:
            with self.subTest(f"{build}, seed {seed}"):
                self.assertEqual(calls, CALLS, what)

    def test_each_function_answered_all_that_it_can(self):
        for build in RUNS:
            answers = {(fid, error) for fid, error, _, _ in self.reached[build]}
            self.assertEqual(answers, reasons.answers(build), build)

    def test_each_reason_for_an_error_was_there(self):
        for build in RUNS:
            found = {(fid, why) for fid, _, why, _ in self.reached[build] if why}
            self.assertEqual(found, reasons.refusals(build), build)

    def test_each_flag_and_most_of_their_combinations_were_there(self):
        for build in RUNS:
            has_snapshot = not build.endswith("0.3")
            self.assertGreater(len(self.flags(build, 2, clauses.SUCCESS)), 255 if WHOLE else 150)
            for fid, error in ((3, clauses.ALREADY_STARTED), (4, clauses.ALREADY_STOPPED)):
                some = {0, 1} if not has_snapshot else {0, 1, 2} if fid == 3 else {0, 1, 2, 3}
                for answer in (clauses.SUCCESS, error):
                    self.assertEqual(self.flags(build, fid, answer), some, (build, fid))

    def flags(self, build, fid, error):
        return {flags for of, got, _, flags in self.reached[build] if (of, got) == (fid, error)}

    def test_reserved_flags_were_of_many_kinds(self):
        for build in ("host32", "host64"):
            for fid, defined in ((2, 8), (3, 2), (4, 2)):
                words = {flags for of, _, why, flags in self.reached[build]
                         if (of, why) == (fid, "reserved flags")}
                alone = {bit for bit in range(defined, 64) if 1 << bit in words}
                self.assertGreater(len(alone), 12 if WHOLE else 3, (build, fid))

    def test_what_happens_to_counters_happened(self):
        least = 10_000 if WHOLE else 100
        for what in reasons.SEEN:
            self.assertGreater(self.seen[what], least, what)
        self.assertLessEqual({what for what in self.seen if self.seen[what]}, reasons.SEEN)


if __name__ == "__main__":
    unittest.main()
