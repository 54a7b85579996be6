# SPDX-License-Identifier: Apache-2.0
"""What a test needs built before it runs: targets of make, which a Python test names in its constant NEEDS."""
import ast
import subprocess
import sys

from tests.lib.catalogue import ROOT

COMMAND = "host"  # every test may start build/ntrace


def of_module(text):
    """NEEDS of a Python test, read without running it: ("units", ...), or nothing."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "NEEDS" for target in node.targets):
            return tuple(ast.literal_eval(node.value))
    return ()


def of_jobs(jobs):
    """Targets of all jobs, each once, in order."""
    targets = {COMMAND: None}
    for job in jobs:
        found = of_module((ROOT / job.name).read_text("utf-8")) if job.name.endswith("_test.py") else job.needs
        targets.update(dict.fromkeys(found))
    return list(targets)


def build(jobs, make=("make", "-s", "SETUP=no")):
    """Builds them, one after the other, since targets of make may share what they build in parts. Returns the
    targets that cannot be built."""
    failed = []
    for target in of_jobs(jobs):
        if subprocess.run([*make, target], cwd=ROOT, check=False, stdout=sys.stderr).returncode != 0:
            failed.append(target)
    return failed
