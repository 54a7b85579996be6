# SPDX-License-Identifier: Apache-2.0
"""Memory does not grow with the trace: of a short part of the boot and a long one, decoder and checker need as much."""
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts import bench_decode
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE

NEEDS = ("build/ntrace",)
PROGRAM = ROOT / "build/ntrace"
BOOT = ROOT / "tests/data/boot.ntr"
SHORT = 3_000_000  # many paths are known by then
LONG = 24_000_000 if WHOLE else 12_000_000
TIMES = 12 if WHOLE else 1  # 288 million instructions
FORMS = ("stats", "pc", "insn", "calls", "folded", "lcov") if WHOLE else ("stats", "calls")
MOST_MORE = 1 << 10  # KiB
KEPT = {"folded": 3 << 10, "lcov": 3 << 10}  # what they say is of each stack, or address, that ran
SYNC = ("--set", "trTeInstSyncMode=2", "--set", "trTeInstSyncMax=10")


class MemoryTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.path = Path(cls.folder.name)
        cls.short = cls.stream("short", SHORT, 1)
        cls.long = cls.stream("long", LONG, TIMES)

    @classmethod
    def stream(cls, name, instructions, times):
        path = cls.path / f"{name}.nex"
        subprocess.run([PROGRAM, "encode", BOOT, *SYNC, "-o", path, "--no-sidecar", "--limit", str(instructions)],
                       check=True, stdout=subprocess.DEVNULL)
        path.write_bytes(path.read_bytes() * times)
        return path

    def expect_flat(self, command, *words, more=MOST_MORE):
        with self.subTest(command=" ".join((command, *map(str, words)))):
            short, long = (bench_decode.memory([PROGRAM, command, stream, "--image", BOOT, *words])
                           for stream in (self.short, self.long))
            self.assertLessEqual(long, short + more, "KiB")

    def test_counts_and_forms_need_as_much_for_a_long_trace(self):
        self.expect_flat("decode", "--json")
        for form in FORMS:
            words = [word for elf in bench_decode.ELFS for word in ("--image", elf)] if form == "lcov" else []
            words += ["--listing", self.path / "listing"] if form == "lcov" else []
            self.expect_flat("decode", *words, "--to", form, more=KEPT.get(form, MOST_MORE))

    def test_the_checker_needs_as_much_for_a_long_trace(self):
        self.expect_flat("check")


if __name__ == "__main__":
    unittest.main()
