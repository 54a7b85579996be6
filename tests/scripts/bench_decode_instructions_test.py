# SPDX-License-Identifier: Apache-2.0
"""The figures of the decoder: the page has those that are committed, and growth is seen."""
import json
import unittest

from scripts import bench_decode_instructions as bench, marks
from tests.lib.catalogue import ROOT


class DecodeInstructionsTest(unittest.TestCase):
    def setUp(self):
        self.figures = json.loads((ROOT / bench.COMMITTED).read_text(encoding="ascii"))["figures"]

    def test_the_page_has_the_committed_figures(self):
        page = (ROOT / bench.PAGE).read_text(encoding="utf-8")
        self.assertEqual(marks.replace(page, "decode-instructions", list(bench.table(self.figures))), page)

    def test_all_that_the_gate_counts_has_a_figure(self):
        for name, forms in bench.GATE.items():
            for form in forms:
                self.assertIn(f"{name}, {form}", self.figures)

    def test_growth_of_more_than_three_percent_is_named_and_nothing_else(self):
        now = {name: [with_paths * 1.02] for name, (with_paths, _) in self.figures.items()}
        self.assertEqual(list(bench.grown(now, self.figures)), [])
        now["HTM, stats"][0] *= 1.02
        now["HTM, pc"][0] *= 0.5
        self.assertRegex("\n".join(bench.grown(now, self.figures)), r"^HTM, stats: [\d.]+ .*, [\d.]+ before$")


if __name__ == "__main__":
    unittest.main()
