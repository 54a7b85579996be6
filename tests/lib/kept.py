# SPDX-License-Identifier: Apache-2.0
"""What came of jobs, kept as JSON, so that a run that was cut off goes on where it was."""
import hashlib
import json
import os
import subprocess

from tests.lib import tap
from tests.lib.catalogue import ROOT


def tree():
    """A hash of all files that git knows or would take."""
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                           cwd=ROOT, capture_output=True, check=True).stdout.split(b"\0")
    digest = hashlib.sha256()
    for name in sorted(set(names)):
        path = ROOT / os.fsdecode(name)
        if path.is_file():
            digest.update(name + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


class Kept:
    """The outcomes of one tier. Those of another tree, or of other commands, do not count."""

    def __init__(self, path, tree_hash):
        self.path = path
        self.jobs = {}
        self.tree = tree_hash
        try:
            with open(path, encoding="utf-8") as file:
                before = json.load(file)
            if before["tree"] == tree_hash:
                self.jobs = before["jobs"]
        except (OSError, ValueError, KeyError):
            pass

    def passed(self, job):
        row = self.jobs.get(job.name)
        return row is not None and row["command"] == job.command and row["failed"] == 0

    def keep(self, outcome):
        self.jobs[outcome.job.name] = {
            "command": outcome.job.command,
            "passed": outcome.count(tap.PASSED),
            "failed": outcome.count(tap.FAILED),
            "skipped": outcome.count(tap.SKIPPED),
            "seconds": round(outcome.seconds, 1),
            "processor_seconds": round(outcome.used, 1),
        }
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        with open(self.path + ".new", "w", encoding="utf-8") as file:
            json.dump({"tree": self.tree, "jobs": self.jobs}, file, indent=1)
        os.replace(self.path + ".new", self.path)
