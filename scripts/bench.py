#!/usr/bin/env python3
"""make bench: how fast RTL, model, lockstep, encoder and decoder are, all in one run.

Each figure is the median of several runs, taken in turn so that a change in the machine's speed
hits all alike. Time is the process's own (user and system), start-up included.
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


def recording(instructions):
    path = f"{OUT}/boot-{instructions}.ntr"
    if not os.path.exists(path):
        subprocess.run([NTRACE, "record", "--boot", "opensbi-uboot", "--limit", str(instructions),
                        "-o", path], check=True, stdout=subprocess.DEVNULL)
    return path


def rows(path):
    """Name, unit, the command, and the JSON key that counts what it worked through."""
    lockstep = [NTRACE, "lockstep", path, "--config", "rv64", "--json"]
    trace = f"{OUT}/boot.nex"
    return [
        ("bare RTL (Verilator)", "cycles", lockstep + ["--bare"]),
        ("model alone", "cycles", lockstep + ["--model-only"]),
        ("stimulus alone", "cycles", lockstep + ["--stimulus-only"]),
        ("lockstep, all witnesses", "cycles", lockstep),
        ("encode", "instructions", [NTRACE, "encode", path, "-o", trace, "--json"]),
        ("decode, no text", "instructions",
         [NTRACE, "decode", trace, "--image", path, "--json"]),
        ("decode --to pc", "instructions",
         [NTRACE, "decode", trace, "--image", path, "--to", "pc", "-o", "/dev/null", "--json"]),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--instructions", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    os.makedirs(OUT, exist_ok=True)
    path = recording(arguments.instructions)
    table = rows(path)
    subprocess.run(table[4][2], check=True, stdout=subprocess.DEVNULL)

    results = {name: {"unit": unit, "rates": [], "seconds": [], "kib": 0} for name, unit, _ in table}
    for _ in range(arguments.runs):
        for name, unit, command in table:
            seconds, kib, printed = measure(command)
            count = json.loads(printed)[unit]
            result = results[name]
            result["rates"].append(count / seconds)
            result["seconds"].append(seconds)
            result["kib"] = max(result["kib"], kib)

    base = statistics.median(results["bare RTL (Verilator)"]["rates"])
    print(f"{'':26s} {'million a second':>18s} {'of bare RTL':>12s} {'seconds':>9s} {'MiB':>6s}")
    for name, result in results.items():
        result["rate"] = statistics.median(result["rates"])
        result["ratio"] = result["rate"] / base if result["unit"] == "cycles" else None
        ratio = f"{result['ratio']:.2f}" if result["ratio"] else ""
        print(f"{name:26s} {result['rate'] / 1e6:9.2f} {result['unit'][:8]:>8s} {ratio:>12s} "
              f"{statistics.median(result['seconds']):9.2f} {result['kib'] / 1024:6.1f}")
    with open(f"{OUT}/bench.json", "w", encoding="ascii") as file:
        json.dump(results, file, indent=2)
        file.write("\n")
    print(f"\nmedian of {arguments.runs} runs, {arguments.instructions} instructions of the boot; "
          f"{OUT}/bench.json has all")


main()
