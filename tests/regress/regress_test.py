# SPDX-License-Identifier: Apache-2.0
"""`ntrace regress` on this machine: what has a result is not run again, what is lost is, and nothing
counts that is not the result of its job."""
import fcntl
import json
import os
import shlex
import signal
import subprocess
import time
import unittest

from tests.regress.fake import BENCH, Folder

NEEDS = ("benches", "system-benches", "units")


class RegressTest(unittest.TestCase):
    def setUp(self):
        self.folder = Folder(self)

    def check(self, status, *words, **counts):
        """Runs it: exit status and counts, and the jobs by seed."""
        done, result = self.folder.json(*words)
        self.assertEqual((done, {name: result[name] for name in counts}), (status, counts))
        self.assertEqual(len(list((self.folder.out / "results").iterdir())),
                         result["passed"] + result["failed"])
        return result["by_seed"]

    def test_runs_each_job_once_and_keeps_its_result(self):
        self.folder.seeds(1, 5)
        jobs = self.check(0, passed=5, before=0)
        self.assertEqual(self.folder.runs(), [1, 2, 3, 4, 5])
        for seed, job in jobs.items():
            self.assertEqual(self.folder.result(job).read_text(), f'{{"seed": {seed}}}\n')
            log = self.folder.out / "logs" / f"{job['id']}.1.txt"
            self.assertEqual(log.read_text(), f"the bench says {seed}\n")
        self.check(0, passed=5, before=5)
        self.assertEqual(self.folder.runs(), [])

    def test_runs_a_changed_list_only_where_it_is_new_and_sets_the_rest_aside(self):
        self.folder.seeds(1, 3)
        self.check(0, passed=3)
        self.folder.runs()
        self.folder.seeds(2, 4)
        self.check(0, passed=3, before=2)
        self.assertEqual(self.folder.runs(), [4])
        self.folder.seeds(1, 4)
        self.check(0, passed=4, before=4)
        self.assertEqual(self.folder.runs(), [])

    def test_runs_all_again_with_another_bench(self):
        self.folder.seeds(1, 2)
        self.check(0, passed=2)
        self.folder.bench(BENCH + "# another\n")
        self.check(0, passed=2, before=0)
        self.assertEqual(self.folder.runs(), [1, 1, 2, 2])

    def test_a_job_that_is_listed_twice_runs_once(self):
        self.folder.jobs("--random --config tiny --seed 1", "-c tiny   -r --seed 0x1  # again",
                         "--random --config tiny --threads 2 --seed 1..2")
        self.check(0, passed=2, repeated=2)
        self.assertEqual(self.folder.runs(), [1, 2])

    def test_a_job_may_show_moments_which_are_a_part_of_what_it_is(self):
        words = "--random --config tiny"
        self.folder.jobs(f"{words} --seed 3", f"{words} --moment message=ProgTraceSync#2,3:9 --moment level=0 --seed 3")
        self.check(0, passed=2, repeated=0)
        self.assertEqual(self.folder.runs(), [3, 3])

    def test_a_job_runs_once_for_each_seed(self):
        words = ["regress", "--seeds", "1:20", "-o", str(self.folder.out), "--json", "--", "--random", "--config", "tiny"]
        done = subprocess.run([str(self.folder.ntrace), *words], env=self.folder.environment, capture_output=True,
                              text=True, check=False)
        self.assertEqual((done.returncode, done.stderr, json.loads(done.stdout)["passed"]), (0, "", 20))
        self.assertEqual(self.folder.runs(), list(range(1, 21)))
        self.folder.jobs("--random --config tiny", "--random --config tiny --everything")
        self.check(0, "--seeds", "19:21", passed=6, before=2)
        self.assertEqual(self.folder.runs(), [19, 20, 21, 21])

    def test_seeds_and_jobs_that_make_no_sense_are_named(self):
        command = [str(self.folder.ntrace), "regress", "-o", str(self.folder.out)]
        self.folder.jobs("--random --config tiny --seed 3")
        for words, reason in (([self.folder.list, "--seeds", "1:2"], "line 1: --seed: not with --seeds"),
                              ([self.folder.list, "--seeds", "3:1"], "--seeds"),
                              ([self.folder.list, "--seeds", "x"], "--seeds"),
                              (["--seeds", "1:2"], "JOBS is missing"),
                              ([self.folder.list, "--", "--random"], "not with the options of a job"),
                              (["--", "my file.ntr"], "blanks and # have no place"),
                              (["--seeds", "1:200000", "--", "--random", "--config", "tiny"], "more than 100000 jobs"),
                              (["--", "--random", "--frob"], "--frob: no such option")):
            done = subprocess.run([*command, *words], env=self.folder.environment, capture_output=True, text=True,
                                  check=False)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), (words, done.stderr))
            self.assertIn(reason, done.stderr)
        self.assertFalse(self.folder.out.exists())

    def test_a_failed_check_is_a_result(self):
        self.folder.seeds(1, 3)
        self.folder.seed(2, "status=1")
        jobs = self.check(1, passed=2, failed=1)
        self.assertEqual(jobs[2]["state"], "failed")
        self.check(1, passed=2, failed=1, before=3)
        self.assertEqual(self.folder.runs(), [1, 2, 3])
        done = self.folder.run("--quiet")
        wrong, verdict = done.stdout.splitlines()
        self.assertIn("failed, a check failed: ntrace lockstep --random --config tiny --seed 2", wrong)
        self.assertTrue(verdict.startswith("failed: 1 of 3 jobs"), verdict)

    def test_a_killed_job_runs_again(self):
        self.folder.seeds(1, 3)
        self.folder.seed(2, f'rm "$here/seed-2"; kill -{signal.SIGKILL} $$')
        jobs = self.check(0, passed=3)
        self.assertEqual(self.folder.runs(), [1, 2, 2, 3])
        self.assertTrue((self.folder.out / "logs" / f"{jobs[2]['id']}.2.txt").exists())

    def test_a_job_that_takes_its_parents_along_runs_again(self):
        """As if the machine were lost: nobody writes down how it ended."""
        self.folder.seeds(1, 3)
        self.folder.seed(2, 'rm "$here/seed-2"; kill -KILL $PPID; sleep 100')
        self.check(0, passed=3)
        self.assertEqual(self.folder.runs(), [1, 2, 2, 3])

    def test_a_job_that_is_always_lost_is_named(self):
        self.folder.seeds(1, 3)
        for script, reason in ((f"kill -{signal.SIGSEGV} $$", f"signal {int(signal.SIGSEGV)}"),
                               ("exit 134", "exit status 134"),
                               ("kill -KILL $PPID; sleep 100", "it left no end")):
            self.folder.seed(2, script)
            self.folder.runs()
            done = self.folder.run("--attempts", "2", "--quiet")
            self.assertEqual(done.returncode, 2)
            self.assertEqual(self.folder.runs().count(2), 2)
            wrong, verdict = done.stdout.splitlines()
            self.assertRegex(wrong, f"^[0-9a-f]{{16}} lost, {reason}: ntrace lockstep .*--seed 2$")
            self.assertTrue(verdict.startswith("incomplete: of 3 jobs 1 lost, 0 refused, 0 failed"))

    def test_a_job_that_is_refused_is_named_and_not_tried_again_at_once(self):
        self.folder.seeds(1, 3)
        self.folder.seed(3, "exit 2")
        self.check(2, passed=2, refused=1)
        self.assertEqual(self.folder.runs(), [1, 2, 3])
        self.folder.seed(3, "")
        self.check(0, passed=3, before=2)
        self.assertEqual(self.folder.runs(), [3])

    def test_a_job_without_a_result_is_lost_whatever_it_says(self):
        self.folder.seeds(1, 1)
        self.folder.seed(1, "exit 0")
        self.check(2, "--attempts", "1", passed=0, lost=1)

    def test_a_bench_that_is_replaced_meanwhile_gives_no_result(self):
        self.folder.jobs("--random --config tiny --seed 1", "--random --config rv64 --seed 1")
        self.folder.bench(BENCH.replace("exit", 'echo "# new" >> "$here/rv64/nt_bench"\nexit'))
        self.folder.bench(BENCH, "rv64")
        done = self.folder.run("--jobs", "1", "--quiet")
        self.assertEqual(done.returncode, 2)
        self.assertIn("incomplete: of 2 jobs 0 lost, 1 refused, 0 failed", done.stdout)
        logs = [path.read_text() for path in (self.folder.out / "logs").iterdir()]
        self.assertTrue(any("bench or inputs have changed" in log for log in logs), logs)

    def test_says_make_is_missing(self):
        self.folder.seeds(1, 1)
        done = self.folder.run(env={**self.folder.environment, "PATH": "/nowhere"})
        self.assertEqual((done.returncode, done.stderr),
                         (2, "ntrace regress: make cannot be started\n"))

    def test_shares_the_processors_of_the_make_that_started_it(self):
        """Each of five jobs waits until all have begun."""
        self.folder.seeds(1, 5)
        for seed in range(1, 6):
            self.folder.seed(seed, 'until [ "$(wc -l < "$here/runs")" -eq 5 ]; do sleep 0.1; done')
        makefile = self.folder.path / "Makefile"
        makefile.write_text(f"all:\n\t+@{shlex.join(self.folder.command('--quiet'))}\n")
        done = subprocess.run(["make", "-j5", "-f", makefile], env=self.folder.environment,
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "passed: 5 jobs\n", ""))
        self.assertEqual((self.folder.out / "work/make.txt").read_text(), "")

    def test_a_folder_serves_one_command_at_a_time(self):
        self.folder.seeds(1, 1)
        self.check(0, passed=1)
        with open(self.folder.out / "lock", "w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            done = self.folder.run()
        self.assertEqual(done.returncode, 2)
        self.assertIn("another ntrace regress is at work there", done.stderr)

    def test_goes_on_where_it_was_cut_off_and_leaves_nothing_running(self):
        self.folder.seeds(1, 2)
        self.folder.seed(2, 'echo $$ > "$here/pid"; sleep 1000')
        with subprocess.Popen(self.folder.command("--jobs", "2"), env=self.folder.environment,
                              stdout=subprocess.DEVNULL) as command:
            pid = self.folder.path / "pid"
            while not pid.exists() or not pid.read_text() or self.folder.runs() == []:
                time.sleep(0.05)
            while not any((self.folder.out / "ends").glob("*.json")):
                time.sleep(0.05)
            command.kill()
        bench = int(pid.read_text())
        while os.path.exists(f"/proc/{bench}/cwd"):
            time.sleep(0.05)
        self.folder.runs()
        self.folder.seed(2, "")
        self.check(0, passed=2, before=1)
        self.assertEqual(self.folder.runs(), [2])


class DamageTest(unittest.TestCase):
    """Files of the folder that are not what was written: none counts, and the job runs again."""

    def setUp(self):
        self.folder = Folder(self)
        self.folder.seeds(1, 3)
        status, result = self.folder.json()
        self.assertEqual(status, 0)
        self.folder.runs()
        self.jobs = result["by_seed"]
        self.good = {seed: self.folder.result(job).read_bytes() for seed, job in self.jobs.items()}

    def check_runs(self, *seeds):
        status, result = self.folder.json()
        self.assertEqual((status, result["passed"], result["before"], self.folder.runs()),
                         (0, 3, 3 - len(seeds), list(seeds)))
        names = sorted(path.name for path in (self.folder.out / "results").iterdir())
        self.assertEqual(names, sorted(f"{job['id']}.json" for job in self.jobs.values()))
        for seed, job in self.jobs.items():
            self.assertEqual(self.folder.result(job).read_bytes(), self.good[seed])

    def test_one_bit_of_a_result(self):
        for offset in range(len(self.good[2])):
            damaged = bytearray(self.good[2])
            damaged[offset] ^= 1 << offset % 8
            self.folder.result(self.jobs[2]).write_bytes(damaged)
            self.check_runs(2)

    def test_a_result_cut_short_or_empty_or_gone(self):
        for size in (0, len(self.good[2]) - 1):
            self.folder.result(self.jobs[2]).write_bytes(self.good[2][:size])
            self.check_runs(2)
        self.folder.result(self.jobs[2]).unlink()
        self.check_runs(2)

    def test_a_result_under_the_name_of_another_job(self):
        self.folder.result(self.jobs[2]).write_bytes(self.good[1])
        self.check_runs(2)

    def test_a_result_with_the_end_of_another_job(self):
        self.folder.result(self.jobs[2]).write_bytes(self.good[1])
        self.folder.end(self.jobs[2]).write_bytes(self.folder.end(self.jobs[1]).read_bytes())
        self.check_runs(2)

    def test_an_end_that_is_damaged_or_gone(self):
        end = self.folder.end(self.jobs[3])
        for text in ("", "{", "[]", "{}", '{"job": 3}', end.read_text().replace('"status":0', "")):
            end.write_text(text)
            self.check_runs(3)
        end.unlink()
        self.check_runs(3)

    def test_a_copy_of_a_result_does_not_lie_beside_it(self):
        for name in ("copy.json", f"{self.jobs[1]['id']}.json.old", "0123456789abcdef.json", "x"):
            (self.folder.out / "results" / name).write_bytes(self.good[1])
        self.check_runs()


class ListTest(unittest.TestCase):
    """The form of a list; a line that is wrong is named before anything runs."""

    def setUp(self):
        self.folder = Folder(self)

    def options(self, *lines):
        self.folder.jobs(*lines)
        done = self.folder.run("--dry-run")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse(self.folder.out.exists())
        return [line.split("ntrace lockstep ")[1] for line in done.stdout.splitlines()[:-1]]

    def test_comments_blanks_and_ranges(self):
        self.assertEqual(
            self.options("# a comment", "", "  --random\t--config tiny --seed 9..11 # so", "\r",
                         "-r -c tiny --initial-seed 1..2 --seed 3..4"),
            ["--random --config tiny --seed 9", "--random --config tiny --seed 10",
             "--random --config tiny --seed 11",
             "-r -c tiny --initial-seed 1 --seed 3", "-r -c tiny --initial-seed 1 --seed 4",
             "-r -c tiny --initial-seed 2 --seed 3", "-r -c tiny --initial-seed 2 --seed 4"])

    def test_says_what_would_run(self):
        self.folder.seeds(1, 1)
        self.folder.run()
        self.folder.seeds(1, 2)
        first, second, count = self.folder.run("--dry-run").stdout.splitlines()
        self.assertIn(" passed: ", first)
        self.assertIn(" to run: ", second)
        self.assertTrue(count.startswith("2 jobs, 1 to run"), count)
        self.assertEqual(self.folder.runs(), [1])

    def test_names_what_is_wrong_with_a_line(self):
        for line, reason in (
                ("--random --config none", "no such build 'none'; expected one of "),
                ("--random --config tiny --frob", "--frob: no such option (see --help)"),
                ("--random --config tiny --seed 5..3", "5..3: the first is the larger one"),
                ("--random --config tiny --seed 1..99999999999999999999", "range: expected 0 to "),
                ("--random --config tiny --seed 1..200000", "more than 100000 jobs"),
                ("--config tiny", "takes one recording or ingress file, or --random"),
                ("--random --config tiny --output F", "--output: not in a list of jobs"),
                ("--random --config tiny --results F", "--results: not in a list of jobs"),
                ("--random --config tiny --report F", "--report: not in a list of jobs"),
                ("--random --config tiny --wave F", "--wave: not in a list of jobs"),
                ("--random --config tiny --coverage F", "--coverage: not in a list of jobs"),
                ("--random --config tiny --json", "--json: not in a list of jobs"),
                ("--random --config tiny --quiet", "--quiet: not in a list of jobs"),
                ("--help", "--help: not in a list of jobs"),
                ("--random --config tiny --bare", "--bare, --model-only, --stimulus-only: not in"),
                ("nowhere.ntr", "nowhere.ntr: No such file or directory"),
                ("--random --config rv32", "build it with make CONFIG=rv32"),
                ("--random --unit ctr", "build it with make build/units/ctr/rv64/bench"),
                ("--random" + 300 * " -r", "more than 256 words")):
            self.folder.jobs("# first", "--random --config tiny", line)
            done = self.folder.run()
            self.assertEqual(done.returncode, 2, line)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertTrue(done.stderr.startswith(f"ntrace regress: {self.folder.list}: line 3: "),
                            done.stderr)
            self.assertIn(reason, done.stderr)
            self.assertFalse(self.folder.out.exists(), line)
        self.assertEqual(self.folder.runs(), [])

    def test_a_list_without_a_job_or_without_a_file(self):
        self.folder.jobs("# nothing")
        self.assertIn("line 1: the list has no job", self.folder.run().stderr)
        self.folder.list.unlink()
        done = self.folder.run()
        self.assertEqual(done.returncode, 2)
        self.assertIn("jobs: No such file or directory", done.stderr)

    def test_refuses_arguments_that_make_no_sense(self):
        self.folder.seeds(1, 1)
        for words in (["--jobs", "0"], ["--attempts", "0"], ["--partition", "p"], ["another"],
                      ["--job", "xyz"]):
            done = self.folder.run(*words)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), words)


if __name__ == "__main__":
    unittest.main()
