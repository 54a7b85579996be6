# SPDX-License-Identifier: Apache-2.0
"""A unit is found by its folder in tb/units, and what its unit.toml has is what make, lint and tests have."""
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts import units
from tests.lib.catalogue import ROOT


class UnitFilesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def add(self, name, text):
        path = self.root / f"tb/units/{name}/unit.toml"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="ascii")

    def wrong(self, text):
        self.add("one", text)
        with self.assertRaises(units.Wrong) as raised:
            units.units(self.root)
        return str(raised.exception).removeprefix(f"{self.root}/tb/units/one/unit.toml: ")

    def test_a_folder_is_enough(self):
        self.add("two", 'summary = "Two"\n[builds]\nb = {W = 3}\n')
        self.add("one", 'summary = "One"\nuses = ["XLEN"]\n[builds]\ntiny = {}\n')
        self.assertEqual(list(units.units(self.root)), ["one", "two"])
        self.assertEqual(units.units(self.root)["two"]["builds"], {"b": {"W": 3}})
        self.assertEqual(units.units(self.root)["one"]["uses"], ["XLEN"])

    def test_every_folder_with_a_table_has_a_description(self):
        self.assertEqual(set(units.units()), {path.parent.name for path in (ROOT / "tb/units").glob("*/*.ports")})

    def test_what_no_unit_has_is_named(self):
        self.assertRegex(self.wrong('summary = "One"\nbuild = 3\n'), "^expected one of summary, uses, .* got build$")

    def test_a_value_of_another_kind_is_named(self):
        self.assertEqual(self.wrong('summary = "One"\nuses = "XLEN"\n'), "uses: expected a list, got 'XLEN'")

    def test_what_is_missing_is_named(self):
        self.assertEqual(self.wrong('summary = "One"\n'), "builds is missing")

    def test_what_is_no_toml_is_named(self):
        self.assertIn("line 1", self.wrong("summary\n"))

    def test_make_has_the_builds_of_all(self):
        done = subprocess.run(["make", "-n", "SETUP=no", "-f", "Makefile", "-f", "-", "all-benches"], cwd=ROOT,
                              input="all-benches: ; @echo $(foreach u,$(UNIT_NAMES),$(addprefix $(u)/,$($(u)_BUILDS)))\n",
                              capture_output=True, text=True, check=True)
        self.assertEqual(set(done.stdout.split()[1:]),
                         {f"{name}/{build}" for name, unit in units.units().items() for build in unit["builds"]})

    def test_lint_has_the_parameters_of_a_module(self):
        self.assertIn("nt_hpm -GXLEN=32 -GWIDTH=32", list(units.linted()))
        modules = {line.split()[0] for line in units.linted()}
        self.assertEqual([name for name in modules if not list((ROOT / "rtl").rglob(f"{name}.v"))], [])


if __name__ == "__main__":
    unittest.main()
