# SPDX-License-Identifier: Apache-2.0
"""The example of docs/regress.md does what the page says, and the stored list is one that can run."""
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import CONFIGS
from tests.lib.catalogue import ROOT

NEEDS = ("benches", "system-rv32-16", "system-rv64-1", "system-rv64-2", "system-rv64-4", "system-rv64-wide-2",
         "system-tiny-7-c3-ram", "unit-ctr", "unit-hpm", "unit-tv")
PAGE = (ROOT / "docs/regress.md").read_text(encoding="utf-8")
ID = re.compile(r"\b[0-9a-f]{16}\b")


def steps():
    """Commands of the example, each with the lines that it prints."""
    example = PAGE.split("<!-- example -->")[1].split("<!-- end of example -->")[0]
    for block in re.findall(r"```\n(.*?)```", example, re.S):
        for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = step.partition("\n")
            yield command, output


class ExampleTest(unittest.TestCase):
    def test_the_page_shows_what_happens(self):
        environment = {**os.environ, "PATH": f"{ROOT}/build:{os.environ['PATH']}"}
        with tempfile.TemporaryDirectory() as folder:
            for command, expected in steps():
                if command == "cat jobs.txt":
                    Path(folder, "jobs.txt").write_text(expected, encoding="ascii")
                results = Path(folder, "regression/results")
                one = min((path.stem for path in results.glob("*.json")), default="")
                done = subprocess.run(command.replace("ID", one), shell=True, cwd=folder,
                                      env=environment, capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ""), command)
                if expected or "report" not in command:
                    self.assertEqual(ID.sub("ID", done.stdout), expected, command)


class StoredListTest(unittest.TestCase):
    def test_it_has_200_jobs_of_every_build_and_unit(self):
        done = subprocess.run(["build/ntrace", "regress", "tests/regress/jobs.txt", "--dry-run", "-o",
                               "build/tests/none"], cwd=ROOT, capture_output=True, text=True,
                              check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        *jobs, count = done.stdout.splitlines()
        self.assertGreaterEqual(len(jobs), 200)
        self.assertTrue(count.endswith(" 0 listed before"), count)
        for config in CONFIGS:
            self.assertTrue(any(f"--config {config} " in job for job in jobs), config)
        for unit in ("ctr", "hpm", "tv"):
            for build in sorted(path.name for path in (ROOT / "build/units" / unit).iterdir()):
                self.assertTrue(any(f"--unit {unit} --build {build} " in job for job in jobs), build)


if __name__ == "__main__":
    unittest.main()
