# SPDX-License-Identifier: Apache-2.0
"""Groups of the tandem trace: what a hart's lanes show, and what the trace tells of it. The examples are
those that appendix C of the Trace Protocol Specification prints."""
from scripts.vectors.pins import Pins, shown

BUILDS = ("rv64", "rv64-small", "rv32")  # those of which a bench is always there
CHAPTER_2, CHAPTER_3, APPENDIX_B = "chapter 2", "chapter 3", "appendix B"
ADD, C_SUB, LW, FADD, NOP, C_NOP = 0x006281b3, 0x8d0d, 0x0082a203, 0x0116f3d3, 0x13, 0x0001
MRET, SRET, ECALL = 0x30200073, 0x10200073, 0x73
EPC, CAUSE, STATUS, TVAL = 0x341, 0x342, 0x300, 0x343
REGISTER, MEMORY, PC = 0, 1, 2  # of init_kind
GPR, FPR = 0x1000, 0x1020


class Groups(Pins):
    UNIT, EXPECTED = "tv", "Groups"

    def __init__(self, name, shows, clause=CHAPTER_2, build="rv64", rules=(), **more):
        own = {key: value for key, value in more.items() if key.isupper()}
        super().__init__(f"tv-{name}", shows, clause, build, rules, **own)
        self.own = self.own or build not in BUILDS

    def begin(self, pc=0x80000000):
        """The pc is known from the beginning."""
        return self.cycle(init_kind=PC, init_data=pc, comment="the debug module sets the pc")

    def insn(self, insn, words, csrs=(), **pins):
        """A lane of a cycle with an instruction."""
        return self.cycle(*lane(insn, csrs, **pins), comment=words)

    def trap(self, words, csrs, insn=None, **pins):
        return self.cycle(*lane(insn, csrs, **pins), comment=words)


def lane(insn=None, csrs=(), **pins):
    """Its words."""
    size = {} if insn is None else {"insn_size": insn & 3 == 3, "insn": insn}
    words = [f"{name}={shown(value)}" for name, value in {**size, **pins}.items()]
    return ["lane", *words, *csr_words(csrs)]


def csr_words(csrs):
    return [f"csr csr_addr={number:#x} csr_data={value:#x}" for number, value in csrs]


def examples():
    """Appendix C, whose tables C.2, C.4, C.5, C.7 and C.8 have slips in their bytes (docs/tandem.md)."""
    yield Groups("example-add", "Table C.1: an integer computation increments the pc and writes gp.", "appendix C, table C.1") \
        .insn(ADD, "add gp, t0, t1", gpr_addr=3, gpr_data=0x1234)
    yield Groups("example-jr", "Table C.2: an indirect jump tells its target as the new pc.", "appendix C, table C.2") \
        .insn(0x10010067, "jr 256(sp)", pc_next=0xc000100)
    yield Groups("example-fadd", "Table C.3: a floating point addition writes ft7 and sets NX in fcsr, which is told by the "
                 "bit that is set.", "appendix C, table C.3") \
        .insn(FADD, "fadd.s ft7, fa3, fa7", fpr_addr=7, fpr_data=0xffffffff66fef4f9, flags=1)
    yield Groups("example-c-sub", "Table C.4: an instruction of 16 bits.", "appendix C, table C.4") \
        .insn(C_SUB, "c.sub a0, a1", gpr_addr=10, gpr_data=0xffffffff12345678)
    yield Groups("example-lw", "Table C.5: a load tells its physical address and what it loaded.", "appendix C, table C.5") \
        .insn(LW, "lw tp, 8(t0)", gpr_addr=4, gpr_data=0x55aa55aa, paddr=0x1000008)
    yield Groups("example-csrrc", "Table C.6: a CSR is written, and read into a register.", "appendix C, table C.6") \
        .insn(0x3045b4f3, "csrrc s1, mie, a1", [(0x304, 0x880)], gpr_addr=9, gpr_data=0x888)
    illegal = [(EPC, 0x81234), (CAUSE, 2), (STATUS, 0xa000018b0), (TVAL, 0)]
    yield Groups("example-illegal", "Table C.7: an exception tells the instruction, where the trap goes, its four CSRs and the "
                 "mode.", "appendix C, table C.7", rules=["group.trap"]) \
        .cycle("lane insn_size=1 insn=0 pc_next=0x10000 priv=3", *csr_words(illegal), comment="no instruction has 32 bits of 0")
    yield Groups("example-illegal-16", "Table C.7 with the 16 bits that a parcel of 0 is.", "appendix C, table C.7",
                 rules=["group.trap"]).trap("c.unimp", illegal, 0, pc_next=0x10000, priv=3)
    interrupt = [(EPC, 0x81256), (CAUSE, 0x8000000000000003), (STATUS, 0xa000018b0), (TVAL, 0)]
    yield Groups("example-interrupt", "Table C.8: an interrupt is a group without an instruction.", "appendix C, table C.8",
                 rules=["group.interrupt"]) \
        .trap("machine software interrupt", interrupt, pc_next=0x10000, priv=3)


