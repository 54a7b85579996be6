# SPDX-License-Identifier: Apache-2.0
"""`make sweep` draws legal configurations, and finds, shrinks and remembers what fails.
"""
import functools
import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from scripts import config, sweep  # noqa: E402 (the path comes first)

SCRIPT = ROOT / "scripts/sweep.py"


def run(*arguments, **options):
    return subprocess.run([SCRIPT, *map(str, arguments)], capture_output=True, text=True, check=False,
                          **options)


@functools.cache
def drawn():
    return [sweep.draw_configuration(random.Random(f"1.{index}")) for index in range(300)]


class DrawTest(unittest.TestCase):
    def test_every_configuration_is_legal(self):
        for values in drawn():
            self.assertIsNone(config.complaint(values), values)

    def test_the_files_that_are_always_run_have_every_parameter(self):
        for path in sorted((ROOT / "tests/sweep").glob("*.cfg")):
            config.read(path)

    def test_the_borders_of_every_parameter_are_drawn(self):
        for parameter in config.parameters():
            for border in (parameter.least, parameter.most):
                self.assertTrue(any(values[parameter.name] == border for values in drawn()),
                                f"{parameter.name} = {border}")

    def test_the_border_of_every_rule_is_drawn(self):
        for rule in config.rules():
            self.assertTrue(any(self.is_at_border(values, rule) for values in drawn()), rule.words)

    def is_at_border(self, values, rule):
        return any(not rule.holds({**values, parameter.name: value})
                   for parameter in config.parameters() if parameter.name in rule.names
                   for value in (self.beside(parameter, values[parameter.name])))

    @staticmethod
    def beside(parameter, value):
        allowed = parameter.allowed()
        at = allowed.index(value)
        return allowed[max(0, at - 1):at] + allowed[at + 1:at + 2]

    def test_a_seed_says_which(self):
        first, again, other = (run("--list", "--number", 5, "--seed", seed).stdout.splitlines()
                               for seed in (7, 7, 8))
        self.assertEqual(first[0], "seed 7; again: make sweep NUMBER=5 SEED=7")
        self.assertEqual(first, again)
        self.assertNotEqual(first[1:], other[1:])

    def test_bad_arguments_are_refused_in_one_line(self):
        for arguments, text in ((["--number", "0"], "not a number of one or more: 0"),
                                (["none.cfg"], "none.cfg"),
                                (["--sed", "1"], "unrecognized arguments")):
            done = run(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(text, done.stderr.splitlines()[-1])
            self.assertNotIn("Traceback", done.stderr)


class ShrinkTest(unittest.TestCase):
    """Over a judge that knows what fails."""

    def shrunk(self, values, fails):
        judge = SimpleNamespace(judge=lambda other, step: {"step": step if fails(other) else None})
        name, base, values = sweep.shrink(judge, values, "everything")
        return name, {one: values[one] for one in sweep.deviations(values, base)}

    def setUp(self):
        os.chdir(ROOT)
        self.values = {**config.read("rtl/config/tiny.cfg"), "FIFO_DEPTH": 128, "NBLOCKS": 3,
                       "HIST_W": 9, "NFILTERS": 0, "DRAFT": 1, "OUT_BYTES": 8}

    def test_what_makes_no_difference_is_that_of_a_build(self):
        self.assertEqual(self.shrunk(self.values, lambda other: other["FIFO_DEPTH"] == 128),
                         ("tiny", {"FIFO_DEPTH": 128}))

    def test_what_it_takes_stays(self):
        self.assertEqual(
            self.shrunk(self.values, lambda other: other["DRAFT"] == 1 and other["NBLOCKS"] > 2),
            ("tiny", {"NBLOCKS": 3, "DRAFT": 1, "FIFO_DEPTH": 128}))


class FaultTest(unittest.TestCase):
    """Over copies of the sources with a fault."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir=ROOT / "build")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def copy(self, side, patch):
        shutil.copytree(ROOT / side, self.folder / side)
        subprocess.run(["patch", "-s", "-p1", "-d", self.folder, "-i",
                        ROOT / "tests/sweep" / patch], check=True)
        return [f"--{side}", self.folder / side]

    def point(self, **changes):
        path = self.folder / "point.cfg"
        config.write({**config.read(ROOT / "rtl/config/tiny.cfg"), **changes}, path)
        return path

    def test_a_stall_threshold_that_differs_is_found_and_shrunk_to_the_depth_of_the_fifo(self):
        arguments = [*self.copy("model", "stall-threshold.patch"), "--cycles", 60000,
                     self.point(FIFO_DEPTH=128, NTRIGGERS=1, HIST_W=6, REPEAT_W=4)]
        done = run(*arguments)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("\n  smallest: tiny FIFO_DEPTH=128\n", done.stdout)
        self.assertIn("stall", done.stdout)
        self.assertEqual(done.stdout.splitlines()[-1], "1 configurations, 1 failures")
        again = done.stdout.split("  again: ")[1].splitlines()[0].split()
        self.assertEqual(again[0], "scripts/sweep.py")
        # Nothing is built again: there is nothing to build with
        (self.folder / "verilator").symlink_to("/bin/false")
        without = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"}
        self.assertEqual(run(*arguments, env=without).stdout, done.stdout)

    def test_a_loop_that_is_none_is_found_where_no_optimizer_hides_it(self):
        done = run(*self.copy("rtl", "false-loop.patch"), "--no-shrink", self.point())
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("point: lint without dfg fails\n", done.stdout)
        self.assertIn("Circular combinational logic", done.stdout)


if __name__ == "__main__":
    unittest.main()
