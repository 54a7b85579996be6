# SPDX-License-Identifier: Apache-2.0
"""Rows as those of freedoms.py, of code whose XLEN is 32 on a hart of RV64 (Privileged ISA 1.13, 3.1.6.2), which is not
verified, but neither excused where nothing is open."""
from tests.tandem.freedoms import ECALL, LW, MRET, PC, SRET, SUM_S, SW, TRAP, r, w
from tests.tandem.freedoms_modes import IN_S, IN_U, executes, trap

UXL, SXL = 0x900000000, 0x500000000  # of 32 bits: UXL; SXL and UXL
LOW = 0xffffffff80000000             # the pc, extended by its sign
IN_NARROW, ADDI = {**IN_U, "mstatus": UXL}, 0x00150513
FLOATS = UXL | 0x8000000000006000
ROWS = []


def row(what, right, *steps, **state):
    ROWS.append((what, right, state, list(steps)))


for what, right, step, state in (
        ("an addition", True, executes(ADDI, f"a0 = {LOW:#x}"), {"a0": 0x7fffffff}), ("... without sign", False, executes(ADDI, "a0 = 0x80000000"), {"a0": 0x7fffffff}),
        ("... writes s5", False, executes(ADDI, "a0 = 1", "s5 = 1"), {"a0": 0, "s5": 0}), ("... changes the mode", False, executes(ADDI, "a0 = 1", "privilege = 3"), {"a0": 0}),
        ("... writes mscratch", False, executes(ADDI, "a0 = 1", "mscratch = 3"), {"a0": 0, "mscratch": 0}), ("... jumps", False, executes(ADDI, "a0 = 1", f"pc = {TRAP:#x}"), {"a0": 0}),
        ("a hint leaves upper bits", True, executes(0x00050513), {"a0": 0x500000001}),
        ("c.jal, which is c.addiw on RV64", True, executes(0x2001, "ra = 0xffffffff80000002", f"pc = {LOW:#x}"), {"ra": 0}),
        ("a branch by the lower halves", True, executes(0x00b50463, f"pc = {LOW + 8:#x}"), {"a0": 1 << 32 | 7, "a1": 7}),
        ("an address without upper bits", True, executes(LW, "a1 = 5", "paddr = 0x80000200"), {"a0": 0x1280000200, "a1": 0, "word": 5}),
        ("ld", True, trap(0x00053583, 2, 0, UXL), {"a0": 0x80000200}), ("all bits 1", False, executes(0xffffffff), {}), ("mscratch", False, executes(r(0x340), "a0 = 0"), {"a0": 1, "mscratch": 0}),
        ("ecall", True, trap(ECALL, 8, 0, UXL, epc=LOW), {}), ("... and mepc as the pc was", True, trap(ECALL, 8, 0, UXL), {}), ("... behind it", False, trap(ECALL, 8, 0, UXL, epc=LOW + 4), {}),
        ("ecall from S", False, trap(ECALL, 9, 0, UXL), {}), ("an interrupt", True, trap(None, 1 << 63 | 7, 0, UXL, epc=LOW), {"mie": 0x80}),
        ("fadd.s", True, executes(0x00b57553, "fa0 = 0xffffffff40000000"), {"mstatus": FLOATS, "fcsr": 0, "fa0": 0xffffffff3f800000, "fa1": 0xffffffff3f800000}),
        ("... writes a0", False, executes(0x00b57553, "a0 = 1"), {"mstatus": FLOATS, "fcsr": 0, "fa0": 0, "fa1": 0, "a0": 0})):
    row(f"XLEN 32 in U: {what}", right, step, **{**IN_NARROW, **state})
RETURN = {"mstatus": UXL, "mepc": PC + 16, "misa": SUM_S, "a0": 1}
for what, right, to in (("", True, LOW + 16), ("as mepc is", True, PC + 16), ("elsewhere", False, PC + 20)):
    row(f"mret to XLEN 32 {what}", right, (MRET, [f"pc = {to:#x}", "privilege = 0", f"mstatus = {UXL | 0x80:#x}"]), executes(ADDI, "a0 = 2"), **RETURN)
row("XLEN 32 in U: a store, and a trap", True, executes(SW, "paddr = 0x80000200", "store32 = 7"), trap(ECALL, 8, 0, UXL, epc=PC + 4), **IN_NARROW, a0=0xff80000200, a1=7)
row("XLEN 32 in U: not in M", False, executes(ADDI, f"a0 = {LOW:#x}"), mstatus=UXL | 0x1800, a0=0x7fffffff)
row("XLEN 32 in U: not in S", False, executes(ADDI, f"a0 = {LOW:#x}"), **{**IN_S, "mstatus": UXL}, a0=0x7fffffff)
row("XLEN 32 in S: satp", True, executes(w(0x180), "satp = 0xffffffff80080000"), **{**IN_S, "mstatus": SXL}, satp=0, a0=0x80080000)
row("XLEN 32 in S: an addition writes satp", False, executes(ADDI, "a0 = 1", "satp = 1"), **{**IN_S, "mstatus": SXL}, satp=0, a0=0)
for what, right, status in (("", True, 0x22), ("loses SIE", False, 0x20)):
    row(f"XLEN 32 in S: sret {what}", right, (SRET, [f"pc = {PC + 16:#x}", "privilege = 0", f"mstatus = {SXL | status:#x}"]), **{**IN_S, "mstatus": SXL | 0x20, "sepc": PC + 16})
LR, SC = executes(0x100525af, "a1 = 1", "paddr = 0x80000200"), executes(0x18b5262f, "a2 = 0", "paddr = 0x80000200", "store32 = 1")
row("XLEN 32 in U: lr, and sc in M", True, LR, trap(ECALL, 8, 0, UXL, epc=PC + 4), SC, **IN_NARROW, a0=0x80000200, a1=7, a2=9, word=1)
