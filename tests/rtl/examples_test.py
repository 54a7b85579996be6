# SPDX-License-Identifier: Apache-2.0
"""The integration examples of docs/ctr.md and docs/counters.md, in plain Verilog: each compiles without a
warning, and its bench reads what its hart did."""
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts.rtl_files import files_of
from tests.lib.catalogue import ROOT

# Folder, modules, what the bench says
EXAMPLES = [("ctr/example", ["nt_ctr"], "CTR has all three\n"), ("hpm/example", ["nt_hpm"], "the counters have all of it\n"),
            ("ctr/lcofi_example", ["nt_ctr", "nt_hpm"], "each of 100 LCOFIs froze the jumps before it\n")]
# Text of a file that is another, and what the bench says then
WRONG = [("hpm/example/hpm_hart.v", ".csr_retires(1'b1)", ".csr_retires(1'b0)", "CSR b02: 00000001, not 00000000"),
         ("ctr/lcofi_example/lcofi_hart_tb.v", "32'h00001004", "32'h00000004", "CSR 14f is 00000000, not 80000000"),
         ("ctr/lcofi_example/lcofi_hart.v", "SCTRCLR = 32'h10400073", "SCTRCLR = 32'h10200073", "10400073 is illegal")]


class ExamplesTest(unittest.TestCase):
    def run_example(self, place, modules, file="", old="", new=""):
        """What its bench says; with `file` in another text."""
        with tempfile.TemporaryDirectory() as folder:
            sources = []
            for path in sorted((ROOT / "tests" / place).glob("*.v")):
                text = path.read_text(encoding="utf-8")
                if f"{place}/{path.name}" == file:
                    self.assertEqual(text.count(old), 1, old)
                    text = text.replace(old, new)
                sources.append(Path(folder) / path.name)
                sources[-1].write_text(text, encoding="utf-8")
            program = Path(folder) / "program"
            files = dict.fromkeys(path for module in modules for path in files_of(module, str(ROOT / "rtl")))
            made = subprocess.run(["iverilog", "-g2005", "-Wall", "-Irtl/ctr", "-Irtl/hpm", "-Irtl/encoder", "-o", program,
                                   *sources, *files], cwd=ROOT, capture_output=True, text=True, check=False)
            self.assertEqual((made.returncode, made.stderr), (0, ""))
            return subprocess.run(["vvp", "-n", program], capture_output=True, text=True, check=True).stdout

    def test_each_reads_what_its_hart_did(self):
        for place, modules, said in EXAMPLES:
            with self.subTest(place):
                self.assertEqual(self.run_example(place, modules), said)

    def test_each_sees_a_hart_that_is_wrong(self):
        modules = {place: names for place, names, _ in EXAMPLES}
        for file, old, new, said in WRONG:
            with self.subTest(file):
                place = file.rsplit("/", 1)[0]
                self.assertIn(said, self.run_example(place, modules[place], file, old, new))


if __name__ == "__main__":
    unittest.main()
