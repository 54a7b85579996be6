# SPDX-License-Identifier: Apache-2.0
"""Rows as those of freedoms.py, of where traps go and what they leave, of returns, of reservations, counters, halves
of CSRs, misa, and of debug mode and interrupts that resume. From the Privileged ISA 1.13, the Unprivileged ISA, the
Debug Specification 1.0 and Smrnmi 1.0."""
from tests.tandem.freedoms import AT, DIRTY, EBREAK, ECALL, FULL, LW, M_U, MRET, PC, SRET, SUM_S, SW, TRAP, WFI, csr, r, w
from tests.tandem.freedoms_reads import access

S, INTERRUPT, NUMBER = 0xa00000000, 1 << 63, {3: "m", 1: "s"}
OF_S = {"stvec": TRAP, "sepc": 0, "scause": 0, "stval": 0}
IN_S = {"privilege": 1, "mstatus": S, "medeleg": 0, "mideleg": 0, "misa": SUM_S, **OF_S}
IN_U = {**IN_S, "privilege": 0}
ILLEGAL, SFENCE, JUMP, NO_C = 0x707f, 0x12000073, 0x006000ef, 0x8000000000101100
ROWS = []


def row(what, right, *steps, **state):
    ROWS.append((what, right, {f"{int(name[1:], 16):#x}" if name[0] == "_" else name: value for name, value in state.items()},
                 list(steps)))


def trap(code, cause, tval=0, status=S | 0x1800, epc=PC, pc=TRAP, to=3):
    of = NUMBER[to]
    return code, [f"pc = {pc:#x}", f"{of}epc = {epc:#x}", f"{of}cause = {cause:#x}", f"{of}tval = {tval:#x}", f"mstatus = {status:#x}",
                  f"privilege = {to}"]


def executes(code, *lines):
    return code, list(lines)


# 3.1.7, 3.1.8: vectors, delegation
TIMER = {"mstatus": S | 0x1808, "mie": 0x80}
row("an interrupt goes to its vector", True, trap(None, INTERRUPT | 7, 0, S | 0x1880, pc=TRAP + 28), mtvec=TRAP | 1, **TIMER)
row("... to the base", False, trap(None, INTERRUPT | 7, 0, S | 0x1880), mtvec=TRAP | 1, **TIMER)
row("... to a vector in direct mode", False, trap(None, INTERRUPT | 7, 0, S | 0x1880, pc=TRAP + 28), **TIMER)
row("an exception goes to the base", True, trap(ECALL, 11), mtvec=TRAP | 1)
row("... to a vector", False, trap(ECALL, 11, pc=TRAP + 44), mtvec=TRAP | 1)
row("ecall that is delegated", True, trap(ECALL, 8, 0, S, to=1), **{**IN_U, "medeleg": 0x100})
row("... goes to M", False, trap(ECALL, 8, 0, S), **{**IN_U, "medeleg": 0x100})
row("ecall that is not, to S", False, trap(ECALL, 8, 0, S, to=1), **IN_U)
row("an exception in M is not delegated", True, trap(EBREAK, 3), medeleg=8, misa=SUM_S, **OF_S)
row("... is", False, trap(EBREAK, 3, 0, S | 0x100, to=1), medeleg=8, misa=SUM_S, **OF_S)
S_TIMER = {"mideleg": 0x20, "mie": 0x20}
row("U is interrupted by S with SIE 0", True, trap(None, INTERRUPT | 5, 0, S, to=1), **{**IN_U, **S_TIMER})
row("S is", False, trap(None, INTERRUPT | 5, 0, S | 0x100, to=1), **{**IN_S, **S_TIMER})
for status, right in ((0x120, True), (0x20, False), (0x122, False)):
    row(f"S is with SIE 1, and sstatus {status:#x}", right, trap(None, INTERRUPT | 5, 0, S | status, to=1), **{**IN_S, **S_TIMER, "mstatus": S | 2})
