#!/usr/bin/env python3
"""Synthesize the encoder and the control registers of every build, and the PIB, with Yosys, and
print what they need.

    synth.py [-j N] [NAME...]

NAND2 equivalents: a flip-flop counts as 6, the gates as in scripts/nand2.genlib. The FIFO's memory
is counted apart: as bits, and as what flip-flops in its place would add. Latches, resets that are
not synchronous, and what Yosys' `check` finds are errors (exit status 1). The figures are left in
build/synth/NAME.json.
"""
import argparse
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
sys.path.insert(0, ROOT)

from scripts.rtl_files import files_of  # noqa: E402 (the path comes first)

BUILD = "build/synth"
GENLIB = "scripts/nand2.genlib"
FLIP_FLOP = 6.0
CONFIGS = "rtl/config"
PIB = "nt_pib"
REGISTERS = "-registers"  # behind a build's name: its nt_registers


class Failure(Exception):
    pass


def weights():
    with open(GENLIB, encoding="utf-8") as file:
        found = dict(re.findall(r"^GATE\s+(\w+)\s+([\d.]+)", file.read(), re.M))
    return {"$_DFF_P_": FLIP_FLOP, **{gate: float(area) for gate, area in found.items()}}


def parameters(path):
    words = subprocess.run([sys.executable, "scripts/config.py", "g", path], check=True,
                           capture_output=True, text=True).stdout.split()
    return dict(word.removeprefix("-G").split("=") for word in words)


def netlist(name, variant, top, values, flatten, memory):
    """Runs Yosys; the netlist of gates as write_json gives it."""
    stem = os.path.join(BUILD, f"{name}.{variant}")
    chparam = " ".join(f"-chparam {key} {value}" for key, value in values.items())
    commands = [
        f"read_verilog -Irtl/encoder {' '.join(files_of(top))}",
        f"hierarchy -check -top {top} {chparam}",
        "proc",
        "select -assert-none t:$dlatch t:$adlatch t:$dlatchsr t:$sr",  # latches
        "select -assert-none t:$adff t:$adffe t:$aldff t:$aldffe t:$dffsr t:$dffsre",  # resets
        "check -assert",
        "flatten" if flatten else "",
        "opt -full",
        "memory_map" if memory else "memory -nomap",
        "opt -full",
        "techmap",
        "opt -nodffe -nosdff",
        "dfflegalize -cell $_DFF_P_ x",
        "simplemap",
        "opt_clean",
        f"abc -genlib {GENLIB}",
        "opt_clean -purge",
        f"write_json {stem}.netlist.json",
    ]
    with open(stem + ".ys", "w", encoding="utf-8") as file:
        file.write("\n".join(filter(None, commands)) + "\n")
    with open(stem + ".log", "w", encoding="utf-8") as log:
        status = subprocess.run(["yosys", "-Q", "-s", stem + ".ys"], stdout=log,
                                stderr=subprocess.STDOUT, check=False).returncode
    if status != 0:
        with open(stem + ".log", encoding="utf-8") as log:
            errors = [line.strip() for line in log if line.startswith("ERROR")]
        raise Failure(f"{stem}.log: {errors[0] if errors else 'Yosys failed'}")
    with open(stem + ".netlist.json", encoding="utf-8") as file:
        return json.load(file)


def number(bits):
    return int(bits, 2) if isinstance(bits, str) else bits


def figures(module, weight):
    """What a module needs, its submodules and its memory apart."""
    found = {"cells": 0, "flip_flops": 0, "nand2": 0.0, "memory_bits": 0}
    for cell in module["cells"].values():
        kind = cell["type"]
        if kind in weight:
            found["cells"] += 1
            found["flip_flops"] += kind == "$_DFF_P_"
            found["nand2"] += weight[kind]
        elif kind in ("$mem", "$mem_v2"):
            found["memory_bits"] += (number(cell["parameters"]["SIZE"]) *
                                     number(cell["parameters"]["WIDTH"]))
        elif kind.startswith("$") and not kind.startswith("$paramod"):
            raise Failure(f"a cell of no known weight: {kind}")
    return found


