# SPDX-License-Identifier: Apache-2.0
"""Real programs that run long: recorded under QEMU, verified without a difference, and through the encoder's
RTL and model in lockstep. In the night 5 million instructions, by day a part of one program."""
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib import tier
from tests.lib.catalogue import ROOT
from tests.tandem import programs

NEEDS = ("build/ntrace-memory.so", "build/programs/kernel32.elf", "build/units/tv/rv32/bench")
INSTRUCTIONS = 5_000_000  # in the night, of all together
LIMITS = {"kernel": 400_000, "kernel32": 400_000, "nbody": 400_000, "calls": 400_000, "crc32": 400_000,
          "interpreter": 500_000, "interpreter32": 500_000, "sort": 800_000, "sort32": 800_000} \
    if tier.WHOLE else {"kernel32": 10_000}
BOOT = 2_500_000 if tier.WHOLE else 0
# QEMU 7.2 gives the cause of a load for a misaligned AMO.
VERIFY = {"kernel": ["--amo-load-causes"], "kernel32": ["--amo-load-causes"]}


def run(*words):
    return subprocess.run(["build/ntrace", *map(str, words)], cwd=ROOT, capture_output=True, check=False, text=True)


class LongTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "long.ntv"

    def said(self, *words):
        done = run(*words)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout

    def judge(self, name):
        """The number of instructions."""
        verdict = json.loads(self.said("tv", "verify", "--json", *VERIFY.get(name, []), self.path))
        self.assertEqual((verdict["differences"], verdict["passed"]), ([], True))
        self.assertGreaterEqual(verdict["verified"], 0.99 * verdict["instructions"])
        self.assertGreaterEqual(verdict["compared"]["registers"], 0.2 * verdict["instructions"])
        lockstep = json.loads(self.said("lockstep", self.path, "--unit", "tv", "--json"))
        self.assertEqual((lockstep["mismatches"], lockstep["instructions"]), (0, verdict["instructions"]))
        return verdict["instructions"]

    def programs(self):
        for name, limit in LIMITS.items():
            done = programs.record(name, self.path, "--limit", limit, "--timeout", 3600)
            self.assertEqual((done.returncode, done.stderr), (0, b""), name)
            yield name

    def boot(self):
        """What OpenSBI and U-Boot do; memory that the trace did not fill is learned."""
        recording = self.path.with_suffix(".ntr")
        self.said("record", "--registers", "--memory", "--boot", "opensbi-uboot", "--limit", BOOT, "-o", recording,
                  "--", "-cpu", "rv64,h=off")
        self.said("tv", "import", recording, "-o", self.path)
        yield "boot"

    def test_long_runs_are_verified_and_encoded_without_a_difference(self):
        count = 0
        for names in (self.programs(), self.boot() if BOOT else ()):
            for name in names:
                with self.subTest(name):
                    count += self.judge(name)
        self.assertGreaterEqual(count, INSTRUCTIONS if tier.WHOLE else sum(LIMITS.values()))


if __name__ == "__main__":
    unittest.main()
