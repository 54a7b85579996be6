# SPDX-License-Identifier: Apache-2.0
"""A verifier that is wrong does not pass: faults in copies of its code, chosen at run time, show in the
verdicts over recordings, small programs and traces that are wrong in one element."""
import gzip
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib import c_faults
from tests.lib.catalogue import ROOT
from tests.tandem import verify_test

NEEDS = ("build/host.a", "build/tests/tandem/plant")
SHELL, ACCESS, CSR, TRAP, SHADOW, COMPARE, DATA, DOUBT, TRY, STRETCH, GROUP, VERIFIER, MEMORY, UNICORN, COMMAND, NO_CSR, SCRATCH, LEGAL, TARGET, LOADED = (
    f"sim/tandem/{name}.c" for name in (
        "shell", "shell_access", "shell_csr", "shell_trap", "verify_shadow", "verify_compare",
        "verify_data", "verify_doubt", "verify_doubt_try", "verify_stretch", "verify_group", "verifier", "verify_memory",
        "reference_unicorn", "verify", "verify_trap", "shell_scratch", "shell_csr_legal", "trap_csrs", "shell_loaded"))

# What is wrong; file, text that is there once, text then
FAULTS = [
    ("mret goes to S", TRAP, "*to = (unsigned)(status & NT_TV_MPP) >> 11;", "*to = NT_TV_S;"),
    ("a trap keeps MIE", TRAP, "status & ~(uint64_t)(MIE | MPIE | NT_TV_MPP)",
     "status & ~(uint64_t)(MPIE | NT_TV_MPP)"),
    ("MPIE is not set on return", TRAP, "(status & ~(uint64_t)(MIE | NT_TV_MPP)) | MPIE |",
     "(status & ~(uint64_t)(MIE | NT_TV_MPP)) |"),
    ("epc is the next pc", TRAP, "nt_tv_shell_touch(shell, csr, converted ? said : pc, true, 0);",
     "nt_tv_shell_touch(shell, csr, converted ? said : pc + 4, true, 0);"),
    ("nothing is delegated", TARGET, "if (state->privilege == NT_TV_M) {\n        return NT_TV_TO_M;",
     "if (state->privilege <= NT_TV_M) {\n        return NT_TV_TO_M;"),
    ("SPP is not set", TRAP, "(privilege == NT_TV_S ? NT_TV_SPP : 0)", "(privilege == NT_TV_M ? NT_TV_SPP : 0)"),
    ("vectors are ignored", TRAP, "interrupt && (tvec & 3) == 1 ? 4 * cause : 0",
     "interrupt && (tvec & 3) == 2 ? 4 * cause : 0"),
    ("csrrs clears", CSR, "return old | operand;", "return old & ~operand;"),
    ("csrrc sets", CSR, "return old & ~operand;", "return old | operand;"),
    ("immediates are registers", CSR, "function < 4 ? shell->state.user.x[insn->rs1] : insn->rs1",
     "function < 9 ? shell->state.user.x[insn->rs1] : insn->rs1"),
    ("each mode has every CSR", LEGAL, "return needed > state->privilege;",
     "return needed > 3U;"),
    ("mscratch is not written", CSR, "    if (!in_table) {\n        write_unknown(shell, access);",
     "    if (!in_table || csr == 0x340) {\n        write_unknown(shell, access);"),
    ("loads are not extended by their sign", LOADED,
     "return insn->is_signed ? (value ^ top) - top : value;", "return value;"),
    ("sc never succeeds", ACCESS, "by_store ? hint->has_store : nt_tv_value_in_trace(hint, rd) == 0",
     "by_store && hint->has_store"),
    ("devices are RAM", MEMORY, "bool nt_tv_memory_is_ram(nt_tv_memory *memory, uint64_t address) {\n",
     "bool nt_tv_memory_is_ram(nt_tv_memory *memory, uint64_t address) {\n"
     "    if (memory != NULL) {\n        return true;\n    }\n"),
    ("nothing is known of memory", MEMORY, "if (page == NULL || (page->known[at / 8] >> at % 8 & 1) == 0)",
     "if (size != 99)"),
    ("what is stored is not known", MEMORY, "mark(page, at, true);", "mark(page, at, false);"),
    ("registers are not compared", COMPARE, "for (unsigned reg = 1; reg < 32; reg++) {",
     "for (unsigned reg = 32; reg < 32; reg++) {"),
    ("CSRs that the reference alone changes are not compared", COMPARE,
     "for (size_t i = 0; i < outcome->touched_count; i++) {\n        const nt_tv_touched",
     "for (size_t i = 99; i < outcome->touched_count; i++) {\n        const nt_tv_touched"),
    ("CSRs that the trace alone changes are not compared", COMPARE,
     "free ? UINT64_MAX",
     "free || csr != 0 ? UINT64_MAX"),
    ("the pc is not compared", COMPARE, "if (shadow->user.pc != state->user.pc) {",
     "if (shadow->user.pc == 1) {"),
    ("privilege is not compared", COMPARE, "if (v->shadow.privilege != state->privilege) {",
     "if (v->shadow.privilege == 2) {"),
    ("instructions are not compared", COMPARE,
     "if (group->insn_size != outcome->insn.size || group->insn != outcome->code) {",
     "if (group->insn_size == 9) {"),
    ("addresses are not compared", DATA, "if (!has || !outcome->accessed || got != expected) {",
     "if (!has) {"),
    ("addresses are not missed", DATA, "if (!has || !outcome->accessed || got != expected) {",
     "if (has && (!outcome->accessed || got != expected)) {"),
    ("store data is not compared", DATA, "if (!same || !outcome->stored) {", "if (!has || !outcome->stored) {"),
    ("sizes of stores are not compared", DATA, "} else if (group->store_size != outcome->width) {",
     "} else if (group->store_size == 99) {"),
    ("what is absent is compared", DATA, "if (nt_tv_is_absent(v, NT_TANDEM_ABSENT_STORE) ||",
     "if ("),
    ("stretches agree whatever the registers are", STRETCH,
     "memcmp(shadow->user.x, state->user.x, sizeof state->user.x) == 0 &&",
     "sizeof state->user.x != 0 &&"),
    ("stretches agree whatever the pc is", STRETCH, "shadow->user.pc == pc && shadow->known",
     "shadow->user.pc != 1 && shadow->known"),
    ("stretches agree whatever memory is", STRETCH, "memory_agrees(v, group)) {", "true) {"),
    ("the last of a stretch is not compared", STRETCH,
     "!stretch->differs && attempt.executed > seen", "!stretch->differs && attempt.executed > seen + 999"),
    ("code is what the trace says", STRETCH, "code == group->insn && decode", "decode"),
    ("there are no doubts", DOUBT, "v->doubts[v->doubt_count++] = doubt;", "v->doubts[0] = doubt;"),
    ("doubts do not bring a group nearer", TRY, "if (distance(v) < *least) {", "if (distance(v) == 999) {"),
    ("initialization is for the trace alone", VERIFIER,
     "state->user = v->shadow.user;\n    state->known = v->shadow.known;\n    state->pc_known = "
     "v->shadow.pc_known;\n    state->privilege = v->shadow.privilege;\n    keep_guest(v);\n    v->counts.initialized++;",
     "v->counts.initialized++;"),
    ("a reset keeps the registers", SHELL, "state->known = 1;", "state->known = UINT64_MAX;"),
    ("an increment is 4", SHADOW, "shadow->user.pc + group->insn_size", "shadow->user.pc + 4"),
    ("the reference keeps old code", UNICORN,
     "first ? address : address - 1,\n                   address + size);",
     "(uint64_t)first * 0, 0 * (address + size));"),
    ("registers are not written to the reference", UNICORN,
     "if (u->unsure || u->held.x[i] != registers->x[i]) {", "if (i == 99) {"),
    ("traps are not seen", GROUP, "group->trap = machine + supervisor + guest > (writes_csr ? 1 : 0);",
     "group->trap = machine + supervisor > 9;"),
    ("traps without CSRs are not seen", NO_CSR,
     "return to_handler ? jumped || group->has_privilege : jumped && group->has_privilege;",
     "return to_handler && jumped && group->insn_size == 9;"),
    ("interrupts without CSRs are not seen", NO_CSR, "return group->has_pc;", "return !group->has_pc;"),
    ("causes are known without CSRs", TRAP, "cause != NT_TV_ANY_CAUSE, 0);", "cause != 99, 0);"),
    ("values of traps are known without CSRs", TRAP, "nt_tv_shell_touch(shell, csrs->tval, 0, value == 0, 0);",
     "nt_tv_shell_touch(shell, csrs->tval, 0, true, 0);"),
    ("CSRs are kept without CSRs", CSR, "    if (shell->hint->no_csr && csr != NT_TV_FCSR) {\n",
     "    if (shell->hint->no_csr && csr == NT_TV_SATP) {\n        return;\n    }\n"
     "    if (shell->hint->no_csr && csr != NT_TV_FCSR) {\n"),
    ("translated code stays where it is", SCRATCH, "shell->scratch == NULL || shell->scratch->page->address",
     "shell->scratch == NULL || 0 * shell->scratch->page->address"),
    ("memory stays known whatever is stored", MEMORY, "at < NT_TV_PAGE; at += distance", "at < 0 * NT_TV_PAGE; at += distance"),
    ("a run that verifies nothing passes", COMMAND,
     "counts->verified != 0 &&\n                  counts->verified * 100", "counts->verified * 100"),
    ("differences are no failure", COMMAND, "verdict_of(run, counts) == PASSED ? NT_EXIT_OK : NT_EXIT_FAILED;",
     "verdict_of(run, counts) == PASSED ? NT_EXIT_OK : NT_EXIT_OK;"),
]


