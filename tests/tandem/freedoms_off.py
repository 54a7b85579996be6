# SPDX-License-Identifier: Apache-2.0
"""Rows as those of freedoms.py: what CSRs switch off (counters, Sstc, Smstateen, Zicboz, Zicbom, Svinval, TVM), what debug
mode alone has, encodings that are other instructions in harts without F and D (Zfinx, Zcmp), the registers of RV32E, pairs of
registers, and which exception a guest raises. From the Privileged ISA 1.13, the Unprivileged ISA, and Debug 1.0."""
from tests.tandem.freedoms import ALL, AT, DIRTY, FULL, LW, M_U, PC, SRET, SUM_S, TRAP, WFI, r, step, trap, w
from tests.tandem.freedoms_extensions import HOST, guest, to_m
from tests.tandem.freedoms_modes import IN_S, IN_U, S

STIMECMP, CBO_ZERO, CBO_INVAL, CBO_CLEAN, SINVAL, SFENCE = 0x14d, 0x0045200f, 0x0005200f, 0x0015200f, 0x16000073, 0x12000073
HLV = 0x6c0545f3
TIMER_ON = {"menvcfg": 1 << 63, "mcounteren": 7, "hcounteren": 7, "a0": 5}
BLOCK = {"a0": 0x80000200}
NO_F = {"misa": M_U, "mstatus": 0x1800, "fcsr": 0}
ROWS = []
ROWS32 = []


def switched(what, on, code, lines, state, *, status):
    """An instruction that is off, and has to be illegal, or is on, and has to execute."""
    ROWS.append(step(what, on, code, lines, **state))
    ROWS.append(trap(f"{what}, is illegal", not on, code, 2, 0, {"mtval": 0, **state}, status=status))


# Sstc: menvcfg.STCE, mcounteren.TM
for stce, counters in ((0, 7), (1, 5), (1, 7)):
    switched(f"stimecmp in S with STCE {stce} and mcounteren {counters}", stce == 1 and counters == 7, w(STIMECMP), ["stimecmp = 5"],
             {**IN_S, "stimecmp": 0, "a0": 5, "menvcfg": stce << 63, "mcounteren": counters}, status=S | 0x800)
# Smstateen: sstateen0 and senvcfg in S
for bit, number, name in ((63, 0x10c, "sstateen0"), (62, 0x10a, "senvcfg")):
    state = {**IN_S, "a0": 5, name: 0}
    ROWS.append(step(f"{name} in S, mstateen0 without bit {bit}", False, r(number), ["a0 = 0"], **state, mstateen0=ALL ^ 1 << bit))
    ROWS.append(step("... with it", True, r(number), ["a0 = 0"], **state, mstateen0=1 << bit))
# Zicboz, Zicbom: menvcfg and senvcfg
for what, code, off, on in (("cbo.zero", CBO_ZERO, 0x70, 0x80), ("cbo.clean", CBO_CLEAN, 0xb0, 0x40), ("cbo.inval", CBO_INVAL, 0xc0, 0x10)):
    ROWS += [step(f"{what} in S, off", False, code, [], **IN_S, **BLOCK, menvcfg=off), step("... on", True, code, [], **IN_S, **BLOCK, menvcfg=on),
             step("... in U, off in senvcfg", False, code, [], **IN_U, **BLOCK, menvcfg=on, senvcfg=off),
             step("... in M", True, code, [], **BLOCK, menvcfg=off),
             trap("... in S, off, is illegal", True, code, 2, 0, {**IN_S, **BLOCK, "menvcfg": off}, status=S | 0x800)]
