# SPDX-License-Identifier: Apache-2.0
"""RTL and golden model of CTR in lockstep, in all builds; what they answer is what the witness says."""
import json
import tempfile
import unittest
from pathlib import Path

from tests.ctr.replay import Replay, replay
from tests.lib import tier, units

NEEDS = ("unit-ctr",)
BUILDS = ("rv64", "rv64-draft", "rv64-sram", "rv64-small", "rv32", "rv32-draft")
BOOT = "tests/data/boot.ntr"
CYCLES, SEEDS = (300000, range(11, 16)) if tier.WHOLE else (60000, [1])
SATURATED = 120000  # cycles in which, with one of a few seeds, counts of 13 bits stop

TYPES = {"1", "2", "3", "4", "5", "8", "9", "10", "11", "12", "13", "14", "15"}
KEYS = {"unit", "build", "input", "seed", "cycles", "instructions", "blocks", "cycles_with_transfers",
        "cycles_with_several", "mismatches", "entries", "entries_by_type", "pops", "accesses", "refused",
        "overflows", "freezes", "clears", "signals_compared", "illegal_cycles"}


def program(build):
    return units.program("ctr", build)


def has(build, name):
    return units.parameters("ctr", build)[name]


class Both:
    """A run, and the replay of its log."""

    def __init__(self, build, *words):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            done = units.run(program(build), "--unit", "ctr", *words, "--json", "-o", log, "--report", folder)
            if done.returncode != 0:
                raise AssertionError(f"{build}: {done.stdout}{done.stderr}")
            self.found = json.loads(done.stdout)
            with open(log, encoding="utf-8") as lines:
                self.status, self.text = replay(lines)


class LockstepTest(unittest.TestCase):
    def agree(self, build, *words):
        both = Both(build, *words)
        self.assertEqual(both.status, 0, f"{build}: {both.text}")
        self.assertEqual(both.found["mismatches"], 0)
        found = both.found
        self.assertEqual(both.text.split(" accesses")[0].split(", ")[0], f"replayed {found['blocks']} blocks")
        self.assertRegex(both.text, f", {found['entries']} recorded entries, {found['freezes']} freezes$")
        return found

    def test_random_runs_agree_in_all_builds(self):
        for build in BUILDS:
            for seed in SEEDS:
                with self.subTest(build=build, seed=seed):
                    self.is_thorough(build, self.agree(build, "--random", "--seed", seed, "--cycles", CYCLES))

    def is_thorough(self, build, found):
        self.assertEqual(set(found), KEYS)
        self.assertEqual((found["unit"], found["build"], found["input"]), ("ctr", build, "random"))
        self.assertGreaterEqual(found["cycles"], CYCLES)
        self.assertEqual(set(found["entries_by_type"]), TYPES)
        self.assertEqual(sum(found["entries_by_type"].values()), found["entries"])
        # Without bit 36, NTBREN, no branch that is not taken is recorded
        no_filters = not has(build, "HAS_FILTERS") or (has(build, "XLEN"), has(build, "DRAFT")) == (32, 0)
        never = {name for name, count in found["entries_by_type"].items() if count == 0}
        self.assertEqual(never, {"4"} if no_filters else set())
        for name in ("freezes", "refused", "accesses", "signals_compared"):
            self.assertGreater(found[name], 0, name)
        self.assertEqual(found["pops"] > 0, bool(has(build, "HAS_RAS")))
        self.assertEqual(found["clears"] > 0, not has(build, "DRAFT"))  # SCTRCLR is 1.0's
        several = found["cycles_with_several"] / found["cycles"]
        if has(build, "NBLOCKS") == 4:
            self.assertGreater(several, 1 / 3)
        self.assertEqual(several > 0, has(build, "NBLOCKS") > 1)

    def test_counts_that_stop_at_their_most_agree(self):
        for seed in range(1, 20):
            words = ("--random", "--seed", seed, "--cycles", SATURATED)
            done = units.run(program("rv32-draft"), "--unit", "ctr", *words, "--json")
            if json.loads(done.stdout)["overflows"] > 0:
                break
        self.assertGreater(self.agree("rv32-draft", *words)["overflows"], 0)

    def test_a_boot_agrees(self):
        for build in ("rv64", "rv64-draft", "rv64-sram", "rv64-small"):
            with self.subTest(build):
                found = self.agree(build, BOOT, "--limit", 300000)
                self.assertGreaterEqual(found["instructions"], 300000)
                self.assertGreater(found["entries"], 10000)

    def test_a_whole_boot_finds_rtl_and_model_alike(self):
        done = units.run(program("rv64"), "--unit", "ctr", BOOT, "--json")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        found = json.loads(done.stdout)
        self.assertEqual((found["instructions"], found["mismatches"]), (24000000, 0))
        self.assertGreater(found["entries"], 500000)

    def test_all_lines_of_a_log_are_replayed(self):
        """Not only their sums: a log with any answer changed does not replay."""
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            done = units.run(program("rv64-sram"), "--unit", "ctr", "--random", "--cycles", 3000, "-o", log)
            self.assertEqual(done.returncode, 0, done.stderr)
            lines = log.read_text(encoding="utf-8").splitlines()
        run, open_answers, tried = Replay(), 0, 0
        for number, line in enumerate(lines, 1):
            before = run.compared
            run.line(line.split())
            if line[0] == "a":
                open_answers += run.compared == before
                if run.compared > before and run.unit.known & 1 and number % 7 == 0:
                    left, outcome, value = line.rsplit(" ", 2)
                    wrong = [*lines[:number - 1], f"{left} {outcome} {int(value, 16) ^ 1:x}"]
                    self.assertEqual(replay(wrong)[0], 1, line)
                    tried += 1
        self.assertGreater(tried, 50)
        self.assertLess(open_answers, run.accesses // 4)


if __name__ == "__main__":
    unittest.main()