def longest_path(module, weight):
    """Gates in a row between flip-flops or ports, in a flat netlist."""
    driver = {}
    for cell in module["cells"].values():
        if cell["type"] != "$_DFF_P_":
            driver[cell["connections"]["Y"][0]] = [
                bits[0] for port, bits in cell["connections"].items() if port != "Y"]
    depth = {}
    for start in driver:
        stack = [start]
        while stack:
            net = stack[-1]
            wanting = [one for one in driver[net] if one in driver and one not in depth]
            if wanting:
                stack += wanting
            else:
                depth[net] = 1 + max((depth.get(one, 0) for one in driver[net]), default=0)
                stack.pop()
    assert set(driver) == set(depth) and weight
    return max(depth.values(), default=0)


def top_of(design):
    return next(module for module in design["modules"].values()
                if number(module["attributes"].get("top", "0")) == 1)


def module_name(name, module):
    return module["attributes"].get("hdlname", name).split("\\")[-1]


def design(name):
    """The top module that a name means, and its parameters."""
    if name == PIB:
        return PIB, {}
    values = parameters(f"{CONFIGS}/{name.removesuffix(REGISTERS)}.cfg")
    if not name.endswith(REGISTERS):
        return "nt_encoder", values
    with open("rtl/control/nt_registers.v", encoding="utf-8") as file:
        known = re.findall(r"^ *parameter (\w+) =", file.read(), re.M)
    return "nt_registers", {key: values[key] for key in values if key in known}


def synthesize(name):
    weight = weights()
    top, values = design(name)
    flat = figures(top_of(netlist(name, "flat", top, values, True, False)), weight)
    mapped = top_of(netlist(name, "mapped", top, values, True, True))
    with_memory = figures(mapped, weight)
    parts = netlist(name, "modules", top, values, False, False)["modules"]
    result = {
        "name": name, "top": top, "parameters": {key: int(value) for key, value in values.items()},
        **flat, "nand2_with_memory": with_memory["nand2"], "levels": longest_path(mapped, weight),
        "modules": {module_name(key, module): figures(module, weight)
                    for key, module in parts.items()},
    }
    with open(f"{BUILD}/{name}.json", "w", encoding="utf-8") as file:
        json.dump(result, file, indent=2)
        file.write("\n")
    return result


def table(result):
    row = "{:22} {:>7} {:>10} {:>8} {:>12}"
    lines = [row.format(result["name"], "cells", "flip-flops", "NAND2", "memory bits")]
    for name, part in sorted(result["modules"].items()):
        lines.append(row.format("  " + name, part["cells"], part["flip_flops"],
                                f"{part['nand2']:.0f}", part["memory_bits"]))
    lines.append(row.format("whole, flat", result["cells"], result["flip_flops"],
                            f"{result['nand2']:.0f}", result["memory_bits"]))
    lines.append(f"  with the memory as flip-flops: {result['nand2_with_memory']:.0f} NAND2; "
                 f"longest path: {result['levels']} gates\n")
    return "\n".join(lines)


def attempt(name):
    try:
        return table(synthesize(name)), True
    except Failure as failure:
        return f"{name}: {failure}\n", False


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="*", help="builds, nt_pib, or BUILD-registers; all unless given")
    parser.add_argument("-j", "--jobs", type=int, default=2, help="how many at once (2)")
    options = parser.parse_args()
    os.chdir(ROOT)
    os.makedirs(BUILD, exist_ok=True)
    builds = sorted(path.removesuffix(".cfg") for path in os.listdir(CONFIGS))
    known = builds + [PIB] + [build + REGISTERS for build in builds]
    if set(options.name) - set(known):
        sys.exit("synth.py: no such build; there are " + " ".join(known))
    good = True
    with ThreadPoolExecutor(max_workers=options.jobs) as pool:
        for text, fine in pool.map(attempt, options.name or known):
            print(text, flush=True)
            good = good and fine
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
