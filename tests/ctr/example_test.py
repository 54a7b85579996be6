"""The integration example of docs/ctr.md, in plain Verilog."""
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts.rtl_files import files_of
from tests.lib.catalogue import ROOT

EXAMPLE = ROOT / "tests/ctr/example"


class ExampleTest(unittest.TestCase):
    def run_with(self, *defines):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program"
            subprocess.run(["iverilog", "-g2005", "-Wall", "-Irtl/ctr", *defines, "-o", program,
                            *sorted(EXAMPLE.glob("*.v")), *files_of("nt_ctr", str(ROOT / "rtl"))],
                           cwd=ROOT, check=True)
            return subprocess.run(["vvp", "-n", program], capture_output=True, text=True, check=True).stdout

    def test_it_compiles_and_reads_what_its_hart_retired(self):
        self.assertEqual(self.run_with(), "CTR has all three\n")


if __name__ == "__main__":
    unittest.main()