row("a trap keeps MIE", False, trap(ECALL, 11, 0, S | 0x1808), mstatus=S | 0x1808)
row("a trap from U with MPP M", False, trap(ECALL, 8, 0, S | 0x1800), **IN_U)
row("a trap that writes rd", False, (LW, trap(LW, 5, 0x80000200)[1] + ["a1 = 8"]), **AT)
row("a store that faults and stores", False, (SW, trap(SW, 7, 0x80000200)[1] + ["paddr = 0x80000200", "store32 = 7"]), **AT)
row("an access fault with another address", False, trap(LW, 5, 0x80000300), **AT)
row("an AMO that is misaligned", True, trap(0x00b5262f, 6, 0x80000202), a0=0x80000202, a1=7, a2=0, word=5)
row("... as a load", False, trap(0x00b5262f, 4, 0x80000202), a0=0x80000202, a1=7, a2=0, word=5)
row("16 bits that are illegal", True, trap(0x9c61, 2, 0x9c61))
row("... with bits of the next ones", False, trap(0x9c61, 2, 0x139c61))

# 3.3.2, 3.1.6.3, 3.1.6.6: returns, and what S may not do
for what, right, status, to, after in (
        ("to S clears MPRV", True, 0x20880, 1, 0x88), ("to M clears MPRV", False, 0x21880, 3, 0x88), ("leaves MPIE 0", False, 0x880, 1, 8)):
    row(f"mret {what}", right, (MRET, ["pc = 0x80000010", f"privilege = {to}", f"mstatus = {S | after:#x}"]), misa=SUM_S, mstatus=S | status, mepc=PC + 16)
for what, right, status, to, after in (("", True, 0x20, 0, 0x22), ("loses SIE", False, 0x20, 0, 0x20), ("keeps SPP", False, 0x120, 1, 0x122),
                                       ("with TSR", False, 0x400020, 0, 0x400022)):
    row(f"sret {what}", right, (SRET, ["pc = 0x80000010", f"privilege = {to}", f"mstatus = {S | after:#x}"]), **{**IN_S, "mstatus": S | status, "sepc": PC + 16})
row("sret with TSR is illegal", True, trap(SRET, 2, 0, S | 0x400820), **{**IN_S, "mstatus": S | 0x400020})
row("sret in U", False, (SRET, ["pc = 0x80000010", f"mstatus = {S | 0x22:#x}"]), **{**IN_U, "mstatus": S | 0x20, "sepc": PC + 16})
row("mret in S", False, (MRET, ["pc = 0x80000010", "privilege = 0", f"mstatus = {S | 0x80:#x}"]), mepc=PC + 16, **IN_S)
row("mret in S is illegal", True, trap(MRET, 2, 0, S | 0x800), **IN_S)
TVM, TW = {**IN_S, "mstatus": S | 1 << 20, "satp": 0, "a0": 0}, {**IN_S, "mstatus": S | 1 << 21}
row("satp with TVM", False, executes(r(0x180), "a0 = 0"), **TVM)
row("... is illegal", True, trap(r(0x180), 2, 0, S | 1 << 20 | 0x800), **TVM)
row("sfence.vma with TVM", False, executes(SFENCE), **TVM)
row("sfence.vma in U", False, executes(SFENCE), **IN_U)
row("wfi in S with TW", True, executes(WFI), **TW)
row("... is illegal", True, trap(WFI, 2, 0, S | 1 << 21 | 0x800), **TW)
row("wfi in S without TW is illegal", False, trap(WFI, 2, 0, S | 0x800), **IN_S)
for misa in (M_U, SUM_S):  # 3.3.3: "optionally available to U-mode"; CVA6, decoder.sv: illegal
    row("wfi in U is illegal", True, trap(WFI, 2, 0, 0), privilege=0, misa=misa, mstatus=0, medeleg=0)
    row("... executes", True, executes(WFI), privilege=0, misa=misa, mstatus=0, medeleg=0)

