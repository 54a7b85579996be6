# SPDX-License-Identifier: Apache-2.0
"""Rows as those of freedoms.py, of what first reads tell, of bits that are set in what nobody knows, of misa that
changes what there is, and of fields of a few values. From the Privileged ISA 1.13 and the Unprivileged ISA."""
from tests.tandem.freedoms import ALL, AT, DIRTY, FULL, LW, M_U, MRET, PC, SUM_S, TRAP, csr, r, step, trap, w

A = FULL | 1 << 12  # and M
S_MODE = 0xa00000000


def access(number, function, rs1=11, rd=0):
    """csrrw, csrrs, csrrc: 1, 2, 3; with an immediate operand 5, 6, 7."""
    return number << 20 | rs1 << 15 | function << 12 | rd << 7 | 0x73


def first(name, number, value, right=True, **state):
    """The first read of a CSR."""
    return step(f"{name} is {value:#x} at first", right, r(number), [f"a0 = {value:#x}"], a0=0, **state)


def traps(cause, tval, status=S_MODE | 0x1800, epc=PC):
    return [f"pc = {TRAP:#x}", f"mepc = {epc:#x}", f"mcause = {cause:#x}", f"mtval = {tval:#x}", f"mstatus = {status:#x}"]


def cleared(letter):
    """An instruction that clears a letter of misa."""
    return access(0x301, 3, 10), [f"misa = {A & ~letter:#x}"]


def without(what, right, letter, *steps, **state):
    return f"misa without {letter:#x}: {what}", right, {"misa": A, "a0": letter, **state}, [cleared(letter), *steps]


ADDI16, C, M = 0x0505, 1 << 2, 1 << 12
FADD = {"mstatus": DIRTY, "fcsr": 0, "fa0": 0xffffffff3f800000, "fa1": 0xffffffff3f800000}

