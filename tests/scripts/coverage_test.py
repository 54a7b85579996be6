# SPDX-License-Identifier: Apache-2.0
"""scripts/coverage.py: what --check says of too little, and which results stand for a job."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from scripts.coverage import Job, holes, shortfalls
from tests.lib.catalogue import ROOT


def sums(**kinds):
    return {kind: dict(zip(("points", "hit", "excluded"), counts)) for kind, counts in kinds.items()}


class ShortfallsTest(unittest.TestCase):
    def test_figures_at_the_limit_pass(self):
        self.assertEqual(list(shortfalls(sums(line=(100, 99, 0), toggle=(1000, 903, 50)))), [])

    def test_one_line_too_few_is_named(self):
        self.assertEqual(list(shortfalls(sums(line=(200, 197, 0), toggle=(1000, 1000, 0)))),
                         ["197 of 200 points of kind line are covered, less than 99 %"])

    def test_one_toggle_too_few_is_named_without_those_excluded(self):
        self.assertEqual(list(shortfalls(sums(line=(200, 200, 0), toggle=(1000, 902, 50)))),
                         ["902 of 950 points of kind toggle are covered, less than 95 %"])

    def test_too_much_that_is_excluded_is_named(self):
        self.assertEqual(list(shortfalls(sums(line=(200, 200, 0), toggle=(1000, 949, 51)))),
                         ["51 of 1000 points of kind toggle are excluded, more than 5 %"])


class HolesTest(unittest.TestCase):
    @staticmethod
    def bins(*rows):
        return {"reachable": len(rows), "groups": {"state": {"rows": list(rows)}}}

    def test_bins_that_are_hit_or_cannot_be_pass(self):
        self.assertEqual(list(holes(self.bins({"bin": "loss", "hits": 1}, {"bin": "stall", "hits": 0, "reason": "no"}))), [])

    def test_a_bin_that_no_run_hits_is_named(self):
        self.assertEqual(list(holes(self.bins({"bin": "loss", "hits": 0}, {"bin": "stall", "hits": 2}))),
                         ["1 of 2 reachable bins are hit by no run: state: loss"])


class JobTest(unittest.TestCase):
    def test_other_words_have_other_results(self):
        names = {Job("tiny-0", Path("bench"), words).name() for words in (["--seed", "1"], ["--seed", "2"], ["--seed 1", "2"])}
        self.assertEqual(len(names), 3)

    def test_the_same_words_have_the_same_results(self):
        self.assertEqual(Job("tiny-0", Path("bench"), ["7"]).name(), Job("tiny-0", Path("bench"), ["7"]).name())


class RunTest(unittest.TestCase):
    """One unit from its bench to the report."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.first = cls.coverage("--unit", "pib", "--seeds", "1", "--cycles", "3000")

    @classmethod
    def coverage(cls, *words):
        return subprocess.run([sys.executable, ROOT / "scripts/coverage.py", "--folder", cls.folder, *words],
                              capture_output=True, text=True, check=False)

    def results(self):
        return {path.name: path.stat().st_mtime_ns for path in (self.folder / "results").iterdir()}

    def test_each_build_of_the_unit_runs_and_the_report_has_its_rtl(self):
        self.assertEqual(self.first.returncode, 0, self.first.stderr)
        self.assertEqual(len(self.results()), 2 * 3)
        whole = json.loads((self.folder / "report.json").read_text(encoding="utf-8"))
        self.assertEqual(whole["total"]["runs"], 3)
        sums = {file["file"]: file["sums"] for file in whole["rtl"]["files"]}["rtl/transport/nt_pib.v"]
        self.assertGreater(sums["line"]["hit"], 0)
        self.assertGreater(sums["toggle"]["hit"], sums["toggle"]["points"] // 2)

    def test_what_has_a_result_does_not_run_again_and_what_lacks_one_does(self):
        before = self.results()
        lost = sorted(before)[0]
        (self.folder / "results" / lost).unlink()
        self.assertEqual(self.coverage("--unit", "pib", "--seeds", "1", "--cycles", "3000").returncode, 0)
        after = self.results()
        self.assertEqual(set(after), set(before))
        again = {name for name in before if after[name] != before[name]}
        self.assertEqual({Path(name).stem for name in again}, {Path(lost).stem})

    def test_so_little_does_not_pass_the_check(self):
        done = self.coverage("--unit", "pib", "--seeds", "1", "--cycles", "3000", "--check")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"coverage: \d+ of \d+ reachable bins are hit by no run")

    def test_more_results_from_where_there_are_none_is_an_error(self):
        done = self.coverage("--more", str(self.folder / "none"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("there are no results", done.stderr)


if __name__ == "__main__":
    unittest.main()
