#!/usr/bin/env python3
"""make coverage: benches whose RTL counts lines, branches and toggles, a list of jobs for each, and
the sign-off report of all of it.

Benches, results and the report (report.html, report.json, report.xml) lie in --folder. The jobs
differ by seed alone from run to run, so that more seeds only add. A job whose result is newer than
its bench does not run again. --check ends with status 1 where less is covered than LEAST says.
"""
import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NTRACE = ROOT / "build/ntrace"
EXCLUDED = "tests/coverage/excluded.txt"
INGRESS = ROOT / "tests/regress/ingress"  # directed, beside what is random
LEAST = {"line": 99, "toggle": 95}  # percent of the points that are not excluded
MOST_EXCLUDED = 5  # percent of the points
QUICK = ["COVERAGE=yes", "WAVES=no", "BENCH_CXXFLAGS=-O0", "BENCH_LTO=-fno-lto"]
CONFIGS = sorted(path.stem for path in (ROOT / "rtl/config").glob("*.cfg"))

# Words of the encoder's bench, beside cycles and seed: every control field and signal, by APB or
# directly; a sink that stops; a hart that obeys stall; every mode of the PIB.
ENCODER = [["--everything", "--registers"], ["--everything", "--sink", "bytes", "--backpressure", "60"],
           ["--everything", "--lossless", "--sink", "bytes", "--backpressure", "30"],
           *(["--sink", "pib8", "--set", f"trPibMode={mode}"] for mode in (4, 5, 8, 9, 10, 11, 12))]
# What stands beside the encoder or behind it; those that `ntrace lockstep --unit` runs take options.
# Parts of the encoder too: their benches reach widths and settings that a hart seldom brings about.
UNITS = ["atb", "bytes", "components", "filter", "funnel", "iti", "lanes", "pib", "ram_sink", "rvfi", "stream", "switch",
         "tci", "trace_encoder", "tv_rvfi"]
SCRIPTED = ["components"]  # whose words begin with "random"
SLOW = {"trace_encoder": 4}  # takes so many times fewer cycles
# Runs beside the usual ones: a core that says anything, or that never waits
WORDS = {"rvfi": "wild", "tv_rvfi": "rude", "tci": "hurry", "iti": "hurry"}
BESIDE = ["ctr", "hpm", "tv"]


def make(*words):
    done = subprocess.run(["make", "-s", "-C", ROOT, "SETUP=no", *QUICK, *words], check=False)
    if done.returncode != 0:
        sys.exit("coverage: a bench cannot be built")


def run(folder, name, bench, *words):
    """One job, with its result and its coverage, the files that it returns; a failure is in the result."""
    result, covered = folder / "results" / f"{name}.json", folder / "results" / f"{name}.dat"
    built = bench.stat().st_mtime
    if not all(path.exists() and path.stat().st_mtime > built for path in (result, covered)):
        print(f"coverage: {name}", file=sys.stderr)
        subprocess.run([bench, *words, "--results", result], check=False, stdout=subprocess.DEVNULL, cwd=ROOT,
                       env={**os.environ, "NT_RTL_COVERAGE": str(covered)})
    if not result.exists() or not covered.exists():
        sys.exit(f"coverage: {name} leaves no result")
    return [result, covered]


def run_encoder(folder, config, seeds, cycles):
    bench = folder / config / "nt_bench"
    make(f"CONFIG={config}", f"BENCH={folder / config}", "bench-binary")
    made = []
    for seed in range(1, seeds + 1):
        for number, words in enumerate(ENCODER):
            made += run(folder, f"{config}-{number}-{seed}", bench, "--random", "--config", config, "--cycles", str(cycles), "--seed",
                        str(seed), *words, "-q")
    for path in sorted(INGRESS.glob("*.nti")):
        program = path.with_suffix(".listing")
        code = program if program.exists() else path
        if re.search(r"^ntrace-ingress .* build=(\S+)$", code.read_text(encoding="ascii"), re.M)[1] == config:
            made += run(folder, f"{config}-{path.stem}", bench, path, "--image", code, "-q")
    return made


def run_unit(folder, unit, seeds, cycles):
    make(f"UNITS={folder / 'units'}", f"unit-{unit}")
    cycles //= SLOW.get(unit, 1)
    made = []
    for bench in sorted((folder / "units" / unit).glob("*/bench")):
        for seed in range(1, seeds + 1):
            name = f"{unit}-{bench.parent.name}-{seed}"
            words = [*(["random"] if unit in SCRIPTED else []), str(cycles), str(seed)]
            if unit in BESIDE:
                words = ["--unit", unit, "--build", bench.parent.name, "--random", "-q", "--cycles",
                         str(cycles), "--seed", str(seed)]
            made += run(folder, name, bench, *words)
            if unit in WORDS:
                made += run(folder, f"{name}-{WORDS[unit]}", bench, *words, WORDS[unit])
    return made


def report(folder, parts):
    words = [NTRACE, "report", *sorted(parts), "--sources", ROOT, "--rtl-excluded", ROOT / EXCLUDED]
    with open(folder / "report.json", "wb") as file:
        done = subprocess.run([*words, "--json", "-o", folder / "report.html", "--junit",
                               folder / "report.xml"], check=False, stdout=file)
    return subprocess.run(words, check=False).returncode if done.returncode < 2 else 2


def shortfalls(sums):
    """What the sums of a report's `rtl` lack of LEAST, in words."""
    for kind, least in LEAST.items():
        points, hit, excluded = (sums[kind][what] for what in ("points", "hit", "excluded"))
        if 100 * hit < least * (points - excluded):
            yield f"{hit} of {points - excluded} points of kind {kind} are covered, less than {least} %"
        if 100 * excluded > MOST_EXCLUDED * points:
            yield f"{excluded} of {points} points of kind {kind} are excluded, more than {MOST_EXCLUDED} %"


def check(folder):
    """Status 1 with a line for each figure that is too low."""
    short = list(shortfalls(json.loads((folder / "report.json").read_text(encoding="utf-8"))["rtl"]["sums"]))
    print("".join(f"coverage: {line}\n" for line in short), end="", file=sys.stderr)
    return 1 if short else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=ROOT / "build/coverage")
    parser.add_argument("--config", action="append", choices=CONFIGS, help="builds (all)")
    parser.add_argument("--unit", action="append", choices=[*UNITS, *BESIDE], help="units (all)")
    parser.add_argument("--seeds", type=int, default=4, help="runs of each job (%(default)s)")
    parser.add_argument("--cycles", type=int, default=50000, help="of a job (%(default)s)")
    parser.add_argument("--more", type=Path, help="a folder of results that the report has too, as those of make regress")
    parser.add_argument("--check", action="store_true", help="fail where too little is covered, or too much excluded")
    arguments = parser.parse_args()
    some = arguments.config is not None or arguments.unit is not None
    folder = arguments.folder.resolve()
    (folder / "results").mkdir(parents=True, exist_ok=True)
    parts = sorted(arguments.more.glob("*.json")) if arguments.more is not None else []
    for config in arguments.config or ([] if some else CONFIGS):
        parts += run_encoder(folder, config, arguments.seeds, arguments.cycles)
    for unit in arguments.unit or ([] if some else [*UNITS, *BESIDE]):
        parts += run_unit(folder, unit, arguments.seeds, arguments.cycles)
    status = report(folder, parts)
    return check(folder) if arguments.check and status == 0 else status


if __name__ == "__main__":
    sys.exit(main())