def instructions():
    yield Groups("nop", "An instruction that changes nothing but the pc.").insn(NOP, "nop")
    yield Groups("c-nop", "The same in 16 bits: the pc moves by 2.").begin().insn(C_NOP, "c.nop").insn(NOP, "nop")
    yield Groups("jal", "A call tells its target and the return address.") \
        .insn(0x010000ef, "jal ra, 16", pc_next=0x80000010, gpr_addr=1, gpr_data=0x80000004)
    yield Groups("pc-before", "The pc that an instruction increments is the one before it: after a jump, its target.",
                 CHAPTER_3, rules=["group.pc-before"]) \
        .begin().insn(0x0080006f, "j 8", pc_next=0x80000008).insn(NOP, "nop").insn(C_NOP, "c.nop")
    yield Groups("x0", "A write to x0 is not told: it changes nothing.", CHAPTER_3, rules=["group.x0"]) \
        .insn(0x00000033, "add zero, zero, zero", gpr_addr=0, gpr_data=0x1234)
    yield Groups("x31", "The last GPR is register 0x101f.", CHAPTER_3) \
        .insn(0xfff00f93, "li t6, -1", gpr_addr=31, gpr_data=2**64 - 1)
    yield Groups("f0-f31", "The first and the last FPR are registers 0x1020 and 0x103f.", CHAPTER_3) \
        .insn(0x00053007, "fld ft0, 0(a0)", fpr_addr=0, fpr_data=0x3ff0000000000000, paddr=0x80001000) \
        .insn(0x00853f87, "fld ft11, 8(a0)", fpr_addr=31, fpr_data=0x4000000000000000, paddr=0x80001008)
    yield Groups("flags-alone", "A conversion to integer writes a GPR and sets two flags.") \
        .insn(0xc005f553, "fcvt.w.s a0, fa1", gpr_addr=10, gpr_data=0x7fffffff, flags=0x11)
    yield Groups("csr-alone", "A CSR is written and not read; its number is the address.") \
        .insn(0x7c059073, "csrw 0x7c0, a1", [(0x7c0, 0xfedcba9876543210)])


def memory():
    yield Groups("load-virtual", "A load under virtual memory tells both addresses.") \
        .insn(LW, "lw tp, 8(t0)", gpr_addr=4, gpr_data=0x11223344, paddr=0x80201008, eaddr=0x3fffffe008)
    for size, (insn, words) in enumerate([(0x00b50023, "sb a1, 0(a0)"), (0x00b51023, "sh a1, 0(a0)"),
                                          (0x00b52023, "sw a1, 0(a0)"), (0x00b53023, "sd a1, 0(a0)")]):
        bits = 8 << size
        yield Groups(f"store-{bits}", f"A store of {bits} bits tells that many, whatever stands above them on the pins.") \
            .insn(insn, words, paddr=0x80001000, mem_size=size, mem_data=0x1122334455667788)
    yield Groups("amo", "An AMO has all that a load and a store have.") \
        .insn(0x00b5362f, "amoadd.d a2, a1, (a0)", gpr_addr=12, gpr_data=5, paddr=0x80001000, eaddr=0x40001000,
              mem_size=3, mem_data=9)
    yield Groups("store-address-64", "An address has all its 64 bits.") \
        .insn(0x00b50023, "sb a1, 0(a0)", paddr=2**64 - 1, mem_size=0, mem_data=0xa5)


