#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make rtl/hpm/nt_hpm_event_list.vh, and the table in docs/counters.md, of model/hpm/hpm_events.def.

    hpm_events.py [--check]

--check: exit status 1 if these are not what the table makes.
"""
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import kept, marks, spdx  # noqa: E402 (the path comes first)

TABLE = ROOT / "model/hpm/hpm_events.def"
HEADER = ROOT / "rtl/hpm/nt_hpm_event_list.vh"
PAGE = ROOT / "docs/counters.md"
ROW = re.compile(r'^EVENT\((\w+), 0x([0-9a-f]+), "([^"]+)"\)$', re.M)
PLACE_W = 5  # bits


def events():
    """Name, number and what counts, in order: the first has place 1."""
    return [(name, int(number, 16), text) for name, number, text in ROW.findall(TABLE.read_text(encoding="ascii"))]


def header():
    rows = [(f"{PLACE_W}'d{place}", *event) for place, event in enumerate(events(), 1)]
    yield spdx.comment("//")
    yield "// Made by scripts/hpm_events.py from model/hpm/hpm_events.def: the events' places, and the numbers that"
    yield "// mhpmevent has for them. Included inside modules."
    yield "/* verilator lint_off UNUSEDPARAM */ // each module uses its share"
    yield f"localparam [{PLACE_W - 1}:0] EVENT_NONE = {PLACE_W}'d0;"
    yield from (f"localparam [{PLACE_W - 1}:0] EVENT_{name} = {place};" for place, name, _, _ in rows)
    yield f"localparam [{PLACE_W}:0] EVENT_PLACES = {PLACE_W + 1}'d{len(rows) + 1};  // with that of EVENT_NONE"
    yield "/* verilator lint_on UNUSEDPARAM */"
    yield ""
    yield "// The place of a number; EVENT_NONE if it is none of ours"
    yield f"function [{PLACE_W - 1}:0] event_place(input [31:0] number);"
    yield "    case (number)"
    yield from (f"        32'h{number:04x}: event_place = EVENT_{name};" for _, name, number, _ in rows)
    yield "        default:  event_place = EVENT_NONE;"
    yield "    endcase"
    yield "endfunction"
    yield ""
    yield f"function [31:0] event_number(input [{PLACE_W - 1}:0] at);"
    yield "    event_number ="
    yield from (f"        at == EVENT_{name} ? 32'h{number:04x} :" for _, name, number, _ in rows)
    yield "        32'd0;"
    yield "endfunction"


def page_rows():
    yield "| mhpmevent | what counts |"
    yield "| --- | --- |"
    yield from (f"| {number:#x} | {text} |" for _, number, text in events())


def made():
    """By file what it is to have."""
    page = PAGE.read_text(encoding="utf-8")
    return {HEADER: "".join(line + "\n" for line in header()), PAGE: marks.replace(page, "events", page_rows())}


def main():
    kept.main(__doc__, TABLE, made())


if __name__ == "__main__":
    main()
