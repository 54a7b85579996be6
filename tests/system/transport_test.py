# SPDX-License-Identifier: Apache-2.0
"""Whole trace systems in lockstep, from several harts to what a receiver recovers at each sink.
"""
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import lockstep, roundtrip, run, settings
from tests.lib.catalogue import ROOT
from tests.lib.faults import put_fault
from tests.lib.waves import Waves

NEEDS = ("recordings", "system-benches")
BOOT = ROOT / "tests/data/boot.ntr"
BOOT2 = ROOT / "tests/data/boot2.ntr"  # the same firmware with -smp 2; the second hart soon sleeps
PROGRAMS = [ROOT / f"build/programs/{name}.ntr" for name in ("kernel", "calls", "sort", "nbody")]
PINS = ["pib1", "pib2", "pib4", "pib8", "pib16", "swt-uart", "swt-manchester"]
SINKS = [*PINS, "sram", "smem", "atb"]
NO_STALL = settings(trTeInstStallEna=0)


def source(message, bits):
    """SRC of a message: it stands behind the six bits of TCODE."""
    return (message[1] >> 2 | message[2] >> 2 << 6) & ((1 << bits) - 1) if len(message) > 2 else \
        message[1] >> 2 & ((1 << bits) - 1)


def split(trace, bits):
    """A trace's bytes by SRC."""
    streams = {}
    message = b""
    for byte in trace:
        message += bytes([byte])
        if byte & 3 == 3:
            number = source(message, bits)
            streams[number] = streams.get(number, b"") + message
            message = b""
    return streams, message


class SystemTest(unittest.TestCase):
    def agree(self, *arguments, pins="exact"):
        again = "build/ntrace lockstep " + " ".join(map(str, arguments))
        status, summary, said = lockstep(*arguments)
        self.assertEqual((status, said), (0, ""), again)
        self.assertEqual((summary["mismatches"], roundtrip(summary), summary["rules_broken"],
                          summary["pins"], summary["astray"], summary["illegal_cycles"]),
                         (0, "exact", 0, pins, 0, 0), again)
        self.assertEqual(summary["received"], sum(hart["received"] for hart in summary["harts"]))
        return summary

    def agree_wholly(self, *arguments):
        """All that was sent was received."""
        summary = self.agree(*arguments)
        self.assertEqual(summary["received"], summary["bytes"], arguments)
        self.assertGreater(summary["bytes"], 0, arguments)
        return summary


