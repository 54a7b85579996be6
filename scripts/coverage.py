#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make coverage: benches whose RTL counts lines, branches and toggles, a list of jobs for each, and
the sign-off report of all of it.

First all benches are built, then jobs run, one for each processor. Benches, results and the report
(report.html, report.json, report.xml) lie in --folder. The jobs differ by seed alone from run to
run, so that more seeds only add. A job whose result is newer than its bench does not run again:
what was cut off goes on. --check ends with status 1 where a bin is not hit, less is covered than
LEAST says, or more excluded.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scripts import units  # noqa: E402 (the path comes first)

NTRACE = ROOT / "build/ntrace"
EXCLUDED = "tests/coverage/excluded.txt"
INGRESS = ROOT / "tests/regress/ingress"  # directed, beside what is random
LEAST = {"line": 99, "toggle": 95}  # percent of the points that are not excluded
MOST_EXCLUDED = 5  # percent of the points
QUICK = ["COVERAGE=yes", "WAVES=no", "BENCH_CXXFLAGS=-O0", "BENCH_LTO=-fno-lto"]
CONFIGS = sorted(path.stem for path in (ROOT / "rtl/config").glob("*.cfg"))

# Words of the encoder's bench, beside cycles and seed: every control field and signal, by APB or
# directly; a sink that stops; a hart that obeys stall; cycles that break rules of the port.
ENCODER = [["--everything", "--registers"], ["--everything", "--sink", "bytes", "--backpressure", "60"],
           ["--everything", "--lossless", "--sink", "bytes", "--backpressure", "30"], ["--everything", "--illegal"]]
# Every mode of the PIB, which is the same in all builds
PIB = [["--sink", "pib8", "--set", f"trPibMode={mode}"] for mode in (4, 5, 8, 9, 10, 11, 12)]
PIB_CONFIG = "tiny"
# Parts of the encoder too: their benches reach widths and settings that a hart seldom brings about.
UNITS = [name for name, unit in units.units().items() if unit["coverage"] is not None]


class Job(NamedTuple):
    """A run of a bench."""
    title: str
    bench: Path
    words: list

    def name(self):
        """Names the results: other words, other results."""
        return f"{self.title}-{zlib.crc32(' '.join(map(str, self.words)).encode()):08x}"


def make(*words):
    done = subprocess.run(["make", "-s", f"-j{os.cpu_count()}", "-C", ROOT, "SETUP=no", *QUICK, *words], check=False)
    if done.returncode != 0:
        sys.exit("coverage: a bench cannot be built")


def for_make(path):
    """As make sees it, which runs in ROOT: relative, so that no compiler cache can name it otherwise."""
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def encoder_jobs(folder, config, seeds, cycles):
    """Builds the bench of an encoder. Returns its jobs: random ones, and the ingress files of that build."""
    make(f"CONFIG={config}", f"BENCH={for_make(folder / config)}", "bench-binary")
    bench = folder / config / "nt_bench"
    for seed in range(1, seeds + 1):
        for number, words in enumerate(ENCODER + (PIB if config == PIB_CONFIG else [])):
            yield Job(f"{config}-{number}-{seed}", bench,
                      ["--random", "--config", config, "--cycles", str(cycles), "--seed", str(seed), *words, "-q"])
    for path in sorted(INGRESS.glob("*.nti")):
        program = path.with_suffix(".listing")
        code = program if program.exists() else path
        if re.search(r"^ntrace-ingress .* build=(\S+)$", code.read_text(encoding="ascii"), re.M)[1] == config:
            yield Job(f"{config}-{path.stem}", bench, [path, "--image", code, "-q"])


def unit_jobs(folder, unit, seeds, cycles):
    """Returns the jobs of all builds of a unit."""
    described = units.units()[unit]
    how = described["coverage"]
    cycles = int(cycles * how.get("cycles", 1))
    for bench in sorted((folder / "units" / unit).glob("*/bench")):
        for seed in range(1, seeds * how.get("seeds", 1) + 1):
            name = f"{unit}-{bench.parent.name}-{seed}"
            words = ["--random", "--cycles", str(cycles), "--seed", str(seed)]
            if described["beside_hart"]:
                words = ["--unit", unit, "--build", bench.parent.name, "-q", *words]
            yield Job(name, bench, words)
            if how.get("more"):
                yield Job(f"{name}{''.join(how['more']).replace('--', '-')}", bench, [*words, *how["more"]])


