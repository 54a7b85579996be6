# SPDX-License-Identifier: Apache-2.0
"""Rows as those of freedoms.py, of CSRs that change by themselves or with another one, of code that was fetched before it
was stored to, of exceptions for custom use, and of what a hart should not have, but may. From the Privileged ISA 1.13 (2.1,
2.4, 3.1), Zifencei, the Debug Specification 1.0 (5.7) and Smstateen."""
from tests.tandem.freedoms import DIRTY, ECALL, FULL, LW, M_ONLY, M_U, NOP, PC, SUM_S, SW, r, w
from tests.tandem.freedoms_modes import IN_S, IN_U, S, executes, trap
from tests.tandem.freedoms_reads import access

FENCE_I, ALL_LETTERS, H = 0x100f, FULL | 1 << 12, SUM_S | 1 << 7
ROWS, ROWS32, PATCHED = [], [], []


def row(what, right, *steps, rows=ROWS, **state):
    rows.append((what, right, {f"{int(name[1:], 16):#x}" if name[0] == "_" else name: value for name, value in state.items()}, list(steps)))


def reads(number, value, rd=10):
    return executes(r(number, rd), f"{'a0' if rd == 10 else 'a1'} = {value:#x}")


# 2.1: CSRs for custom use; AIA, H: what shows interrupts
for number in (0x5c0, 0x6ff, 0x7c0, 0x8ff, 0x9c0, 0xac0, 0xbc0, 0xcc0, 0xdc0, 0xec0, 0xfc0, 0x35c, 0x15c, 0xeb0, 0xe12):
    row(f"CSR {number:#x} is read twice, and has changed", True, reads(number, 5), reads(number, 6, 11), a0=0, a1=0, misa=H)
for number in (0x340, 0x3b0, 0x5b0):
    row(f"CSR {number:#x} is read twice, and has changed", False, reads(number, 5), reads(number, 6, 11), a0=0, a1=0, misa=H)
row("a trap changes a custom CSR", True, (ECALL, [*trap(ECALL, 11)[1], "0x7c0 = 0x40"]), _7c0=0)
row("an addition does", True, executes(0x00150513, "a0 = 1", "0x7c0 = 0x40"), _7c0=0, a0=0)
row("... and mscratch", False, executes(0x00150513, "a0 = 1", "mscratch = 0x40"), mscratch=0, a0=0)

# Debug 1.0, 5.7: triggers
row("another trigger is selected", True, reads(0x7a1, 0x20), executes(w(0x7a0, 0), "0x7a0 = 0"), reads(0x7a1, 0x30, 11), a0=0, a1=0, _7a0=1)
row("none is", False, reads(0x7a1, 0x20), reads(0x7a1, 0x30, 11), a0=0, a1=0, _7a0=1)
for what, right, old, new in (("mcontrol: hit", True, 0x2 << 60 | 0x44, 0x2 << 60 | 0x100044), ("mcontrol: another bit", False, 0x2 << 60 | 0x44, 0x2 << 60 | 0x40),
                              ("mcontrol6: hit0", True, 6 << 60 | 0x44, 6 << 60 | 1 << 22 | 0x44), ("icount: count", True, 3 << 60 | 0x1404, 3 << 60 | 0x1004),
                              ("icount: mode", False, 3 << 60 | 0x1404, 3 << 60 | 0x1444), ("etrigger: hit", True, 5 << 60, 5 << 60 | 1 << 58),
                              ("none: hit", False, 0, 1 << 20)):
    row(f"a trigger changes, {what}", right, executes(NOP, f"tdata1 = {new:#x}"), tdata1=old)
# Sscofpmf: OF
row("a counter overflows", True, executes(NOP, "mhpmevent3 = 0x8000000000000002"), mhpmevent3=2)
row("... and counts something else", False, executes(NOP, "mhpmevent3 = 0x8000000000000003"), mhpmevent3=2)
row("a counter overflows on RV32", True, executes(NOP, "mhpmevent3h = 0x80000000"), mhpmevent3h=0, rows=ROWS32)
row("... mhpmevent3 itself does not", False, executes(NOP, "mhpmevent3 = 0x80000002"), mhpmevent3=2, rows=ROWS32)

