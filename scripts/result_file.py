# SPDX-License-Identifier: Apache-2.0
"""Writes the result file of a job that a script runs (docs/report.md), for `ntrace report`."""
import json
import os
import sys

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


def write(path, kind, figures, failure=None, arguments=None):
    """A result; nothing if there is no path. `figures`: counts by name. `failure`: what is wrong."""
    if path is None:
        return
    result = {"ntrace_result": VERSION, "failure": failure, "figures": figures, "witnesses": {},
              "bins": {}, "run": {"kind": kind, "unit": "all", "build": "all", "inputs": [],
                                  "parameters": {}, "command": words(arguments or sys.argv)}}
    with open(f"{path}.new", "w", encoding="utf-8") as file:
        json.dump(result, file, indent=1, sort_keys=True)
        file.write("\n")
    os.replace(f"{path}.new", path)


def add_option(parser):
    parser.add_argument("--results", metavar="FILE", type=os.path.abspath,
                        help="what `ntrace report` takes: the figures")
