# SPDX-License-Identifier: Apache-2.0
"""What CTR holds whenever it freezes: its entries are the last transfers of the recording, and those of
the decoded N-Trace of the same run, in source, target and type."""
import json
import re
import subprocess
import tempfile
import unittest
from bisect import bisect_left
from collections import Counter
from pathlib import Path

from tests.lib import tier
from tests.lib.catalogue import ROOT
from tests.lib.transfers import NOT_TAKEN, UNINFERABLE, kind, transfers, transfers_at

NEEDS = ("build/programs/kernel.ntr", "build/programs/kernel32.ntr", "build/units/ctr/rv32-draft/bench",
         "build/units/ctr/rv64/bench")
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


def decoded(recording, xlen, folder):
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
        # A trap right after an uninferable jump: no message tells its epc, which is that jump's target
        if after[0] == "trap" and before[0] == "insn" and kind(before[2], before[3], xlen) in UNINFERABLE:
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


class Witness:
    """The transfers of a run but for those that froze CTR, by one who tells them."""

    def __init__(self, name, all_of_them, frozen):
        self.name = name
        self.kept = [one for number, one in enumerate(all_of_them) if number not in frozen]
        self.frozen = sorted(frozen)

    def last(self, number, count):
        """The newest `count` of the first `number` transfers, newest first."""
        end = number - bisect_left(self.frozen, number)
        return self.kept[max(0, end - count):end][::-1]


# Recording, build, how it is sampled, seed
SOME_RUNS = [("kernel", "rv64", "--sample 100 --lcofi 2000", 1), ("kernel32", "rv32-draft", "--sample 100", 2)]
WHOLE_RUNS = [("sampling", "rv64", "--sample 80", 1), ("kernel", "rv64-draft", "--sample 100 --lcofi 1000", 2),
              ("kernel32", "rv32", "--sample 100", 3)]


class FreezeTest(unittest.TestCase):
    maxDiff = 4000

    def judge(self, recording, build, words, seed, counts):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            summary = json.loads(ntrace("lockstep", recording, "--unit", "ctr", "--build", build, *words,
                                        "--seed", seed, "--json", "-o", folder / "log"))
            self.assertEqual((summary["mismatches"], summary["samples"]["empty"]), (0, 0))
            counts.update({why: summary["samples"][why] for why in ("by_write", "by_breakpoint", "by_lcofi")})
            xlen = 32 if build.startswith("rv32") else 64
            witnesses = self.witnesses(recording, xlen, build != "rv32", folder)  # 1.0 has no NTBREN there
            with open(folder / "log", encoding="ascii") as log:
                for why, number, entries in samples(log):
                    self.same(witnesses, number, entries, summary["samples"]["depth"],
                              f"{recording}, {why} after {number} transfers")
                    counts["freezes"] += 1
                    counts["entries"] += len(entries)
                    counts.update(("type", of) for _, _, of in entries)
            counts.update(("has", of) for _, _, of in witnesses[0].kept)

    @staticmethod
    def witnesses(recording, xlen, with_not_taken, folder):
        steps, freezing = recorded(recording)
        lists = [list(transfers(one, xlen)) for one in (steps, decoded(recording, xlen, folder))]
        places = [number for number, (place, _) in enumerate(transfers_at(steps, xlen)) if place in freezing]
        if not with_not_taken:
            places += [number for number, one in enumerate(lists[0]) if one[2] == NOT_TAKEN]
        return [Witness(name, of, set(places)) for name, of in zip(("recording", "decoded N-Trace"), lists)]

    def same(self, witnesses, number, entries, depth, where):
        for witness in witnesses:
            expected = witness.last(number, depth)
            self.assertEqual(len(entries), len(expected), f"{where}: valid entries")
            told = [tuple(mine if theirs == UNTOLD else theirs for mine, theirs in zip(*pair))
                    for pair in zip(entries, expected)]
            self.assertEqual(entries, told, f"{where}: entries, and the transfers of the {witness.name}")

    def run_over(self, *chosen):
        counts = Counter()
        for recording, build, words, seed in chosen:
            self.judge(f"build/programs/{recording}.ntr", build, words.split(), seed, counts)
        return counts

    def enough(self, counts, freezes, by_write, by_breakpoint, by_lcofi, of_each_type=20):
        self.assertGreaterEqual(counts["freezes"], freezes)
        for why, least in (("by_write", by_write), ("by_breakpoint", by_breakpoint), ("by_lcofi", by_lcofi)):
            self.assertGreaterEqual(counts[why], least, why)
        self.assertGreaterEqual(counts["entries"], 10 * freezes)
        for key in [key for key in counts if key[0] == "has"]:
            self.assertGreaterEqual(counts["type", key[1]], of_each_type, f"entries of type {key[1]}")

    def test_a_frozen_buffer_has_the_last_transfers(self):
        counts = self.run_over(*(WHOLE_RUNS if tier.WHOLE else SOME_RUNS))
        self.enough(counts, *((1000, 700, 150, 150) if tier.WHOLE else (250, 200, 30, 80, 5)))
        print(f"# {counts['freezes']} freezes: {counts['by_write']} by a write, {counts['by_breakpoint']} "
              f"by a breakpoint, {counts['by_lcofi']} by an LCOFI; {counts['entries']} entries")


if __name__ == "__main__":
    unittest.main()