# 2.4: a letter of misa is cleared
for letters, what, right, lines, state in (
        (5 << 18, "MPP is M", True, ["mstatus = 0xa00001800"], {"mstatus": 0xa00000000}), (5 << 18, "MPP is 2", False, ["mstatus = 0xa00001000"], {"mstatus": 0xa00001800}),
        (5 << 18, "MIE changes", False, ["mstatus = 0xa00001808"], {"mstatus": 0xa00001800}),
        (1 << 18, "MPP is U", True, ["mstatus = 0xa00000000"], {"mstatus": 0xa00000800}), (1 << 18, "MPP is U, and was M", True, ["mstatus = 0xa00000000"], {"mstatus": 0xa00001800}),
        (1 << 18, "satp is 0", True, ["satp = 0"], {"satp": 8 << 60 | 0x80000}), (1 << 18, "satp is something else", False, ["satp = 0x1"], {"satp": 8 << 60 | 0x80000}),
        (1 << 18, "delegation", True, ["medeleg = 0", "mideleg = 0", "mie = 0x888"], {"medeleg": 0xb1ff, "mideleg": 0x222, "mie": 0xaaa}),
        (1 << 18, "MEIE", False, ["mie = 0x2a"], {"mie": 0x82a}), (0x28, "FS is off", True, ["mstatus = 0xa00001800"], {"mstatus": DIRTY}),
        (0x28, "FS is 1", False, ["mstatus = 0xa00003800"], {"mstatus": DIRTY}), (4, "bit 1 of mepc", True, ["mepc = 0x80000100"], {"mepc": 0x80000102}),
        (4, "other bits of mepc", False, ["mepc = 0x80000000"], {"mepc": 0x80000102}), (4, "mscratch", False, ["mscratch = 0"], {"mscratch": 1}),
        (1 << 12, "FS is off, without M", False, ["mstatus = 0xa00001800"], {"mstatus": DIRTY})):
    row(f"misa loses {letters:#x}: {what}", right, executes(access(0x301, 3, 10), f"misa = {ALL_LETTERS & ~letters:#x}", *lines), misa=ALL_LETTERS, a0=letters, **state)
row("misa loses H", True, executes(access(0x301, 3, 10), f"misa = {SUM_S:#x}", "mstatus = 0xa00001800", "hstatus = 0", "vsatp = 0"), misa=H, a0=1 << 7,
    mstatus=0x8a00001800, hstatus=2 << 32 | 0x80, vsatp=8 << 60)
row("misa does not lose it", False, executes(access(0x301, 3, 10), f"misa = {H:#x}", "hstatus = 0"), misa=H, a0=1 << 7, hstatus=2 << 32 | 0x80)

# Sstc, Smstateen: bits that are 0 where those of menvcfg and mstateen0 are
for name, number, other, of, bit in (("menvcfg", 0x30a, "henvcfg", 0x60a, 63), ("mstateen0", 0x30c, "hstateen0", 0x60c, 60), ("mstateen0", 0x30c, "sstateen0", 0x10c, 0),
                                     ("menvcfg", 0x30a, "senvcfg", 0x10a, 3)):
    state = {"misa": H, "a0": 0, "a1": 5, name: 1 << bit, other: 1 << bit}
    clears = executes(w(number), f"{name} = 0")
    row(f"{name} is cleared, and {other}", True, executes(w(number), f"{name} = 0", f"{other} = 0"), **state)
    row("... and that of something else", False, executes(w(number), f"{name} = 0", f"{other} = 0x100"), **state)
    row(f"{name} is cleared, and {other} reads 0", True, clears, reads(of, 0, 11), **state)
    row("... reads as before", False, clears, reads(of, 1 << bit, 11), **state)
    row(f"{other} reads 0 where {name} has its bit", False, executes(NOP), reads(of, 0, 11), **state)

# 3.7.1: bits of pmpaddr below the grain
ADDRESS, NAPOT = executes(w(0x3b0), "pmpaddr0 = 0x20000000"), {"a0": 0x20000000, "a1": 0x1f, "pmpaddr0": 0, "pmpcfg0": 0}
for what, right, value in (("ones", True, 0x200001ff), ("some", False, 0x200001f0), ("others", False, 0x30000000)):
    row(f"an entry becomes NAPOT, and pmpaddr has {what}", right, ADDRESS, executes(access(0x3a0, 1, 11), "pmpcfg0 = 0x1f", f"pmpaddr0 = {value:#x}"), **NAPOT)

