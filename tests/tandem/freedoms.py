# SPDX-License-Identifier: Apache-2.0
"""What harts may do and may not, an instruction each: rows of right and wrong ones. From the texts of the
Privileged ISA 1.13 and the Unprivileged ISA, clause by clause."""
HEAD = ".ntv\n.xlen {xlen}\n.flen {flen}\n.mlen {mlen}\n"
PC, TRAP = 0x80000000, 0x80000100
BASE = {"mstatus": 0xa00001800, "mtvec": TRAP, "mepc": 0, "mcause": 0, "mtval": 0}
ALL = (1 << 64) - 1
SUM_S, FULL = 0x8000000000141105, 0x800000000014112d  # misa: IACSU, IACFDSU
M_ONLY, M_U, M_S = 0x8000000000001104, 0x8000000000101104, 0x8000000000141104
DIRTY = 0x8000000a00007800


def w(csr, rs1=10, rd=0):
    return rs1 << 15 | 1 << 12 | rd << 7 | 0x73 | csr << 20


def r(csr, rd=10):
    return 2 << 12 | rd << 7 | 0x73 | csr << 20


def csr(name, number, written, held, right, **state):
    """A write of a CSR, and what it holds then."""
    return (f"{name} of {written:#x} is {held:#x}" + "".join(f", {k} {v:#x}" for k, v in state.items()), right,
            {"a0": written, **state}, [(w(number), [f"{name} = {held:#x}"])])


def trap(what, right, code, cause, tval, state=None, lines=(), to=3, epc=PC, status=0xa00001800):
    return (what, right, state or {}, [(code, [f"pc = {TRAP:#x}", f"mepc = {epc:#x}", f"mcause = {cause:#x}",
                                               f"mtval = {tval:#x}", f"mstatus = {status:#x}", *lines])])


def step(what, right, code, lines, **state):
    return what, right, state, [(code, lines)]


MRET, SRET, ECALL, EBREAK, WFI, NOP = 0x30200073, 0x10200073, 0x73, 0x100073, 0x10500073, 0x13
LW, SW = 0x00052583, 0x00b52023  # lw a1, (a0); sw a1, (a0)
AT = {"a0": 0x80000200, "a1": 7}
S_MODE = {"privilege": 1, "mstatus": 0xa00000000, "medeleg": 0, "mideleg": 0}

PAGED = ["paddr = 0x80200000"]
S_PAGES = {"privilege": 1, "mstatus": 0xa00000000, "satp": 0x8000000000090000, "a0": 0x7000, "a1": 7}

