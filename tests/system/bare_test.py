"""nt_system without any sink, under Icarus: what is not built rests, and reads 0. Faults are seen."""
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

BENCH = ROOT / "tests/system/nt_bare_tb.v"

FAULTS = {
    "a_pin_that_does_not_rest": ("assign BREADY  = 1'b0;", "assign BREADY  = 1'b1;"),
    "a_request_from_nowhere": ("assign sync_request = 1'b0;", "assign sync_request = 1'b1;"),
    "a_page_that_is_not_0": ("assign page_rdata[32*p +: 32] = 32'd0;",
                             "assign page_rdata[32*p +: 32] = 32'd1;"),
}


def said(rtl, folder, *options):
    """What the bench says over the RTL in a folder; more options of iverilog."""
    program = Path(folder) / "bare.vvp"
    folders = [Path(rtl), *(Path(rtl) / name for name in ("control", "encoder", "transport"))]
    subprocess.run(["iverilog", "-g2005", *(f"-I{path}" for path in folders),
                    *(word for path in folders for word in ("-y", path)), *options, "-s",
                    "nt_bare_tb", "-o", program, BENCH], check=True)
    return subprocess.run(["vvp", "-n", program], check=True, stdout=subprocess.PIPE,
                          text=True).stdout


class BareTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def test_what_is_not_built_rests_and_reads_0(self):
        self.assertEqual(said(ROOT / "rtl", self.folder), "done\n")

    def check_fault(self, old, new):
        shutil.copytree(ROOT / "rtl", self.folder / "rtl")
        path = self.folder / "rtl/nt_system.v"
        text = path.read_text(encoding="ascii")
        self.assertEqual(text.count(old), 1, old)
        path.write_text(text.replace(old, new), encoding="ascii")
        self.assertIn("wrong: ", said(self.folder / "rtl", self.folder))


for FAULT, WHERE in FAULTS.items():
    setattr(BareTest, "test_seen_is_" + FAULT, lambda self, where=WHERE: self.check_fault(*where))


if __name__ == "__main__":
    unittest.main()
