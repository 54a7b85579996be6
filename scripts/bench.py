#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make bench: how fast RTL, model, lockstep, encoder and decoder (bench_decode.py) are, all in one
run; how small the trace is; and how many bytes per cycle each sink takes.

Each figure is the median of several runs, taken in turn so that a change in the machine's speed
hits all alike. Time is the process's own (user and system), start-up included. What it takes to
read the recording and shape it into ingress is measured too, and taken off where the ratio of
model and RTL is asked for.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

import bench_decode
import bench_tandem

NTRACE = "build/ntrace"
OUT = "build/bench"
RECORDING = "tests/data/boot.ntr"
PROGRAMS = "tests/data/tg-reference"
BARE = "bare RTL (Verilator)"
STIMULUS = "stimulus alone"
MODES = {BARE: ["--bare"], "model alone": ["--model-only"], STIMULUS: ["--stimulus-only"],
         "lockstep, all witnesses": []}
CONFIGS = ["rv64", "rv64-wide"]
CYCLES = "400000"
EVERYTHING = ["trTeContext=1", "trTsEnable=1", "trTeSrcBits=4", "trTeInstSyncMode=2",
              "trTeInstSyncMax=10"]
SETTINGS = {"nothing on": [],
            "everything on": ["--best", *(w for s in EVERYTHING for w in ("--set", s))]}


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
    trace = f"{OUT}/boot.nex"
    table = []
    for config in CONFIGS:
        for how, settings in SETTINGS.items():
            lockstep = [NTRACE, "lockstep", path, "--config", config, "--json", "--cycles", CYCLES,
                        *settings]
            table += [(f"{config}, {how}: {name}", "cycles", lockstep + mode)
                      for name, mode in MODES.items()]
    return table + [
        ("encode", "instructions", [NTRACE, "encode", path, "-o", trace, "--json"]),
    ]


def nanoseconds(results, name):
    """A cycle of that row without its stimulus."""
    stimulus = name.rpartition(": ")[0] + ": " + STIMULUS
    return 1e9 / results[name]["rate"] - 1e9 / results[stimulus]["rate"]


def report(command):
    return json.loads(measure(command)[2])


def programs():
    """Bytes of the reference programs in the best settings, in those without RepeatBranch, and of
    the reference's best stream, which has none."""
    with open(f"{PROGRAMS}/table.tsv", encoding="ascii") as lines:
        fields = [line.split("\t") for line in lines]
    result = {}
    for name, reference in [(row[0], int(row[3])) for row in fields if row[1] == "htm-cs8-rep"]:
        recording = f"{OUT}/{name}.ntr"
        measure([NTRACE, "import", "--format", "pcseq", f"{PROGRAMS}/{name}.pcseq.gz", "--pcinfo",
                 f"{PROGRAMS}/{name}.pcinfo.gz", "--xlen", "32" if name == "xrle" else "64",
                 "-o", recording])
        command = [NTRACE, "encode", recording, "-o", f"{OUT}/{name}.nex", "--json", "--best"]
        best = report(command)
        without = report([*command, "--set", "ntEnRepeatBranch=0"])["bytes"]
        result[name] = {"reference": reference, "bytes": best["bytes"],
                        "icnt_full": best["icnt_full"], "ratio": best["bytes"] / reference,
                        "without_repeat_branch": without, "ratio_without": without / reference}
    return result


def show_programs(table):
    print(f"\n{'--best, bytes':12s} {'htm-cs8-rep':>12s} {'ours':>8s} {'ratio':>7s} {'icnt_full':>10s} "
          f"{'without RepeatBranch':>21s} {'ratio':>7s}")
    for name, row in table.items():
        print(f"{name:13s} {row['reference']:12d} {row['bytes']:8d} {row['ratio']:7.3f} "
              f"{row['icnt_full']:10d} {row['without_repeat_branch']:21d} "
              f"{row['ratio_without']:7.3f}")
    mean, without = (statistics.geometric_mean(row[ratio] for row in table.values())
                     for ratio in ("ratio", "ratio_without"))
    print(f"{'geometric mean':34s} {mean:7.3f} {without:40.3f}")
    return mean, without


# What runs a sink with messages always pending; what it prints a line: name, bytes or words a
# cycle, and their share of what the sink has room for. docs/transport.md tells what the limit is.
SINK_CYCLES = "200000"
PIB_NAMES = {4: "swt-manchester", 5: "swt-uart", **{8 + n: f"pib{1 << n}" for n in range(5)}}
WORD = 4


def pib_sink(line):
    mode, center, rate, share = re.fullmatch(
        r"mode (\d+), trPibClkCenter (\d): ([\d.]+) bytes per cycle, ([\d.]+) of the limit",
        line).groups()
    name = PIB_NAMES[int(mode)] + (", trPibClkCenter = 1" if center == "1" else "")
    return name, float(rate), float(share)


def ram_sink(line):
    name, words = line.split()
    return name, float(words) * WORD, float(words)


