# SPDX-License-Identifier: Apache-2.0
"""`ntrace tv info`: figures of a trace, against those that a text has."""
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

PROGRAM = ROOT / "build/ntrace"

TEXT = """
.ntv
.xlen 32
.flen 64
.mlen 34
.absent fcsr
begin
  reset
end
begin
  initialize
  request store 32 0x80000000 0x13
  request store 8 0x80000004 1
end
begin
  increment-pc
  insn32 0x006281b3
  gp = 0x1234
begin
  pc = 0x80000000
  insn16 0xa001
  gp += 1
  fa0 = 0x1234567812345678
end
mtime = 5
"""
EXPECTED = {
    "file": True, "xlen": 32, "flen": 64, "mlen": 34, "eaddr_xlen": False, "absent": ["fcsr"],
    # reset 3; 2 + 11 + 8 + 1; 1 + 1 + 5 + 7; 1 + 6 + 3 + 4 + 11 + 1; mtime 10
    "bytes": 3 + 22 + 14 + 26 + 10, "groups": 5, "instructions": 2, "bytes_per_instruction": 20.0,
    "fields": {"begin group": 4, "end group": 3, "increment pc": 1, "full register": 2,
               "incremental register (offset)": 1, "additional state": 2, "memory request": 2,
               "hart reset": 1, "state initialization": 1, "16-bit instruction": 1,
               "32-bit instruction": 1},
    "violations": {},
}


def run(*words, data=None):
    return subprocess.run([str(PROGRAM), "tv", *map(str, words)], cwd=ROOT,
                          input=data, capture_output=True, check=False)


class InfoTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.trace = Path(self.folder.name) / "a.ntv"

    def assemble(self, text):
        source = Path(self.folder.name) / "a.s"
        source.write_text(text)
        self.assertEqual(run("assemble", source, "-o", self.trace).returncode, 0)
        return self.trace

    def test_figures_are_those_of_the_text(self):
        done = run("info", "--json", self.assemble(TEXT))
        self.assertEqual((done.returncode, json.loads(done.stdout)), (0, EXPECTED))

    def test_the_text_has_the_same_figures(self):
        out = run("info", self.assemble(TEXT)).stdout.decode()
        for line in ("XLEN 32, FLEN 64, MLEN 34", "absent  fcsr", "75  bytes", "5  groups",
                     "2  instructions, 20.00 bytes each", "2  full register"):
            self.assertIn(line, out)

    def test_what_breaks_a_rule_is_counted(self):
        done = run("info", "--json", self.assemble(TEXT + "begin\n gp = 1\n gp = 2\n gp = 3\n"
                                                   " insn16 0xffff\nend\nend\n"))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(json.loads(done.stdout)["violations"],
                         {"twice": 2, "instruction-length": 1, "end-alone": 1})
        complete = run("info", "--complete", self.assemble(".ntv\n.xlen 64\nbegin\ninsn16 1\nend\n"))
        self.assertEqual(complete.returncode, 1)
        self.assertIn(b"1  violation no-pc (section 3.1)", complete.stdout)

    def test_a_warning_is_no_failure(self):
        self.assertEqual(run("info", self.assemble(".ntv\n.xlen 64\nbegin\ninsn16 3\nend\n"))
                         .returncode, 0)

    def test_what_is_cut_off_has_no_figures(self):
        cut = run("info", "--xlen", 64, "-", data=b"\x01\x0a")
        self.assertEqual((cut.returncode, cut.stdout, cut.stderr.count(b"\n")), (2, b"", 1))


if __name__ == "__main__":
    unittest.main()
