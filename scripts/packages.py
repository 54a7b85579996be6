#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the file lists by which others take the RTL: rtl/lists/TOP.f for command lines, and
rtl/lists/anywhere/TOP.f for those that run elsewhere; rtl/TOP.core and the core of the Icarus testbench
for FuseSoC; Bender.yml. Lists and core of a unit that brings its RTL are in its folder instead of rtl/.
And the version, from the file VERSION, as the public header has it.

    packages.py [DIRECTORY]
    packages.py --installed FOLDER DIRECTORY    rtl/lists/TOP.f alone, of an rtl/ that is in FOLDER
"""
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
sys.path.insert(0, ROOT)

from scripts import spdx, units, verilog  # noqa: E402 (the path comes first)
from scripts.rtl_files import files_of  # noqa: E402

# What a chip instantiates, and in a few words what it is.
TOPS = units.packages()
# Of units that bring their RTL: by top the folder.
GUESTS = {top: f"tb/units/{name}" for name in units.guests() for top in units.units()[name]["packages"]}
OWN = [top for top in TOPS if top not in GUESTS]
# What a system lacks by its parameters leaves ports and wires without use.
LINT = {top: ["-Wno-PINCONNECTEMPTY", "-Wno-UNUSEDSIGNAL"] for top in units.wholes()["system"]["packages"]}
INCLUDE = re.compile(r'^ *`include "(.*)"', re.M)
AUTHORS = "the developers of ntrace"


def version():
    """Of all that is released: RTL, library, command, vectors."""
    with open("VERSION", encoding="utf-8") as file:
        return file.read().strip()


HEADER = """\
{license}
/* Made by scripts/packages.py from the file VERSION. */
#ifndef NTRACE_VERSION_H
#define NTRACE_VERSION_H

/* Is the version of these headers. */
#define NTRACE_VERSION "{version}"

/* Is the same as a number: 10000 times the first part, 100 times the second, and the third. */
#define NTRACE_VERSION_NUMBER {number}

#endif
"""


def version_header():
    major, minor, patch = map(int, version().split("."))
    return HEADER.format(license=spdx.comment("/*"), version=version(),
                         number=10000 * major + 100 * minor + patch)


def headers():
    """Paths of the headers by name."""
    return {name: os.path.join(folder, name) for folder, _, names in os.walk("rtl")
            for name in names if name.endswith(".vh")}


def contents(top):
    """Headers, then modules, of a top; each after what it includes or instantiates."""
    known = headers()
    modules = files_of(top)[::-1]
    found = []
    for path in modules:
        with open(path, encoding="utf-8") as file:
            found += INCLUDE.findall(verilog.without_formal(file.read()))
    for name in found:  # which grows meanwhile
        with open(known[name], encoding="utf-8") as file:
            found += [one for one in INCLUDE.findall(file.read()) if one not in found]
    return sorted({known[name] for name in found}), modules


def folders_of(paths):
    return sorted({os.path.dirname(path) for path in paths})


def command_line(top, where, folder=""):
    """`where` says in a comment from where the list works; `folder` comes before each path. Where that has blanks the paths
    are quoted, which Verilator takes; Icarus has no way to name such files in a list."""
    quote = '"' if " " in folder else ""
    included, modules = contents(top)
    lines = [spdx.comment("//"), f"// {TOPS[top]}.", f"// {where}"]
    lines += [f"+incdir+{quote}{folder}{path}{quote}" for path in folders_of(included)]
    return "\n".join(lines + [f"{quote}{folder}{path}{quote}" for path in modules]) + "\n"


CORE = """\
CAPI=2:
{license}
name: "ntrace:rtl:{top}:{version}"
description: "{words}"

filesets:
  rtl:
    files:
{files}
    file_type: verilogSource-2005

targets:
  default: &default
    filesets: [rtl]
    toplevel: {top}
  lint:
    <<: *default
    default_tool: verilator
    tools:
      verilator:
        mode: lint-only
        verilator_options: [{lint}]
