#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Maps a module to the cells of a real library, osu018 of Debian's qflow-tech-osu018, memories as flip-flops: a netlist
in Verilog, flat, whose module has the name and the ports of the source, and no parameters.

    mapped.py [-o DIRECTORY] BUILD...    nt_encoder of a build of rtl/config, as DIRECTORY/BUILD.v (build/gates)

A netlist that is there and made of the same sources is used again. Exit status 1 where Yosys fails, 2 without the library.
"""
import argparse
import os
import sys

sys.dont_write_bytecode = True
ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
sys.path.insert(0, ROOT)

from scripts import synth  # noqa: E402 (the path comes first)
from scripts.rtl_files import files_of, includes  # noqa: E402

FOLDER = "build/gates"
LIBRARY = "/usr/share/qflow/tech/osu018"
LIBERTY = f"{LIBRARY}/osu018_stdcells.lib"
CELLS = f"{LIBRARY}/osu018_stdcells.v"  # their behaviour
FLIP_FLOP = "DFFPOSX1"                   # the one that is used: no cell of this library has a synchronous reset


def script(top, values, output, rtl, named):
    chparam = " ".join(f"-chparam {name} {value}" for name, value in values.items())
    return "\n".join([f"read_verilog {' '.join(includes(rtl))} {' '.join(files_of(top, rtl))}",
                      f"hierarchy -check -top {top} {chparam}",
                      f"synth {'' if named else '-flatten'} -noabc",
                      f"dfflibmap -liberty {LIBERTY}",
                      *([f"read_liberty -lib {LIBERTY}", "rename -wire", "flatten"] if named else []),
                      f"abc -liberty {LIBERTY}",
                      "opt_clean -purge",
                      f"rename -top {top}",
                      f"write_verilog -noattr {output}", ""])


def netlist(stem, top, values, folder=FOLDER, rtl="rtl", named=False):
    """The path of the netlist of a module with these parameters. `named`: flip-flops have the names of the registers."""
    os.makedirs(folder, exist_ok=True)
    path = f"{folder}/{stem}.v"
    text = script(top, values, path, rtl, named)
    key = synth.content_key(text, [*files_of(top, rtl), LIBERTY])
    if not (os.path.exists(path) and os.path.exists(f"{path}.key") and synth.read(f"{path}.key") == key):
        synth.run_yosys(f"{folder}/{stem}", text)
        synth.write(f"{path}.key", key)
    return path


def main():
    parser = argparse.ArgumentParser(prog="mapped.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", metavar="DIRECTORY", default=FOLDER, help=f"for the netlists ({FOLDER})")
    parser.add_argument("build", nargs="+", help="of rtl/config")
    options = parser.parse_args()
    os.chdir(ROOT)
    if not os.path.exists(LIBERTY):
        print(f"mapped.py: {LIBERTY} is missing: Debian's qflow-tech-osu018", file=sys.stderr)
        return 2
    try:
        for build in options.build:
            print(netlist(build, synth.ENCODER, synth.parameters(build), options.output))
    except synth.Failure as failure:
        print(f"mapped.py: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
