# SPDX-License-Identifier: Apache-2.0
"""Accesses after a page table was stored to: which entries may still be in use, by the fences since and by the address space
(Privileged ISA 1.13, 4.2.1, 4.3.1). Rows as those of freedoms_pages.py."""
from tests.tandem.freedoms import LW, NOP, w
from tests.tandem.freedoms_pages import ALL, AT, CODE, DATA, FIRST, LEAVES, PAGE, ROOT, S, SUPER, TRAP, V, entry, loads, text

G, SD, SFENCE, SATP = 32, 0x00b53023, 0x12000073, 8 << 60 | ROOT >> 12
LEAF, MOVED = LEAVES + 8 * (AT >> 12 & 511), entry(DATA + 0x1000, ALL)
OLD, NEW, ELSEWHERE = loads(AT), loads(AT, DATA + 0x1124, 9), loads(AT, DATA + 0x2124, 9)
# tables of another root, which have the address elsewhere
OTHER = 0x80308000
TABLES = {OTHER + 16: entry(CODE, SUPER), OTHER + 8 * (AT >> 30 & 511): entry(FIRST + 0x8000, V), FIRST + 0x8000 + 8 * (AT >> 21 & 511): entry(LEAVES + 0x8000, V),
          LEAVES + 0x8000 + 8 * (AT >> 12 & 511): MOVED}
ROWS = []


def step(code, lines, **registers):
    """An instruction behind those before, and what its registers are."""
    return code, lines, registers


def stores(value=MOVED, at=LEAF):
    return step(SD, [f"paddr = {at:#x}", f"eaddr = {at:#x}", f"store64 = {value:#x}"], a0=at, a1=value)


def fence(rs1=0, rs2=0, **registers):
    return step(SFENCE | rs1 << 15 | rs2 << 20, [], **registers)


def satp(value):
    return step(w(0x180), [f"satp = {value:#x}"], a0=value)


def again(lines):
    return step(LW, lines, a0=AT, a1=7)


def row(what, right, *steps, **given):
    groups, pc = [], CODE + 4
    for code, lines, registers in steps:
        fault = lines == "faults"
        lines = [f"pc = {TRAP:#x}", f"mepc = {pc:#x}", "mcause = 13", f"mtval = {AT:#x}", f"mstatus = {S | 0x800:#x}", "privilege = 3"] if fault else ["increment-pc", *lines]
        groups += [["initialize", *(f"{name} = {value:#x}" for name, value in registers.items()), f"request store 32 {pc:#x} {code:#x}"], [f"insn32 {code:#x}", *lines]]
        pc += 4
    ROWS.append((what, right, text(AT, LW, OLD, then=groups, **given)))


A2, A3 = 12, 13
NOTHING, OURS, OTHERS = step(NOP, []), fence(0, A2, a2=0), fence(0, A2, a2=5)
HERE, THERE = fence(A2, a2=AT & ~0xfff), fence(A2, a2=0xc0005000)
for what, before, may_be_old in (
        ("no fence", NOTHING, True), ("a fence", fence(), False), ("a fence of the ASID", OURS, False), ("... of another one", OTHERS, True), ("... of the address", HERE, False),
        ("... of another one", THERE, True), ("... of the address and the ASID", fence(A2, A3, a2=AT, a3=0), False), ("... and of another one", fence(A2, A3, a2=AT, a3=5), True)):
    row(f"{what}: the older entry", may_be_old, stores(), before, again(OLD))
    row("... the one that was stored", True, stores(), before, again(NEW))
    row("... none of both", before in (NOTHING, OTHERS, THERE) or may_be_old, stores(), before, again(ELSEWHERE))
row("two fences, of the address first: the older entry", False, stores(), HERE, THERE, again(OLD))
row("a fence of the address, and a store to the table: the older entry", True, stores(), HERE, stores(entry(DATA + 0x2000, ALL)), again(NEW))
row("the leaf is invalid, and a fence of the address: it is in use", False, stores(0), HERE, again(OLD))
row("... faults", True, stores(0), HERE, again("faults"))
row("a pointer is another one, and a fence of the address: the older one", True, stores(entry(LEAVES + 0x8000, V), FIRST + 8 * (AT >> 21 & 511)), HERE, again(OLD), tables=TABLES)
row("... and a fence of all", False, stores(entry(LEAVES + 0x8000, V), FIRST + 8 * (AT >> 21 & 511)), fence(), again(OLD), tables=TABLES)
row("a global entry, and a fence of the ASID: the older one", True, stores(MOVED | G), OURS, again(OLD), leaf=PAGE | G)
row("... and a fence of all", False, stores(MOVED | G), fence(), again(OLD), leaf=PAGE | G)
# address spaces: ASID 0 and 1, two roots
SAME, ONE = 8 << 60 | OTHER >> 12, 8 << 60 | 1 << 44 | OTHER >> 12
row("another root of the ASID: the older entry", True, satp(SAME), again(OLD), tables=TABLES)
row("... and a fence", False, satp(SAME), fence(), again(OLD), tables=TABLES)
row("... and a fence of the ASID", False, satp(SAME), OURS, again(OLD), tables=TABLES)
row("another ASID: the entry of the one before", False, satp(ONE), again(OLD), tables=TABLES)
row("... that is global", True, satp(ONE), again(OLD), tables=TABLES, leaf=PAGE | G)
row("... its own", True, satp(ONE), again(NEW), tables=TABLES, leaf=PAGE | G)
row("... that was global, and a fence", False, satp(ONE), fence(), again(OLD), tables=TABLES, leaf=PAGE | G)
row("an ASID that had another root before: the older entry", True, satp(ONE), satp(SAME), again(OLD), tables=TABLES)
row("... that had this root before", False, satp(ONE), satp(SATP), again(NEW), tables=TABLES)
row("no translation, then another root: the older entry", True, satp(0), satp(SAME), again(OLD), tables=TABLES)
row("a store to tables of another ASID, a fence of this one, and that one: the older entry", True, satp(ONE), stores(), fence(0, A2, a2=1), satp(SATP), again(OLD), tables=TABLES)
