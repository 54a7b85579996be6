# SPDX-License-Identifier: Apache-2.0
"""The pairs of tests/mutation/pairs: that each is one error, which the lockstep of RTL and model cannot see
where both have it, and that the verdict is then the one by which scripts/mutation_model.py judges the model
in the place of both.

By day some pairs of one unit, by night those of all; NTRACE_ALIKE=hpm-rv64 those of that unit.
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from scripts import alike, alike_page, model_mutants, mutation_model, rtl_mutants
from scripts.mutant_kinds import KINDS
from tests.mutation import judges

NEEDS = ("build/host.a",)
BY_DAY = ["pib-4"]
STEP = 5  # by day each fifth pair
# At least so many pairs of each part; 300 in all
PARTS = {"model/encoder": 60, "model/transport": 60, "model/ctr": 30, "model/hpm": 30, "model/tandem": 30,
         "model/adapter": 30}


def asked():
    return os.environ.get("NTRACE_ALIKE", "").split()


def is_by_day():
    return not asked() and os.environ.get("NT_TIER") != "nightly"


def units_of_the_tier():
    wanted = BY_DAY if is_by_day() else asked()
    return [unit for unit in alike.UNITS if alike.pairs_of(unit) and (unit.key in wanted or not wanted)]


class TableTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model, cls.rtl = alike.of_both()
        cls.pairs = alike.pairs()

    def test_each_pair_is_an_error_of_the_model_and_one_of_the_rtl(self):
        gone = [pair for pair in self.pairs if pair.model not in self.model or pair.rtl not in self.rtl]
        self.assertEqual(gone, [], "run: make alike-gone, or make alike-pairs")

    def test_both_are_made_by_one_operator(self):
        for pair in self.pairs:
            self.assertEqual(self.model[pair.model].kind, self.rtl[pair.rtl].kind, pair)

    def test_no_error_is_in_two_pairs(self):
        for side in ("model", "rtl"):
            number = Counter(getattr(pair, side) for pair in self.pairs)
            self.assertEqual([text for text, times in number.items() if times > 1], [])

    def test_the_page_has_their_numbers(self):
        self.assertEqual(Path("docs/alike.md").read_text(encoding="ascii"), "".join(alike_page.page()),
                         "run: scripts/alike_page.py > docs/alike.md")

    def test_at_most_a_tenth_is_explained(self):
        listed = mutation_model.explained("alike")
        self.assertLessEqual(sum(pair.model in listed for pair in self.pairs), len(self.pairs) / 10)

    def test_every_part_and_every_operator_has_pairs(self):
        self.assertGreaterEqual(len(alike.lines_of(self.pairs, self.model, self.rtl)), 300)
        for part, least in PARTS.items():
            self.assertGreaterEqual(sum(pair.model.startswith(part) for pair in self.pairs), least, part)
        of_rtl_alone = {"connective"}  # the model's engine leaves an operand out
        self.assertEqual({self.model[pair.model].kind for pair in self.pairs}, set(KINDS) - of_rtl_alone)


class LockstepTest(unittest.TestCase):
    """Over copies of rtl/ and model/ that have the pairs of a unit."""

    @classmethod
    def setUpClass(cls):
        variant = mutation_model.SUBJECTS["alike"][0]
        mutation_model.build(variant, model_mutants.find())

    def shown(self, unit, bench, rtl, model):
        """What runs show of a pair: with the error of the RTL, with that of the model, with both, and with the
        model in the place of both."""
        words = unit.words(0)
        runs = [alike.difference(bench, words, *numbers) for numbers in ((rtl, 0), (0, model), (rtl, model))]
        runs.append(alike.said_by(judges.FOLDER / alike.judge_of(unit), words, NT_MUTANT=str(model)))
        return *runs, [alike.difference(bench, words, rtl, model) for words in unit.more]

    def check(self, unit, folder):
        pairs = alike.pairs_of(unit)[::STEP if is_by_day() else 1]
        rtl, model = alike.copies(folder, {pair.rtl for pair in pairs}, {pair.model for pair in pairs},
                                  rtl_mutants.find(more=True), model_mutants.find())
        bench = alike.bench_of(unit, folder)
        bench.build()
        self.assertIsNone(alike.difference(bench, unit.words(0), 0, 0))
        with ThreadPoolExecutor(2) as pool:
            found = pool.map(lambda pair: self.shown(unit, bench, rtl[pair.rtl].number, model[pair.model].number), pairs)
        for pair, (of_rtl, of_model, of_both, alone, more) in zip(pairs, found):
            with self.subTest(pair.model, rtl=pair.rtl):
                for one in (of_rtl, of_model):
                    self.assertTrue(one and not one.is_verdict, "one side alone is not seen by the comparison")
                for one in (of_both, *more):
                    self.assertTrue(one is None or one.is_verdict, one)
                self.assertEqual(of_both, alone)

    def test_the_comparison_sees_each_error_of_one_side_and_none_of_both(self):
        for unit in units_of_the_tier():
            with tempfile.TemporaryDirectory() as folder, self.subTest(unit.key):
                self.check(unit, Path(folder))


class ReportTest(unittest.TestCase):
    def test_a_pair_that_nobody_sees_is_printed_with_both_lines(self):
        done = subprocess.run([sys.executable, "scripts/mutation_model.py", "--of", "alike", "--number", "3", "--blind",
                               "--match", "model/hpm/hpm.c: "], check=False, capture_output=True, text=True)
        said = done.stdout.splitlines()
        self.assertEqual((done.returncode, said[-1]), (1, "3 mutants, 0 seen, 0 explained, 3 survive"))
        self.assertEqual([re.match(r"SURVIVES: model/hpm/|    alike rtl/hpm/", line) is not None
                          for line in said[1:-1]], 6 * [True])


if __name__ == "__main__":
    unittest.main()
