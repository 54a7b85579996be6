# SPDX-License-Identifier: Apache-2.0
"""Golden models by DPI-C: what the library's functions answer, and what the modules do with other parameters. Models beside
RTL are in tests/benches."""
import ctypes
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import run
from tests.lib.catalogue import ROOT
from tests.lib.faults import put_patch

NEEDS = ("dpi",)
DPI = ROOT / "build/dpi"
MODULES = DPI / "trace_encoder/tiny"
# Of a simulator: arrays whose elements are all eight bytes apart
SIMULATOR = "void *svGetArrElemPtr1(const void *array, int i) { return (char *)array + 8 * i; }"


class DpiTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        simulator = Path(folder.name) / "simulator"
        simulator.with_suffix(".c").write_text(SIMULATOR, encoding="ascii")
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", simulator.with_suffix(".so"), simulator.with_suffix(".c")], check=True)
        ctypes.CDLL(str(simulator.with_suffix(".so")), mode=ctypes.RTLD_GLOBAL)
        cls.library = ctypes.CDLL(str(DPI / "libntrace_dpi.so"))
        cls.library.nt_dpi_new.restype = ctypes.c_void_p
        cls.words = re.search(r'nt_dpi_new\("(\w+)", "(.*)",\s+"(.*)",\s+"(.*)", nt_complaint\);',
                              (MODULES / "nt_trace_encoder_model.sv").read_text(encoding="ascii")).groups()

    def new(self, *words):
        complaint = ctypes.c_char_p()
        model = self.library.nt_dpi_new(*(word.encode() for word in words), ctypes.byref(complaint))
        return model, complaint.value.decode()

    def test_a_model_that_cannot_be_made_has_a_reason(self):
        unit, parameters, inputs, outputs = self.words
        for words, reason in ((("absent", parameters, inputs, outputs), "no such unit"),
                              ((unit, "XLEN", inputs, outputs), "parameters are NAME=VALUE"),
                              ((unit, "XLEN=x", inputs, outputs), "parameters are NAME=VALUE"),
                              ((unit, " ".join(f"A{i}=1" for i in range(64)), inputs, outputs), "at most 63"),
                              ((unit, parameters.replace("XLEN=32", "XLEN=33"), inputs, outputs), "XLEN"),
                              ((unit, parameters, inputs + " absent", outputs), "no port of that name"),
                              ((unit, parameters, inputs, "absent"), "no port of that name")):
            with self.subTest(reason=reason):
                model, complaint = self.new(*words)
                self.assertIsNone(model)
                self.assertIn(reason, complaint)

    def test_a_model_settles_and_steps(self):
        _, _, inputs, outputs = (words.split() for words in self.words)
        model, complaint = self.new(*self.words)
        self.assertEqual(complaint, "")
        in_, out, valid = ((ctypes.c_uint64 * len(rows))() for rows in (inputs, outputs, outputs))

        def cycle(**values):
            for i, name in enumerate(inputs):
                in_[i] = values.get(name, 0)
            self.library.nt_dpi_settle(ctypes.c_void_p(model), in_, out, valid)
            shown = {name: out[i] if valid[i] & 0xff else None for i, name in enumerate(outputs)}
            self.library.nt_dpi_step(ctypes.c_void_p(model), in_)
            return shown

        cycle(rst=1)
        self.assertEqual([cycle(PSEL=1, PENABLE=enable, PWRITE=1, PWDATA=1, PSTRB=15)["PSLVERR"] for enable in (0, 1)],
                         [0, 0])
        cycle(PSEL=1)
        shown = cycle(PSEL=1, PENABLE=1)
        self.assertEqual(shown["PRDATA"] & 0xf, 9)  # trTeActive, trTeEmpty
        self.assertEqual((shown["out_valid"], shown["out"]), (0, None))
        self.library.nt_dpi_free(ctypes.c_void_p(model))

    def test_a_module_is_of_its_build_alone(self):
        for value, reason in ((32, None), (64, "XLEN is 64, and the module was made for 32")):
            with self.subTest(XLEN=value):
                done = run("--lint-only", "--timing", "--top-module", "nt_trace_encoder_model", f"-GXLEN={value}",
                           DPI / "nt_dpi.sv", MODULES / "nt_trace_encoder_model.sv", program="verilator")
                if reason:
                    self.assertIn(reason, done.stderr)
                else:
                    self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_every_module_is_clean_in_verilator(self):
        for path in sorted(DPI.glob("*/*/*_scoreboard.sv")):
            with self.subTest(path.parent.relative_to(DPI)):
                done = run("--lint-only", "--timing", DPI / "nt_dpi.sv", *path.parent.glob("*_model.sv"), path,
                           "--top-module", path.stem, program="verilator")
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_scoreboard_sees_a_fault_at_random_inputs(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            shutil.copytree(ROOT / "rtl", folder / "rtl")
            put_patch(folder, ROOT / "tests/faults/rtl/pib.patch")
            for rtl, faulty in ((ROOT / "rtl", False), (folder / "rtl", True)):
                with self.subTest(faulty=faulty):
                    bench = folder / str(faulty)
                    subprocess.run(["make", "-s", "-C", ROOT, "SETUP=no", "dpi-random", "DPI_UNIT=pib", "DPI_BUILD=1",
                                    f"DPI_BENCH={bench}", "DPI_OPT=-O0", f"RTL={rtl}"], check=True, capture_output=True)
                    done = run("+cycles=20000", "+seed=3", program=str(bench / "random"))
                    if faulty:
                        self.assertRegex(done.stdout, r"(?m)^cycle \d+: \w+: expected [0-9a-f]+ \(model\), got")
                        self.assertNotEqual(done.returncode, 0)
                    else:
                        self.assertIn("passed: 20000 cycles", done.stdout)
                        self.assertEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main()
