# SPDX-License-Identifier: Apache-2.0
"""`make lint` on a small copy of the tree in which every kind of file has a fault."""
import os
import shutil
import subprocess
import tempfile
import unittest

from tests.lib.catalogue import ROOT

KEPT = ["Makefile", ".clang-format", ".clang-tidy", ".ci", "scripts", "rtl", "model/config.h",
        "tests/run", "tests/lib"]
FORMATTED = "int nt_{0}(int n);\n\nint nt_{0}(int n) {{\n{1}}}\n"
LEAK = """\
    char *p = malloc(10);
    if (p == NULL) {
        return -1;
    }
    if (n > 1) {
        return 1;
    }
    free(p);
    return 0;
"""


class LintTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        for name in KEPT:
            cls.copy(name)
        cls.write("sim/unformatted.c", "int nt_a( void ) ;\n")
        cls.write("sim/untidy.c", FORMATTED.format("b", "    if (n)\n        return 1;\n"
                                                        "    return 0;\n"))
        cls.write("sim/leak.c", "#include <stdlib.h>\n\n" + FORMATTED.format("c", LEAK))
        cls.write("scripts/unquoted.sh", '#!/bin/sh\nrm $1\n')
        cls.write("tests/lib/unused.py", "import os\n")
        cls.break_rtl("rtl/transport/nt_pib.v")
        subprocess.run(["patch", "-s", "-p1", "-d", cls.folder, "-i",
                        ROOT / "tests/sweep/false-loop.patch"], check=True)
        cls.write("docs/tab.md", "a\tb\n")
        environment = {key: value for key, value in os.environ.items()
                       if not key.startswith("MAKE") and key != "MFLAGS"}
        cls.lint = subprocess.run(
            ["make", "-k", "SETUP=no", "lint"], cwd=cls.folder, env=environment, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)

    @classmethod
    def copy(cls, name):
        target = os.path.join(cls.folder, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if os.path.isdir(ROOT / name):
            shutil.copytree(ROOT / name, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, target)

    @classmethod
    def read(cls, name):
        with open(os.path.join(cls.folder, name), encoding="utf-8") as file:
            return file.read()

    @classmethod
    def write(cls, name, text):
        path = os.path.join(cls.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    @classmethod
    def break_rtl(cls, name):
        cls.write(name, cls.read(name).replace("endmodule", "wire [3:0] unread = 4'd1;\nendmodule"))

    def assert_found(self, text):
        self.assertIn(text, self.lint.stdout)

    def test_exits_with_a_failure(self):
        self.assertNotEqual(self.lint.returncode, 0)
        self.assertNotIn("lint: clean", self.lint.stdout)

    def test_finds_c_that_is_not_laid_out(self):
        self.assert_found("sim/unformatted.c:1: not as clang-format lays it out")

    def test_finds_c_that_clang_tidy_refuses(self):
        self.assert_found("readability-braces-around-statements")

    def test_finds_a_leak(self):
        self.assert_found("Memory leak: p")

    def test_finds_a_fault_in_shell(self):
        self.assert_found("SC2086")

    def test_finds_an_unused_import(self):
        self.assert_found("'os' imported but unused")

    def test_finds_verilog_that_verilator_warns_of(self):
        self.assert_found("Signal is not used: 'unread'")

    def test_finds_a_loop_that_is_none_and_that_one_pass_of_verilator_hides(self):
        self.assert_found("Circular combinational logic: 'nt_encoder.flow.chain'")

    def test_finds_a_fault_in_any_other_file(self):
        self.assert_found("docs/tab.md:1: a tab")



if __name__ == "__main__":
    unittest.main()
