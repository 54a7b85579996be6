# SPDX-License-Identifier: Apache-2.0
"""scripts/mutation.py itself: without a mutant the copy is the RTL, a number chooses one, and what
nobody can notice survives."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from scripts import rtl_mutants
from tests.lib.catalogue import ROOT
from tests.mutation.rtl_judges import Benches

NEEDS = ("bench-tiny", "build/host.a", "build/units/pib/4/bench")


# While the PIB is held in reset nobody looks at `tick`, and there alone three of these errors show.
TICK = "wire tick  = runs && divider_reg == 16'd0;"
PLANTED = "wire tick  = runs && !(rst && !runs) && divider_reg == 16'd0;"


def mutation(*arguments):
    done = subprocess.run([sys.executable, "scripts/mutation.py", *map(str, arguments)], cwd=ROOT,
                          check=False, capture_output=True, text=True)
    return done.returncode, done.stdout.splitlines(), done.stderr


def run(program, *arguments, mutant=None):
    environment = {key: value for key, value in os.environ.items() if key != "NT_MUTANT"}
    if mutant is not None:
        environment["NT_MUTANT"] = str(mutant)
    return subprocess.run([program, *map(str, arguments)], cwd=ROOT, env=environment, check=False,
                          capture_output=True, text=True)


class ToolTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = Path(holder.name)

    def planted(self):
        """A copy of rtl/ with something in the PIB that makes no difference."""
        rtl = self.folder / "rtl"
        shutil.copytree(ROOT / "rtl", rtl, dirs_exist_ok=True)
        path = rtl / "transport/nt_pib.v"
        text = (ROOT / "rtl/transport/nt_pib.v").read_text(encoding="ascii")
        self.assertEqual(text.count(TICK), 1)
        path.write_text(text.replace(TICK, PLANTED), encoding="ascii")
        return rtl

    def judge_planted(self, *arguments):
        return mutation("--rtl", self.planted(), "--out", self.folder / "out", "--bench", "pib-4",
                        "--match", "nt_pib.v: wire tick = ", "--number", 0, *arguments)

    def test_what_makes_no_difference_survives_and_what_does_is_seen(self):
        status, said, errors = self.judge_planted()
        self.assertEqual(said[-1], "6 mutants, 3 seen, 0 explained, 3 survive", errors)
        self.assertEqual(status, 1)
        self.assertEqual([line for line in said if "SURVIVES" in line], [
            "SURVIVES: rtl/transport/nt_pib.v: wire tick = runs {&& => ||} !(rst && !runs) && "
            "divider_reg == 16'd0;",
            "SURVIVES: rtl/transport/nt_pib.v: wire tick = runs && !(rst {&& => ||} !runs) && "
            "divider_reg == 16'd0;",
            "SURVIVES: rtl/transport/nt_pib.v: wire tick = runs && !(rst && {! => }runs) && "
            "divider_reg == 16'd0;"])
        # Again: nothing is left to judge, so no bench is asked
        status, said, errors = self.judge_planted()
        self.assertEqual((status, said[-1], errors),
                         (1, "6 mutants, 3 seen, 0 explained, 3 survive", ""))

    def test_a_number_chooses_a_mutant_and_none_leaves_the_rtl_as_it_is(self):
        self.judge_planted()
        bench = self.folder / "out/units/pib/4/bench"
        plain = run(ROOT / "build/units/pib/4/bench", 100000, 7)
        self.assertEqual(plain.returncode, 0)
        for mutant in (None, 0):
            self.assertEqual(run(bench, 100000, 7, mutant=mutant).stdout, plain.stdout)
        sources = rtl_mutants.find(self.folder / "rtl")
        numbers = [mutant.number for mutant in sources["rtl/transport/nt_pib.v"].mutants()
                   if "wire tick = " in mutant.text]
        said = [run(bench, 100000, 7, mutant=number) for number in numbers]
        self.assertEqual([done.returncode for done in said], [0, 1, 1, 0, 0, 1])
        self.assertGreater(len({done.stderr for done in said if done.returncode}), 1)

    def test_without_a_mutant_the_encoder_sends_the_same_bytes(self):
        mutation("--out", self.folder / "whole", "--number", 0, "--match", "no such text")
        bench = Benches(self.folder / "whole").encoder("rtl/config/tiny.cfg")
        bench.build()
        files = [self.folder / "plain.nex", self.folder / "copy.nex"]
        for program, path in zip((ROOT / "build/tiny/nt_bench", bench.program), files):
            done = run(program, "--random", "--everything", "--registers", "--config", "tiny",
                       "--cycles", 100000, "-o", path, mutant=0)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(files[0].stat().st_size, 10000)
        self.assertEqual(files[0].read_bytes(), files[1].read_bytes())

    def test_a_seed_draws_the_same_again_and_another_seed_others(self):
        drawn = [mutation("--list", "--number", 30, "--seed", seed)[1][1:] for seed in (5, 5, 6)]
        self.assertEqual(len(drawn[0]), 30)
        self.assertEqual(drawn[0], drawn[1])
        self.assertNotEqual(drawn[0], drawn[2])
        self.assertTrue(all(re.match(r"rtl/\S+\.v: ", line) for line in drawn[0]))

    def test_a_number_that_is_none_is_refused(self):
        self.assertEqual(mutation("--number", "many")[0], 2)


if __name__ == "__main__":
    unittest.main()
