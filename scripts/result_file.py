# SPDX-License-Identifier: Apache-2.0
"""Writes the result file of a job that a script runs (docs/report.md), for `ntrace report`."""
import json
import os
import sys
import time

from scripts import made, whole_file

VERSION = 1
# Options that change nothing in the result, and whether a value follows
LEFT_OUT = {"--results": True, "--jobs": True, "-j": True, "--out": True, "--verbose": False}


def words(arguments):
    """The command that runs the job again: the script, and the options that decide about it."""
    kept = [f"scripts/{os.path.basename(arguments[0])}"]
    rest = iter(arguments[1:])
    for word in rest:
        name, equals, _ = word.partition("=")
        if name not in LEFT_OUT:
            kept.append(word)
        elif LEFT_OUT[name] and not equals:
            next(rest, None)
    return kept


def made_of(arguments):
    """Revision, sources, machine and time: as the benches have them, of the whole RTL."""
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    name = os.uname()
    files = {file.relative_to(made.ROOT).as_posix(): made.sum_file(file)
             for file in sorted((made.ROOT / "rtl").rglob("*.v*"))}
    return {"revision": made.revision(), "simulator": made.output("verilator", "--version"),
            "command": arguments, "sources": {**files, **made.sources()},
            "machine": f"{name.nodename}, {name.machine}, {name.sysname} {name.release}",
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))}


def write(path, kind, figures, failure=None, arguments=None):
    """A result; nothing if there is no path. `figures`: counts by name. `failure`: what is wrong."""
    if path is None:
        return
    result = {"ntrace_result": VERSION, "failure": failure, "figures": figures, "witnesses": {},
              "bins": {}, "run": {"kind": kind, "unit": "all", "build": "all", "inputs": [],
                                  "parameters": {}, "command": words(arguments or sys.argv)},
              "made": made_of(words(arguments or sys.argv))}
    whole_file.write(path, json.dumps(result, indent=1, sort_keys=True) + "\n")


def add_option(parser):
    parser.add_argument("--results", metavar="FILE", type=os.path.abspath,
                        help="what `ntrace report` takes: the figures")
