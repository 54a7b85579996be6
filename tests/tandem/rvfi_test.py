# SPDX-License-Identifier: Apache-2.0
"""From RVFI to lanes of the tandem trace: RTL and golden model in lockstep under random cores, every lane as
the witness says, and what both sides break alike is seen by the witness."""
import tempfile
import unittest
from pathlib import Path

from tests.lib import faults, tier, units
from tests.tandem import rvfi
from tests.tandem.rvfi_faults import FAULTS

NEEDS = ("build/host.a", "unit-tv_rvfi")
BUILDS = ("rv64", "rv32-min", "rv64-2", "rv32-4", "rv64-deep", "rv32-2-deep")
CYCLES = 20000000 if tier.WHOLE else 200000
REPLAYED = 200000 if tier.WHOLE else 12000
FAULTY = 16000
NAMES = list(FAULTS)
SHARE = 1 if tier.WHOLE else 3  # of the faults one is tried


class RvfiTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.log = Path(folder.name) / "log"

    def lockstep(self, build, *words):
        done = units.run(units.program("tv_rvfi", build), *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_rtl_and_model_agree(self):
        for build in BUILDS:
            with self.subTest(build):
                said = self.lockstep(build, CYCLES, 7)
                self.assertIn(" 0 after an overrun", said)
                self.assertNotIn(" 0 entries", said)
                self.assertNotIn(" 0 after an overrun", self.lockstep(build, CYCLES // 4, 8, "rude"))

    def test_every_lane_is_as_the_witness_says(self):
        for build in BUILDS:
            for rude in ([], ["rude"]):
                with self.subTest(build, rude=rude):
                    self.lockstep(build, REPLAYED, 3, self.log, *rude)
                    with open(self.log, encoding="ascii") as lines:
                        instructions, entries, losses = rvfi.replay(lines)
                    self.assertGreater(instructions, REPLAYED // 40)
                    self.assertGreater(entries, REPLAYED // 400)
                    self.assertEqual(losses > 10, "deep" in build and bool(rude))


class FaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.copies = units.BothSides("tv_rvfi", [FAULTS[name][2] for name in NAMES])
        cls.addClassCleanup(cls.copies.cleanup)

    def replay(self, number, words):
        build, *more = words.split()
        log = self.copies.folder / "log"
        done = units.run(self.copies.bench(build), FAULTY, 5, log, *more, env=faults.chosen(number))
        self.assertEqual(done.returncode, 0, f"RTL and model differ: {done.stderr}")
        with open(log, encoding="ascii") as lines:
            return rvfi.replay(lines)

    def test_without_a_fault_nothing_is_seen(self):
        for words in sorted({FAULTS[name][0] for name in NAMES[::SHARE]}):
            self.assertGreater(self.replay(0, words)[0], 0)

    def test_what_both_sides_break_alike_is_seen(self):
        for number, name in list(enumerate(NAMES, 1))[::SHARE]:
            words, what, _ = FAULTS[name]
            with self.subTest(name), self.assertRaisesRegex(rvfi.Wrong, what):
                self.replay(number, words)


if __name__ == "__main__":
    unittest.main()
