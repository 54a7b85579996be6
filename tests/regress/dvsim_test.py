# SPDX-License-Identifier: Apache-2.0
"""DVSim runs our jobs: the configurations of scripts/dvsim, by night alone since DVSim is from PyPI."""
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib import tier
from tests.lib.bench import run
from tests.lib.catalogue import ROOT
from tests.regress.slurm import Slurm

NEEDS = ("bench-tiny",)
VENV = ROOT / "build/venv-dvsim"
# DVSim asks for 16 GB and 8 processors a job, else
SMALL = {"SLURM_MEM": "1M", "SLURM_MINCPUS": "1", "SLURM_CPUS_PER_TASK": "1"}
# Runs the command at once, and notes that it did
SRUN = """#!/bin/sh
echo "$@" >> "${0%/*}/submitted"
while [ "$1" != bash ]; do shift; done
exec "$@"
"""
NTRACE = """#!/bin/sh
echo "failed: RTL and golden model differ"
exit 1
"""


class TextTest(unittest.TestCase):
    def test_the_version_of_dvsim_is_pinned(self):
        text = (ROOT / "scripts/requirements-dvsim.txt").read_text(encoding="ascii")
        self.assertRegex(text, r"(?m)^dvsim==\d")

    def test_tests_of_the_configuration_are_of_builds_that_it_makes(self):
        text = (ROOT / "scripts/dvsim/ntrace_random.hjson").read_text(encoding="ascii")
        builds = set(re.findall(r'\{name: "([\w-]+)", build_opts', text))
        used = re.findall(r'build_mode: "([\w-]+)".*"--config", "([\w-]+)"', text)
        self.assertGreater(len(used), 2)
        for build, config in used:
            self.assertEqual(build, config)
            self.assertIn(build, builds)
            self.assertTrue((ROOT / f"rtl/config/{config}.cfg").exists())

    def test_a_list_of_jobs_becomes_a_configuration_with_the_same_jobs(self):
        with tempfile.TemporaryDirectory() as folder:
            jobs = Path(folder, "jobs")
            jobs.write_text("--random --config tiny --seed 1..3\n", encoding="ascii")
            done = subprocess.run([ROOT / "scripts/dvsim/jobs.py", jobs], capture_output=True, text=True, check=True)
            listed = run("regress", jobs, "--dry-run", "-o", f"{folder}/none").stdout.splitlines()[:-1]
            made = json.loads(done.stdout)
            self.assertEqual([test["name"] for test in made["tests"]], [f"job_{line.split()[0]}" for line in listed])
            self.assertEqual(made["tests"][2]["run_opts"], ["--random", "--config", "tiny", "--seed", "3"])
            jobs.write_text("--random --config none\n", encoding="ascii")
            done = subprocess.run([ROOT / "scripts/dvsim/jobs.py", jobs], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("no such build", done.stderr)


if tier.WHOLE:
    class DvsimTest(unittest.TestCase):
        @classmethod
        def setUpClass(cls):
            subprocess.run([ROOT / "scripts/venv", VENV, ROOT / "scripts/requirements-dvsim.txt"], check=True)

        def setUp(self):
            folder = tempfile.TemporaryDirectory()
            self.addCleanup(folder.cleanup)
            self.folder = Path(folder.name)

        def dvsim(self, configuration, item, root=ROOT, **environment):
            """Exit status, and what DVSim's own report says of each test: those that passed, and all."""
            done = subprocess.run([VENV / "bin/dvsim", configuration, "-i", item, "--proj-root", root, "--branch", "test",
                                   "--scratch-root", self.folder / "scratch", "--max-parallel", "2", "--run-only"],
                                  capture_output=True, text=True, check=False, env={**os.environ, **environment})
            rows = re.findall(r"\| (\w+) +\| +[\d.]+\w+ +\| +[\d.]+us +\| +(\d+) +\| +(\d+) +\|", done.stdout + done.stderr)
            return done.returncode, {test: (int(passed), int(all)) for test, passed, all in rows}

        def results(self):
            (results,) = self.folder.glob("scratch/*/*/results")
            return results

        def report(self):
            done = run("report", self.results(), "--json")
            self.assertEqual(done.stderr, "")
            return json.loads(done.stdout)

        def run_200_jobs(self, **environment):
            """Jobs, their results and the dashboard."""
            status, tests = self.dvsim(ROOT / "scripts/dvsim/ntrace_random.hjson", "small", **environment)
            self.assertEqual((status, tests), (0, {"tiny_plain": (100, 100), "tiny_everything": (100, 100)}))
            whole = self.report()
            self.assertEqual((whole["passed"], whole["total"]["runs"]), (True, 200))
            self.assertEqual(len({one["made"]["seed"] for one in whole["runs"]}), 200)
            self.assertTrue((self.folder / "scratch/ntrace.sim.verilator/reports/index.html").exists())

        def test_200_jobs_on_this_machine_give_200_results(self):
            self.run_200_jobs()

        def test_200_jobs_by_a_slurm_of_one_node_give_200_results(self):
            with Slurm(self.folder / "node") as slurm:
                self.run_200_jobs(DVSIM_LAUNCHER="slurm", SLURM_QUEUE="main", **SMALL, **slurm.environment)
                started = (self.folder / "node/slurmctld.log").read_text(encoding="utf-8", errors="replace")
            self.assertEqual(len(set(re.findall(r"sched: _slurm_rpc_allocate_resources JobId=(\d+)", started))), 200)

        def test_a_list_gives_the_results_of_regress(self):
            jobs = self.folder / "jobs"
            jobs.write_text("--random --config tiny --seed 1..5\n", encoding="ascii")
            made = ROOT / f"build/dvsim-{os.getpid()}.hjson"
            self.addCleanup(made.unlink)
            with open(made, "w", encoding="ascii") as out:
                subprocess.run([ROOT / "scripts/dvsim/jobs.py", jobs], stdout=out, check=True)
            self.assertEqual(self.dvsim(made, "all")[0], 0)
            self.assertEqual(run("regress", jobs, "-o", self.folder / "own").returncode, 0)
            one, other = (sorted(json.dumps({**json.loads(path.read_text()), "made": None}) for path in folder.iterdir())
                          for folder in (self.results(), self.folder / "own/results"))
            self.assertEqual(one, other)

        def test_slurm_is_given_each_job(self):
            commands = self.folder / "bin"
            commands.mkdir()
            (commands / "srun").write_text(SRUN, encoding="ascii")
            (commands / "srun").chmod(0o755)
            status, tests = self.dvsim(ROOT / "scripts/dvsim/ntrace_random.hjson", "smoke", DVSIM_LAUNCHER="slurm",
                                       SLURM_QUEUE="night", PATH=f"{commands}:{os.environ['PATH']}")
            self.assertEqual((status, tests), (0, {"tiny_plain": (1, 1)}))
            self.assertIn("-p night ", (commands / "submitted").read_text(encoding="ascii"))
            self.assertEqual(self.report()["total"]["runs"], 1)

        def test_a_check_that_fails_is_a_failure_of_dvsim(self):
            root = self.folder / "tree"
            shutil.copytree(ROOT / "scripts/dvsim", root / "scripts/dvsim")
            (root / "build").mkdir()
            (root / "build/ntrace").write_text(NTRACE, encoding="ascii")
            (root / "build/ntrace").chmod(0o755)
            for words in (["init", "-q"], ["add", "."],
                          ["-c", "user.name=n", "-c", "user.email=n@example.org", "commit", "-q", "-m", "x"]):
                subprocess.run(["git", *words], cwd=root, check=True)
            status, tests = self.dvsim(root / "scripts/dvsim/ntrace_random.hjson", "smoke", root)
            self.assertNotEqual(status, 0)
            self.assertEqual(tests, {"tiny_plain": (0, 1)})


if __name__ == "__main__":
    unittest.main()
