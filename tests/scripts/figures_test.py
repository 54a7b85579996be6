# SPDX-License-Identifier: Apache-2.0
"""The figures that pages quote are those of the tables that scripts/synth.py writes."""
import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from scripts import figures  # noqa: E402 (the path comes first)

PAGE = """<!-- builds -->
| build | NAND2 | longest path |
| --- | --- | --- |
| `rv64` | 45106 | 82 gates |
<!-- end of builds -->
<!-- options -->
| option | NAND2, added to `rv32-min` | path | NAND2, taken from `rv64` | path |
| --- | --- | --- | --- | --- |
| a filter | 685 | 38 |  |  |
| itype | -60 | 35 | 112 | 74 |
<!-- end of options -->
<!-- parts -->
| module | `rv64` | `tiny` |
| --- | --- | --- |
| `nt_comparator` | 8 x 1559 / 0 / 17 | - |
| `nt_part_bytes` | 3726 / 0 / 10, 2 x 431 / 1 / 8 | - |
<!-- end of parts -->
"""
# Of gates or NAND2, and not filled in by figures.py
BY_HAND = re.compile(r"\d[\d,]* (?:NAND2|gates)\b")
# What the words stand for is no figure of a build.
RULES = {"docs/synthesis.md": ["A flip-flop counts as 6 NAND2", "more than 8,000 NAND2",
                               "a bit is about 10.5 NAND2"]}


class FiguresTest(unittest.TestCase):
    def test_every_page_says_what_the_tables_say(self):
        done = subprocess.run([sys.executable, ROOT / "scripts/figures.py", "--check"],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_no_page_has_such_a_figure_by_hand(self):
        for path in figures.pages():
            text = figures.TABLE.sub("", figures.read(path))
            text = figures.FIGURE.sub("", text)
            for words in RULES.get(path, []):
                self.assertIn(words, text)
                text = text.replace(words, "")
            with self.subTest(path):
                self.assertEqual(BY_HAND.findall(text), [], "scripts/figures.py fills in such")

    def test_a_figure_is_a_cell_or_a_sum_and_may_be_rounded(self):
        tables = figures.read_tables(PAGE)
        for expression, told in [("builds/rv64/NAND2", "45,106"), ("~ builds/rv64/NAND2", "45,100"),
                                 ("builds/rv64/longest path", "82"),
                                 ("~ options/a filter/NAND2, added to rv32-min", "690"),
                                 ("options/itype/path 2", "74"),
                                 ("parts/nt_comparator/rv64", "12,472"),
                                 ("parts/nt_comparator/rv64 each", "1,559"),
                                 ("parts/nt_comparator/rv64 path", "17"),
                                 ("parts/nt_part_bytes/rv64", "4,588"),
                                 ("builds/rv64/NAND2 - parts/nt_comparator/rv64 + "
                                  "options/itype/NAND2, added to rv32-min", "32,574")]:
            with self.subTest(expression):
                self.assertEqual(figures.filled(tables, f"<!-- = {expression} -->0<!-- -->"),
                                 f"<!-- = {expression} -->{told}<!-- -->")

    def test_a_figure_that_no_table_has_is_an_error(self):
        tables = figures.read_tables(PAGE)
        for expression in ("builds/rv32/NAND2", "parts/nt_comparator/tiny",
                           "options/a filter/NAND2, taken from rv64"):
            with self.assertRaisesRegex(figures.Missing, f"has no {expression}"):
                figures.filled(tables, f"<!-- = {expression} -->0<!-- -->")


if __name__ == "__main__":
    unittest.main()
