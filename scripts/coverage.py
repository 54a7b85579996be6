#!/usr/bin/env python3
"""make coverage: benches whose RTL counts lines, branches and toggles, a list of jobs for each, and
the sign-off report of all of it.

Benches, results and the report (report.html, report.json, report.xml) lie in --folder. The jobs
differ by seed alone from run to run, so that more seeds only add.
"""
import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NTRACE = ROOT / "build/ntrace"
EXCLUDED = "tests/coverage/excluded.txt"
QUICK = ["COVERAGE=yes", "WAVES=no", "BENCH_CXXFLAGS=-O0", "BENCH_LTO=-fno-lto"]
CONFIGS = sorted(path.stem for path in (ROOT / "rtl/config").glob("*.cfg"))

# Words of the encoder's bench, beside cycles and seed: every control field and signal, by APB or
# directly; a sink that stops; a hart that obeys stall; every mode of the PIB.
ENCODER = [["--everything", "--registers"], ["--everything", "--sink", "bytes", "--backpressure", "60"],
           ["--everything", "--lossless", "--sink", "bytes", "--backpressure", "30"],
           *(["--sink", "pib8", "--set", f"trPibMode={mode}"] for mode in (4, 5, 8, 9, 10, 11, 12))]
# What stands beside the encoder or behind it; those that `ntrace lockstep --unit` runs take options.
UNITS = ["atb", "components", "funnel", "iti", "pib", "ram_sink", "rvfi", "stream", "switch", "tci", "trace_encoder", "tv_rvfi"]
SCRIPTED = ["components"]  # whose words begin with "random"
BESIDE = ["ctr", "hpm", "tv"]


def make(*words):
    done = subprocess.run(["make", "-s", "-C", ROOT, "SETUP=no", *QUICK, *words], check=False)
    if done.returncode != 0:
        sys.exit("coverage: a bench cannot be built")


def run(folder, name, bench, *words):
    """One job, with its result and its coverage; a failure is in the result."""
    result, covered = folder / "results" / f"{name}.json", folder / "results" / f"{name}.dat"
    subprocess.run([bench, *words, "--results", result], check=False, stdout=subprocess.DEVNULL,
                   env={**os.environ, "NT_RTL_COVERAGE": str(covered)})
    if not result.exists() or not covered.exists():
        sys.exit(f"coverage: {name} leaves no result")


def run_encoder(folder, config, seeds, cycles):
    make(f"CONFIG={config}", f"BENCH={folder / config}", "bench-binary")
    for seed in range(1, seeds + 1):
        for number, words in enumerate(ENCODER):
            run(folder, f"{config}-{number}-{seed}", folder / config / "nt_bench", "--random",
                "--config", config, "--cycles", str(cycles), "--seed", str(seed), *words, "-q")


def run_unit(folder, unit, seeds, cycles):
    make(f"UNITS={folder / 'units'}", f"unit-{unit}")
    for bench in sorted((folder / "units" / unit).glob("*/bench")):
        for seed in range(1, seeds + 1):
            words = [*(["random"] if unit in SCRIPTED else []), str(cycles), str(seed)]
            if unit in BESIDE:
                words = ["--unit", unit, "--build", bench.parent.name, "--random", "-q", "--cycles",
                         str(cycles), "--seed", str(seed)]
            run(folder, f"{unit}-{bench.parent.name}-{seed}", bench, *words)


def report(folder):
    parts = sorted(path for path in (folder / "results").iterdir() if path.suffix in (".json", ".dat"))
    words = [NTRACE, "report", *parts, "--sources", ROOT, "--rtl-excluded", ROOT / EXCLUDED]
    with open(folder / "report.json", "wb") as file:
        done = subprocess.run([*words, "--json", "-o", folder / "report.html", "--junit",
                               folder / "report.xml"], check=False, stdout=file)
    return subprocess.run(words, check=False).returncode if done.returncode < 2 else 2


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=ROOT / "build/coverage")
    parser.add_argument("--config", action="append", choices=CONFIGS, help="builds (all)")
    parser.add_argument("--unit", action="append", choices=[*UNITS, *BESIDE], help="units (all)")
    parser.add_argument("--seeds", type=int, default=3, help="runs of each job (%(default)s)")
    parser.add_argument("--cycles", type=int, default=200000, help="of a job (%(default)s)")
    arguments = parser.parse_args()
    some = arguments.config is not None or arguments.unit is not None
    folder = arguments.folder.resolve()
    (folder / "results").mkdir(parents=True, exist_ok=True)
    for path in (folder / "results").iterdir():
        path.unlink()
    for config in arguments.config or ([] if some else CONFIGS):
        run_encoder(folder, config, arguments.seeds, arguments.cycles)
    for unit in arguments.unit or ([] if some else [*UNITS, *BESIDE]):
        run_unit(folder, unit, arguments.seeds, arguments.cycles)
    return report(folder)


if __name__ == "__main__":
    sys.exit(main())
