# SPDX-License-Identifier: Apache-2.0
"""What tests/run counts as passed, failed and skipped."""
import os
import subprocess
import tempfile
import textwrap
import time
import unittest

from tests.lib import report, runner, tap
from tests.lib.catalogue import Job


def run(command, **options):
    outcomes = []
    job = Job("a job", command, "again", **options)
    runner.run([job], 1, lambda outcome, done, total: outcomes.append(outcome))
    return outcomes[0]


def run_tap(text, end="exit 0"):
    return run(["sh", "-c", f"cat <<'EOF'\n{textwrap.dedent(text)}\nEOF\n{end}"])


def counts(outcome):
    return tuple(outcome.count(kind) for kind in (tap.PASSED, tap.FAILED, tap.SKIPPED))


class TapTest(unittest.TestCase):
    def test_counts_what_a_cmocka_program_reports(self):
        outcome = run_tap("""\
            1..3
            ok 1 - a thing works
            not ok 2 - another thing works
            # 0x1 != 0x2
            # some_test.c:8: error: Failure!
            not ok 3 # SKIP a third thing works""", "exit 1")
        self.assertEqual(counts(outcome), (1, 1, 1))
        self.assertEqual(outcome.results[1].name, "another thing works")
        self.assertIn("0x1 != 0x2", outcome.results[1].detail)
        self.assertEqual(outcome.results[2].name, "a third thing works")

    def test_a_program_that_ends_before_its_last_test_has_failed(self):
        self.assertEqual(counts(run_tap("1..2\nok 1 - a thing works")), (1, 1, 0))

    def test_a_program_that_fails_after_its_last_test_has_failed(self):
        outcome = run_tap("1..1\nok 1 - a thing works", "exit 3")
        self.assertEqual(counts(outcome), (1, 1, 0))
        self.assertIn("exit status 3", outcome.results[1].detail)

    def test_a_program_that_reports_nothing_has_failed(self):
        self.assertEqual(counts(run(["true"])), (0, 1, 0))

    def test_a_program_without_a_plan_has_failed(self):
        self.assertEqual(counts(run_tap("ok 1 - a thing works")), (1, 1, 0))

    def test_a_killed_program_has_failed_and_the_signal_is_named(self):
        outcome = run_tap("1..1\nok 1 - a thing works", "kill -SEGV $$")
        self.assertEqual(counts(outcome), (1, 1, 0))
        self.assertIn("SIGSEGV", outcome.results[1].detail)


