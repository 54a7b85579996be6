#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the registers of each component as SystemRDL 2.0: rtl/registers/COMPONENT.rdl.

    systemrdl.py [--config NAME] [DIRECTORY]

`ntrace registers --json` has the table: what the build has, of the other components what their
RTL's default parameters give. A WARL field has the access rw: what it keeps of a value that is
written is in docs/registers.md.
"""
import argparse
import itertools
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
sys.path.insert(0, ROOT)

from scripts import spdx  # noqa: E402 (the path comes first)

ENCODER = "encoder"
TITLES = {ENCODER: "N-Trace encoder", "funnel": "N-Trace funnel", "pib": "N-Trace pin interface block",
          "ram": "N-Trace RAM sink", "atb": "N-Trace ATB bridge"}
# By access, as software and hardware see it.
ACCESS = {
    "RO": "sw = r; hw = w;",
    "RW": "sw = rw; hw = rw;",
    "WARL": "sw = rw; hw = r;",
    "RW1C": "sw = rw; onwrite = woclr; hw = w;",
    "W1": "sw = w; onwrite = woset; hw = r;",
}


def components(config):
    """Their registers, by name."""
    done = subprocess.run([f"{ROOT}/build/ntrace", "registers", "--json", "--config", config],
                          check=True, stdout=subprocess.PIPE, text=True)
    table = json.loads(done.stdout)
    return {ENCODER: table["registers"], **table["components"]}


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def field_lines(field):
    last = field["lsb"] + field["width"] - 1
    yield f"        field {{ {ACCESS[field['access']]}"
    yield f"            desc = {quoted(field['meaning'])};"
    yield f"        }} {field['name']}[{last}:{field['lsb']}] = {field['reset_value']:#x};"


def register_lines(register, base=0, indent="    "):
    yield f"{indent}reg {{"
    yield f"{indent}    name = {quoted(register['title'])};"
    for field in register["fields"]:
        yield from (indent[4:] + line for line in field_lines(field))
    yield f"{indent}}} {register['name']} @ {register['offset'] - base:#x};"


def unit_lines(registers):
    """The registers of units of one kind, once a unit: trTeFilteriControl, i the number."""
    first = registers[0]
    name = re.match(r"[a-z]+[A-Z][a-z]+?[A-Z][a-z]*?(?=[ij][A-Z])", first["name"])[0]
    yield "    regfile {"
    for register in registers:
        yield from register_lines(register, first["offset"], "        ")
    yield f"    }} {name}[{first['units']}] @ {first['offset']:#x} += {first['stride']:#x};"


def description(name, registers):
    lines = [spdx.comment("//"), f"// {TITLES[name]}; made by `make packages`.", f"addrmap nt_{name}_registers {{",
             f"    name = {quoted(TITLES[name])};", "    default regwidth = 32;",
             "    default accesswidth = 32;", ""]
    built = [register for register in registers if register["units"] != 0]
    # Registers of units of one kind lie within a stride.
    for _, group in itertools.groupby(built, lambda one: one["stride"] and one["offset"] & ~0x1ff):
        group = list(group)
        if group[0]["stride"] != 0:
            lines += unit_lines(group)
        else:
            lines += [line for one in group for line in register_lines(one)]
    return "\n".join([*lines, "};"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", default="rv64", help="the encoder's build (rv64)")
    parser.add_argument("directory", nargs="?", default=f"{ROOT}/rtl/registers")
    options = parser.parse_args()
    os.makedirs(options.directory, exist_ok=True)
    for name, registers in components(options.config).items():
        with open(f"{options.directory}/nt_{name}_registers.rdl", "w", encoding="utf-8") as file:
            file.write(description(name, registers))


if __name__ == "__main__":
    main()
