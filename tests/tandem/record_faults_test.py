# SPDX-License-Identifier: Apache-2.0
"""A recorder that is wrong does not pass: faults in copies of sim/record and sim/tandem, chosen at run
time. `ntrace tv verify` or the recorder's own checks notice each."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib import c_faults, tier
from tests.lib.catalogue import ROOT
from tests.tandem import programs

NEEDS = ("build/host.a", "build/ntrace-memory.so", "build/tandem/atomic32.elf", "build/tandem/delegation.elf",
         "build/tandem/integer.elf", "build/tandem/paging.elf")
RECORDER, STATUS = (f"sim/record/{name}.c" for name in ("recorder_state", "status"))
TRACE, MEMORY = (f"sim/tandem/record_{name}.c" for name in ("trace", "step_memory"))
INSN = "sim/isa/insn_access.c"

# What is wrong; file, text that is there once, text then; the program that shows it
FAULTS = [
    ("taken branches are not", TRACE, "next == ((retired->pc + size) & t->mask)",
     "retired->insn.class_ == NT_INSN_BRANCH || next == ((retired->pc + size) & t->mask)", "integer"),
    ("the mask of XLEN is left out", TRACE, "options->format.xlen == 32 ? UINT32_MAX : UINT64_MAX;\n    t->fmask",
     "UINT64_MAX;\n    t->fmask", "interrupts32"),
    ("mret leaves the mode as it was", STATUS,
     "status->priv = (uint8_t)(status->mstatus >> AT_MPP & 3);", "", "traps"),
    ("registers written before a trap are the trap's", RECORDER,
     "if ((of_traps || !is_of_traps(one)) && write_register",
     "if (of_traps && write_register", "interrupts"),
    ("a delegated trap goes to M", STATUS, "(delegated >> cause & 1) != 0", "(delegated >> cause & 1) == 2",
     "delegation"),
    ("interrupts are delegated by medeleg", RECORDER, "interrupt ? CSR_MIDELEG : CSR_MEDELEG",
     "CSR_MEDELEG", "delegation"),
    ("c.lw writes its base", INSN, "insn->fpr : &insn->gpr) = reg", "insn->fpr : &insn->gpr) = insn->base",
     "compressed"),
    ("c.jalr writes nothing", INSN, "insn->gpr = RA;\n    }\n}\n\nstatic nt_tandem_insn of_half",
     "insn->gpr = 0;\n    }\n}\n\nstatic nt_tandem_insn of_half", "compressed"),
    ("stores have the data of the other register", INSN,
     "insn->source = field(bits, 20, 5);\n    insn->source_is_fpr = fpr;",
     "insn->source = field(bits, 15, 5);\n    insn->source_is_fpr = fpr;", "integer"),
    ("offsets of stores have no sign", INSN, "insn->offset = signed_12((unsigned)field(bits, 25, 7)",
     "insn->offset = (int16_t)((unsigned)field(bits, 25, 7)", "interrupts"),
    ("sc writes although it fails", MEMORY, "(gpr != 0 ? t->x[gpr] != 0 : step->access == NULL)", "false",
     "atomic32"),
    ("amomaxu is signed", MEMORY, "return (old & mask) > (operand & mask) ? old : operand;",
     "return a > b ? old : operand;", "atomic32"),
    ("amoxor ors", MEMORY, "return old ^ operand;", "return old | operand;", "atomic32"),
    ("AMOs store their operand", MEMORY,
     "*value = amo_result(insn->amo, old, step->operand, insn->size);", "*value = step->operand;", "atomic32"),
    ("traps leave the mode", TRACE,
     "nt_tandem_put_state(&t->group, NT_TANDEM_PRIVILEGE, mode);\n    return nt_tandem_end_group",
     "nt_tandem_put_state(&t->group, NT_TANDEM_PRIVILEGE, retired->mode.priv);\n    return nt_tandem_end_group", "traps"),
    ("addresses are never translated", MEMORY, "return priv != NT_TANDEM_M && t->csr[NT_CSR_SATP] >> mode != 0;",
     "return false;", "paging"),
    ("M uses translation too", MEMORY, "return priv != NT_TANDEM_M && t->csr", "return t->csr", "paging"),
]
CHOSEN = range(1, len(FAULTS) + 1, 1 if tier.WHOLE else 4)


class FaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        path = Path(cls.folder.name)
        cls.ntrace = c_faults.make_ntrace(path, [[fault[1:4]] for fault in FAULTS])
        cls.trace = path / "t.ntv"
        (path / "ntrace-memory.so").symlink_to(ROOT / "build/ntrace-memory.so")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def passes(self, number, program):
        environment = {**os.environ, "NT_MUTANT": str(number)}
        for words in (["record", "--elf", programs.elf(program), "-o", self.trace, "--limit", "20000",
                       *programs.OPTIONS[program]], ["verify", self.trace]):
            done = subprocess.run([self.ntrace, "tv", *words], cwd=ROOT, capture_output=True, check=False,
                                  env=environment)
            if done.returncode != 0:
                return False
        return True

    def test_without_a_fault_all_pass(self):
        for program in sorted({FAULTS[number - 1][4] for number in CHOSEN}):
            with self.subTest(program):
                self.assertTrue(self.passes(0, program))

    def test_every_fault_is_noticed(self):
        for number in CHOSEN:
            with self.subTest(FAULTS[number - 1][0]):
                self.assertFalse(self.passes(number, FAULTS[number - 1][4]))


if __name__ == "__main__":
    unittest.main()
