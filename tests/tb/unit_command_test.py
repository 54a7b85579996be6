# SPDX-License-Identifier: Apache-2.0
"""`ntrace lockstep --unit NAME` runs every unit, by options, and names what there is instead."""
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts.units import units, wholes
from tests.lib.catalogue import ROOT
from tests.lib.units import program, run

NEEDS = ("build/units/components/smem/bench", "build/units/pib/4/bench", "build/units/rvfi/rv64/bench",
         "build/units/stream/all/bench")


def lockstep(*words):
    return run(ROOT / "build/ntrace", "lockstep", *words)


class UnitCommandTest(unittest.TestCase):
    def test_every_unit_has_its_help(self):
        for name, unit in units().items():
            if not unit["beside_hart"]:
                done = lockstep("--unit", name, "--help")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertIn(unit["summary"], done.stdout)
                for word in [*unit["builds"], *(f"--{option}" for option in unit["options"])]:
                    self.assertIn(word, done.stdout)

    def test_a_unit_that_is_none_is_refused_with_those_that_are(self):
        for words in (("--unit", "nosuch"), ("--unit=nosuch", "--random"), ("-u", "nosuch", "--help")):
            done = lockstep(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertEqual(done.stderr, "ntrace lockstep: no such unit 'nosuch'; expected one of "
                                          f"{', '.join([*units(), *wholes()])}\n")

    def test_a_build_that_is_none_is_refused_with_those_that_are(self):
        for name, words in (("pib", ()), ("ctr", ("--random",))):
            done = lockstep("--unit", name, *words, "--build", "nosuch")
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertEqual(done.stderr, f"ntrace lockstep: unit {name} has no build 'nosuch'; expected one of "
                                          f"{', '.join(units()[name]['builds'])}\n")

    def test_encoder_and_system_have_every_build_of_rtl_config(self):
        builds = ", ".join(path.stem for path in sorted((ROOT / "rtl/config").glob("*.cfg")))
        for name in wholes():
            done = lockstep("--unit", name, "--random", "--build", "nosuch")
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertEqual(done.stderr, f"ntrace lockstep: no such build 'nosuch'; expected one of {builds}, or a file NAME.cfg\n")

    def test_an_encoder_is_no_system(self):
        done = lockstep("--unit", "encoder", "--random", "--harts", 2)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("--unit encoder: expected one hart and --sink bytes or pib8", done.stderr)

    def test_options_are_the_words_of_the_bench(self):
        by_words = run(program("pib", 4), 2000, 7)
        self.assertEqual(by_words.returncode, 0, by_words.stderr)
        for words in (("--cycles", 2000, "--seed", 7), ("-n", 2000, "--seed=7", "--random")):
            self.assertEqual(lockstep("--unit", "pib", "--build", 4, *words).stdout, by_words.stdout)
            self.assertEqual(run(program("pib", 4), *words).stdout, by_words.stdout)

    def test_an_option_of_the_unit_reaches_its_bench(self):
        with tempfile.TemporaryDirectory() as folder:
            files = Path(folder, "port")
            done = lockstep("--unit", "rvfi", "--build", "rv64", "--cycles", 3000, "--files", files)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(files.with_suffix(".nti").stat().st_size > 0)
        self.assertNotEqual(lockstep("--unit", "rvfi", "--build", "rv64", "--cycles", 3000, "--wild").stdout, done.stdout)

    def test_a_script_of_registers_runs_by_options_too(self):
        self.assertEqual(lockstep("--unit", "components", "--build", "smem", "--cycles", 4000, "--seed", 2).stdout,
                         run(program("components", "smem"), "random", 4000, 2).stdout)

    def test_words_and_options_together_are_refused(self):
        done = run(program("stream"), "--cycles", 5, 2000, 3)
        self.assertEqual(done.returncode, 2)
        self.assertIn("2000: expected words or --cycles, --seed and their like, got both", done.stderr)

    def test_a_bench_that_is_missing_has_the_command_that_builds_it(self):
        with tempfile.TemporaryDirectory() as folder:
            command = Path(folder, "ntrace")
            command.write_bytes((ROOT / "build/ntrace").read_bytes())
            command.chmod(0o755)
            for words, target in ((("pib", "--build", "8", "--cycles", "5"), "build/units/pib/8/bench"),
                                  (("encoder", "--build", "tiny", "--random"), "CONFIG=tiny"),
                                  (("encoder", "--random"), "CONFIG=rv64"),
                                  (("system", "--build=rv32", "--random"), "system-bench CONFIG=rv32 HARTS=1"),
                                  (("system", "--config", "tiny", "--harts", "3", "--random"), "system-bench CONFIG=tiny HARTS=3")):
                done = subprocess.run([command, "lockstep", "--unit", *words], capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 2)
                self.assertTrue(done.stderr.endswith(f"; build it with make {target}\n"), done.stderr)
            (Path(folder) / "mine.cfg").write_bytes((ROOT / "rtl/config/tiny.cfg").read_bytes())
            done = subprocess.run([command, "lockstep", "--random", "-c", "mine.cfg"], capture_output=True, text=True,
                                  check=False, cwd=folder)
            self.assertTrue(done.stderr.endswith(f"; build it with make CONFIG=mine CFG={folder}/mine.cfg\n"), done.stderr)


if __name__ == "__main__":
    unittest.main()
