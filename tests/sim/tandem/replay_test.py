# SPDX-License-Identifier: Apache-2.0
"""`ntrace tv to-ntr` and `ntrace tv compare`: a trace as a recording, and beside one."""
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

PROGRAM = ROOT / "build/ntrace"

# A loop around a store, an interrupt from user mode, its handler, an exception, and an end.
TRACE = """
.ntv
.xlen 64
begin
  reset
end
begin
  initialize
  a0 = 0x1000
  mtvec = 0x80000100
  mepc = 0x4
  mcause = 0x5
  pc = 0x80000000
end
begin
  increment-pc
  insn16 0x0505            # addi a0, a0, 1
  a0 += 1
end
begin
  increment-pc
  insn32 0x00a52023        # sw a0, 0(a0)
  paddr = 0x1001
  store32 = 0x1001
end
begin
  pc = 0x80000200
  insn32 0x30200073        # mret
  mstatus = 0x80
  privilege = 0
end
begin
  initialize
  mip = 0x80
end
begin
  pc = 0x80000100
  mepc = 0x80000200
  mcause = 0x8000000000000007
  mstatus = 0x1800
  mtval = 0
  privilege = 3
end
begin
  increment-pc
  insn32 0x003100d3        # fadd.s ft1, ft2, ft3
  ft1 = 0xffffffff3f800000
  fcsr |= 1
end
begin
  pc = 0x80000100
  insn32 0x00000073        # ecall
  mepc = 0x80000104
  mcause = 0xb
  mtval = 0x0
  mstatus = 0x1800
  privilege = 3
end
begin
  increment-pc
  insn32 0x34251073        # csrw mcause, a0
  mcause = 0x1001
end
begin
  pc = 0x80000200
  insn32 0x30200073        # mret
  privilege = 0
end
begin
  reset
end
begin
  initialize
  pc = 0x80000100
end
begin
  pc = 0x80000100
  insn32 0x0000006f        # j .
end
"""
RETIRED = [
    ("state", [("x", 10, "0x1000"), ("csr", 0x305, "0x80000100"), ("csr", 0x341, "0x4"),
               ("csr", 0x342, "0x5")]),
    ("insn", "0x80000000", "0x0505", "M", [("x", 10, "0x1001")]),
    ("insn", "0x80000002", "0x00a52023", "M", [("store", "0x1001", "0x1001", 4, "0x1001")]),
    ("insn", "0x80000006", "0x30200073", "M", [("csr", 0x300, "0x80")]),
    ("trap", "0x80000200", True, 7, "0x0", "U",
     [("csr", 0x341, "0x80000200"), ("csr", 0x342, "0x8000000000000007"),
      ("csr", 0x300, "0x1800"), ("csr", 0x343, "0x0")]),
    ("insn", "0x80000100", "0x003100d3", "M", [("f", 1, "0xffffffff3f800000")]),
    ("trap", "0x80000104", False, 11, "0x0", "M",
     [("csr", 0x341, "0x80000104"), ("csr", 0x342, "0xb"), ("csr", 0x343, "0x0"),
      ("csr", 0x300, "0x1800")]),
    ("insn", "0x80000100", "0x34251073", "M", [("csr", 0x342, "0x1001")]),
    ("insn", "0x80000104", "0x30200073", "M", []),
    ("insn", "0x80000100", "0x0000006f", "M", []),
]
# What changes in the trace, and what is reported
DIFFERENCES = [
    ("insn16 0x0505", "insn16 0x0509", "the instruction is 0x509 in the trace, 0x505"),
    ("insn16 0x0505", "insn32 0x0505", "the instruction's size is 0x4 in the trace, 0x2"),
    ("a0 += 1", "a0 += 2", "a0 is 0x1002 in the trace, 0x1001"),
    ("mepc = 0x80000200", "mepc = 0x80000202", " epc is 0x80000202 in the trace, 0x80000200"),
    ("mcause = 0x8000000000000007", "mcause = 0x7", "an interrupt is 0x0 in the trace, 0x1"),
    ("mcause = 0x8000000000000007", "mcause = 0x8000000000000003", " cause is 0x3 in"),
    ("mtval = 0\n", "mtval = 4\n", " tval is 0x4 in the trace, 0x0"),
    ("0x80\n  privilege = 0\n", "0x80\n  privilege = 1\n", "the mode is 0x1 in the trace, 0x0"),
    ("  pc = 0x80000100\n  mepc", "  pc = 0x80000110\n  mepc", "pc is 0x80000110 in the trace"),
    ("ft1 = 0xffffffff3f800000", "ft1 = 0xffffffff3f800001", "ft1 is 0xffffffff3f800001 in"),
    ("  mcause = 0xb\n", "", "a trap is 0x0 in the trace, 0x1"),
]


def run(*words):
    return subprocess.run([str(PROGRAM), *map(str, words)], cwd=ROOT,
                          capture_output=True, check=False)


