# SPDX-License-Identifier: Apache-2.0
"""crossing_parts RTL: the crossings but the FIFO of that folder with the mutant of NT_MUTANT, between the clocks that
tests/rtl/crossing/crossing_test.py has. Exit status 1 where its bench sees it."""
import os
import sys
import tempfile
from pathlib import Path

from tests.rtl.crossing.cdc_test import CLOCKS
from tests.rtl.crossing.crossing_test import built, said


def is_content(rtl, folder):
    program = Path(folder) / "tb.vvp"
    if built(program, rtl / "crossing", f"-I{rtl}", f"-DNT_MUTANT={os.environ['NT_MUTANT']}").returncode != 0:
        return False
    return all("wrong: " not in said(program, clocks) for clocks in CLOCKS)


def main():
    with tempfile.TemporaryDirectory() as folder:
        return 0 if is_content(Path(sys.argv[1]), folder) else 1


if __name__ == "__main__":
    sys.exit(main())
