# SPDX-License-Identifier: Apache-2.0
"""A codec of the tandem trace that is wrong does not pass the comparison with the second decoder:
faults in copies of libntrace/tandem and sim/tandem, chosen at run time."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib import c_faults
from tests.lib.catalogue import ROOT
from tests.tandem import vectors
from tests.tandem.decoder import Parameters
from tests.tandem.make_groups import ALL_PARAMETERS, Maker
from tests.tandem.subject import Subject

NEEDS = ("build/host.a",)
FIELD, READER, RULES = (f"libntrace/tandem/{name}.c" for name in ("field", "reader", "rules"))
DUMP, FOLLOW, JSON = (f"sim/tandem/{name}.c" for name in ("dump", "follow", "json"))

# What is wrong; file, text that is there once, text then
FAULTS = [
    ("sizes are the low half of a request", FIELD,
     "field->operation = (uint8_t)(sent & 15);\n        field->size = (uint8_t)(sent >> 4);",
     "field->operation = (uint8_t)(sent >> 4);\n        field->size = (uint8_t)(sent & 15);"),
    ("sizes are the high half of a response", FIELD,
     "field->size = (uint8_t)(sent & 15);\n        field->result = (uint8_t)(sent >> 4);",
     "field->size = (uint8_t)(sent >> 4);\n        field->result = (uint8_t)(sent & 15);"),
    ("an offset has no sign", JSON, "(json_int_t)(int8_t)field->value",
     "(json_int_t)(uint8_t)field->value"),
    ("floating point registers have XLEN bits", FIELD,
     "is_fpr(field->reg) ? format->flen : format->xlen", "format->xlen"),
    ("f31 is none", FIELD, "reg < NT_TANDEM_REGISTERS;", "reg < NT_TANDEM_REGISTERS - 1;"),
    ("addresses take no more bytes than MLEN fills", FIELD,
     "case PART_ADDRESS:\n        return format->mlen;",
     "case PART_ADDRESS:\n        return format->mlen & 0xf8;"),
    ("effective addresses have XLEN bits", FIELD,
     "format->eaddr_xlen ? format->xlen : format->mlen", "format->xlen"),
    ("the physical pc has XLEN bits", FIELD, "    case BITS_MLEN:\n        return format->mlen;",
     "    case BITS_MLEN:\n        return id == NT_TANDEM_PC_PADDR ? format->xlen : format->mlen;"),
    ("a response has as much data as the request", FIELD,
     "nt_tandem_response_has_data(before->operation) ? 8U << field->size : 0",
     "nt_tandem_response_has_data(before->operation) ? 8U << before->size : 0"),
    ("the data of an AMO are in its request alone", FIELD,
     "(data_of[operation] & DATA_RESPONSE) != 0", "data_of[operation] == DATA_RESPONSE"),
    ("register 0x1040 is known", FIELD, "field->reg >= NT_TANDEM_REGISTERS",
     "field->reg > NT_TANDEM_REGISTERS"),
    ("privilege 2 is known", FIELD, "(field->value == 2 || field->value > 3)", "field->value > 3"),
    ("privilege 7 is known", FIELD, "(field->value == 2 || field->value > 3)", "field->value == 2"),
    ("result 2 is known", FIELD, "field->result > 1", "field->result > 2"),
    ("size 4 is known", FIELD, "field->size > 3", "field->size > 4"),
    ("operation 14 is known", FIELD, "field->operation >= NT_TANDEM_OPERATIONS",
     "field->operation > NT_TANDEM_OPERATIONS"),
    ("bits above MLEN are ignored", FIELD, "bits % 8 != 0 && sent >> bits != 0", "bits == 99"),
    ("bits above MLEN are wrong at the field's start", FIELD, "at + bits / 8, sent", "at, sent"),
    ("a response needs no request", FIELD,
     "(before == NULL || before->opcode != NT_TANDEM_REQUEST)", "before == NULL"),
    ("the data are big-endian", FIELD, "nt_little_64(bytes) & UINT64_MAX >> (64 - 8 * size)",
     "__builtin_bswap64(nt_little_64(bytes)) >> (64 - 8 * size)"),
    ("the end of the stream ends a group", READER, "if (!reader->within && reader->have == 0) {",
     "if (reader->have == 0) {"),
    ("a cut is where its field begins", READER, "reader->offset + reader->have, begin",
     "reader->offset, begin"),
    ("errors are counted from their field's start", READER,
     "reader->fault.offset += reader->offset;", ""),
    ("a begin within a group begins none", READER,
     "reader->start = reader->offset;\n    reader->within",
     "reader->within"),
    ("an end without a begin is nothing", READER,
     "(opcode == NT_TANDEM_END && reader->within)", "opcode == NT_TANDEM_END"),
    ("a field of two reads loses bytes", READER, "return count - (int)had;", "return count;"),
    ("what lies before an error is lost", READER,
     "if (reader->fault.kind == NT_TANDEM_OK || reader->within) {",
     "if (reader->fault.offset < 999999) {"),
    ("a cut group is shown", READER, "if (reader->fault.kind == NT_TANDEM_OK || reader->within) {",
     "if (reader->fault.kind == NT_TANDEM_OK) {"),
    ("fcsr is not fflags", RULES, "(elements){FFLAGS, FRM}", "(elements){FRM, NO_ELEMENT}"),
    ("sip is not mip", RULES, "    case 0x144:\n", ""),
    ("store data of two sizes are two elements", RULES, "store ? NT_TANDEM_STORE8 : field->id",
     "store ? field->id : field->id"),
    ("elements are not forgotten", RULES, "reader->group++;", "(void)reader;"),
    ("x0 may be anything", RULES, "field->reg == NT_TANDEM_GPR && field->value != 0",
     "field->reg > 0x2000"),
    ("an increment needs no group", RULES, "!reader->within || (opcodes & INSNS) == 0",
     "(opcodes & INSNS) == 0"),
    ("initialization may be with reset", RULES, "opcodes & (INSNS | RESET)", "opcodes & INSNS"),
    ("initialization needs no group", RULES,
     "            violate(field, NT_TANDEM_INIT_OUTSIDE);\n", ""),
    ("an instruction of 16 bits is never odd", RULES,
     "((field->value & 3) == 3) != (field->opcode == NT_TANDEM_INSN32)",
     "(field->value & 3) != 3 && field->opcode == NT_TANDEM_INSN32"),
    ("a violation is no failure", DUMP, "return run.broken ? NT_EXIT_FAILED : NT_EXIT_OK;",
     "return run.broken ? NT_EXIT_OK : NT_EXIT_OK;"),
    ("the pc after reset is that before", FOLLOW,
     "            follow->known = false;\n        }\n        increment",
     "            follow->known = follow->known;\n        }\n        increment"),
    ("the pc goes on by 4", FOLLOW, "field->opcode == NT_TANDEM_INSN16 ? 2 : 4", "4"),
    ("the pc is not wrapped", FOLLOW, "xlen == 32", "xlen == 33"),
    ("instructions of 16 bits are shown with 32", JSON, "is_long ? 8 : 4", "is_long ? 8 : 8"),
    ("sizes are shown as their logarithm", JSON, '8 << field->size, "address"',
     'field->size, "address"'),
    ("data of a response are not shown", JSON, "nt_tandem_response_has_data(request->operation)",
     "nt_tandem_request_has_data(request->operation)"),
    ("the physical address of the pc is not shown", JSON,
     'json_object_set_new(object, "pc_paddr", hex(field->value));',
     ""),
]


REQUEST = "01 08 00 00 00 00 00 00 00 00 00 "


def corpus():
    """(bytes, parameters), what shows most first."""
    rv64 = Parameters(64, 64, 64)
    for vector in vectors.EXAMPLES + vectors.FOREIGN + vectors.SLIPS:
        yield vectors.data(vector.hex), rv64
    for parameters in ALL_PARAMETERS:
        yield Maker(21, parameters, wild=True).stream(400)[0], parameters
    for text in ("01 07 01 07 02", "01 07 01 02 02", "01 04 40 10", "01 06 40 10 01 02",
                 "07 01 03 0c", REQUEST + "02 09 00 00", REQUEST + "09 20 00 02",
                 REQUEST + "03 09 00 00 02"):
        yield vectors.data(text), rv64
    for number in range(600):
        parameters = ALL_PARAMETERS[number % len(ALL_PARAMETERS)]
        maker = Maker(number, parameters, wild=number % 5 == 0)
        yield maker.damaged(maker.stream(4)[0])[1], parameters


class DumpFaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name)
        c_faults.make_ntrace(cls.path, [[fault[1:]] for fault in FAULTS])
        cls.corpus = list(corpus())
        cls.csrs = {}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def setUp(self):
        for parameters in ALL_PARAMETERS:  # names are those of the codec without a fault
            self.subject(0).numbers(parameters)

    def subject(self, number):
        def run(*words):
            return subprocess.run([self.path / "ntrace", *map(str, words)], check=False, cwd=ROOT,
                                  capture_output=True, text=True,
                                  env={**os.environ, "NT_MUTANT": str(number)})
        subject = Subject(run, self.csrs)
        self.addCleanup(subject.close)
        return subject

    def test_without_a_fault_nothing_differs(self):
        subject = self.subject(0)
        for data, parameters in self.corpus[::7]:
            self.assertEqual(list(subject.differences(data, parameters)), [])

    def test_every_fault_is_noticed(self):
        for number, (what, *_) in enumerate(FAULTS, 1):
            with self.subTest(what):
                subject = self.subject(number)
                self.assertTrue(any(True for data, parameters in self.corpus
                                    for _ in subject.differences(data, parameters)))


if __name__ == "__main__":
    unittest.main()