# misa.C and 2.2: without C, F and D instructions are aligned to 4 bytes
row("a jump to a half raises an exception", True, trap(JUMP, 0, PC + 6), misa=NO_C, ra=0)
row("... is done", False, executes(JUMP, "pc = 0x80000006", "ra = 0x80000004"), misa=NO_C, ra=0)
row("... with another tval", False, trap(JUMP, 0, PC + 4), misa=NO_C, ra=0)
row("... writes rd", False, (JUMP, trap(JUMP, 0, PC + 6)[1] + ["ra = 0x80000004"]), misa=NO_C, ra=0)
row("... with the target in mepc", False, trap(0x00050067, 0, PC + 6, epc=PC + 6), misa=NO_C, a0=PC + 6)
row("... may be done with D, which Zca goes with", True, executes(JUMP, "pc = 0x80000006", "ra = 0x80000004"), misa=NO_C | 0x28, ra=0)
for letters, right in ((1 << 18, True), (1 << 20, False), (5 << 18, True)):
    row(f"misa without {letters:#x}", right, executes(access(0x301, 3, 10), f"misa = {SUM_S & ~letters:#x}"), misa=SUM_S, a0=letters & ~(1 << 18) or 1 << 18)
NO_S = executes(access(0x301, 3, 10), f"misa = {SUM_S & ~(1 << 18):#x}")
row("satp without S", False, NO_S, executes(r(0x180), "a0 = 0"), misa=SUM_S, a0=1 << 18, satp=0)
row("... is illegal", True, NO_S, trap(r(0x180), 2, epc=PC + 4), misa=SUM_S, a0=1 << 18, satp=0)
row("misa with E", False, executes(access(0x301, 2, 10), f"misa = {SUM_S | 0x10:#x}"), misa=SUM_S, a0=1 << 4)

LETTERS, NO_M = FULL, FULL & ~(1 << 12)
for what, right, held in (("again", True, LETTERS), ("now", False, NO_M)):
    row(f"misa that does not take a letter {what}", right, executes(access(0x301, 3, 10), f"misa = {LETTERS:#x}"),
        executes(access(0x301, 3, 10), f"misa = {held:#x}"), misa=LETTERS, a0=1 << 12)
for what, right, held in (("does not any more", False, LETTERS), ("does", True, NO_M)):
    row(f"misa that took a letter {what}", right, executes(access(0x301, 3, 10), f"misa = {NO_M:#x}"), executes(access(0x301, 2, 10), f"misa = {LETTERS:#x}"),
        executes(access(0x301, 3, 10), f"misa = {held:#x}"), misa=LETTERS, a0=1 << 12)
row("mepc loses bit 1, which it held", False, executes(w(0x341), "mepc = 0x80000146"), executes(w(0x341, 0), "mepc = 0"),
    executes(w(0x341), "mepc = 0x80000144"), a0=0x80000146, mepc=0)

# halves of CSRs are RV32's; 3.7.1: so are pmpcfg of odd numbers
for number in (0x310, 0x312, 0x31a, 0x3a1, 0xb80, 0xc80, 0xc82, 0xc81, 0x15d, 0x723):
    row(f"{number:#x} of RV32 is read", False, executes(r(number), "a0 = 0"), a0=0, misa=SUM_S)
    row("... is illegal", True, trap(r(number), 2), a0=0, misa=SUM_S)

# 3.1.10, 3.1.11: counters
for what, right, step_, of, m, s in (
        ("in U, mcounteren 0", False, executes(r(0xc00), "a0 = 9"), IN_U, 0, 7), ("... is illegal", True, trap(r(0xc00), 2, 0, S), IN_U, 0, 7),
        ("in U, both 7", True, executes(r(0xc00), "a0 = 9"), IN_U, 7, 7), ("in U, scounteren 0", False, executes(r(0xc00), "a0 = 9"), IN_U, 7, 0),
        ("in S, scounteren 0", True, executes(r(0xc00), "a0 = 9"), IN_S, 7, 0), ("in M, both 0", True, executes(r(0xc00), "a0 = 9"), {}, 0, 0)):
    row(f"cycle {what}", right, step_, **{**of, "mcounteren": m, "scounteren": s, "a0": 0})
