#!/usr/bin/env python3
"""make mutation: does anybody notice when a line of the RTL is wrong?

Changes one operator or constant at a time in a copy of rtl/, builds a bench of the tiny build over
it (that of the encoder, or for what lies behind it that of a system), and runs random ingress. A
mutant that no witness notices is a survivor: a hole in the tests, or a change that makes no
difference. tests/faults/equivalent.txt lists those that make none, and why.
"""
import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts import limits  # noqa: E402 (the path comes first)
from scripts.rtl_files import files_of  # noqa: E402

OUT = Path("build/mutation")
SECONDS = 120  # of processor time for a run, many times what one needs: more is a hang
CONFIG = "tiny"
EQUIVALENT = Path("tests/faults/equivalent.txt")


@dataclass
class Bench:
    """Who judges a mutant: a target of make, the folder that it is told, its program, its runs."""
    target: list
    folder: str
    program: str
    runs: list


ENCODER = Bench(["bench-binary"], "BENCH", "nt_bench",
                [["--random", "--everything", "--registers", "--seed", str(seed), "--cycles",
                  "300000"] for seed in (1, 2, 3)])
SYSTEM = Bench(["system-bench", "HARTS=2", "CXXFLAGS=-O1"], "SYSTEM_DIR", "nt_system_bench",
               [["--random", "--harts", "2", "--sink", sink, "--cycles", "20000", "--toggle",
                 "--seed", str(seed), *(["--backpressure", "30"] if sink in ("smem", "atb") else [])]
                for sink in ("pib4", "sram", "smem", "atb") for seed in (1, 2)])
# What nt_encoder_top holds, and what nt_system has beyond that
ENCODER_TOPS = ("nt_encoder", "nt_registers", "nt_trigger", "nt_timestamp", "nt_pib")
# Wiring and parameter checks; and what the tiny build has none of
LEFT_OUT = {"nt_encoder.v", "nt_trace_encoder.v", "nt_system.v", "nt_serializer_wide.v",
            "nt_part_bytes.v"}

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


def judges():
    """By file of rtl/ the bench that judges its mutants."""
    found = {path: SYSTEM for path in files_of("nt_system")}
    found.update({path: ENCODER for top in ENCODER_TOPS for path in files_of(top)})
    return {Path(path): bench for path, bench in sorted(found.items())
            if Path(path).name not in LEFT_OUT}


def mutants():
    for path, bench in judges().items():
        text = path.read_text(encoding="ascii")
        lines = text.splitlines()
        for number in code_lines(text):
            code, _, comment = lines[number].partition("//")
            for pattern, replacement in OPERATORS:
                for match in re.finditer(pattern, code):
                    changed = code[:match.start()] + replacement + code[match.end():]
                    yield bench, path, number, changed + ("//" + comment if comment else "")


def build_and_run(bench, path, number, changed):
    """What noticed the mutant, or None."""
    folder = OUT / "work"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree("rtl", folder / "rtl")
    copy = folder / path
    lines = copy.read_text(encoding="ascii").splitlines()
    lines[number] = changed
    copy.write_text("\n".join(lines) + "\n", encoding="ascii")
    built = subprocess.run(["make", "-s", "SETUP=no", *bench.target, f"CONFIG={CONFIG}",
                            f"RTL={folder}/rtl", f"{bench.folder}={folder}/bench"],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    if built.returncode != 0:
        return "the build"
    for run in bench.runs:
        command = [f"{folder}/bench/{bench.program}", *run, "--config", CONFIG, "--report",
                   f"{folder}/report", "--json"]
        done = subprocess.run(limits.within(SECONDS, command), stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, check=False)
        if done.returncode != 0:
            return "a hang" if done.returncode == -signal.SIGXCPU else "lockstep"
    return None


def equivalents():
    """The mutants that are listed as making no difference."""
    return {" ".join(line.split()) for line in EQUIVALENT.read_text(encoding="ascii").splitlines()
            if line.startswith("rtl/")}


def key(path, changed):
    """How a mutant is called where it is explained."""
    return f"{path}: {' '.join(changed.split())}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="which mutants are drawn (%(default)s)")
    parser.add_argument("--number", type=int, default=40, help="how many; 0: all (%(default)s)")
    arguments = parser.parse_args()
    os.makedirs(OUT, exist_ok=True)
    known = equivalents()

    drawn = list(mutants())
    print(f"seed {arguments.seed}, {len(drawn)} mutants to draw from")
    random.Random(arguments.seed).shuffle(drawn)
    if arguments.number:
        drawn = drawn[:arguments.number]
    survivors = 0
    for bench, path, number, changed in drawn:
        caught = build_and_run(bench, path, number, changed)
        equivalent = caught is None and key(path, changed) in known
        word = f"caught by {caught}" if caught else "makes no difference" if equivalent else "SURVIVES"
        survivors += word == "SURVIVES"
        print(f"{path}:{number + 1}: {word}: {changed.strip()}", flush=True)
    print(f"{len(drawn) - survivors} passed, {survivors} failed")
    return 0 if survivors == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
