# SPDX-License-Identifier: Apache-2.0
"""Golden models as flat functions: what scripts/unit_flat.py makes of a table and its builds, and what it refuses."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

TABLE = """module nt_thing
model thing
view thing_view thing.h
each b NBLOCKS

= Inputs
in | rst | 1 | v->rst
in | in[{b}] | W | v->in[{b}]

= Outputs
include more.rows
"""
MORE = "out | out | W | v->valid | v->out\nprobe | top | 1 |  | dut.top_reg | v->top == {TOP}\n"
BUILDS = ["small", "NBLOCKS=1", "W=4", "TOP=1", "--", "large", "NBLOCKS=3", "W=8", "TOP=1"]


class UnitFlatTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "made").mkdir()

    def make(self, *words, table=TABLE):
        (self.folder / "thing.ports").write_text(table, encoding="ascii")
        (self.folder / "more.rows").write_text(MORE, encoding="ascii")
        return subprocess.run([sys.executable, ROOT / "scripts/unit_flat.py", self.folder / "thing.ports",
                               self.folder / "made", *words], capture_output=True, text=True, check=False)

    def made(self, suffix):
        return (self.folder / f"made/thing{suffix}").read_text(encoding="ascii")

    def test_the_rows_are_those_of_all_builds(self):
        self.assertEqual(self.make(*BUILDS).stderr, "")
        code = self.made(".cpp")
        for name in ("in[0]", "in[1]", "in[2]", "out", "top"):
            self.assertEqual(code.count(f'"{name}"'), 1)
        self.assertIn("valid[0] = (bool)((v->valid));", code)

    def test_a_build_called_most_has_rows_and_is_none(self):
        self.make(*BUILDS, "--", "most", "NBLOCKS=4", "W=8", "TOP=1")
        self.assertIn('"in[3]"', self.made(".cpp"))
        self.assertEqual(json.loads(self.made(".json")), {"module": "nt_thing", "builds": {
            "small": {"NBLOCKS": 1, "W": 4, "TOP": 1}, "large": {"NBLOCKS": 3, "W": 8, "TOP": 1}}})

    def test_the_table_has_what_it_includes(self):
        self.make(*BUILDS)
        self.assertIn(MORE, self.made(".ports"))
        self.assertNotIn("include", self.made(".ports"))

    def test_a_row_that_means_another_thing_in_another_build_is_refused(self):
        done = self.make(*BUILDS, "--", "other", "NBLOCKS=1", "W=4", "TOP=0")
        self.assertEqual((done.returncode, done.stderr), (
            1, "unit_flat.py: thing: top means v->top == 1 in one build, v->top == 0 in another\n"))
        self.assertFalse((self.folder / "made/thing.cpp").exists())

    def test_a_table_without_a_model_is_refused(self):
        done = self.make(*BUILDS, table=TABLE.replace("model thing\n", ""))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"thing\.ports:1: no model\n$")


if __name__ == "__main__":
    unittest.main()
