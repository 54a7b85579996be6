# SPDX-License-Identifier: Apache-2.0
"""Rows as those of freedoms.py, of what cores that are there do, as their sources or reports have it, and of errors beside
it. From the Privileged ISA 1.13, the Unprivileged ISA and Smepmp."""
from tests.tandem.freedoms import AT, DIRTY, ECALL, FULL, LW, M_U, MRET, NOP, PC, SUM_S, SW, TRAP, r, w
from tests.tandem.freedoms_modes import IN_S, IN_U, INTERRUPT, S, executes, trap
from tests.tandem.freedoms_pages import ALL as RWX, A, D, DATA, LD, LEAVES, R, U, V, W, entry, faults, loads, text
from tests.tandem.freedoms_pages import AT as VIRTUAL
from tests.tandem.freedoms_reads import access

MULTIPLY, LHU = 0x02b50533, 0x00065683  # mul a0, a0, a1; lhu a3, (a2)
ROWS, ROWS32, PAGED = [], [], []


def row(what, right, *steps, rows=ROWS, **state):
    rows.append((what, right, {f"{int(name[1:], 16):#x}" if name[0] == "_" else name: value for name, value in state.items()}, list(steps)))


def paged(what, right, *given, **options):
    PAGED.append((what, right, text(VIRTUAL, *given, **options)))


def reads(number, value, rd=10):
    return executes(r(number, rd), f"{'a0' if rd == 10 else 'a1'} = {value:#x}")


# 3.7.1.1: a part of a misaligned store may become visible though another part fails (Ibex, its issues 1948 and 2452)
LW_A3, KNOWN = 0x00062683, {"a1": 0xa1b2c3d4, "a2": 0x80000200, "a3": 0, "word": 0x55667788}
for start, value, right in ((-2, 0x5566a1b2, True), (-2, 0x55667788, True), (-2, 0x5566b2a1, False), (-2, 0x5567a1b2, False), (-2, 0x556677b2, True), (-3, 0x556677a1, True), (-3, 0x556677b2, False),
                            (0, 0xffffffffa1b2c3d4, False), (0, 0x55667788, True)):
    row(f"a store at {start} faults, and memory has {value:#x}", right, trap(SW, 7, 0x80000200 + start), executes(LW_A3, f"a3 = {value:#x}", "paddr = 0x80000200"),
        a0=0x80000200 + start, **KNOWN)
SW_A4 = 0x00e62023  # sw a4, (a2)
row("a later store, and a part of the one before", False, trap(SW, 7, 0x800001fe), executes(SW_A4, "paddr = 0x80000200", "store32 = 0x11223344"),
    executes(LW_A3, "a3 = 0x1122a1b2", "paddr = 0x80000200"), a0=0x800001fe, a4=0x11223344, **KNOWN)
row("a part is not there, and then is", False, trap(SW, 7, 0x800001fe), executes(LW_A3, "a3 = 0x55667788", "paddr = 0x80000200"),
    executes(LW_A3, "a3 = 0x5566a1b2", "paddr = 0x80000200"), a0=0x800001fe, **KNOWN)
row("a part of a store that is misaligned by its cause", False, trap(SW, 6, 0x800001fe), executes(LW_A3, "a3 = 0x5566a1b2", "paddr = 0x80000200"), a0=0x800001fe, **KNOWN)
row("a load that faults changes memory", False, trap(LW, 5, 0x800001fe), executes(LW_A3, "a3 = 0x5566a1b2", "paddr = 0x80000200"), a0=0x800001fe, **KNOWN)

# Ibex, ibex_cs_registers.sv: mtvec + 0x7c of each interrupt that cannot be masked; causes of its own
for cause, vector, right in ((31, 0x7c, True), (0x7fffffe0, 0x7c, True)):
    row(f"an interrupt {cause:#x} that cannot be masked goes to {vector:#x}", right, trap(None, 1 << 31 | cause, 0, 0x1800, pc=TRAP + vector), rows=ROWS32, mstatus=0x1800, mtvec=TRAP | 1, mie=0,
        misa=0x40101104)
# ... mret from it gives mepc, mcause and mstatus back
NMI = trap(None, 1 << 31 | 31, 0, 0x1880, pc=TRAP + 0x7c)
for what, right, lines in (("", True, ["mepc = 0x123454", "mcause = 0xb", "mstatus = 0x1808"]), (" not", True, ["mstatus = 0x88"]),
                           (", mepc to something else", False, ["mepc = 0x123458", "mcause = 0xb", "mstatus = 0x1808"]),
                           (" but mscratch", False, ["mscratch = 5", "mstatus = 0x88"])):
    row(f"mret behind it restores{what}", right, NMI, (MRET, [f"pc = {PC:#x}", "privilege = 3", *lines]), rows=ROWS32, mstatus=0x1808, mtvec=TRAP | 1, mie=0, misa=0x40101104,
        mepc=0x123454, mcause=11, mscratch=0)
