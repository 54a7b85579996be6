# SPDX-License-Identifier: Apache-2.0
"""`ntrace regress --slurm`: stand-ins for Slurm's commands by day, a real Slurm of one node by night,
whose slurmd is killed in the middle with all that it runs."""
import subprocess
import unittest

from tests.lib import tier
from tests.lib.catalogue import ROOT
from tests.regress.fake import Folder
from tests.regress.slurm import Slurm

NEEDS = ("bench-tiny",)


# Runs the tasks of an array at once, but for those that "lose" names, which are lost once.
SBATCH = r"""#!/bin/sh
here=${0%/*}
echo "$@" >> "$here/submitted"
[ ! -e "$here/refuse" ] || { echo "sbatch: error: $(cat "$here/refuse")" >&2; exit 1; }
for word; do
    case $word in --array=0-*) last=${word#--array=0-} ;; esac
    script=$word
done
task=0
while [ "$task" -le "${last%%\%*}" ]; do
    if [ -e "$here/lose-$task" ]; then rm "$here/lose-$task"
    elif [ ! -e "$here/lose-all" ]; then SLURM_ARRAY_TASK_ID=$task sh "$script" || exit 1; fi
    task=$((task + 1))
done
echo 17
"""
# Each line of "answers" is what one call does.
SQUEUE = r"""#!/bin/sh
here=${0%/*}
echo "$@" >> "$here/asked"
answer=$(sed -n 1p "$here/answers" 2>/dev/null) || :
sed -i 1d "$here/answers" 2>/dev/null || :
case $answer in fail) echo "slurm_load_jobs error" >&2; exit 1 ;; busy) echo "17_[0-3]" ;; esac
"""


class StandInTest(unittest.TestCase):
    def setUp(self):
        self.folder = Folder(self)
        self.bin = self.folder.path / "bin"
        self.bin.mkdir()
        for name, text in (("sbatch", SBATCH), ("squeue", SQUEUE)):
            (self.bin / name).write_text(text, encoding="ascii")
            (self.bin / name).chmod(0o755)
        path = self.folder.environment["PATH"]
        self.folder.environment["PATH"] = f"{self.bin}:{path}"

    def submitted(self):
        return (self.bin / "submitted").read_text(encoding="ascii").splitlines()

    def check(self, *words, status=0, stderr=""):
        done = self.folder.run("--slurm", "--quiet", *words)
        self.assertEqual((done.returncode, done.stderr), (status, stderr), done.stdout)
        return done.stdout

    def test_runs_all_as_one_array_with_the_results_of_this_machine(self):
        self.folder.seeds(1, 12)
        self.check("--jobs", "3", "--partition", "night")
        (submitted,) = self.submitted()
        self.assertRegex(submitted, r"^--parsable --no-requeue --output=/dev/null "
                                    r"--job-name=ntrace-regress-[0-9a-f]{16} --array=0-11%3 "
                                    r"--partition=night /.*array\.sh$")
        results = {path.name: path.read_bytes() for path in (self.folder.out / "results").iterdir()}
        self.assertEqual(len(results), 12)
        self.folder.out = self.folder.path / "local"
        self.assertEqual(self.folder.run().returncode, 0)
        self.assertEqual(results, {path.name: path.read_bytes()
                                   for path in (self.folder.out / "results").iterdir()})

    def test_a_lost_task_is_submitted_again(self):
        self.folder.seeds(1, 5)
        for task in (1, 3):
            (self.bin / f"lose-{task}").touch()
        self.check(stderr="ntrace regress: 2 jobs lost; attempt 2\n")
        self.assertEqual([line.split("--array=")[1].split()[0] for line in self.submitted()],
                         ["0-4", "0-1"])
        self.assertEqual(self.folder.runs(), [1, 2, 3, 4, 5])

    def test_a_list_longer_than_an_array_is_cut(self):
        self.folder.seeds(1, 2001)
        (self.bin / "lose-all").touch()
        out = self.check("--attempts", "1", status=2)
        self.assertIn("incomplete: of 2001 jobs 2001 lost", out)
        self.assertEqual([line.split("--array=")[1].split()[0] for line in self.submitted()],
                         ["0-999", "0-999", "0-0"])

    def test_waits_for_an_array_that_an_earlier_command_left(self):
        self.folder.seeds(1, 1)
        (self.bin / "answers").write_text("busy\nbusy\n", encoding="ascii")
        self.check()
        asked = (self.bin / "asked").read_text(encoding="ascii").splitlines()
        self.assertGreaterEqual(len(asked), 3)
        name = self.submitted()[0].split("--job-name=")[1].split()[0]
        self.assertTrue(all(f"--name={name}" in line and "--me" in line for line in asked), asked)

    def test_a_controller_that_does_not_answer_loses_nothing(self):
        self.folder.seeds(1, 2)
        (self.bin / "lose-0").touch()
        (self.bin / "answers").write_text("\nfail\nfail\n", encoding="ascii")
        self.check(stderr="ntrace regress: squeue: exit status 1; waiting for Slurm\n"
                          "ntrace regress: 1 jobs lost; attempt 2\n")
        self.assertEqual(len(self.submitted()), 2)

    def test_says_why_slurm_takes_no_array(self):
        self.folder.seeds(1, 1)
        (self.bin / "refuse").write_text("invalid partition specified: day", encoding="ascii")
        self.check(status=2, stderr="ntrace regress: sbatch: exit status 1: sbatch: error: invalid "
                                    "partition specified: day\n")

    def test_says_that_there_is_no_slurm(self):
        self.folder.seeds(1, 1)
        (self.bin / "squeue").unlink()
        self.folder.environment["PATH"] = str(self.bin)
        self.check(status=2, stderr="ntrace regress: squeue cannot be started: no Slurm here\n")


