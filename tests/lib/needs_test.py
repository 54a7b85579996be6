# SPDX-License-Identifier: Apache-2.0
"""What a test needs is built before it runs alone, and nothing else."""
import subprocess
import unittest

from tests.lib import needs
from tests.lib.catalogue import ROOT, Job, all_jobs


class NeedsTest(unittest.TestCase):
    def test_they_are_read_without_running_the_test(self):
        self.assertEqual(needs.of_module('raise SystemExit\nNEEDS = ("recordings", "bench-tiny")\n'), ("recordings", "bench-tiny"))
        self.assertEqual(needs.of_module("import os\n"), ())

    def test_each_target_is_built_once_and_the_command_first(self):
        jobs = [Job("a_test.c", [], "", needs=("build/tests/a_test",)), Job("b", [], ""), Job("c", [], "", needs=("build/tests/a_test",))]
        self.assertEqual(needs.of_jobs(jobs), ["host", "build/tests/a_test"])

    def test_what_cannot_be_built_is_named(self):
        self.assertEqual(needs.build([Job("a", [], "", needs=("good", "bad"))], make=("sh", "-c", 'test "$0" != bad')), ["bad"])

    def test_make_knows_every_target_that_a_test_needs(self):
        targets = [target for target in needs.of_jobs(all_jobs()) if "/" not in target]
        self.assertGreater(len(targets), 10)
        done = subprocess.run(["make", "--dry-run", "--print-data-base", "--question", "SETUP=no", "help"], cwd=ROOT,
                              capture_output=True, text=True, check=False)
        known = {line.split(":")[0] for line in done.stdout.splitlines() if line[:1].isalpha() and ":" in line}
        self.assertEqual([target for target in targets if target not in known], [])


if __name__ == "__main__":
    unittest.main()