ROWS = [
    # 3.1.6, status
    csr("mstatus", 0x300, ALL, 0x1888, True, misa=M_ONLY, mstatus=0x1800),
    csr("mstatus", 0x300, ALL, 0x1880, False, misa=M_ONLY, mstatus=0x1800),
    csr("mstatus", 0x300, ALL, 0x3888, False, misa=M_ONLY, mstatus=0x1800),
    csr("mstatus", 0x300, ALL, 0x221888, True, misa=M_U, mstatus=0x1800),
    csr("mstatus", 0x300, ALL, 0x1888, False, misa=M_U, mstatus=0x1800),
    csr("mstatus", 0x300, 0xa00000800, 0xa00000800, True, misa=M_S),
    csr("mstatus", 0x300, 0xa00000800, 0xa00001800, False, misa=M_S),
    csr("mstatus", 0x300, 0xa00000800, 0xa00001800, True, misa=M_U),
    csr("mstatus", 0x300, 0xa00000800, 0xa00000000, True, misa=M_U),
    csr("mstatus", 0x300, 0xa00001000, 0xa00001000, False, misa=M_S),
    csr("mstatus", 0x300, 0xa00003800, DIRTY, True),                        # FS: Off and Dirty alone
    csr("mstatus", 0x300, 0xa00005800, 0xa00003800, False),
    csr("mstatus", 0x300, DIRTY, 0xa00003800, False),
    csr("mstatus", 0x300, 0xa00007800, 0xa00007800, False),                 # SD
    csr("mstatus", 0x300, 0xa00001801, 0xa00001801, False),                 # WPRI
    csr("mstatus", 0x300, 0x1000001800, 0xa00001800, True, misa=M_S),      # SBE
    # 3.1.1
    csr("misa", 0x301, 0, SUM_S, True, misa=SUM_S),
    csr("misa", 0x301, SUM_S & ~4, SUM_S & ~4, True, misa=SUM_S),
    csr("misa", 0x301, SUM_S, SUM_S | 1 << 3, False, misa=SUM_S),
    csr("misa", 0x301, SUM_S & ~(1 << 8), SUM_S & ~(1 << 8), False, misa=SUM_S),  # E is what I is not
    csr("misa", 0x301, SUM_S & ~(1 << 8), SUM_S & ~(1 << 8) | 1 << 4, True, misa=SUM_S),
    csr("misa", 0x301, FULL & ~0x20, FULL & ~0x28, True, misa=FULL),        # D needs F
    # 3.1.7
    csr("mtvec", 0x305, 0x80000145, 0x80000141, True),
    csr("mtvec", 0x305, 0x80000145, 0x80000141, True, mtvec=0x80000004),
    csr("mtvec", 0x305, 0x80000145, TRAP, True),                            # read-only
    csr("mtvec", 0x305, 0x80000145, 0x80002141, False),
    csr("mtvec", 0x305, 0x80000202, 0x80000202, False),
    csr("mtvec", 0x305, 0x80000202, 0x80000201, True),
    csr("mtvec", 0x305, 0x1280000200, 0x80000200, True, mtvec=0),
    # 3.1.8
    csr("medeleg", 0x302, ALL, 0xb05d, True, medeleg=0),
    csr("medeleg", 0x302, ALL, 0xb85d, False, medeleg=0),                   # ecall from M
    csr("medeleg", 0x302, 0, 2, False, medeleg=2),
    csr("mideleg", 0x303, ALL, 0, True, mideleg=0),
    csr("mideleg", 0x303, 0, 0x222, True, mideleg=0x222),                   # read-only 1
    csr("mideleg", 0x303, 0, 0x888, False, mideleg=0x888),
    csr("mie", 0x304, ALL, 0x888, True, mie=0),
    csr("mie", 0x304, 0, 0x8, False, mie=8),
    csr("mie", 0x304, ALL, 0x1aaa | 1, False, mie=0),
    csr("mcounteren", 0x306, ALL, 7, True, mcounteren=0),
    csr("mcountinhibit", 0x320, ALL, 0xfffffffd, True, mcountinhibit=0),
    csr("mcountinhibit", 0x320, ALL, 0xffffffff, False, mcountinhibit=0),   # bit 1
    # 3.1.14, 3.1.15, 3.1.16
    csr("mepc", 0x341, 0x80000146, 0x80000144, True),
    csr("mepc", 0x341, 0x80000146, 0x80000144, False, misa=SUM_S),
    csr("mepc", 0x341, 0x80000147, 0x80000147, False),
    csr("mepc", 0x341, 0x8000000000, 0xffffff8000000000, True),
    csr("mepc", 0x341, 0x3000000000, 0xfffffff000000000, False),            # it is a valid address
    csr("sepc", 0x141, 0x123456789abcdef0, 0xffffffb89abcdef0, True, sepc=0),
    csr("mcause", 0x342, 0xff, 0x1f, True),
    csr("mcause", 0x342, 0x2, 0x0, False),
    csr("mcause", 0x342, 0x8000000000000007, 7, False),
    csr("mcause", 0x342, 0xd, 0x3, False, misa=SUM_S),
    csr("mtval", 0x343, 0x1234, 0, True),
    csr("mtval", 0x343, 0x1234, 0x1230, False),
    csr("mscratch", 0x340, 0x1234, 0x1230, False, mscratch=0),
    csr("fcsr", 0x3, 0xfff, 0xff, True, fcsr=0, mstatus=DIRTY),
    csr("fcsr", 0x3, 0xfff, 0x1ff, False, fcsr=0, mstatus=DIRTY),
    # 4.1.11
    csr("satp", 0x180, 0xa000000000080000, 0, True, satp=0),
    csr("satp", 0x180, 0xa000000000080000, 0x80000, False, satp=0),
    csr("satp", 0x180, 0x8000000000080000, 0x8000000000080000, True, satp=0),
    csr("satp", 0x180, 0x8123000000080000, 0x8003000000080000, True, satp=0),
    csr("satp", 0x180, 0x8000000000080000, 0x8000000000080001, False, satp=0),
    csr("satp", 0x180, 0x8ffff00000080000, 0x800ff00000080000, True, satp=0),  # ASID: lower bits are there first
    csr("satp", 0x180, 0x8ffff00000080000, 0x8ff0000000080000, False, satp=0),
    csr("satp", 0x180, 0x80000fffffffffff, 0x800000000fffffff, True, satp=0),
    csr("satp", 0x180, 0x80000fffffffffff, 0x800000000ffffffe, False, satp=0),
    csr("satp", 0x180, 0, 0x80000, False, satp=0x8000000000080000),
    # 3.7
    csr("pmpaddr0", 0x3b0, ALL, (1 << 54) - 1, True, pmpaddr0=0),
    csr("pmpaddr0", 0x3b0, ALL, (1 << 30) - 1, True, pmpaddr0=0),
    csr("pmpaddr0", 0x3b0, 0x20000000, 0x20000400, False, pmpaddr0=0),
    csr("pmpaddr0", 0x3b0, 5, 1, False, pmpaddr0=1, pmpcfg0=0),
    csr("pmpaddr0", 0x3b0, 5, 1, True, pmpaddr0=1, pmpcfg0=0x80),
    csr("pmpcfg0", 0x3a0, 0x60, 0x60, False, pmpcfg0=0),
    csr("pmpcfg0", 0x3a0, 0x9f, 0x1f, True, pmpcfg0=0),
    csr("pmpcfg0", 0x3a0, 0, 0, False, pmpcfg0=0x80),
    # reads
    step("a first read is no update", True, r(0xf14), ["a0 = 0x5"]),
    step("an update that no instruction caused", False, NOP, ["mscratch = 1"]),
    step("... of a register", False, NOP, ["s5 = 1"], s5=0),
    step("fflags with other bits", False, 0x00100073 | 1 << 12 | 10 << 15, ["fflags = 0x3f"], a0=0x3f, fcsr=0, mstatus=DIRTY),
    # 3.1.6.6: FS, imprecise
    step("feq makes FS dirty", True, 0xa0102553, ["a0 = 1", f"mstatus = {DIRTY:#x}"], mstatus=0xa00003800, fcsr=0,
         ft0=0xffffffff3f800000, ft1=0xffffffff3f800000),
    step("a csrr of fcsr makes FS dirty", True, r(3), ["a0 = 0", f"mstatus = {DIRTY:#x}"], mstatus=0xa00003800, fcsr=0),
    step("addition does not", False, 0x00150513, ["a0 = 1", f"mstatus = {DIRTY:#x}"], mstatus=0xa00003800, a0=0),
    step("flw has to", False, 0x00052507, ["fa0 = 0xffffffff3f800000", "paddr = 0x80000200"], mstatus=0xa00003800,
         fcsr=0, fa0=0, a0=0x80000200, word=0x3f800000),
    # 3.3.2
    step("mret to U with MPP U", True, MRET, ["pc = 0x80000010", "privilege = 0", "mstatus = 0x88"], misa=SUM_S,
         mstatus=0x80, mepc=0x80000010),
    step("mret to U with MPP M", False, MRET, ["pc = 0x80000010", "privilege = 0", "mstatus = 0x1888"], misa=SUM_S,
         mstatus=0x80, mepc=0x80000010),
    step("mret of a hart with M alone", True, MRET, ["pc = 0x80000010", "privilege = 3", "mstatus = 0x1888"],
         misa=M_ONLY, mstatus=0x1880, mepc=0x80000010),
    step("mret of one with U leaves MPP M", False, MRET, ["pc = 0x80000010", "privilege = 3", "mstatus = 0x1888"],
         misa=M_U, mstatus=0x1880, mepc=0x80000010),
    step("mret without bit 1 of mepc", False, MRET, ["pc = 0x80000010", "privilege = 3", "mstatus = 0x1888"],
         misa=M_ONLY, mstatus=0x1880, mepc=0x80000012),
    step("sret in a hart without S", False, SRET, ["pc = 0x80000010", "privilege = 0", "mstatus = 0x1820"], misa=M_ONLY,
         mstatus=0x1800, sepc=0x80000010),
    # traps
    trap("illegal, tval 0", True, 0x707f, 2, 0),
    trap("illegal, tval the instruction", True, 0x707f, 2, 0x707f),
    trap("illegal, tval another", False, 0x707f, 2, 0x707e),
    trap("ecall has no tval", False, ECALL, 11, 1),
    trap("ebreak, tval the pc", True, EBREAK, 3, PC),
    trap("an aligned load is misaligned", False, LW, 4, 0x80000200, AT),
    trap("one that is", True, LW, 4, 0x80000201, {"a0": 0x80000201, "a1": 7}),
    trap("a page fault of a fetch, without pages", False, None, 12, PC),
    trap("an access fault of a fetch", True, None, 1, PC),
    step("data of a translated store", True, SW, [*PAGED, "eaddr = 0x7000", "store32 = 7"], **S_PAGES),
    step("data of a translated store, wrong", False, SW, [*PAGED, "eaddr = 0x7000", "store32 = 8"], **S_PAGES),
    step("a translated store without its effective address", False, SW, [*PAGED, "store32 = 7"], **S_PAGES),
    step("a translated store at another one", False, SW, [*PAGED, "eaddr = 0x7008", "store32 = 7"], **S_PAGES),
    ("a branch to a half that is not taken", True, {"a0": 0x80000146},
     [(w(0x341), ["mepc = 0x80000144"]), (0x00a51363, [])]),
    trap("a page fault without pages", False, LW, 13, 0x80000200, {**AT, "satp": 0}),
    trap("a store with a load's cause", False, SW, 5, 0x80000200, AT),
    trap("an access fault", True, LW, 5, 0x80000200, AT),
    trap("addition is illegal", False, 0x00b50533, 2, 0, AT),
    trap("multiplication is, without M", True, 0x02b50533, 2, 0x02b50533, AT),
    trap("multiplication is, with M", False, 0x02b50533, 2, 0x02b50533, {**AT, "misa": FULL | 1 << 12}),
    trap("mscratch is missing", False, w(0x340), 2, 0, AT),
    trap("menvcfg is missing", True, w(0x30a), 2, 0, AT),
    trap("a jump to a half, without C", True, 0x0060006f, 0, PC + 6),
    trap("a jump to a half, with C", False, 0x0060006f, 0, PC + 6, {"misa": FULL}),
    trap("wfi in M", False, WFI, 2, 0),
    # 8.2
    step("sc without lr", False, 0x18b5252f | 0x2f, ["a0 = 0", "paddr = 0x80000200", "store32 = 7"], **AT, word=1),
    step("sc that fails", True, 0x18b5252f | 0x2f, ["a0 = 1"], **AT, word=1),
    # extensions
    step("sh1add", True, 0x20c5a533, ["a0 = 16"], a0=0, a1=7, a2=2),
    step("sh1add, wrong", False, 0x20c5a533, ["a0 = 17"], a0=0, a1=7, a2=2),
    step("andn", True, 0x40c5f533, ["a0 = 5"], a0=0, a1=7, a2=2),
    step("rev8", True, 0x6b85d513, ["a0 = 0x700000000000000"], a0=0, a1=7),
    step("czero.eqz", True, 0x0ec5d533, ["a0 = 0"], a0=5, a1=7, a2=0),
    step("czero.nez", False, 0x0ec5f533, ["a0 = 0"], a0=5, a1=7, a2=0),
    step("bset", True, 0x28c59533, ["a0 = 0x17"], a0=0, a1=7, a2=4),
    step("mop.r.0", False, 0x81c5c573, ["a0 = 1"], a0=5, a1=7),
    step("mop.r.0 is 0", True, 0x81c5c573, ["a0 = 0"], a0=5, a1=7),
    step("a custom instruction may do much", True, 0x0000000b, ["s5 = 6", "pc = 0x80000010"], s5=0, least=0),
    step("... but no change of mode", False, 0x0000000b, ["privilege = 0"], least=0),
    step("an instruction of a vector may not jump", False, 0x02008057 | 0x57, ["pc = 0x80000010"], least=0),
]

