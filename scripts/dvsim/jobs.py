#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a configuration of DVSim of a list of jobs (docs/regress.md), each a test with its id as name.

    scripts/dvsim/jobs.py LIST [--name NAME] > build/FILE.hjson
    dvsim build/FILE.hjson -i all --proj-root .

DVSim wants the file somewhere in the tree. LIST is read by `ntrace regress --dry-run`, so that both runners run the same jobs.
"""
import argparse
import json
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def jobs(path):
    """Ids and options of the jobs of a list."""
    done = subprocess.run([ROOT / "build/ntrace", "regress", path, "--dry-run", "-o", "/nonexistent"], text=True,
                          stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)
    for line in done.stdout.splitlines()[:-1]:
        job, _, options = line.partition(" to run: ntrace lockstep ")
        yield job, options


def configuration(name, listed):
    return {"name": name, "import_cfgs": ["{proj_root}/scripts/dvsim/ntrace_base.hjson"],
            "build_modes": [{"name": "default", "build_opts": ["benches", "units"]}],
            "tests": [{"name": f"job_{job}", "build_mode": "default", "reseed": 1,
                       "run_opts": [shlex.quote(word) for word in options.split(" ")]} for job, options in listed],
            "regressions": [{"name": "all", "tests": [f"job_{job}" for job, _ in listed]}]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list")
    parser.add_argument("--name", default="ntrace_jobs")
    options = parser.parse_args()
    json.dump(configuration(options.name, list(jobs(options.list))), sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
