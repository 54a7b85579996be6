"""scripts/coverage.py --check: what it says of sums that are too low, or of too much excluded."""
import unittest

from scripts.coverage import shortfalls


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


if __name__ == "__main__":
    unittest.main()