# Interrupts: status, mie, mideleg, privilege, cause, whether it may be taken
INTERRUPTS = [(0x1808, 0x80, 0, 3, 7, True), (0x1800, 0x80, 0, 3, 7, False), (0x1808, 0x8, 0, 3, 7, False),
              (0x0, 0x80, 0, 0, 7, True), (0x0, 0x80, 0, 1, 7, True), (0x1808, 0x20, 0x20, 3, 5, False),
              (0x1800, 0, 0, 3, 31, True),  # Ibex: not maskable
              (0x1800, 1 << 16, 0, 3, 16, False), (0x1808, 1 << 16, 1 << 16, 3, 16, False), (0x1800, 1 << 16, 0, 3, 31, True)]

# A choice that changes: CSR, written and held at first, then
CHANGES = [("mideleg", 0x303, ((ALL, 0x222), (0, 0), (ALL, 0x22))), ("mie", 0x304, ((ALL, 0x888), (0, 0), (ALL, 0xaaa))),
           ("mtval", 0x343, ((5, 0), (6, 6))),
           ("mtvec", 0x305, ((0x80000145, 0x80000141), (0x80000201, 0x80000201), (0x80000145, 0x80000145))),
           ("satp", 0x180, ((0x9 << 60 | 1, 0), (0x9 << 60 | 1, 0x9 << 60 | 1))),
           ("mstatus", 0x300, ((0xa00003800, DIRTY), (0xa00001800, 0xa00001800), (0xa00003800, 0xa00003800)))]


