#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a suite's programs: RV32 on the example's core, RV64 and RV32 on a hart with the golden model behind its
CSRs (hart64, hart32), RV64 on the same hart with the RTL there (rtl64).

    python3 -m examples.suites.run FOLDER SUITE [--on core|hart32|hart64|rtl64]... [PROGRAM...]

FOLDER is build/suites, where `make suites` builds everything. Prints each program that fails or lacks
something of the hart, and how many passed. docs/suites.md."""
import argparse
import os
import subprocess
import sys
from pathlib import Path

# Harts: the programs' XLEN, and the command without the programs
HARTS = {"core": 32, "hart32": 32, "hart64": 64, "rtl64": 64}


def programs(folder, suite, xlen):
    """Of a suite by name: source, clauses, sentence."""
    lines = (Path(folder) / f"{suite}{xlen}/list").read_text(encoding="ascii").splitlines()
    return {name: tuple(rest) for name, *rest in (line.split("\t") for line in lines)}


def outcomes(folder, suite, hart, names, more=(), env=None, binary=None):
    """What the hart says of each program: "passed", "skipped", or "failed: ..."."""
    place = Path(folder) / f"{suite}{HARTS[hart]}"
    env = {**os.environ, **(env or {})}
    if hart == "core":
        command = [[binary or Path(folder) / "core", f"+program={place}/{name}.hex", *more] for name in names]
        runs = [subprocess.run(one, capture_output=True, text=True, check=False, env=env) for one in command]
        return {name: (done.stdout.splitlines() or ["failed: nothing said"])[0] for name, done in zip(names, runs)}
    program = Path(folder) / ("hart-rtl" if hart == "rtl64" else "hart")
    done = subprocess.run([binary or program, "--xlen", str(HARTS[hart]), "--cce", "1", *more, *(place / f"{name}.bin" for name in names)],
                          capture_output=True, text=True, check=False, env=env)
    said = (line.split(" ", 1) for line in done.stdout.splitlines())
    return {Path(path).stem: outcome for path, outcome in said}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("suite")
    parser.add_argument("--on", action="append", choices=HARTS)
    parser.add_argument("names", nargs="*")
    options = parser.parse_intermixed_args()
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for hart in options.on or HARTS:
        known = programs(options.folder, options.suite, HARTS[hart])
        names = [name for name in options.names or known if name in known]
        got = outcomes(options.folder, options.suite, hart, names)
        for name in names:
            outcome = got.get(name, "failed: nothing said")
            counts[outcome.split(":")[0]] += 1
            if outcome != "passed":
                print(f"{hart}: {name} ({known[name][0]}): {outcome}: {known[name][2]}")
        print(f"{hart}: {len(names)} programs, RV{HARTS[hart]}")
    print(f"{counts['skipped']} without what the hart lacks or may lack" if counts["skipped"] else "none skipped")
    print(f"{counts['passed']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