# table 14, 3.5, 3.1.8, 3.1.11; Zifencei
row("a fetch with an exception for custom use", True, trap(None, 24))
row("... whose cause is reserved", False, trap(None, 17))
row("... of an instruction that is there", False, trap(NOP, 24))
row("an interrupt that cannot be masked, without the bit of interrupts", True, trap(None, 0, pc=0x80000204))
row("... with an address", False, trap(None, 0, PC, pc=0x80000204))
row("... that goes where exceptions go", False, trap(None, 0))
row("... from U", True, trap(None, 0, status=S, pc=0x80000204), **IN_U)
row("fence.i is illegal", True, trap(FENCE_I, 2))
row("... and then is there", False, trap(FENCE_I, 2), executes(FENCE_I, "privilege = 3"))
row("fence is illegal", False, trap(0x0ff0000f, 2))
for number, misa in ((0x302, M_U), (0x303, M_U), (0x306, M_ONLY)):
    row(f"CSR {number:#x} that should not be there", True, reads(number, 0), misa=misa, a0=5)
    row("... is illegal", True, trap(r(number), 2), misa=misa, a0=5)
row("satp without S", False, reads(0x180, 0), misa=M_U, a0=5)
row("mcounteren with U is illegal", False, trap(r(0x306), 2), misa=M_U, a0=5)

# F: rounding modes that are reserved
FLOATS = {"mstatus": DIRTY, "fcsr": 0, "fa0": 0xffffffff3f800000, "fa1": 0xffffffff3f800000, "misa": ALL_LETTERS}
ADD, SUM, BAD_FRM = 0x00b57553, "fa0 = 0xffffffff40000000", {**FLOATS, "fcsr": 5 << 5}
for what, right, step, state in (
        ("fadd.s with rm 5 is illegal", True, trap(0x00b55553, 2, status=DIRTY), FLOATS), ("... executes", True, executes(0x00b55553, SUM), FLOATS),
        ("... writes s5", False, executes(0x00b55553, SUM, "s5 = 1"), {**FLOATS, "s5": 0}), ("... jumps", False, executes(0x00b55553, SUM, f"pc = {PC + 16:#x}"), FLOATS),
        ("fadd.s with frm 5 is illegal", True, trap(ADD, 2, status=DIRTY), BAD_FRM), ("... executes", True, executes(ADD, SUM), BAD_FRM),
        ("... with rm 0, to another value", False, executes(0x00b50553, "fa0 = 0xffffffff40000001"), BAD_FRM), ("... with rm 0 is illegal", False, trap(0x00b50553, 2, status=DIRTY), BAD_FRM),
        ("fadd.h with rm 6 executes", True, executes(0x04b56553, "fa0 = 0xffffffffffff0000"), FLOATS),
        ("fsgnj.s with frm 5, to another value", False, executes(0x20b50553, SUM), BAD_FRM), ("fcvt.d.w with frm 5 executes", True, executes(0xd2057553, "fa0 = 0x3ff0000000000000"), {**BAD_FRM, "a0": 1}),
        ("fmadd.s with rm 6 executes", True, executes(0x58b56543, SUM), {**FLOATS, "fa1": 0xffffffff3f800000})):
    row(what, right, step, **state)

# Smnpm, Smmpm, big-endian data, Zicfiss: what the shell does not compute
AT_FAR = {"a0": 0xaa00000080000200, "a1": 0, "word": 5}
LOADS, BIG, SHADOW = executes(LW, "a1 = 5", "paddr = 0x80000200"), 0x2a00001800, {**IN_S, "menvcfg": 8, "_11": 0x80001000, "a0": 0, "ra": 5}
for what, right, step, state in (
        ("masked pointers in S", True, LOADS, {**IN_S, **AT_FAR, "menvcfg": 2 << 32, "satp": 0}), ("... without PMM", False, LOADS, {**IN_S, **AT_FAR, "menvcfg": 0, "satp": 0}),
        ("masked pointers in M", True, LOADS, {**AT_FAR, "mseccfg": 2 << 32}), ("... by the PMM of S", False, LOADS, {**AT_FAR, "menvcfg": 2 << 32}),
        ("... and s5", False, executes(LW, "a1 = 5", "paddr = 0x80000200", "s5 = 1"), {**AT_FAR, "mseccfg": 2 << 32, "s5": 0}),
        ("a load with MBE", True, executes(LW, "a1 = 0x01020304", "paddr = 0x80000200"), {"mstatus": BIG, "a0": 0x80000200, "a1": 0, "word": 0x04030201}),
        ("... jumps", False, executes(LW, "a1 = 5", "paddr = 0x80000200", f"pc = {PC + 16:#x}"), {"mstatus": BIG, "a0": 0x80000200, "a1": 0, "word": 5}),
        ("a load in S with MBE", False, executes(LW, "a1 = 0x01020304", "paddr = 0x80000200"), {**IN_S, "satp": 0, "mstatus": S | 1 << 37, "a0": 0x80000200, "a1": 0, "word": 0x04030201}),
        ("ssrdp", True, executes(0xcdc04573, "a0 = 0x80001000"), SHADOW), ("... that is off", False, executes(0xcdc04573, "a0 = 0x80001000"), {**SHADOW, "menvcfg": 0}),
        ("sspush", True, executes(0xce104073, "0x11 = 0x80000ff8", "paddr = 0x80000ff8", "store64 = 5"), SHADOW), ("... in M", False, executes(0xce104073, "0x11 = 0x80000ff8"), {**SHADOW, "privilege": 3, "mstatus": 0xa00001800}),
        ("sspopchk that does not agree", True, trap(0xcdc0c073, 18, 3, S | 0x800), SHADOW)):
    row(what, right, step, **state)

