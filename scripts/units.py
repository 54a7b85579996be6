#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the tree has of units, from tb/units/NAME/unit.toml, as make and the command need it. Encoder and system, whose
benches are those of `ntrace lockstep` itself, have summary, packages and lint in tb/encoder and tb/system.

    units.py make    their variables, for scripts/make/bench_units.mk
    units.py c       sim/lockstep/unit_rows.h's rows
    units.py lint [NAME]    a line for each module and its parameters: MODULE [-GNAME=VALUE...]

Keys of unit.toml:

    summary           what the unit is
    uses              the parameters of rtl/config that its table needs, as patterns. Without it none
    objects           C files of its bench beside the host's, without the ending
    cxxflags          how Verilated code is compiled: -O1, but where a run is worth the time that -O2 takes
    beside_hart       true: its bench takes recordings, and options of `ntrace lockstep`
    without_rtl       true: its bench also judges the model without RTL, so it judges mutants of the model
    without_rtl_more  builds of [more] that do so too
    [builds]          NAME = {PARAMETER = VALUE, ...}: what is built for the tests. The bench has the parameters
                      as P_NAME. `config` names the build of rtl/config that has those of `uses`, where it is
                      not NAME
    [more]            what can be built beside these, for longer tests
    [options]         NAME = "help" or {value = "WORD", help = "..."}: what its bench takes beside --cycles,
                      --seed and options for results
    [mutation]        near, more = [{builds = ["NAME", ...], runs = ["WORDS", ...]}, ...]: what benches run to judge
                      mutants of its RTL, before other benches, and what takes longer or is seen by others first
    [coverage]        the report of sign-off has the unit: `cycles` times those of a job, as it is slow or small;
                      `seeds` times as many; `more`: options of a second run with each seed
    [lint]            MODULE = [{PARAMETER = VALUE, ...}, ...]: what lint elaborates; of encoder and system also with
                      `config`, the build of rtl/config that has the other parameters
    [packages]        TOP = "what it is": what a chip takes, with a file list and a FuseSoC core of its own
    [synthesis.TABLE] NAME = {PARAMETER = VALUE, ...}: what is synthesized, for a table of docs/synthesis.md; the
                      module is NAME up to its first "-"
"""
import argparse
import functools
import json
import re
import sys
import tomllib
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import config, rtl_files, spdx  # noqa: E402 (the path comes first)

KEYS = {"summary": str, "uses": list, "objects": list, "cxxflags": str, "beside_hart": bool,
        "without_rtl": bool, "without_rtl_more": list, "builds": dict, "more": dict, "options": dict, "lint": dict,
        "mutation": dict, "coverage": dict, "packages": dict, "synthesis": dict}


class Wrong(Exception):
    """A description that cannot be used."""


def read(path, needed=("summary", "builds")):
    """A unit's description; every key is there."""
    try:
        unit = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Wrong(f"{path}: {error}") from error
    for key, value in unit.items():
        if key not in KEYS:
            raise Wrong(f"{path}: expected one of {', '.join(KEYS)}, got {key}")
        if not isinstance(value, KEYS[key]):
            raise Wrong(f"{path}: {key}: expected a {KEYS[key].__name__}, got {value!r}")
    for key in needed:
        if not unit.get(key):
            raise Wrong(f"{path}: {key} is missing")
    return {**{key: kind() for key, kind in KEYS.items()}, "coverage": None, **unit}


@functools.cache
def units(root=ROOT):
    """All units of the tree, by name."""
    return {path.parent.name: read(path) for path in sorted(root.glob("tb/units/*/unit.toml"))}


@functools.cache
def wholes(root=ROOT):
    """Encoder and system, by name: in every build of rtl/config."""
    return {path.parent.name: read(path, needed=("summary",)) for path in sorted(root.glob("tb/*/unit.toml"))}


def builds(unit):
    return {**units()[unit]["builds"], **units()[unit]["more"]}


def parameters(unit, build):
    """Those that are a build's own, without those of rtl/config."""
    return {name: value for name, value in builds(unit)[build].items() if name != "config"}


