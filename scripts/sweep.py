#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make sweep: RTL and golden model in lockstep at random legal parameters.

Draws configurations out of rtl/config/parameters.txt, most of them at borders of a parameter or of a
rule between several. Each is linted (as it is, and without the pass of Verilator that hides loops
that are none), built without waves, and run on random ingress: with everything on and registers
written by APB, with a slow sink, and with a hart that obeys `stall`, where nothing may be lost. All
witnesses of the lockstep bench judge.

A configuration that fails is brought as near to a named build as it still fails, and is printed with
the command that repeats it. What was found is kept under build/sweep/results by content of sources
and configuration: a sweep that was interrupted goes on where it was.

The last line is `N configurations, N failures`. Exit status 0: no failure; 1: some; 2: usage.
"""
import argparse
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import config, result_file, whole_file  # noqa: E402 (the path comes first)
from scripts.schema import Bad  # noqa: E402

OUT = Path("build/sweep")
CYCLES = 60000
SOURCES = ["rtl", "tb", "model", "driver", "receive", "sim", "libntrace", "include",
           "scripts/config.py", "scripts/unit.py", "scripts/schema.py", "scripts/sweep.py",
           "scripts/make/bench.mk"]
# What stands among them and changes no verdict: other builds, and what was made of a copy.
NO_SOURCE = (".cfg", ".d", ".o", ".pyc")
PATHS = ["-Irtl", "-Irtl/control", "-Irtl/encoder", "-Irtl/transport"]
# By name: the arguments of the bench.
RUNS = {
    "everything": ["--everything", "--registers"],
    "loss": ["--everything", "--sink", "bytes"],
    "stall": ["--everything", "--lossless", "--sink", "bytes"],
}
# Seconds of processor time, after which a step hangs.
BUILD_LIMIT = 600
RUN_LIMIT = 200


# Drawing.

def draw_value(draw, parameter, ends=(0, -1)):
    """`ends`: those of its range that it may be at, more often than by chance."""
    allowed = parameter.allowed()
    if draw.random() < 0.4:
        return allowed[draw.choice(ends)]
    return draw.choice(allowed)


def to_border(draw, values, rule):
    """Moves a parameter as far as a rule lets it go, if there is one that the rule stops."""
    borders = []
    for parameter in config.parameters():
        allowed = parameter.allowed() if parameter.name in rule.names else []
        for inside, outside in [*zip(allowed, allowed[1:]), *zip(allowed[1:], allowed)]:
            if (not rule.holds({**values, parameter.name: outside}) and
                    not config.complaint({**values, parameter.name: inside})):
                borders.append((parameter.name, inside))
    if borders:
        name, value = draw.choice(borders)
        values[name] = value


def draw_configuration(draw):
    """Values that break no rule: those of a broken one are drawn anew until none is. Half of the
    configurations are small or large as a whole, since there are rules of many parameters."""
    ends = draw.choice([(0,), (-1,), (0, -1), (0, -1)])
    values = {one.name: draw_value(draw, one, ends) for one in config.parameters()}
    while True:
        broken = [rule for rule in config.rules() if not rule.holds(values)]
        if not broken:
            break
        parameter = draw.choice([one for one in config.parameters() if one.name in broken[0].names])
        values[parameter.name] = draw_value(draw, parameter, ends)
    for rule in config.rules():
        if draw.random() < 0.4:
            to_border(draw, values, rule)
    return values


# Steps.

def limit(seconds):
    def act():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    return act


def execute(command, seconds):
    """What is wrong, in words, or None; standard output; seconds of processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, errors="replace",
                          preexec_fn=limit(seconds), check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode == 0:
        return None, done.stdout, spent
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return f"no end after {seconds} s of processor time", done.stdout, spent
    text = (done.stderr.strip() or done.stdout.strip() or f"exit status {done.returncode}")
    # The bench is not kept: its folder and its command are of no use
    lines = [line for line in text.splitlines() if not line.startswith(("shown in ", "again: "))]
    return "\n".join(lines[:12]), done.stdout, spent


def verdict(output):
    """What the witnesses of a run say, where they had their say."""
    try:
        summary = json.loads(output)
    except ValueError:
        return []
    return [f"{name}: {summary[name]}" for name in ("roundtrip", "first_broken_rule", "pins")
            if not str(summary.get(name, "exact")).startswith("exact")]


