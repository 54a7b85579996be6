# SPDX-License-Identifier: Apache-2.0
"""The figures of instructions per cycle: the page has those that are committed, and a change is seen."""
import contextlib
import io
import json
import unittest

from scripts import bench_instructions, marks
from tests.lib.catalogue import ROOT


class InstructionsTest(unittest.TestCase):
    def setUp(self):
        self.figures = json.loads((ROOT / bench_instructions.COMMITTED).read_text(encoding="ascii"))

    def test_the_page_has_the_committed_figures(self):
        page = (ROOT / bench_instructions.PAGE).read_text(encoding="utf-8")
        lines = list(bench_instructions.table(self.figures))
        self.assertEqual(marks.replace(page, "instructions", lines), page)

    def test_the_parts_are_the_whole(self):
        for config, parts in self.figures.items():
            with self.subTest(config):
                self.assertAlmostEqual(parts["whole"], sum(parts.values()) - parts["whole"], delta=5)

    def test_a_change_of_more_than_five_percent_is_reported(self):
        now = json.loads(json.dumps(self.figures))
        now["rv64"]["model"] = round(now["rv64"]["model"] * 1.06)
        now["rv64"]["whole"] = round(now["rv64"]["whole"] * 0.96)
        with contextlib.redirect_stdout(io.StringIO()) as out:
            self.assertEqual(bench_instructions.show(now, self.figures), 1)
        self.assertRegex(out.getvalue(), r"(?m)^rv64, model .* 6\.0%  changed$")


if __name__ == "__main__":
    unittest.main()