class SinksTest(SystemTest):
    def test_every_sink_gives_what_two_harts_sent_while_they_boot(self):
        for sink in SINKS:
            with self.subTest(sink=sink):
                both = self.agree_wholly(BOOT2, "--harts", 2, "--sink", sink, "--limit", 100_000)
                self.assertEqual([hart["instructions"] for hart in both["harts"]], [100_000, 241])
                both = self.agree_wholly(BOOT, "--harts", 2, "--sink", sink, "--limit", 50_000)
                self.assertEqual([hart["instructions"] for hart in both["harts"]], [50_000] * 2)
                self.assertEqual(both["sink"], sink)

    def test_pins_may_be_slow_and_have_their_clock_in_the_middle(self):
        for sink in PINS:
            for divider in (1, 2, 5):
                center = settings(trPibClkCenter=1) if sink.startswith("pib") else []
                with self.subTest(sink=sink, divider=divider):
                    self.agree_wholly(BOOT, "--harts", 2, "--sink", sink, "--limit", 3000, *center,
                                      *settings(trPibDivider=divider))

    def test_ports_that_often_wait_lose_nothing(self):
        for sink in ("smem", "atb"):
            for waits in (50, 97):
                with self.subTest(sink=sink, waits=waits):
                    self.agree_wholly(BOOT, "--harts", 2, "--sink", sink, "--limit", 50_000,
                                      "--backpressure", waits)

    def test_components_are_disabled_flushed_and_enabled_at_random(self):
        for sink in SINKS:
            for more in ([], NO_STALL):
                with self.subTest(sink=sink, more=more):
                    summary = self.agree_wholly(BOOT, "--harts", 2, "--sink", sink, "--limit",
                                                40_000, "--toggle", "--seed", 3, *more)
                    self.assertGreater(summary["toggles"], 3)

    def test_a_request_at_the_atb_makes_synchronizing_messages(self):
        summary = self.agree_wholly(BOOT, "--harts", 2, "--sink", "atb", "--limit", 100_000,
                                    "--toggle", *settings(trTeTrigExtInControl=0x40000000))
        self.assertGreater(summary["reached"]["sync_external_trigger"] +
                           summary["reached"]["notify_of_an_external_trigger"], 10)

    def test_what_was_received_is_written(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder) / "received.nex"
            summary = self.agree_wholly(BOOT, "--harts", 2, "--sink", "swt-uart", "--limit", 5000,
                                        "-o", trace)
            self.assertEqual(trace.stat().st_size, summary["received"])

    def test_one_hart_needs_no_funnel(self):
        for sink in ("pib1", "sram", "atb"):
            summary = self.agree_wholly(BOOT, "--sink", sink, "--limit", 50_000)
            self.assertEqual(summary["fairness"], [])

    def test_encoders_of_four_bytes_and_four_blocks_a_cycle_agree(self):
        for sink in ("pib16", "smem", "atb", "sram"):
            self.agree_wholly(BOOT, "--config", "rv64-wide", "--harts", 2, "--sink", sink,
                              "--limit", 100_000, "--toggle")