def access(of):
    if of["kind"] in ("load", "store"):
        return (of["kind"], of["address"], of.get("physical"), of.get("size"), of.get("value"))
    return (of["kind"], of["number"], of["value"])


def retired(line):
    of = json.loads(line)
    accesses = [access(each) for each in of["accesses"]]
    if of["kind"] == "state":
        return ("state", accesses)
    if of["kind"] == "insn":
        return ("insn", of["pc"], of["insn"], of["privilege"], accesses)
    return ("trap", of["pc"], of["interrupt"], of["cause"], of["tval"], of["privilege"], accesses)


class ReplayTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.recording = self.path("a.ntr")

    def path(self, name):
        return Path(self.folder.name) / name

    def assemble(self, text, name="a"):
        source, trace = self.path(f"{name}.s"), self.path(f"{name}.ntv")
        source.write_text(text)
        done = run("tv", "assemble", source, "-o", trace)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return trace

    def convert(self, text=TRACE):
        done = run("tv", "to-ntr", self.assemble(text), "-o", self.recording)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr.decode()

    def compare(self, trace, *options):
        done = run("tv", "compare", trace, self.recording, *options)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_a_trace_becomes_a_recording(self):
        self.assertIn("7 instructions; 3 changes of state", self.convert())
        done = run("info", self.recording, "--retired", "--json")
        self.assertEqual([retired(line) for line in done.stdout.splitlines()], RETIRED)

    def test_the_recording_becomes_n_trace(self):
        self.convert()
        stream = self.path("a.nex")
        self.assertEqual(run("encode", self.recording, "-o", stream).returncode, 0)
        done = run("decode", stream, "--image", self.recording, "--to", "pc")
        pcs = [int(line.split()[0], 16) for line in done.stdout.decode().splitlines()
               if line.startswith("0x") or line[:1].isdigit()]
        self.assertEqual(pcs, [int(each[1], 16) for each in RETIRED if each[0] == "insn"],
                         done.stdout + done.stderr)

    def test_what_is_absent_is_no_part(self):
        self.convert(TRACE.replace(".xlen 64", ".xlen 64\n.absent gpr\n.absent csr\n.absent store"))
        kinds = {each["kind"] for line in run("info", self.recording, "--retired", "--json")
                 .stdout.splitlines() for each in json.loads(line)["accesses"]}
        self.assertEqual(kinds, {"f"})

    def test_both_of_one_run_are_equal(self):
        self.convert()
        trace = self.assemble(TRACE)
        self.assertEqual(self.compare(trace),
                         (0, "equal: 7 instructions, 2 traps, 2 registers, 10 CSRs, 1 addresses, "
                             "1 stores compared\n", ""))
        status, out, _ = self.compare(trace, "--json")
        self.assertEqual((status, json.loads(out)), (0, {"equal": True, "instructions": 7,
                                                         "traps": 2, "registers": 2, "csrs": 10,
                                                         "addresses": 1, "stores": 1}))

    def test_each_difference_is_found(self):
        self.convert()
        for number, (text, other, expected) in enumerate(DIFFERENCES):
            with self.subTest(other):
                self.assertEqual(TRACE.count(text), 1)
                status, out, _ = self.compare(self.assemble(TRACE.replace(text, other),
                                                            f"d{number}"))
                self.assertEqual(status, 1)
                self.assertIn(expected, out)
                self.assertTrue(out.splitlines()[-1].startswith("different: "))

    def test_a_longer_one_is_different_unless_limited(self):
        self.convert()
        longer = self.assemble(TRACE + TRACE[TRACE.rindex("begin"):], "longer")
        shorter = self.assemble(TRACE[:TRACE.rindex("begin")], "shorter")
        for trace, name in ((longer, "the trace"), (shorter, "the recording")):
            status, out, _ = self.compare(trace)
            self.assertEqual((status, f"only {name} goes on" in out), (1, True))
            self.assertEqual(self.compare(trace, "--limit", 6)[0], 0)

    def test_bad_input_is_one_line(self):
        self.convert()
        unknown = self.assemble(".ntv\n.xlen 64\nbegin\ninsn32 0x13\nend\n", "unknown")
        empty = self.assemble(".ntv\n.xlen 64\nreset\n", "empty")
        cut = self.path("cut.ntv")
        cut.write_bytes(self.assemble(TRACE).read_bytes()[:-20])
        rv32 = self.assemble(".ntv\n.xlen 32\nbegin\npc = 4\ninsn32 0x13\nend\n", "rv32")
        out = self.path("out.ntr")
        for trace, expected in ((unknown, "pc of the instruction is not known"),
                                (empty, "no instruction"), (cut, "cut off")):
            for words in (("to-ntr", trace, "-o", out), ("compare", trace, self.recording)):
                done = run("tv", *words)
                self.assertEqual((done.returncode, done.stdout, done.stderr.count(b"\n")),
                                 (2, b"", 1))
                self.assertIn(expected, done.stderr.decode())
                self.assertFalse(out.exists())
        self.assertEqual(self.compare(rv32)[0], 2)


if __name__ == "__main__":
    unittest.main()
