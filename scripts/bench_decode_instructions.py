#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make decode-instructions: machine instructions of the decoder for each traced one.

    bench_decode_instructions.py [--write | --gate]

Counts by callgrind, which repeats on any machine, start-up included, on the boot of tests/data/boot.ntr:
with what the decoder remembers, and with --no-cache. `best` is encoded with --best. --write makes the table of
docs/speed.md, and keeps the figures and the compiler in tests/bench/decode_instructions.json. --gate counts a few
anew, and ends with exit status 1 where one has grown by more than 3 %.
"""
import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import callgrind, marks  # noqa: E402 (the path comes first)
from scripts.bench_decode import ELFS  # noqa: E402

NTRACE = "build/ntrace"
OUT = Path("build/bench")
PAGE = Path("docs/speed.md")
COMMITTED = Path("tests/bench/decode_instructions.json")
BOOT = "tests/data/boot.ntr"
SYNC = ["--set", "trTeInstSyncMode=2", "--set", "trTeInstSyncMax=10"]
STREAMS = {"HTM": SYNC, "BTM": ["--set", "trTeInstMode=3", *SYNC], "best": ["--best"]}
ROWS = {"HTM": ["counts", "stats", "pc", "insn", "lcov", "calls", "check"],
        "BTM": ["counts", "stats", "pc", "check"],
        "best": ["stats"]}
GATE = {"HTM": ["stats", "pc"], "BTM": ["stats"]}  # seconds each
LIMIT = 0.03  # of growth


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
    if form == "lcov":
        to += ["--listing", OUT / "listing.txt"]  # packages' ELF files have no line tables
    return [NTRACE, "decode", f"{OUT}/{name}.nex", "--image", BOOT, *elfs, *to, *more]


def measure(rows, variants):
    """By stream and form, a figure for each of the variants, which are more words of the command."""
    figures = {}
    for name, forms in rows.items():
        instructions = encode(BOOT, name, STREAMS[name])
        for form in forms:
            row = [round(callgrind.total(command(name, form, more), (0, 1)) / instructions, 2) for more in variants]
            figures[f"{name}, {form}"] = row
            print(f"{name + ', ' + form:20s}", *(f"{figure:8.2f}" for figure in row), flush=True)
    return figures


def table(figures):
    yield "| machine instructions for each traced one | with what is remembered | `--no-cache` |"
    yield "| --- | --- | --- |"
    for name, (with_paths, without) in figures.items():
        yield f"| {name} | {with_paths:.1f} | {without:.1f} |"


def compiler():
    """What the figures depend on besides the source."""
    name = os.environ.get("CC", "gcc").split()[-1]
    version = subprocess.run([name, "-dumpfullversion"], capture_output=True, text=True, check=False).stdout.strip()
    return f"{version} {platform.machine()}"


def grown(figures, before):
    """A line for each figure that has grown by more than the limit."""
    for name, row in figures.items():
        was = before[name][0]
        if row[0] > was * (1 + LIMIT):
            yield f"{name}: {row[0]:.2f} machine instructions for each traced one, {was:.2f} before"


def gate():
    committed = json.loads(COMMITTED.read_text(encoding="ascii"))
    if shutil.which("valgrind") is None or compiler() != committed["compiler"]:
        print("not compared: no valgrind, or another compiler than that of", COMMITTED)
        return 0
    problems = list(grown(measure(GATE, [[]]), committed["figures"]))
    print(*problems, sep="\n", end="\n" if problems else "")
    return 1 if problems else 0


def write(figures):
    text = json.dumps({"compiler": compiler(), "figures": figures}, indent=1)
    COMMITTED.write_text(text + "\n", encoding="ascii")
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(marks.replace(page, "decode-instructions", list(table(figures))), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the table of docs/speed.md, and keep the figures")
    parser.add_argument("--gate", action="store_true", help="compare a few with those that are kept")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    OUT.mkdir(parents=True, exist_ok=True)
    if arguments.gate:
        return gate()
    figures = measure(ROWS, [[], ["--no-cache"]])
    if arguments.write:
        write(figures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
