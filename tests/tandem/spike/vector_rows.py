# SPDX-License-Identifier: Apache-2.0
"""Traces of harts that leave open what V 1.0 does (3.4.3, 5.3, 14.3), or have vector registers that nobody knows; what they are
right in, and what not, where a reference has vectors. Rows: what, whether it is right, and steps of freedoms.text."""
from tests.tandem.freedoms_vectors import DIRTIES, READY, arithmetic, vsetivli

STATE = {**READY, "mstatus": int(DIRTIES.split()[-1], 16), "vl": 4, "a0": 99}
E32, TA, MA = 0x10, 0x40, 0x80
ROWS = []


def length(count, policy=0):
    return vsetivli(E32 | policy, count, 5), [f"t0 = {count}", f"vl = {count}", f"vtype = {E32 | policy:#x}"]


def immediate(vd, value):
    """vmv.v.i"""
    return arithmetic(0x17, 3, 0, value, vd), []


def masked(code):
    return code & ~(1 << 25), []


def result(value, vs2, kind=0):
    """vmv.x.s, vcpop.m (16)"""
    return arithmetic(16, 2, vs2, kind, 10), [f"a0 = {value & (1 << 64) - 1:#x}"]


def row(what, right, *steps):
    ROWS.append((what, right, [step if isinstance(step, tuple) else (step, []) for step in steps]))


ADD, THIRD = arithmetic(0, 3, 1, 1, 1), arithmetic(0x0f, 3, 1, 2, 2)  # vadd.vi v1, v1, 1; vslidedown.vi v2, v1, 2
for policy, value, right in ((0, 0, True), (0, -1, False), (TA, 0, True), (TA, -1, True)):
    row(f"a tail of zeros, policy {policy:#x}, is {value}", right, length(4), immediate(1, 0), length(2, policy), ADD, length(4), THIRD, result(value, 2))
for policy, value, right in ((0, 0, True), (0, -1, False), (MA, 0, True), (MA, -1, True)):
    row(f"masked off, policy {policy:#x}, is {value}", right, length(4, policy), immediate(0, 1), immediate(1, 0), masked(ADD), THIRD, result(value, 2))
row("a tail of ones is ones", False, length(4), immediate(1, 31), length(2, TA), ADD, length(4), THIRD, result(0, 2))
EQUAL = arithmetic(0x18, 0, 8, 9, 3)  # vmseq.vv v3, v8, v9
for count in (2, 4):
    row(f"the tail of a mask, {count}", True, length(2), immediate(8, 0), immediate(9, 0), EQUAL, length(4), result(count, 3, 16))
row("a mask", False, length(4), immediate(8, 5), immediate(9, 5), EQUAL, result(3, 3, 16))
row("a mask of what is not known", True, length(4), EQUAL, result(0, 3, 16))
row("a mask of what half is known", True, length(4), immediate(8, 5), EQUAL, result(4, 3, 16))
row("... by the other half", True, length(4), immediate(9, 5), EQUAL, result(4, 3, 16))
XOR = arithmetic(3, 2, 9, 8, 3)  # vredxor.vs v3, v9, v8
row("a reduction of what is not known", True, length(2), immediate(8, 0), XOR, result(6, 3))
row("a reduction", False, length(2), immediate(8, 0), immediate(9, 5), XOR, result(6, 3))
row("a reduction under a mask that is not known", True, length(2), immediate(8, 0), immediate(9, 5), masked(XOR), result(5, 3))
