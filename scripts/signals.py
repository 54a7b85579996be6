#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write docs/signals.md: what every bench drives and compares, from its table of ports.

    signals.py [--check]

--check writes nothing, and ends with status 1 if the page is not as it would be written.
"""
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import units  # noqa: E402 (the path comes first)

PAGE = ROOT / "docs/signals.md"
TABLES = ["tb/encoder/encoder.ports", "tb/system/system.ports",
          *(f"tb/units/{name}/{name}.ports" for name in units.own())]
HEAD = """# Signals

What each [unit](unit.md) drives and compares in every cycle, as its table has it: made by `scripts/signals.py`. A name with `{b}`, `{s}` or another letter stands for as many signals as the unit has of these: blocks, slots, filters; `{field}` for every control field of the encoder, `{field_w}` for its width. A width is in bits, in the build's parameters; `condition ? width` is there in such builds alone. A signal is compared while its condition holds, in C on the golden model's view (`v`); always if there is none.
"""
KINDS = {"in": "input", "out": "output", "probe": "register"}


def lines_of(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "include":
            yield from lines_of(path.parent / rest)
        elif line.strip() and not line.startswith("#"):
            yield line.strip()


def cell(text):
    return f"`{text.strip()}`".replace("|", "\\|") if text.strip() else ""


def rows_of(path):
    """Group, kind, name, width, condition and where in the RTL, of each row."""
    group, gate = "", ""
    for line in lines_of(path):
        if line.startswith("= "):
            group = line[2:]
        elif line.split()[0] == "while":
            gate = line.removeprefix("while").partition(" ~ ")[0].strip()
        kind, *cells = [part.strip() for part in re.split(r" \|(?= |$)", line)]
        if kind not in KINDS:
            continue
        name, width = cells[0], cells[1]
        valid = cells[2] if kind != "in" else ""
        where = cells[3] if kind == "probe" else ""
        condition = " && ".join(part for part in (gate, valid) if part and kind != "in")
        yield group, KINDS[kind], name, width, condition, where


def section(path):
    yield f"## {path.stem}"
    yield ""
    yield f"[{path.relative_to(ROOT)}](../{path.relative_to(ROOT)})"
    yield ""
    yield "| group | kind | signal | width | compared while | in the RTL |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for group, kind, name, width, condition, where in rows_of(path):
        yield f"| {group} | {kind} | {cell(name)} | {cell(width)} | {cell(condition)} | {cell(where)} |"
    yield ""


def page():
    lines = [line for path in TABLES for line in section(ROOT / path)]
    return HEAD + "\n" + "\n".join(lines)


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__.strip())
    text = page()
    if sys.argv[1:]:
        return 0 if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text else 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
