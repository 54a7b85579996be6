# SPDX-License-Identifier: Apache-2.0
"""The stage checklist of the units is of the tree as it is."""
import json
import subprocess
import unittest

from scripts import stages
from tests.lib.catalogue import ROOT


def printed(*options):
    return subprocess.run([ROOT / "scripts/stages.py", *options], capture_output=True, text=True, check=True).stdout


class StagesTest(unittest.TestCase):
    def test_the_page_is_what_the_command_prints(self):
        self.assertEqual((ROOT / "docs/project/stages.md").read_text("utf-8"), printed(),
                         "run: scripts/stages.py > docs/project/stages.md")

    def test_every_point_of_every_unit_is_in_the_json(self):
        found = json.loads(printed("--json"))
        points = [point["point"] for point in found["points"]]
        self.assertEqual({tuple(cells) for cells in map(sorted, found["units"].values())}, {tuple(sorted(points))})
        self.assertGreater(len(found["units"]), 15)

    def test_a_unit_without_a_point_has_it_open(self):
        unit = {"lint": {}, "synthesis": {}, "packages": {}, "builds": {"1": {}}, "coverage": None, "without_rtl": False}
        cells = stages.row("lanes", unit)
        self.assertEqual([cells[point] for point in ("synthesis", "package", "coverage", "mutants", "vectors")], [""] * 5)
        self.assertEqual(cells["lockstep"], "1 build")


if __name__ == "__main__":
    unittest.main()
