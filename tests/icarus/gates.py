#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The encoder as gates of a real library gives under Icarus the bytes of the golden model, whatever its flip-flops start with.

    gates.py [--rtl DIRECTORY] [--build DIRECTORY] [BUILD...]

For each build (all of rtl/config) scripts/mapped.py maps nt_encoder to osu018 cells. They run under tests/icarus/nt_encoder_tb.v
three times: all flip-flops unknown at the start, and drawn from two seeds. Each run takes the worked example (rv64), random
walks, and a recorded program. An output that is unknown from the first reset on fails. Exit status 1 where anything differs,
2 without the library.
"""
import argparse
import os
import re
import sys

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir))
sys.path.insert(0, ROOT)

from scripts import mapped, synth  # noqa: E402 (the path comes first)
from tests.icarus import run  # noqa: E402

STARTS = {"unknown": None, "seed 1": 1, "seed 2": 2}
PROGRAMS = {64: "tests/data/boot.ntr", 32: "build/programs/interpreter32.ntr"}
INSTRUCTIONS = 4000  # of the program


def cells(folder, drawn):
    """Files of the cells: the library's own, or with a flip-flop whose start is drawn."""
    text = synth.read(mapped.CELLS)
    if not drawn:
        return [mapped.CELLS]
    one = re.compile(rf"^module {mapped.FLIP_FLOP} .*?^endmodule\n", re.M | re.S)
    if len(one.findall(text)) != 1:
        raise run.Failure(f"{mapped.CELLS}: no module {mapped.FLIP_FLOP}")
    synth.write(f"{folder}/cells.v", one.sub("", text))
    return [f"{folder}/cells.v", "tests/icarus/nt_start.v"]


def benches(build, netlist, folder, rtl="rtl"):
    """By start: the program for vvp, and its arguments."""
    found = {}
    for start, seed in STARTS.items():
        place = f"{folder}/{start.replace(' ', '-')}"
        os.makedirs(place, exist_ok=True)
        program = run.compile_bench(build, rtl, place, gates=[netlist, *cells(place, seed is not None)])
        found[start] = program, [] if seed is None else [f"+start={seed}"]
    return found


def program_of(build, folder):
    """The ingress of a recorded program."""
    path = f"{folder}/{build}-program.nti"
    run.call("build/ntrace", "shape", PROGRAMS[synth.parameters(build)["XLEN"]], "-o", path, "--config", build,
             "--limit", str(INSTRUCTIONS))
    return path


def inputs_of(build, folder):
    example = [("example", run.EXAMPLE)] if build == "rv64" else []
    return [*example, *run.walks(build, folder), ("program", program_of(build, folder))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rtl", default="rtl", help="where the modules lie (rtl)")
    parser.add_argument("--build", default=mapped.FOLDER, help=f"for the files ({mapped.FOLDER})")
    parser.add_argument("build_name", metavar="BUILD", nargs="*", help="of rtl/config (all)")
    options = parser.parse_args()
    os.chdir(ROOT)
    if not os.path.exists(mapped.LIBERTY):
        print(f"gates: {mapped.LIBERTY} is missing: Debian's qflow-tech-osu018", file=sys.stderr)
        return 2
    builds = options.build_name or sorted(name.removesuffix(".cfg") for name in os.listdir("rtl/config") if name.endswith(".cfg"))
    try:
        for build in builds:
            netlist = mapped.netlist(build, synth.ENCODER, synth.parameters(build), options.build, options.rtl)
            inputs = inputs_of(build, options.build)
            for start, (program, words) in benches(build, netlist, options.build, options.rtl).items():
                for name, ingress in inputs:
                    same = run.compare(program, build, name, ingress, options.build, words)
                    print(f"{build:10} start {start:8} {name:10} {same:6} bytes, the same from gates and the model", flush=True)
    except (run.Failure, synth.Failure) as failure:
        print(f"gates: {failure}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
