# SPDX-License-Identifier: Apache-2.0
"""Every leaf of a page table, in each mode with SUM and MXR: a load, a store and an AMO, and what becomes of them
(Privileged ISA, 4.3.2). One trace of all cases; `wrong`: each of them has the other outcome."""
from tests.tandem.freedoms import group

V, R, W, X, U, A, D = (1 << bit for bit in (0, 1, 2, 3, 4, 6, 7))
CODE, TRAP, ROOT, LEAF, DATA, VIRTUAL = 0x80000000, 0x80000100, 0x80300000, 0x80302000, 0x80200000, 0xc0000000
HEAD = ".ntv\n.xlen 64\n.flen 0\n.mlen 64\n"
LOAD, STORE, AMO = 0x00052583, 0x00b52023, 0x00b5262f  # lw a1, (a0); sw a1, (a0); amoadd.w a2, a1, (a0)


def faults(flags, kind, mode, status, updates):
    if not flags & V or (flags & W and not flags & R) or not flags & (R | X):
        return True
    if mode == 0 and not flags & U or mode == 1 and flags & U and not status & 1 << 18:
        return True
    readable = flags & R or (status & 1 << 19 and flags & X)
    if {LOAD: not readable, STORE: not flags & W, AMO: not (flags & R and flags & W)}[kind]:
        return True
    return not updates and (not flags & A or (kind != LOAD and not flags & D))


def cases(updates):
    for flags in (sum(bit for at, bit in enumerate((V, R, W, X, U, A, D)) if number >> at & 1) for number in range(128)):
        if flags & V and not flags & (R | X | W) and flags & (U | A | D):
            continue  # a pointer with bits that are reserved
        for kind in (LOAD, STORE, AMO):
            for mode in (0, 1):
                for status in (0, 1 << 18, 1 << 19, 3 << 18):
                    yield flags, kind, mode, status | 0xa00000000


def leaf(flags):
    return f"request store 64 {LEAF:#x} {DATA >> 12 << 10 | flags:#x}"


def outcome(kind, mode, status, fault, flags):
    if fault:
        return [f"pc = {TRAP:#x}", f"mepc = {CODE + (-(1 << 30) if mode == 0 else 0):#x}", "privilege = 3",
                f"mcause = {13 if kind == LOAD else 15}", f"mtval = {VIRTUAL:#x}", f"mstatus = {status | mode << 11:#x}"]
    return ["increment-pc", f"paddr = {DATA:#x}", f"eaddr = {VIRTUAL:#x}",
            *{LOAD: ["a1 = 5"], STORE: ["store32 = 7"], AMO: ["a2 = 5", "store32 = 12"]}[kind]]


def text(updates, wrong=False):
    lines = [f"request store 64 {ROOT + 8:#x} {0x80000000 >> 12 << 10 | 0xdf:#x}",
             f"request store 64 {ROOT + 16:#x} {0x80000000 >> 12 << 10 | 0xcf:#x}",
             f"request store 64 {ROOT + 24:#x} {ROOT + 0x1000 >> 12 << 10 | 1:#x}",
             f"request store 64 {ROOT + 0x1000:#x} {LEAF >> 12 << 10 | 1:#x}"]
    state = [f"satp = {8 << 60 | ROOT >> 12:#x}", f"mtvec = {TRAP:#x}", "medeleg = 0", "mepc = 0", "mcause = 0", "mtval = 0",
             f"a0 = {VIRTUAL:#x}", "a2 = 0"]
    groups = [["reset"], ["initialize", *lines], ["initialize", *state]]
    # the first shows what the hart chooses about A and D
    first = (V | R | W | D, LOAD, 1, 0xa00000000)
    for number, (flags, kind, mode, status) in enumerate([first, *cases(updates)]):
        fault = faults(flags, kind, mode, status, updates)
        pc = CODE - (1 << 30 if mode == 0 else 0)
        groups.append(["initialize", leaf(flags), f"request store 32 {DATA:#x} 5", f"request store 32 {CODE:#x} {kind:#x}",
                       "a1 = 7", f"mstatus = {status:#x}", f"pc = {pc:#x}", f"privilege = {mode}"])
        groups.append([f"insn32 {kind:#x}", *outcome(kind, mode, status, fault != (wrong and number > 0), flags)])
    return HEAD + "".join(map(group, groups))


COUNT = sum(1 for _ in cases(True)) + 1