class Sweep:
    """Where configurations are built and run, and over which sources."""

    def __init__(self, arguments):
        self.rtl = arguments.rtl
        self.model = arguments.model
        self.cycles = arguments.cycles
        self.seed = arguments.seed
        self.digest = self.digest_of_sources()
        OUT.mkdir(parents=True, exist_ok=True)

    def digest_of_sources(self):
        digest = hashlib.sha256(f"{self.cycles} {self.seed}".encode())
        names = [self.rtl if name == "rtl" else self.model if name == "model" else name
                 for name in SOURCES]
        for name in names:
            path = Path(name)
            files = sorted(path.rglob("*")) if path.is_dir() else [path]
            for file in files:
                if file.is_file() and file.suffix not in NO_SOURCE:
                    digest.update(str(file.relative_to(path)).encode() + b"\0" + file.read_bytes())
        return digest.hexdigest()

    def build(self, cfg, folder):
        command = ["make", "-s", "-j1", "SETUP=no", "bench-binary", f"CONFIG={cfg.stem}",
                   f"CFG={cfg}", f"BENCH={folder}", "WAVES=no", "BENCH_CXXFLAGS=-O0",
                   "BENCH_LTO=-fno-lto"]
        if self.rtl != "rtl":
            command.append(f"RTL={self.rtl}")
        if self.model != "model":
            command.append(f"MODEL={self.model}")
        return command

    def steps(self, values, cfg, folder):
        """Name, command and limit of each step, in order."""
        parameters = [f"-G{name}={value}" for name, value in values.items()]
        paths = [word.replace("-Irtl", f"-I{self.rtl}") for word in PATHS]
        top = ["--top-module", "nt_trace_encoder", f"{self.rtl}/nt_trace_encoder.v"]
        lint = ["verilator", "--lint-only", "-Wall", *paths, *parameters, *top]
        yield "lint", lint, BUILD_LIMIT
        yield "lint without dfg", ["verilator", "-fno-dfg", *lint[1:]], BUILD_LIMIT
        yield "build", self.build(cfg, folder), BUILD_LIMIT
        for name, arguments in RUNS.items():
            yield name, [folder / "nt_bench", "--config", cfg, "--random", "--seed", self.seed,
                         "--cycles", self.cycles, "--report", folder / "report", "--json",
                         *arguments], RUN_LIMIT

    def judge(self, values, only=None):
        """What fails first: {"step", "text"}, with "seconds" and counts. Remembered by content.

        `only`: this step alone, with what it needs."""
        key = hashlib.sha256(f"{self.digest} {only} {sorted(values.items())}".encode()).hexdigest()
        known = OUT / "results" / f"{key[:32]}.json"
        if known.exists():
            return json.loads(known.read_text(encoding="utf-8"))
        folder = OUT / key[:12]
        cfg = OUT / f"{key[:12]}.cfg"
        config.write(values, cfg, "Drawn by scripts/sweep.py.")
        result = {"step": None, "text": None, "seconds": 0.0, "lost": 0, "stalled": 0}
        for name, command, seconds in self.steps(values, cfg, folder):
            if only not in (None, name) and not (name == "build" and only in RUNS):
                continue
            wrong, output, spent = execute(command, seconds)
            result["seconds"] += spent
            if wrong is not None:
                result.update(step=name, text="\n".join([wrong, *verdict(output)]))
                break
            if name in RUNS:
                reached = json.loads(output)["reached"]
                result["lost"] += reached["drops"]
                result["stalled"] += reached["stall_cycles"] if name == "stall" else 0
        shutil.rmtree(folder, ignore_errors=True)
        cfg.unlink()
        whole_file.write(known, json.dumps(result))
        return result


# Shrinking.

def builds():
    return {path.stem: config.read(path) for path in sorted(Path("rtl/config").glob("*.cfg"))}


def deviations(values, base):
    return [name for name in values if values[name] != base[name]]


def nearest(values):
    """Name and values of the build that it deviates least from."""
    return min(builds().items(), key=lambda item: len(deviations(values, item[1])))