def run(folder, job):
    """Runs a job that has no result yet. Returns its two files: the result, where a failure stands, and the coverage."""
    result, covered = (folder / "results" / f"{job.name()}{end}" for end in (".json", ".dat"))
    built = job.bench.stat().st_mtime
    if not all(path.exists() and path.stat().st_mtime > built for path in (result, covered)):
        parts = [Path(f"{path}.part") for path in (result, covered)]
        for path in parts:
            path.unlink(missing_ok=True)
        subprocess.run([job.bench, *job.words, "--results", parts[0]], check=False, stdout=subprocess.DEVNULL, cwd=ROOT,
                       env={**os.environ, "NT_RTL_COVERAGE": str(parts[1])})
        if not all(path.exists() for path in parts):
            raise RuntimeError(f"{job.title} leaves no result")
        parts[0].rename(result)
        parts[1].rename(covered)
    return [result, covered]


def run_all(folder, jobs):
    """Runs jobs, one for each processor. Returns their files."""
    made = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        try:
            for number, files in enumerate(pool.map(lambda job: run(folder, job), jobs), 1):
                print(f"coverage: {number} of {len(jobs)} jobs, {jobs[number - 1].title}", file=sys.stderr)
                made += files
        except RuntimeError as error:
            pool.shutdown(cancel_futures=True)
            sys.exit(f"coverage: {error}")
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


def missed(bins):
    """The reachable bins of a report's `coverage` that no run hits."""
    return [f"{group}: {row['bin']}" for group, sums in bins["groups"].items() for row in sums["rows"]
            if row["hits"] == 0 and "reason" not in row]


def holes(bins):
    """What the `coverage` of a report lacks, in words."""
    left = missed(bins)
    if left:
        yield f"{len(left)} of {bins['reachable']} reachable bins are hit by no run: {', '.join(left)}"


def check(folder):
    """Status 1 with a line for each figure that is too low."""
    whole = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    short = [*holes(whole["coverage"]), *shortfalls(whole["rtl"]["sums"])]
    print("".join(f"coverage: {line}\n" for line in short), end="", file=sys.stderr)
    return 1 if short else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=ROOT / "build/coverage")
    parser.add_argument("--config", action="append", choices=CONFIGS, help="builds (all)")
    parser.add_argument("--unit", action="append", choices=UNITS, help="units (all)")
    parser.add_argument("--seeds", type=int, default=2, help="runs of each job (%(default)s)")
    parser.add_argument("--cycles", type=int, default=50000, help="of a job (%(default)s)")
    parser.add_argument("--more", type=Path, action="append", default=[],
                        help="a folder of results that the report has too, as those of make regress")
    parser.add_argument("--check", action="store_true", help="fail where a bin is not hit, too little is covered, or too much excluded")
    arguments = parser.parse_args()
    some = arguments.config is not None or arguments.unit is not None
    for more in arguments.more:
        if not any(more.glob("*.json")):
            parser.error(f"--more {more}: there are no results")
    folder = arguments.folder.resolve()
    (folder / "results").mkdir(parents=True, exist_ok=True)
    parts = [path for more in arguments.more for path in more.glob("*.json")]
    jobs = []
    for config in arguments.config or ([] if some else CONFIGS):
        jobs += encoder_jobs(folder, config, arguments.seeds, arguments.cycles)
    parts_of = arguments.unit or ([] if some else UNITS)
    if parts_of:
        make(f"UNITS={for_make(folder / 'units')}", *(f"unit-{unit}" for unit in parts_of))
    for unit in parts_of:
        jobs += unit_jobs(folder, unit, arguments.seeds, arguments.cycles)
    status = report(folder, parts + run_all(folder, jobs))
    return check(folder) if arguments.check and status == 0 else status


if __name__ == "__main__":
    sys.exit(main())
