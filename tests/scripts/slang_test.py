# SPDX-License-Identifier: Apache-2.0
"""A front end that holds to the letter of the standard takes the RTL; what it would refuse is seen."""
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts import slang
from tests.lib.catalogue import ROOT
from tests.lib.faults import put_fault

NEEDS = ("venv-if-possible",)
PYTHON = ROOT / "build/venv/bin/python3"
# Top; file, text that is there once, text that is there then; the code of what slang says
FAULTS = {
    "a name before its declaration": ("nt_funnel", "rtl/transport/nt_funnel_merge.v", "    integer i;\n",
                                      "    integer i;\n    wire early = late;\n    wire late = early_given;\n"
                                      "    wire early_given = 1'b0;\n", "UsedBeforeDeclared"),
    "a block without a name": ("nt_ctr", "rtl/ctr/nt_ctr.v", "begin : out_of_range", "begin", "UnnamedGenerate"),
    "a name that is none": ("nt_pib", "rtl/transport/nt_pib.v", "accepts && buffer_ready;", "accepts && buffer_readi;",
                            "TypoIdentifier"),
    "& within |": ("nt_funnel", "rtl/transport/nt_funnel_merge.v",
                   "first_count | (in_count[i*COUNT_W +: COUNT_W] & {COUNT_W{first[i]}});",
                   "first_count | in_count[i*COUNT_W +: COUNT_W] & {COUNT_W{first[i]}};", "BitwiseOpParentheses"),
}


def read(*words):
    return subprocess.run([PYTHON, ROOT / "scripts/slang.py", *words], cwd=ROOT, capture_output=True, text=True, check=False)


class SlangTest(unittest.TestCase):
    def test_every_list_is_read_without_a_complaint(self):
        done = read()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"^\d\d tops read, 0 complaints\n$")

    def test_each_complaint_is_seen(self):
        for name, (top, file, old, new, code) in FAULTS.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                shutil.copytree(ROOT / "rtl", Path(folder) / "rtl")
                put_fault(Path(folder), file, old, new)
                done = read("--rtl", f"{folder}/rtl", top)
                self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
                self.assertIn(f"[{code}]", done.stdout)

    def test_the_parameters_of_lint_are_elaborated(self):
        self.assertIn(["-GXLEN=32", "-GWIDTH=32"], list(slang.shapes("nt_hpm")))
        self.assertIn("-GNBLOCKS=4", [word for words in slang.shapes("nt_encoder") for word in words])

    def test_without_slang_it_is_one_line_and_status_2(self):
        done = subprocess.run(["python3", "-I", ROOT / "scripts/slang.py"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))


if __name__ == "__main__":
    unittest.main()
