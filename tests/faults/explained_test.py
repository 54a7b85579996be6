"""The lists of mutants that nobody need notice, against the mutants that there are; and that what
measures them can fail."""
import subprocess
import sys
import unittest
from pathlib import Path

from scripts import model_mutants, mutation, mutation_model

MOST_EXPLAINED = 0.1  # of all


def mutation_of_the_model(*arguments):
    done = subprocess.run([sys.executable, "scripts/mutation_model.py", *arguments], check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.returncode, done.stdout.splitlines()


class RtlTest(unittest.TestCase):
    def test_each_equivalent_mutant_of_the_rtl_is_there(self):
        there = {mutation.key(path, changed) for _, path, _, changed in mutation.mutants()}
        self.assertEqual(mutation.equivalents() - there, set())


class ModelTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sources = model_mutants.find()
        cls.mutants = [mutant for source in cls.sources.values()
                       for mutant in source.mutants.values()]

    def test_each_explained_mutant_of_the_model_is_there(self):
        there = {mutant.text for mutant in self.mutants}
        self.assertEqual(mutation_model.explained() - there, set())

    def test_at_most_a_tenth_is_explained(self):
        self.assertLessEqual(len(mutation_model.explained()), MOST_EXPLAINED * len(self.mutants))

    def test_each_explained_mutant_stands_below_a_reason(self):
        reason = None
        for line in mutation_model.EXPLAINED.read_text(encoding="ascii").splitlines():
            if line.startswith("model/"):
                self.assertTrue(reason, line)
            else:
                reason = line if line.endswith(":") else None if not line else reason

    def test_no_two_mutants_are_called_alike(self):
        self.assertEqual(len({mutant.text for mutant in self.mutants}), len(self.mutants))

    def test_every_source_of_the_model_has_mutants(self):
        with_mutants = {mutant.path for mutant in self.mutants}
        self.assertEqual({str(path) for path in Path("model").rglob("*.c")} - with_mutants, set())

    def test_a_mutant_is_a_change_of_its_text_alone(self):
        for mutant in self.mutants:
            text = self.sources[mutant.path].text
            self.assertLess(mutant.begin, mutant.end)
            self.assertNotEqual(text[mutant.begin:mutant.end], mutant.new, mutant.text)


class ReportTest(unittest.TestCase):
    def test_without_judges_mutants_survive(self):
        status, said = mutation_of_the_model("--number", "5", "--blind", "--match",
                                             "flow_lane.c: count_block: ")
        self.assertEqual(status, 1)
        self.assertRegex(said[-1], r"^\d+ mutants, 0 seen, \d+ explained, [1-9]\d* survive$")

    def test_a_number_that_is_none_is_refused(self):
        status, _ = mutation_of_the_model("--number", "many")
        self.assertEqual(status, 2)


if __name__ == "__main__":
    unittest.main()
