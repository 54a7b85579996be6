# SPDX-License-Identifier: Apache-2.0
"""The replay of random calls notices each word of a log that is not as the witness has it; and what
is no log. The program that makes the calls refuses what it cannot do."""
import io
import random
import subprocess
import tempfile
import unittest
from array import array
from pathlib import Path

from tests.lib.catalogue import ROOT
from tests.pmu.replay import CHANGES, CHECKED, KIND, KINDS, Judge, Wrong

NEEDS = ("build/tests/pmu/random_calls_host32",)
PROGRAM = ROOT / "build/tests/pmu/random_calls_host32"


def calls(*options):
    return subprocess.run([str(PROGRAM), *map(str, options)], capture_output=True, check=False)


def records(words):
    """Where each record begins: its kind, its own words, and those of its changes."""
    at = 0
    while at < len(words):
        kind, number = words[at] & KIND, 2 * (words[at] >> CHANGES)
        own = at + 1, at + 1 + KINDS[kind][1]
        yield KINDS[kind][0], at, range(*own), range(own[1], own[1] + number)
        at = own[1] + number


class ReplayTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        log = calls("--seed", 3, "--calls", 800)
        cls.words = array("Q", log.stdout).tolist()
        cls.records = list(records(cls.words))
        cls.random = random.Random(1)

    def notices(self, words):
        """Where and what; empty: nothing."""
        try:
            Judge().replay(io.BytesIO(array("Q", words).tobytes()))
        except (Wrong, IndexError, KeyError) as wrong:
            return str(wrong)
        return ""

    def flip(self, at, bits=32):
        words = list(self.words)
        words[at] ^= 1 << self.random.randrange(bits)
        return words

    def some(self, places, number):
        self.assertGreater(len(places), number)
        return self.random.sample(places, number)

    def test_the_log_as_it_is(self):
        self.assertEqual(self.notices(self.words), "")

    def test_a_bit_of_an_answer(self):
        answers = [at for kind, _, own, _ in self.records if kind == "call" for at in own[-2:]]
        for at in self.some(answers, 50):
            self.assertIn("the answer", self.notices(self.flip(at)))

    def test_a_bit_of_a_change(self):
        changes = [at for kind, _, _, changed in self.records
                   if kind in ("call", "count", "restore") for at in changed[1::2]]
        for at in self.some(changes, 50):
            self.assertIn("expects", self.notices(self.flip(at, 64)))

    def test_a_change_that_is_missing(self):
        places = [(at, changed) for kind, at, _, changed in self.records
                  if kind == "call" and changed]
        for at, changed in self.some(places, 50):
            words = self.words[:changed[-2]] + self.words[changed[-1] + 1:]
            words[at] -= 1 << CHANGES
            self.assertIn("expects", self.notices(words))

    def test_a_bit_of_the_whole_state(self):
        """But for CSRs that the hart does not have."""
        states = [own for kind, _, own, _ in self.records if kind == "state"]
        self.assertGreater(len(states), 2)
        for own in states:
            for at in (own[64], own[65], own[66], own[67], *self.some(own[68:], 10)):
                self.assertIn("the whole state", self.notices(self.flip(at)))

    def test_a_read_by_s_mode(self):
        reads = [own[-1] for kind, _, own, _ in self.records if kind == "read" and
                 self.words[own[1]] == 1]
        for at in reads:
            self.assertIn("the answer", self.notices(self.flip(at)))

    def test_each_kind_is_in_the_log(self):
        found = {kind for kind, *_ in self.records}
        self.assertEqual(found | {"check"}, {name for name, _ in KINDS})

    def test_a_log_that_ends_early(self):
        for kind, at, *_ in self.some(self.records, 20):
            self.assertIn("the log ends", self.notices(self.words[:at]), kind)
        self.assertIn("the log ends", self.notices([]))

    def test_a_log_that_goes_on(self):
        self.assertIn("follows the end", self.notices(self.words + [0]))

    def test_a_record_that_is_lost(self):
        """Not every one: what a call that fails leaves behind is nothing; but they are counted."""
        for kind, at, own, changed in self.some(self.records[2:-1], 30):
            end = changed.stop if changed else own.stop
            self.assertNotEqual(self.notices(self.words[:at] + self.words[end:]), "", kind)

    def test_records_that_are_compared(self):
        compared = sum(1 for _, at, *_ in self.records if self.words[at] & CHECKED)
        self.assertGreater(compared, len(self.records) * 9 // 10)


class ProgramTest(unittest.TestCase):
    def test_the_same_seed_makes_the_same_calls(self):
        first, again = (calls("--seed", 5, "--calls", 500).stdout for _ in range(2))
        self.assertEqual(first, again)
        self.assertNotEqual(first, calls("--seed", 6, "--calls", 500).stdout)

    def test_one_platform_alone_is_as_it_was_among_others(self):
        words = array("Q", calls("--seed", 5, "--calls", 5000).stdout)
        begins = [at for kind, at, *_ in records(words) if kind == "platform"]
        alone = array("Q", calls("--seed", 5, "--calls", 5000, "--platform", 1).stdout)
        self.assertEqual(words[begins[1]:begins[2]], alone[:-2])  # but for its end

    def test_what_cannot_be_done(self):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            for options in (["--seed"], ["--seed", "x"], ["--seed", "-1"], ["--calls", "1e6"],
                            ["--calls", str(2 ** 64)], ["--what", "1"], ["-o"], ["1"]):
                done = calls("-o", log, *options)
                self.assertEqual((done.returncode, done.stdout), (2, b""), options)
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                self.assertFalse(log.exists())
            done = calls("-o", Path(folder) / "no" / "log")
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1))


if __name__ == "__main__":
    unittest.main()
