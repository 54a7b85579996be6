# SPDX-License-Identifier: Apache-2.0
"""Golden models in Python: they send what the lockstep's encoder sends, have the parameters that they are given, and
refuse what no port, build or file has."""
import re
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import CONFIGS, run
from tests.lib.catalogue import ROOT
from tests.lib.python_package import package

NEEDS = ("benches", "wheel-if-possible")
EXAMPLE = ROOT / "tests/benches/worked-example.nti"
UNIT = "trace_encoder"


class ModelTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.ntrace = package()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def stimulus(self, build):
        """The worked example for the port of another build, long blocks in two where it takes several."""
        have = self.ntrace.parameters(UNIT, build)
        text = EXAMPLE.read_text(encoding="ascii").replace("build=tiny", f"build={build}")
        for key, value in (("xlen", have["XLEN"]), ("nblocks", have["NBLOCKS"]), ("itype_w", have["ITYPE_W"]),
                           ("iretire_w", have["IRETIRE_W"]), ("context_w", have["SCONTEXT_W"] + have["HCONTEXT_W"]),
                           ("ntriggers", have["NTRIGGERS"])):
            text = re.sub(rf"\b{key}=\d+", f"{key}={value}", text, count=1)
        if have["ITYPE_W"] == 3:
            text = re.sub(r"itype=(\d+)", lambda code: f"itype={code[1] if int(code[1]) < 6 else 6}", text)
        if have["NBLOCKS"] > 1:
            text = re.sub(r"b iaddr=(\w+) iretire=([4-7]) ", self.in_two_blocks, text)
        path = self.folder / f"{build}.nti"
        path.write_text(text, encoding="ascii")
        return path

    @staticmethod
    def in_two_blocks(block):
        at, size = int(block[1], 16), int(block[2])
        return f"b iaddr={at:#x} iretire=2 b iaddr={at + 4:#x} iretire={size - 2} "

    def sent(self, build, path):
        sent = b""
        with self.ntrace.Model(UNIT, build) as model, self.ntrace.Cycles(path) as cycles:
            for cycle in cycles:
                model.set(**self.ntrace.encoder_inputs(cycle, model.input_widths))
                out = model.outputs
                if out.out_valid and model.inputs.out_ready and not model.inputs.rst:
                    sent += out.out.to_bytes(8, "little")[:out.out_count]
                model.step()
        return sent

    def test_every_build_sends_what_the_lockstep_sends(self):
        for build in CONFIGS:
            with self.subTest(build):
                path, other = self.stimulus(build), self.folder / f"{build}.nex"
                done = run("lockstep", path, "--config", build, "-q", "-o", other)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(self.sent(build, path).hex(" "), other.read_bytes().hex(" "))
                self.assertGreater(len(other.read_bytes()), 40)

    def test_parameters_make_the_build_that_has_them(self):
        path = self.stimulus("rv64")
        have = self.ntrace.parameters(UNIT, "rv64")
        self.assertEqual(self.sent(have, path), self.sent("rv64", path))
        with self.ntrace.Model(UNIT, {**have, "FIFO_DEPTH": 128, "TSTAMP_W": 63}) as model:
            self.assertEqual(model.input_widths["hart_time"], 63)

    def test_parameters_that_the_rtl_cannot_have_are_refused(self):
        have = self.ntrace.parameters(UNIT, "rv64")
        for values, words in (({**have, "FIFO_DEPTH": 8}, "FIFO_DEPTH holds what comes after a stall"),
                              ({**have, "XLEN": 48}, "XLEN = 48: 32 or 64"), ({"XLEN": 64}, "parameters of trace_encoder are"),
                              ("rv128", "no build of trace_encoder is called rv128: "), ({**have, "NBLOCKS": -1}, "NBLOCKS")):
            with self.subTest(words), self.assertRaisesRegex(ValueError, words):
                self.ntrace.Model(UNIT, values)
        with self.assertRaisesRegex(ValueError, "no unit is called encoders"):
            self.ntrace.Model("encoders")

    def test_a_value_or_a_port_that_is_not_there_is_refused(self):
        with self.ntrace.Model(UNIT, "tiny") as model:
            for value in (8, -1, 1 << 70):
                with self.assertRaisesRegex(ValueError, "priv has 3 bits"):
                    model.inputs.priv = value
            self.assertEqual(model.inputs.priv, 0)
            for action in (lambda: model.set(psel=1), lambda: model.inputs["psel"], lambda: model.outputs["PSEL"],
                           lambda: model.probe("none")):
                self.assertRaises(KeyError, action)
            self.assertRaises(AttributeError, lambda: model.inputs.psel)
            self.assertRaises(AttributeError, setattr, model.inputs, "psel", 1)
            self.assertRaises(AttributeError, lambda: model.outputs.nothing)

    def test_what_is_closed_is_refused(self):
        model = self.ntrace.Model(UNIT, "tiny")
        cycles = self.ntrace.Cycles(EXAMPLE)
        program = self.ntrace.Program()
        left = iter(cycles)
        next(left)
        for one in (model, cycles, program, model):
            one.close()
        for action in (model.step, lambda: model.outputs.out_valid, lambda: model.probe("icnt"), lambda: next(left),
                       lambda: program.xlen, lambda: list(self.ntrace.events(b"\0", program))):
            self.assertRaisesRegex(ValueError, "is closed", action)

    def test_a_file_that_cannot_be_used_is_an_error_of_the_library(self):
        bad = self.folder / "bad.nti"
        bad.write_text(EXAMPLE.read_text(encoding="ascii").replace("idle 3", "idle x"), encoding="ascii")
        for path, words in ((self.folder / "none.nti", "none.nti"), (bad, r"bad.nti.*line 2\d"),
                            (ROOT / "tests/icarus/worked-example.nti", "cycle 2 sets control fields")):
            with self.subTest(words), self.assertRaisesRegex(self.ntrace.Error, words):
                list(self.ntrace.Cycles(path))
        with self.assertRaises(self.ntrace.Error) as raised:
            self.ntrace.Program(self.folder / "none.elf")
        self.assertEqual(raised.exception.name, "file")


if __name__ == "__main__":
    unittest.main()
