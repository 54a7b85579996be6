# SPDX-License-Identifier: Apache-2.0
"""nt_ingress_rules says of each cycle at the trace ingress port what `ntrace shape --check` says: random walks, legal and
illegal, a million cycles by night, in which each rule is broken a hundred times. A rule that is another is seen. In a
formal run its rules are assertions or assumptions."""
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tests.icarus.run import call
from tests.lib.catalogue import ROOT
from tests.lib.faults import put_fault
from tests.lib.tier import WHOLE

NEEDS = ("build/ntrace",)
RULES = ("itype-reserved", "priv-reserved", "stopped", "group-order", "trap-newest", "retires-nothing", "ilastsize",
         "iaddr-odd", "contiguous", "priv-change", "trigger-retired", "notify-retired", "sijump-pair")
SOURCE = "checker/nt_ingress_rules.v"
# Build, seeds, cycles of each
RUNS = ([("rv64-wide", range(1, 9), 80000), ("rv64", range(11, 14), 80000), ("rv32-min", range(21, 24), 80000)] if WHOLE else
        [("rv64-wide", [1], 6000), ("rv32-min", [21], 3000)])
# What each rule is without a part of it
FAULTS = {
    "itype-reserved": ("t == 4'd7 && DRAFT == 0", "t == 4'd7 && DRAFT != 0"),
    "priv-reserved": ("priv == 3'd2 || priv == 3'd7", "priv == 3'd7"),
    "stopped": ("halted || reset || lowpower", "halted || lowpower"),
    "group-order": ("ended || !used", "!used && b == 0"),
    "trap-newest": ("trapped = trap;", "trapped = t == 4'd1;"),
    "retires-nothing": ("if (!retires && !trap) ", "if (!retires && t == 4'd3) "),
    "ilastsize": ("if (retires && (size >>", "if (retires && b != 0 && (size >>"),
    "iaddr-odd": ("if (has_addr && addr[0]) ", "if (has_addr && b == 0 && addr[0]) "),
    "contiguous": ("has_addr && known && addr != next", "has_addr && known && addr < next"),
    "priv-change": ("may_move  = trap || t == 4'd3;", "may_move  = trap || t == 4'd4;"),
    "trigger-retired": ("trigger[1:0] != 2'd0", "trigger[1]"),
    "notify-retired": ("trigger[2+b] && !retires", "trigger[2] && !retires"),
    "sijump-pair": ("!(may_load && addr == next)", "!may_load"),
}
FORMAL = """
module hart (input wire clk, input wire rst, input wire go, input wire [29:0] start);
    reg [31:0] pc_reg;
    always @(posedge clk) pc_reg <= rst ? {start, 2'b00} : go ? pc_reg + 32'd STEP : pc_reg;
    reg f_started = 1'b0;
    always @(posedge clk) f_started <= 1'b1;
    always @* if (!f_started) assume (rst);
    nt_ingress_rules #(.XLEN(32), .IRETIRE_W(2), .ASSUME(ASSUMED)) rules (
        .clk(clk), .rst(rst), .itype(4'd0), .iaddr(pc_reg), .iretire(go && !rst ? 2'd2 : 2'd0), .ilastsize(2'd1), .sijump(1'b0),
        .priv(3'd3), .ctype(2'd0), .trigger(3'd0), .halted(1'b0), .reset(1'b0), .lowpower(1'b0), .broken());
endmodule
"""


class IngressRulesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def bench(self, build, rtl=ROOT / "rtl"):
        header, program = self.folder / f"{build}.vh", self.folder / f"{build}.vvp"
        header.write_text(call(sys.executable, "scripts/config.py", "vh", f"rtl/config/{build}.cfg"), encoding="utf-8")
        call("iverilog", "-g2005", "-Wall", "-Wno-timescale", "-Irtl/control", "-Itests/icarus", "-o", program, header,
             "tests/icarus/nt_ingress_rules_tb.v", rtl / SOURCE)
        return program

    def walk(self, build, seed, cycles, *more):
        """Ingress, and the same in hex form."""
        path = self.folder / f"{build}-{seed}.nti"
        call("build/ntrace", "shape", "--random", "-o", path, "--config", build, "--seed", str(seed), "--cycles", str(cycles), *more)
        call("build/ntrace", "shape", path, "--format", "hex", "-o", path.with_suffix(".hex"), "--config", build)
        return path

    def by_verilog(self, program, path):
        """(cycle, rule) of the first cycles that are reported, and how many cycles broke each rule."""
        said = call("vvp", "-n", program, f"+ingress={path.with_suffix('.hex')}")
        self.assertNotIn("FAILED", said)
        counts = re.findall(r"^rule (\d+): (\d+)$", said, re.M)
        return (re.findall(r"cycle (\d+): ([\w-]+): breaks", said), {RULES[int(rule)]: int(count) for rule, count in counts})

    def by_monitor(self, path):
        shown = subprocess.run(["build/ntrace", "shape", "--check", path], capture_output=True, text=True, check=False, cwd=ROOT)
        told = subprocess.run(["build/ntrace", "shape", "--check", "--json", path], capture_output=True, text=True, check=False,
                              cwd=ROOT)
        counts = json.loads(told.stdout)
        self.assertEqual({rule for rule, count in counts["rules"].items() if count} - set(RULES), set())
        return (re.findall(r"^cycle (\d+): ([\w-]+): ", shown.stdout, re.M), {rule: counts["rules"][rule] for rule in RULES},
                counts["broken"])

    def test_both_say_the_same_of_each_cycle(self):
        total = dict.fromkeys(RULES, 0)
        for build, seeds, cycles in RUNS:
            program = self.bench(build)
            for seed in seeds:
                with self.subTest(build=build, seed=seed):
                    path = self.walk(build, seed, cycles, "--illegal")
                    (reported, counts), (first, expected, broken) = self.by_verilog(program, path), self.by_monitor(path)
                    self.assertEqual(counts, expected)
                    self.assertEqual(len(reported), broken)
                    self.assertEqual(reported[:len(first)], first)
                    total = {rule: total[rule] + counts[rule] for rule in RULES}
        print(", ".join(f"{rule} {count}" for rule, count in total.items()))
        self.assertGreaterEqual(min(total.values()), 100 if WHOLE else 1)

    def test_a_legal_walk_breaks_none(self):
        for build in ("rv64-wide", "rv32-min"):
            path = self.walk(build, 5, 80000 if WHOLE else 4000)
            self.assertEqual(self.by_verilog(self.bench(build), path), ([], dict.fromkeys(RULES, 0)))

    def test_each_rule_that_is_another_is_seen(self):
        path = self.walk("rv64-wide", 2, 40000 if WHOLE else 8000, "--illegal")
        expected = self.by_monitor(path)[1]
        for name in RULES if WHOLE else ("itype-reserved", "contiguous", "ilastsize"):
            old, new = FAULTS[name]
            with self.subTest(name):
                shutil.rmtree(self.folder / "rtl", ignore_errors=True)
                rtl = Path(shutil.copytree(ROOT / "rtl", self.folder / "rtl"))
                put_fault(rtl, SOURCE, old, new)
                self.assertNotEqual(self.by_verilog(self.bench("rv64-wide", rtl), path)[1], expected)

    def proves(self, step, assumed=0):
        path = self.folder / "hart.v"
        path.write_text(FORMAL.replace("STEP", str(step)).replace("ASSUMED", str(assumed)), encoding="utf-8")
        done = subprocess.run(["yosys", "-Q", "-p", f"read_verilog -formal {path} {ROOT / 'rtl' / SOURCE}; prep -flatten -top hart; "
                               "sat -set-assumes -tempinduct -maxsteps 8 -verify -prove-asserts"],
                              capture_output=True, text=True, check=False)
        return done.returncode == 0

    def test_a_formal_run_proves_a_port_and_finds_a_wrong_one(self):
        self.assertTrue(self.proves(4))
        self.assertFalse(self.proves(8))  # what retires is not all that the pc goes on by
        self.assertTrue(self.proves(8, assumed=1))  # nothing is asserted


if __name__ == "__main__":
    unittest.main()