ROWS = [
    # what a first read may be
    *(first(name, number, value) for name, number, value in (
        ("stval", 0x143, 0x1234), ("scause", 0x142, 8), ("scounteren", 0x106, 7), ("pmpcfg0", 0x3a0, 0x1f), ("pmpaddr0", 0x3b0, (1 << 54) - 1),
        ("mcountinhibit", 0x320, 5), ("menvcfg", 0x30a, 1), ("mie", 0x304, 0x888), ("medeleg", 0x302, 0xb1ff), ("mideleg", 0x303, 0x222),
        ("satp", 0x180, 8 << 60), ("stvec", 0x105, 5), ("misa", 0x301, SUM_S), ("misa", 0x301, 0), ("tselect", 0x7a0, 0), ("0x7c0", 0x7c0, 3),
        ("mcycle", 0xb00, 100), ("mip", 0x344, 0x80), ("senvcfg", 0x10a, 0x30), ("mseccfg", 0x747, 0), ("sepc", 0x141, 0x80000002))),
    *(first(name, number, value, False) for name, number, value in (
        ("sepc", 0x141, 0x80000001), ("stvec", 0x105, 0x80000002), ("misa", 0x301, 0x40001105), ("misa", 0x301, 1 << 63 | 0x108),
        ("misa", 0x301, 1 << 63 | 0x110), ("misa", 0x301, 1 << 63 | 0x40100), ("medeleg", 0x302, 0x800), ("satp", 0x180, 5 << 60),
        ("pmpaddr0", 0x3b0, ALL), ("pmpcfg0", 0x3a0, 0x60), ("pmpcfg0", 0x3a0, 2), ("mcountinhibit", 0x320, 2), ("scounteren", 0x106, 1 << 32),
        ("senvcfg", 0x10a, 0x20), ("menvcfg", 0x30a, 1 << 32))),
    first("a bit that is reserved: menvcfg", 0x30a, 1 << 40),
    first("hstatus", 0x600, 2 << 32, misa=SUM_S | 1 << 7),
    first("mie", 0x304, 2, False, misa=M_U),
    first("sie", 0x104, 2, mideleg=2),
    first("sie", 0x104, 2, False, mideleg=0),
    first("sip", 0x144, 2, False, mideleg=0),
    first("fcsr", 3, 0xff, mstatus=DIRTY),
    first("fcsr", 3, 0x100, False, mstatus=DIRTY),
    first("frm", 2, 8, False, mstatus=DIRTY),
    first("fflags", 1, 0x20, False, mstatus=DIRTY),
    first("vstart", 8, 1 << 16, False, mstatus=0x8000000a00001e00),
    first("sstatus", 0x100, 8, False),
    *((f"{name} is read twice", right, {"a0": 0}, [(r(number), ["a0 = 9"]), (r(number), [f"a0 = {again}"])])
      for name, number in (("mscratch", 0x340), ("mhartid", 0xf14), ("scause", 0x142)) for again, right in ((9, True), (8, False))),
    step("a first read with another update", False, r(0x340), ["a0 = 5", "mscratch = 6"], a0=0),
    # csrrw, csrrs and csrrc of what nobody knows
    step("csrrw a0, mscratch, a1", True, access(0x340, 1, rd=10), ["a0 = 5", "mscratch = 7"], a0=0, a1=7),
    step("... holds another value", False, access(0x340, 1, rd=10), ["a0 = 5", "mscratch = 6"], a0=0, a1=7),
    step("csrrs a0, mscratch, a1", True, access(0x340, 2, rd=10), ["a0 = 5", "mscratch = 7"], a0=0, a1=2),
    step("... holds another value", False, access(0x340, 2, rd=10), ["a0 = 5", "mscratch = 0xf"], a0=0, a1=2),
    step("csrrs zero, mscratch, a1", True, access(0x340, 2), ["mscratch = 0x77"], a1=2),
    step("... does not set the bit", False, access(0x340, 2), ["mscratch = 0x75"], a1=2),
    step("csrrc zero, mscratch, a1", True, access(0x340, 3), ["mscratch = 0x75"], a1=2),
    step("... does not clear the bit", False, access(0x340, 3), ["mscratch = 0x77"], a1=2),
    step("csrrsi zero, mie, 8: no such interrupt", True, access(0x304, 6, 8), ["mie = 0x80"]),
    step("csrrci zero, stvec, 1: MODE 1 alone", True, access(0x105, 7, 1), ["stvec = 0x80000001"]),
    step("csrrs zero, sstatus, a1 in what nobody knows", False, access(0x100, 2), ["vsstatus = 0x1"], a1=2),
    # views of what nobody knows: fflags and frm of fcsr, vxrm, sstatus, sie
    *((f"a view: {what}", right, {"mstatus": DIRTY, "a0": 0, "a1": 0}, steps) for what, right, steps in (
        ("csrwi frm", True, [(access(2, 5, 3), ["frm = 3"])]), ("... of another value", False, [(access(2, 5, 3), ["frm = 5"])]),
        ("csrwi fflags", False, [(access(1, 5, 3), ["fflags = 5"])]), ("csrsi fflags", True, [(access(1, 6, 3), ["fflags = 7"])]),
        ("... does not set a bit", False, [(access(1, 6, 3), ["fflags = 5"])]), ("csrwi frm, told as fcsr", True, [(access(2, 5, 3), ["fcsr = 0x65"])]),
        ("csrwi frm, then csrr", True, [(access(2, 5, 3), ["frm = 3"]), (r(2), ["a0 = 3"])]),
        ("... of another value", False, [(access(2, 5, 3), ["frm = 3"]), (r(2), ["a0 = 5"])]),
        ("csrwi frm that changes nothing, then csrr", False, [(access(2, 5, 3), []), (r(2), ["a0 = 5"])]),
        ("frm and fflags, then csrr of fcsr", True, [(access(2, 5, 3), ["frm = 3"]), (access(1, 5, 1), ["fflags = 1"]), (r(3), ["a0 = 0x61"])]),
        ("... of another value", False, [(access(2, 5, 3), ["frm = 3"]), (access(1, 5, 1), ["fflags = 1"]), (r(3), ["a0 = 0x62"])]),
        ("frm is read twice", True, [(r(2), ["a0 = 4"]), (r(2, 11), ["a1 = 4"])]), ("... with two values", False, [(r(2), ["a0 = 4"]), (r(2, 11), ["a1 = 2"])]),
        ("fflags is read, written, and read", True, [(r(1), ["a0 = 4"]), (access(1, 5, 1), ["fflags = 1"]), (r(1, 11), ["a1 = 1"])]),
        ("fcsr is written between two reads", True, [(r(2), ["a0 = 4"]), (access(3, 5, 1), ["fcsr = 1"]), (r(2, 11), ["a1 = 0"])]))),
    ("a view: fflags is read, raised, and read", True, {**FADD, "fcsr": None, "fa1": 0xffffffff33000001, "a0": 0, "a1": 0},
     [(r(1), ["a0 = 0x10"]), (0x00b57553, ["fa0 = 0xffffffff3f800000", "fflags = 0x11"]), (r(1, 11), ["a1 = 0x11"])]),
    *((f"a view: sstatus is read twice, {second:#x}", right, {"mstatus": None, "a0": 0, "a1": 0}, [(r(0x100), ["a0 = 0x200000200"]), (r(0x100, 11), [f"a1 = {second:#x}"])])
      for second, right in ((0x200000200, True), (0x200000202, False), (0x8000000200000600, True))),
    *((f"a view: sie is read twice, {second:#x}", right, {"mideleg": 0x222, "a0": 0, "a1": 0}, [(r(0x104), ["a0 = 2"]), (r(0x104, 11), [f"a1 = {second:#x}"])])
      for second, right in ((2, True), (0, False))),
    *(step(f"csrwi sie, 2, told as {said:#x}", right, access(0x104, 5, 2), [f"sie = {said:#x}"], mideleg=0x222, misa=SUM_S) for said, right in ((2, True), (0x20, False))),
    # ... and mideleg, which says what sie shows, is not known
    *(step(f"csrrci sie, 9, where mie is {before:#x}: {after:#x}", right, access(0x104, 7, 9, 10), [f"a0 = {shown:#x}", *([f"mie = {after:#x}"] if after != before else [])],
           mie=before, a0=1, misa=SUM_S) for before, shown, after, right in (
               (0, 0, 0, True), (0, 0, 0x200, False), (0x200, 0, 0x200, True), (0x200, 0x200, 0x200, True), (0x200, 0x200, 0, False), (0, 0x200, 0, False),
               (0x800, 0x800, 0x800, True))),
    *(step(f"csrrsi sie, 2, where mie is 0: {after:#x}", right, access(0x104, 6, 2, 10), ["a0 = 0", *([f"mie = {after:#x}"] if after else [])], mie=0, a0=1, misa=SUM_S)
      for after, right in ((2, True), (0, True), (0x20, False), (0x22, False))),
    # operands that write nothing
    step("csrrs a0, mscratch, a1 of 0", True, access(0x340, 2, rd=10), ["a0 = 5"], mscratch=5, a0=0, a1=0),
    step("csrrs a0, mscratch, zero changes it", False, access(0x340, 2, 0, 10), ["a0 = 5", "mscratch = 6"], mscratch=5, a0=0),
    step("csrrsi a0, mscratch, 0 changes it", False, access(0x340, 6, 0, 10), ["a0 = 5", "mscratch = 6"], mscratch=5, a0=0),
    step("csrrw zero, mscratch, zero", True, access(0x340, 1, 0), ["mscratch = 0"], mscratch=5),
    step("... writes", False, access(0x340, 1, 0), [], mscratch=5),
    step("csrrs a0, mhartid, a1 of 0 executes", False, access(0xf14, 2, rd=10), ["a0 = 0"], a0=0, a1=0),
    trap("... is illegal", True, access(0xf14, 2, rd=10), 2, 0, {"a1": 0}),
    trap("csrr of mhartid is illegal", False, r(0xf14), 2, 0),
    # 3.1.1: misa switches extensions off, and the alignment on
    without("a multiplication", False, M, (0x02b585b3, ["a1 = 4"]), a1=2),
    without("... is illegal", True, M, (0x02b585b3, traps(2, 0, epc=PC + 4)), a1=2),
    without("an AMO", False, 1, (0x00a5a62f, ["a2 = 0", "paddr = 0x80000200", "store32 = 1"]), a1=0x80000200, a2=0, word=0),
    without("floating point", False, 0x28, (0x00b57553, ["fa0 = 0xffffffff40000000"]), **FADD),
    without("floating point of doubles", False, 8, (0x02b57553, ["fa0 = 0xffffffff40000000"]), **FADD),
    without("an instruction of 16 bits", False, C, (ADDI16, ["a0 = 5"])),
    without("... is illegal", True, C, (ADDI16, traps(2, 0, epc=PC + 4))),
    without("bit 1 of mepc is not read", True, C, (r(0x341), ["a0 = 0x80000000"]), mepc=0x80000002),
    without("it is read", False, C, (r(0x341), ["a0 = 0x80000002"]), mepc=0x80000002),
    without("mret does not see it", True, C, (MRET, ["pc = 0x80000010", f"mstatus = {S_MODE | 0x80:#x}"]), mepc=0x80000012),
    without("mret sees it", False, C, (MRET, ["pc = 0x80000012", f"mstatus = {S_MODE | 0x80:#x}"]), mepc=0x80000012),
    without("it is there again", True, C, (access(0x301, 2, 10), [f"misa = {A:#x}"]), (r(0x341), ["a0 = 0x80000002"]), mepc=0x80000002),
    ("C stays where the next instruction is not aligned", True, {"misa": A, "a0": C}, [(0x0001, []), (access(0x301, 3, 10), [f"misa = {A:#x}"])]),
    ("... has to", False, {"misa": A, "a0": C}, [(0x0001, []), cleared(C)]),
    csr("misa", 0x301, A & ~0x20, A & ~0x20, False, misa=A),               # D without F
    csr("misa", 0x301, SUM_S, SUM_S | 2, False, misa=SUM_S),
    step("16 bits without C, F and D", False, ADDI16, ["a0 = 1"], misa=0x8000000000101100, a0=0),
    step("16 bits without C, with D", True, ADDI16, ["a0 = 1"], misa=0x8000000000101128, a0=0),
    step("a division without M", False, 0x02b5d5b3, ["a1 = 1"], misa=0x8000000000100104, a1=2),
    step("a multiplication without M, by Zmmul", True, 0x02b585b3, ["a1 = 4"], misa=0x8000000000100104, a1=2),
    step("floating point without F", False, 0x00b57553, ["fa0 = 0xffffffff40000000"], **{**FADD, "misa": SUM_S, "mstatus": DIRTY}),
    # fields of a few values
    csr("senvcfg", 0x10a, 0x20, 0x20, False, senvcfg=0),
    csr("senvcfg", 0x10a, 0x20, 0x30, True, senvcfg=0),
    csr("senvcfg", 0x10a, 0x30, 0x10, False, senvcfg=0),
    csr("menvcfg", 0x30a, 0xf0 | 3 << 32, 3 << 32, True, menvcfg=0),
    csr("menvcfg", 0x30a, 1 << 32, 1 << 32, False, menvcfg=0),
    csr("pmpcfg0", 0x3a0, 2, 2, False, pmpcfg0=0),
    csr("pmpcfg0", 0x3a0, 2, 0, True, pmpcfg0=0),
    csr("pmpcfg0", 0x3a0, 2, 2, True, pmpcfg0=0, mseccfg=1),                # MML
    csr("pmpcfg0", 0x3a0, 0, 0, True, pmpcfg0=0x80, mseccfg=4),             # RLB
    csr("pmpaddr0", 0x3b0, 5, 5, True, pmpaddr0=1, pmpcfg0=0x80, mseccfg=4),
    csr("scause", 0x142, 1 << 63 | 5, 5, False),
    csr("satp", 0x180, 5 << 60, 5 << 60, False),
    # tval of a part behind the border
    trap("a load of 8 bytes whose second page faults", True, 0x00053583, 13, 0x7000,
         {"privilege": 1, "mstatus": S_MODE, "satp": 8 << 60 | 0x90000, "medeleg": 0, "a0": 0x6ffc}, status=S_MODE | 0x800),
    trap("... is another one", False, 0x00053583, 13, 0x8000,
         {"privilege": 1, "mstatus": S_MODE, "satp": 8 << 60 | 0x90000, "medeleg": 0, "a0": 0x6ffc}, status=S_MODE | 0x800),
    step("an instruction with a first read beside it", False, LW, ["a1 = 7", "paddr = 0x80000200", "scause = 5"], word=7, **AT),
    step("a write that is read back", True, w(0x340), ["mscratch = 7"], a0=7),
]

# Writes one by one: the last one shows another choice
PMP = ({"pmpaddr0": 0, "pmpcfg0": 0, "a0": 5}, (w(0x3b0), ["pmpaddr0 = 4"]), (access(0x3b0, 1, 0), ["pmpaddr0 = 0"]))
ROWS += [("a grain of pmpaddr that stays", True, PMP[0], [*PMP[1:], (w(0x3b0), ["pmpaddr0 = 4"])]),
         ("... that changes", False, PMP[0], [*PMP[1:], (w(0x3b0), ["pmpaddr0 = 5"])])]
