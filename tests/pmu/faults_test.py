# SPDX-License-Identifier: Apache-2.0
"""Faults of the SBI PMU library are noticed by the replay of random calls in the witness.

The faults are in tests/pmu/fault_list.py, all in one copy of the library, chosen at run time.
"""
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib import c_faults, faults
from tests.lib.catalogue import ROOT
from tests.pmu.fault_list import FAULTS
from tests.pmu.replay import Judge, Wrong

NAMES = list(FAULTS)
BUILDS = sorted({build for build, _ in FAULTS.values()})
CALLS, SEED = 60_000, 1


class Copy:
    """The library with all faults, and the random calls over it in each build."""

    def __init__(self):
        self.place = tempfile.TemporaryDirectory()
        self.folder = Path(self.place.name)
        shutil.copytree(ROOT / "pmu", self.folder / "pmu")
        c_faults.put_choices(self.folder, [FAULTS[name][1] for name in NAMES])
        made = subprocess.run(["make", "-s", "-C", str(ROOT), "SETUP=no",
                               f"PMU_SOURCE={self.folder}/pmu",
                               f"BUILD={self.folder}", "LTO=", "CFLAGS=-O1",
                               *map(str, map(self.program, BUILDS))],
                              check=False, capture_output=True, text=True)
        if made.returncode != 0:
            raise AssertionError(f"{made.stdout}{made.stderr}")

    def program(self, build):
        return self.folder / f"tests/pmu/random_calls_{build}"


class FaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.copy = Copy()

    @classmethod
    def tearDownClass(cls):
        cls.copy.place.cleanup()

    def notices(self, build, number, calls=CALLS):
        """What the witness has against a run with that fault; empty: nothing."""
        command = [str(self.copy.program(build)), "--seed", str(SEED), "--calls", str(calls)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=faults.chosen(number)) as run:
            try:
                Judge().replay(run.stdout)
            except Wrong as wrong:
                return str(wrong)
            finally:
                run.kill()
        return ""

    def test_without_a_fault_nothing_is_noticed(self):
        for build in BUILDS:
            self.assertEqual(self.notices(build, 0, CALLS // 10), "")

    def test_each_fault_is_noticed(self):
        for number, name in enumerate(NAMES, 1):
            with self.subTest(name):
                self.assertNotEqual(self.notices(FAULTS[name][0], number), "")

    def test_the_faults_are_of_all_files(self):
        self.assertGreaterEqual(len(NAMES), 100)
        changed = {file for _, changes in FAULTS.values() for file, _, _ in changes}
        self.assertEqual(changed, {f"pmu/{path.name}" for path in (ROOT / "pmu").glob("*.c")})


if __name__ == "__main__":
    unittest.main()
