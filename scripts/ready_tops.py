#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tops that a chip with a core takes as they are: rtl/nt_ADAPTER_system.v has harts with
that adapter, and nt_system behind them. Made of the headers of both.

    ready_tops.py [DIRECTORY]
"""
import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import rtl_files, spdx  # noqa: E402 (the path comes first)

# What an adapter that does not tell calls from returns leaves of nt_system's parameters
NO_RETURNS = {"ITYPE_W": "3", "SIJUMP": "0", "STACK_DEPTH": "0", "DRAFT": "0"}
# Of each adapter: what it is made for, and the parameters of nt_system that it leaves no choice of.
ADAPTERS = {"rvfi": ("RVFI", {}),
            "tci": ("Rocket's TraceCoreInterface", NO_RETURNS),
            "iti": ("what CVA6 gives its Instruction Trace Interface", NO_RETURNS)}
# Parameters of nt_system that are widths of ports, derived from others
DERIVED = ("CONTEXT_W", "TIME_W", "TRIGGERS_W", "ATDATA_W", "ATBYTES_W")
HEADER = re.compile(r"^module (\w+) #\(\n(.*?)^\) \(\n(.*?)^\);", re.M | re.S)
PARAMETER = re.compile(r"((?:^    //[^\n]*\n)*)^    parameter integer (\w+) = ([^\n]*?),?$", re.M)
PORT = re.compile(r"^    (input|output)  ?wire *(?:\[([^\]]*):0\])? *(\w+),?(?: *//([^\n]*))?$")


@dataclass
class Module:
    parameters: dict  # name: (comment, default)
    ports: list       # lines: (direction, width, name, comment), or a text between them


def width_of(high):
    """The width of [high:0], as text."""
    if high is None:
        return "1"
    return high.removesuffix("-1") if high.endswith("-1") else str(int(high) + 1)


def read(name):
    path = next((ROOT / "rtl").rglob(f"{name}.v"))
    _, parameters, ports = HEADER.search(rtl_files.text_of(path)).groups()
    found = []
    for line in ports.splitlines():
        match = PORT.match(line)
        found.append((match[1], width_of(match[2]), match[3], match[4] or "") if match else line)
    return Module({match[2]: (match[1], match[3]) for match in PARAMETER.finditer(parameters)}, found)


def is_port(line):
    return not isinstance(line, str)


def declared(direction, width, name, comment, last):
    high = int(width) - 1 if width.isdigit() else f"{width}-1"
    span = "" if width == "1" else f"[{high}:0]"
    end = "" if last else ","
    note = f"  //{comment}" if comment else ""
    return f"    {direction:6} wire {span:42} {name}{end}{note}"


def times(width):
    """The width of the signals of all harts."""
    return "NHARTS" if width == "1" else f"NHARTS*{width}"


def connected(pairs):
    """Named connections, as many a line as there is room for."""
    lines, line = [], "       "
    for text in [f".{inner}({outer})" for inner, outer in pairs]:
        if len(line) + len(text) + 2 > 115:
            lines.append(line)
            line = "       "
        line += f" {text},"
    return "\n".join([*lines, line.rstrip(",")])


def ready(adapter):
    """The text of the top with that adapter."""
    words, fixed = ADAPTERS[adapter]
    inner, system = read(f"nt_{adapter}"), read("nt_system")
    between = {line[2] for line in inner.ports if is_port(line) and line[0] == "output"} & \
              {line[2] for line in system.ports if is_port(line)}
    zero = {"sijump"} - between
    own = {name: value for name, value in inner.parameters.items() if name not in system.parameters}
    kept = {name: value for name, value in system.parameters.items() if name not in fixed}
    if "NBLOCKS" in inner.parameters:
        kept["NBLOCKS"] = (kept["NBLOCKS"][0], inner.parameters["NBLOCKS"][1])
    kept["NHARTS"] = (kept["NHARTS"][0], "1")

    ordered = {**{name: kept[name] for name in kept if name not in DERIVED}, **own, **{name: kept[name] for name in DERIVED}}
    parameters = [f"{comment}    parameter integer {name} = {default}" for name, (comment, default) in ordered.items()]

    lines = []
    for line in system.ports:
        if not is_port(line):
            if "Trace ingress ports" in line:
                lines.append(f"    // Of the harts, hart 0 in the low bits: {words}")
                lines += [f"    // {comment}" if comment else (direction, times(width), name, note)
                          for direction, width, name, note, comment in harts(inner)]
                lines += ["", "    // Of the harts, beside it; what a core lacks is 0"]
            else:
                lines.append(line)
        elif line[2] not in between | zero:
            lines.append((line[0], line[1], line[2], line[3]))
            if line[2] == "stall":
                lines.append(("output", "NHARTS", "overrun", " since the reset instructions of the hart were lost"))
    last = max(index for index, line in enumerate(lines) if is_port(line))
    ports = [declared(*line, index == last) if is_port(line) else line for index, line in enumerate(lines)]

    wires = [f"    wire {'[' + times(width) + '-1:0]':36} {name};"
             for direction, width, name, _, _ in harts(inner, outputs=True) if name in between]
    slices = [(name, name if name in ("clk", "rst") else
               f"{name}[hart]" if width == "1" else f"{name}[hart*{group(width)} +: {group(width)}]")
              for direction, width, name, _ in filter(is_port, inner.ports)]
    into = [(name, fixed.get(name, name)) for name in system.parameters
            if name not in DERIVED]
    across = [(name, f"{{{width}{{1'b0}}}}" if name in zero else name) for _, width, name, _ in filter(is_port, system.ports)]
    own_values = [(name, name) for name in inner.parameters]
    text = [spdx.comment("//"), f"// A trace system for cores with {words}: nt_{adapter} of each hart, and nt_system behind them.",
            "// Written by scripts/ready_tops.py from the headers of these two. docs/packages.md.", "`default_nettype none", "",
            f"module nt_{adapter}_system #(", ",\n".join(parameters), ") (", "\n".join(ports), ");", "", *wires, "",
            "    genvar hart;", "    generate", "        for (hart = 0; hart < NHARTS; hart = hart + 1) begin : g_hart",
            f"            nt_{adapter} #(", indented(connected(own_values), 8), "            ) adapter (",
            indented(connected(slices), 8), "            );", "        end", "    endgenerate", "",
            "    nt_system #(", connected(into), "    ) system (", connected(across), "    );", "", "endmodule", "",
            "`default_nettype wire", ""]
    return "\n".join(text)


def group(width):
    return f"({width})" if re.search(r"[-+]", width) else width


def indented(text, by):
    return "\n".join(" " * by + line for line in text.splitlines())


def harts(inner, outputs=False):
    """Ports of the adapter that are a hart's: direction, width, name, note, and comments between."""
    for line in inner.ports:
        if not is_port(line):
            comment = line.strip().removeprefix("//").strip()
            if comment and not outputs and "ingress port" not in comment:
                yield None, None, None, None, comment
        elif line[2] not in ("clk", "rst", "overrun") and (line[0] == "output") == outputs:
            yield (*line, None)


def ready_tops():
    """Paths and texts."""
    for adapter in ADAPTERS:
        yield f"rtl/nt_{adapter}_system.v", ready(adapter)


def main():
    parser = argparse.ArgumentParser(prog="ready_tops.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", nargs="?", type=Path, default=ROOT, help="which gets rtl/ (this project)")
    out = parser.parse_args().directory
    for path, text in ready_tops():
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
