#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make rtl/ctr/nt_ctr_fields.vh of model/ctr/ctr_fields.def.

    ctr_fields.py [--check]

The bits of CTR's control registers in both register maps, map 0 that of 1.0 and map 1 that of the
draft; and the tables of both in docs/ctr.md. --check: exit status 1 if one of the files is not what the
table makes.
"""
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import kept, marks, spdx  # noqa: E402 (the path comes first)

TABLE = ROOT / "model/ctr/ctr_fields.def"
HEADER = ROOT / "rtl/ctr/nt_ctr_fields.vh"
ROW = re.compile(r"^NT_CTR_FIELD\((\w+), (\w+), (\w+), (\w+), (\d)\)", re.M)
PAGE = ROOT / "docs/ctr.md"
CSR = re.compile(r"^NT_CTR_CSR\((\w+), (\w+), (\w+), (\w+), (\w+),", re.M)
WIDTH = 48  # of the registers as they are held


def fields():
    """Name, bit held, bits in the two maps (None: not in it), option and whether vsctr has it."""
    for name, ratified, draft, option, in_vs in ROW.findall(TABLE.read_text(encoding="ascii")):
        shown = [None if bit == "NONE" else int(bit) for bit in (ratified, draft)]
        yield name, next(bit for bit in shown if bit is not None), shown, option, in_vs == "1"


def csrs():
    """Key, and name and number (0: none) in each of the maps."""
    for key, *cells in CSR.findall(TABLE.read_text(encoding="ascii")):
        yield key, [(name, int(number, 0)) for name, number in (cells[:2], cells[2:])]


def mask(bits):
    return f"{WIDTH}'h{sum(1 << bit for bit in bits):012x}"


def concatenation(word, width, source):
    """Bits of `word` at the places that `source` gives, highest first; 0 where it gives none."""
    return ", ".join(f"{word}[{source[bit]}]" if bit in source else "1'b0"
                     for bit in reversed(range(width)))


def header():
    rows = list(fields())
    yield spdx.comment("//")
    yield "// Made by scripts/ctr_fields.py from model/ctr/ctr_fields.def: the bits of CTR's control registers."
    yield "`ifndef NT_CTR_FIELDS_VH"
    yield "`define NT_CTR_FIELDS_VH"
    yield "// CSR numbers in both maps; 0: not in that map"
    for key, maps in csrs():
        for number, (_, csr) in enumerate(maps):
            yield f"`define NT_CTR_{key}_{number} 12'h{csr:03x}"
    yield "// Where a register that is held has a field"
    for name, held, _, _, _ in rows:
        yield f"`define NT_CTR_{name} {held}"
    yield "// The fields of vsctrctl"
    yield f"`define NT_CTR_IN_VS {mask(held for _, held, _, _, in_vs in rows if in_vs)}"
    for number, text in enumerate(("1.0", "draft")):
        mine = [(held, shown[number], option) for _, held, shown, option, _ in rows
                if shown[number] is not None]
        yield f"// {text}: fields by option, and a register as it is read and as it is held"
        for option in ("ALWAYS", "RAS", "EXTERNAL", "BREAK", "FREEZE", "FILTERS"):
            bits = mask(held for held, _, of in mine if of == option)
            yield f"`define NT_CTR_{option}_{number} {bits}"
        shown = concatenation("held", WIDTH, {at: held for held, at, _ in mine})
        taken = concatenation("word", WIDTH, {held: at for held, at, _ in mine})
        yield f"`define NT_CTR_SHOWN_{number}(held) {{16'b0, {shown}}}"
        yield f"`define NT_CTR_TAKEN_{number}(word) {{{taken}}}"
    yield "`endif"


def page():
    """docs/ctr.md with the tables of both maps."""
    def csr(name, number):
        return f"{name} {number:#x}" if number else "-"

    def bit(number):
        return "-" if number is None else str(number)
    registers = ["| 1.0 | draft |", "| --- | --- |",
                 *(f"| {csr(*ratified)} | {csr(*draft)} |" for _, (ratified, draft) in csrs())]
    bits = ["| field | 1.0 | draft | vs |", "| --- | --- | --- | --- |",
            *(f"| {name} | {bit(ratified)} | {bit(draft)} | {'yes' if in_vs else ''} |"
              for name, _, (ratified, draft), _, in_vs in fields())]
    text = marks.replace(PAGE.read_text(encoding="utf-8"), "registers", registers)
    return marks.replace(text, "fields", bits)


def main():
    kept.main(__doc__, TABLE, {HEADER: "".join(line + "\n" for line in header()), PAGE: page()})


if __name__ == "__main__":
    main()