# Debug 1.0, 3.7, 3.8: a debugger writes the program buffer, flags and data
DEBUG, DRET, LBU = {"dpc": 0, "dcsr": 0x40000003}, 0x7b200073, 0x40004503  # lbu a0, 0x400(zero)


def enters(dpc):
    return None, ["pc = 0x800", f"dpc = {dpc:#x}", "dcsr = 0x400000c3"]


ONE, TWO = executes(0x00100513, "a0 = 1"), executes(0x00200513, "a0 = 2")
row("another program in the program buffer", True, enters(PC), ONE, executes(DRET, f"pc = {PC:#x}"), executes(NOP), enters(PC + 4), TWO, a0=0, **DEBUG)
row("... at once", True, enters(PC), ONE, executes(0xffdff06f, "pc = 0x800"), TWO, a0=0, **DEBUG)
row("... with another result", False, enters(PC), ONE, executes(0xffdff06f, "pc = 0x800"), executes(0x00200513, "a0 = 3"), a0=0, **DEBUG)
row("flags of the debug module change", True, enters(PC), executes(LBU, "a0 = 0", "paddr = 0x400"), executes(LBU, "a0 = 1", "paddr = 0x400"), a0=5, **DEBUG)
row("RAM does not", False, enters(PC), executes(LW, "a1 = 1", "paddr = 0x80000200"), executes(LW, "a1 = 2", "paddr = 0x80000200"), a0=0x80000200, a1=9, **DEBUG)
row("code outside of debug mode does not", False, executes(0x00100513, "a0 = 1"), executes(0xffdff06f, f"pc = {PC:#x}"), TWO, a0=0, **DEBUG)

# Zifencei: what was there before it was stored to may be fetched until fence.i
OLD, NEW = 0x00100613, 0x00300613  # li a2, 1; li a2, 3
PLACE = PC + 12
STORES = (SW, [f"paddr = {PLACE:#x}", f"store32 = {NEW:#x}"])


def patched(what, right, *steps, last):
    row(f"code that was stored to, {what}", right, STORES, *steps, last, rows=PATCHED, a0=PLACE, a1=NEW, a2=0)


PLAIN = (executes(NOP), executes(NOP))
FENCED = (executes(NOP), executes(FENCE_I))
patched("as it was before", True, *PLAIN, last=executes(OLD, "a2 = 1"))
patched("as it is now", True, *PLAIN, last=executes(NEW, "a2 = 3"))
patched("as it never was", False, *PLAIN, last=executes(0x00200613, "a2 = 2"))
patched("half of it", False, *PLAIN, last=executes(0x00301613, "a2 = 0"))
patched("as it was before, with what it is now", False, *PLAIN, last=executes(OLD, "a2 = 3"))
patched("as it was before, behind fence.i", False, *FENCED, last=executes(OLD, "a2 = 1"))
patched("as it is now, behind fence.i", True, *FENCED, last=executes(NEW, "a2 = 3"))


def with_old(text):
    """The trace, in which memory has the old code at first."""
    return text.replace(f"request store 32 {PLACE:#x} ", f"request store 32 {PLACE:#x} {OLD:#x} #")
