#!/usr/bin/env python3
"""make bench: how fast RTL, model, lockstep, encoder and decoder are, all in one run.

Each figure is the median of several runs, taken in turn so that a change in the machine's speed
hits all alike. Time is the process's own (user and system), start-up included. What it takes to
read the recording and shape it into ingress is measured too, and taken off where the ratio of
model and RTL is asked for.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

NTRACE = "build/ntrace"
OUT = "build/bench"
RECORDING = "tests/data/boot.ntr"
BARE = "bare RTL (Verilator)"


def measure(command):
    """Seconds of processor time, and what the command printed."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"bench: exit status {process.returncode}: {' '.join(command)}")
        output.seek(0)
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss, output.read()


def rows(path):
    """Name, unit, the command, and the JSON key that counts what it worked through."""
    lockstep = [NTRACE, "lockstep", path, "--config", "rv64", "--json"]
    trace = f"{OUT}/boot.nex"
    return [
        (BARE, "cycles", lockstep + ["--bare"]),
        ("model alone", "cycles", lockstep + ["--model-only"]),
        ("stimulus alone", "cycles", lockstep + ["--stimulus-only"]),
        ("lockstep, all witnesses", "cycles", lockstep),
        ("encode", "instructions", [NTRACE, "encode", path, "-o", trace, "--json"]),
        ("decode, no text", "instructions",
         [NTRACE, "decode", trace, "--image", path, "--json"]),
        ("decode --to pc", "instructions",
         [NTRACE, "decode", trace, "--image", path, "--to", "pc", "-o", "/dev/null", "--json"]),
    ]


def nanoseconds(results, name):
    """A cycle of that row without its stimulus."""
    return 1e9 / results[name]["rate"] - 1e9 / results["stimulus alone"]["rate"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--recording", default=RECORDING, help="(%(default)s)")
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    os.makedirs(OUT, exist_ok=True)
    table = rows(arguments.recording)

    results = {name: {"unit": unit, "rates": [], "seconds": [], "kib": 0} for name, unit, _ in table}
    for _ in range(arguments.runs):
        for name, unit, command in table:
            seconds, kib, printed = measure(command)
            result = results[name]
            result["rates"].append(json.loads(printed)[unit] / seconds)
            result["seconds"].append(seconds)
            result["kib"] = max(result["kib"], kib)
    for result in results.values():
        result["rate"] = statistics.median(result["rates"])

    bare = nanoseconds(results, BARE)
    print(f"{'':26s} {'million a second':>22s} {'speed, RTL = 1':>16s} {'MiB':>6s}")
    for name, result in results.items():
        net = nanoseconds(results, name) if result["unit"] == "cycles" else 0
        result["ratio"] = bare / net if net > 0 else None
        ratio = f"{result['ratio']:.2f}" if result["ratio"] else ""
        print(f"{name:26s} {result['rate'] / 1e6:9.2f} {result['unit']:>12s} {ratio:>16s} "
              f"{result['kib'] / 1024:6.1f}")
    with open(f"{OUT}/bench.json", "w", encoding="ascii") as file:
        json.dump(results, file, indent=2)
        file.write("\n")
    print(f"\n{arguments.recording}, median of {arguments.runs} runs; speed without the stimulus; "
          f"{OUT}/bench.json has all")


main()