# Svinval, TVM
ROWS += [step("sinval.vma in U", False, SINVAL, [], **IN_U), step("... in S", True, SINVAL, [], **IN_S),
         step("... in S with TVM", False, SINVAL, [], **{**IN_S, "mstatus": S | 1 << 20}),
         step("hgatp in S with TVM", False, r(0x680), ["a0 = 0"], **{**HOST, "privilege": 1, "mstatus": S | 1 << 20}),
         trap("... is illegal", True, r(0x680), 2, 0, {**HOST, "privilege": 1, "mstatus": S | 1 << 20}, status=S | 1 << 20 | 0x800),
         step("hlv in U without HU", False, HLV, ["a1 = 5", "paddr = 0x80000200"], **{**HOST, **AT, "privilege": 0, "mstatus": S}),
         step("henvcfg.STCE where menvcfg has it 0", False, w(0x60a), [f"henvcfg = {1 << 63:#x}"], **{**HOST, "menvcfg": 0, "henvcfg": 0, "a0": 1 << 63}),
         step("... where menvcfg has it", True, w(0x60a), [f"henvcfg = {1 << 63:#x}"], **{**HOST, "menvcfg": 1 << 63, "henvcfg": 0, "a0": 1 << 63})]
# Debug 1.0, 4.9: CSRs of debug mode
for number in (0x7b0, 0x7b2):
    ROWS += [step(f"CSR {number:#x} outside of debug mode", False, r(number), ["a0 = 5"], a0=0), trap("... is illegal", True, r(number), 2, 0, {"a0": 0})]
# Unprivileged ISA 1.5: no bit, and all bits
ROWS += [step("16 bits of 0 execute", False, 0, []), trap("... raise an exception of their own", False, 0, 34, 0),
         step("32 bits of 1 execute", False, 0xffffffff, []), trap("a reserved one of 16 bits, with an exception of its own", False, 0x9c7d, 34, 0)]
# Zfinx, Zcmp: no F, no D
ADD, FCSR = 0x00b57553, {"a0": 0x3f800000, "a1": 0x3f800000}
ROWS += [step("fadd.s of GPRs without F", True, ADD, ["a0 = 0x40000000"], **NO_F, **FCSR),
         step("... with a flag", True, ADD, ["a0 = 0x40000000", "fcsr = 1"], **NO_F, **FCSR),
         step("... writes another GPR", False, ADD, ["a0 = 0x40000000", "s5 = 1"], **NO_F, **FCSR, s5=0),
         step("... writes an FPR", False, ADD, ["fa0 = 0x40000000"], **NO_F, **FCSR),
         step("... of GPRs, with F", False, ADD, ["a0 = 0x40000000"], misa=FULL, mstatus=DIRTY, fcsr=0, fa0=0, fa1=0, **FCSR),
         step("fcsr is written without F", True, w(3), ["fcsr = 3"], **NO_F, a0=3),
         step("... of another value", False, w(3), ["fcsr = 5"], **NO_F, a0=3)]
PUSH, POPRET, MVSA01, JT = 0xb842, 0xbe42, 0xac26, 0xa002
for what, code, lines, state in (
        ("cm.push", PUSH, ["sp = 0x800002f0", "paddr = 0x800002f8", "store64 = 5"], {"sp": 0x80000300, "ra": 5}),
        ("cm.popret", POPRET, ["sp = 0x80000310", "ra = 0x80000020", "pc = 0x80000020", "paddr = 0x80000308"], {"sp": 0x80000300, "ra": 5}),
        ("cm.mvsa01", MVSA01, ["s0 = 5", "s1 = 6"], {"a0": 5, "a1": 6, "s0": 1, "s1": 2}), ("cm.jt", JT, ["pc = 0x80000080"], {})):
    ROWS += [step(f"{what} without D", True, code, lines, **NO_F, **state), step("... changes the mode", False, code, [*lines, "privilege = 0"], **NO_F, **state),
             step("... with D", False, code, lines, **state, misa=FULL, mstatus=0xa00001800)]
# RV32E, Zilsd
for what, misa, right in (("E", 0x40000010, True), ("I", 0x40000100, False), ("a misa that nobody told", None, True)):
    ROWS32.append(trap(f"x16 in a hart with {what} is illegal", right, 0x00b50833, 2, 0, {"misa": misa, "a0": 0, "a1": 0}, status=0x1800))
