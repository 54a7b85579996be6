# SPDX-License-Identifier: Apache-2.0
"""Shapes of nt_system that its lockstep has not, under Icarus: without any sink, and with a hart that
leaves its own RAM sink aside. Faults are seen."""
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

BENCHES = ["nt_bare_tb", "nt_fork_tb"]

FAULTS = {
    "a_pin_that_does_not_rest": ("assign BREADY  = 1'b0;", "assign BREADY  = 1'b1;"),
    "a_request_from_nowhere": ("assign sync_request = 1'b0;", "assign sync_request = 1'b1;"),
    "a_page_that_is_not_0": ("assign page_rdata[32*p +: 32] = 32'd0;",
                             "assign page_rdata[32*p +: 32] = 32'd1;"),
    "bytes_that_nobody_sent": ("{{TOP_COUNT_W-OUT_COUNT_W{1'b0}}, last_count};",
                               "{{TOP_COUNT_W-OUT_COUNT_W{1'b1}}, last_count};"),
}


def said(rtl, folder, *options):
    """What the benches say over the RTL in a folder; more options of iverilog."""
    folders = [Path(rtl), *(Path(rtl) / name for name in ("control", "encoder", "transport"))]
    lines = []
    for bench in BENCHES:
        program = Path(folder) / f"{bench}.vvp"
        subprocess.run(["iverilog", "-g2005", *(f"-I{path}" for path in folders),
                        *(word for path in folders for word in ("-y", path)), *options, "-s", bench,
                        "-o", program, ROOT / f"tests/system/{bench}.v"], check=True)
        done = subprocess.run(["vvp", "-n", program], check=True, stdout=subprocess.PIPE, text=True)
        lines += done.stdout.splitlines()
    return lines


def is_content(lines):
    return lines == ["done"] * len(BENCHES)


class ShapesTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def test_what_is_not_built_rests_and_what_is_given_arrives(self):
        lines = said(ROOT / "rtl", self.folder)
        self.assertTrue(is_content(lines), lines)

    def check_fault(self, old, new):
        shutil.copytree(ROOT / "rtl", self.folder / "rtl")
        path = self.folder / "rtl/nt_system.v"
        text = path.read_text(encoding="ascii")
        self.assertEqual(text.count(old), 1, old)
        path.write_text(text.replace(old, new), encoding="ascii")
        lines = said(self.folder / "rtl", self.folder)
        self.assertTrue(any(line.startswith("wrong: ") for line in lines), lines)


for FAULT, WHERE in FAULTS.items():
    setattr(ShapesTest, "test_seen_is_" + FAULT, lambda self, where=WHERE: self.check_fault(*where))


if __name__ == "__main__":
    unittest.main()