def programs():
    """Text, options: right ones and wrong ones."""
    steps = verify_test.STEPS
    yield verify_test.program(steps), ()
    yield verify_test.program([]), ()
    for number, step in enumerate(steps):
        for at, line in enumerate(step):
            without = [each[:at] + each[at + 1:] if each is step else each for each in steps]
            yield verify_test.program(without), ()
            name, sign, value = line.partition(" = ")
            if sign:
                other = list(map(list, steps))
                other[number][at] = f"{name} = {int(value, 0) ^ 1 if name != 'pc' else int(value, 0) ^ 8:#x}"
                if name != "privilege":
                    yield verify_test.program(other), ()
    yield verify_test.program(verify_test.changed(2, "store64 = 15", "store32 = 15")), ()
    yield verify_test.program(verify_test.changed(0, "increment-pc", "pc = 0x80000010")), ()
    both = verify_test.changed(0, "t0 = 5", "t0 = 4")
    both[1][0] = "pc = 0x80000018"
    yield verify_test.program(both), ()
    yield verify_test.high_page(), ()
    yield verify_test.hidden_store(), ()
    again = verify_test.memory([0x00600293, *verify_test.CODE[1:]])
    start = verify_test.group(["initialize", f"pc = {verify_test.START:#x}"])
    other = verify_test.group(["increment-pc", "insn32 0x00600293", "t0 = 6"])
    yield verify_test.program(steps[:3]) + again + start + other, ()
    for extra in ("a0 = 1", "mtvec = 1", "privilege = 1", "paddr = 4", "store32 = 4"):
        other = list(map(list, steps))
        other[1].append(extra)
        yield verify_test.program(other), ()
    for kind, word in (("store", "store64"), ("paddr", "paddr"), ("gpr", "t")):
        less = [[line for line in step if not line.startswith(word)] for step in steps]
        yield verify_test.program(less), ("--absent", kind)
    device = [["increment-pc", "insn32 0x00052383", "t2 = 0x80000000", "paddr = 0x10000000"]]
    text = verify_test.program(device).replace("a0 = 0x80001000", "a0 = 0x10000000")
    yield text.replace("0x500293", "0x52383"), ()


class VerifyFaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name)
        c_faults.make_ntrace(cls.path, [[fault[1:]] for fault in FAULTS])
        cls.traces = list(cls.make_traces())
        cls.right = [cls.verdict(0, *trace) for trace in cls.traces]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def make_traces(cls):
        for number, (text, options) in enumerate(programs()):
            source, path = cls.path / "t.s", cls.path / f"{number}.ntv"
            source.write_text(text, encoding="ascii")
            subprocess.run([ROOT / "build/ntrace", "tv", "assemble", source, "-o", path], check=True)
            yield path, options
        for path in sorted((ROOT / "tests/data/tandem").glob("*.ntv.gz")):
            if any(name in path.name for name in ("integer.", "atomic", "traps", "interrupts.",
                                                  "delegation.", "compressed32")):
                unpacked = cls.path / path.stem
                unpacked.write_bytes(gzip.decompress(path.read_bytes()))
                yield unpacked, ()
        for name in ("traps", "interrupts", "paging"):
            path = cls.path / f"{name}-without-csrs.ntv"
            subprocess.run([ROOT / "build/tests/tandem/plant", "1", "none", "1", "--drop", "csr", "--write", path,
                            ROOT / f"tests/data/tandem/{name}.ntv.gz"], check=True, stdout=subprocess.DEVNULL)
            yield path, ()

    @classmethod
    def verdict(cls, number, path, options):
        done = subprocess.run([cls.path / "ntrace", "tv", "verify", "--json", *options, path], check=False,
                              cwd=ROOT, capture_output=True, text=True,
                              env={**os.environ, "NT_MUTANT": str(number)})
        return done.returncode, done.stdout

    def test_without_a_fault_verdicts_are_right(self):
        self.assertTrue(all(status in (0, 1) for status, _ in self.right))
        self.assertTrue(all(json.loads(text)["passed"] for (path, _), (_, text) in zip(self.traces, self.right)
                            if not path.name[0].isdigit()))

    def test_every_fault_is_noticed(self):
        for number, (what, *_) in enumerate(FAULTS, 1):
            with self.subTest(what):
                self.assertTrue(any(self.verdict(number, *trace) != right
                                    for trace, right in zip(self.traces, self.right)))


if __name__ == "__main__":
    unittest.main()
