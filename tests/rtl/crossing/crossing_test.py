# SPDX-License-Identifier: Apache-2.0
"""Reset bridge, pulse, time and APB between two unrelated clocks, under Icarus. Faults are seen."""
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT
from tests.lib.faults import put_fault
from tests.rtl.crossing.cdc_test import CLOCKS

BENCH = ROOT / "tests/rtl/crossing/nt_crossing_tb.v"
FOLDER = "rtl/crossing"
PARTS = ("nt_sync2", "nt_reset_sync", "nt_cdc_pulse", "nt_cdc_time", "nt_apb_bridge")
SUM = r"(\d+) accesses, (\d+) waits, (\d+) pulses, (\d+) times\n"

FAULTS = {
    "a_reset_that_waits_for_the_clock": ("nt_reset_sync", "posedge clk or negedge reset_n", "posedge clk"),
    "a_reset_that_ends_early": ("nt_reset_sync", "rst_reg  <= meta_reg;", "rst_reg  <= 1'b0;"),
    "a_pulse_that_is_not_awaited": ("nt_cdc_pulse", "sent_reg == arrived_seen;", "1'b1;"),
    "a_pulse_that_is_doubled": ("nt_cdc_pulse", "arrived_reg <= !out_rst && sent_seen;",
                                "arrived_reg <= !out_rst && (out_reg ? sent_seen : arrived_reg);"),
    "a_time_that_is_not_gray": ("nt_cdc_time", "in ^ (in >> 1)", "in"),
    "a_time_that_is_not_decoded_whole": ("nt_cdc_time", "shift < WIDTH;", "shift < WIDTH / 2;"),
    "an_answer_before_the_access": ("nt_apb_bridge", "answered_reg <= done ? asked_seen : answered_reg;",
                                    "answered_reg <= asked_seen;"),
    "an_access_that_is_done_twice": ("nt_apb_bridge", "done ? 1'b0 : select_reg ||", "select_reg ||"),
    "an_access_without_its_error": ("nt_apb_bridge", "ends && slverr_reg", "1'b0"),
    "an_access_without_its_strobes": ("nt_apb_bridge", "strb_reg  <= in_PSTRB;", "strb_reg  <= 4'hf;"),
    "an_access_without_a_setup": ("nt_apb_bridge", "enable_reg   <= select_reg && !done;",
                                  "enable_reg   <= asked_seen != answered_reg && !done;"),
}


def built(program, folder, *defines):
    """The bench over the parts in a folder; None where it cannot be built."""
    return subprocess.run(["iverilog", "-g2005", *defines, "-s", "nt_crossing_tb", "-o", program, BENCH,
                           *(Path(folder) / f"{part}.v" for part in PARTS)], capture_output=True, text=True, check=False)


def said(program, clocks, number=400, seed=1):
    return subprocess.run(["vvp", "-n", program, f"+in={clocks[0]}", f"+out={clocks[1]}", f"+number={number}", f"+seed={seed}"],
                          capture_output=True, text=True, check=True).stdout


class CrossingTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def build(self, folder=ROOT / FOLDER):
        program = self.folder / "tb.vvp"
        done = built(program, folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return program

    def test_all_crosses_between_clocks_of_any_ratio(self):
        program = self.build()
        for clocks in CLOCKS:
            for seed in (1, 2):
                with self.subTest(clocks=clocks, seed=seed):
                    self.assertRegex(said(program, clocks, 1000, seed), f"^{SUM}$")

    def test_an_access_takes_some_four_edges_of_either_clock(self):
        accesses, waits, *_ = map(int, re.match(SUM, said(self.build(), (1000, 1013), 2000)).groups())
        self.assertLess(waits / accesses, 12)

    def check_fault(self, part, old, new):
        rtl = Path(shutil.copytree(ROOT / FOLDER, self.folder / "crossing"))
        put_fault(rtl, f"{part}.v", old, new)
        program = self.build(rtl)
        self.assertTrue(any("wrong: " in said(program, clocks) for clocks in CLOCKS))


for FAULT, WHERE in FAULTS.items():
    setattr(CrossingTest, "test_seen_is_" + FAULT, lambda self, where=WHERE: self.check_fault(*where))


if __name__ == "__main__":
    unittest.main()
