#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the compliance vectors of tests/vectors, by the golden models.

    make.py [--check] [--unit UNIT] [--only TEXT] [--part N] [-o DIR]
    make.py --recording REC [--mode btm|htm] [--pcinfo F] [--build BUILD] [--limit N] -o DIR

--check writes nothing, and ends with status 1 if a file is not as it would be written.
--recording makes a vector of the encoder in History (htm) or Branch Trace Messaging from a recording's
first N (400) instructions, for a build of rtl/config (rv64); F has the types of code that the recording
does not have.

--unit makes those of one unit. --only makes those with TEXT in their names, and leaves the others and
the manifests alone; --part one of N vectors alike.

A unit is a module here, with
    NAME, SUFFIX       its folder, and the suffix of its files
    COUNTED            what its manifest counts, in words
    vectors()          all of them, in order; each has a `name`
    render(V, FOLDER)  the text of a vector, and the rules that it exercises
    rules()            all rules, in order
    REASONS            by rule: why no vector exercises it
    lists(TEXTS)       optional: makes other files of the folder, by name, of its vectors' texts
"""
import argparse
import collections
import importlib
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from scripts.vectors import encoder, recordings, version  # noqa: E402
from scripts.vectors.tool import Wrong  # noqa: E402
from scripts.vectors.vector import BTM, BUILDS, HTM  # noqa: E402

MODES = {"btm": BTM, "htm": HTM}
UNITS = ["encoder", "tv", "ctr", "hpm", "sbi", "port"]


def all_units(name):
    if name is not None and name not in UNITS:
        raise Wrong(f"--unit {name}: one of {', '.join(UNITS)}")
    return [importlib.import_module(f"scripts.vectors.{unit}") for unit in UNITS if name in (None, unit)]


def no_twins(units):
    counts = collections.Counter(vector.name for unit in units for vector in unit.vectors())
    twice = [name for name, count in counts.items() if count > 1]
    if twice:
        raise Wrong(f"twice: {', '.join(twice)}")


def chosen(unit, only, part):
    return [vector for vector in unit.vectors() if only is None or only in vector.name][::part]


def manifest(unit, by_rule):
    """Each rule, the number of vectors that exercise it, and the first few; or why there is none."""
    yield f"# Which vectors put which {unit.COUNTED} to the test: rule, number, names (the first three);"
    yield "# or 0 and why none can. Made by scripts/vectors/make.py."
    for rule in unit.rules():
        names = sorted(by_rule.get(rule, []))
        if names:
            yield f"{rule:<28} {len(names):>4}  {' '.join(names[:3])}"
        elif rule in unit.REASONS:
            yield f"{rule:<28}    0  {unit.REASONS[rule]}"
        else:
            raise Wrong(f"{rule}: no vector exercises it, and there is no reason")


def before(path):
    return path.read_text(encoding="ascii") if path.exists() else None


def make_unit(unit, only, part, there):
    """The files by their path below tests/vectors. `there`: the folder that has the versions of before."""
    files, by_rule = {}, collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for vector in chosen(unit, only, part):
            text, rules = unit.render(vector, Path(folder))
            name = f"{unit.NAME}/{vector.name}.{unit.SUFFIX}"
            files[name] = version.stamped(text, before(there / name))
            for rule in rules:
                by_rule[rule].append(vector.name)
    if only is None and part == 1:
        files[f"{unit.NAME}/manifest.txt"] = "\n".join(manifest(unit, by_rule)) + "\n"
        if hasattr(unit, "lists"):
            files.update({f"{unit.NAME}/{name}": text for name, text in unit.lists(files.values()).items()})
    return files


def make(units, only, part, there):
    no_twins(units)
    return {name: text for unit in units for name, text in make_unit(unit, only, part, there).items()}


def make_own(recording, build, limit, mode, pcinfo):
    """The vector of a recording that is not one of this project."""
    if build not in BUILDS:
        raise Wrong(f"--build {build}: one of {', '.join(BUILDS)}")
    with tempfile.TemporaryDirectory() as folder:
        vector = recordings.of_recording(Path(recording), build, limit, MODES[mode], pcinfo)
        text = encoder.render(vector, Path(folder))[0]
        return {f"{encoder.NAME}/{vector.name}.{encoder.SUFFIX}": version.stamped(text, None)}


def differences(files, folder, units):
    """Names of files that are not as they would be written, or should not be there. `units`: those of which all
    files are made."""
    there = {str(path.relative_to(folder)) for unit in units for path in folder.glob(f"{unit.NAME}/*")}
    return sorted([name for name, text in files.items()
                   if not (folder / name).exists() or (folder / name).read_text(encoding="ascii") != text]
                  + list(there - set(files)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--unit")
    parser.add_argument("--only")
    parser.add_argument("--part", type=int, default=1)
    parser.add_argument("--recording")
    parser.add_argument("--mode", choices=MODES, default="htm")
    parser.add_argument("--pcinfo")
    parser.add_argument("--build", default="rv64")
    parser.add_argument("--limit", type=int, default=400)
    parser.add_argument("-o", default=str(ROOT / "tests/vectors"))
    arguments = parser.parse_args()
    folder = Path(arguments.o)
    try:
        units = all_units(arguments.unit)
        files = make(units, arguments.only, arguments.part, folder) if arguments.recording is None else \
            make_own(arguments.recording, arguments.build, arguments.limit, arguments.mode, arguments.pcinfo)
    except Wrong as wrong:
        own = arguments.recording is not None  # then one line says enough
        print(f"make.py: {str(wrong).strip().splitlines()[-1] if own else wrong}", file=sys.stderr)
        sys.exit(2)
    whole = arguments.recording is None and arguments.only is None and arguments.part == 1
    other = differences(files, folder, units if whole else [])
    if arguments.check:
        print("".join(f"{name}: not as scripts/vectors makes it (make vectors)\n" for name in other), end="")
        sys.exit(1 if other else 0)
    for name in other:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if name in files:
            (folder / name).write_text(files[name], encoding="ascii")
        else:
            (folder / name).unlink()
    print(f"{len(files)} files, {len(other)} changed")


if __name__ == "__main__":
    main()
