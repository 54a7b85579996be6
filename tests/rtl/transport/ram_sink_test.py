# SPDX-License-Identifier: Apache-2.0
"""The RAM sink runs in lockstep with the golden model, alone, in SRAM and SMEM mode, with random
back-pressure, stops, errors and resets; what the receivers read back is what went in; a word a
cycle; and faults are seen.
"""
import unittest

from tests.lib.units import Faults, program, run

NEEDS = ("build/host.a", "unit-ram_sink")
CYCLES = 2000000
SINK = "rtl/transport/nt_ram_sink.v"
WRITER = "rtl/transport/nt_axi_writer.v"

# By name: which bench sees it, file, what stands there once, what stands there then.
FAULTS = Faults("ram_sink", {
    "fill": ("sram", SINK, "out | 32'hffffffff << {out_count", "out | 32'h0 << {out_count"),
    "wrap": ("sram", SINK, "if (wraps) wrap_reg", "if (0) wrap_reg"),
    "limit": ("sram", SINK, "store ? wp_reg >= limit", "store ? wp_reg > limit"),
    "stop_on_wrap": ("sram", SINK, "moves && wraps && trRamStopOnWrap", "moves && wraps && !rst"),
    "read_while_tracing": ("sram", SINK, "wire read_ahead = !tracing &&", "wire read_ahead ="),
    "pointer_while_tracing": ("sram", SINK, "wire write_rp   = !tracing &&", "wire write_rp   ="),
    "rest_of_a_message": ("sram", SINK, "!stopped_reg) || in_message_reg)", "!stopped_reg))"),
    "order_of_bytes": ("both", SINK, ".write_data(word)", ".write_data({word[7:0], word[31:8]})"),
    "error": ("smem", WRITER, "BRESP == OKAY", "BRESP != 2'b11"),
    "drop": ("smem", WRITER, "if (drop) written_reg", "if (0) written_reg"),
    "page": ("smem", WRITER, "{52'd0, ~address", "{51'd0, 1'b1, ~address"),
    "last": ("smem", WRITER, "assign WLAST  = beat_reg ==", "assign WLAST  = beat_reg >"),
    "address_stays": ("smem", WRITER, "(!awvalid_reg || AWREADY);", "1'b1;"),
    "closing": ("both", SINK, "(!trRamActive || closing_reg) && !writer_idle", "1'b0"),
})


def figures(text):
    """Lines of a name and a number."""
    return {name: float(value) for name, value in map(str.split, text.splitlines())}


class RamSinkTest(unittest.TestCase):
    def check_lockstep(self, name, *happened):
        done = run(program("ram_sink", name), CYCLES, 7)
        self.assertEqual(done.returncode, 0, done.stderr)
        counts = figures(done.stdout)
        for what in ("sessions", "bytes", "wraps", "stops", "cut", "resets", *happened):
            self.assertGreater(counts[what], 30, what)
        return counts

    def test_sram_in_lockstep(self):
        self.check_lockstep("sram", "read")

    def test_smem_in_lockstep(self):
        counts = self.check_lockstep("smem", "errors")
        self.assertEqual((counts["bursts"], counts["longest"]), (4, 16))

    def test_both_modes_of_small_parameters_in_lockstep(self):
        counts = self.check_lockstep("both", "read", "errors")
        self.assertEqual((counts["bursts"], counts["longest"]), (2, 4))

    def test_a_byte_a_cycle_in_lockstep(self):
        self.check_lockstep("bytes", "read", "errors")

    def test_a_word_goes_out_in_every_cycle(self):
        for name in ("sram", "smem", "both"):
            for mode, words in figures(run(program("ram_sink", name), "throughput").stdout).items():
                with self.subTest(name=name, mode=mode):
                    self.assertGreaterEqual(words, 0.99)

    def test_a_byte_that_is_lost_or_changed_is_seen(self):
        for name in ("sram", "smem", "both", "bytes"):
            for what in ("sent", "stored"):
                with self.subTest(name=name, what=what):
                    done = run(program("ram_sink", name), CYCLES, 7, what)
                    self.assertEqual(done.returncode, 1)
                    self.assertRegex(done.stderr, r"^cycle \d+: byte \d+ of \d+ read is 0x")

    def check_fault(self, name):
        done = FAULTS.run(name, CYCLES, 7)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stderr, r"^cycle \d+: ")


def add_fault(name):
    setattr(RamSinkTest, f"test_a_fault_is_seen_in_{name}", lambda self: self.check_fault(name))


for FAULT in FAULTS.names:
    add_fault(FAULT)


if __name__ == "__main__":
    unittest.main()
