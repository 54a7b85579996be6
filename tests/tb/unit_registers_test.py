# SPDX-License-Identifier: Apache-2.0
"""Every register of a unit on the harness is a row of its table, or is excused there by name."""
import fnmatch
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT
from tests.lib.design import Design

NEEDS = ("benches", "system-benches", "units")


# By table, where its tops lie: one for each build
TOPS = {ROOT / "tb/encoder/encoder.ports": "build/*/nt_encoder_unit.v",
        ROOT / "tb/system/system.ports": "build/*/system-*/nt_system_unit.v",
        **{table: f"build/units/{table.stem}/*/nt_{table.stem}_unit.v"
           for table in sorted((ROOT / "tb/units").glob("*/*.ports"))}}
ROWS = ROOT / "tb/units/encoder.rows"


def design(top, folders):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "design.xml"
        done = subprocess.run(["verilator", "--xml-only", "--xml-output", out, "-Mdir", folder,
                               "--top-module", top.stem, *(f"-I{path}" for path in folders), top],
                              cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return Design(out, top.stem)


def folders_of(table):
    return [table.parent, *sorted({path.parent for path in (ROOT / "rtl").rglob("*.v*")})]


def unexplained(top, folders):
    """What is in no row and not excused, by register; and the excuses that were needed."""
    excuses = re.findall(r"(?m)^// not compared: (\S+)$", top.read_text(encoding="utf-8"))
    missing, used = {}, set()
    for register, why in design(top, folders).unprobed().items():
        found = [pattern for pattern in excuses if fnmatch.fnmatchcase(register, pattern)]
        used.update(found)
        if not found:
            missing[register] = why
    return missing, used


def patterns(table):
    """All excuses, in the table and in what it includes."""
    text = table.read_text(encoding="utf-8")
    rows = [table.parent / name for name in re.findall(r"(?m)^include (\S+)$", text)]
    return {pattern for path in (table, *rows) for pattern in
            re.findall(r"(?m)^not +\| (\S+)", path.read_text(encoding="utf-8"))}


class UnitRegistersTest(unittest.TestCase):
    def check(self, table):
        tops = sorted(ROOT.glob(TOPS[table]))
        self.assertNotEqual(tops, [], "nothing is built")
        used = set()
        for top in tops:
            with self.subTest(build=top.parent.name):
                missing, needed = unexplained(top, folders_of(table))
                self.assertEqual(missing, {})
                used |= needed
        self.assertEqual(patterns(table) - used, set(), "no such register, or it is compared")


class MissingTest(unittest.TestCase):
    """What the check is for, in the encoder's table and the build tiny."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def missing(self, rows=lambda text: text, flow=lambda text: text):
        """What is missing if the shared rows, or nt_flow.v, are others."""
        for path, change in ((ROWS, rows), (ROOT / "tb/units/registers.rows", lambda text: text),
                             (ROOT / "tb/encoder/encoder.ports", lambda text: text),
                             (ROOT / "rtl/encoder/nt_flow.v", flow)):
            copy = self.folder / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
        values = subprocess.run(["python3", "scripts/config.py", "g", "rtl/config/tiny.cfg"], cwd=ROOT,
                                capture_output=True, text=True, check=True).stdout
        table = self.folder / "tb/encoder/encoder.ports"
        subprocess.run(["python3", "scripts/unit.py", table, "tiny", self.folder,
                        *values.replace("-G", "").split()], cwd=ROOT, check=True)
        folders = [self.folder / "rtl/encoder", *folders_of(ROOT / "tb/encoder/encoder.ports")]
        return unexplained(self.folder / "nt_encoder_unit.v", folders)[0]

    def without(self, pattern, by=""):
        def change(text):
            text, count = re.subn(pattern, by, text)
            self.assertEqual(count, 1, pattern)
            return text
        return change

    def test_a_row_that_is_gone_is_missed(self):
        self.assertEqual(self.missing(rows=self.without(r"(?m)^probe \| last_prv .*\n")),
                         {"dut.encoder.flow.prv_reg": "it is no probe"})

    def test_bits_that_no_row_looks_at_are_missed(self):
        missing = self.missing(rows=self.without(r"(?m)^probe \| hist_period .*\n"))
        self.assertEqual(missing.keys(), {"dut.encoder.flow.history_reg"})
        self.assertRegex(missing.popitem()[1], r"bits \[\d+, \d+\]")

    def test_a_new_register_is_missed(self):
        new = ("    reg [3:0] new_reg;\n"
               "    always @(posedge clk) new_reg <= new_reg + {3'd0, rst};\nendmodule")
        self.assertEqual(self.missing(flow=self.without(r"(?m)^endmodule", new)),
                         {"dut.encoder.flow.new_reg": "it is no probe"})


for TABLE in TOPS:
    setattr(UnitRegistersTest, f"test_of_{TABLE.stem}", lambda self, table=TABLE: self.check(table))


if __name__ == "__main__":
    unittest.main()