def group(lines):
    return "begin\n" + "".join(f"  {line}\n" for line in lines) + "end\n"


def size(word):
    """Bits of an instruction; of none those of the nop in memory."""
    return 32 if word is None or word & 3 == 3 else 16


def text(state, steps, xlen=64, flen=64):
    """Assembly of a trace: what is known at first (None: that is not), then each instruction with its lines."""
    state = {**(BASE if xlen == 64 else BASE32), **state}
    word = state.pop("word", None)
    state.pop("least", None)
    code, at = [], PC
    for step_ in steps:
        bits = size(step_[0])
        code.append(f"request store {bits} {at:#x} {step_[0] or NOP:#x}")
        at += bits // 8
    code += [f"request store 32 0x80000200 {word:#x}"] if word is not None else []
    lines = [f"{name} = {value:#x}" for name, value in state.items() if value is not None]
    groups = [["reset"], ["initialize", *code], ["initialize", *lines, f"pc = {PC:#x}"]]
    for word_, fields in steps:
        given = any(line.startswith("pc = ") for line in fields)
        mode = [] if "privilege = " in "".join(fields) or f"pc = {TRAP:#x}" not in fields else ["privilege = 3"]
        groups.append([*([f"insn{size(word_)} {word_:#x}"] if word_ is not None else []), *([] if given else ["increment-pc"]), *fields, *mode])
    return HEAD.format(xlen=xlen, flen=min(flen, xlen), mlen=xlen) + "".join(map(group, groups))


