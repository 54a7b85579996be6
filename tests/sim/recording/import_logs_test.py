# SPDX-License-Identifier: Apache-2.0
"""Logs of simulators and of the tracers of cores: a file of each in `data`, and what its import lists. Those
of Spike and of Ibex's tracer (fed with RVFI) are the tools' own, the others are typed after their formats. All run the same few instructions."""
import gzip
import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

LOGS = ROOT / "tests/sim/recording/data"
NTRACE = ROOT / "build/ntrace"

# What all of them have in common: a store, a compressed load of a constant, a taken branch, an ecall
CODE = """\
M 0x80000000 0x00000297{}
M 0x80000004 0x0002a303{}
M 0x80000008 0x1062a023{}
M 0x8000000c 0x4505{}
M 0x8000000e 0x00a50363
exception M 0x80000014{}
M 0x80000200 0x00000013
M 0x80000204 0x30200073{}
"""
X5, X6, X10 = " x5=0x80000000", " x6=0x297", " x10=0x1"
LOAD, STORE = " load 4 0x80000000", " store 4 0x80000100"
NO_CAUSE = " cause unknown tval unknown"
ECALL = " cause 11 tval 0x0"
LAST_U, LAST_M = "U 0x80000018 0x0001\n", "M 0x80000018 0x0001\n"

LISTED = {
    ("sail", "sail.log"): CODE.format(
        X5, X6 + LOAD + "=0x297", STORE + "=0x297", X10,
        ECALL + " mcause=0xb mepc=0x80000014 mtval=0x0 mstatus=0xa00001800", " mstatus=0xa00000080")
    + LAST_U + "interrupt U 0x8000001a cause 7 tval 0x0 mcause=0x8000000000000007 mepc=0x8000001a\n"
    "M 0x80000200 0x00000013\n",
    ("sail", "sail-old.log"): CODE.format(
        X5, X6 + LOAD + "=0x297", STORE + "=0x297", X10, ECALL + " mstatus=0x1800", " mstatus=0x80")
    + LAST_U + "exception U 0x8000001a cause 1 tval 0x8000001a\nM 0x80000200 0x00000013\n",
    ("ibex", "ibex.log"): CODE.format(
        X5, X6 + LOAD + "=0x297", STORE + "=0x297", X10, NO_CAUSE, "") + LAST_M,
    # Its compressed instructions are printed expanded: by type alone
    ("cv32e40p", "cv32e40p.log"): CODE.format(X5, X6 + LOAD, STORE, X10, NO_CAUSE, "")
    .replace("0x4505", "-") + LAST_M.replace("0x0001", "-"),
    # A load whose register is written later
    ("rocket", "rocket.log"): CODE.format(X5, " x6=unknown", "", X10, NO_CAUSE, "") + LAST_M,
    ("rvvi", "rvvi.txt"): CODE.format(
        X5, LOAD + X6, STORE, X10 + " f0=0x3ff0000000000000 fflags=0x0",
        ECALL + " mstatus=0x1800 mepc=0x80000014 mcause=0xb mtval=0x0", "")
    + LAST_U + "interrupt U 0x8000001a cause 7 tval 0x0\n"
    "M 0x80000200 0x00000013 mepc=0x8000001a mcause=0x8000000000000007 mtval=0x0\n",
    ("rvvi", "act.rvvi"): CODE.format(X5, X6, "", X10, ECALL + " mcause=0xb mepc=0x80000014", "")
    + LAST_U,
    # Addresses are physical, an access that is not there trapped
    ("execlog", "execlog.txt"): CODE.format(
        "", " load 4 at an unknown address (0x80000000)", " store 4 at an unknown address (0x80000100)",
        "", NO_CAUSE, "") + LAST_M + "exception M 0x8000001a" + NO_CAUSE + "\nM 0x80000200 0x00000013\n",
}
XLEN32 = {"sail-old.log", "ibex.log", "cv32e40p.log"}


