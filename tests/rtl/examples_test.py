"""The integration examples of docs/ctr.md and docs/counters.md, in plain Verilog: each compiles without a
warning, and its bench reads what its hart did."""
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts.rtl_files import files_of
from tests.lib.catalogue import ROOT

# Folder of tests, module, what the bench says
EXAMPLES = [("ctr", "nt_ctr", "CTR has all three\n"), ("hpm", "nt_hpm", "the counters have all of it\n")]


class ExamplesTest(unittest.TestCase):
    def run_example(self, unit, module):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program"
            made = subprocess.run(["iverilog", "-g2005", "-Wall", "-Irtl/ctr", "-Irtl/hpm", "-Irtl/encoder", "-o", program,
                                   *sorted((ROOT / f"tests/{unit}/example").glob("*.v")),
                                   *files_of(module, str(ROOT / "rtl"))],
                                  cwd=ROOT, capture_output=True, text=True, check=False)
            self.assertEqual((made.returncode, made.stderr), (0, ""))
            return subprocess.run(["vvp", "-n", program], capture_output=True, text=True, check=True).stdout

    def test_each_reads_what_its_hart_did(self):
        for unit, module, said in EXAMPLES:
            with self.subTest(unit):
                self.assertEqual(self.run_example(unit, module), said)


if __name__ == "__main__":
    unittest.main()
