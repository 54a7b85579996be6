# SPDX-License-Identifier: Apache-2.0
"""The suites of CTR and counters: they pass on every hart, each program fails with its clause broken in RTL and golden
model alike, and the list of clauses is whole. docs/suites.md."""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from examples.suites.page import WITHOUT, clauses
from examples.suites.run import HARTS, outcomes, programs
from tests.examples.suites import faults
from tests.examples.suites.fault_list import FAULTS
from tests.lib import tier
from tests.lib.catalogue import ROOT

NEEDS = ("build/host.a", "suites")
BUILT = ROOT / "build/suites"
RULES = ROOT / "tests/ctr/rules.txt"
LEAST = {"ctr": 150, "counters": 60}
MAY_SKIP = {("ctr", "core"): {"depth_128", "depth_256"}}


class SuitesTest(unittest.TestCase):
    def test_each_program_passes_on_each_hart(self):
        for suite, least in LEAST.items():
            for hart, xlen in HARTS.items():
                with self.subTest(f"{suite}, {hart}"):
                    names = list(programs(BUILT, suite, xlen))
                    self.assertGreaterEqual(len(names), least)
                    got = outcomes(BUILT, suite, hart, names)
                    skipped = MAY_SKIP.get((suite, hart), set())
                    self.assertEqual(got, {name: "skipped" if name in skipped else "passed" for name in names})

    def test_the_command_counts_what_passed(self):
        done = subprocess.run([sys.executable, "-m", "examples.suites.run", BUILT, "ctr", "--on", "hart64", "jal_x1", "frozen"],
                              cwd=ROOT, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (0, "2 passed, 0 failed"))


class ClausesTest(unittest.TestCase):
    def test_every_clause_of_ctr_has_a_program_or_a_reason(self):
        tags = set()
        for line in RULES.read_text(encoding="utf-8").splitlines():
            fields = line.split(" | ")
            if len(fields) == 5 and fields[1] in "RB":
                tags |= set(re.findall(r"(?<![\w.\"-])[A-Za-z][\w-]*_[\w-]+|ccsize\d", re.sub(r'"[^"]*"', "", fields[2])))
        self.assertGreater(len(tags), 100)
        covered = set(clauses(BUILT, "ctr"))
        self.assertEqual(tags - covered - set(WITHOUT["ctr"]), set())
        self.assertEqual(covered & set(WITHOUT["ctr"]), set())

    def test_the_page_is_what_its_command_prints(self):
        done = subprocess.run([sys.executable, "-m", "examples.suites.page", "build/suites"], cwd=ROOT, capture_output=True,
                              text=True, check=True)
        self.assertEqual((ROOT / "docs/suites-clauses.md").read_text(encoding="utf-8"), done.stdout)


class FaultsTest(unittest.TestCase):
    """By day on the golden model alone: the RTL with all of them takes its time to build."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_the_page_counts_programs_and_faults(self):
        page = (ROOT / "docs/suites.md").read_text(encoding="utf-8")
        table = faults.table()
        for words in (f"has {len(FAULTS)} clauses that RTL and C break alike, {len(faults.NAMES)} with those of",
                      f"for each of the {len(table)} programs",
                      f"every hart that runs it, {len(set(table.values()))} of them in all"):
            self.assertIn(words, page)

    def test_each_program_fails_with_its_fault_and_passes_without(self):
        table = faults.table()
        every = {(suite, name) for suite in LEAST for xlen in (32, 64) for name in programs(BUILT, suite, xlen)}
        self.assertEqual(set(table), every)
        built = faults.build(self.folder, tier.WHOLE)
        for suite in LEAST:
            for hart in built:
                names = [name for name in programs(BUILT, suite, HARTS[hart]) if name not in MAY_SKIP.get((suite, hart), ())]
                self.assertEqual(set(faults.run(built, suite, hart, names, 0).values()), {"passed"}, hart)
                for name in names:
                    with self.subTest(f"{suite}, {name}, {hart}"):
                        said = faults.run(built, suite, hart, [name], table[suite, name])
                        self.assertRegex(said.get(name, "failed"), "failed")


if __name__ == "__main__":
    unittest.main()