row("cycle is written", False, executes(w(0xc00)), a0=5)
row("time is not there", True, trap(r(0xc01), 2), a0=5)
row("minstret is what was written", True, executes(w(0xb02), "minstret = 5"), executes(r(0xb02, 11), "a1 = 5"), a0=5, a1=0)

# CSRs of the hart's own, views
row("a custom CSR holds what it likes", True, executes(w(0x7c0), "0x7c0 = 1"), a0=5)
row("... in U", False, executes(r(0x7c0), "a0 = 7"), **IN_U, a0=5)
row("one for U", True, executes(r(0x800), "a0 = 7"), **IN_U, a0=5)
row("a read-only one is written", False, executes(w(0xfc0)), a0=5)
row("... writes mscratch", False, executes(w(0x7c0), "0x7c0 = 1", "mscratch = 5"), a0=5, mscratch=0)
row("sip.SSIP", True, executes(w(0x144), "mip = 2"), **{**IN_S, "mideleg": 0x222, "a0": 2, "mip": 0})
row("... that is not delegated", False, executes(w(0x144), "mip = 2"), a0=2, mip=0, **IN_S)
row("sie leaves mie's others", True, executes(w(0x104), "mie = 0x8aa"), **{**IN_S, "mideleg": 0x222, "mie": 0x888, "a0": 0x22})
row("... clears them", False, executes(w(0x104), "mie = 0x22"), **{**IN_S, "mideleg": 0x222, "mie": 0x888, "a0": 0x22})
row("sstatus leaves MPP", False, executes(w(0x100), f"mstatus = {S | 0x22:#x}"), **{**IN_S, "mstatus": S | 0x1800, "a0": 0x22})
row("csrrw reads what was there", False, executes(access(0x340, 1, 10, 11), "a1 = 7", "mscratch = 7"), a0=7, a1=0, mscratch=3)
row("csrrci has 5 bits", False, executes(access(0x340, 7, 31), "mscratch = 0"), mscratch=0xffff)
row("a locked entry that is TOR holds the one before", False, executes(w(0x3b0), "pmpaddr0 = 5"), pmpcfg0=0x8f00, pmpaddr0=1, a0=5)
row("fflags with FS off", False, executes(r(1), "a0 = 0"), mstatus=S | 0x1800, fcsr=0, a0=0)
ADD = {"mstatus": DIRTY, "fa0": 0xffffffff3f800000, "fa1": 0xffffffff33000001}
row("an addition that is not exact", True, executes(0x00b57553, "fa0 = 0xffffffff3f800000", "fcsr |= 0x1"), fcsr=0, **ADD)
row("... has no flag", False, executes(0x00b57553, "fa0 = 0xffffffff3f800000"), fcsr=0, **ADD)
row("... clears one", False, executes(0x00b57553, "fa0 = 0xffffffff3f800000", "fcsr = 1"), fcsr=2, **ADD)

# 8.2
LR, SC = executes(0x100525af, "a1 = 1", "paddr = 0x80000200"), 0x18b5262f
STORES, DATA = ["paddr = 0x80000200", "store32 = 1"], {**AT, "word": 1, "a2": 9}
row("sc after lr", True, LR, executes(SC, "a2 = 0", *STORES), **DATA)
row("... and a store of its own", True, LR, (SW, STORES), executes(SC, "a2 = 0", *STORES), **DATA)
row("a second sc", False, LR, executes(SC, "a2 = 0", *STORES), executes(SC, "a2 = 0", *STORES), **DATA)
row("sc that fails and stores", False, LR, executes(SC, "a2 = 1", *STORES), **DATA)
row("sc that succeeds and does not", False, LR, executes(SC, "a2 = 0"), **DATA)

# Debug mode: what a debugger writes there nobody tells, so ebreak may enter it or trap
DRET = 0x7b200073
ENTRY = (None, ["pc = 0x800", f"dpc = {PC:#x}", "dcsr = 0x400000c3"])
FROM_U = {"privilege": 0, "mstatus": S}


