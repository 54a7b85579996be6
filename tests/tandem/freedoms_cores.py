# SPDX-License-Identifier: Apache-2.0
"""Rows as those of freedoms.py, of what cores that are there do, as their sources or reports have it, and of errors beside
it. From the Privileged ISA 1.13, the Unprivileged ISA and Smepmp."""
from tests.tandem.freedoms import ECALL, FULL, LW, MRET, NOP, PC, SW, TRAP, w
from tests.tandem.freedoms_modes import IN_S, S, executes, trap
from tests.tandem.freedoms_pages import ALL as RWX
from tests.tandem.freedoms_pages import AT as VIRTUAL
from tests.tandem.freedoms_pages import DATA, LD, LEAVES, A, D, R, V, W, entry, faults, text
from tests.tandem.freedoms_reads import access

MULTIPLY, JALR, AMO, LR, SC = 0x02b50533, 0x00050067, 0x00b5262f, 0x1005262f, 0x18b5262f  # mul a0, a0, a1; jalr zero, (a0)
LW_A3, LD_A1, LHU_A3, SW_A4 = 0x00062683, 0x00063583, 0x00065683, 0x00e62023  # of (a2)
ROWS, ROWS32, PAGED = [], [], []


def row(what, right, *steps, rows=ROWS, **state):
    state = {f"{int(name[1:], 16):#x}" if name[0] == "_" else name: value for name, value in state.items()}
    rows.append((what, right, state, list(steps)))


def row32(what, right, *steps, **state):
    row(what, right, *steps, rows=ROWS32, misa=0x40101104, **state)


def paged(what, right, *given, **options):
    PAGED.append((what, right, text(VIRTUAL, *given, **options)))


# 3.7.1.3: a part of a misaligned store may become visible though another part fails (Ibex, its issues 1948 and 2452)
WORD = 0x80000200
KNOWN = {"a1": 0xa1b2c3d4, "a2": WORD, "a3": 0, "a4": 0x11223344, "word": 0x55667788}


def loads(value):
    return executes(LW_A3, f"a3 = {value:#x}", f"paddr = {WORD:#x}")


for start, value, right in (
        (-2, 0x5566a1b2, True), (-2, 0x55667788, True), (-2, 0x556677b2, True), (-2, 0x5566b2a1, False), (-2, 0x5567a1b2, False),
        (-3, 0x556677a1, True), (-3, 0x556677b2, False), (0, 0xffffffffa1b2c3d4, False), (0, 0x55667788, True)):
    row(f"a store at {start} faults, and memory has {value:#x}", right, trap(SW, 7, WORD + start), loads(value),
        a0=WORD + start, **KNOWN)
FAILS = trap(SW, 7, WORD - 2)
STORES = executes(SW_A4, f"paddr = {WORD:#x}", "store32 = 0x11223344")
for what, *steps in (("is there behind a later store", FAILS, STORES, loads(0x1122a1b2)),
                     ("is not there, and then is", FAILS, loads(0x55667788), loads(0x5566a1b2)),
                     ("of one that is misaligned by its cause", trap(SW, 6, WORD - 2), loads(0x5566a1b2)),
                     ("of a load", trap(LW, 5, WORD - 2), loads(0x5566a1b2))):
    row(f"a part {what}", False, *steps, a0=WORD - 2, **KNOWN)

# Ibex, ibex_cs_registers.sv: interrupts that cannot be masked go to mtvec + 0x7c, with causes of its own; mret from them gives
# mepc, mcause and mstatus back
AT_RESET = {"mtvec": TRAP | 1, "mie": 0, "mepc": 0x123454, "mcause": 11, "mscratch": 0}
for cause in (31, 0x7fffffe0):
    row32(f"an interrupt {cause:#x} that cannot be masked", True, trap(None, 1 << 31 | cause, 0, 0x1800, pc=TRAP + 0x7c),
          mstatus=0x1800, **AT_RESET)
NMI = trap(None, 1 << 31 | 31, 0, 0x1880, pc=TRAP + 0x7c)
BACK = "mepc = 0x123454", "mcause = 0xb", "mstatus = 0x1808"


def returns(pc, *lines):
    return MRET, [f"pc = {pc:#x}", "privilege = 3", *lines]


