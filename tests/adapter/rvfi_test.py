# SPDX-License-Identifier: Apache-2.0
"""From RVFI to the trace ingress port: RTL and golden model in lockstep under random harts, each block as the
hart did, and from the port through golden encoder and decoder to the instructions that retired. What both
sides break alike is seen."""
import tempfile
import unittest
from pathlib import Path

from tests.adapter import chain
from tests.adapter.rvfi_faults import FAULTS
from tests.lib import faults, tier, units

NEEDS = ("build/host.a", "unit-rvfi")


# Builds, and the encoder's builds that have their ports
BUILDS = {"rv64": "rv64", "rv32-min": "rv32-min", "rv32-2": "rv32", "tiny": "tiny", "rv64-wide": "rv64-wide"}
OPTIONS = ("-s", "trTeInstEnSequentialJump=1", "-s", "trTeInstImplicitReturnMode=3")
CYCLES = 20000000 if tier.WHOLE else 200000
TRACED = 2000000 if tier.WHOLE else 50000
FAULTY = 60000
NAMES = list(FAULTS)


class RvfiTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_rtl_and_model_agree_and_the_blocks_are_what_the_hart_did(self):
        for build in BUILDS:
            with self.subTest(build):
                found = chain.lockstep("rvfi", build, CYCLES, 7)
                self.assertEqual(found.pop("after an overrun"), 0)
                for what, count in found.items():
                    self.assertGreater(count, CYCLES // 1000, what)

    def test_under_any_rvfi_they_agree_and_the_port_keeps_its_rules(self):
        for build in BUILDS:
            with self.subTest(build):
                found = chain.lockstep("rvfi", build, CYCLES // 2, 8, "wild")
                self.assertGreater(found["after an overrun"], 0)
                self.assertGreater(found["blocks"], CYCLES // 10)

    def test_what_the_decoder_says_is_what_retired(self):
        for build, name in BUILDS.items():
            with self.subTest(build):
                options = () if build == "rv32-min" else OPTIONS
                decoded, pcs = chain.run(self.folder, "rvfi", build, chain.config(self.folder, name), TRACED, 9, *options)
                self.assertTrue(decoded == pcs, "decoded instructions are others than those that retired")


class FaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.copies = units.BothSides("rvfi", [FAULTS[name][1] for name in NAMES])
        cls.addClassCleanup(cls.copies.cleanup)

    def run_with(self, number):
        return units.run(self.copies.bench("rv64-wide"), FAULTY, 5, env=faults.chosen(number))

    def test_without_a_fault_nothing_is_seen(self):
        done = self.run_with(0)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_what_both_sides_break_alike_is_seen(self):
        for number, name in enumerate(NAMES, 1):
            with self.subTest(name):
                done = self.run_with(number)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertRegex(done.stderr, rf"cycle \d+: {FAULTS[name][0]}")


if __name__ == "__main__":
    unittest.main()
