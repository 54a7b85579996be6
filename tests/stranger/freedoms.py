# SPDX-License-Identifier: Apache-2.0
"""What the text leaves open and the stranger draws: name, clause, what it may do, as README.md lists them."""
from pathlib import Path

_PAGE = (Path(__file__).parent / "README.md").read_text(encoding="utf-8").partition("\n## Freedoms\n")[2]
_ROWS = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in _PAGE.splitlines() if line.startswith("| `")]
FREEDOMS = {name.strip("`"): (clause, what) for name, clause, what in _ROWS}