for what, right, *steps in (("restores", True, returns(PC, *BACK)), ("does not", True, returns(PC, "mstatus = 0x88")),
                            ("restores another mepc", False, returns(PC, "mepc = 0x123458", *BACK[1:])),
                            ("changes mscratch", False, returns(PC, "mscratch = 5", "mstatus = 0x88")),
                            ("restores twice", False, returns(PC, *BACK), executes(NOP),
                             returns(0x123454, "mstatus = 0x1800"))):
    row32(f"mret behind it {what}", right, NMI, *steps, mstatus=0x1808, **AT_RESET)
row32("mret restores mcause", False, returns(0x123454, "mstatus = 0x88", "mcause = 0x7"), mstatus=0x1880, **AT_RESET)

# NEORV32: mtinst without H; CVA6 before 2023: CSRs of caches at 0x700 and 0x701; SiFive: cflush.d.l1
row("a trap writes mtinst", True, (ECALL, [*trap(ECALL, 11)[1], "mtinst = 0"]), mtinst=5, misa=FULL)
row("an addition writes mtinst", False, executes(NOP, "mtinst = 0"), mtinst=5, misa=FULL)
row("CSR 0x701 has one bit", True, executes(w(0x701), "0x701 = 1"), a0=0xff, _701=0)
row("cflush.d.l1", True, executes(0xfc050073), a0=0)
row("... writes mscratch", False, executes(0xfc050073, "mscratch = 1"), a0=0, mscratch=0)

# what is reserved in 16 bits: illegal in Spike, executes in QEMU (insn16.decode)
for code, *lines in ((0x2001,), (0x4002, f"paddr = {WORD:#x}", f"eaddr = {WORD:#x}"), (0x6501, "a0 = 0"),
                     (0x6101, f"sp = {WORD:#x}")):
    row(f"{code:#x} executes", True, executes(code, *lines), sp=WORD, a0=1, word=5)
    row("... is illegal", True, trap(code, 2, code), sp=WORD, a0=1, word=5)
    row("... with another cause", False, trap(code, 3, code), sp=WORD, a0=1, word=5)

# a choice that changes: an extension that is there, and is not
for what, right, *steps in (("not there, and there", False, trap(MULTIPLY, 2), executes(MULTIPLY, "a0 = 6")),
                            ("there, and not there", False, executes(MULTIPLY, "a0 = 6"), trap(MULTIPLY, 2, epc=PC + 4)),
                            ("there twice", True, executes(MULTIPLY, "a0 = 6"), executes(MULTIPLY, "a0 = 18"))):
    row(f"mul is {what}", right, *steps, a0=2, a1=3, misa=0)

# Smepmp: what is sticky
for what, old, new, right in (("MML is cleared", 1, 0, False), ("MMWP is cleared", 2, 0, False), ("MML of both is", 3, 2, False),
                              ("MML stays", 1, 1, True), ("both stay", 3, 3, True), ("RLB is cleared", 4, 0, True)):
    row(f"mseccfg: {what}", right, executes(w(0x747), f"mseccfg = {new}"), a0=0, mseccfg=old)
row("mseccfg.RLB is set where an entry is locked", False, executes(w(0x747), "mseccfg = 4"), a0=4, mseccfg=0, pmpcfg0=0x98)
row("... and none is", True, executes(w(0x747), "mseccfg = 4"), a0=4, mseccfg=0, pmpcfg0=0x18)

# 4.1.3: of sip S writes SSIP alone
row("csrs sip", True, executes(access(0x144, 2), "mip = 2"), **{**IN_S, "mideleg": 0x222, "mip": 0, "a1": 0x222})