def ntrace(*arguments):
    return subprocess.run([NTRACE, *map(str, arguments)], capture_output=True, text=True, check=False)


def options(name):
    return ["--xlen", 32] if name in XLEN32 else []


def addresses(listed):
    """Of what retired."""
    return [int(line.split()[1], 16) for line in listed.splitlines() if line[0] in "MSU"]


class SpikeTest(unittest.TestCase):
    """Logs of Spike itself: programs of riscv-tests, as tests/sim/recording/spike/run.py keeps them."""
    def check(self, path, *more):
        text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        wanted = [int(match[1], 16) for match in
                  re.finditer(rb"(?m)^core +0: [013] 0x([0-9a-f]+) ", text)]
        with tempfile.TemporaryDirectory() as folder:
            recording, trace = Path(folder) / "r.ntr", Path(folder) / "r.nex"
            done = ntrace("import", "--format", "spike", path, *more, "-o", recording)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(ntrace("encode", recording, "-o", trace).returncode, 0)
            done = ntrace("decode", trace, "--image", recording, "--to", "pc")
            self.assertEqual([int(line, 16) for line in done.stdout.split()], wanted, done.stderr)

    def test_real_logs_come_back_from_a_trace(self):
        paths = sorted(LOGS.glob("spike-rv*.gz"))
        self.assertGreater(len(paths), 5)
        for path in paths:
            with self.subTest(log=path.name):
                self.check(path, "--xlen", path.name[8:10])

    def test_zcmp_and_zcmt_are_read_where_the_hart_has_them(self):
        log = LOGS / "spike-zcmt.log"
        self.check(log, "--xlen", "32", "--isa", "zcmp,zcmt")
        with tempfile.TemporaryDirectory() as folder:
            done = ntrace("import", "--format", "spike", "--xlen", "32", log, "-o", Path(folder) / "r.ntr")
            self.assertIn("not where the code leads; 2 such places", done.stderr)
            self.assertIn("--isa zcmp,zcmt reads them", done.stderr)


class LogsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.input, self.recording = self.folder / "input", self.folder / "r.ntr"

    def imports(self, form, text, *more):
        self.input.write_text(text, encoding="utf-8")
        return ntrace("import", "--format", form, self.input, "-o", self.recording, "--json", *more)

    def listed(self, form, text, *more):
        done = self.imports(form, text, *more)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = ntrace("info", "--retired", self.recording).stdout.splitlines()
        return "".join(re.sub(r" +", " ", re.sub(r"^ +\d+ ", "", line)).strip() + "\n" for line in lines)

    def refused(self, form, text, reason, *more):
        done = self.imports(form, text, *more)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertIn(reason, done.stderr)
        self.assertFalse(self.recording.exists())

    def test_each_log_gives_what_it_has(self):
        for (form, name), wanted in LISTED.items():
            with self.subTest(format=form, log=name):
                text = (LOGS / name).read_text(encoding="utf-8")
                self.assertEqual(self.listed(form, text, *options(name)), wanted)

    def test_each_log_comes_back_from_a_trace(self):
        trace = self.folder / "r.nex"
        for (form, name), wanted in LISTED.items():
            with self.subTest(format=form, log=name):
                self.listed(form, (LOGS / name).read_text(encoding="utf-8"), *options(name))
                self.assertEqual(ntrace("encode", self.recording, "-o", trace).returncode, 0)
                done = ntrace("decode", trace, "--image", self.recording, "--to", "pc")
                self.assertEqual([int(line, 16) for line in done.stdout.split()], addresses(wanted), done.stderr)

    def test_newer_versions_of_cv32e40p_have_columns_more(self):
        """cv32e40p_rvfi_trace.sv: the context, and when the instruction ended."""
        text = (LOGS / "cv32e40p.log").read_text(encoding="utf-8").replace("Decoded", "Ctx Decoded")
        wanted = LISTED["cv32e40p", "cv32e40p.log"]
        lines = [re.sub(r"^( +\S+ +\d+ \w{8} \w{8}) ", r"\1  ", line) + "   75  155.000ns" for line in text.splitlines()]
        self.assertEqual(self.listed("cv32e40p", "\n".join(lines) + "\n"), wanted)
        trapped = [line.replace("  ecall", " (C) ecall") for line in lines]
        self.assertEqual(self.listed("cv32e40p", "\n".join(trapped) + "\n"), wanted)
        trapped[-1] = trapped[-1].replace("  c.addi", " (C) c.addi")
        last = f"exception M 0x80000018{NO_CAUSE}\n"
        after = "      190.000ns              90 80000200 00000013  nop  91 192.000ns\n"
        self.assertEqual(self.listed("cv32e40p", "\n".join(trapped) + "\n" + after),
                         wanted.replace(LAST_M.replace("0x0001", "-"), last) + "M 0x80000200 0x00000013\n")

    def test_older_versions_of_ibex_align_their_columns(self):
        text = ("                Time          Cycles PC       Instr    Mnemonic\n"
                "                  55               1 80000000 00000297 auipc            x5, 0x0                  x5=0x80000000\n"
                "                  75               3 80000004 0002a303 lw               x6, 0(x5)             "
                "    x6=0x00000297  x5:0x80000000 PA:0x80000000  load:0x00000297\n")
        self.assertEqual(self.listed("ibex", text), "M 0x80000000 0x00000297 x5=0x80000000\n"
                         "M 0x80000004 0x0002a303 x6=0x297 load 4 0x80000000=0x297\n")

    def test_sail_writes_rvvi_text_of_version_0_5(self):
        self.assertEqual(self.listed("rvvi", (LOGS / "sail.rvvi").read_text(encoding="utf-8")),
                         "M 0x80000000 0x00000297 x5=0x80000000\nM 0x80000004 0x0002a303 load 4 0x80000000 x6=0x297\n"
                         "M 0x80000008 0x4505 x10=0x1\nexception M 0x8000000a cause 11 tval 0x0 mstatus=0xa00001800 "
                         "mcause=0xb mtval=0x0 mepc=0x8000000a\nM 0x80000200 0x30200073 mstatus=0xa00000080\n"
                         "U 0x8000000e 0x0001\ninterrupt U 0x80000010 cause 7 tval unknown mcause=0x8000000000000007 "
                         "mepc=0x80000010\nM 0x80000200 0x30200073\n")

    def test_rocket_of_other_versions(self):
        text = (LOGS / "rocket.log").read_text(encoding="utf-8")
        wanted = LISTED["rocket", "rocket.log"]
        self.assertEqual(self.listed("rocket", text.replace("C0:", "C  0:")), wanted)
        short = text.replace("pc=[000000", "pc=[")  # of 40 bits
        self.assertEqual(self.listed("rocket", short), wanted)
        high = short.replace("pc=[0080", "pc=[ffe0")
        self.assertEqual(addresses(self.listed("rocket", high)), [0xffffffffe0000000 + (pc & 0xffff) for pc in addresses(wanted)])

    def test_what_was_not_fetched_is_no_code(self):
        text = "RET 80000000 00000297\nTRAP 80000004 00000000 C 342 1 C 341 80000004\nRET 80000200 00000013\n"
        listed = self.listed("rvvi", text + "RET 80000204 00000013\n")
        self.assertIn("exception M 0x80000004 cause 1 tval unknown", listed)
        self.assertEqual(json.loads(ntrace("info", self.recording, "--json").stdout)["code_bytes"], 12)

    def test_sail_may_print_names_of_the_abi_symbols_and_page_tables(self):
        text = (LOGS / "sail.log").read_text(encoding="utf-8")
        wanted = LISTED["sail", "sail.log"]
        names = re.sub(r"(?m)^x(5|6|10) ", lambda m: {"5": "t0", "6": "t1", "10": "a0"}[m[1]] + " ", text)
        self.assertNotIn("x5 <-", names)
        symbols = re.sub(r"(?m)^(\[\d+\].*)$", r"\1          _start+4", text)
        tables = text.replace("mem[R,", "PTW: Step, level=0, pte=0x1, pte_addr=0x2\nPTW: Success, final_ppn=0x80000, level=0mem[R,")
        for other in (names, symbols, tables):
            self.assertEqual(self.listed("sail", other), wanted)

    def test_text_of_editors_and_blank_lines_change_nothing(self):
        for (form, name), wanted in LISTED.items():
            text = (LOGS / name).read_text(encoding="utf-8")
            for about, other in (("a byte order mark", "\ufeff" + text), ("CRLF", text.replace("\n", "\r\n")),
                                 ("blank lines at the end", text + "\n\n"), ("no last end of line", text.rstrip("\n"))):
                with self.subTest(format=form, log=name, about=about):
                    self.assertEqual(self.listed(form, other, *options(name)), wanted)

    def test_what_spike_prints_beside_its_log_is_skipped(self):
        text = ("warning: tohost and fromhost symbols not in ELF; can't communicate with target\n\n"
                "core   0: 3 0x0000000080000000 (0x0000A503) x10 0x00000000DEADBEEF mem 0x0000000080001ABC\n"
                "core   0: exception trap_hardware_error, epc 0x0000000080000004\n*** FAILED *** (tohost = 3)\n")
        self.assertEqual(self.listed("spike", text), "M 0x80000000 0x0000a503 x10=0xdeadbeef load 4 0x80001abc\n"
                         "exception M 0x80000004 cause 19 tval 0x0\n")
        self.recording.unlink()
        self.refused("spike", text + "Hello\n", "line 6: no line of Spike's log")

    def test_a_row_of_riscv_dv_that_is_a_register_is_the_commit_of_the_one_before(self):
        text = ("pc,instr,gpr,csr,binary,mode,instr_str,operand,pad\n0000000080000016,addiw,,,fff00f1b,3,,,\n"
                "0000000080000016,x30,,,fff00f1b,,x30 0xffffffffffffffff,0xffffffffffffffff,\n"
                "000000008000001a,j,,,0000006f,3,,,\n000000008000001a,j,,,0000006f,3,,,\n")
        self.assertEqual(self.listed("riscv-dv", text), "M 0x80000016 0xfff00f1b x30=0xffffffffffffffff\n"
                         "M 0x8000001a 0x0000006f\nM 0x8000001a 0x0000006f\n")

    def test_pcs_alone_are_read_from_each(self):
        for (form, name), wanted in LISTED.items():
            with self.subTest(format=form, log=name):
                text = (LOGS / name).read_text(encoding="utf-8")
                listed = self.listed(form, text, *options(name), "--pcs-only")
                self.assertEqual(addresses(listed), addresses(wanted))
                self.assertNotRegex(listed, "x5=|load|store")
                info = json.loads(ntrace("info", self.recording, "--json").stdout)
                self.assertEqual(info["parts"], [])

    def test_what_is_wrong_is_named(self):
        for form, name, old, new, reason in (
                ("sail", "sail.log", "[2] [M]", "[2] [Q]", "line 12: [2]: no line of Sail's log"),
                ("sail", "sail.log", "0x4505)", "0x4505", "no line of Sail's log"),
                ("sail", "sail.log", "0x000000008000000C", "0x000000008000000D", "no PC that fits"),
                ("sail", "sail.log", "x5 <- 0x", "x32 <- 0x", "no line of Sail's log"),
                ("sail", "sail.log", "x5 <- 0x0000000080000000", "x5 <- yes", "yes: no hexadecimal value"),
                ("sail", "sail.log", "mem[R,0x0000000080000000]", "mem[R,0x8000z000]", "no line of Sail"),
                ("sail", "sail.log", "exc#m-call", "m-call", "no line of Sail's log"),
                ("ibex", "ibex.log", "\t80000004\t", "\t80000005\t", "line 3: no PC of 32 bits"),
                ("ibex", "ibex.log", "\t4505\t", "\t450\t", "no instruction of 4 or 8 digits"),
                ("ibex", "ibex.log", "\t         1\t", "\t6z\t", "expected time, cycle, PC and"),
                ("ibex", "ibex.log", "PA:0x80000000", "PA:0x8000000q", "no hexadecimal number"),
                ("rocket", "rocket.log", "pc=[0000000080000200]", "pc=[80000200", "line 10: expected Cn: time"),
                ("rocket", "rocket.log", "inst=[00a50363]", "inst", "line 8: expected Cn: time"),
                ("rocket", "rocket.log", "C0:         40", "C1:         40", "a hart that --harts"),
                ("rvvi", "rvvi.txt", "XLEN 64", "XLEN 32", "32: another XLEN than --xlen says"),
                ("rvvi", "rvvi.txt", "RET 8000000e", "REP 8000000e", "REP: no element of RVVI-TEXT"),
                ("rvvi", "rvvi.txt", "256(t0)'", "256(t0)", "a comment that does not end"),
                ("rvvi", "rvvi.txt", '"a core"', '"a core', "a name whose quote does not end"),
                ("rvvi", "rvvi.txt", "X 10 1", "X 32 1", "32: no register's number"),
                ("rvvi", "rvvi.txt", "HART 0", "HART 1", "1: a hart that --harts does not have"),
                ("rvvi", "act.rvvi", " INSN 4505", "", "line 4: an event without PC and instruction"),
                ("execlog", "execlog.txt", "0, 0x80000004", "1, 0x80000004", "a hart that --harts"),
                ("execlog", "execlog.txt", "0x2a303", "fetch", "expected hart, PC, encoding"),
                ("execlog", "execlog.txt", "load, 0x80000000", "load, nowhere", "expected an address after")):
            with self.subTest(format=form, new=new):
                text = (LOGS / name).read_text(encoding="utf-8")
                self.assertIn(old, text)
                self.refused(form, text.replace(old, new, 1), reason, *options(name))
        for form in ("sail", "ibex", "rocket", "rvvi", "execlog"):
            self.refused(form, "", "no instruction")
        self.refused("ibex", "", "--xlen 64: --format ibex has 32", "--xlen", 64)

    def test_harts_of_one_log(self):
        for form, text in (
                ("rvvi", "HART 0 RET 80000000 0001 HART 1 RET 80000100 0001\n"),
                ("execlog", '0, 0x80000000, 0x1, "nop"\n1, 0x80000100, 0x1, "nop"\n')):
            with self.subTest(format=form):
                self.listed(form, text, "--harts", 2)
                for hart, pc in enumerate(("0x80000000", "0x80000100")):
                    self.assertIn(pc, ntrace("info", "--retired", self.recording, "--hart", hart).stdout)

    def test_a_translated_address_of_sail_is_the_physical_one(self):
        text = ("[0] [S]: 0x0000000000001000 (0x00010137) lui x2, 0x10\nx2 <- 0x0000000000010000\n"
                "[1] [S]: 0x0000000000001004 (0x00813283) ld x5, 8(x2)\n"
                "mem[R,0x0000000080004080] -> 0x00000000200000CF\n"  # a page table's entry
                "mem[R,0x0000000080000008] -> 0x0000000000000007\nx5 <- 0x0000000000000007\n")
        self.assertIn("load 8 0x10008 (0x80000008)=0x7", self.listed("sail", text))

    def test_a_store_conditional_that_fails_has_no_access(self):
        text = "[0] [M]: 0x0000000080000000 (0x18A5A2AF) sc.w t0, a0, (a1)\nx5 <- 0x0000000000000001\n"
        self.assertEqual(self.listed("sail", text), "M 0x80000000 0x18a5a2af x5=0x1\n")


if __name__ == "__main__":
    unittest.main()
