#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The stage checklist of each unit, made of the tree: what of design, verification and documentation is there, and the
command or page that shows it. Prints docs/project/stages.md; `--json` the same for machines.

    scripts/stages.py > docs/project/stages.md

The page has no unit that brings its own RTL (scripts/unit_page.py has).

A point is there where the tree has what the command runs on; whether it passes is what the command says.
"""
import argparse
import json
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scripts import rtl_files, units  # noqa: E402 (the path comes first)
from tests.formal import proofs  # noqa: E402

# Point, what it asks, and the command that shows it; NAME is the unit's.
POINTS = (
    ("ports", "design: a table of ports and registers, from which top and comparison are made", "docs/signals.md"),
    ("lint", "design: its modules are elaborated, at so many sets of parameters", "make lint"),
    ("synthesis", "design: gates, flip-flops and longest paths are measured", "make synth"),
    ("package", "design: file lists and FuseSoC cores", "rtl/lists"),
    ("lockstep", "verification: RTL against golden model in every cycle, at so many sets of parameters", "make unit-NAME"),
    ("coverage", "verification: functional bins, and lines, branches and toggles, in the report of sign-off", "make signoff"),
    ("mutants", "verification: the bench judges mutants of the model without RTL, too", "make mutation-model"),
    ("proofs", "verification: contracts of its modules proven, and the faults that break them", "make formal"),
    ("vectors", "verification: compliance vectors for implementations of others", "ntrace vectors list --unit NAME"),
    ("page", "documentation: the page of what a chip takes of it", "docs/project/modules.md"),
)


def pages():
    """Of docs/project/modules.md, by module."""
    text = (ROOT / "docs/project/modules.md").read_text("utf-8")
    return dict(re.findall(r"^\| `(nt_\w+)` \|.*\]\(\.\./([a-z-]+\.md)", text, re.M))


def count(number, thing):
    """"1 proof", "3 proofs"; nothing of none."""
    return "" if number == 0 else f"{number} {thing}{'s' * (number != 1)}"


def row(name, unit):
    """What there is of each point; nothing where the point is open."""
    modules = units.modules(name)
    files = {path for module in modules for path in rtl_files.files_of(module)}
    proven = [proof for proof in proofs.PROOFS if set(proof.files) & files and proof.top in
              {Path(path).stem for path in files}]
    names = {proof.name for proof in proven}
    faults = sum(fault.proof in names for fault in proofs.FAULTS)
    folder = ROOT / "tests/vectors" / {"trace_encoder": "encoder"}.get(name, name)
    vectors = sum(path.suffix != ".txt" for path in folder.glob("*.*"))
    synthesized = sum(map(len, unit["synthesis"].values()))
    documented = sorted({page for module, page in pages().items() if module in modules or module in unit["packages"]})
    return {
        "ports": f"[table](../signals.md#{name})",
        "lint": count(sum(map(len, unit["lint"].values())), "set") or "defaults",
        "synthesis": count(synthesized, "netlist"),
        "package": ", ".join(f"`{top}`" for top in unit["packages"]),
        "lockstep": count(len(unit["builds"]), "build"),
        "coverage": "yes" if unit["coverage"] is not None else "",
        "mutants": "yes" if unit["without_rtl"] else "",
        "proofs": f"{count(len(proven), 'proof')}, {count(faults, 'fault')}" if proven else "",
        "vectors": count(vectors, "vector"),
        "page": ", ".join(f"[{page}](../{page})" for page in documented),
    }


def checklist():
    return {name: row(name, unit) for name, unit in units.units().items()}


def page(rows):
    yield from ("# Stages of the units", "",
                "Made by `scripts/stages.py` of the tree, as the checklists of hardware teams: what there is of design,",
                "verification and documentation of each unit of `tb/units`. An empty cell is an open point.", "",
                "| point | asks for | shown by |", "| --- | --- | --- |")
    yield from (f"| {point} | {asks} | `{shown}` |" for point, asks, shown in POINTS)
    rows = {name: rows[name] for name in units.own()}
    for titles in (("ports", "lint", "synthesis", "package", "page"), ("lockstep", "coverage", "mutants", "proofs", "vectors")):
        yield from ("", f"| unit | {' | '.join(titles)} | ", f"| --- |{' --- |' * len(titles)}")
        yield from (f"| {name} | {' | '.join(cells[title] for title in titles)} |" for name, cells in rows.items())


def main():
    parser = argparse.ArgumentParser(prog="stages.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="for machines")
    rows = checklist()
    if parser.parse_args().json:
        print(json.dumps({"points": [dict(zip(("point", "asks", "shown"), point)) for point in POINTS], "units": rows}, indent=1))
    else:
        print("\n".join(line.rstrip() for line in page(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
