# SPDX-License-Identifier: Apache-2.0
"""Faults in copies of what turns a tandem trace into something else, chosen at run time: the tests of
`ntrace tv init`, `info`, `to-ntr` and `compare` must notice each."""
import os
import tempfile
import unittest

from tests.lib import c_faults
from tests.lib.catalogue import ROOT
from tests.sim.tandem import info_test, init_test, replay_test

NEEDS = ("build/host.a",)
REPLAY, TO_NTR, COMPARE, FOLLOW, INFO, INIT, OUTPUT = (
    f"sim/tandem/{name}.c" for name in ("replay", "to_ntr", "compare", "follow", "info", "elf_init",
                                        "output"))

# What is wrong; the tests; file, text that is there once, text then
FAULTS = [
    ("a trap is what writes cause", replay_test, REPLAY,
     "trap->epc != NULL && trap->cause != NULL", "trap->cause != NULL"),
    ("an initialization may be a trap", replay_test, REPLAY,
     "!nt_tandem_group_has(group, NT_TANDEM_INITIALIZATION) && find_trap(group, &trap)",
     "find_trap(group, &trap)"),
    ("an interrupt is an exception", replay_test, REPLAY,
     "(trap->cause->value & sign) != 0", "false"),
    ("a cause has the interrupt's bit", replay_test, REPLAY,
     "trap->cause->value & ~sign", "trap->cause->value"),
    ("tval is lost", replay_test, REPLAY, "trap->tval != NULL ? trap->tval->value : 0", "0"),
    ("the mode is that after the group", replay_test, REPLAY,
     "    take_privilege(replay, group);\n",
     "    take_privilege(replay, group);\n    step->privilege = replay->privilege;\n"),
    ("reset leaves the mode", replay_test, REPLAY,
     "given || field->opcode == NT_TANDEM_RESET", "given"),
    ("an offset is not added", replay_test, FOLLOW, "(old + sent)", "old"),
    ("an unknown register has a value", replay_test, REPLAY, "return *known;", "return true;"),
    ("the pc is not needed", replay_test, REPLAY, "!replay->follow.known", "false"),
    ("a trapped instruction retires", replay_test, REPLAY, "        replay->number++;\n", ""),
    ("the pc goes on by 4", replay_test, FOLLOW, "field->opcode == NT_TANDEM_INSN16 ? 2 : 4", "4"),
    ("every event has a mode of its own", replay_test, TO_NTR,
     "write_mode(run, step->privilege) != 0", "write_mode(run, 3) != 0"),
    ("encodings are big-endian", replay_test, TO_NTR, "step->insn >> 8 * i", "step->insn >> (24 - 8 * i)"),
    ("FPRs are GPRs", replay_test, TO_NTR, "write->reg < NT_TANDEM_FPR ?", "true ?"),
    ("stores have no address", replay_test, TO_NTR,
     "has_effective ? access.address : access.physical", "0"),
    ("stores have another size", replay_test, TO_NTR,
     "1U << (field->id - NT_TANDEM_STORE8)", "2U << (field->id - NT_TANDEM_STORE8)"),
    ("absent registers are a part", replay_test, TO_NTR,
     "(format->absent >> rows[i].kind & 1) != 0 ? 0", "false ? 0"),
    ("initialization is lost", replay_test, TO_NTR, "if (!run->begun) {", "if (false) {"),
    ("changes between instructions are written", replay_test, TO_NTR, "if (!run->begun) {",
     "if (true) {"),
    ("an empty recording is one", replay_test, TO_NTR, "run->replay.number == 0", "false"),
    ("pcs are not compared", replay_test, COMPARE, '{"pc", step->pc, retired->pc, false}',
     '{"pc", step->pc, retired->pc, true}'),
    ("encodings are not compared", replay_test, COMPARE, "bits_of(retired), !retired->has_bytes",
     "bits_of(retired), true"),
    ("sizes are not compared", replay_test, COMPARE, "retired->insn.size, retired->insn.size == 0",
     "retired->insn.size, true"),
    ("epc is not compared", replay_test, COMPARE, '{"epc", step->pc, retired->pc, false}',
     '{"epc", step->pc, retired->pc, true}'),
    ("causes are not compared", replay_test, COMPARE, "retired->trap.cause_unknown}",
     "true}"),
    ("interrupts are not compared", replay_test, COMPARE, "retired->trap.interrupt, false",
     "retired->trap.interrupt, true"),
    ("tval is not compared", replay_test, COMPARE, "retired->trap.tval_unknown}",
     "true}"),
    ("modes are not compared", replay_test, COMPARE,
     "result = result == 0 ? compare_pairs(run, &mode, 1) : result;", ""),
    ("registers are not compared", replay_test, COMPARE,
     "run->counts.registers++;\n        if (run->replay.value[reg] != access->value) {",
     "run->counts.registers++;\n        if (false) {"),
    ("a longer trace is equal", replay_test, COMPARE,
     'differ_in_length(run, "the trace")', "ENOUGH"),
    ("a longer recording is equal", replay_test, COMPARE,
     'result > 0 ? differ_in_length(run, "the recording") : result', "result < 0 ? result : 0"),
    ("a difference is no failure", replay_test, COMPARE,
     "run->difference[0] != '\\0'         ? NT_EXIT_FAILED", "false ? NT_EXIT_FAILED"),
    ("groups between groups count", info_test, INFO, "+= group->atomic;", "+= 1;"),
    ("bytes are those of instructions", info_test, INFO, "run->bytes += group->size;",
     "run->bytes += insn ? group->size : 0;"),
    ("violations are no failure", info_test, INFO, "&& !nt_tandem_violations[i].warning", "&& false"),
    ("warnings are failures", info_test, INFO, "&& !nt_tandem_violations[i].warning", ""),
    ("virtual addresses", init_test, INIT, "run, segment->p_paddr + at, data_at",
     "run, segment->p_vaddr + at, data_at"),
    ("accesses are not aligned", init_test, INIT, "address % (1U << size) != 0 || ", ""),
    ("accesses are too long", init_test, INIT, " || left < 1U << size", ""),
    ("bytes beyond those of the file", init_test, INIT, "i < size && at + i < segment->p_filesz",
     "i < size && at + i < segment->p_filesz + 1"),
    ("notes are memory", init_test, INIT, "loaded == 0 || segment.p_memsz == 0",
     "segment.p_memsz == 0"),
    ("any XLEN will do", init_test, INIT, "return xlen == format->xlen\n", "return true\n"),
    ("any size will do", init_test, INIT, "segment.p_memsz > MOST_MEMORY - filled", "false"),
    ("any address will do", init_test, INIT,
     "segment.p_paddr > last || segment.p_memsz - 1 > last - segment.p_paddr", "false"),
    ("the last group is lost", init_test, INIT, "result = result == 0 ? flush(run) : result;", ""),
    ("a file has no last chunk", init_test, OUTPUT, "result == 0 && output->is_file", "false"),
]


class ReplayFaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.program = c_faults.make_ntrace(cls.folder.name, [[fault[2:]] for fault in FAULTS])

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def tearDown(self):
        for module in (init_test, info_test, replay_test):
            module.PROGRAM = ROOT / "build/ntrace"
        os.environ.pop("NT_MUTANT", None)

    def passes(self, module, number):
        """Whether the module's tests pass with the fault; the first failure ends them."""
        module.PROGRAM = self.program
        os.environ["NT_MUTANT"] = str(number)
        result = unittest.TestResult()
        result.failfast = True
        unittest.defaultTestLoader.loadTestsFromModule(module).run(result)
        return result.wasSuccessful()

    def test_each_is_noticed(self):
        for number, (what, module, *_) in enumerate(FAULTS, 1):
            with self.subTest(what):
                self.assertFalse(self.passes(module, number))

    def test_without_a_fault_all_pass(self):
        for module in (init_test, info_test, replay_test):
            with self.subTest(module.__name__):
                self.assertTrue(self.passes(module, 0))


if __name__ == "__main__":
    unittest.main()
