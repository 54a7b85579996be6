# SPDX-License-Identifier: Apache-2.0
"""The list of rules: laid out as it says, and each test that it names exists."""
import re
import unittest
from pathlib import Path

HERE = Path(__file__).parent
SOURCES = [path for path in HERE.glob("witness*_test.py") if path.name != "witness_replay_test.py"]
PART_OF_1_0 = re.compile(r'^([A-Za-z][\w-]*|"[^"]+")$')
SECTION_OF_DRAFT = re.compile(r"^[1-6](\.\d){0,2}$")


def rules():
    for number, line in enumerate((HERE / "rules.txt").read_text(encoding="utf-8").splitlines(), 1):
        if line and not line.startswith("#"):
            yield number, [cell.strip() for cell in line.split("|")]


def clauses(cell):
    """Tags and titles of 1.0, and sections of the draft."""
    parts = re.findall(r'"[^"]+"|[^\s;]+', cell)
    return ([part for part in parts if PART_OF_1_0.match(part)],
            [part for part in parts if SECTION_OF_DRAFT.match(part)], parts)


def tests_of(paths):
    return {name for path in paths for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))}


class RulesTest(unittest.TestCase):
    def test_each_rule_has_five_cells_and_an_id_of_its_own(self):
        seen = set()
        for number, cells in rules():
            self.assertEqual(len(cells), 5, f"line {number}")
            self.assertTrue(all(cells), f"line {number}")
            self.assertNotIn(cells[0], seen, f"line {number}")
            seen.add(cells[0])
        self.assertGreater(len(seen), 200)

    def test_each_rule_cites_the_texts_that_it_holds_for(self):
        for number, (name, chosen, clause, *_) in rules():
            ratified, draft, parts = clauses(clause)
            if name.startswith("choice."):
                continue
            self.assertEqual(len(ratified) + len(draft), len(parts), f"line {number}: {clause}")
            self.assertEqual((bool(ratified), bool(draft)), {"R": (True, False), "D": (False, True),
                                                             "B": (True, True)}[chosen], f"line {number}")

    def test_the_tests_named_exist_and_each_test_of_the_witness_is_named(self):
        named = {cells[4] for _, cells in rules()} - {"-"}
        there = tests_of(SOURCES)
        self.assertEqual(named - tests_of(HERE.glob("*_test.py")), set())
        self.assertEqual(there - named, {"test_what_is_open_is_known_bit_by_bit_as_it_is_written"})

    def test_few_rules_have_no_test(self):
        self.assertLessEqual(sum(cells[4] == "-" for _, cells in rules()), 12)

    def test_the_tags_of_1_0_are_all_cited(self):
        tags = {part for _, cells in rules() for part in clauses(cells[2])[0] if not part.startswith('"')}
        self.assertEqual(len(tags), 138)


if __name__ == "__main__":
    unittest.main()