class HartsTest(SystemTest):
    @classmethod
    def setUpClass(cls):
        subprocess.run(["make", "-s", "-C", str(ROOT), "SETUP=no", "recordings"], check=True,
                       capture_output=True)

    def test_each_of_four_programs_decodes_from_its_own_bytes_and_from_no_others(self):
        bits = 2
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder) / "all.nex"
            summary = self.agree_wholly(*PROGRAMS, "--harts", 4, "--sink", "pib8", "--limit",
                                        150_000, "-o", trace)
            streams, rest = split(trace.read_bytes(), bits)
            self.assertEqual((sorted(streams), rest), ([0, 1, 2, 3], b""))
            for number, stream in streams.items():
                own = Path(folder) / f"{number}.nex"
                own.write_bytes(stream)
                self.assertEqual(len(stream), summary["harts"][number]["bytes"])
                src = ["--hart", 0, *settings(trTeSrcBits=bits, trTeSrcID=number)]
                told = [run("decode", own, "--image", image, "--to", "pc", *src)
                        for image in PROGRAMS]
                self.assertEqual(told[number].returncode, 0, told[number].stderr)
                self.assertEqual(len(told[number].stdout.split()),
                                 summary["harts"][number]["instructions"])
                for other in range(4):
                    self.assertEqual(told[other].stdout == told[number].stdout, other == number)

    def test_sixteen_harts_with_a_program_each_share_a_sink_fairly(self):
        for sink, limit in (("pib16", 20_000), ("pib4", 6000), ("sram", 20_000), ("atb", 20_000)):
            with self.subTest(sink=sink):
                summary = self.agree_wholly("--random", "--cycles", limit, "--config", "rv32",
                                            "--harts", 16, "--sink", sink, "--seed", 2)
                top = summary["fairness"][0]
                self.assertEqual(len(top["inputs"]), 16)
                self.assertTrue(all(one["messages"] > 0 for one in top["inputs"]))
                self.assertLessEqual(top["longest_wait"], 15)

    def test_a_silent_hart_and_a_greedy_one_leave_the_others_whole(self):
        programs = [BOOT2, *PROGRAMS[1:]]
        alone = [self.agree_wholly(one, "--harts", 1, "--sink", "pib8", "--limit",
                                   20_000)["harts"][0] for one in programs]
        # SRC makes messages longer, and a hart of four is not the recording's second
        summary = self.agree_wholly(*programs, "--harts", 4, "--sink", "pib8", "--limit", 20_000)
        for one, other in zip(alone, summary["harts"]):
            self.assertEqual((one["instructions"], one["messages"]),
                             (other["instructions"], other["messages"]))
        self.assertLessEqual(summary["fairness"][0]["longest_wait"], 3)
        both = self.agree_wholly(BOOT2, "--harts", 2, "--sink", "pib2", "--limit", 20_000)
        self.assertLess(both["harts"][1]["bytes"] * 10, both["harts"][0]["bytes"])

    def test_a_disabled_input_is_discarded_and_leaves_the_others_whole(self):
        summary = self.agree(*PROGRAMS, "--harts", 4, "--sink", "pib4", "--limit", 20_000,
                             *settings(trFunnelDisInput=0b0110))
        for hart in summary["harts"]:
            disabled = hart["hart"] in (1, 2)
            self.assertGreater(hart["bytes"], 0)
            self.assertEqual(hart["received"], 0 if disabled else hart["bytes"])

    def test_a_recording_given_to_all_is_the_same_for_all(self):
        summary = self.agree_wholly(PROGRAMS[0], "--harts", 4, "--sink", "smem", "--limit", 20_000)
        self.assertEqual(len({hart["messages"] for hart in summary["harts"]}), 1)

    def test_all_share_the_time_of_the_top_funnel(self):
        summary = self.agree_wholly(*PROGRAMS, "--harts", 4, "--sink", "pib8", "--limit", 10_000,
                                    *settings(trTsActive=1, trTsEnable=1))
        self.assertEqual(summary["reached"]["messages_with_tstamp"], summary["messages"])

    def test_the_slowest_sink_loses_nothing_where_harts_stall(self):
        summary = self.agree_wholly(BOOT, "--harts", 2, "--sink", "pib1", "--limit", 6000,
                                    *settings(trPibDivider=40))
        self.assertEqual((summary["instructions_lost"], summary["losses"]), (0, 0))
        self.assertGreater(summary["reached"]["stall_cycles"], summary["cycles"] // 2)
        self.assertTrue(all(hart["trTeInstStallOrOverflow"] for hart in summary["harts"]))

    def test_the_slowest_sink_announces_what_it_loses_and_each_hart_resumes(self):
        summary = self.agree_wholly(BOOT, "--harts", 2, "--sink", "pib1", "--limit", 3_000_000,
                                    *settings(trPibDivider=5), *NO_STALL)
        self.assertGreater(summary["reached"]["sync_after_loss"], 2)
        for hart in summary["harts"]:
            self.assertGreater(hart["losses"], 1)
            self.assertGreater(hart["lost"], 0)
            self.assertLess(hart["lost"], hart["instructions"])
            self.assertTrue(hart["trTeInstStallOrOverflow"])

    def test_a_sink_that_is_fast_enough_has_no_hart_stall(self):
        summary = self.agree_wholly(BOOT2, "--harts", 2, "--sink", "pib16", "--limit", 20_000)
        self.assertEqual(summary["reached"]["stall_cycles"], 0)
        self.assertEqual(sum(summary["by_tcode"].values()), summary["messages"])
        self.assertFalse(any(hart["trTeInstStallOrOverflow"] for hart in summary["harts"]))

    def test_clusters_and_a_memory_of_its_own_agree(self):
        for sink in ("pib16", "sram", "smem", "atb"):
            with self.subTest(sink=sink):
                summary = self.agree_wholly("--random", "--cycles", 50_000, "--config", "tiny",
                                            "--harts", 7, "--cluster", 3, "--local-ram", "--sink",
                                            sink, "--toggle")
                names = [funnel["funnel"] for funnel in summary["fairness"]]
                self.assertEqual(names, ["top", "local 0", "local 1"])


class FaultsTest(unittest.TestCase):
    """A bench over a copy with a fault in it must say so."""

    def build(self, edits):
        folder = Path(tempfile.mkdtemp(dir=ROOT / "build"))
        self.addCleanup(shutil.rmtree, folder)
        for side in ("rtl", "model"):
            shutil.copytree(ROOT / side, folder / side)
        for edit in edits:
            put_fault(folder, *edit)
        subprocess.run(["make", "-s", "-C", str(ROOT), "SETUP=no", "CONFIG=tiny", "HARTS=2",
                        f"RTL={folder}/rtl", f"MODEL={folder}/model", f"SYSTEM_DIR={folder}/bench",
                        "CXXFLAGS=-O1", "system-bench"], check=True, capture_output=True,
                       text=True, env={**os.environ, "MAKEFLAGS": ""})
        return str(folder / "bench/nt_system_bench")

    def judge(self, bench, sink):
        return lockstep("--random", "--cycles", 5000, "--config", "tiny", "--harts", 2, "--sink",
                        sink, "--report", f"{Path(bench).parent}/report", bench=bench)

    def test_rtl_that_differs_from_the_model_is_told_with_cycle_signal_and_values(self):
        bench = self.build([("rtl/nt_system.v", "assign top_in_count[i*TOP_COUNT_W +: TOP_COUNT_W] "
                             "=\n                    encoder_count[HART*COUNT_W +: TOP_COUNT_W];",
                             "assign top_in_count[i*TOP_COUNT_W +: TOP_COUNT_W] =\n"
                             "                    {TOP_COUNT_W{1'b0}};")])
        status, summary, said = self.judge(bench, "pib8")
        self.assertEqual((status, summary["mismatches"] > 0), (1, True))
        signals = summary["first_mismatch"]["signals"]
        self.assertTrue(signals[0]["signal"].startswith("stream"), signals)
        self.assertIn(f"cycle {summary['first_mismatch']['cycle']}: RTL and model of system (tiny) "
                      "differ:", said)
        folder = re.search(r"(?m)^shown in (.*): mismatch.txt, mismatch.fst", said)[1]
        with open(f"{folder}/mismatch.txt", encoding="ascii") as text:
            self.assertIn("\nwhat the harts retire in this cycle:\nhart  0", text.read())
        waves, cycle = Waves(f"{folder}/mismatch.fst"), summary["first_mismatch"]["cycle"]
        wrong = signals[0]["signal"]
        self.assertEqual([waves.number(f"{side}_{wrong}", 10 * cycle) for side in ("model", "rtl")],
                         [int(signals[0][one], 16) for one in ("expected", "got")])
        self.again(said, folder, cycle)

    def again(self, said, folder, cycle):
        """The command that is printed shows it again."""
        command = re.search(r"(?m)^again: (.*)$", said)[1].replace("again.fst", f"{folder}/again.fst")
        done = subprocess.run(command.split(), capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(f"\ncycle {cycle}: RTL and model", done.stderr)
        self.assertEqual(Waves(f"{folder}/mismatch.fst").times(), Waves(f"{folder}/again.fst").times())

    def test_bytes_that_both_sides_change_on_the_way_are_noticed_by_the_receiver(self):
        bench = self.build([("rtl/nt_system.v", ".in(sink_bytes[SINK_PIB*BYTES_W +: BYTES_W])",
                             ".in(sink_bytes[SINK_PIB*BYTES_W +: BYTES_W] ^ 32'h10)"),
                            ("model/system.c", "nt_pib_step(&s->pib, &pib);",
                             "nt_pib_inputs bad = pib; bad.in.byte[0] ^= 0x10; "
                             "nt_pib_step(&s->pib, &bad);")])
        status, summary, said = self.judge(bench, "pib8")
        self.assertEqual((status, summary["mismatches"]), (1, 0), said)
        self.assertIn("sent", summary["pins"])
        self.assertNotEqual(summary["received"], 0)
        self.assertEqual(self.judge(bench, "atb")[0], 0)


if __name__ == "__main__":
    unittest.main()
