#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make decode-bench: how fast the decoder is on 30 million instructions, beside what it is compared
with in the same run; part of make bench too.

The trace is that of tests/data/boot.ntr, and of its first 6 million instructions again, behind each
other in one stream. Figures are instructions a second of the process's own time (user and system),
start-up included; with --jobs of the clock on the wall. Beside each stands the plain decoder
(tests/bench/plain_decoder.c), which asks for one instruction after the other, as 1. NEXRV=PATH, or
--nexrv PATH, names the reference decoder of the N-Trace task group; it runs on the reference
streams.
"""
import argparse
import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

NTRACE = "build/ntrace"
PLAIN = "build/bench/plain_decoder"
OUT = "build/bench"
RECORDING = "tests/data/boot.ntr"
REFERENCE = "tests/data/tg-reference"
ELFS = ["/usr/lib/riscv64-linux-gnu/opensbi/generic/fw_jump.elf",
        "/usr/lib/u-boot/qemu-riscv64_smode/uboot.elf"]
LOOKS = 5  # runs, of which the most memory counts
AGAIN = 6_000_000  # instructions of the second part
SHORT = 3_000_000  # of the stream that memory is compared with
SYNC = ["--set", "trTeInstSyncMode=2", "--set", "trTeInstSyncMax=10"]
MODES = {"HTM": SYNC, "BTM": ["--set", "trTeInstMode=3", *SYNC]}
JOBS = 2


def measure(command, must_work=True):
    """Seconds of processor time, and on the wall."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if must_work and process.returncode != 0:
        sys.exit(f"bench: exit status {process.returncode}: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, wall


def watch(command):
    """KiB at most; 0: it ended before we looked."""
    most = 0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            with open(f"/proc/{process.pid}/status", encoding="ascii") as lines:
                most = max([most, *(int(line.split()[1]) for line in lines
                                    if line.startswith("VmHWM:"))])
            time.sleep(0.002)
    return most


def memory(command):
    """KiB at most. What wait4 tells begins with the memory of this process, so we keep looking: at several runs, since
    what one takes last may come between two looks at it."""
    most = 0
    while most == 0:
        most = max(watch(command) for _ in range(LOOKS))
    return most


def encode(settings, limit=None):
    with tempfile.NamedTemporaryFile(dir=OUT, suffix=".nex") as part:
        command = [NTRACE, "encode", RECORDING, *settings, "-o", part.name, "--no-sidecar", "--json"]
        command += ["--limit", str(limit)] if limit else []
        counts = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
        with open(part.name, "rb") as stream:
            return counts["instructions"], stream.read()


def write(path, parts):
    """How many instructions the stream of those parts tells."""
    with open(path, "wb") as stream:
        for _, data in parts:
            stream.write(data)
    return sum(instructions for instructions, _ in parts)


def decode(trace, mode, *arguments):
    return [NTRACE, "decode", trace, "--image", RECORDING, *MODES[mode], *arguments]


def text(form):
    return ["--to", form, "-o", "/dev/null"]


def rows(mode):
    """Name, command, and the row of the plain decoder that it is compared with."""
    trace = f"{OUT}/{mode}.nex"
    elfs = [word for path in ELFS if os.path.exists(path) for word in ("--image", path)]
    plain, plain_pc = f"{mode}: plain decoder, counts", f"{mode}: plain decoder, pc"
    plain_dump = f"{mode}: plain decoder, messages"
    table = [
        (plain, [PLAIN, trace, RECORDING], plain),
        (plain_pc, [PLAIN, trace, RECORDING, "--pc"], plain_pc),
        (f"{mode}: counts", decode(trace, mode, "--json"), plain),
        (f"{mode}: --to stats", decode(trace, mode, *text("stats")), plain),
        (f"{mode}: --to pc", decode(trace, mode, *text("pc")), plain_pc),
        (plain_dump, [PLAIN, trace, "--messages"], plain_dump),
        (f"{mode}: dump --messages", [NTRACE, "dump", "--messages", trace], plain_dump),
        (f"{mode}: check", [NTRACE, "check", trace, *MODES[mode], "--json"], plain),
    ]
    if elfs:
        table.insert(4, (f"{mode}: --to stats, symbols", decode(trace, mode, *elfs, *text("stats")),
                         plain))
    if mode == "HTM":
        table += [(f"{mode}: --to insn", decode(trace, mode, *elfs, *text("insn")), plain_pc),
                  (f"{mode}: --to lcov", decode(trace, mode, *elfs, *text("lcov"),
                   "--listing", f"{OUT}/listing.txt"), plain),
                  (f"{mode}: --to calls", decode(trace, mode, *elfs, *text("calls")), plain)]
    return table


def run_rows(table, instructions, runs):
    """In turn, so that a change in the machine's speed hits all alike."""
    results = {name: {"seconds": [], "compared": compared}
               for name, _, compared in table}
    for _ in range(runs):
        for name, command, _ in table:
            results[name]["seconds"].append(measure(command)[0])
    for result in results.values():
        result["rate"] = instructions / statistics.median(result["seconds"])
    for result in results.values():
        result["ratio"] = result["rate"] / results[result["compared"]]["rate"]
    return results


def run_jobs(instructions, runs):
    """By the clock: one thread and several."""
    result = {}
    for form in ("pc", "stats"):
        for jobs in (1, JOBS):
            command = decode(f"{OUT}/HTM.nex", "HTM", *text(form), "--jobs", str(jobs))
            walls = [measure(command)[1] for _ in range(runs)]
            result[f"HTM: --to {form} --jobs {jobs}"] = {
                "seconds": walls, "rate": instructions / statistics.median(walls)}
    return result


def run_memory():
    """KiB at most for the short stream and the long one."""
    result = {}
    for name, words in (("counts", ["--json"]), ("--to stats", text("stats")),
                        ("--to pc", text("pc")), ("--to insn", text("insn"))):
        result[name] = {f"{size}.nex": memory(decode(f"{OUT}/{size}.nex", "HTM", *words))
                        for size in ("short", "HTM")}
    for size in ("short", "HTM"):
        command = [NTRACE, "check", f"{OUT}/{size}.nex", *MODES["HTM"], "--json"]
        result.setdefault("check", {})[f"{size}.nex"] = memory(command)
    return result


def run_nexrv(path, runs):
    """The reference decoder and ours on the task group's own streams, as processes."""
    result = {}
    for name in ("dhrystone", "qsort", "rsort", "mm", "xrle"):
        info = f"{OUT}/{name}.pcinfo"
        with gzip.open(f"{REFERENCE}/{name}.pcinfo.gz") as packed, open(info, "wb") as plain:
            plain.write(packed.read())
        stream = f"{REFERENCE}/{name}.btm.nex"
        theirs = [path, "-deco", stream, "-pcinfo", info, "-pcout", f"{OUT}/{name}.pcout", "-stat"]
        ours = [NTRACE, "decode", stream, "--image", info, "--set", "trTeInstMode=3",
                "--to", "pc", "-o", "/dev/null"]
        seconds = {}
        for who, command in (("reference", theirs), ("ntrace", ours)):
            seconds[who] = statistics.median(measure(command, must_work=False)[0]
                                             for _ in range(runs))
        with open(f"{OUT}/{name}.pcout", encoding="ascii") as lines:
            count = sum(line.startswith("0x") for line in lines)
        result[name] = {"instructions": count, "seconds": seconds}
    return result


def show(results, jobs, used, nexrv, instructions, runs):
    print(f"\n{'decode, ' + format(instructions, ',') + ' instructions':44s} "
          f"{'million a second':>17s} {'plain = 1':>10s}")
    for name, row in results.items():
        print(f"{name:44s} {row['rate'] / 1e6:17.1f} {row['ratio']:10.2f}")
    print(f"\n{'by the clock, ' + str(os.cpu_count()) + ' cores':44s} {'million a second':>17s}")
    for name, row in jobs.items():
        print(f"{name:44s} {row['rate'] / 1e6:17.1f}")
    print(f"\n{'memory, MiB':44s} {SHORT // 1000000:8d} million {instructions // 1000000:8d} million")
    for name, row in used.items():
        print(f"{name:44s} " + " ".join(f"{kib / 1024:16.1f}" for kib in row.values()))
    if nexrv:
        print(f"\n{'reference stream, BTM':24s} {'instructions':>12s} {'NexRv, s':>10s} "
              f"{'ntrace, s':>10s}")
        for name, row in nexrv.items():
            print(f"{name:24s} {row['instructions']:12d} {row['seconds']['reference']:10.3f} "
                  f"{row['seconds']['ntrace']:10.3f}")
    print(f"median of {runs} runs; {OUT}/decode.json has all")


def bench(runs, nexrv):
    os.makedirs(OUT, exist_ok=True)
    instructions = 0
    for mode, settings in MODES.items():
        instructions = write(f"{OUT}/{mode}.nex", [encode(settings), encode(settings, AGAIN)])
    write(f"{OUT}/short.nex", [encode(MODES["HTM"], SHORT)])
    results = {}
    for mode in MODES:
        results |= run_rows(rows(mode), instructions, runs)
    jobs = run_jobs(instructions, runs)
    used = run_memory()
    compared = run_nexrv(nexrv, runs) if nexrv else {}
    show(results, jobs, used, compared, instructions, runs)
    everything = {"instructions": instructions, "speed": results, "jobs": jobs, "memory": used,
                  "reference": compared}
    with open(f"{OUT}/decode.json", "w", encoding="ascii") as file:
        json.dump(everything, file, indent=2)
        file.write("\n")
    return everything


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--nexrv", default=os.environ.get("NEXRV"),
                        help="the reference decoder, not part of this repository")
    arguments = parser.parse_args()
    bench(arguments.runs, arguments.nexrv)


if __name__ == "__main__":
    main()
