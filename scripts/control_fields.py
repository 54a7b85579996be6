#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make rtl/control/nt_control_fields.vh of model/control/control_fields.def.

    control_fields.py [--check]

The encoder's control fields are packed into one port, in the table's order from bit 0 on. --check:
exit status 1 if the file is not what the table makes.
"""
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import kept, spdx  # noqa: E402 (the path comes first)

TABLE = ROOT / "model/control/control_fields.def"
HEADER = ROOT / "rtl/control/nt_control_fields.vh"
ROW = re.compile(r"^FIELD\((\w+), (\d+),", re.M)


def fields():
    """Name and width of each field of the encoder, in order."""
    return [(name, int(width)) for name, width in ROW.findall(TABLE.read_text(encoding="ascii"))]


def header():
    yield spdx.comment("//")
    yield "// Made by scripts/control_fields.py from model/control/control_fields.def: where each control field"
    yield "// is in the encoder's port `control`."
    yield "`ifndef NT_CONTROL_FIELDS_VH"
    yield "`define NT_CONTROL_FIELDS_VH"
    low = 0
    for name, width in fields():
        yield f"`define NT_{name} {low + width - 1}:{low}"
        low += width
    yield f"`define NT_CONTROL_W {low}"
    widths = ", ".join(f"8'd{width}" for _, width in reversed(fields()))
    yield "// How many they are, and their widths, 8 bits each, the first one lowest"
    yield f"`define NT_CONTROL_FIELDS {len(fields())}"
    yield f"`define NT_CONTROL_WIDTHS {{{widths}}}"
    yield "`endif"


def main():
    kept.main(__doc__, TABLE, {HEADER: "".join(line + "\n" for line in header())})


if __name__ == "__main__":
    main()
