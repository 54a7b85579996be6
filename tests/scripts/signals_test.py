# SPDX-License-Identifier: Apache-2.0
"""docs/signals.md is what the tables of the units have."""
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts import signals
from tests.lib.catalogue import ROOT


class SignalsTest(unittest.TestCase):
    def test_the_page_is_as_the_tables_are(self):
        done = subprocess.run(["python3", ROOT / "scripts/signals.py", "--check"], check=False)
        self.assertEqual(done.returncode, 0, "scripts/signals.py writes it")

    def test_a_row_has_its_group_its_conditions_and_those_around_it(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "more.rows").write_text("probe | b_{i} | W | m.c | dut.b | m.b\nwhile\n")
            path = Path(folder) / "unit.ports"
            path.write_text("# words\nmodule x\n= Some\nin | a[{i}] | 3 | v->a\nwhile m.on ~ dut.on\n"
                            "include more.rows\nout | c | {W} | | v->c\nnot | dut.d | | no\n")
            self.assertEqual(list(signals.rows_of(path)), [
                ("Some", "input", "a[{i}]", "3", "", ""),
                ("Some", "register", "b_{i}", "W", "m.on && m.c", "dut.b"),
                ("Some", "output", "c", "{W}", "", "")])


if __name__ == "__main__":
    unittest.main()