def entry(*lines, dpc=PC):
    return None, ["pc = 0x800", f"dpc = {dpc:#x}", *lines]


for what, right, steps, state in (
        ("is entered and left", True, (ENTRY, executes(DRET, f"pc = {PC:#x}")), {}),
        ("is left to another place", False, (ENTRY, executes(DRET, f"pc = {PC + 4:#x}")), {}),
        ("with another dpc", False, (entry("dcsr = 0x400000c3", dpc=PC + 4),), {}),
        ("from U", True, (entry("dcsr = 0x400000c0", "privilege = 3"), executes(DRET, f"pc = {PC:#x}", "privilege = 0")), FROM_U),
        ("from U with prv M", False, (entry("dcsr = 0x400000c3", "privilege = 3"),), FROM_U),
        ("from U stays in U", False, (entry("dcsr = 0x400000c0"),), FROM_U),
        ("writes mscratch", False, (entry("dcsr = 0x400000c3", "mscratch = 5"),), {"mscratch": 0}),
        ("has ebreak", True, (ENTRY, executes(EBREAK, "pc = 0x800")), {}),
        ("has ebreak that traps", False, (ENTRY, trap(EBREAK, 3, 0x800, epc=0x800)), {}),
        ("has an exception", True, (ENTRY, executes(ILLEGAL, "pc = 0x810")), {}),
        ("has an addition", True, (ENTRY, executes(0x00150513, "a0 = 6")), {"a0": 5}),
        ("has a wrong one", False, (ENTRY, executes(0x00150513, "a0 = 7")), {"a0": 5}),
        ("has one that jumps", False, (ENTRY, executes(0x00150513, "a0 = 6", "pc = 0x900")), {"a0": 5}),
        ("has an interrupt", False, (ENTRY, trap(None, INTERRUPT | 7, 0, S | 0x1880, epc=0x800)), TIMER),
        ("by ebreak", True, (executes(EBREAK, "pc = 0x800", f"dpc = {PC:#x}", "dcsr = 0x40008043"),), {"dcsr": 0x40008003}),
        ("by ebreak with another cause", False, (executes(EBREAK, "pc = 0x800", f"dpc = {PC:#x}", "dcsr = 0x400080c3"),), {"dcsr": 0x40008003}),
        ("by ebreak with dpc behind it", False, (executes(EBREAK, "pc = 0x800", f"dpc = {PC + 4:#x}", "dcsr = 0x40008043"),), {"dcsr": 0x40008003}),
        ("is left in U", False, (executes(DRET, "pc = 0"),), FROM_U)):
    row(f"debug mode {what}", right, *steps, **{"dpc": 0, "dcsr": 0x40000003, **state})
row("dret outside of debug mode", False, executes(DRET, "pc = 0x80000010"))
row("... is illegal", True, trap(DRET, 2))

# Smrnmi: mnepc, mncause, mnstatus
MNRET, RESUMES = 0x70200073, {"_741": 0, "_742": 0, "_744": 8}


def resumes(status, epc=PC, *lines):
    return None, ["pc = 0x80000040", f"0x741 = {epc:#x}", f"0x742 = {INTERRUPT | 2:#x}", f"0x744 = {status:#x}", *lines]


