# SPDX-License-Identifier: Apache-2.0
"""The table of SBI PMU cases in all places: array CSRs, the firmware of tests/pmu/firmware in QEMU,
OpenSBI there, and the Verilated nt_hpm. build/pmu/table.json has what came.

Lists kept by hand: tests/pmu/skipped.txt, tests/pmu/deviations.txt.
"""
import json
import re
import unittest

from tests.lib.catalogue import ROOT
from tests.pmu import lists, places, qemu
from tests.pmu.cases import all_rows
from tests.pmu.judge import Judge
from tests.pmu.vocabulary import FUNCTIONS

NEEDS = ("build/tests/pmu/table_host32", "build/tests/pmu/table_host64", "pmu-table-programs")
LEAST = 2000  # rows
PLACES = 6
QEMU = "7.2."
OPENSBI = "sbi 0x1000000 implementation 0x1 version 0x10001"  # SBI 1.0, OpenSBI 1.1
NOT_THERE = [f"fid {fid:#x} error 0xfffffffffffffffe" for fid in (6, 7, 8)]  # NOT_SUPPORTED
# What our firmware's console has beside the rows: who it is, and that FIDs 6, 7, 8 are there
# (errors of the arguments), then each hart.
INTRODUCED = ["sbi 0x3000000 implementation 0x4e54 version 0x0"]
HART = ["other registers kept: yes", "sampled by LCOFI: yes", "counted IPIs: yes"]


class Table(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.rows = all_rows()
        cls.skips = lists.skips()
        cls.judges = []

    @classmethod
    def tearDownClass(cls):
        """Not after a part of these tests."""
        if len(cls.judges) < PLACES:
            return
        path = ROOT / "build/pmu/table.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        summary = {judge.place: judge.summary() for judge in cls.judges}
        path.write_text(json.dumps(summary, indent=1) + "\n", encoding="ascii")

    def judge(self, place, xlen, runs, deviations=None, deaths=None):
        judge = Judge(place, xlen, self.rows, self.skips, deviations)
        judge.take(runs)
        judge.take_deaths(deaths or {})
        self.judges.append(judge.finish())
        self.assertEqual((judge.failed, judge.wrong), ({}, []))
        return judge

    def expect_versions(self):
        version = qemu.qemu_version()
        self.assertTrue(version.startswith(QEMU), f"QEMU {version} is installed; skipped.txt and "
                                                  f"deviations.txt are of QEMU {QEMU}x")

    def test_there_are_rows_of_every_function_and_error(self):
        self.assertGreaterEqual(len(self.rows), LEAST)
        called = {(step.number,
                   step.error) for row in self.rows for step in row.steps if step.kind == "CALL"}
        for fid, errors in ((0, [0]), (1, [0, -3]), (2, [0, -3, -2]), (3, [0, -3, -7, -9]),
                            (4, [0, -3, -8, -9]),
                            (5, [0, -3]), (6, [0, -3]), (7, [0, -2, -3, -5]), (8, [0, -2, -3, -5])):
            for error in errors:
                self.assertIn((fid, error), called, FUNCTIONS[fid])

    def test_array_csrs_pass_it(self):
        for xlen in (64, 32):
            with self.subTest(xlen=xlen):
                runs = places.host(xlen)
                self.judge(f"array-{xlen}", xlen, runs)
                others = [line for line in self.console(runs) if not line.startswith("platform ")]
                self.assertEqual(others, ["CSRs that there are not: 0"] * 8)

    def test_the_verilated_counters_pass_it(self):
        runs = places.hpm()
        self.judge("nt_hpm", 64, runs)
        self.assertIn("accesses that the unit refused: 0", self.console(runs))

    def test_our_firmware_passes_it_on_two_harts_at_once(self):
        self.expect_versions()
        for xlen in (64, 32):
            with self.subTest(xlen=xlen):
                runs = places.firmware(xlen)
                self.judge(f"firmware-{xlen}", xlen, runs)
                self.assertEqual(self.console(runs), self.expected_console(xlen))

    @staticmethod
    def console(runs):
        return [line for run in runs for line in run.others]

    @staticmethod
    def expected_console(xlen):
        """All that is no row, of a machine with Sscofpmf and of one without."""
        wrong = (1 << xlen) - 3  # INVALID_PARAM
        console = []
        for platform in ("sscofpmf", "plain"):
            console += INTRODUCED + [f"fid {fid:#x} error {wrong:#x}" for fid in (6, 7, 8)]
            for hart in (0, 1):
                console += [f"hart {hart:#x}", f"platform {platform}", *HART]
            console.append("end")
        return console

    def test_opensbi_differs_as_listed(self):
        self.expect_versions()
        deviations = lists.deviations([row.name for row in self.rows])
        deadly = [name for name, (answer, _) in deviations.items() if answer == "dies"]
        runs = places.opensbi(deadly)
        console = self.console(runs)
        self.assertIn(OPENSBI, console, "the list is of OpenSBI 1.1; installed is " +
                      "; ".join(line for line in console if re.match(r"OpenSBI v|sbi 0x", line)))
        for line in (*NOT_THERE, "other registers kept: yes"):
            self.assertEqual(console.count(line), 2, line)
        self.judge("opensbi", 64, runs, deviations,
                   {name: places.survives(name) for name in deadly})


if __name__ == "__main__":
    unittest.main()
