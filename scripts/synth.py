#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Synthesize the encoder of every build with Yosys: what each part and each option needs.

    synth.py [-j N] [--short | NAME...]

NAME is a build, BUILD-registers (its nt_registers alone), a component (nt_pib, nt_funnel-4,
nt_serializer-rv32, ...), or `options`. --short does tiny, rv32-min and the PIB, and compares them
with docs/synthesis.md; without names all is done, the tables there are written anew, and so are the
figures that the pages quote from them (scripts/figures.py).

NAND2 equivalents: a flip-flop counts as 6, the gates as in scripts/nand2.genlib; the FIFO's memory
is counted apart, in bits. Latches, resets that are not synchronous, what Yosys' `check` finds, and a
build that is above its limit are errors (exit status 1). Figures are left in build/synth/NAME.json;
a netlist there of the same sources is used again.
"""
import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
sys.path.insert(0, ROOT)

from scripts import config, figures, marks, netlist  # noqa: E402 (the path comes first)
from scripts.rtl_files import files_of, includes  # noqa: E402
from scripts.synth_list import (COMPONENTS, MINIMAL, NO_FILTERS, OPTIONS, PIB,  # noqa: E402
                                TABLES)

BUILD = "build/synth"
GENLIB = "scripts/nand2.genlib"
CONFIGS = "rtl/config"
DOCS = "docs/synthesis.md"
ENCODER = "nt_encoder"
WHOLE = "nt_trace_encoder"
REGISTERS = "-registers"  # behind a build's name: its nt_registers
SHORT = ["tiny", "rv32-min", PIB]
LIMIT = {"rv32-min": 8000}  # NAND2 equivalents without memory
TOLERANCE = 0.05            # between docs and what is found, before `make synth` is due
PART_TOLERANCE = 0.15       # a part alone varies with what the mapper happens to find
SMALL = 10                  # a difference that is none


class Failure(Exception):
    pass


def parameters(name):
    return config.read(f"{CONFIGS}/{name}.cfg")


def synthesize(stem, top, values, flat):
    """Runs Yosys; the netlist of gates as write_json gives it."""
    stem = os.path.join(BUILD, stem)
    chparam = " ".join(f"-chparam {key} {value}" for key, value in values.items())
    commands = [
        f"read_verilog {' '.join(includes())} {' '.join(files_of(top))}",
        f"hierarchy -check -top {top} {chparam}",
        "proc",
        "select -assert-none t:$dlatch t:$adlatch t:$dlatchsr t:$sr",  # latches
        "select -assert-none t:$adff t:$adffe t:$aldff t:$aldffe t:$dffsr t:$dffsre",  # resets
        "check -assert",
        "flatten" if flat else "",
        "opt",
        "memory -nomap -nordff",
        "opt -full",
        "techmap",
        "opt -nodffe -nosdff",
        f"dfflegalize -cell {netlist.FLIP_FLOP} x",
        "simplemap",
        "opt_clean",
        f"abc -genlib {GENLIB}",
        "opt_clean -purge",
        f"write_json {stem}.netlist.json",
    ]
    script = "\n".join(filter(None, commands)) + "\n"
    made_of = content_key(script, files_of(top))
    if not os.path.exists(stem + ".key") or read(stem + ".key") != made_of:
        run_yosys(stem, script)
        write(stem + ".key", made_of)
    return json.loads(read(stem + ".netlist.json"))


def run_yosys(stem, script):
    write(stem + ".ys", script)
    with open(stem + ".log", "w", encoding="utf-8") as log:
        status = subprocess.run(["yosys", "-Q", "-s", stem + ".ys"], stdout=log,
                                stderr=subprocess.STDOUT, check=False).returncode
    if status != 0:
        errors = [line for line in read(stem + ".log").splitlines() if line.startswith("ERROR")]
        raise Failure(f"{stem}.log: {errors[0].strip() if errors else 'Yosys failed'}")


def content_key(script, files):
    """What a netlist is made of, so that one that is there need not be made again."""
    whole = hashlib.sha256(script.encode())
    headers = [os.path.join(folder, name) for folder, _, names in os.walk("rtl")
               for name in names if name.endswith(".vh")]
    for path in [*files, *sorted(headers), GENLIB]:
        whole.update(read(path).encode())
    return whole.hexdigest()


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def flat(stem, top, values):
    """Figures and longest path of a design optimized across modules."""
    design = synthesize(stem, top, values, True)
    key = netlist.top_of(design)
    return {**netlist.figures(design, key, netlist.weights(GENLIB)),
            "path": netlist.Graph(design, key).longest_path()}


def parts(stem, top, values):
    """A list of modules: each with its figures (what is inside it apart), its number, its path."""
    design = synthesize(stem, top, values, False)
    weight = netlist.weights(GENLIB)
    found = []
    for key, times in netlist.instances(design, netlist.top_of(design)).items():
        found.append({"module": netlist.name_of(design, key), "instances": times,
                      **netlist.figures(design, key, weight),
                      "whole": netlist.whole(design, key, weight),
                      "path": netlist.Graph(design, key).longest_path()})
    return sorted(found, key=lambda part: part["module"])


def save(name, result):
    with open(f"{BUILD}/{name}.json", "w", encoding="utf-8") as file:
        json.dump(result, file, indent=1)
        file.write("\n")


def meaning(name):
    """The top module that a name means, and its parameters."""
    if name in COMPONENTS:
        return COMPONENTS[name]
    values = parameters(name.removesuffix(REGISTERS))
    if not name.endswith(REGISTERS):
        return ENCODER, values
    with open("rtl/control/nt_registers.v", encoding="utf-8") as file:
        known = re.findall(r"^ *parameter integer (\w+) =", file.read(), re.M)
    return "nt_registers", {key: values[key] for key in values if key in known}


def check_limit(result):
    limit = LIMIT.get(result["name"], float("inf"))
    if result["nand2"] > limit:
        raise Failure(f"{result['nand2']:.1f} NAND2 equivalents without memory, above {limit}")


def build(name):
    top, values = meaning(name)
    result = {"name": name, "top": top, "parameters": values, **flat(f"{name}.flat", top, values)}
    if top == ENCODER:
        result["modules"] = parts(f"{name}.parts", WHOLE, values)
    save(name, result)
    check_limit(result)
    return result


def option_builds():
    """By name the parameters of what is synthesized for the table of options."""
    minimal, everything = parameters(MINIMAL), {**parameters("rv64"), **NO_FILTERS}
    wanted = {"min": minimal, "all": everything}
    for number, (_, added, taken) in enumerate(OPTIONS):
        if added is not None:
            wanted[f"min+{number}"] = {**minimal, **added}
        if taken is not None:
            wanted[f"all-{number}"] = {**everything, **taken}
    return wanted


def options(pool):
    """What each option adds to the minimal build, and saves in the one that has everything."""
    wanted = option_builds()
    found = dict(zip(wanted, pool.map(
        lambda key: flat(f"option.{key}", ENCODER, wanted[key]), wanted)))
    rows = []
    for number, (label, added, taken) in enumerate(OPTIONS):
        row = {"option": label}
        for key, base, change in (("added", f"min+{number}", "min"),
                                  ("taken", "all", f"all-{number}")):
            if base in found and change in found:
                row[key] = {kind: found[base][kind] - found[change][kind]
                            for kind in netlist.KINDS}
                one = f"min+{number}" if key == "added" else f"all-{number}"
                row[key]["path"] = found[one]["path"]["gates"]
        rows.append(row)
    result = {"minimal": found["min"], "everything": found["all"], "options": rows}
    save("options", result)
    return result


# What is printed

def path_text(path):
    return (f"{path['gates']} gates, {path['from']} to {path['to']}: " +
            ", ".join(f"{where} {gates}" for where, gates in path["through"]))


def report(result):
    row = "{:24} {:>4} {:>7} {:>10} {:>8} {:>12} {:>6}"
    lines = [row.format(result["name"], "", "cells", "flip-flops", "NAND2", "memory bits", "path")]

    def add(name, times, one, path):
        lines.append(row.format(name, times, one["cells"], one["flip_flops"],
                                f"{one['nand2']:.0f}", one["memory_bits"], path))
    for part in result.get("modules", []):
        add("  " + part["module"], part["instances"], part, part["path"]["gates"])
    add(result["top"] + ", flat", 1, result, result["path"]["gates"])
    for part in result.get("modules", []):
        if part["module"] in (ENCODER, WHOLE):
            add(part["module"] + ", its parts", 1, part["whole"], part["path"]["gates"])
            lines.append("  longest path: " + path_text(part["path"]))
    return "\n".join(lines) + "\n"


def rows_table(kind, results):
    lines = [f"| {kind} | cells | flip-flops | NAND2 | memory bits | longest path |",
             "| --- | --- | --- | --- | --- | --- |"]
    lines += [f"| `{one['name']}` | {one['cells']} | {one['flip_flops']} | {one['nand2']:.0f} | "
              f"{one['memory_bits']} | {one['path']['gates']} gates |" for one in results]
    return lines


def parts_table(results):
    found = {}  # modules of one name and several parameters are several
    for one in results:
        for part in one.get("modules", []):
            found.setdefault((part["module"], one["name"]), []).append(part)
    names = [one["name"] for one in results]
    lines = ["| module | " + " | ".join(f"`{name}`" for name in names) + " |",
             "| --- |" + " --- |" * len(names)]

    def cell(several):
        return ", ".join((f"{part['instances']} x " if part["instances"] > 1 else "") +
                         f"{part['nand2']:.0f} / {part['flip_flops']} / {part['path']['gates']}"
                         for part in several)
    for module in sorted({key[0] for key in found}):
        lines.append(f"| `{module}` | " + " | ".join(cell(found.get((module, name), [])) or "-"
                                                     for name in names) + " |")
    return lines


def control_table(results):
    lines = ["| build | `nt_registers` | `nt_trigger` | `nt_timestamp` | `nt_trace_encoder` |",
             "| --- | --- | --- | --- | --- |"]
    for one in results:
        whole = {part["module"]: part["whole"]["nand2"] for part in one.get("modules", [])}
        if WHOLE in whole:
            total = whole[WHOLE] - whole[ENCODER] + one["nand2"]
            lines.append(f"| `{one['name']}` | " + " | ".join(
                f"{whole[name]:.0f}" if name in whole else "-"
                for name in ("nt_registers", "nt_trigger", "nt_timestamp")) + f" | {total:.0f} |")
    return lines


def options_table(result):
    lines = ["| option | NAND2, added to `rv32-min` | flip-flops | path | "
             "NAND2, taken from `rv64` | flip-flops | path |",
             "| --- | --- | --- | --- | --- | --- | --- |"]
    for row in [{"option": "(the build itself)",
                 "added": {**result["minimal"], "path": result["minimal"]["path"]["gates"]},
                 "taken": {**result["everything"], "path": result["everything"]["path"]["gates"]}},
                *result["options"]]:
        cells = [row["option"]]
        for key in ("added", "taken"):
            one = row.get(key)
            cells += [f"{one['nand2']:.0f}", one["flip_flops"], one["path"]] if one else ["", "", ""]
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    return lines


def write_docs(tables):
    """Puts each table between its marks in docs/synthesis.md, and what the pages tell of them."""
    text = read(DOCS)
    for name, lines in tables.items():
        text = marks.replace(text, name, lines)
    write(DOCS, text)
    figures.update()


HEADINGS = dict(zip(netlist.KINDS, ("cells", "flip-flops", "NAND2", "memory bits")))


def told(name):
    """The row of docs/synthesis.md for a build or component, and those of a build's parts."""
    tables = figures.read_tables(read(DOCS))
    row = {column: value for (table, one, column), value in tables.items()
           if one == name and table in ("builds", *TABLES)}
    parts_told = {module: value for (table, module, column), value in tables.items()
                  if table == "parts" and column == name}
    return row, parts_told


