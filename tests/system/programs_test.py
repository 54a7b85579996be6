# SPDX-License-Identifier: Apache-2.0
"""Real programs through the encoder: a firmware boot of 24 million instructions, and every program
of tests/programs, with everything on and with each option alone, in both modes, in builds of one
and of four blocks a cycle, and with blocks of many shapes.
"""
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import lockstep, run, settings
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE

NEEDS = ("recordings", "system-benches")
BOOT = ROOT / "tests/data/boot.ntr"
HTM, BTM = 6, 3
TIMESTAMPS = {"trTsActive": 1, "trTsMode": 3, "trTsCount": 1, "trTsEnable": 1}
EVERYTHING = {"trTeContext": 1, **TIMESTAMPS, "trTeSrcBits": 4, "trTeSrcID": 5,
              "trTeInstSyncMode": 1, "trTeInstSyncMax": 4, "trTeInstImplicitReturnMode": 3,
              "trTeInstEnRepeatedHistory": 1, "ntEnRepeatBranch": 1, "trTeInstEnSequentialJump": 1,
              "trTeInstExtendAddrMSB": 1}
# Each alone. Return addresses that are compared in part, or only counted, trust the program; so
# they go where all returns match.
OPTIONS = [{"trTeContext": 1}, TIMESTAMPS, {"trTeSrcBits": 12, "trTeSrcID": 0xabc},
           {"trTeInstSyncMode": 1, "trTeInstSyncMax": 0}, {"trTeInstSyncMode": 2},
           {"trTeInstSyncMode": 3, "trTeInstSyncMax": 6}, {"trTeInstImplicitReturnMode": 2},
           {"trTeInstEnImplicitReturn": 1}, {"trTeInstEnRepeatedHistory": 1},
           {"ntEnRepeatBranch": 1}, {"trTeInstEnSequentialJump": 1}, {"trTeInstEnAllJumps": 1},
           {"trTeInstExtendAddrMSB": 1}, {"ntEnSyncICNT": 1}, {"ntRc7": 1}]
SHAPES = {
    "rv64": [
        ["--vary", "--bubbles", 40, "--seed", 3],
        ["--single"],
        ["--sink", "bytes", "--backpressure", 60, "--seed", 4],
    ],
    "rv64-wide": [
        [],
        ["--vary", "--bubbles", 40, "--seed", 3],
        ["--single", "--specials", 1],
    ],
}


class ProgramsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        subprocess.run(["make", "-s", "-C", str(ROOT), "SETUP=no", "recordings"], check=True,
                       capture_output=True)
        programs = sorted((ROOT / "build/programs").glob("*.ntr"))
        cls.rv32 = [path for path in programs if path.stem.endswith("32")]
        cls.rv64 = [path for path in programs if path not in cls.rv32]

    def agree(self, *arguments):
        status, summary, said = lockstep(*arguments)
        self.assertEqual((status, said), (0, ""), arguments)
        self.assertEqual((summary["mismatches"], summary["roundtrip"], summary["rules_broken"],
                          summary["instructions_lost"], summary["losses"]),
                         (0, "exact", 0, 0, 0), arguments)
        return summary

    def agree_over_the_boot(self, config, mode):
        summary = self.agree(BOOT, "--config", config, *settings(EVERYTHING, trTeInstMode=mode))
        self.assertGreaterEqual(summary["instructions"], 20_000_000)
        self.assertEqual(summary["reached"]["exceptions"], 5)
        for name in ("messages_with_tstamp", "messages_with_src", "sync_periodic_by_messages",
                     "return_implicit_by_full", "ownership_format_0", "ownership_format_3",
                     "messages_with_extended_address"):
            self.assertGreater(summary["reached"][name], 0, name)
        self.assertGreater(summary["reached"]["hist_repeated"] if mode == HTM else
                           summary["by_tcode"]["RepeatBranch"], 0)

    def test_the_boot_agrees_with_everything_on_in_htm(self):
        self.agree_over_the_boot("rv64", HTM)

    def test_the_boot_agrees_with_everything_on_and_four_blocks_a_cycle_in_btm(self):
        self.agree_over_the_boot("rv64-wide", BTM)

    if WHOLE:
        def test_the_boot_agrees_with_everything_on_in_btm(self):
            self.agree_over_the_boot("rv64", BTM)

        def test_the_boot_agrees_with_everything_on_and_four_blocks_a_cycle_in_htm(self):
            self.agree_over_the_boot("rv64-wide", HTM)

    def test_the_boot_agrees_with_everything_and_all_jumps(self):
        for config in SHAPES:
            for mode in (HTM, BTM):
                with self.subTest(config=config, mode=mode):
                    summary = self.agree(BOOT, "--config", config, "--limit", 2_000_000,
                                         *settings(EVERYTHING, trTeInstMode=mode,
                                                   trTeInstEnAllJumps=1))
                    self.assertGreater(summary["reached"]["direct_call_as_branch"], 0)

    def test_each_option_alone_agrees_in_both_modes(self):
        for option in OPTIONS:
            for mode in (HTM, BTM):
                with self.subTest(option=option, mode=mode):
                    self.agree(BOOT, "--limit", 400_000, *settings(option, trTeInstMode=mode))

    def test_returns_that_are_counted_agree_where_all_match_their_calls(self):
        recording = ROOT / "build/programs/sort.ntr"
        summary = self.agree(recording, *settings(trTeInstImplicitReturnMode=1))
        self.assertGreater(summary["reached"]["return_implicit_by_counting"], 0)

    def test_every_rv64_program_agrees_with_everything_on_in_both_modes_and_in_every_shape(self):
        """By day each program in both modes and builds; over the programs, these in every shape."""
        self.assertEqual(len(self.rv64), 8)
        inferred = 0
        for number, recording in enumerate(self.rv64):
            for config, shapes in SHAPES.items():
                for mode in (HTM, BTM):
                    for shape in shapes if WHOLE else [shapes[number % len(shapes)]]:
                        with self.subTest(recording=recording.name, config=config, mode=mode,
                                          shape=shape):
                            summary = self.agree(recording, "--config", config, *shape,
                                                 *settings(EVERYTHING, trTeInstMode=mode))
                            inferred += summary["reached"]["sequential_jump_inferred"]
        self.assertGreater(inferred, 0)

    def test_every_rv32_program_agrees_with_everything_on_and_in_the_smallest_builds(self):
        self.assertEqual(len(self.rv32), 5)
        for recording in self.rv32:
            for mode in (HTM, BTM):
                for config, fields in (("rv32", EVERYTHING), ("rv32-min", {}),
                                       ("tiny", {**EVERYTHING, "trTeSrcBits": 3})):
                    with self.subTest(recording=recording.name, config=config, mode=mode):
                        self.agree(recording, "--config", config,
                                   *settings(fields, trTeInstMode=mode))

    def test_what_the_rtl_sent_decodes_to_the_instructions_that_ran(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder) / "kernel.nex"
            recording = ROOT / "build/programs/kernel.ntr"
            fields = settings(EVERYTHING, trTeInstMode=HTM)
            summary = self.agree(recording, *fields, "-o", trace)
            done = run("decode", trace, "--image", recording, "--to", "pc", *fields)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(len(done.stdout.split()), summary["instructions"])


if __name__ == "__main__":
    unittest.main()