if tier.WHOLE:
    class SlurmTest(unittest.TestCase):
        """200 jobs of every build and unit, by the real benches."""

        def setUp(self):
            self.folder = Folder(self, bench=False)
            self.folder.environment["SOURCE_DATE_EPOCH"] = "0"  # the time is the only difference
            self.folder.ntrace = ROOT / "build/ntrace"
            self.folder.list = ROOT / "tests/regress/jobs.txt"
            done = self.folder.run("--dry-run", cwd=ROOT)
            self.assertEqual(done.returncode, 0, done.stderr)  # all benches of make regress are there
            listed = done.stdout.splitlines()[:-1]
            self.folder.list = self.folder.path / "jobs"
            self.folder.jobs(*(line.split("ntrace lockstep ")[1] for line in listed[:100] + listed[-100:]))

        def report(self):
            """Of all results, with the number of these."""
            results = sorted(map(str, (self.folder.out / "results").iterdir()))
            done = subprocess.run([self.folder.ntrace, "report", *results, "--json"], check=True,
                                  capture_output=True, text=True)
            return len(results), done.stdout

        def test_gives_the_report_of_this_machine_though_slurmd_is_killed(self):
            done = self.folder.run("--jobs", "2", cwd=ROOT)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            here = self.report()
            self.folder.out = self.folder.path / "slurm"
            with Slurm(self.folder.path / "node") as slurm:
                self.folder.environment.update(slurm.environment)
                with self.folder.start("--slurm", "--quiet") as command:
                    lost = slurm.kill_in_the_middle(self.folder.out, 50)
                    slurm.start_slurmd()
                    out = command.communicate()[0]
            self.assertEqual((command.returncode, out), (0, "passed: 200 jobs\n"))
            for job in lost:
                self.assertTrue((self.folder.out / "logs" / f"{job}.2.txt").exists(), job)
            self.assertEqual(self.report(), here)
            self.assertEqual(here[0], 200)


if __name__ == "__main__":
    unittest.main()
