# SPDX-License-Identifier: Apache-2.0
"""Cores and harts with all faults of fault_list.py, chosen at run time, and the fault that each program fails with.

    python3 -m tests.examples.suites.faults FOLDER > tests/examples/suites/fails.txt

works that out anew: FOLDER gets the builds. Of the faults that a program fails with on the golden model, with one of
the RTL alike, it takes the one that the fewest programs fail with."""
import collections
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from examples.suites.run import HARTS, outcomes, programs
from tests.examples.suites.fault_list import ALL
from tests.lib import c_faults, faults
from tests.lib.catalogue import ROOT

BUILT = ROOT / "build/suites"
SUITES = ("ctr", "counters")
TABLE = Path(__file__).with_name("fails.txt")
FOLDERS = ("model", "examples/suites/hart", "rtl", "examples/core")
LIMIT = 150000  # cycles: three times what the longest program takes on the hart
NAMES = list(ALL)


def build(folder, rtl=True):
    """The binaries by the name of their hart: core, hart32, hart64, rtl64; without `rtl` the golden model's alone."""
    folder = Path(folder)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name)
    c_faults.put_choices(folder, [[one for one in changes if one[0].endswith(".c")] for changes in ALL.values()])
    if rtl:
        faults.put_choices(folder, [put(changes) for changes in ALL.values()], ("rtl", "examples/core"))
    built = binaries(folder / "out", rtl)
    subprocess.run(["make", "-s", "SETUP=no", f"SUITES={folder}/out", f"SUITE_RTL={folder}/rtl", f"SUITE_CORE={folder}/examples/core",
                    f"SUITE_MODEL={folder}/model", f"SUITE_HARTS={folder}/examples/suites/hart", *dict.fromkeys(built.values())],
                   cwd=ROOT, check=True, capture_output=True)
    return built


def put(changes):
    def into(copy):
        for one in changes:
            if one[0].endswith(".v"):
                faults.put_fault(copy, *one)
    return into


def binaries(out, rtl=True):
    model = {"hart32": out / "hart", "hart64": out / "hart"}
    return {"core": out / "core", **model, "rtl64": out / "hart-rtl"} if rtl else model


def run(built, suite, hart, names, number):
    """Of programs of a suite with a fault on a hart: what is said of each."""
    more = (f"+limit={10 * LIMIT}",) if hart == "core" else ("--limit", str(LIMIT))
    return outcomes(BUILT, suite, hart, names, more, {"NT_MUTANT": str(number)}, built[hart])


def harts_of(suite, name):
    """Those that run it: RV64 where it is one of RV64."""
    return [hart for hart, xlen in HARTS.items() if name in programs(BUILT, suite, xlen)]


def table():
    """By suite and program the number of the fault that it fails with."""
    lines = (line.split(" | ") for line in TABLE.read_text(encoding="utf-8").splitlines())
    return {(suite, name): 1 + NAMES.index(fault) for suite, name, fault in lines}


def failing(built, suite, hart, number):
    names = list(programs(BUILT, suite, HARTS[hart]))
    got = run(built, suite, hart, names, number)
    return [(suite, name) for name in names if got.get(name, "failed").startswith("failed")]


def fails(built, suite, name, number):
    """Whether it does on each hart, but for one that skips it without a fault."""
    for hart in harts_of(suite, name):
        if run(built, suite, hart, [name], 0).get(name) == "passed" and \
                not run(built, suite, hart, [name], number).get(name, "failed").startswith("failed"):
            return False
    return True


def main():
    built = build(sys.argv[1]) if not (Path(sys.argv[1]) / "out/core").exists() else binaries(Path(sys.argv[1]) / "out")
    seen = collections.defaultdict(set)
    for suite in SUITES:
        for hart in ("hart64", "hart32"):
            for number in range(1, 1 + len(NAMES)):
                for program in failing(built, suite, hart, number):
                    seen[program].add(number)
    size = collections.Counter(number for some in seen.values() for number in some)

    def chosen(program):
        # Where code lies may change: what depends on an address comes last
        for number in sorted(seen[program], key=lambda one: (NAMES[one - 1].endswith("holds addresses"), size[one], one)):
            if fails(built, *program, number):
                return NAMES[number - 1]
        return "none"
    every = [(suite, name) for suite in SUITES for name in dict.fromkeys(
        [*programs(BUILT, suite, 64), *programs(BUILT, suite, 32)])]
    with ThreadPoolExecutor(2) as pool:
        for (suite, name), fault in zip(every, pool.map(chosen, every)):
            print(f"{suite} | {name} | {fault}")


if __name__ == "__main__":
    main()
