"""Every register of a unit on the harness is a row of its table, or is excused there by name."""
import fnmatch
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT
from tests.lib.design import Design

TABLES = sorted((ROOT / "tb/units").glob("*/*.ports"))


def design(top, folders):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "design.xml"
        done = subprocess.run(["verilator", "--xml-only", "--xml-output", out, "-Mdir", folder,
                               "--top-module", top.stem, *(f"-I{path}" for path in folders), top],
                              cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return Design(out, top.stem)


def folders_of(unit):
    return [unit, *sorted({path.parent for path in (ROOT / "rtl").rglob("*.v*")})]


def excuses(table):
    return re.findall(r"(?m)^not +\| (\S+) +\| (.+)$", table.read_text(encoding="utf-8"))


def unexplained(table):
    """By build what is in no row; and the excuses that were needed."""
    missing, used = [], set()
    for top in sorted((ROOT / f"build/units/{table.stem}").glob("*/nt_*_unit.v")):
        for register, why in design(top, folders_of(table.parent)).unprobed().items():
            found = [pattern for pattern, _ in excuses(table)
                     if fnmatch.fnmatchcase(register, pattern)]
            used.update(found)
            missing += [] if found else [f"{top.parent.name}: {register}: {why}"]
    return missing, used


class UnitRegistersTest(unittest.TestCase):
    def check(self, table):
        missing, used = unexplained(table)
        self.assertEqual(missing, [], "\n" + "\n".join(missing))
        self.assertEqual({pattern for pattern, _ in excuses(table)} - used, set(), "no such register")

    def test_a_register_that_no_row_has_is_missed(self):
        top = ROOT / "build/units/pib/1/nt_pib_unit.v"
        with tempfile.TemporaryDirectory() as folder:
            changed = Path(folder) / "nt_pib.v"
            source = (ROOT / "rtl/transport/nt_pib.v").read_text(encoding="utf-8")
            changed.write_text(re.sub(r"(?m)^endmodule", "    reg new_reg;\n    always @(posedge clk) "
                                      "new_reg <= rst;\nendmodule", source), encoding="utf-8")
            found = design(top, [folder, *folders_of(ROOT / "tb/units/pib")]).unprobed()
        self.assertEqual(found.get("dut.new_reg"), "it is no probe")


for TABLE in TABLES:
    setattr(UnitRegistersTest, f"test_of_{TABLE.stem}", lambda self, table=TABLE: self.check(table))


if __name__ == "__main__":
    unittest.main()
