#!/usr/bin/env python3
"""Turn the parameter files rtl/config/*.cfg into what the tools read.

    config.py c  FILE...   a C table of all builds (model/config.h)
    config.py vh FILE      a Verilog header with one `define a parameter
    config.py g FILE       Verilator's options that set the parameters of the top module
"""
import os
import re
import sys

KEYS = ["XLEN", "NBLOCKS", "ITYPE_W", "IRETIRE_W", "ICNT_W", "HIST_W", "FIFO_DEPTH",
        "SCONTEXT_W", "HCONTEXT_W", "SRC_W", "TSTAMP_W", "STACK_DEPTH", "PARTIAL_W", "REPEAT_W",
        "PERIOD_W", "OPTIONS", "BTYPE_TRAP", "DRAFT", "NFILTERS", "NCOMPARATORS", "NTRIGGERS",
        "OUT_BYTES"]

# Least and most of each; what nt_encoder checks at elaboration.
RANGES = {
    "XLEN": (32, 64), "NBLOCKS": (1, 4), "ITYPE_W": (3, 4), "IRETIRE_W": (2, 8), "ICNT_W": (5, 22),
    "HIST_W": (5, 32), "FIFO_DEPTH": (8, 128), "SCONTEXT_W": (0, 63), "HCONTEXT_W": (0, 63),
    "SRC_W": (0, 12), "TSTAMP_W": (0, 63), "STACK_DEPTH": (0, 32), "PARTIAL_W": (1, 63),
    "REPEAT_W": (0, 18), "PERIOD_W": (0, 5), "OPTIONS": (0, 1), "BTYPE_TRAP": (0, 1),
    "DRAFT": (0, 1), "NFILTERS": (0, 16), "NCOMPARATORS": (0, 8), "NTRIGGERS": (0, 8),
    "OUT_BYTES": (1, 8),
}


def power_of_two(value):
    return value & (value - 1) == 0


# What must hold beyond that, and how it is said.
RULES = [
    (lambda v: v["XLEN"] in (32, 64), "XLEN is 32 or 64"),
    (lambda v: v["OUT_BYTES"] in (1, 4, 8), "OUT_BYTES is 1, 4 or 8"),
    (lambda v: v["ICNT_W"] > v["IRETIRE_W"], "ICNT_W is more than IRETIRE_W"),
    (lambda v: power_of_two(v["FIFO_DEPTH"]) and v["FIFO_DEPTH"] >= 8 * v["NBLOCKS"],
     "FIFO_DEPTH is a power of two, at least 8 * NBLOCKS"),
    (lambda v: v["SCONTEXT_W"] + v["HCONTEXT_W"] < v["XLEN"],
     "SCONTEXT_W + HCONTEXT_W is at most XLEN - 1"),
    (lambda v: v["SCONTEXT_W"] > 0 or v["HCONTEXT_W"] == 0, "HCONTEXT_W needs SCONTEXT_W"),
    (lambda v: power_of_two(v["STACK_DEPTH"]), "STACK_DEPTH is 0 or a power of two"),
    (lambda v: v["STACK_DEPTH"] == 0 or v["ITYPE_W"] == 4, "STACK_DEPTH needs ITYPE_W = 4"),
    (lambda v: v["PARTIAL_W"] < v["XLEN"], "PARTIAL_W is at most XLEN - 1"),
    (lambda v: v["PERIOD_W"] == 0 or
     v["HIST_W"] - 1 + (v["HIST_W"] - 1) // 2 < 2 ** v["REPEAT_W"] - 1,
     "PERIOD_W needs HIST_W - 1 + (HIST_W - 1) / 2 < 2^REPEAT_W - 1"),
    (lambda v: v["PERIOD_W"] == 0 or 2 ** v["PERIOD_W"] <= v["HIST_W"],
     "2^PERIOD_W is at most HIST_W"),
]


def complaint(values):
    """What is wrong with parameters, in words, or None."""
    for key in KEYS:
        least, most = RANGES[key]
        if not least <= values[key] <= most:
            return f"{key} = {values[key]}: {least} to {most}"
    return next((text for holds, text in RULES if not holds(values)), None)


def read(path):
    values = {}
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            text = line.split("#", 1)[0].strip()
            if not text:
                continue
            match = re.fullmatch(r"(\w+)\s*=\s*(\d+)", text)
            if not match or match[1] not in KEYS or match[1] in values:
                sys.exit(f"{path}:{number}: not a parameter: {text}")
            values[match[1]] = int(match[2])
    missing = [key for key in KEYS if key not in values]
    if missing:
        sys.exit(f"{path}: missing {', '.join(missing)}")
    if complaint(values):
        sys.exit(f"{path}: {complaint(values)}")
    return values


def name_of(path):
    return os.path.splitext(os.path.basename(path))[0]


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("c", "vh", "g"):
        sys.exit(__doc__.strip())
    if sys.argv[1] == "vh":
        for key, value in read(sys.argv[2]).items():
            print(f"`define NT_{key} {value}")
        return
    if sys.argv[1] == "g":
        print(*(f"-G{key}={value}" for key, value in read(sys.argv[2]).items()))
        return
    print("/* Made by scripts/config.py from rtl/config. */")
    print('#include "model/config.h"\n\n#include <stddef.h>\n')
    print("const nt_config nt_configs[] = {")
    for path in sys.argv[2:]:
        values = read(path)
        fields = ", ".join(f".{key.lower()} = {values[key]}" for key in KEYS)
        print(f'    {{.name = "{name_of(path)}", {fields}}},')
    print("    {.name = NULL},\n};")


if __name__ == "__main__":
    main()