def shrink(sweep, values, step):
    """As few deviations from the nearest build as still fail in the same step."""
    name, base = nearest(values)
    size = max(1, len(deviations(values, base)) // 2)
    while True:
        left = deviations(values, base)
        shrunk = False
        for at in range(0, len(left), size):
            part = left[at:at + size]
            other = {**values, **{one: base[one] for one in part}}
            if config.complaint(other) or sweep.judge(other, step)["step"] != step:
                continue
            values = other
            shrunk = True
        if size == 1 and not shrunk:
            return name, base, values
        size = max(1, size // 2)


# Reporting.

def described(values, name, base):
    left = deviations(values, base)
    return name + "".join(f" {one}={values[one]}" for one in left)


def report_failure(sweep, label, values, result, options):
    """Prints what fails, as small as it gets, and how to see it again."""
    name, base = nearest(values)
    if options.shrink:
        name, base, values = shrink(sweep, values, result["step"])
    path = OUT / "failed" / f"{label}.cfg"
    path.parent.mkdir(parents=True, exist_ok=True)
    config.write(values, path, f"Fails in the step '{result['step']}'.")
    text = "\n".join("    " + line for line in result["text"].splitlines())
    copies = "".join(f" --{side} {folder}" for side, folder in
                     (("rtl", options.rtl), ("model", options.model)) if folder != side)
    print(f"{label}: {result['step']} fails\n{text}\n"
          f"  smallest: {described(values, name, base)}\n"
          f"{''.join('    ' + line + chr(10) for line in path.read_text().splitlines())}"
          f"  again: scripts/sweep.py --seed {options.seed} --cycles {options.cycles}{copies} {path}",
          flush=True)


def points(options):
    """Label and values of each configuration."""
    for path in options.files:
        yield Path(path).stem, config.read(path)
    for index in range(1, options.number + 1):
        draw = random.Random(f"{options.seed}.{index}")
        yield f"seed-{options.seed}-{index}", draw_configuration(draw)


def count(text):
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"not a number of one or more: {text}")
    return int(text)


def parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE.cfg", help="configurations to run")
    parser.add_argument("--number", type=count,
                        help="how many to draw besides (20; with files none)")
    parser.add_argument("--seed", type=int, default=1, help="which are drawn, and of their runs (%(default)s)")
    parser.add_argument("--cycles", type=count, default=CYCLES, help="of each run (%(default)s)")
    parser.add_argument("-j", "--jobs", type=count, default=1, help="how many at once (%(default)s)")
    parser.add_argument("--rtl", default="rtl", metavar="DIR", help="laid out as rtl/")
    parser.add_argument("--model", default="model", metavar="DIR", help="laid out as model/")
    parser.add_argument("--list", action="store_true", help="print the configurations, run nothing")
    parser.add_argument("--no-shrink", dest="shrink", action="store_false",
                        help="leave what fails as it is")
    result_file.add_option(parser)
    options = parser.parse_args()
    options.number = options.number or (0 if options.files else 20)
    return options


def run_all(options, drawn):
    sweep = Sweep(options)
    failures = 0
    lost = stalled = 0
    with ThreadPoolExecutor(max_workers=options.jobs) as pool:
        # One after the other where one is asked for, shrinking too
        run = pool.map if options.jobs > 1 else map
        for (label, values), result in zip(drawn, run(lambda one: sweep.judge(one[1]), drawn)):
            lost += result["lost"]
            stalled += result["stalled"]
            if result["step"] is None:
                print(f"{label}: passes, {result['seconds']:.0f} s: "
                      f"{described(values, *nearest(values))}", flush=True)
            else:
                failures += 1
                report_failure(sweep, label, values, result, options)
    print(f"cycles whose messages were dropped: {lost}; in which a hart was stalled: {stalled}")
    print(f"{len(drawn)} configurations, {failures} failures")
    result_file.write(options.results, "sweep", {"configurations": len(drawn), "failures": failures},
                      f"{failures} configurations fail" if failures else None)
    return 1 if failures else 0


def main():
    options = parse()
    directory = Path.cwd()
    options.files = [str(directory / name) for name in options.files]
    os.chdir(ROOT)
    try:
        drawn = list(points(options))
    except (Bad, OSError) as error:
        print(f"sweep.py: {error}", file=sys.stderr)
        return 2
    if options.number:
        print(f"seed {options.seed}; again: make sweep NUMBER={options.number} SEED={options.seed}")
    if options.list:
        for label, values in drawn:
            print(f"{label}: {described(values, *nearest(values))}")
        return 0
    built = subprocess.run(["make", "-s", "SETUP=no", "bench-parts", "BENCH_CXXFLAGS=-O0"], check=False)
    return run_all(options, drawn) if built.returncode == 0 else 2


if __name__ == "__main__":
    sys.exit(main())