class JobTest(unittest.TestCase):
    def test_a_check_passes_or_fails_by_its_exit_status(self):
        self.assertEqual(counts(run(["true"], tap=False)), (1, 0, 0))
        self.assertEqual(counts(run(["false"], tap=False)), (0, 1, 0))

    def test_a_program_that_is_not_there_has_failed(self):
        outcome = run(["build/no/such/program"])
        self.assertEqual(counts(outcome), (0, 1, 0))
        self.assertIn("not built?", outcome.results[0].detail)

    def ended(self, script, why, **options):
        """The job of that script is ended for that reason, with what it started: `PID` in it."""
        with tempfile.TemporaryDirectory() as folder:
            pid_file = os.path.join(folder, "pid")
            outcome = run(["sh", "-c", script.replace("PID", pid_file)], tap=False, **options)
            self.assertEqual(counts(outcome), (0, 1, 0))
            self.assertIn(why, outcome.results[0].detail)
            with open(pid_file, encoding="ascii") as file:
                self.assert_ends(int(file.read()))

    def test_a_job_over_its_processor_time_is_ended_with_all_it_started(self):
        self.ended("(while :; do :; done) & echo $! > PID; wait",
                   "not finished after 1 seconds of processor time", limit=1)

    def test_processor_time_of_processes_that_have_ended_counts(self):
        work = "i=0; while [ $i -lt 2000 ]; do i=$((i+1)); done"
        self.ended(f"echo $$ > PID; while :; do sh -c '{work}'; done",
                   "not finished after 1 seconds of processor time", limit=1)

    def test_a_job_that_stands_still_is_ended_with_all_it_started(self):
        self.ended("sleep 6000 & echo $! > PID; wait", "stood still for 1 seconds", still=1)

    def test_time_by_the_clock_is_not_limited(self):
        self.assertEqual(counts(run(["sleep", "3"], tap=False, limit=1)), (1, 0, 0))

    def assert_ends(self, pid):
        for _ in range(1200):
            try:
                with open(f"/proc/{pid}/stat", encoding="ascii") as file:
                    if file.read().split()[2] == "Z":
                        return
            except (FileNotFoundError, ProcessLookupError):
                return
            time.sleep(0.05)
        self.fail(f"process {pid} still runs")

    def test_what_runs_is_ended_when_the_runner_is(self):
        with tempfile.TemporaryDirectory() as folder:
            pid_file = os.path.join(folder, "pid")
            script = f"""if True:
                import signal
                from tests.lib import runner
                from tests.lib.catalogue import Job
                signal.signal(signal.SIGTERM, signal.default_int_handler)
                runner.run([Job("a job", ["sh", "-c", "echo $$ > {pid_file}; sleep 60"], "")], 1,
                           print)"""
            with subprocess.Popen(["python3", "-c", script], stderr=subprocess.DEVNULL) as process:
                while not os.path.exists(pid_file) or not os.path.getsize(pid_file):
                    time.sleep(0.05)
                process.terminate()
                process.wait()
            with open(pid_file, encoding="ascii") as file:
                self.assert_ends(int(file.read()))

    def test_a_failure_is_printed_whole_with_the_command_to_run_it_alone(self):
        text = report.failure(run(["sh", "-c", "echo reason; exit 1"], tap=False))
        self.assertIn("reason", text)
        self.assertIn("alone: again", text)


class UnittestTest(unittest.TestCase):
    def run_module(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "subject_of_runner_test.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write("import unittest\n" + textwrap.dedent(text))
            return run(["python3", "-m", "tests.lib.unittest_tap", "subject_of_runner_test"],
                       environment={"PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"})

    def test_counts_passes_failures_errors_and_skips(self):
        outcome = self.run_module("""
            class T(unittest.TestCase):
                def test_a(self): pass
                def test_b(self): self.assertEqual(1, 2)
                def test_c(self): raise RuntimeError("boom")
                def test_d(self): self.skipTest("no tool")
                @unittest.skip("never")
                def test_e(self): pass
        """)
        self.assertEqual(counts(outcome), (1, 2, 2))
        self.assertIn("1 != 2", outcome.results[1].detail)
        self.assertIn("boom", outcome.results[2].detail)
        self.assertEqual(outcome.results[3].detail, "no tool")

    def test_a_test_with_failed_subtests_fails_once(self):
        outcome = self.run_module("""
            class T(unittest.TestCase):
                def test_a(self):
                    for i in range(3):
                        with self.subTest(i=i): self.assertEqual(i, 9)
        """)
        self.assertEqual(counts(outcome), (0, 1, 0))
        self.assertIn("2 != 9", outcome.results[0].detail)

    def test_a_class_that_cannot_be_set_up_has_failed(self):
        outcome = self.run_module("""
            class T(unittest.TestCase):
                @classmethod
                def setUpClass(cls): raise RuntimeError("boom")
                def test_a(self): pass
        """)
        self.assertEqual(counts(outcome), (0, 1, 0))
        self.assertIn("boom", outcome.results[0].detail)

    def test_a_module_that_cannot_be_imported_has_failed(self):
        self.assertEqual(counts(self.run_module("import no_such_module\n")), (0, 1, 0))

    def test_a_module_without_tests_has_failed(self):
        self.assertEqual(counts(self.run_module("")), (0, 1, 0))


if __name__ == "__main__":
    unittest.main()
