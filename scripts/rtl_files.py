# SPDX-License-Identifier: Apache-2.0
"""The files of a Verilog module and of all modules inside it, by their instances."""
import os
import re

from scripts import verilog

INSTANCE = re.compile(r"^ *(nt_\w+) (?:#\(|\w+ ?\()", re.M)
PORT = re.compile(r"^\s*(input|output)\s+(?:wire|reg)\s+(?:\[[^,\n]*\]\s+)?(\w+)", re.M)
UNITS = os.path.join("tb", "units")  # beside `rtl`: a unit may bring RTL of its own


def of_units(rtl="rtl"):
    """Paths of the RTL that units bring in their folders, without the tops that are their benches' alone."""
    root = os.path.join(os.path.dirname(rtl), UNITS)
    for name in sorted(os.listdir(root)) if os.path.isdir(root) else ():
        folder = os.path.join(root, name)
        files = sorted(os.listdir(folder)) if os.path.isdir(folder) else ()
        yield from (os.path.join(folder, file) for file in files if file.endswith(".v") and file != f"nt_{name}_top.v")


def paths(rtl="rtl"):
    """By module where it is: module NAME is in NAME.v, somewhere under `rtl` or in the folder of a unit."""
    files = [os.path.join(folder, name) for folder, _, names in os.walk(rtl) for name in names if name.endswith(".v")]
    return {os.path.basename(path).removesuffix(".v"): path for path in (*of_units(rtl), *files)}


def text_of(path, parameters="nt_encoder_parameters.vh"):
    """A module's text, with the list of an encoder's parameters where it includes that."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    include = f'    `include "{parameters}"\n'
    if include in text:
        with open(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "rtl", "control", parameters),
                  encoding="utf-8") as file:
            rows = [line for line in file if line.startswith("    ")]
        text = text.replace(include, "".join(rows))
    return text


def includes(rtl="rtl"):
    """Options for the folders with headers, for Icarus and Yosys alike."""
    return [f"-I{folder}" for folder, _, names in sorted(os.walk(rtl)) if any(name.endswith(".vh") for name in names)]


def files_of(top, rtl="rtl"):
    """Paths, `top` first."""
    known = paths(rtl)
    found = [top]
    for name in found:  # which grows meanwhile
        with open(known[name], encoding="utf-8") as file:
            inside = INSTANCE.findall(file.read())
        found += [one for one in dict.fromkeys(inside) if one in known and one not in found]
    return [known[name] for name in found]


def ports(top, rtl="rtl"):
    """Names of its inputs, and of its outputs; without those that are for proofs alone."""
    with open(paths(rtl)[top], encoding="utf-8") as file:
        text = verilog.without_formal(file.read())
    found = PORT.findall(text[:text.index("\n);")])
    return [name for way, name in found if way == "input"], [name for way, name in found if way == "output"]