row("an interrupt that resumes", True, resumes(0x1800), **RESUMES)
row("... with another mnepc", False, resumes(0x1800, PC + 4), **RESUMES)
row("... with NMIE 0", False, resumes(0x1800), **{**RESUMES, "_744": 0})
row("... from U", True, resumes(0, PC, "privilege = 3"), **RESUMES, **FROM_U)
row("... from U with MNPP M", False, resumes(0x1800, PC, "privilege = 3"), **RESUMES, **FROM_U)
HANDLER = {"_741": PC + 16, "_742": 0}
row("mnret", True, executes(MNRET, "pc = 0x80000010", "0x744 = 0x1808"), _744=0x1800, **HANDLER)
row("mnret to U", True, executes(MNRET, "pc = 0x80000010", "0x744 = 8", "privilege = 0"), _744=0, **HANDLER)
row("mnret to another place", False, executes(MNRET, "pc = 0x80000014", "0x744 = 0x1808"), _744=0x1800, **HANDLER)
row("mnret leaves NMIE 0", False, executes(MNRET, "pc = 0x80000010"), _744=0x1800, **HANDLER)
row("mnret in S", False, executes(MNRET, "pc = 0x80000010"), _741=PC + 16, _744=0x1800, **IN_S)
row("an exception with NMIE 0 goes elsewhere", True, trap(ECALL, 11, pc=0x90), **{**RESUMES, "_744": 0})
row("... with another mepc", False, trap(ECALL, 11, pc=0x90, epc=PC + 4), **{**RESUMES, "_744": 0})
row("an exception goes elsewhere", False, trap(ECALL, 11, pc=0x90))
row("an interrupt with NMIE 0", False, trap(None, INTERRUPT | 7, 0, S | 0x1880), **{**RESUMES, "_744": 0, **TIMER})
row("an interrupt that cannot be masked", True, trap(None, INTERRUPT, 0, pc=0x80000040), mie=0)

# 18.2: CSRs of the hypervisor
H = SUM_S | 1 << 7
for name, number, written, held, right in (
        ("hgatp", 0x680, 8 << 60 | 0x90003, 8 << 60 | 0x90000, True), ("hgatp", 0x680, 8 << 60 | 0x90003, 8 << 60 | 0x90003, False),
        ("hgatp", 0x680, 3 << 60 | 0x90000, 3 << 60 | 0x90000, False), ("hgatp", 0x680, 9 << 60 | 0x90000, 0x90000, True),
        ("hgatp", 0x680, 8 << 60 | 3 << 58 | 0x90000, 8 << 60 | 3 << 58 | 0x90000, False), ("hgatp", 0x680, 0, 0x90000, False),
        ("hgatp", 0x680, 8 << 60 | 5 << 44 | 0x90000, 8 << 60 | 1 << 44 | 0x90000, True),
        ("henvcfg", 0x60a, (1 << 64) - 1, 1, True), ("henvcfg", 0x60a, (1 << 64) - 1, 1 << 20, False), ("henvcfg", 0x60a, 1 << 5, 1 << 5, False),
        ("htval", 0x643, 0x1234, 0x1234, True), ("mtinst", 0x34a, 0x3000, 0x3000, True), ("hgeie", 0x607, (1 << 64) - 1, (1 << 64) - 1, False),
        ("hcounteren", 0x606, (1 << 64) - 1, (1 << 64) - 1, False), ("stimecmp", 0x14d, 5, 4, False), ("mseccfg", 0x747, 1 << 20, 1 << 20, False),
        ("mseccfg", 0x747, 1 << 32, 1 << 32, False), ("mseccfg", 0x747, 7, 6, True)):
    ROWS.append(csr(name, number, written, held, right, misa=H, **{name: 0}))

# first reads
for name, number, value, right, state in (
        *(("mstatus", 0x300, value, right, {"misa": FULL, "mstatus": None}) for value, right in (
            (0xa00001800, True), (0x8000000a00007800, True), (0xa00007800, False), (0x8000000a00001800, False), (0xa00001000, False),
            (0x3a00001800, True), (0xa00041800, True), (0xf00001800, False))),
        ("mtvec", 0x305, 0x80000102, False, {"mtvec": None}), ("mtvec", 0x305, 0x80000101, True, {"mtvec": None}),
        ("hedeleg", 0x602, 0x400, False, {"misa": H}), ("hgatp", 0x680, 0, True, {"misa": H}), ("hgatp", 0x680, 3 << 60, False, {"misa": H}),
        ("vsatp", 0x280, 8 << 60, True, {"misa": H}), ("vstvec", 0x205, 2, False, {"misa": H}), ("vsepc", 0x241, 1, False, {"misa": H})):
    row(f"{name} is {value:#x} at first", right, executes(r(number), f"a0 = {value:#x}"), **{"a0": 0, **state})
