#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes README.md in the folder of each unit that brings its own RTL: what it is, its signals, its stages.

    unit_page.py [--check]

What docs/signals.md and docs/project/stages.md are for the tree's own. --check writes nothing, and ends with status 1
where a page is not as it would be written.
"""
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scripts import signals, stages, units  # noqa: E402 (the path comes first)


def page(name):
    unit = units.units()[name]
    yield from (f"# {name}", "", f"{unit['summary']}. Made by `scripts/unit_page.py` of `unit.toml` and `{name}.ports`.", "")
    yield from (f"- `{top}`: {words}" for top, words in unit["packages"].items())
    yield from ("", "| stage | there is |", "| --- | --- |")
    yield from (f"| {point} | {cell} |" for point, cell in stages.row(name, unit).items() if point != "ports")
    yield from ("", *list(signals.section(ROOT / f"tb/units/{name}/{name}.ports"))[4:])


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__.strip())
    for name in sorted(units.guests()):
        path, text = ROOT / f"tb/units/{name}/README.md", "\n".join(page(name))
        if not sys.argv[1:]:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
