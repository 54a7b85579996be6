# SPDX-License-Identifier: Apache-2.0
"""What the lists beside the table say is kept to, and programs in QEMU that hang or
trap are ended."""
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from tests.pmu import lists, qemu
from tests.pmu.judge import Judge
from tests.pmu.places import Result, Run, parse
from tests.pmu.vocabulary import num_counters, row

ROWS = [row(name, "", num_counters()) for name in ("a/1", "a/2", "a/3", "b/1")]
SKIPS = {("here", "csr"): (1, "no way to CSRs")}
IN_SKIPPED = " in tests/pmu/skipped.txt"
PASS = Result("pass")
SKIP = Result("skip", 0, (4, 0))
WRONG = Result("fail answer", 1, (2**64 - 3, 0))


def judged(results, deviations=None, deaths=None, unordered=()):
    judge = Judge("here", 64, ROWS, SKIPS, deviations)
    judge.take([Run("here", 64, results, list(unordered))])
    judge.take_deaths(deaths or {})
    return judge.finish()


def good(**others):
    return {"a/1": PASS, "a/2": PASS, "a/3": PASS, "b/1": SKIP, **{name.replace("_", "/"): result
                                                                    for name,
                                                                   result in others.items()}}


class Judging(unittest.TestCase):
    def test_rows_pass_or_are_skipped_for_a_reason(self):
        judge = judged(good())
        self.assertEqual((judge.passed, judge.skipped, judge.failed, judge.wrong),
                         ({"a/1", "a/2", "a/3"}, {"b/1": "no way to CSRs"}, {}, []))

    def test_a_row_that_differs_fails(self):
        self.assertEqual(judged(good(a_1=WRONG)).failed, {"a/1": "2: INVALID_PARAM 0x0"})

    def test_a_row_that_fails_on_one_of_two_harts_has_failed(self):
        judge = Judge("here", 64, ROWS, SKIPS)
        judge.take([Run("here", 64, good(a_1=WRONG)), Run("here", 64, good())])
        self.assertEqual((judge.finish().failed, judge.passed),
                         ({"a/1": "2: INVALID_PARAM 0x0"}, {"a/2", "a/3"}))

    def test_one_that_is_listed_may_differ_in_that_way_alone(self):
        judge = judged(good(a_1=WRONG), {"a/1": ("2: INVALID_PARAM 0x0", "why")})
        self.assertEqual((judge.failed, judge.wrong, list(judge.deviates)), ({}, [], ["a/1"]))
        judge = judged(good(a_1=WRONG), {"a/1": ("1: INVALID_PARAM 0x0", "why")})
        self.assertEqual(judge.failed, {"a/1": "2: INVALID_PARAM 0x0"})

    def test_one_that_is_listed_and_passes_is_wrong(self):
        wrong = judged(good(), {"a/1": ("2: INVALID_PARAM 0x0", "why")}).wrong
        self.assertEqual(wrong, ["here: a/1 is in tests/pmu/deviations.txt and was passed"])

    def test_one_that_is_listed_and_skipped_is_wrong(self):
        wrong = judged(good(), {"b/1": ("2: INVALID_PARAM 0x0", "why")}).wrong
        self.assertEqual(wrong, ["here: b/1 is in tests/pmu/deviations.txt and was skipped"])

    def test_a_deadly_row_must_be_deadly(self):
        results = good()
        del results["a/1"]
        deviations = {"a/1": ("dies", "why")}
        self.assertEqual(judged(results, deviations, {"a/1": False}).failed, {})
        self.assertEqual(judged(results, deviations, {"a/1": True}).failed, {"a/1": "is survived"})

    def test_a_skip_that_is_not_listed_is_wrong_and_so_is_one_less(self):
        self.assertEqual(judged(good(a_1=SKIP)).wrong,
                         ["here: 2 rows are skipped for csr, 1 are listed" + IN_SKIPPED])
        self.assertEqual(judged(good(b_1=PASS)).wrong,
                         ["here: 0 rows are skipped for csr, 1 are listed" + IN_SKIPPED])

    def test_a_row_that_did_not_run_is_skipped_for_its_platform(self):
        results = good()
        del results["a/1"]
        self.assertEqual(judged(results).wrong,
                         ["here: 1 rows are skipped for platform sscofpmf, 0 are listed" +
                          IN_SKIPPED])

    def test_a_row_that_depends_on_others_is_wrong(self):
        self.assertEqual(judged(good(), unordered=["a/1"]).wrong,
                         ["here: a/1 depends on the rows before it"])

    def test_what_a_place_prints_is_read(self):
        _, run = parse("here", 64, ["platform sscofpmf", "pass a/1", "skip b/1 0x0 0x4 0x0",
                                    "other", "fail answer a/2 0x1 0xfffffffffffffffd 0x0",
                                    "backward: fail csr a/3 0x0 0x1 0x0"])
        self.assertEqual(run.results, {"a/1": PASS, "b/1": SKIP, "a/2": WRONG})
        self.assertEqual((run.unordered, run.others), (["a/3"], ["platform sscofpmf", "other"]))


class Lists(unittest.TestCase):
    def listed(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "deviations.txt"
            path.write_text(text, encoding="ascii")
            return lists.deviations([case.name for case in ROWS], path)

    def test_patterns_are_rows(self):
        self.assertEqual(set(self.listed("a/{1..2} {a/3,b/1} | x | y\n")),
                         {"a/1", "a/2", "a/3", "b/1"})
        self.assertEqual(set(self.listed("# all of a\na/* | x | y\n")), {"a/1", "a/2", "a/3"})

    def test_what_is_no_row_or_is_there_twice_is_refused(self):
        for text, message in (("a/{1..4} | x | y\n", "a/4 is no row"),
                              ("c* | x | y\n", "is no row"),
                              ("a/1 a/* | x | y\n", "a/1 is there twice"),
                              ("a/1 | x\n", ":1: not 3 columns"),
                              ("a/1 | x |\n", ":1: not 3 columns")):
            with self.assertRaisesRegex(ValueError, message):
                self.listed(text)


class Consoles(unittest.TestCase):
    def ended(self, script):
        return qemu.run(["sh", "-c", script])

    def test_an_end_is_an_end(self):
        self.assertEqual(self.ended("printf 'one\\r\\nend\\n'; sleep 100"), ("end", ["one", "end"]))

    def test_a_program_that_stops_by_itself_has_no_end(self):
        self.assertEqual(self.ended("echo one"), ("exit", ["one"]))
        with self.assertRaisesRegex(qemu.Ended, "QEMU ended; its last lines:\none"):
            qemu.lines_of(["sh", "-c", "echo one"])

    def test_a_trap_of_opensbi_is_its_death(self):
        self.assertEqual(self.ended("echo 'sbi_trap_error: hart0: t6=0x2'; sleep 100")[0], "dies")

    def test_what_hangs_is_ended(self):
        with mock.patch.object(qemu, "SECONDS", 1):
            self.assertEqual(self.ended("while :; do :; done")[0], "limit")
        with mock.patch.object(qemu, "STILL", 1):
            self.assertEqual(self.ended("sleep 100")[0], "still")


if __name__ == "__main__":
    unittest.main()
