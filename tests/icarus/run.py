#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A short ingress file gives the same bytes from the RTL under Icarus as from the golden model.

    run.py [--rtl DIRECTORY] [--build DIRECTORY]

The worked example for rv64, and for every build a random walk, with the sink ready now and then.
Registers begin unknown under Icarus; an output that is unknown after the reset fails too. Exit
status 1 where anything differs. The files are left in the build directory.
"""
import argparse
import os
import subprocess
import sys

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir,
                                     os.pardir))
sys.path.insert(0, ROOT)

from scripts.rtl_files import files_of  # noqa: E402 (the path comes first)

EXAMPLE = "tests/icarus/worked-example.nti"
RANDOM_CYCLES = 3000
TOPS = ("nt_encoder", "nt_trigger", "nt_timestamp")
# All options but those that need filters or comparators, which the hex form does not have.
OPTIONS = ["trTeContext=1", "trTeInstSyncMode=1", "trTeInstSyncMax=1", "trTeInstEnSequentialJump=1",
           "trTeInstImplicitReturnMode=3", "trTeInstEnRepeatedHistory=1",
           "trTeInstExtendAddrMSB=1", "trTeSrcBits=3", "trTeSrcID=5", "trTsEnable=1"]


class Failure(Exception):
    pass


def call(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}: {(done.stderr or done.stdout).strip()}")
    return done.stdout


def compile_bench(build, rtl, folder, others=None, gates=()):
    """The testbench with a build's parameters, as a program for vvp. `others`: values that some of
    them have instead. `gates`: files of a netlist and its cells, in the place of the encoder's RTL."""
    header = call(sys.executable, "scripts/config.py", "vh", f"rtl/config/{build}.cfg")
    for name, value in (others or {}).items():
        header += f"`undef NT_{name}\n`define NT_{name} {value}\n"
    with open(f"{folder}/{build}.vh", "w", encoding="utf-8") as file:
        file.write(header)
    program = f"{folder}/{build}.vvp"
    tops = TOPS[1:] if gates else TOPS
    call("iverilog", "-g2005", *(["-DNT_NETLIST"] if gates else ["-Wall", "-Wno-timescale"]), f"-I{rtl}/encoder",
         f"-I{rtl}/control", "-Itests/icarus", "-o", program, f"{folder}/{build}.vh", "tests/icarus/nt_encoder_tb.v",
         *gates, *sorted({path for top in tops for path in files_of(top, rtl)}))
    return program


def compare(program, build, name, ingress, folder, more=()):
    """Runs one ingress file through both; how many bytes were the same. `more`: arguments of the simulation."""
    stem = f"{folder}/{build}-{name}"
    call("build/ntrace", "shape", ingress, "-o", stem + ".hex", "--format", "hex",
         "--config", build)
    call("build/ntrace", "encode", ingress, "-o", stem + ".nex", "--config", build)
    said = call("vvp", "-n", program, f"+ingress={stem}.hex", f"+bytes={stem}.bytes", *more)
    if "FAILED" in said or "cycles" not in said:
        raise Failure(f"{ingress}: {said.strip()}")
    with open(stem + ".nex", "rb") as file:
        expected = file.read()
    with open(stem + ".bytes", encoding="utf-8") as file:
        got = bytes.fromhex(file.read())
    if not expected:
        raise Failure(f"{ingress}: no bytes at all")
    for place, (one, other) in enumerate(zip(expected, got)):
        if one != other:
            raise Failure(f"{ingress}: byte {place}: expected {one:02x}, got {other:02x}")
    if len(expected) != len(got):
        raise Failure(f"{ingress}: expected {len(expected)} bytes, got {len(got)}")
    return len(got)


def random_walk(build, seed, options, folder):
    path = f"{folder}/{build}-{seed}.nti"
    settings = [word for option in options for word in ("--set", option)]
    call("build/ntrace", "shape", "--random", "-o", path, "--config", build, "--seed", str(seed),
         "--cycles", str(RANDOM_CYCLES), *settings, *(["--keep-control"] if options else []))
    return path


def walks(build, folder):
    """(name, path) of the random walks of a build: two of what every encoder has, one of all options."""
    return [(f"random{seed}", random_walk(build, seed, options, folder))
            for seed, options in ((1, []), (2, []), (3, OPTIONS))]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rtl", default="rtl", help="where the modules lie (rtl)")
    parser.add_argument("--build", default="build/icarus", help="for the files (build/icarus)")
    options = parser.parse_args()
    os.chdir(ROOT)
    folder = options.build
    os.makedirs(folder, exist_ok=True)
    try:
        for build in sorted(name.removesuffix(".cfg") for name in os.listdir("rtl/config")
                            if name.endswith(".cfg")):
            program = compile_bench(build, options.rtl, folder)
            inputs = [("example", EXAMPLE)] if build == "rv64" else []
            for name, ingress in inputs + walks(build, folder):
                same = compare(program, build, name, ingress, folder)
                print(f"{build:10} {name:10} {same:6} bytes, the same in Icarus and the model")
    except Failure as failure:
        print(f"icarus: {failure}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
