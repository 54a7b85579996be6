#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make decode-instructions: machine instructions of the decoder for each traced one.

    bench_decode_instructions.py [--write]

Counts by callgrind, which repeats on any machine, start-up included, on the boot of tests/data/boot.ntr:
with what the decoder remembers, and with --no-cache. `best` is encoded with --best. --write makes the table of docs/speed.md.
"""
import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import callgrind, marks  # noqa: E402 (the path comes first)

NTRACE = "build/ntrace"
OUT = Path("build/bench")
PAGE = Path("docs/speed.md")
BOOT = "tests/data/boot.ntr"
SYNC = ["--set", "trTeInstSyncMode=2", "--set", "trTeInstSyncMax=10"]
STREAMS = {"HTM": SYNC, "BTM": ["--set", "trTeInstMode=3", *SYNC], "best": ["--best"]}
ELFS = ["/usr/lib/riscv64-linux-gnu/opensbi/generic/fw_jump.elf",
        "/usr/lib/u-boot/qemu-riscv64_smode/uboot.elf"]
ROWS = {"HTM": ["counts", "stats", "pc", "insn", "lcov", "calls", "check"],
        "BTM": ["counts", "stats", "pc", "check"],
        "best": ["stats"]}


def encode(recording, name, settings):
    """Instructions of the stream."""
    done = subprocess.run([NTRACE, "encode", recording, *settings, "-o", OUT / f"{name}.nex", "--json"],
                          stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)["instructions"]


def command(name, form, more):
    if form == "check":
        return [NTRACE, "check", f"{OUT}/{name}.nex", "--image", BOOT, *more]
    elfs = [word for path in ELFS if os.path.exists(path) for word in ("--image", path)]
    elfs = elfs if form in ("insn", "lcov", "calls") else []
    to = ["--json"] if form == "counts" else ["--to", form, "-o", "/dev/null"]
    return [NTRACE, "decode", f"{OUT}/{name}.nex", "--image", BOOT, *elfs, *to, *more]


def measure():
    figures = {}
    for name, settings in STREAMS.items():
        instructions = encode(BOOT, name, settings)
        for form in ROWS[name]:
            figures[f"{name}, {form}"] = [callgrind.total(command(name, form, more), (0, 1)) / instructions
                                          for more in ([], ["--no-cache"])]
            print(f"{name + ', ' + form:20s} {figures[f'{name}, {form}'][0]:8.1f} "
                  f"{figures[f'{name}, {form}'][1]:8.1f}", flush=True)
    return figures


def table(figures):
    yield "| machine instructions for each traced one | with what is remembered | `--no-cache` |"
    yield "| --- | --- | --- |"
    for name, (with_paths, without) in figures.items():
        yield f"| {name} | {with_paths:.1f} | {without:.1f} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the table of docs/speed.md")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    OUT.mkdir(parents=True, exist_ok=True)
    figures = measure()
    if arguments.write:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(marks.replace(page, "decode-instructions", list(table(figures))), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
