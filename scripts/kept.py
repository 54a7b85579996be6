# SPDX-License-Identifier: Apache-2.0
"""The command of a script that writes files of a table, which are kept in the tree."""
import sys
from pathlib import Path

from scripts import whole_file

ROOT = Path(__file__).resolve().parent.parent


def main(doc, table, made):
    """Writes the files of `made`, texts by path. --check: writes none, and ends with the first that would be another.
    Other words end with `doc`, what the script says of itself."""
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(doc.strip())
    for path, text in made.items():
        if not sys.argv[1:]:
            whole_file.write(path, text)
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path.relative_to(ROOT)} is not what {table.relative_to(ROOT)} makes: run scripts/{Path(sys.argv[0]).name}")
