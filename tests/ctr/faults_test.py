# SPDX-License-Identifier: Apache-2.0
"""What RTL and golden model break alike is noticed: the lockstep sees nothing, the directed test of the
rule does, and so does the replay of a random run through the witness.

The faults are in tests/ctr/fault_list.py, those of a build all in one bench, chosen at run time.
"""
import json
import subprocess
import unittest

from tests.ctr.directed import script
from tests.ctr.fault_list import FAULTS
from tests.ctr.replay import replay
from tests.lib import faults, tier, units
from tests.lib.catalogue import ROOT

NEEDS = ("build/host.a", "unit-ctr")
NAMES = list(FAULTS)
SHARE = 1 if tier.WHOLE else 3
CYCLES = 40000
SEEDS = 1, 2, 3
# What random traffic reaches too seldom, so that the directed tests alone must notice
RARE = {"entries from the depth on cannot be written", "one from below S mode to M mode needs STE too",
        "the count stays at its most", "the count goes up to all ones", "CCE is the place of the highest 1 less 11",
        "SCTRCLR ends the count of cycles", "a write to vsctrctl begins the count again",
        "CCM is the 12 bits below the highest 1", "a write to mctrctl or sctrctl begins the count again",
        "CLR zeroes FROZEN"}
# ... and the compliance vectors that notice these as well
VECTORS = {"one from below S mode to M mode needs STE too": "external-needs-all", "SCTRCLR ends the count of cycles": "clear",
           "CCE is the place of the highest 1 less 11": "cycles-exponent", "CCM is the 12 bits below the highest 1": "cycles-exponent",
           "a write to vsctrctl begins the count again": "cycles-csrrs-vsctrctl-m",
           "entries from the depth on cannot be written": "depth-write-beyond", "the count stays at its most": "draft-cycles-most",
           "the count goes up to all ones": "draft-cycles-most",
           "a write to mctrctl or sctrctl begins the count again": "cycles-csrrc-mctrctl-m", "CLR zeroes FROZEN": "draft-clear-frozen"}


class Copies(units.BothSides):
    """With what the faulty model answers to scripts."""

    def __init__(self):
        super().__init__("ctr", [FAULTS[name][2] for name in NAMES])
        self.script = self.folder / "ctr_script"
        made = subprocess.run(["make", "-s", "-C", str(ROOT), "SETUP=no", f"MODEL={self.folder}/model",
                               f"CTR_SCRIPT={self.script}", str(self.script)],
                              check=False, capture_output=True, text=True)
        if made.returncode != 0:
            raise AssertionError(f"{made.stdout}{made.stderr}")


class FaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.copies = Copies()
        cls.addClassCleanup(cls.copies.cleanup)

    def random(self, build, number, seed):
        """How the replay of a random run ended, in which RTL and model agree."""
        log = self.copies.folder / "log"
        done = units.run(self.copies.bench(build), "--unit", "ctr", "--random", "--cycles", CYCLES, "--seed", seed,
                         "--json", "-o", log, "--report", self.copies.folder / "report", env=faults.chosen(number))
        self.assertEqual(done.returncode, 0, f"RTL and model differ: {done.stdout}{done.stderr}")
        self.assertEqual(json.loads(done.stdout)["mismatches"], 0)
        with open(log, encoding="utf-8") as lines:
            return replay(lines)

    def test_without_a_fault_nothing_is_noticed(self):
        for build in {build for build, _, _ in FAULTS.values()}:
            status, text = self.random(build, 0, SEEDS[0])
            self.assertEqual(status, 0, text)
        for test in sorted({test for _, test, _ in FAULTS.values()})[::8]:
            self.assertEqual(script(test).differences(self.copies.script, env=faults.chosen(0)), [], test)

    def test_the_faults_are_of_many_rules(self):
        self.assertGreaterEqual(len(NAMES), 100)
        self.assertLessEqual(RARE, set(NAMES))
        for name in NAMES:
            for side in ("rtl", "model"):
                self.assertTrue(units.of_side(side, FAULTS[name][2]), name)

    def answers(self, build, number, vector):
        """How a compliance vector is judged whose answers the faulty RTL gives, its model agreeing."""
        path, out = ROOT / f"tests/vectors/ctr/ctr-{vector}.pins", self.copies.folder / "answers"
        done = units.run(self.copies.bench(build), "vector", path, out, env=faults.chosen(number))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return units.run(ROOT / "build/ntrace", "vectors", "judge", path, "--bytes", out).returncode

    def test_what_random_runs_reach_too_seldom_a_vector_notices_too(self):
        self.assertEqual(set(VECTORS), RARE)
        for name, vector in VECTORS.items():
            with self.subTest(name):
                build = FAULTS[name][0]
                self.assertEqual([self.answers(build, number, vector) for number in (0, 1 + NAMES.index(name))], [0, 1])

    def test_what_both_sides_break_alike_is_noticed(self):
        for number, name in list(enumerate(NAMES, 1))[::SHARE]:
            build, test, _ = FAULTS[name]
            with self.subTest(name):
                self.assertNotEqual(
                    script(test).differences(self.copies.script, 1, env=faults.chosen(number)), [], test)
                # Lazily: the first seed that notices is the last that runs
                notices = (self.random(build, number, seed)[0] for seed in SEEDS)
                self.assertTrue(1 in notices or name in RARE, "replays of random runs notice nothing")


if __name__ == "__main__":
    unittest.main()
