# SPDX-License-Identifier: Apache-2.0
"""A second decoder that is wrong does not pass its tests: points of the text, changed in turn."""
import importlib
import sys
import types
import unittest

from tests.lib.catalogue import ROOT

DECODER, VIOLATIONS = "tests.tandem.decoder", "tests.tandem.violations"
AGAIN = "tests.tandem.make_groups", VIOLATIONS, "tests.tandem.decoder_test"  # in this order
CLASSES = "VectorsTest", "SizesTest", "TextTest"

# What is wrong; module, text that is there once, text then
FAULTS = [
    ("identifier 16 is the pc", DECODER, '10: ("pc", "X")}', '10: ("pc", "X"), 16: ("pc", "X")}'),
    ("identifier 9 has XLEN bits", DECODER, '("pc physical", "M")', '("pc physical", "X")'),
    ("the pc has MLEN bits", DECODER, '("pc", "X")', '("pc", "M")'),
    ("mtime has XLEN bits", DECODER, '("mtime", 8)', '("mtime", "X")'),
    ("an address of 34 bits takes 4 bytes", DECODER, "(self.parameters.mlen + 7) // 8",
     "self.parameters.mlen // 8"),
    ("bits above MLEN are ignored", DECODER, "if value >> self.parameters.mlen:", "if False:"),
    ("size is the low half of a request", DECODER,
     'op, size = self.known(both & 15, OPS, "op"), self.known(both >> 4, SIZES, "size")',
     'op, size = self.known(both >> 4, OPS, "op"), self.known(both & 15, SIZES, "size")'),
    ("size is the high half of a response", DECODER, 'size = self.known(both & 15, SIZES, "size")\n'
     '        result = self.known(both >> 4', 'size = self.known(both >> 4, SIZES, "size")\n'
     '        result = self.known(both & 15'),
    ("a fetch has data in its request", DECODER, "op in (LOAD, LR, FETCH)", "op in (LOAD, LR)"),
    ("lr has data in its request", DECODER, "op in (LOAD, LR, FETCH)", "op in (LOAD, FETCH)"),
    ("sc has data in its response", DECODER, "op in (STORE, SC)", "op in (STORE,)"),
    ("a failed load has no data", DECODER, "None if op in (STORE, SC)",
     "None if result or op in (STORE, SC)"),
    ("ops to 14", DECODER, "OPS = range(14)", "OPS = range(15)"),
    ("sizes to 4", DECODER, "SIZES = range(4)", "SIZES = range(5)"),
    ("results to 2", DECODER, "RESULTS = range(2)", "RESULTS = range(3)"),
    ("privilege 2 is known", DECODER, "PRIVILEGES = 0, 1, 3", "PRIVILEGES = 0, 1, 2, 3"),
    ("f31 has XLEN bits", DECODER, "range(0x1020, 0x1040)", "range(0x1020, 0x103f)"),
    ("register 0x1040 is known", DECODER, "REGISTERS_END = range(0x1020, 0x1040), 0x1040",
     "REGISTERS_END = range(0x1020, 0x1040), 0x1041"),
    ("floating point registers are known without any", DECODER, "if width == 0 or", "if"),
    ("an increment has no sign", DECODER, "value - 256 if opcode == 5 and value > 127 else value",
     "value"),
    ("bits that are set have a sign", DECODER, "opcode == 5 and value", "value"),
    ("a response may come later", DECODER, "self.at, self.op, None", "self.at, self.op, self.op"),
    ("a response may come behind a begin", DECODER, "reader.at + 1, None",
     "reader.at + 1, reader.op"),
    ("a cut group is one", DECODER, "trace.add(begin, False, [] if inside else fields)",
     "trace.add(begin, inside, fields)"),
    ("the end of the stream ends a group", DECODER, "        if inside:\n            raise",
     "        if 0:\n            raise"),
    ("a begin within a group is none", DECODER, "elif opcode in (BEGIN, END):",
     "elif opcode == END or opcode == BEGIN and not inside:"),
    ("fflags and fcsr are two", VIOLATIONS, "0x003: {0x001, 0x002}, ", ""),
    ("fflags and frm are one", VIOLATIONS, "0x003: {0x001, 0x002}",
     "0x003: {1}, 0x001: {1}, 0x002: {1}"),
    ("sstatus and mstatus are two", VIOLATIONS, "0x100: {0x300}, ", ""),
    ("sie and mie are two", VIOLATIONS, "0x104: {0x304}, ", ""),
    ("sip and mip are two", VIOLATIONS, ", 0x144: {0x344}", ""),
    ("the pc may be incremented and given", VIOLATIONS,
     '{"pc" if field.kind == "increment" else field.kind}',
     "{field.kind}"),
    ("x0 may be anything", VIOLATIONS, "X0 = 0x1000", "X0 = 0x1040"),
    ("an increment needs no group", VIOLATIONS, 'group.inside and "instruction"', '"instruction"'),
    ("an increment needs no instruction", VIOLATIONS, 'group.inside and "instruction" in kinds',
     "group.inside"),
    ("initialization needs no group", VIOLATIONS, '"initialization" and not group.inside',
     '"none"'),
    ("initialization may be with reset", VIOLATIONS, '{"instruction", "reset"}:',
     '{"instruction"}:'),
    ("initialization may be with an instruction", VIOLATIONS, '{"instruction", "reset"}:',
     '{"reset"}:'),
    ("an opcode of 32 bits fits any instruction", VIOLATIONS, "!= (field.key == 4)",
     "> (field.key == 4)"),
]


def results_with(module, old, new):
    """Of decoder_test, over a decoder with another text."""
    text = (ROOT / (module.replace(".", "/") + ".py")).read_text(encoding="utf-8")
    if text.count(old) != 1:
        raise AssertionError(f"{text.count(old)} times in {module}: {old}")
    before = {name: sys.modules.pop(name, None) for name in (DECODER, *AGAIN)}
    try:
        broken = types.ModuleType(module)
        sys.modules[module] = broken
        exec(compile(text.replace(old, new), module, "exec"), broken.__dict__)
        for name in AGAIN:
            tests = importlib.import_module(name)
        load = unittest.defaultTestLoader.loadTestsFromTestCase
        suite = unittest.TestSuite(load(getattr(tests, name)) for name in CLASSES)
        result = unittest.TestResult()
        result.failfast = True
        suite.run(result)
        return result
    finally:
        for name, one in before.items():
            sys.modules.pop(name, None)
            if one is not None:
                sys.modules[name] = one


class DecoderFaultsTest(unittest.TestCase):
    def test_without_a_fault_all_tests_pass(self):
        for module in (DECODER, VIOLATIONS):
            result = results_with(module, '"""\nfrom', '"""\nfrom')
            self.assertTrue(result.wasSuccessful(), result.failures + result.errors)
            self.assertGreater(result.testsRun, 20)

    def test_every_fault_is_noticed(self):
        for what, *fault in FAULTS:
            with self.subTest(what):
                self.assertFalse(results_with(*fault).wasSuccessful())


if __name__ == "__main__":
    unittest.main()
