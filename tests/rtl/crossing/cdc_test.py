# SPDX-License-Identifier: Apache-2.0
"""nt_cdc_fifo between two unrelated clocks, under Icarus: no byte is lost, doubled or out of order,
and the rules of links hold behind it. Faults are seen."""
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT
from tests.lib.faults import changed

RTL = ROOT / "rtl/crossing/nt_cdc_fifo.v"
SYNC = ROOT / "rtl/crossing/nt_sync2.v"
BENCH = ROOT / "tests/rtl/crossing/nt_cdc_tb.v"
SUM = r"(\d+) beats, (\d+) bytes, (\d+) cuts, (\d+) waits, (\d+) cycles"

# Periods in picoseconds: near each other, far apart, the same
CLOCKS = [(1000, 1013), (1013, 1000), (1000, 7310), (7310, 1000), (1000, 1000), (640, 1000)]

FAULTS = {
    "pointers_that_are_not_gray": ("level = write_reg - binary_of(read_seen)",
                                   "level = write_reg - read_seen"),
    "a_fifo_that_overfills": ("level < MOST;", "level <= MOST + 1;"),
    "a_gap_that_is_not_told": ("assign out_valid = (some || out_message_reg) && !out_rst;",
                               "assign out_valid = some;"),
    "a_cut_that_is_not_told": ("cut   = in_message_reg && !in_valid;", "cut   = 1'b0;"),
    "a_beat_read_without_ready": ("read = some && out_ready;", "read = some;"),
}


class CdcTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def build(self, rtl=RTL, byte_count=4, depth=8):
        program = self.folder / f"tb{byte_count}-{depth}.vvp"
        subprocess.run(["iverilog", "-g2005", "-Wall", f"-Pnt_cdc_tb.BYTES={byte_count}",
                        f"-Pnt_cdc_tb.DEPTH={depth}", "-s", "nt_cdc_tb", "-o", program, BENCH, rtl, SYNC],
                       check=True, capture_output=True)
        return program

    def run_once(self, program, clocks, beats=2000, seed=1, pressure=64):
        done = subprocess.run(["vvp", "-n", program, f"+in={clocks[0]}", f"+out={clocks[1]}",
                               f"+beats={beats}", f"+seed={seed}", f"+pressure={pressure}"],
                              capture_output=True, text=True, check=True)
        return done.stdout

    def test_every_byte_crosses_between_clocks_of_any_ratio(self):
        for byte_count, depth in (4, 8), (1, 4), (8, 16):
            program = self.build(byte_count=byte_count, depth=depth)
            for clocks in CLOCKS:
                with self.subTest(bytes=byte_count, clocks=clocks):
                    text = self.run_once(program, clocks)
                    beats, sent, cuts, _, _ = map(int, re.match(SUM, text).groups())
                    self.assertGreaterEqual(beats, 2000)
                    self.assertGreaterEqual(sent, beats)
                    self.assertGreater(cuts, 0)

    def test_a_faster_output_waits_within_messages_and_says_so(self):
        text = self.run_once(self.build(), (7310, 1000))
        self.assertGreater(int(re.match(SUM, text)[4]), 1000)

    def test_it_does_not_slow_the_slower_clock(self):
        """With the output always ready and the input the faster one, a beat a cycle comes out."""
        text = self.run_once(self.build(), (640, 2000), pressure=0)
        beats, _, _, _, cycles = map(int, re.match(SUM, text).groups())
        self.assertGreater(beats / cycles, 0.98)

    def check_fault(self, old, new):
        broken = self.folder / "nt_cdc_fifo.v"
        broken.write_text(changed(RTL.read_text(encoding="utf-8"), old, new), encoding="utf-8")
        program = self.build(broken)
        said = (self.run_once(program, clocks) for clocks in CLOCKS)
        self.assertTrue(any("wrong: " in text for text in said))


for FAULT, WHERE in FAULTS.items():
    setattr(CdcTest, "test_seen_is_" + FAULT, lambda self, where=WHERE: self.check_fault(*where))


if __name__ == "__main__":
    unittest.main()
