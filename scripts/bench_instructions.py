#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make instructions: machine instructions per cycle of lockstep, by part.

    bench_instructions.py [--write]

Counts by callgrind, which repeats on any machine: the slope between two lengths of a run of the boot
with everything on, so that start-up is left out. RTL and model are measured alone, less what the
stimulus takes; comparing is what the comparison calls take; the witnesses and the rest of the bench
are what is left. Figures are compared with those of tests/bench/instructions.json, and a change of
more than 5 % is reported; --write makes them the new ones, and writes the table of docs/lockstep.md.
"""
import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import callgrind, marks  # noqa: E402 (the path comes first)

COMMITTED = Path("tests/bench/instructions.json")
PAGE = Path("docs/lockstep.md")
OUT = Path("build/bench")
RECORDING = "tests/data/boot.ntr"
CONFIGS = ["rv64", "rv64-wide"]
LENGTHS = (20000, 60000)
SETTINGS = ["--best", *(word for field in ("trTeContext=1", "trTsEnable=1", "trTeSrcBits=4",
                                           "trTeInstSyncMode=2", "trTeInstSyncMax=10")
                        for word in ("--set", field))]
MODES = {"stimulus": ["--stimulus-only"], "RTL and its driver": ["--bare"], "model": ["--model-only"],
         "whole": []}
PARTS = ["RTL and its driver", "model", "comparison", "witnesses and bench", "stimulus", "whole"]
LIMIT = 0.05  # of a change that is reported


def counted(config, mode, cycles):
    """Instructions of a run, and those below the comparison."""
    command = [f"build/{config}/nt_bench", RECORDING, "--config", config, "--cycles", cycles, *SETTINGS, *mode]
    with callgrind.profile(command) as path:
        text = subprocess.run(["callgrind_annotate", "--inclusive=yes", "--threshold=100", path],
                              capture_output=True, text=True, check=True).stdout
    total = re.search(r"^ *([\d,]+) \([\d.]+%\)  PROGRAM TOTALS", text, re.M)
    compared = re.search(r"^ *([\d,]+) \([^)]*\)  .*::differs\(", text, re.M)
    return tuple(int(found[1].replace(",", "")) if found else 0 for found in (total, compared))


def slope(config, mode):
    """Instructions per cycle, and those of them that compare."""
    short, long = (counted(config, mode, cycles) for cycles in LENGTHS)
    return tuple((b - a) / (LENGTHS[1] - LENGTHS[0]) for a, b in zip(short, long))


def measure(config):
    slopes = {name: slope(config, mode) for name, mode in MODES.items()}
    stimulus = slopes["stimulus"][0]
    found = {"stimulus": stimulus, "whole": slopes["whole"][0], "comparison": slopes["whole"][1]}
    for name in ("RTL and its driver", "model"):
        found[name] = slopes[name][0] - stimulus
    found["witnesses and bench"] = found["whole"] - sum(
        found[name] for name in PARTS if name in found and name != "whole")
    return {name: round(found[name]) for name in PARTS}


def table(figures):
    yield "| instructions per cycle | " + " | ".join(f"`{config}`" for config in figures) + " |"
    yield "| --- |" + " --- |" * len(figures)
    for part in PARTS:
        yield f"| {part} | " + " | ".join(f"{figures[config][part]:,}" for config in figures) + " |"


def show(figures, committed):
    """Prints the figures beside those before. How many have changed by more than the limit."""
    changed = 0
    print(f"{'instructions per cycle':34s} {'now':>8s} {'before':>8s} {'change':>8s}")
    for config, parts in figures.items():
        for part, count in parts.items():
            before = committed.get(config, {}).get(part)
            change = count / before - 1 if before else 0
            far = abs(change) > LIMIT
            changed += far
            print(f"{config + ', ' + part:34s} {count:8d} {before or 0:8d} {change:8.1%}"
                  f"{'  changed' if far else ''}")
    print(f"{changed} of {sum(map(len, figures.values()))} figures changed by more than {LIMIT:.0%}")
    return changed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="keep the figures, and write the table")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    OUT.mkdir(parents=True, exist_ok=True)
    committed = json.loads(COMMITTED.read_text(encoding="ascii")) if COMMITTED.exists() else {}
    figures = {config: measure(config) for config in CONFIGS}
    show(figures, committed)
    (OUT / "instructions.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="ascii")
    if arguments.write:
        COMMITTED.write_text(json.dumps(figures, indent=1) + "\n", encoding="ascii")
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(marks.replace(page, "instructions", list(table(figures))), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
