# SPDX-License-Identifier: Apache-2.0
"""Each decision of docs/tandem.md is undone in a copy of the codec, one at a time: its tests must
show it. All are compiled in one go and chosen at run time."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts import limits
from tests.lib import c_faults
from tests.lib.catalogue import ROOT

NEEDS = ("build/host.a",)
FIELD, RULES, READER, FILE = (f"libntrace/tandem/{name}.c"
                              for name in ("field", "rules", "reader", "container"))
TESTS = ("rules", "examples", "sizes", "container")  # in the order in which they are tried
FORGET = "reader->group++;"
WITHOUT = "return (elements){NO_ELEMENT, NO_ELEMENT};"

# Clause, file, text that is there once, and what it becomes
FAULTS = [
    ("ch. 2, opcode 4: FPRs have FLEN bits", FIELD,
     "return is_fpr(field->reg) ? format->flen : format->xlen;", "return format->xlen;"),
    ("ch. 2, identifier 10: XLEN bits", FIELD,
     "case BITS_XLEN:\n        return format->xlen;", "case BITS_XLEN:\n        return 64;"),
    ("ch. 2, identifiers 2, 3, 9: MLEN bits", FIELD,
     "case BITS_MLEN:\n        return format->mlen;",
     "case BITS_MLEN:\n        return format->xlen;"),
    ("ch. 3, MLEN: effective addresses", FIELD,
     "format->eaddr_xlen ? format->xlen : format->mlen", "format->xlen"),
    ("Bluespec's effective addresses", FIELD,
     "format->eaddr_xlen ? format->xlen : format->mlen", "format->mlen"),
    ("ch. 2, opcode 8: MLEN bits", FIELD,
     "case PART_ADDRESS:\n        return format->mlen;",
     "case PART_ADDRESS:\n        return format->xlen;"),
    ("ch. 2, opcode 8: sc has data", FIELD,
     "(data_of[operation] & DATA_REQUEST) != 0",
     "(data_of[operation] & DATA_REQUEST) != 0 && operation != NT_TANDEM_SC"),
    ("ch. 2, opcode 8: an AMO has data", FIELD,
     "(data_of[operation] & DATA_REQUEST) != 0",
     "(data_of[operation] & DATA_REQUEST) != 0 && operation < NT_TANDEM_AMO_SWAP"),
    ("ch. 2, opcode 8: a load has none", FIELD,
     "(data_of[operation] & DATA_REQUEST) != 0", "operation != NT_TANDEM_FETCH"),
    ("ch. 2, opcode 9: lr has data", FIELD,
     "(data_of[operation] & DATA_RESPONSE) != 0",
     "(data_of[operation] & DATA_RESPONSE) != 0 && operation != NT_TANDEM_LR"),
    ("ch. 2, opcode 9: a fetch has data", FIELD,
     "(data_of[operation] & DATA_RESPONSE) != 0",
     "(data_of[operation] & DATA_RESPONSE) != 0 && operation != NT_TANDEM_FETCH"),
    ("ch. 2, opcode 9: 8 bits for a store", FIELD,
     "(data_of[operation] & DATA_RESPONSE) != 0", "true"),
    ("ch. 3, sub-byte fields of a request", FIELD,
     "field->operation = (uint8_t)(sent & 15);\n        field->size = (uint8_t)(sent >> 4);",
     "field->operation = (uint8_t)(sent >> 4);\n        field->size = (uint8_t)(sent & 15);"),
    ("ch. 3, sub-byte fields of a response", FIELD,
     "field->size = (uint8_t)(sent & 15);\n        field->result = (uint8_t)(sent >> 4);",
     "field->size = (uint8_t)(sent >> 4);\n        field->result = (uint8_t)(sent & 15);"),
    ("ch. 2, opcode 5: signed", FIELD, "(uint64_t)(int64_t)(int8_t)sent", "sent"),
    ("ch. 3, little endian", FIELD,
     "(uint64_t)bytes[i] << (8 * i)", "(uint64_t)bytes[i] << (8 * (size - 1 - i))"),
    ("ch. 3, register addresses", FIELD,
     "if (field->reg >= NT_TANDEM_REGISTERS) {", "if (field->reg > NT_TANDEM_REGISTERS) {"),
    ("FLEN 0 has no FPR", FIELD, "is_fpr(field->reg) && format->flen == 0", "false"),
    ("identifier 1: 2 is no mode", FIELD, "field->value == 2 || ", ""),
    ("identifier 1: above 3", FIELD, "|| field->value > 3)", "|| field->value > 4)"),
    ("ch. 2, request opcodes", FIELD, "if (field->operation >= NT_TANDEM_OPERATIONS) {",
     "if (field->operation > NT_TANDEM_OPERATIONS) {"),
    ("ch. 2, sizes", FIELD, "if (field->size > 3) {", "if (field->size > 4) {"),
    ("ch. 2, results", FIELD, "field->result > 1", "field->result > 2"),
    ("MLEN 34: upper bits are 0", FIELD, "bits % 8 != 0 && sent >> bits != 0", "false"),
    ("MLEN 34: the wrong byte", FIELD, "at + bits / 8, sent", "at, sent"),
    ("ch. 3, memory response: right behind", FIELD,
     "(before == NULL || before->opcode != NT_TANDEM_REQUEST)", "before == NULL"),
    ("ch. 2, opcodes", FIELD, "field->opcode >= NT_TANDEM_OPCODES || !rows[field->opcode].known",
     "field->opcode >= NT_TANDEM_OPCODES"),
    ("values fit", FIELD, "if (!is_same(field, &sent)) {", "if (false) {"),
    ("ch. 3, MLEN of RV32", FIELD, "(format->mlen == 32 || format->mlen == 34)",
     "(format->mlen == 32)"),
    ("groups: fcsr is frm", RULES, "return (elements){FFLAGS, FRM};",
     "return (elements){FFLAGS, NO_ELEMENT};"),
    ("groups: fcsr is fflags", RULES, "return (elements){FFLAGS, FRM};",
     "return (elements){FRM, NO_ELEMENT};"),
    ("groups: sstatus, sie, sip", RULES, "(uint16_t)(reg + SUPERVISOR_TO_MACHINE)", "reg"),
    ("groups: store data of all sizes", RULES,
     "unsigned id = store ? NT_TANDEM_STORE8 : field->id;", "unsigned id = field->id;"),
    ("groups: pc incremented and given", RULES,
     "return (elements){ELEMENT_STATE + NT_TANDEM_PC, NO_ELEMENT};", WITHOUT),
    ("groups: two instructions", RULES, "return (elements){ELEMENT_INSN, NO_ELEMENT};", WITHOUT),
    ("groups: an element twice, also outside", RULES,
     "bool first = take_element(reader, of.first);",
     "bool first = take_element(reader, of.first) && reader->within;"),
    ("groups: an element once in each", RULES, FORGET, "(void)reader;"),
    ("x0 is 0", RULES, "field->reg == NT_TANDEM_GPR && field->value != 0", "false"),
    ("x0 may be sent as 0", RULES, "field->reg == NT_TANDEM_GPR && field->value != 0",
     "field->reg == NT_TANDEM_GPR"),
    ("an end without a begin", RULES, "violate(field, NT_TANDEM_END_ALONE);", ""),
    ("a response of another size", RULES, "field->size != request->size", "false"),
    ("opcodes 16, 17 and the low bits", RULES,
     "((field->value & 3) == 3) != (field->opcode == NT_TANDEM_INSN32)", "false"),
    ("opcode 3 outside a group", RULES, "!reader->within || (opcodes & INSNS) == 0",
     "(opcodes & INSNS) == 0"),
    ("opcode 3 without an instruction", RULES, "!reader->within || (opcodes & INSNS) == 0",
     "!reader->within"),
    ("opcode 11 outside a group", RULES, "violate(field, NT_TANDEM_INIT_OUTSIDE);", ""),
    ("opcode 11 with an instruction", RULES, "(opcodes & (INSNS | RESET)) != 0",
     "(opcodes & RESET) != 0"),
    ("opcode 11 with reset", RULES, "(opcodes & (INSNS | RESET)) != 0", "(opcodes & INSNS) != 0"),
    ("complete trace has each pc", RULES, "reader->complete && !has_pc", "false"),
    ("partial trace is legal", RULES, "reader->complete && !has_pc", "!has_pc"),
    ("end group implied by begin group", READER,
     "result = finish_group(reader, false);\n    reader->start",
     "result = finish_group(reader, true);\n    reader->start"),
    ("a cut ends no group", READER, "if (!reader->within && reader->have == 0) {",
     "if (reader->have == 0) {"),
    ("the place of a cut", READER, "reader->offset + reader->have, begin", "reader->offset, begin"),
    ("a limit of fields", READER, "if (reader->count == NT_TANDEM_FIELDS) {",
     "if (reader->count == NT_TANDEM_FIELDS - 1) {"),
    ("what came before a fault", READER,
     "if (reader->fault.kind == NT_TANDEM_OK || reader->within) {", "if (true) {"),
    ("no half group before a fault", READER,
     "if (reader->fault.kind == NT_TANDEM_OK || reader->within) {",
     "if (reader->fault.kind == NT_TANDEM_OK) {"),
    ("the offset of a fault", READER, "reader->fault.offset += reader->offset;", ""),
    ("ntv: checksum of the header", FILE,
     "nt_little_32(bytes + AT_CHECKSUM) != nt_checksum(0, bytes, AT_CHECKSUM)", "false"),
    ("ntv: lengths", FILE, "!nt_tandem_format_is_valid(format)", "false"),
    ("ntv: checksum of a chunk", FILE,
     "nt_checksum(0, unpacker->chunk, size) != unpacker->expected", "false"),
    ("ntv: checksum of the stream", FILE,
     "unpacker->ended && unpacker->expected != unpacker->checksum", "false"),
    ("ntv: a chunk that is cut off", FILE, "if (!unpacker->ended) {", "if (false) {"),
]


def run(*command, seconds=60, **options):
    return subprocess.run(limits.within(seconds, command), cwd=ROOT, capture_output=True, text=True,
                          check=False, **options)


class FaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        held = tempfile.TemporaryDirectory()
        cls.addClassCleanup(held.cleanup)
        cls.folder = Path(held.name)
        shutil.copytree(ROOT / "libntrace", cls.folder / "libntrace")
        c_faults.put_choices(cls.folder, [[fault[1:]] for fault in FAULTS])
        sources = [cls.folder / name for name in (FIELD, RULES, READER, FILE)]
        objects = [cls.compiled(source) for source in sources]
        for name in TESTS:
            cls.built(run("gcc", "-fno-lto", *objects,
                          f"build/obj/tests/libntrace/tandem/{name}_test.o", "build/host.a",
                          *c_faults.LIBRARIES, "-lcmocka", "-o", cls.folder / name))

    @classmethod
    def compiled(cls, source):
        to = cls.folder / (source.stem + ".o")
        cls.built(run("gcc", "-std=c11", "-D_GNU_SOURCE", "-O1", f"-I{cls.folder}", "-Iinclude",
                      "-I.", "-c", source, "-o", to))
        return to

    @staticmethod
    def built(done):
        if done.returncode != 0:
            raise AssertionError(done.stderr)

    def noticed(self, number):
        environment = {**os.environ, "NT_MUTANT": str(number)}
        return any(run(self.folder / name, env=environment).returncode != 0 for name in TESTS)

    def test_without_a_fault_all_pass(self):
        self.assertFalse(self.noticed(0))

    def test_each_decision_that_is_undone_shows(self):
        missed = [fault[0] for number, fault in enumerate(FAULTS, 1) if not self.noticed(number)]
        self.assertEqual(missed, [])


if __name__ == "__main__":
    unittest.main()