ROWS32 += [step("x16 in a hart with E", False, 0x00b50833, ["a6 = 3"], misa=0x40000010, a0=1, a1=2),
           step("ld of a pair", True, 0x00053603, ["a2 = 5", "a3 = 6", "paddr = 0x80000200"], a0=0x80000200, a2=0, a3=0),
           trap("... with an access fault", True, 0x00053603, 5, 0x80000200, {"a0": 0x80000200}, status=0x1800),
           step("... writes a third one", False, 0x00053603, ["a2 = 5", "a3 = 6", "a4 = 7", "paddr = 0x80000200"], a0=0x80000200, a2=0, a3=0, a4=0),
           step("medelegh", True, w(0x312), [], **{"0x312": 0}, a0=0)]

# 18.6.1: virtual instruction, or illegal instruction
for what, code, given, is_virtual in (
        ("cycle, off in hcounteren", r(0xc00), {"mcounteren": 7, "hcounteren": 0}, True), ("cycle, off in mcounteren", r(0xc00), {"mcounteren": 0, "hcounteren": 7}, False),
        ("vsstatus", r(0x200), {}, True), ("hstatus", r(0x600), {}, True), ("mscratch", r(0x340), {"mscratch": 0}, False), ("hlv", HLV, {}, True),
        ("stimecmp, off in menvcfg", w(STIMECMP), {**TIMER_ON, "menvcfg": 0}, False), ("sret with VTSR", SRET, {"hstatus": 2 << 32 | 1 << 22}, True),
        ("sfence.vma with VTVM", SFENCE, {"hstatus": 2 << 32 | 1 << 20}, True), ("wfi with VTW", WFI, {"hstatus": 2 << 32 | 1 << 21}, True),
        ("mret", 0x30200073, {}, False), ("cycle is written", w(0xc00), {"mcounteren": 7, "hcounteren": 7}, False)):
    ROWS += [guest(f"{what}: virtual instruction", is_virtual, to_m(code, 22), **given), guest("... illegal instruction", not is_virtual, to_m(code, 2), **given)]
ROWS += [guest("hlv executes", False, (HLV, ["a1 = 5", "paddr = 0x80000200"]), **AT),
         guest("stimecmp, off in henvcfg", False, (w(STIMECMP), ["vstimecmp = 5"]), **TIMER_ON, henvcfg=0, vstimecmp=0),
         guest("... on", True, (w(STIMECMP), ["vstimecmp = 5"]), **TIMER_ON, henvcfg=1 << 63, vstimecmp=0),
         guest("cbo.zero, off in henvcfg", False, (CBO_ZERO, []), **BLOCK, menvcfg=0xf0, henvcfg=0)]


def debugs(code, *lines):
    """An instruction in debug mode."""
    return [(None, ["pc = 0x800", "dcsr = 0x400000c3", f"dpc = {PC:#x}"]), (code, ["pc = 0x804", *lines])]


# Debug 1.0, 4.9.1: MPRV in debug mode
MODIFIED = {"dcsr": 0x40000003, "mstatus": S | 1 << 17 | 0x800, "misa": SUM_S, "satp": 8 << 60 | 0x90000, **AT, "word": 5}
ROWS += [("MPRV in debug mode without mprven", True, MODIFIED, debugs(LW, "a1 = 5", "paddr = 0x80000200")),
         ("... of another value", False, MODIFIED, debugs(LW, "a1 = 6", "paddr = 0x80000200")),
         ("a CSR of debug mode in it", True, {"dcsr": 0x40000003, "a0": 0}, debugs(r(0x7b1), f"a0 = {PC:#x}")),
         ("... of another value", False, {"dcsr": 0x40000003, "a0": 0}, debugs(r(0x7b1), f"a0 = {TRAP:#x}"))]
