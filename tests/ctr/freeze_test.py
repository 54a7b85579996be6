"""What CTR holds whenever it freezes: its entries are the last transfers of the recording, and those of
the decoded N-Trace of the same run, in source, target and type."""
import json
import re
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from tests.lib import tier
from tests.lib.catalogue import ROOT
from tests.lib.transfers import EXCEPTION, INTERRUPT, NOT_TAKEN, transfers

NTRACE = ROOT / "build/ntrace"
UNTOLD = -1  # an address that N-Trace has no means to tell
BREAKPOINT, LOCAL_OVERFLOW = 3, 13
SAMPLE = re.compile(r"# (\w+), \d+ instructions, (\d+) transfers")
ENTRY = re.compile(r"a 15([123]) 0 0 4 2(\w\w) 0 -> hit (\w+)")


def ntrace(*words):
    done = subprocess.run([str(NTRACE), *map(str, words)], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"ntrace {' '.join(map(str, words))}: {done.stderr}")
    return done.stdout


def recorded(recording):
    """The transfers of a recording, and the places of those that freeze."""
    steps, freezing = [], []
    for line in ntrace("info", recording, "--retired", "--json").splitlines():
        one = json.loads(line)
        after = int(one["next"], 16) if one.get("next") else None
        if one["kind"] == "trap":
            freezing += [len(steps)] * ((one["interrupt"], one["cause"]) in
                                        ((False, BREAKPOINT), (True, LOCAL_OVERFLOW)))
            steps.append(("trap", int(one["pc"], 16), one["interrupt"], after))
        elif one["kind"] == "insn":
            steps.append(("insn", int(one["pc"], 16), int(one["insn"], 16), one["size"], after))
    return steps, set(freezing)


def decoded(recording, folder):
    """The steps of the N-Trace of a recording, as it is decoded."""
    ntrace("encode", recording, "-o", folder / "trace.nex")
    steps = []
    for line in ntrace("decode", folder / "trace.nex", "--image", recording, "--to", "insn").splitlines():
        trap = re.match(r"# (exception|interrupt) at (0x\w+), to (0x\w+)", line)
        insn = re.match(r"(0x\w+) +(\w+) ", line)
        if trap:
            steps.append(["trap", int(trap[2], 16), trap[1] == "interrupt", int(trap[3], 16)])
        elif insn:
            steps.append(["insn", int(insn[1], 16), int(insn[2], 16), len(insn[2]) // 2, None])
    for before, after in zip(steps, steps[1:]):
        # An interrupt right after an uninferable jump: no message tells its epc, which is that jump's
        # target too, and the decoder shows the handler for it
        untold = after[0] == "trap" and after[1] == after[3] and before[0] == "insn"
        if untold:
            after[1] = UNTOLD
        if before[0] == "insn":
            before[4] = after[1]
    return steps


def samples(log):
    """(by what, transfers so far, valid entries newest first) of each freeze in a log."""
    current, registers, all_of_them = None, {}, []

    def finish():
        if current:
            entries = [(registers[1, n] & ~1, registers[2, n], registers[3, n] & 15)
                       for n in range(256) if registers.get((1, n), 0) & 1]
            all_of_them.append((*current, entries))
    for line in log:
        if sample := SAMPLE.match(line):
            finish()
            current, registers = (sample[1], int(sample[2])), {}
        elif entry := ENTRY.match(line):
            registers[int(entry[1]), int(entry[2], 16)] = int(entry[3], 16)
    finish()
    return all_of_them


class FreezeTest(unittest.TestCase):
    def judge(self, recording, build, every, seed, counts):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            summary = json.loads(ntrace("lockstep", recording, "--unit", "ctr", "--build", build, "--sample", every,
                                        "--seed", seed, "--json", "-o", folder / "log"))
            self.assertEqual(summary["mismatches"], 0)
            xlen = 32 if build.startswith("rv32") else 64
            steps, freezing = recorded(recording)
            lists = [list(transfers(one, xlen)) for one in (steps, decoded(recording, folder))]
            # Only steps that transfer count
            frozen = {number for number, _ in enumerate(lists[0])} & self.numbers(steps, freezing, xlen)
            with open(folder / "log", encoding="ascii") as log:
                for why, number, entries in samples(log):
                    self.same(lists, frozen, number, entries, f"{recording}, {why} after {number} transfers")
                    counts["freezes"] += 1
                    counts[why] += 1
                    counts["entries"] += len(entries)
                    counts.update(("type", of) for _, _, of in entries)

    @staticmethod
    def numbers(steps, freezing, xlen):
        """Places among the transfers of the steps that freeze."""
        found, number = set(), 0
        for place, step in enumerate(steps):
            one = list(transfers([step], xlen))
            if one and place in freezing:
                found.add(number)
            number += len(one)
        return found

    def same(self, lists, frozen, number, entries, where):
        self.assertTrue(entries, f"{where}: an empty buffer")
        for name, of in zip(("the recording", "the decoded N-Trace"), lists):
            expected = [of[place] for place in range(number) if place not in frozen and
                        of[place][2] != NOT_TAKEN][:-len(entries) - 1:-1]
            told = [tuple(mine if theirs == UNTOLD else theirs for mine, theirs in zip(*pair))
                    for pair in zip(entries, expected)]
            self.assertEqual(entries, told, f"{where}: entries, and the transfers of {name}")

    def run_over(self, chosen, every):
        counts = Counter()
        for recording, build, seed in chosen:
            self.judge(f"build/programs/{recording}.ntr", build, every, seed, counts)
        return counts

    def test_a_frozen_buffer_has_the_last_transfers(self):
        few = [("kernel", "rv64", 1), ("kernel32", "rv32", 1)]
        counts = self.run_over(few, 400)
        self.assertGreater(counts["write"], 50)
        self.assertGreater(counts["trap"], 20)
        for of in (EXCEPTION, INTERRUPT):
            self.assertGreater(counts["type", of], 0)


if __name__ == "__main__":
    unittest.main()
