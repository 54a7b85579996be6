#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what a program is made of as C (sim/report/made.h): revision, simulator, and a checksum of
each source.

    scripts/made.py [--rtl RTL --verilated DIR...] [--model MODEL] > made.c

Of the RTL those files count that Verilator has read, by its lists in DIR; of all else whole folders.
"""
import argparse
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

# What counts as a source in a folder, as in sim/report/sources.c
SUFFIXES = {".c", ".cpp", ".def", ".h", ".ports", ".rows", ".sv", ".v", ".vh", ".vlt"}
ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("include/", "libntrace/", "sim/", "tb/")


def sum_file(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def sum_folder(folder, name):
    """Of lines "SUM  NAME", as sha256sum prints them, of all sources in the order of their names;
    these begin with `name`, wherever the folder is."""
    found = {}
    for place, folders, files in os.walk(folder):
        folders[:] = [one for one in folders if one != "obj" and not one.startswith(".")]
        for one in files:
            if os.path.splitext(one)[1] in SUFFIXES and not one.startswith("."):
                path = os.path.join(place, one)
                found[os.fsencode(name + os.path.relpath(path, folder))] = path
    lines = [sum_file(path).encode() + b"  " + key + b"\n" for key, path in sorted(found.items())]
    return hashlib.sha256(b"".join(lines)).hexdigest()


def verilated(rtl, folders):
    """Names of the RTL's files as in rtl/, with their paths."""
    names = {}
    for folder in folders:
        for listed in Path(folder).rglob("V*__ver.d"):
            for word in listed.read_text(encoding="utf-8").split(":", 1)[1].split():
                if word.startswith(f"{rtl}/"):
                    names["rtl/" + os.path.relpath(word, rtl)] = word
    return names


def sources(rtl=None, folders=(), model=ROOT / "model"):
    """Sums by name, in order."""
    sums = {name: sum_file(path) for name, path in verilated(rtl, folders).items()}
    sums.update({name: sum_folder(ROOT / name, name) for name in FOLDERS})
    sums["model/"] = sum_folder(model, "model/")
    return dict(sorted(sums.items()))


def output(*command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def revision():
    """Of the tree, with -dirty after it if files differ; None: not under version control."""
    if not (ROOT / ".git").exists():
        return None  # a tree may lie in that of somebody else
    return output("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*")


def text(value):
    return "NULL" if value is None else json.dumps(value)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rtl", metavar="DIR", type=lambda path: path.rstrip("/"))
    parser.add_argument("--verilated", metavar="DIR", action="append", default=[])
    parser.add_argument("--model", metavar="DIR", default=ROOT / "model")
    options = parser.parse_args()
    simulator = output("verilator", "--version") if options.verilated else None
    print('#include "sim/report/made.h"\n\nconst nt_made nt_made_here = {\n'
          f"    .revision = {text(revision())},\n    .simulator = {text(simulator)},\n"
          "    .sources = (const nt_made_source[]){")
    for name, checksum in sources(options.rtl, options.verilated, options.model).items():
        print(f"        {{{text(name)}, {text(checksum)}}},")
    print("        {NULL, NULL},\n    },\n};")


if __name__ == "__main__":
    sys.exit(main())