def variables():
    """What bench_units.mk knows of each unit, line by line."""
    yield f"UNIT_NAMES = {' '.join(units())}"
    yield f"MUTANT_BENCHES = {' '.join(name for name, unit in units().items() if unit['without_rtl'])}"
    for name, unit in units().items():
        yield f"{name}_BUILDS = {' '.join(unit['builds'])}"
        yield f"{name}_MORE = {' '.join(unit['more'])}"
        yield f"{name}_USES = {'|'.join(unit['uses'])}"
        yield f"{name}_OBJ = {' '.join(f'$(BUILD)/obj/{path}.o' for path in unit['objects'])}"
        yield f"{name}_CXXFLAGS = {unit['cxxflags']}"
        yield f"MUTANT_MORE_{name} = {' '.join(unit['without_rtl_more'])}"
        for build, values in builds(name).items():
            if "config" in values:
                yield f"{name}_CFG_{build} = {values['config']}"
            yield f"{name}_{build} = {' '.join(f'{key}={value}' for key, value in parameters(name, build).items())}"


def option_row(name, option):
    if isinstance(option, str):
        return f"{{{json.dumps(name)}, NULL, {json.dumps(option)}, {json.dumps(name)}}},"
    return f"{{{json.dumps(name)}, {json.dumps(option['value'])}, {json.dumps(option['help'])}, NULL}},"


def rows():
    """The rows of sim/lockstep/unit_rows.h, line by line."""
    yield from (f"/* {spdx.LINE} */", "/* Made by scripts/units.py. */", '#include "sim/lockstep/unit_rows.h"', "",
                "#include <stddef.h>", "")
    for name, unit in units().items():
        yield f"static const char *const builds_{name}[] = {{{', '.join(map(json.dumps, builds(name)))}, NULL}};"
        yield f"static const nt_unit_option options_{name}[] = {{"
        yield from (f"    {option_row(*option)}" for option in unit["options"].items())
        yield "    {NULL, NULL, NULL, NULL},"
        yield "};"
    yield "static const nt_unit_option none[] = {{NULL, NULL, NULL, NULL}};"
    yield "const nt_unit_row nt_unit_rows[] = {"
    for name, unit in units().items():
        yield (f"    {{{json.dumps(name)}, {json.dumps(unit['summary'])}, {str(unit['beside_hart']).lower()}, builds_{name}, "
               f"options_{name}}},")
    yield from (f"    {{{json.dumps(name)}, {json.dumps(unit['summary'])}, true, NULL, none}},"
                for name, unit in wholes().items())
    yield from ("    {NULL, NULL, false, NULL, NULL},", "};")


def modules(name):
    """Modules of RTL that a unit's table and its hand-written top name, without this top."""
    folder = ROOT / "tb/units" / name
    table = (folder / f"{name}.ports").read_text("utf-8")
    top = folder / f"nt_{name}_top.v"
    inside = rtl_files.INSTANCE.findall(top.read_text("utf-8")) if top.exists() else []
    found = dict.fromkeys([*re.findall(r"^module (\w+)", table, re.M), *inside])
    there = rtl_files.paths(str(ROOT / "rtl"))
    return [module for module in found if module in there]


@functools.cache
def guests():
    """Units that bring their RTL in their own folder, where what is made for them is put, too: no other file knows them."""
    return {Path(path).parent.name for path in rtl_files.of_units(str(ROOT / "rtl"))}


def own():
    """The others, by name: those that pages and lists of the tree have."""
    return [name for name in units() if name not in guests()]


def linted(name=None):
    """Modules and their parameters, of one unit or of all; encoder and system are asked for by name."""
    for unit in units().values() if name is None else [{**units(), **wholes()}[name]]:
        for module, shapes in unit["lint"].items():
            for shape in shapes:
                of_config = [f"-G{key}={value}" for key, value in config.read(ROOT / "rtl/config" / f"{shape['config']}.cfg").items()] if "config" in shape else []
                yield " ".join([module, *of_config, *(f"-G{key}={value}" for key, value in shape.items() if key != "config")])


def synthesis(names):
    """What is synthesized of these units: by table, by name, module and parameters."""
    tables = {}
    for name in sorted(names):
        for table, rows in units()[name]["synthesis"].items():
            tables.setdefault(table, {}).update({name: (name.split("-")[0], values) for name, values in rows.items()})
    return tables


def packages():
    """What a chip takes of encoder, system and all units: by top, in a few words."""
    return {top: words for unit in (*wholes().values(), *units().values()) for top, words in unit["packages"].items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("of", choices=("make", "c", "lint"))
    parser.add_argument("unit", nargs="?", help="for lint: of this one alone")
    words = parser.parse_args()
    try:
        for line in {"make": variables, "c": rows, "lint": lambda: linted(words.unit)}[words.of]():
            print(line)
    except Wrong as error:
        print(f"units: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