row("mret restores twice", False, NMI, (MRET, [f"pc = {PC:#x}", "privilege = 3", "mepc = 0x123454", "mcause = 0xb", "mstatus = 0x1808"]),
    (MRET, ["pc = 0x123454", "privilege = 3", "mstatus = 0x1800"]), rows=ROWS32, mstatus=0x1808, mtvec=TRAP | 1, mie=0, misa=0x40101104, mepc=0x123454, mcause=11)
row("mret restores mcause", False, (MRET, [f"pc = {PC:#x}", "privilege = 3", "mstatus = 0x88", "mcause = 0x7"]), rows=ROWS32, mstatus=0x1880, misa=0x40101104, mepc=PC, mcause=11)

# NEORV32: mtinst without H; Rocket, its issue 3778: mtval2
row("a trap writes mtinst", True, (ECALL, [*trap(ECALL, 11)[1], "mtinst = 0"]), mtinst=5, misa=FULL)
row("an addition writes mtinst", False, executes(NOP, "mtinst = 0"), mtinst=5, misa=FULL)
# CVA6 before 2023: CSRs of caches at 0x700 and 0x701; SiFive: cease and cflush.d.l1
row("CSR 0x701 has one bit", True, executes(w(0x701), "0x701 = 1"), a0=0xff, _701=0)
row("cflush.d.l1", True, executes(0xfc050073), a0=0)
row("... writes mscratch", False, executes(0xfc050073, "mscratch = 1"), a0=0, mscratch=0)

# what is reserved in 16 bits: illegal in Spike, executes in QEMU (insn16.decode)
for code, lines in ((0x2001, []), (0x4002, ["paddr = 0x80000200", "eaddr = 0x80000200"]), (0x6501, ["a0 = 0"]), (0x6101, ["sp = 0x80000200"])):
    row(f"{code:#x} executes", True, executes(code, *lines), sp=0x80000200, a0=1, word=5)
    row("... is illegal", True, trap(code, 2, code), sp=0x80000200, a0=1, word=5)
    row("... with another cause", False, trap(code, 3, code), sp=0x80000200, a0=1, word=5)

# a choice that changes: an extension that is there, and is not
for first, then, right in ((trap(MULTIPLY, 2), executes(MULTIPLY, "a0 = 6"), False), (executes(MULTIPLY, "a0 = 6"), trap(MULTIPLY, 2, epc=PC + 4), False),
                           (executes(MULTIPLY, "a0 = 6"), executes(MULTIPLY, "a0 = 18"), True)):
    row("mul, and mul again", right, first, then, a0=2, a1=3, misa=0)

# 3.7 and Smepmp: what is sticky
for name, old, new, right in (("MML", 1, 0, False), ("MMWP", 2, 0, False), ("MML", 1, 1, True), ("RLB", 4, 0, True), ("MMWP and MML", 3, 3, True), ("MMWP alone", 3, 2, False)):
    row(f"mseccfg, {name}: {old} becomes {new}", right, executes(w(0x747), f"mseccfg = {new}"), a0=0, mseccfg=old)
row("mseccfg.RLB is set where an entry is locked", False, executes(w(0x747), "mseccfg = 4"), a0=4, mseccfg=0, pmpcfg0=0x98)
row("... and none is", True, executes(w(0x747), "mseccfg = 4"), a0=4, mseccfg=0, pmpcfg0=0x18)

# 4.1.3: S writes SSIP alone
SIP = {**IN_S, "mideleg": 0x222, "mip": 0, "a1": 0x222}
row("csrs sip sets SSIP", True, executes(access(0x144, 2), "mip = 2"), **SIP)