def atb_sink(line):
    link, width, share, limit = re.match(
        r"(\d+) to (\d+) bits: ([\d.]+) of (\d+) bytes per cycle", line).groups()
    return f"atb of {width} bits, link of {link}", float(share) * int(limit), float(share)


SINKS = [(["build/units/pib/4/bench", "throughput", SINK_CYCLES], pib_sink),
         (["build/units/ram_sink/sram/bench", "throughput"], ram_sink),
         (["build/units/ram_sink/smem/bench", "throughput"], ram_sink),
         (["build/units/atb/all/bench", "throughput", SINK_CYCLES], atb_sink)]


def sinks():
    result = {}
    for command, parse in SINKS:
        for line in measure(command)[2].decode().splitlines():
            name, rate, share = parse(line)
            result[name] = {"bytes_a_cycle": rate, "of_limit": share}
    return result


def show_sinks(table):
    print(f"\n{'sink, messages always pending':34s} {'bytes per cycle':>14s} {'of its limit':>13s}")
    for name, row in table.items():
        print(f"{name:34s} {row['bytes_a_cycle']:14.3f} {row['of_limit']:13.4f}")


def threads(runs):
    """With everything on: cycles per second by the clock, by the number of threads."""
    rates = {config: {count: [] for count in (1, 2, 3)} for config in CONFIGS}
    for _ in range(runs):
        for config, by_count in rates.items():
            for count, found in by_count.items():
                printed = measure([NTRACE, "lockstep", RECORDING, "--config", config, "--json", "--threads",
                                   str(count), *SETTINGS["everything on"]])[2]
                summary = json.loads(printed)
                found.append(summary["cycles"] / summary["seconds"]["wall"])
    return {config: {count: statistics.median(found) for count, found in by_count.items()}
            for config, by_count in rates.items()}


def show_threads(table):
    print(f"\n{'lockstep by the clock, everything on':50s} {'million cycles/s':>22s} {'one thread = 1':>16s}")
    for config, rates in table.items():
        for count, rate in rates.items():
            print(f"{f'{config}, --threads {count}':50s} {rate / 1e6:22.2f} {rate / rates[1]:16.2f}")


FUNNEL = (r"(\d+) of (\d+) inputs of (\d+) bytes: ([\d.]+) of (\d+) bytes per cycle; "
          r"turns of an input (\d+) to (\d+), waited for (\d+) at most")


def funnels():
    """With all inputs full: bytes per cycle, and how fair it is."""
    result = {}
    text = measure(["build/units/funnel/all/bench", "throughput", SINK_CYCLES])[2].decode()
    for busy, inputs, width, rate, out, least, most, waited in re.findall(FUNNEL, text):
        if busy == inputs:
            limit = min(int(inputs) * int(width), int(out))
            result[f"{inputs} inputs of {width}, output of {out}"] = {
                "bytes_a_cycle": float(rate), "of_limit": float(rate) / limit,
                "turns": [int(least), int(most)], "longest_wait": int(waited)}
    return result


def show_funnels(table):
    print(f"\n{'funnel, all inputs full':34s} {'bytes per cycle':>14s} {'of its limit':>13s} "
          f"{'turns of an input':>20s} {'longest wait':>13s}")
    for name, row in sorted(table.items()):
        least, most = row["turns"]
        print(f"{name:34s} {row['bytes_a_cycle']:14.3f} {row['of_limit']:13.4f} "
              f"{f'{least} to {most}':>20s} {row['longest_wait']:13d}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--recording", default=RECORDING, help="(%(default)s)")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--nexrv", default=os.environ.get("NEXRV"),
                        help="the reference decoder, not part of this repository")
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

    print(f"{'':50s} {'million a second':>22s} {'speed, RTL = 1':>16s} {'MiB':>6s}")
    for name, result in results.items():
        net = nanoseconds(results, name) if result["unit"] == "cycles" else 0
        bare = nanoseconds(results, name.rpartition(": ")[0] + ": " + BARE) if net > 0 else 0
        result["ratio"] = bare / net if net > 0 else None
        ratio = f"{result['ratio']:.2f}" if result["ratio"] else ""
        print(f"{name:50s} {result['rate'] / 1e6:9.2f} {result['unit']:>12s} {ratio:>16s} "
              f"{result['kib'] / 1024:6.1f}")
    by_threads = threads(arguments.runs)
    show_threads(by_threads)
    best = programs()
    mean, without = show_programs(best)
    taken = sinks()
    show_sinks(taken)
    shared = funnels()
    show_funnels(shared)
    decoding = bench_decode.bench(arguments.runs, arguments.nexrv)
    tandem = bench_tandem.bench(arguments.runs)
    with open(f"{OUT}/bench.json", "w", encoding="ascii") as file:
        json.dump({"speed": results, "threads": by_threads, "programs": best, "geometric_mean": mean,
                   "geometric_mean_without_repeat_branch": without, "sinks": taken,
                   "funnels": shared, "decode": decoding, "tandem": tandem},
                  file, indent=2)
        file.write("\n")
    print(f"\n{arguments.recording}, median of {arguments.runs} runs; speed without the stimulus; "
          f"{OUT}/bench.json has all")


main()
