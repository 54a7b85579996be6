#!/usr/bin/env python3
"""make mutation: does anybody notice when a line of the RTL is wrong?

Changes one operator or constant at a time in a copy of rtl/, builds the bench of the tiny build over
it, and runs random ingress. A mutant that no witness notices is a survivor: a hole in the tests, or
a change that makes no difference. tests/faults/equivalent.txt lists those that make none, and why.
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

OUT = Path("build/mutation")
CONFIG = "tiny"
EQUIVALENT = Path("tests/faults/equivalent.txt")
RUNS = [["--random", "--seed", str(seed), "--cycles", "300000"] for seed in (1, 2, 3)]

OPERATORS = [
    (r"==", "!="), (r"!=", "=="), (r"&&", "||"), (r"\|\|", "&&"), (r"(?<![<>=!])! ?(?=[a-z(])", ""),
    (r"(?<= )\+(?= )", "-"), (r"(?<= )-(?= )", "+"), (r"1'b0", "1'b1"), (r"1'b1", "1'b0"),
    (r"(?<= )>(?= )", ">="), (r"(?<= )\^(?= )", "|"),
]


def code_lines(text):
    """Numbers of the lines that are behaviour: not comments, parameters, ports or checks."""
    active = False
    for number, line in enumerate(text.splitlines()):
        bare = line.split("//")[0].strip()
        if bare == ");":
            active = True
        if bare.startswith("`ifdef FORMAL"):
            break
        if active and bare and not re.match(r"(localparam|generate|genvar|for |`|end|endmodule)", bare):
            yield number


def mutants():
    for path in sorted(Path("rtl").rglob("*.v")):
        if path.name == "nt_encoder.v":
            continue  # wiring and parameter checks
        text = path.read_text(encoding="ascii")
        lines = text.splitlines()
        for number in code_lines(text):
            code, _, comment = lines[number].partition("//")
            for pattern, replacement in OPERATORS:
                for match in re.finditer(pattern, code):
                    changed = code[:match.start()] + replacement + code[match.end():]
                    yield path, number, changed + ("//" + comment if comment else "")


def build_and_run(path, number, changed):
    """What noticed the mutant, or None."""
    folder = OUT / "work"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree("rtl", folder / "rtl")
    copy = folder / path
    lines = copy.read_text(encoding="ascii").splitlines()
    lines[number] = changed
    copy.write_text("\n".join(lines) + "\n", encoding="ascii")
    built = subprocess.run(["make", "-s", "SETUP=no", "bench-binary", f"CONFIG={CONFIG}",
                            f"RTL={folder}/rtl", f"BENCH={folder}/bench"],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    if built.returncode != 0:
        return "the build"
    for run in RUNS:
        try:
            done = subprocess.run([f"{folder}/bench/nt_bench", *run, "--config", CONFIG, "--report",
                                   f"{folder}/report", "--json"], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, check=False, timeout=60)
        except subprocess.TimeoutExpired:
            return "a hang"
        if done.returncode != 0:
            return "lockstep"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="which mutants are drawn (%(default)s)")
    parser.add_argument("--number", type=int, default=40, help="how many; 0: all (%(default)s)")
    arguments = parser.parse_args()
    os.makedirs(OUT, exist_ok=True)
    known = EQUIVALENT.read_text(encoding="ascii") if EQUIVALENT.exists() else ""

    drawn = list(mutants())
    print(f"seed {arguments.seed}, {len(drawn)} mutants to draw from")
    random.Random(arguments.seed).shuffle(drawn)
    if arguments.number:
        drawn = drawn[:arguments.number]
    survivors = 0
    for path, number, changed in drawn:
        caught = build_and_run(path, number, changed)
        equivalent = caught is None and f"{path}: {changed.strip()}" in known
        word = f"caught by {caught}" if caught else "makes no difference" if equivalent else "SURVIVES"
        survivors += word == "SURVIVES"
        print(f"{path}:{number + 1}: {word}: {changed.strip()}", flush=True)
    print(f"{len(drawn) - survivors} passed, {survivors} failed")
    return 0 if survivors == 0 else 1


sys.exit(main())