def stale(result):
    """What docs/synthesis.md says of a build or component and is not so any more, or None."""
    name = result["name"]
    row, parts_told = told(name)
    if not row:
        return f"{DOCS} has no row for {name}"
    pairs = [(kind, row[heading], result[kind], TOLERANCE) for kind, heading in HEADINGS.items()]
    found = {}
    for part in result.get("modules", []):
        found[part["module"]] = (found.get(part["module"], 0) +
                                 part["instances"] * round(part["nand2"]))
    pairs += [(f"NAND2 of {module}", parts_told.get(module, 0), nand2, PART_TOLERANCE)
              for module, nand2 in found.items()]
    for kind, said, value, tolerance in pairs:
        if abs(said - value) > max(tolerance * value, SMALL):
            return (f"{DOCS} says {said} {kind} for {name}, found {value:.0f}: "
                    "make synth writes it anew")
    return None


def attempt(name):
    started = time.monotonic()
    try:
        result = build(name)
        return result, f"{report(result)}  {time.monotonic() - started:.0f} seconds\n"
    except (Failure, netlist.Unknown) as failure:
        return None, f"{name}: {failure}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="*", help="what; everything unless given")
    parser.add_argument("--short", action="store_true", help="the small builds, against the docs")
    parser.add_argument("-j", "--jobs", type=int, default=2, help="how many at once (2)")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    os.makedirs(BUILD, exist_ok=True)
    builds = sorted(name.removesuffix(".cfg") for name in os.listdir(CONFIGS)
                    if name.endswith(".cfg"))
    whole = [*builds, *COMPONENTS, "options"]
    known = [*whole, *(name + REGISTERS for name in builds)]
    if set(arguments.name) - set(known):
        sys.exit("synth.py: no such build; there are " + " ".join(known))
    names = arguments.name or (SHORT if arguments.short else whole)
    good = True
    results = []
    tables = {}
    with ThreadPoolExecutor(max_workers=arguments.jobs) as pool:
        for result, text in pool.map(attempt, [name for name in names if name != "options"]):
            print(text, flush=True)
            complaint = stale(result) if result and arguments.short else None
            if complaint:
                print(complaint)
            good = good and result is not None and not complaint
            results.append(result)
        if "options" in names:
            try:
                tables["options"] = options_table(options(pool))
                print("\n".join(tables["options"]))
            except (Failure, netlist.Unknown) as failure:
                print(f"options: {failure}")
                good = False
    if good and set(names) >= set(builds):
        encoders = [one for one in results if one["top"] == ENCODER]
        tables.update({"builds": rows_table("build", encoders), "parts": parts_table(encoders),
                       "control": control_table(encoders)})
    for table, components in TABLES.items():
        if good and set(names) >= set(components):
            tables[table] = rows_table("component", [one for one in results
                                                     if one["name"] in components])
    try:
        if good and not arguments.short and tables:
            write_docs(tables)
    except (figures.Missing, marks.Unmarked) as error:
        print(f"synth.py: {error}")
        good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