def modes():
    for name, mode, insn, words in (("u", 0, SRET, "sret"), ("s", 1, MRET, "mret"), ("m", 3, MRET, "mret")):
        yield Groups(f"return-to-{name}", f"A return tells the mode that it leads to, {name.upper()}: where it may have changed "
                     "it is told.", CHAPTER_3) \
            .insn(insn, words, [(0x100 if insn == SRET else STATUS, 0xa00000080)], pc_next=0x80002000, priv=mode)
    trap = [(0x141, 0x80000040), (0x142, 8), (0x100, 0x200000100), (0x143, 0)]
    yield Groups("trap-to-s", "A delegated trap: the CSRs are those of S mode.", CHAPTER_3, rules=["group.trap"]) \
        .trap("ecall", trap, ECALL, pc_next=0xffffffff80000000, priv=1)


def beside():
    """Reset, initialization, counters."""
    yield Groups("reset", "The hart was reset: a group of its own.").cycle(reset=1)
    yield Groups("init-gpr", "A debug module writes a GPR: a group that initializes.", CHAPTER_3) \
        .cycle(init_kind=REGISTER, init_addr=GPR + 10, init_data=0x1234)
    yield Groups("init-fpr", "The same for an FPR.", CHAPTER_3) \
        .cycle(init_kind=REGISTER, init_addr=FPR + 5, init_data=0x3ff0000000000000)
    yield Groups("init-csr", "The same for a CSR: mtvec.", CHAPTER_3) \
        .cycle(init_kind=REGISTER, init_addr=0x305, init_data=0x80000100)
    yield Groups("init-pc", "The same for the pc, which the next instruction increments.", CHAPTER_3) \
        .begin(0x80000000).insn(NOP, "nop")
    for size in range(4):
        yield Groups(f"init-memory-{8 << size}", f"A loader writes {8 << size} bits: a store request without a response.",
                     CHAPTER_3) \
            .cycle(init_kind=MEMORY, init_addr=0x80000000, init_size=size, init_data=0x1122334455667788)
    yield Groups("mtime", "mtime changed by itself.", APPENDIX_B).cycle(mtime=0x123456789abcdef0)
    yield Groups("counters", "Counters are told in one group: mcycle, minstret, mtime.", APPENDIX_B) \
        .cycle(mtime=3, mcycle=0x100000001, minstret=2)
    yield Groups("counters-rv32", "With XLEN 32 a counter is two CSRs; mtime has 64 bits.", APPENDIX_B, "rv32",
                 rules=["counters.halves"]).cycle(mtime=0x300000004, mcycle=0x100000002, minstret=0xfffffffff)
    yield Groups("order-of-a-cycle", "All of one cycle: reset, initialization, counters, then the instruction; each is a group.",
                 APPENDIX_B, rules=["stream.order"]) \
        .cycle("reset=1 init_kind=2 init_data=0x1000 minstret=7", *lane(NOP, gpr_addr=5, gpr_data=1))


def largest(build, shows, name=None, **pins):
    trap = [(EPC, 0x80000044), (CAUSE, 0xf), (STATUS, 0x1800), (TVAL, 0x40001000)]
    return Groups(name or f"largest-{build}", shows, CHAPTER_3, build, rules=["group.largest", "group.order"]) \
        .insn(0x00b5362f if build == "rv64" else 0x00b5262f, "all that a lane can have", trap, pc_next=0x80000100,
              gpr_addr=12, gpr_data=5, fpr_addr=9, fpr_data=0x4008000000000000, flags=0x1f, mem_size=3,
              mem_data=0x8877665544332211, priv=3, **pins)


