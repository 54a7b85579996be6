#!/usr/bin/env python3
"""make soak: the long runs. A fresh boot of 60 million instructions and half a billion random cycles
a build, with a seed of their own that is printed."""
import argparse
import json
import os
import random
import subprocess
import sys

NTRACE = "build/ntrace"
OUT = "build/soak"
EVERYTHING = ["--best"]
for FIELD in ("trTeContext=1", "trTsEnable=1", "trTeSrcBits=4", "trTeSrcID=5",
              "trTeInstSyncMode=1", "trTeInstSyncMax=4"):
    EVERYTHING += ["--set", FIELD]


def lockstep(*arguments):
    """Runs and prints one line; true if everything is as it should be."""
    command = [NTRACE, "lockstep", *map(str, arguments)]
    done = subprocess.run([*command, "--json"], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 1):
        return False
    result = json.loads(done.stdout)
    print(f"  {result['cycles']:>11d} cycles {result['instructions']:>10d} instructions "
          f"{result['mismatches']} mismatches, round trip {result['roundtrip']}, "
          f"{result['rules_broken']} rules broken: {' '.join(command[1:])}", flush=True)
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 31))
    parser.add_argument("--runs", type=int, default=50, help="of 10 million cycles a build")
    parser.add_argument("--instructions", type=int, default=60_000_000, help="of the boot")
    arguments = parser.parse_args()
    os.makedirs(OUT, exist_ok=True)
    print(f"seed {arguments.seed}")

    boot = f"{OUT}/boot.ntr"
    subprocess.run([NTRACE, "record", "--boot", "opensbi-uboot", "--limit",
                    str(arguments.instructions), "-o", boot], check=True)
    results = [lockstep(boot, "--set", f"trTeInstMode={mode}") for mode in (3, 6)]
    for config in ("tiny", "rv32-min", "rv32", "rv64"):
        for run in range(arguments.runs):
            results.append(lockstep("--random", "--seed", arguments.seed + run, "--cycles",
                                    10_000_000, "--config", config))
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


sys.exit(main())
