# SPDX-License-Identifier: Apache-2.0
"""A folder with a copy of the command and stand-ins for benches, which do what a test wants of a seed."""
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.lib.catalogue import ROOT

# Writes a result as a bench does, but first what the test has for its seed; "$runs" counts.
BENCH = r"""#!/bin/sh
here=${0%/*}/..
while [ $# -gt 0 ]; do
    case $1 in
        --seed) seed=$2 ;;
        --results) results=$2 ;;
        --report) report=$2 ;;
    esac
    shift
done
echo "$seed" >> "$here/runs"
echo "the bench says $seed"
[ ! -e "$here/seed-$seed" ] || . "$here/seed-$seed"
echo "{\"seed\": $seed}" > "$results"
exit "${status:-0}"
"""


class Folder:
    """`list` is the list of jobs, `out` the folder of the regression."""

    def __init__(self, test, bench=True):
        folder = tempfile.TemporaryDirectory()
        test.addCleanup(folder.cleanup)
        self.path = Path(folder.name)
        self.list, self.out = self.path / "jobs", self.path / "out dir's"
        self.ntrace = self.path / "ntrace"
        if bench:
            shutil.copy2(ROOT / "build/ntrace", self.ntrace)
            self.bench(BENCH)
        self.environment = {name: value for name, value in os.environ.items()
                            if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}

    def bench(self, text, config="tiny"):
        path = self.path / config / "nt_bench"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="ascii")
        path.chmod(0o755)

    def jobs(self, *lines):
        self.list.write_text("\n".join(lines) + "\n", encoding="ascii")

    def seeds(self, first, last):
        self.jobs(f"--random --config tiny --seed {first}..{last}")

    def seed(self, number, script):
        """What the bench does first, given this seed."""
        (self.path / f"seed-{number}").write_text(script + "\n", encoding="ascii")

    def command(self, *words):
        return [str(self.ntrace), "regress", str(self.list), "-o", str(self.out), *words]

    def run(self, *words, **options):
        return subprocess.run(self.command(*words), capture_output=True, text=True, check=False,
                              **{"env": self.environment, **options})

    def start(self, *words):
        return subprocess.Popen(self.command(*words), env=self.environment, cwd=ROOT, text=True,
                                stdout=subprocess.PIPE)

    def json(self, *words):
        """Exit status, and jobs by seed."""
        done = self.run("--json", *words)
        result = json.loads(done.stdout)
        result["by_seed"] = {int(job["options"].split()[-1]): job for job in result["jobs"]}
        return done.returncode, result

    def runs(self):
        """The seeds that a bench ran since the last call, sorted."""
        path = self.path / "runs"
        seeds = sorted(map(int, path.read_text(encoding="ascii").split())) if path.exists() else []
        path.unlink(missing_ok=True)
        return seeds

    def result(self, job):
        return self.out / "results" / f"{job['id']}.json"

    def end(self, job):
        return self.out / "ends" / f"{job['id']}.json"
