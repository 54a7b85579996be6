"""scripts/coverage.py: what --check says of too little, and which results stand for a job."""
import unittest
from pathlib import Path

from scripts.coverage import Job, holes, shortfalls


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


if __name__ == "__main__":
    unittest.main()
