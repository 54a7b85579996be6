# SPDX-License-Identifier: Apache-2.0
"""The SBI PMU library as it is built: what it needs, how large it is; its programs under sanitizers.

The limits are those of docs/sbi-pmu.md. Nothing of the archives may be undefined but what the
firmware gives through struct nt_pmu_ops, so nothing at all."""
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts import pmu_costs
from scripts.pmu_costs import TOOLS, folder, output
from tests.lib.tier import WHOLE

NEEDS = ("build/pmu/rv32/libntpmu.a", "build/pmu/rv64/libntpmu.a", "pmu-table-programs")
TEXT = {64: 8192, 32: 6144}  # bytes at most, without the CSRs by number
STACK = 512
STATE = 1536
COSTS = {"num_counters": 200, "fw_read": 200, "config_matching, no match in 32 counters": 3000}
XLENS = pmu_costs.XLENS
PUBLIC = {"nt_pmu_init", "nt_pmu_call", "nt_pmu_fw_event", "nt_pmu_fw_platform_event", "nt_pmu_save",
          "nt_pmu_restore", "nt_pmu_riscv_csr_read", "nt_pmu_riscv_csr_write"}
PROGRAMS = Path("build/tests/pmu")


def undefined(path):
    return [line.split()[-1] for line in output(TOOLS + "nm", "-u", path).splitlines()
            if line.strip() and not line.endswith(":")]


class Archive(unittest.TestCase):
    def test_nothing_is_undefined(self):
        for xlen in XLENS:
            with self.subTest(xlen=xlen):
                self.assertEqual(undefined(folder(xlen) / "libntpmu.a"), [])

    def test_what_is_undefined_is_seen(self):
        source = "void *memset(void *, int, unsigned long); void f(char *p) { memset(p, 1, 999); }"
        with tempfile.TemporaryDirectory() as place:
            path = Path(place) / "needs.o"
            subprocess.run([TOOLS + "gcc", "-march=rv64imac", "-mabi=lp64", "-c", "-x", "c", "-",
                            "-o", path], input=source, text=True, check=True)
            self.assertEqual(undefined(path), ["memset"])

    def test_what_it_shows(self):
        for xlen in XLENS:
            with self.subTest(xlen=xlen):
                lines = output(TOOLS + "nm", "-g", "--defined-only", folder(xlen) / "libntpmu.a")
                self.assertEqual({line.split()[-1] for line in lines.splitlines() if " T " in line},
                                 PUBLIC)

    def test_size(self):
        for xlen in XLENS:
            with self.subTest(xlen=xlen):
                for figure, most in ((pmu_costs.text_of(folder(xlen) / "ntpmu.o"), TEXT[xlen]),
                                     (pmu_costs.stack_of(xlen), STACK), (pmu_costs.state_of(xlen), STATE)):
                    self.assertGreater(figure, most // 8)
                    self.assertLess(figure, most)


class Costs(unittest.TestCase):
    def test_instructions(self):
        for xlen in XLENS:
            found = pmu_costs.instructions(xlen)
            for name, most in COSTS.items():
                with self.subTest(xlen=xlen, name=name):
                    self.assertGreater(found[name], 10)
                    self.assertLess(found[name], most)

    def test_page_has_the_figures(self):
        output("scripts/pmu_costs.py", "--check")


class Programs(unittest.TestCase):
    """The programs print their seed; a figure of a run is in its output."""

    def run_program(self, name, *arguments):
        done = subprocess.run([PROGRAMS / name, *arguments], check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_as_perf_calls(self):
        for xlen in 32, 64:
            with self.subTest(xlen=xlen):
                self.assertIn("all as the driver expects",
                              self.run_program(f"asan{xlen}/perf_driver", "7"))

    def test_details(self):
        for xlen in 32, 64:
            self.assertIn("the details are right", self.run_program(f"asan{xlen}/details"))

    def test_hostile(self):
        calls = 50_000_000 if WHOLE else 500_000
        for xlen in 32, 64:
            with self.subTest(xlen=xlen):
                text = self.run_program(f"asan{xlen}/hostile", "--calls", str(calls), "--seed", "3")
                self.assertIn(f"{calls} calls", text)

    def test_two_harts(self):
        calls = 2_000_000 if WHOLE else 50_000
        for xlen in 32, 64:
            with self.subTest(xlen=xlen):
                text = self.run_program(f"tsan{xlen}/harts", "--calls", str(calls))
                self.assertEqual(len(re.findall(r"hart \d: (\d+) events counted, \1 sent", text)), 2)


if __name__ == "__main__":
    unittest.main()
