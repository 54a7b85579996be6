# SPDX-License-Identifier: Apache-2.0
"""crossing RTL: nt_cdc_fifo of that folder with the mutant of NT_MUTANT, between clocks that are near each other, far apart and
the same, as tests/rtl/crossing/cdc_test.py has them. Exit status 1 where its bench sees it."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.rtl.crossing.cdc_test import BENCH, CLOCKS

SHAPES = [(4, 8), (1, 4), (8, 16)]


def is_content(rtl, folder, byte_count, depth):
    program = Path(folder) / "tb.vvp"
    built = subprocess.run(
        ["iverilog", "-g2005", f"-I{rtl}", f"-DNT_MUTANT={os.environ['NT_MUTANT']}",
         f"-Pnt_cdc_tb.BYTES={byte_count}", f"-Pnt_cdc_tb.DEPTH={depth}", "-s", "nt_cdc_tb", "-o",
         program, BENCH, rtl / "crossing/nt_cdc_fifo.v", rtl / "crossing/nt_sync2.v"], check=False)
    if built.returncode != 0:
        return False
    for clocks in CLOCKS:
        done = subprocess.run(["vvp", "-n", program, f"+in={clocks[0]}", f"+out={clocks[1]}",
                               "+beats=2000", "+seed=1", "+pressure=64"], check=False,
                              stdout=subprocess.PIPE, text=True)
        if done.returncode != 0 or "wrong: " in done.stdout:
            return False
    return True


def main():
    with tempfile.TemporaryDirectory() as folder:
        return 0 if all(is_content(Path(sys.argv[1]), folder, *shape) for shape in SHAPES) else 1


if __name__ == "__main__":
    sys.exit(main())
