# SPDX-License-Identifier: Apache-2.0
"""nt_trace_encoder, the whole that an integrator instantiates, against its model: random ingress,
control by APB alone, random register traffic."""
import re
import tempfile
import unittest

from scripts import config
from tests.control.bench import CONFIGS, build_of, differing
from tests.lib import tier
from tests.lib.units import Faults, build_with_faults, program, run

NEEDS = ("build/host.a", "unit-trace_encoder")
CYCLES = 200000
SEEDS = (1, 2, 3) if tier.WHOLE else (1,)
# The registers' own bench is in some builds alone; the whole is tried in all.
BUILDS = [*CONFIGS, "rv32", "rv64-wide"]
WHOLE = "rtl/nt_trace_encoder.v"
# What is not connected as it should be, by the signal that shows it
FAULTS = Faults("trace_encoder", {
    "trTeEmpty": ("tiny", WHOLE, ".trTeEmpty(trTeEmpty), .stall_or_overflow(stall_or_overflow),",
                  ".trTeEmpty(1'b1), .stall_or_overflow(stall_or_overflow),"),
    "timestamp": ("tiny", WHOLE, ".shared_time(shared_time)", ".shared_time(hart_time)"),
    "trTeInstTracing": ("tiny", WHOLE, ".trace_off(trace_off), .timestamp",
                        ".trace_off(1'b0), .timestamp"),
    # trTeInstEnAllJumps, bit 21, in the place of trTeInstExtendAddrMSB
    "extend_msb": ("tiny", WHOLE, ".control(control), .filters(filters)",
                   ".control({control[139:23], control[21], control[21:0]}), .filters(filters)"),
})


class TraceEncoderTest(unittest.TestCase):
    def test_rtl_and_model_are_alike_under_random_register_traffic(self):
        for build in BUILDS:
            for seed in SEEDS:
                with self.subTest(build, seed=seed):
                    done = run(program("trace_encoder", build), CYCLES, seed)
                    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                    tracing, transfers, sent = map(int, re.search(
                        r"(\d+) of them tracing, (\d+) transfers, (\d+) bytes, 0 mismatches",
                        done.stdout).groups())
                    self.assertGreater(tracing, CYCLES // 8)
                    self.assertGreater(transfers, CYCLES // 20)
                    self.assertGreater(sent, CYCLES // 10)

    def test_a_debugger_enables_and_disables_it_as_the_text_wants(self):
        for build in BUILDS:
            with self.subTest(build):
                done = run(program("trace_encoder", build), "sequence")
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertIn(" 0 steps wrong, 0 mismatches", done.stdout)

    def test_a_trTeEmpty_that_comes_too_early_is_seen(self):
        done = FAULTS.run("trTeEmpty", "sequence")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("PRDATA", differing(done.stderr), done.stderr)

    def test_all_eight_bytes_of_a_wide_serializer_are_compared(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/tiny-8.cfg"
            config.write({**build_of("tiny"), "OUT_BYTES": 8}, path)
            bench = build_with_faults(
                folder, "trace_encoder", "tiny",
                ("rtl/transport/nt_serializer_wide.v",
                 "assign out       = bytes_reg[8*OUT_BYTES-1:0];",
                 "assign out       = bytes_reg[8*OUT_BYTES-1:0] ^ (64'h1 << 60);"),
                options=["CONFIG=tiny", f"CFG={path}"])
            done = run(bench, CYCLES, 1)
            self.assertEqual(done.returncode, 1, done.stdout)
            model, rtl = differing(done.stderr)["out"]
            self.assertEqual(model ^ rtl, 1 << 60)

    def test_parts_that_are_not_connected_as_they_should_be_are_seen(self):
        for signal in ("timestamp", "trTeInstTracing", "extend_msb"):
            with self.subTest(signal):
                done = FAULTS.run(signal, CYCLES, 1)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertIn(signal, differing(done.stderr), done.stderr)


if __name__ == "__main__":
    unittest.main()