"""


def home(top):
    """The folder of its lists and core."""
    return GUESTS.get(top, "rtl")


def core(top):
    included, modules = ([os.path.relpath(path, home(top)) for path in paths] for paths in contents(top))
    files = [f"      - {path}: {{is_include_file: true, include_path: {os.path.dirname(path)}}}" for path in included]
    files += [f"      - {path}" for path in modules]
    return CORE.format(license=spdx.comment("#"), top=top, version=version(), words=TOPS[top], files="\n".join(files),
                       lint=", ".join(["-Wall", *LINT.get(top, [])]))


BENCH = """\
CAPI=2:
{license}
name: "ntrace:tb:nt_encoder_tb:{version}"
description: "The encoder under Icarus: an ingress file in hex form in, its bytes out"

filesets:
  tb:
    files:
      - nt_ingress_hex.vh: {{is_include_file: true}}
      - nt_encoder_tb.v
    file_type: verilogSource-2005
    depend: ["ntrace:rtl:nt_trace_encoder"]

parameters:
  ingress:
    datatype: file
    paramtype: plusarg
    description: "Ingress file in hex form: ntrace shape, ntrace vectors emit"
  bytes:
    datatype: str
    paramtype: plusarg
    description: "Where the bytes go, a hexadecimal number a line"

targets:
  default:
    filesets: [tb]
"""
BENCH_TARGET = """\
  {target}:
    filesets: [tb]
    default_tool: icarus
    toplevel: nt_encoder_tb
    parameters: [ingress, bytes]
    tools:
      icarus:
        iverilog_options: [-g2005, {defines}]
"""


def bench():
    """The testbench of tests/icarus: a target for each build, of which rv64 is `sim`."""
    text = BENCH.format(license=spdx.comment("#"), version=version())
    builds = sorted(path.removesuffix(".cfg") for path in os.listdir("rtl/config")
                    if path.endswith(".cfg"))
    for build in builds:
        header = subprocess.run([sys.executable, "scripts/config.py", "vh", f"rtl/config/{build}.cfg"],
                                check=True, stdout=subprocess.PIPE, text=True).stdout
        defines = [f"-D{name}={value}" for name, value in
                   re.findall(r"^`define (\w+) (\w+)$", header, re.M)]
        text += BENCH_TARGET.format(target="sim" if build == "rv64" else f"sim_{build}",
                                    defines=", ".join(defines))
    return text


def bender():
    """Files by the tops that have them, in the order of the first: a target names a top."""
    lines = [spdx.comment("#"), "# Targets are the modules that a chip instantiates: bender script -t nt_encoder.",
             "package:", "  name: ntrace", f'  authors: ["{AUTHORS}"]', "", "sources:"]
    owners = {}
    for top in OWN:
        for path in contents(top)[1]:
            owners.setdefault(path, []).append(top)
    groups = {}
    for path, tops in owners.items():
        groups.setdefault(tuple(tops), []).append(path)
    for tops, paths in groups.items():
        included = {folder for top in tops for folder in folders_of(contents(top)[0])}
        target = tops[0] if len(tops) == 1 else f"any({', '.join(tops)})"
        lines.append(f"  - target: {target}")
        if included:
            lines.append(f"    include_dirs: [{', '.join(sorted(included))}]")
        lines += ["    files:", *(f"      - {path}" for path in paths)]
    return "\n".join(lines) + "\n"


def packages():
    """Paths and texts."""
    yield "Bender.yml", bender()
    yield "include/ntrace/version.h", version_header()
    yield "tests/icarus/nt_encoder_tb.core", bench()
    for top in TOPS:
        lists = f"{home(top)}/lists"
        yield f"{lists}/{top}.f", command_line(
            top, f"From the folder that has rtl/: verilator -f {lists}/{top}.f")
        yield f"{lists}/anywhere/{top}.f", command_line(
            top, "From any folder, with the variable NTRACE: the folder that has rtl/", "${NTRACE}/")
        yield f"{home(top)}/{top}.core", core(top)


def installed(folder):
    """Paths and texts of the lists of an rtl/ that is in another folder."""
    for top in OWN:
        yield f"rtl/lists/{top}.f", command_line(top, "From any folder", f"{folder}/")


def main():
    words = sys.argv[1:]
    out = os.path.abspath(words[-1]) if words else ROOT
    os.chdir(ROOT)
    for path, text in installed(words[1]) if words[:1] == ["--installed"] else packages():
        os.makedirs(os.path.dirname(os.path.join(out, path)), exist_ok=True)
        with open(os.path.join(out, path), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