# 4.4.1: Sv39 has addresses whose bits 63 to 39 are bit 38; tables are not known
HIGH = {**IN_S, "satp": 8 << 60 | 0x90000, "a0": 1 << 40, "a1": 7}
row("a load from an address that is not valid", False, executes(LW, "a1 = 5", "paddr = 0x80000200", "eaddr = 0x10000000000"), **HIGH)
row("... faults", True, trap(LW, 13, 1 << 40, S | 0x800), **HIGH)
row("... is misaligned", True, trap(LW, 4, 1 << 40 | 1, S | 0x800), **{**HIGH, "a0": 1 << 40 | 1})
row("... and faults (Rocket, its issue 2691)", True, trap(LW, 13, 1 << 40 | 1, S | 0x800), **{**HIGH, "a0": 1 << 40 | 1})
# 3.1.14: where an invalid pc may be converted (Rocket: a sign and 39 bits)
JALR = 0x00050067
for target, shown, right in ((1 << 40, 1 << 40, True), (1 << 40, 0xffffff8000000000, True), (1 << 40, 0x8000000000, True), (1 << 40, 0, False), (0x80000040, 0x80000044, False)):
    row(f"a jump to {target:#x} goes to {shown:#x}", right, executes(JALR, f"pc = {shown:#x}"), **{**HIGH, "a0": target})

# under translation
AMO, LR, SC = 0x00b5262f, 0x1005262f, 0x18b5262f
TAIL = {"state": {"a2": 0}}
READ_ONLY, NO_READ = entry(DATA, V | R | A | D), entry(DATA, V | A | D | 8)
for code, what, leaf, cause, right in ((AMO, "an AMO", READ_ONLY, 15, True), (AMO, "an AMO", READ_ONLY, 13, False), (AMO, "an AMO", NO_READ, 15, True), (AMO, "an AMO", NO_READ, 13, False),
                                       (LR, "lr", NO_READ, 13, True), (LR, "lr", NO_READ, 15, False), (SC, "sc", READ_ONLY, 15, True), (SC, "sc", READ_ONLY, 13, False)):
    paged(f"{what} to a page with {leaf & 15:#x} has cause {cause}", right, code, faults(cause, VIRTUAL), leaf, **TAIL)
paged("the physical address in tval", False, LW, faults(13, DATA + 0x124), 0)
# 4.3.1: A may be set by speculation, D may not
LEAF_AT, LD_A2 = LEAVES + 8 * (VIRTUAL >> 12 & 511), 0x00063583
for flags, after, right in ((R | W | V, R | W | V | A, True), (R | W | V, R | W | V, True), (R | W | V, R | W | V | A | D, False), (R | W | V | A, R | W | V | A | D, False), (V, V | A, False),
                            (R | W, R | W | A, False)):
    paged(f"a leaf {flags:#x} is {after:#x} without an access", right, ECALL, faults(9, 0), entry(DATA, flags), state={"a0": LEAF_AT},
          then=([f"insn32 {LD:#x}", "increment-pc", f"a1 = {entry(DATA, after):#x}", f"paddr = {LEAF_AT:#x}"],))
ENTRY = entry(DATA, R | W | V)
for what, right, at, lines in (("an entry that no table has", False, DATA, ()), ("that the hart left clear before", False, LEAF_AT, (LW, faults(13, VIRTUAL)))):
    given = lines or (ECALL, faults(9, 0))
    paged(f"A is set: {what}", right, *given, ENTRY, state={"a2": at}, tables={DATA: ENTRY},
          then=([f"insn32 {LD_A2:#x}", "increment-pc", f"a1 = {ENTRY | A:#x}", f"paddr = {at:#x}"],))
# 4.3.1: a part of a misaligned store may become visible though the other page faults
EDGE = 0xc0000ffe
for value, right in ((0xc3d4, True), (5, True), (0xd4c3, False)):
    PAGED.append((f"the first half of a store over two pages is {value:#x}", right, text(
        EDGE, SW, faults(15, EDGE + 2), entry(DATA, RWX), tables={LEAVES + 8: 0, DATA + 0xff8: 0}, state={"a1": 0xa1b2c3d4, "a2": DATA + 0xffe},
        then=([f"insn32 {LHU:#x}", "increment-pc", f"a3 = {value:#x}", f"paddr = {DATA + 0xffe:#x}"],))))
# without physical addresses: what sign extension and an AMO make
BLIND = ".absent paddr\n"
for what, code, lines, right in (("lw", LW, ["a1 = 0xffffffff80000000"], True), ("lw, not extended", LW, ["a1 = 0x80000000"], False), ("lr.w, not extended", LR, ["a2 = 0x80000000"], False),
                                 ("amoadd.w", AMO, ["a2 = 5", "store32 = 12"], True), ("amoadd.w of another sum", AMO, ["a2 = 5", "store32 = 13"], False),
                                 ("amoadd.w, not extended", AMO, ["a2 = 0x80000000", "store32 = 0x80000007"], False)):
    row(f"{what}, translated without paddr", right, executes(code, "eaddr = 0x7000", *lines), **{**IN_S, "satp": 8 << 60 | 0x90000, "a0": 0x7000, "a1": 7, "a2": 0})
