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


main()