def interrupt(status, mie, mideleg, mode, cause):
    """An interrupt that goes to M."""
    state = {"mstatus": status, "mie": mie, "mideleg": mideleg, "privilege": mode, "medeleg": 0}
    after = status & ~0x1888 | (status & 8) << 4 | mode << 11
    return text(state, []) + group([f"pc = {TRAP:#x}", f"mepc = {PC:#x}", f"mcause = {1 << 63 | cause:#x}", "mtval = 0",
                                    f"mstatus = {after:#x}", "privilege = 3"])


def changes(name, number, writes):
    """Writes of a CSR, one by one: what is written, and what is held then."""
    steps = [(w(number), [f"{name} = {held:#x}"]) for _, held in writes]
    parts = text({name: BASE.get(name, 0)}, steps).split("begin\n")
    for at, (written, _) in enumerate(writes):
        place = len(parts) - len(writes) + at
        parts[place] = f"  initialize\n  a0 = {written:#x}\nend\nbegin\n" + parts[place]
    return "begin\n".join(parts)


BASE32 = {"mstatus": 0x1800, "mtvec": TRAP, "mepc": 0, "mcause": 0, "mtval": 0}
ROWS32 = [
    csr("mstatus", 0x300, 0x3800, 0x80007800, True),
    csr("mstatus", 0x300, 0x7800, 0x7800, False),                            # SD is bit 31
    csr("mstatus", 0x300, 0xffffffff, 0x1888, True, misa=0x40001104),
    csr("mstatus", 0x300, 0xffffffff, 0x221888, True, misa=0x40101104),
    csr("mtvec", 0x305, 0x80000145, 0x80000101, True),                       # 256 bytes, as in Ibex
    csr("mtvec", 0x305, 0x80000144, 0x80000101, True),
    csr("mtvec", 0x305, 0x80000145, 0xc0000101, False),
    csr("mepc", 0x341, 0x12345678, 0x92345678, False),                       # all addresses are valid
    csr("mcause", 0x342, 0xa5a5a5a5, 0x80000005, True),
    csr("satp", 0x180, 0x80080000, 0, True, satp=0),
    csr("satp", 0x180, 0x80080000, 0x80000, False, satp=0),
    csr("satp", 0x180, 0xffc80000, 0x80080000, True, satp=0),
    csr("pmpaddr0", 0x3b0, 0xffffffff, 0xffffffff, True, pmpaddr0=0),
    csr("misa", 0x301, 0, 0x40001104, True, misa=0x40001104),
    csr("misa", 0x301, 0x80001104, 0x80001104, False, misa=0x40001104),      # MXL
    step("sh2add", True, 0x20c5c533, ["a0 = 0xfffffffe"], a0=0, a1=0xffffffff, a2=2),
    step("rev8", True, 0x6985d513, ["a0 = 0x7000000"], a0=0, a1=7),
    step("clz", True, 0x60059513, ["a0 = 29"], a0=0, a1=7),
    step("ror", True, 0x60c5d533, ["a0 = 0xc0000001"], a0=0, a1=7, a2=2),
    step("max", True, 0x0ac5e533, ["a0 = 2"], a0=0, a1=0xffffffff, a2=2),
    step("sstatus shows SD", True, r(0x100), ["a0 = 0x80006000"], mstatus=0x80007800, fcsr=0),
]
