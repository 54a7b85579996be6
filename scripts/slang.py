#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the RTL by slang, a front end that holds to the letter of IEEE 1800: every file list of `make packages`, its top with
its defaults and with what lint elaborates elsewhere (units.py lint, rtl/config). No error and no warning, but for those
of ALLOWED. Each complaint is a line FILE:LINE: warning: TEXT [code]; the last line is `N tops read, N complaints`, exit
status 1 where there are any, 2 without pyslang.

    slang.py [--rtl FOLDER] [TOP...]
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scripts import units  # noqa: E402 (the path comes first)

# Warnings that are no fault here, by slang's code, and why.
ALLOWED = {
    "ArithOpMismatch": "a parameter, signed by the language, beside a vector: both are of 32 bits and not negative",
    "SignCompare": "likewise",
    "SignConversion": "likewise",
    "ShiftCountOverflow": "a shift by the width, at a parameter of 1, gives 0, which is meant",
    "EmptyOutputPortConn": "an output that a system without a timestamp unit of its own does not use",
}
CONFIGS = {"nt_trace_encoder", "nt_encoder"}  # tops with the parameters of rtl/config


def lists():
    """By top the list that works from any folder."""
    return {path.stem: path for pattern in ("rtl", "tb/units/*") for path in sorted(ROOT.glob(f"{pattern}/lists/anywhere/*.f"))}


def shapes(top):
    """Sets of parameters for a top, as -GNAME=VALUE."""
    yield []
    for line in units.linted():
        module, *words = line.split()
        if module == top:
            yield words
    for path in sorted((ROOT / "rtl/config").glob("*.cfg")) if top in CONFIGS else []:
        made = subprocess.run([ROOT / "scripts/config.py", "g", path], capture_output=True, text=True, check=True)
        yield made.stdout.split()


def complaints(slang, rtl, top, words):
    """(code, file, line, severity, text) of each."""
    driver = slang.driver.Driver()
    driver.addStandardArgs()
    text = lists()[top].read_text("utf-8").replace("${NTRACE}/rtl", str(rtl)).replace("${NTRACE}", str(ROOT))
    files = [line for line in text.split("\n") if line and not line.startswith("//")]
    line = " ".join(["slang", "--std", "1800-2017", "-Weverything", "--top", top,
                     *files, *(word.replace("-G", "-G ") for word in words)])
    read = (driver.parseCommandLine(line, slang.driver.CommandLineOptions()) and driver.processOptions()
            and driver.parseAllSources())
    if not read:
        yield "unreadable", lists()[top].name, 0, "error", "slang cannot read the list"
        return
    for one in driver.createCompilation().getAllDiagnostics():
        code = re.search(r"\((\w+)\)", str(one.code))[1]
        severity = str(driver.diagEngine.getSeverity(one.code, one.location)).rsplit(".", maxsplit=1)[-1].lower()
        if code not in ALLOWED and severity in ("warning", "error", "fatal"):
            manager = driver.sourceManager
            yield (code, manager.getFileName(one.location), manager.getLineNumber(one.location), severity,
                   driver.diagEngine.formatMessage(one))


def main():
    parser = argparse.ArgumentParser(prog="slang.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rtl", type=Path, default=ROOT / "rtl", help="a folder laid out as rtl/")
    parser.add_argument("top", nargs="*", help="that has a list (all)")
    options = parser.parse_args()
    try:
        import pyslang
    except ImportError:
        print("slang.py: pyslang is missing: make venv", file=sys.stderr)
        return 2
    tops = options.top or sorted(lists())
    found, read = {}, 0
    for top in tops:
        for words in shapes(top):
            read += 1
            found.update(dict.fromkeys(complaints(pyslang, options.rtl.resolve(), top, words)))
    for code, file, line, severity, text in sorted(found):
        print(f"{file}:{line}: {severity}: {text} [{code}]")
    print(f"{read} tops read, {len(found)} complaints")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
