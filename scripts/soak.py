#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make soak: the long runs. A fresh boot of 60 million instructions with nothing on and with
everything, half a billion random cycles a build, and a boot of two harts into every sink, with a
seed of their own that is printed."""
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


SINKS = ("pib1", "pib2", "pib4", "pib8", "pib16", "swt-uart", "swt-manchester", "sram", "smem",
         "atb")


def systems(seed):
    """Whole trace systems: the boot of two harts into each sink, as a whole and with components that
    are disabled and enabled at random; sixteen harts."""
    results = []
    for sink in SINKS:
        wait = ["--backpressure", 50] if sink in ("smem", "atb") else []
        two = ["--harts", 2, "--sink", sink, "--seed", seed]
        results += [lockstep("tests/data/boot2.ntr", *two),
                    *([lockstep("tests/data/boot2.ntr", *two, "--set", "trPibClkCenter=1")]
                      if sink.startswith("pib") else []),
                    lockstep("tests/data/boot.ntr", *two, *wait, "--toggle", "--limit", 1_000_000),
                    lockstep("tests/data/boot.ntr", *two, *wait, "--toggle", "--limit", 1_000_000,
                             "--set", "trTeInstStallEna=0"),
                    lockstep("--random", "--cycles", 100_000, "--config", "rv32", "--harts", 16,
                             "--sink", sink, "--seed", seed, *wait)]
    return results


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
    results = [lockstep(boot, "--config", config, *fields, "--set", f"trTeInstMode={mode}")
               for config in ("rv64", "rv64-wide") for fields in ([], EVERYTHING)
               for mode in (3, 6)]
    for config in ("tiny", "rv32-min", "rv32", "rv64", "rv64-wide"):
        for run in range(arguments.runs):
            results.append(lockstep("--random", "--everything", "--registers", "--seed",
                                    arguments.seed + run, "--cycles", 10_000_000, "--config",
                                    config))
    results += systems(arguments.seed)
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


sys.exit(main())
