# SPDX-License-Identifier: Apache-2.0
"""Rows as those of freedoms.py, of minstret that is read back (Zicsr; Privileged ISA 1.13, 3.1.10)."""
from tests.tandem.freedoms import NOP, r, w
from tests.tandem.freedoms_modes import executes

ROWS = []
WRITE, INSTRET = executes(w(0xb02), "minstret = 5"), {"a0": 5, "a1": 0}


def reads(value, csr=0xb02):
    return executes(r(csr, 11), f"a1 = {value:#x}")


for what, right, steps in (
        ("is read back", True, (WRITE, reads(5))), ("... as instret", True, (WRITE, reads(5, 0xc02))), ("... and counts the write", False, (WRITE, reads(6))),
        ("one behind", True, (WRITE, executes(NOP), reads(6))), ("... that does not count (mcountinhibit)", True, (WRITE, executes(NOP), reads(5))),
        ("... counts twice", False, (WRITE, executes(NOP), reads(7))), ("... is less", False, (WRITE, executes(NOP), reads(4))),
        ("grows", True, (reads(100), reads(900))), ("falls", False, (reads(100), reads(99))), ("is written, and falls", True, (reads(100), WRITE, reads(5))),
        ("is another after a write of sireg, which may be an alias", True, (WRITE, executes(w(0x151), "0x151 = 5"), reads(900)))):
    ROWS.append((f"minstret {what}", right, {**INSTRET, "0x151": 0}, list(steps)))