def sizes():
    yield largest("rv64", "The largest group has 120 bytes, in the order of the examples.", paddr=0x80001000, eaddr=0x40001000)
    yield largest("rv32", "The largest group with XLEN 32, MLEN 34 and FLEN 64 has 90 bytes.", paddr=0x380001000,
                  eaddr=0x40001000)
    yield Groups("rv32-add", "With XLEN 32 a GPR has 32 bits.", CHAPTER_3, "rv32") \
        .insn(ADD, "add gp, t0, t1", gpr_addr=3, gpr_data=0x89abcdef)
    yield Groups("rv32-fld", "An FPR has FLEN bits, here 64 with XLEN 32; a physical address has MLEN, which is 34: five bytes.",
                 CHAPTER_3, "rv32") \
        .insn(0x00053007, "fld ft0, 0(a0)", fpr_addr=0, fpr_data=0x400921fb54442d18, paddr=0x3ffffffff)
    yield Groups("rv32-interrupt", "An interrupt with XLEN 32.", CHAPTER_3, "rv32", rules=["group.interrupt"]) \
        .trap("machine timer interrupt", [(EPC, 0x80000020), (CAUSE, 0x80000007), (STATUS, 0x1880), (TVAL, 0)],
              pc_next=0x80000100, priv=3)
    yield Groups("rv32-mlen-32", "Without Sv32 an address has 32 bits.", CHAPTER_3, "rv32-min") \
        .insn(0x00b52023, "sw a1, 0(a0)", paddr=0x80001000, mem_size=2, mem_data=0x11223344)
    yield Groups("flen-32", "With FLEN 32 an FPR has 32 bits, also with XLEN 64.", CHAPTER_3, "rv64-f") \
        .insn(FADD, "fadd.s ft7, fa3, fa7", fpr_addr=7, fpr_data=0x66fef4f9, flags=1).insn(NOP, "nop")


def increments():
    def of(name, shows, *values, rules=(), reset=False):
        v = Groups(name, shows, "chapter 2, opcodes 5 and 6", "rv64-small", rules=rules)
        for i, value in enumerate(values):
            if reset and i + 1 == len(values):
                v.cycle(reset=1)
            v.insn(ADD, "add gp, t0, t1", gpr_addr=3, gpr_data=value % 2**64)
        return v
    yield of("offset-127", "A register that grows by 127 is told as offset.", 0x1000, 0x107f, rules=["incremental.most"])
    yield of("offset-least", "The least offset is -128.", 0x1000, 0xf80, rules=["incremental.least"])
    yield of("offset-128", "128 is no offset: the register is told in full.", 0xff40, 0xffc0, rules=["incremental.beyond"])
    yield of("offset-wraps", "An offset wraps at XLEN bits.", 2**64 - 1, 4)
    yield of("mask", "A register in which lower bits are set, and that grows by too much for an offset, is told as mask.",
             0x12300, 0x123f0)
    yield of("full-first", "A register that was not told before is told in full.", 5, rules=["incremental.unknown"])
    yield of("full-after-reset", "After a reset of the hart nothing is known, and the register is told in full again.", 0x100,
             0x101, 0x102, rules=["incremental.reset"], reset=True)


def streams():
    yield Groups("implied-end", "A begin group that follows at once implies the end of the one before.", CHAPTER_3, "rv64-small",
                 rules=["group.end-implied"]).insn(NOP, "nop").insn(C_NOP, "c.nop").insn(NOP, "nop")
    yield Groups("end-is-sent", "Where nothing follows, the end comes after some cycles.", CHAPTER_3, "rv64-small") \
        .insn(NOP, "nop").idle(40).insn(NOP, "nop")
    yield Groups("two-lanes", "Two instructions of a cycle are two groups, the older one first.", APPENDIX_B, "rv64-small",
                 rules=["stream.lanes", "group.end-implied"]) \
        .cycle(*lane(ADD, gpr_addr=3, gpr_data=7), *lane(C_NOP), comment="add gp, t0, t1; c.nop")
    yield Groups("second-lane", "The second lane alone.", APPENDIX_B, "rv64-small", rules=["stream.lanes"]) \
        .cycle("lane valid=0", *lane(ADD, gpr_addr=3, gpr_data=7), comment="add gp, t0, t1")
    slow = Groups("sink-waits", "The sink takes nothing for a while; the bytes wait, and the hart does not.", APPENDIX_B,
                  rules=["stream.sink"]).set(out_ready=0)
    for i in range(8):
        slow.insn(ADD, "add gp, t0, t1", gpr_addr=3, gpr_data=i)
    yield slow.idle(20).set(out_ready=1)
    full = largest("rv32", "The largest groups, one after the other, and a sink of eight bytes per cycle: the encoder is full, "
                   "`ready` falls, and the hart waits. Nothing is lost.", name="full", paddr=0x380001000)
    full.lines += 7 * full.lines[1:]
    full.drain = 120
    full.rules.append("stream.sink")
    yield full


def vectors():
    return [*examples(), *instructions(), *memory(), *modes(), *beside(), *sizes(), *increments(), *streams()]