# 4.4.1: Sv39 has addresses whose bits 63 to 39 are bit 38; tables are not known
FAR = 1 << 40
HIGH = {**IN_S, "satp": 8 << 60 | 0x90000, "a0": FAR, "a1": 7}
row("a load from an address that is not valid", False, executes(LW, "a1 = 5", "paddr = 0x80000200", f"eaddr = {FAR:#x}"), **HIGH)
row("... faults", True, trap(LW, 13, FAR, S | 0x800), **HIGH)
row("... is misaligned", True, trap(LW, 4, FAR | 1, S | 0x800), **{**HIGH, "a0": FAR | 1})
row("... and faults (Rocket, its issue 2691)", True, trap(LW, 13, FAR | 1, S | 0x800), **{**HIGH, "a0": FAR | 1})
# 3.1.14: an invalid pc may be converted (Rocket: to 39 bits and a sign)
for target, shown, right in ((FAR, FAR, True), (FAR, 0xffffff8000000000, True), (FAR, 0x8000000000, True), (FAR, 0, False),
                             (0x80000040, 0x80000044, False)):
    row(f"a jump to {target:#x} goes to {shown:#x}", right, executes(JALR, f"pc = {shown:#x}"), **{**HIGH, "a0": target})

# under translation: causes of AMOs, lr and sc
READ_ONLY, NO_READ = entry(DATA, V | R | A | D), entry(DATA, V | A | D | 8)
for code, what, leaf, cause in ((AMO, "an AMO", READ_ONLY, 15), (AMO, "an AMO", NO_READ, 15), (LR, "lr", NO_READ, 13),
                                (SC, "sc", READ_ONLY, 15)):
    for said in (13, 15):
        paged(f"{what} to a page with {leaf & 15:#x} has cause {said}", said == cause, code, faults(said, VIRTUAL), leaf,
              state={"a2": 0})
paged("the physical address in tval", False, LW, faults(13, DATA + 0x124), 0)

# 4.3.1: A may be set by speculation, D may not
LEAF, ENTRY = LEAVES + 8 * (VIRTUAL >> 12 & 511), entry(DATA, R | W | V)


def reads(code, at, value):
    """A group behind the first one."""
    return [f"insn32 {code:#x}", "increment-pc", f"a1 = {value:#x}", f"paddr = {at:#x}"]


for flags, after, right in ((R | W | V, R | W | V | A, True), (R | W | V, R | W | V, True), (R | W | V, R | W | V | A | D, False),
                            (R | W | V | A, R | W | V | A | D, False), (V, V | A, False), (R | W, R | W | A, False)):
    paged(f"a leaf {flags:#x} is {after:#x} without an access", right, ECALL, faults(9, 0), entry(DATA, flags),
          state={"a0": LEAF}, then=(reads(LD, LEAF, entry(DATA, after)),))
for what, at, *first in (("of an entry that no table has", DATA, ECALL, faults(9, 0)),
                         ("though it was a fault", LEAF, LW, faults(13, VIRTUAL))):
    paged(f"A is set {what}", False, *first, ENTRY, state={"a2": at}, tables={DATA: ENTRY}, then=(reads(LD_A1, at, ENTRY | A),))

# 4.3.1: a part of a misaligned store may become visible though the other page faults
EDGE = 0xc0000ffe
for value, right in ((0xc3d4, True), (5, True), (0xd4c3, False)):
    then = [f"insn32 {LHU_A3:#x}", "increment-pc", f"a3 = {value:#x}", f"paddr = {DATA + 0xffe:#x}"]
    PAGED.append((f"the first half of a store over two pages is {value:#x}", right, text(
        EDGE, SW, faults(15, EDGE + 2), entry(DATA, RWX), tables={LEAVES + 8: 0, DATA + 0xff8: 0},
        state={"a1": 0xa1b2c3d4, "a2": DATA + 0xffe}, then=(then,))))

# without physical addresses: what sign extension and an AMO make
BLIND = {**IN_S, "satp": 8 << 60 | 0x90000, "a0": 0x7000, "a1": 7, "a2": 0}
for what, code, right, *lines in (("lw", LW, True, "a1 = 0xffffffff80000000"), ("lw, not extended", LW, False, "a1 = 0x80000000"),
                                  ("lr.w, not extended", LR, False, "a2 = 0x80000000"),
                                  ("amoadd.w", AMO, True, "a2 = 5", "store32 = 12"),
                                  ("amoadd.w of another sum", AMO, False, "a2 = 5", "store32 = 13"),
                                  ("amoadd.w, not extended", AMO, False, "a2 = 0x80000000", "store32 = 0x80000007")):
    row(f"{what}, translated without paddr", right, executes(code, "eaddr = 0x7000", *lines), **BLIND)
