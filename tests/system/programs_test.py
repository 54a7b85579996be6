"""Real programs through the encoder: a firmware boot of 24 million instructions, and every program
of tests/programs, in both modes and with blocks of many shapes.

time limit: 900 seconds
"""
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import lockstep, run
from tests.lib.catalogue import ROOT

BOOT = ROOT / "tests/data/boot.ntr"
SHAPES = [
    [],
    ["--instructions", 1],
    ["--vary", "--bubbles", 40, "--seed", 3],
    ["--sink", "bytes", "--backpressure", 60, "--seed", 4],
]


class ProgramsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        subprocess.run(["make", "-s", "-C", str(ROOT), "SETUP=no", "recordings"], check=True,
                       capture_output=True)
        cls.recordings = sorted((ROOT / "build/programs").glob("*.ntr"))

    def agree(self, *arguments):
        status, summary, said = lockstep(*arguments)
        self.assertEqual((status, said), (0, ""))
        self.assertEqual((summary["mismatches"], summary["roundtrip"], summary["rules_broken"],
                          summary["instructions_lost"]), (0, "exact", 0, 0))
        return summary

    def test_the_boot_agrees_over_20_million_instructions_in_htm(self):
        summary = self.agree(BOOT, "--set", "trTeInstMode=6")
        self.assertGreaterEqual(summary["instructions"], 20_000_000)
        self.assertEqual(summary["reached"]["exceptions"], 5)

    def test_the_boot_agrees_over_20_million_instructions_in_btm(self):
        summary = self.agree(BOOT, "--set", "trTeInstMode=3")
        self.assertGreaterEqual(summary["instructions"], 20_000_000)

    def test_every_program_agrees_in_both_modes_and_in_every_shape(self):
        self.assertGreaterEqual(len(self.recordings), 8)
        for recording in self.recordings:
            for mode in (3, 6):
                for shape in SHAPES:
                    with self.subTest(recording=recording.name, mode=mode, shape=shape):
                        self.agree(recording, "--set", f"trTeInstMode={mode}", *shape)

    def test_what_the_rtl_sent_decodes_to_the_instructions_that_ran(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder) / "kernel.nex"
            recording = ROOT / "build/programs/kernel.ntr"
            summary = self.agree(recording, "-o", trace)
            done = run("decode", trace, "--image", recording, "--to", "pc")
            self.assertEqual(done.returncode, 0)
            self.assertEqual(len(done.stdout.split()), summary["instructions"])

    def test_without_stall_losses_are_announced_and_the_rest_is_exact(self):
        status, summary, said = lockstep(BOOT, "--limit", 3_000_000, "--set", "trTeInstStallEna=0",
                                         "--set", "trPibDivider=7", "--set", "trTeInstMode=3")
        self.assertEqual((status, said), (0, ""))
        self.assertEqual((summary["mismatches"], summary["roundtrip"]), (0, "exact"))
        self.assertGreater(summary["losses"], 100)
        self.assertEqual(summary["losses"], summary["by_tcode"]["Error"])


if __name__ == "__main__":
    unittest.main()
