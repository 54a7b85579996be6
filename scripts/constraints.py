#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the constraints of the paths between clocks, rtl/crossing/MODULE.sdc, of rtl/crossing/crossings.toml, and their
table in docs/crossing.md.

    constraints.py [--check]

--check writes nothing, and ends with status 1 where a file is not as it would be written.
"""
import sys
import tomllib
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import kept, marks, spdx  # noqa: E402 (the path comes first)

FOLDER = ROOT / "rtl/crossing"
TABLE = FOLDER / "crossings.toml"
PAGE = ROOT / "docs/crossing.md"
HEAD = """{spdx}
# {module}: the paths between its clocks. Made by scripts/constraints.py of {table}.
#
# Before it is read, for each instance:
#   nt_instance  path to it, with the separator of the hierarchy behind it; {{}} where it is the top
{variables}
"""
VARIABLES = {
    "period": "nt_period    the period of the faster clock, in the unit of time that is set",
    "reset_n": "nt_reset_n   the port that reset_n comes from",
}


def crossings():
    """{module: its paths}"""
    return tomllib.loads(TABLE.read_text("utf-8"))


def clocks(paths):
    """Names of the clocks of a module, the ports' names; an asynchronous reset is none."""
    return [name for name in dict.fromkeys(name for path in paths for name in (path["from"], path["to"])) if name in
            ("clk", "in_clk", "out_clk")]


def cells(name):
    """Registers of the instance; a flat netlist may have another separator than the hierarchy has."""
    return f"[get_cells ${{nt_instance}}{name.replace('.', '?')}*]"


def commands(path):
    """Of a path: its longest delay, and that hold does not matter."""
    if "registers" not in path:
        yield f"set_false_path -from [get_ports $nt_{path['from']}]"
        return
    into = cells(path["into"]) if "into" in path else f"[get_clocks $nt_{path['to']}]"
    for name in path["registers"]:
        yield f"set_max_delay $nt_period -ignore_clock_latency -from {cells(name)} -to {into}"
        yield f"set_false_path -hold -from {cells(name)} -to {into}"


def sdc(module, paths):
    variables = [VARIABLES["period" if any("registers" in path for path in paths) else "reset_n"]]
    variables += [f"{f'nt_{name}':<12} the name of its clock {name}" for name in clocks(paths)]
    lines = [HEAD.format(spdx=spdx.comment('#'), module=module, table=TABLE.relative_to(ROOT), variables="\n".join(f"#   {line}" for line in variables))]
    for path in paths:
        lines += [f"# {path['from']} to {path['to']}: {path['why']}", *commands(path)]
    return "\n".join(lines) + "\n"


def table():
    yield "| module | from | registers | to | into | why a period is enough |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for module, paths in crossings().items():
        for path in paths:
            registers = ", ".join(f"`{name}`" for name in path.get("registers", []))
            into = f"`{path['into']}`" if "into" in path else ""
            yield f"| `{module}` | `{path['from']}` | {registers} | `{path['to']}` | {into} | {path['why']} |"


def made():
    """By file what it is to have."""
    files = {FOLDER / f"{module}.sdc": sdc(module, paths) for module, paths in crossings().items()}
    return files | {PAGE: marks.replace(PAGE.read_text("utf-8"), "constraints", table())}


def main():
    kept.main(__doc__, TABLE, made())


if __name__ == "__main__":
    main()
