# SPDX-License-Identifier: Apache-2.0
"""`ntrace lockstep --threads`: stimulus and RTL, golden model, and witnesses in threads of their own
find what one thread finds.

NTRACE_THREADS_SEEDS: so many random streams (6). `make threads NUMBER=100` is the long run."""
import os
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import build_with_faults, lockstep, roundtrip, run, settings
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE

NEEDS = ("bench-rv64", "bench-rv64-wide", "bench-tiny", "system-rv64-2")
SEEDS = int(os.environ.get("NTRACE_THREADS_SEEDS", "6"))
CYCLES = 60000
BOOTED = 20_000_000 if WHOLE else 6_000_000  # instructions
CONFIGS = ["tiny", "rv64", "rv64-wide"]
MODES = [["--everything"], ["--everything", "--registers"], ["--everything", "--illegal"], [],
         ["--everything", "--sink", "bytes", "--backpressure", 30], ["--lossless", "--registers"]]
BEST = ["--best", *settings(trTeContext=1, trTsEnable=1, trTeSrcBits=4, trTeInstSyncMode=2,
                            trTeInstSyncMax=10)]


class SameTest(unittest.TestCase):
    """What finds the same with any number of threads."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)

    def result(self, threads, *arguments, bench=None):
        """Exit status, summary without times, what was said without the report's place, bytes."""
        output = self.folder / f"{threads}.nex"
        report = self.folder / f"report-{threads}"
        output.unlink(missing_ok=True)
        status, summary, said = lockstep(*arguments, "--threads", threads, "-o", output, "--report",
                                         report, bench=bench)
        self.assertIsNotNone(summary, said)
        del summary["seconds"]
        said = said.replace(str(report), "REPORT").replace(str(output), "OUTPUT")
        said = said.replace(f"--threads {threads} ", "--threads N ")
        return status, summary, said, output.read_bytes() if output.exists() else None

    def check_same(self, *arguments, bench=None):
        """Returns what one thread finds."""
        alone = self.result(1, *arguments, bench=bench)
        for threads in (2, 3):
            self.assertEqual(self.result(threads, *arguments, bench=bench), alone, arguments)
        return alone


class ThreadsTest(SameTest):
    def test_the_boot(self):
        status, summary, _, output = self.check_same(ROOT / "tests/data/boot.ntr", "--limit", BOOTED, *BEST)
        self.assertEqual((status, summary["roundtrip"]), (0, "exact"))
        self.assertGreaterEqual(summary["instructions"], BOOTED)
        self.assertEqual(len(output), summary["bytes"])

    def test_random_ingress(self):
        for seed in range(SEEDS):
            mode = MODES[seed % len(MODES)]
            config = CONFIGS[seed // len(MODES) % len(CONFIGS)]
            with self.subTest(seed=seed, config=config, mode=mode):
                status, summary, _, _ = self.check_same("--random", "--seed", seed, "--cycles", CYCLES,
                                                        "--config", config, *mode)
                self.assertEqual((status, summary["mismatches"]), (0, 0))

    def test_a_recording_that_a_cycle_limit_cuts(self):
        _, summary, _, _ = self.check_same(ROOT / "tests/data/boot.ntr", "--cycles", 777)
        self.assertGreaterEqual(summary["cycles"], 777)

    def test_an_error_in_the_middle_of_the_ingress(self):
        path = self.folder / "bad.nti"
        path.write_text("ntrace ingress 1\nxlen 64\n" + "x\n", encoding="ascii")
        said = [lockstep(path, "--config", "rv64", "--threads", threads) for threads in (1, 2, 3)]
        self.assertEqual(said[0][0], 2)
        self.assertEqual(said[1:], [said[0]] * 2)


class MismatchTest(SameTest):
    """The RTL, or both sides alike, with a fault."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        quick = ["WAVES=no", "BENCH_CXXFLAGS=-O1"]
        patches = {side: ROOT / f"tests/faults/{side}/icnt.patch" for side in ("rtl", "model")}
        cls.rtl = build_with_faults({"rtl": patches["rtl"]}, "tiny", cls.folder / "rtl",
                                    options=quick)
        del patches["rtl"]
        cls.alike = build_with_faults(patches, "tiny", cls.folder / "alike", cls.folder / "rtl", quick)

    def arguments(self, seed, *more):
        return ["--random", "--config", "tiny", "--cycles", CYCLES, "--seed", seed,
                *MODES[seed % len(MODES)], *more]

    def test_random_ingress(self):
        for seed in range(max(3, SEEDS // 4)):
            for more in ([], ["--keep-going"]):
                with self.subTest(seed=seed, more=more):
                    status, summary, _, _ = self.check_same(*self.arguments(seed, *more), bench=self.rtl)
                    self.assertEqual(status, 1)
                    self.assertGreater(summary["mismatches"], 0)

    def test_a_round_trip_that_is_not_exact(self):
        status, summary, said, _ = self.check_same(*self.arguments(1), bench=self.alike)
        self.assertEqual((status, summary["mismatches"]), (1, 0))
        self.assertNotEqual(roundtrip(summary), "exact")
        self.assertIn("the round trip is not exact", said)


class RaceTest(unittest.TestCase):
    def test_threads_share_what_is_in_a_record_alone(self):
        """As helgrind of valgrind sees it."""
        done = run("--tool=helgrind", "--error-exitcode=9", ROOT / "build/tiny/nt_bench", "--random",
                   "--config", "tiny", "--everything", "--registers", "--cycles", 4000, "--threads", 3,
                   program="valgrind")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("ERROR SUMMARY: 0 errors", done.stderr)


class RefusedTest(unittest.TestCase):
    def test_a_system_runs_in_one_thread(self):
        status, _, said = lockstep(ROOT / "tests/data/boot.ntr", "--harts", 2, "--threads", 2)
        self.assertEqual(status, 2)
        self.assertIn("--threads: is for an encoder alone", said)


if __name__ == "__main__":
    unittest.main()
