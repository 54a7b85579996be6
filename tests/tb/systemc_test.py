# SPDX-License-Identifier: Apache-2.0
"""The encoder in SystemC: its RTL made by verilator --sc and its model's module, at the same signals,
under the bench of the unit, have the verdict that the bench has without."""
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.control.bench import differing
from tests.lib.catalogue import ROOT
from tests.lib.units import build_with_faults, program, run

NEEDS = ("build/host.a", "systemc")
CYCLES = 50000
HEADER = "nt_trace_encoder_model.h"


class SystemcTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_the_same_runs_have_the_same_end(self):
        for build in ("tiny", "rv64"):
            for words in ((CYCLES, 1), (CYCLES, 2), ("sequence",)):
                with self.subTest(build=build, words=words):
                    plain, systemc = (run(program("trace_encoder", path), *words)
                                      for path in (build, f"{build}/systemc"))
                    self.assertEqual((systemc.returncode, systemc.stderr), (0, ""))
                    self.assertEqual(systemc.stdout, plain.stdout)

    def test_a_fault_in_the_rtl_is_found_in_the_same_cycle(self):
        said = []
        for build in ("tiny", "tiny/systemc"):
            bench = build_with_faults(self.folder / build.replace("/", "-"), "trace_encoder", build, (
                "rtl/nt_trace_encoder.v", ".trTeEmpty(trTeEmpty), .stall_or_overflow(stall_or_overflow),",
                ".trTeEmpty(1'b1), .stall_or_overflow(stall_or_overflow),"))
            done = run(bench, CYCLES, 1)
            self.assertEqual(done.returncode, 1, done.stdout)
            said.append((re.match(r"cycle \d+", done.stderr)[0], differing(done.stderr)["PRDATA"]))
        self.assertEqual(*said)

    def test_a_fault_in_the_module_is_found(self):
        units = self.folder / "units"
        bench = units / "trace_encoder/tiny/systemc/bench"

        def make(path):
            subprocess.run(["make", "-s", "-C", str(ROOT), "SETUP=no", f"UNITS={units}", str(path)],
                           check=True, capture_output=True)
        make(bench.parent / "systemc.inc")
        header = bench.parent / HEADER
        text = header.read_text(encoding="utf-8")
        self.assertEqual(text.count("stall.write(x)"), 1)
        header.write_text(text.replace("stall.write(x)", "stall.write(!x)"), encoding="utf-8")
        make(bench)
        done = run(bench, CYCLES, 1)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stderr, r"(?m)^  SystemC module +stall ")


if __name__ == "__main__":
    unittest.main()
