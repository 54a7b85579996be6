#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Put together what the package of Python has beside its shared library.

    python_package.py DIRECTORY NAME.ports...

DIRECTORY gets what python/ has and the license, and in ntrace/ the tables of units with their builds (NAME.json beside each), the
list of parameters, and the scripts that read both, as modules of the package.
"""
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Scripts, and the lines of them that are there once and have no place in a package: no table with a model there has
# rows for the encoder's control fields
MODULES = {
    "unit": ["sys.dont_write_bytecode = True\n", "sys.path.insert(0, str(Path(__file__).resolve().parent.parent))\n",
             "from scripts import control_fields  # noqa: E402 (the path comes first)\n"],
    "schema": [],
}


def module(name):
    text = (ROOT / f"scripts/{name}.py").read_text(encoding="utf-8")
    for line in MODULES[name]:
        if text.count(line) != 1:
            sys.exit(f"python_package.py: scripts/{name}.py has {text.count(line)} times: {line}")
        text = text.replace(line, "")
    return text


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__.strip())
    directory, *tables = map(Path, sys.argv[1:])
    shutil.copytree(ROOT / "python", directory, ignore=shutil.ignore_patterns("__pycache__", ".mypy_cache"))
    shutil.copy(ROOT / "LICENSE", directory)
    package = directory / "ntrace"
    for name in MODULES:
        (package / f"_{name}.py").write_text(module(name), encoding="utf-8")
    shutil.copy(ROOT / "rtl/config/parameters.txt", package / "_parameters.txt")
    (package / "_units").mkdir()
    for table in tables:
        for path in (table, table.with_suffix(".json")):
            shutil.copy(path, package / "_units")


if __name__ == "__main__":
    main()
