# SPDX-License-Identifier: Apache-2.0
"""A unit that is not in the tree, that of docs/unit.md, is added by its own folder alone: bench, command, lint, mutation,
synthesis, coverage, packages and pages know it, and no other file changes."""
import json
import shutil
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE
from tests.lib.tree_copy import TreeCopy

NEEDS = ("host", "venv-if-possible")
EXAMPLE = ROOT / "tests/tb/saturating"
NAME = "saturating"
FOLDER = f"tb/units/{NAME}"


class GuestUnitTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.copy = TreeCopy(Path(temporary.name) / "tree")
        cls.tree, cls.made = cls.copy.path, staticmethod(cls.copy.made)
        shutil.copytree(EXAMPLE, cls.tree / FOLDER)
        cls.made("make", "-s", "SETUP=no", "host", f"unit-{NAME}")

    def tearDown(self):
        self.assertEqual(self.copy.status(), f"?? {FOLDER}/\n")

    def test_the_command_runs_its_bench(self):
        self.assertRegex(self.made("build/ntrace", "lockstep", "--unit", NAME, "--build", 6, "--cycles", 20000),
                         r"20000 cycles, [1-9]\d* saturated")
        self.assertIn(f"{NAME}", self.copy.run("build/ntrace", "lockstep", "--unit", "nosuch").stderr)

    def test_lint_elaborates_its_module(self):
        self.made("make", "-s", "SETUP=no", f"build/lint/unit-{NAME}")
        path = self.tree / FOLDER / "nt_saturating.v"
        text = path.read_text("ascii")
        path.write_text(text.replace("reg [1:0]   level_reg", "reg [2:0]   level_reg"), "ascii")
        self.assertNotEqual(self.copy.run("make", "-s", "SETUP=no", f"build/lint/unit-{NAME}").returncode, 0)
        path.write_text(text, "ascii")

    def test_mutants_of_its_rtl_are_judged_by_its_bench(self):
        if not WHOLE:  # by day they are found, and their bench
            said = self.made("scripts/mutation.py", "--quick", "--list", "--number", 0, "--match", FOLDER).splitlines()
            self.assertRegex(said[0], r"^seed 1, [1-9]\d mutants to draw from$")
            return
        said = self.made("scripts/mutation.py", "--quick", "--number", 0, "--match", FOLDER).splitlines()
        self.assertRegex(said[-1], r"^[1-9]\d mutants, [1-9]\d seen, 0 explained, 0 survive$")

    def test_it_is_synthesized(self):
        self.made("scripts/synth.py", "nt_saturating", "nt_saturating-16")
        small, large = (json.loads((self.tree / f"build/synth/nt_saturating{end}.json").read_text("utf-8"))["flip_flops"]
                        for end in ("", "-16"))
        self.assertEqual((small, large), (8 + 2, 16 + 2))  # count and level; the entries are a memory

    def test_the_report_has_its_coverage(self):
        if not WHOLE:  # a bench more is built
            return
        self.made("scripts/coverage.py", "--unit", NAME, "--seeds", 1, "--cycles", 5000, "--folder", "build/coverage")
        report = json.loads((self.tree / "build/coverage/report.json").read_text("utf-8"))
        self.assertEqual([file["file"] for file in report["rtl"]["files"]], [f"{FOLDER}/nt_saturating.v"])

    def test_packages_and_pages_are_made_in_its_folder(self):
        self.made("scripts/packages.py")
        self.made("scripts/unit_page.py")
        self.made("scripts/unit_page.py", "--check")
        self.assertEqual((self.tree / FOLDER / "lists/nt_saturating.f").read_text("ascii").splitlines()[-1],
                         f"{FOLDER}/nt_saturating.v")
        self.made("iverilog", "-g2005", "-tnull", "-s", "nt_saturating", "-f", f"{FOLDER}/lists/nt_saturating.f")
        page = (self.tree / FOLDER / "README.md").read_text("utf-8")
        self.assertIn("| lockstep | 2 builds |", page)
        self.assertIn("| Outputs | output | `count` | `W` |", page)
        for script in ("signals.py", "stages.py"):
            self.made(f"scripts/{script}")


if __name__ == "__main__":
    unittest.main()
