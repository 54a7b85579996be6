# SPDX-License-Identifier: Apache-2.0
"""RTL and golden model of the tandem trace's encoder in lockstep, in all builds; the bench decodes the bytes
and compares them with what went in."""
import json
import subprocess
import unittest

from tests.lib import tier, units
from tests.lib.catalogue import ROOT

NEEDS = ("unit-tv",)
BUILDS = ["rv64", "rv64-small", "rv32"]
MORE = ["rv64-f", "rv64-full", "rv64-1", "rv64-wide", "rv64-two", "rv64-two-32", "rv64-three", "rv32-f",
        "rv32-min", "rv32-1", "rv32-32", "rv32-two", "rv32-two-1", "rv32-two-32", "rv32-d"]
CYCLES, SEEDS = (1000000, range(11, 15)) if tier.WHOLE else (60000, [1])
KEYS = {"unit", "build", "input", "seed", "mismatches", "signals_compared", "groups", "bytes", "incremental",
        "implied", "identical", "cycles", "instructions", "traps", "beside", "stalled", "words", "short_words", "waited",
        "most_level", "resets"}


def built(build):
    """The path of a bench; one that no target of make builds is built."""
    path = units.program("tv", build)
    if not path.exists():
        subprocess.run(["make", "-s", "-C", ROOT, "SETUP=no", str(path.relative_to(ROOT))], check=True)
    return path


def size(build):
    """Bytes of the buffer: two of the largest groups a lane (section on sizes of the page), at least 256."""
    has = units.parameters("tv", build)
    x, address = has["XLEN"] // 8, (has["MLEN"] + 7) // 8
    group = 41 + 6 * x + (3 + has["FLEN"] // 8) * (has["FLEN"] > 0) + (1 + has["VIRTUAL"]) * (2 + address)
    return max(256, 1 << (2 * has["NRET"] * group - 1).bit_length())


class LockstepTest(unittest.TestCase):
    def agree(self, build, seed, cycles):
        done = units.run(built(build), "--unit", "tv", "--random", "--seed", seed, "--cycles", cycles, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""), f"{build}: {done.stdout}")
        return json.loads(done.stdout)

    def is_thorough(self, build, found):
        has = units.parameters("tv", build)
        self.assertEqual(set(found), KEYS)
        self.assertEqual((found["unit"], found["build"], found["mismatches"]), ("tv", build, 0))
        self.assertGreaterEqual(found["cycles"], CYCLES)
        for name in ("groups", "instructions", "traps", "beside", "stalled", "words", "waited", "resets"):
            self.assertGreater(found[name], 0, name)
        self.assertEqual(found["short_words"] > 0, has["OUT_BYTES"] > 1)
        self.assertEqual(found["implied"] > 0, has["IMPLIED_END"] != 0)
        self.assertEqual(found["incremental"] > 0, has["INCREMENT"] != 0)
        self.assertEqual(found["most_level"], size(build))

    def test_random_runs_agree_in_all_builds(self):
        for build in BUILDS + MORE * tier.WHOLE:
            for seed in SEEDS:
                with self.subTest(build=build, seed=seed):
                    self.is_thorough(build, self.agree(build, seed, CYCLES))

    def test_all_widths_lanes_and_outputs_are_among_the_builds(self):
        found = {tuple(units.parameters("tv", build)[name] for name in ("XLEN", "NRET", "OUT_BYTES"))
                 for build in BUILDS + MORE}
        for xlen in (32, 64):
            for nret in (1, 2):
                for out in (1, 8, 32):
                    if (xlen, nret, out) not in found:
                        self.fail(f"no build has XLEN {xlen}, NRET {nret}, OUT_BYTES {out}")

    def test_all_lengths_of_registers_are_among_the_builds(self):
        found = {tuple(units.parameters("tv", build)[name] for name in ("XLEN", "FLEN")) for build in BUILDS + MORE}
        self.assertEqual(found, {(xlen, flen) for xlen in (32, 64) for flen in (0, 32, 64)})


if __name__ == "__main__":
    unittest.main()
