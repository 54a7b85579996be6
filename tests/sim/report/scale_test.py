# SPDX-License-Identifier: Apache-2.0
"""Results of many workers, of which some are lost, doubled or cut short: the report is the same in any
order, and made in little time. By night 100,000 results of 1,000 workers, by day a slice."""
import json
import os
import random
import resource
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import NTRACE
from tests.lib.tier import WHOLE

RESULTS, WORKERS = (100_000, 1_000) if WHOLE else (4_000, 40)
SECONDS = 60 * RESULTS / 100_000 + 1  # of processor time
SOURCES = {name: f"{number:064x}" for number, name in enumerate(
    ("include/", "libntrace/", "model/", "rtl/encoder/nt_flow.v", "rtl/nt_encoder.v", "sim/", "tb/"))}


def result(seed, worker):
    """As a small job writes it."""
    return {"ntrace_result": 1, "failure": None, "figures": {"cycles": 3000 + seed, "instructions": 2 * seed, "bytes": 9},
            "witnesses": {"comparison": {"state": "right"}, "rules": {"state": "right"}},
            "bins": {"state: hist_full": 1, "message: HTM Error": seed},
            "run": {"kind": "lockstep", "unit": "encoder", "build": "tiny", "inputs": [],
                    "parameters": {"XLEN": 32, "NBLOCKS": 1},
                    "command": ["ntrace", "lockstep", "--config", "tiny", "--random", "--seed", str(seed)]},
            "made": {"revision": "0123456789ab", "simulator": "Verilator 5.006", "seed": seed, "program": 64 * "a",
                     "machine": f"node{worker:04}", "time": f"2026-11-27T{seed % 24:02}:00:00Z", "sources": SOURCES,
                     "command": ["build/tiny/nt_bench", "--config", "tiny", "--random", "--seed", str(seed)]}}


class ScaleTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.random = random.Random(7)
        cls.workers = [cls.folder / f"worker-{number:04}" for number in range(WORKERS)]
        for worker in cls.workers:
            worker.mkdir()
        cls.kept, cls.cut = 0, 0
        for seed in range(RESULTS):
            cls.put(seed)

    @classmethod
    def put(cls, seed):
        """Five of a hundred are lost, doubled by another worker, or cut."""
        worker = seed % WORKERS
        fate = cls.random.choice(("lost", "doubled", "cut")) if cls.random.random() < 0.05 else ""
        text = json.dumps(result(seed, worker))
        if fate == "lost":
            return
        if fate == "cut":
            cls.cut += 1
            text = text[:cls.random.randrange(len(text) - 1)]
        else:
            cls.kept += 1
        (cls.workers[worker] / f"{seed}.json").write_text(text, encoding="ascii")
        if fate == "doubled":
            other = cls.random.randrange(WORKERS)
            (cls.workers[other] / f"{seed}-again.json").write_text(json.dumps(result(seed, other)), encoding="ascii")

    def merge(self, workers, name):
        """What is written for these folders in this order, and the processor time that it took."""
        page = self.folder / f"{name}.html"
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([NTRACE, "report", *workers, "--partial", "-o", page, "--json"], capture_output=True,
                              check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertEqual((done.returncode, done.stderr), (1, b""))
        return done.stdout + page.read_bytes(), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def test_any_order_gives_the_same_bytes_in_little_time(self):
        first, seconds = self.merge(self.workers, "in-order")
        shuffled = self.random.sample(self.workers, WORKERS)
        second, again = self.merge(shuffled, "shuffled")
        self.assertTrue(first == second, "the order makes a difference")
        print(f"{RESULTS} results of {WORKERS} workers in {seconds:.1f} and {again:.1f} s of processor time")
        self.assertLess(max(seconds, again), SECONDS)
        whole = json.JSONDecoder().raw_decode(first.decode())[0]
        self.assertEqual((whole["total"]["runs"], whole["damaged"]["count"]), (self.kept, self.cut))
        self.assertFalse(whole["passed"])
        self.assertEqual(whole["sources"]["variants"][0]["runs"], self.kept)

    def test_without_partial_a_damaged_result_ends_it_with_one_line(self):
        bad = next(path for worker in self.workers for path in worker.iterdir() if path.read_text()[-1:] != "}")
        done = subprocess.run([NTRACE, "report", bad.parent, "-o", self.folder / "none.html"], capture_output=True,
                              text=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
        self.assertIn(os.fspath(bad.parent), done.stderr)
        self.assertFalse((self.folder / "none.html").exists())


if __name__ == "__main__":
    unittest.main()
