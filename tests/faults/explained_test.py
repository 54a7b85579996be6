# SPDX-License-Identifier: Apache-2.0
"""The lists of mutants that nobody need notice, against the mutants that there are; and that what
measures them can fail."""
import subprocess
import sys
import unittest
from pathlib import Path

from scripts import model_mutants, mutation, mutation_model, rtl_mutants
from tests.mutation import rtl_judges

MOST_EXPLAINED = 0.1  # of all


def mutation_of_the_model(*arguments):
    done = subprocess.run([sys.executable, "scripts/mutation_model.py", *arguments], check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.returncode, done.stdout.splitlines()


class ListTest:
    """What both lists must be."""

    def test_each_explained_mutant_is_there(self):
        self.assertEqual(self.explained - {mutant.text for mutant in self.mutants}, set())

    def test_at_most_a_tenth_is_explained(self):
        self.assertLessEqual(len(self.explained), MOST_EXPLAINED * len(self.mutants))

    def test_each_explained_mutant_stands_below_a_reason(self):
        reason = None
        for line in self.path.read_text(encoding="ascii").splitlines():
            if line.startswith(self.folder):
                self.assertTrue(reason, line)
            else:
                reason = line if line.endswith(":") else None if not line else reason

    def test_no_two_mutants_are_called_alike(self):
        self.assertEqual(len({mutant.text for mutant in self.mutants}), len(self.mutants))


class RtlTest(ListTest, unittest.TestCase):
    path = mutation.EXPLAINED
    folder = "rtl/"

    @classmethod
    def setUpClass(cls):
        cls.sources = rtl_mutants.find()
        cls.mutants = [mutant for source in cls.sources.values() for mutant in source.mutants()]
        cls.explained = mutation.explained()

    def test_every_module_has_mutants_but_those_that_are_wires_alone(self):
        without = {path for path, source in self.sources.items() if not source.mutants()}
        self.assertEqual(without, {"rtl/nt_pib_unit.v", "rtl/nt_ram_unit.v"})

    def test_each_file_has_a_bench(self):
        judged = {path for bench in self.benches() for path in bench.files}
        self.assertEqual(set(self.sources) - judged, set())

    @staticmethod
    def benches():
        there = rtl_judges.Benches(Path("build/mutation"))
        return there.of_parts() + there.of_wholes()


class ModelTest(ListTest, unittest.TestCase):
    path = mutation_model.explained_file("model")
    folder = "model/"

    @classmethod
    def setUpClass(cls):
        cls.sources = model_mutants.find()
        cls.mutants = [mutant for source in cls.sources.values()
                       for mutant in source.mutants.values()]
        cls.explained = mutation_model.explained("model")

    def test_every_source_of_the_model_has_mutants(self):
        with_mutants = {mutant.path for mutant in self.mutants}
        self.assertEqual({str(path) for path in Path("model").rglob("*.c")} - with_mutants, set())

    def test_a_mutant_is_a_change_of_its_text_alone(self):
        for mutant in self.mutants:
            text = self.sources[mutant.path].text
            self.assertLess(mutant.begin, mutant.end)
            self.assertNotEqual(text[mutant.begin:mutant.end], mutant.new, mutant.text)


class PmuTest(ListTest, unittest.TestCase):
    """One list for the library on RV64 and on RV32; most mutants are in both."""
    folder = "pmu/"

    @classmethod
    def setUpClass(cls):
        cls.path = mutation_model.explained_file("pmu")
        cls.explained = mutation_model.explained("pmu")
        found = {mutant.text: mutant for variant in mutation_model.SUBJECTS["pmu"]
                 for source in model_mutants.find(Path(variant.folder), variant.flags, variant.pattern).values()
                 for mutant in source.mutants.values()}
        cls.mutants = list(found.values())

    def test_every_source_has_mutants(self):
        with_mutants = {mutant.path for mutant in self.mutants}
        self.assertEqual({str(path) for path in Path("pmu").glob("*.c")} - with_mutants, set())

    def test_the_page_has_what_a_whole_run_comes_to(self):
        """None survives, as `make mutation-pmu NUMBER=0` shows: who is not explained is seen."""
        number, explained = len(self.mutants), len(self.explained)
        seen = number - explained
        said = f"of {number:,} such mutants {seen:,} are seen ({100 * seen / number:.1f} %), {explained} explained, and none survives"
        self.assertIn(said, Path("docs/sbi-pmu.md").read_text(encoding="utf-8"))


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
