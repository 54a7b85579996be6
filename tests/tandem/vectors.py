# SPDX-License-Identifier: Apache-2.0
"""Tandem traces typed by hand: the worked examples of appendix C, groups of another maker's encoder
with the same values, and the sizes that follow from chapter 2 for the rows of appendix D.

The column "Bytes" of the examples is hexadecimal, chapter 2 counts in decimal. Tables C.1, C.3 and
C.6 stand as printed; the five others hold slips: what they mean is in EXAMPLES, what they print in
SLIPS.
"""
from collections import namedtuple

# fields: (kind, key, value) as in decoder.py, in the order of the bytes; RV64, FLEN 64, MLEN 64
Vector = namedtuple("Vector", "name hex fields")
Slip = namedtuple("Slip", "name hex error offset")  # error: as decoder.py names it; None: decodes

INCREMENT = ("increment", None, None)
INIT = ("initialization", None, None)


def pc(value):
    return "pc", None, value


def insn(size, value):
    return "instruction", size, value


def gpr(number, value):
    return "register", 0x1000 + number, value


def fpr(number, value):
    return "register", 0x1020 + number, value


def csr(number, value):
    return "register", number, value


FCSR, MSTATUS, MIE, MEPC, MCAUSE, MTVAL, MIP = 0x003, 0x300, 0x304, 0x341, 0x342, 0x343, 0x344
M_MODE = ("privilege", None, 3)
ILLEGAL = [csr(MEPC, 0x81234), csr(MCAUSE, 2), csr(MSTATUS, 0xa000018b0), csr(MTVAL, 0)]
INTERRUPT = [csr(MEPC, 0x81256), csr(MCAUSE, 0x8000000000000003), csr(MSTATUS, 0xa000018b0),
             csr(MTVAL, 0)]

EXAMPLES = [
    Vector("C.1 add gp, t0, t1", """
        01  03  11 b3 81 62 00  04 03 10 34 12 00 00 00 00 00 00  02
        """, [INCREMENT, insn(4, 0x006281b3), gpr(3, 0x1234)]),
    Vector("C.2 jr 256(sp)", """
        01  07 0a 00 01 00 0c 00 00 00 00  11 67 00 01 10  02
        """, [pc(0x0c000100), insn(4, 0x10010067)]),
    Vector("C.3 fadd.s ft7, fa3, fa7", """
        01  03  11 d3 f3 16 01  04 27 10 f9 f4 fe 66 ff ff ff ff  06 03 00 01  02
        """, [INCREMENT, insn(4, 0x0116f3d3), fpr(7, 0xffffffff66fef4f9), ("or", FCSR, 1)]),
    Vector("C.4 c.sub a0, a1", """
        01  03  10 0d 8d  04 0a 10 78 56 34 12 ff ff ff ff  02
        """, [INCREMENT, insn(2, 0x8d0d), gpr(10, 0xffffffff12345678)]),
    Vector("C.5 lw tp, 8(t0)", """
        01  03  11 03 a2 82 00  04 04 10 aa 55 aa 55 00 00 00 00  07 02 08 00 00 01 00 00 00 00  02
        """, [INCREMENT, insn(4, 0x0082a203), gpr(4, 0x55aa55aa), ("physical", None, 0x1000008)]),
    Vector("C.6 csrrc s1, mie, a1", """
        01  03  11 f3 b4 45 30  04 09 10 88 08 00 00 00 00 00 00
        04 04 03 80 08 00 00 00 00 00 00  02
        """, [INCREMENT, insn(4, 0x3045b4f3), gpr(9, 0x888), csr(MIE, 0x880)]),
    Vector("C.7 illegal instruction", """
        01  07 0a 00 00 01 00 00 00 00 00  11 00 00 00 00
        04 41 03 34 12 08 00 00 00 00 00  04 42 03 02 00 00 00 00 00 00 00
        04 00 03 b0 18 00 00 0a 00 00 00  04 43 03 00 00 00 00 00 00 00 00  07 01 03  02
        """, [pc(0x10000), insn(4, 0), *ILLEGAL, M_MODE]),
    Vector("C.7 illegal instruction of 16 bits", """
        01  07 0a 00 00 01 00 00 00 00 00  10 00 00
        04 41 03 34 12 08 00 00 00 00 00  04 42 03 02 00 00 00 00 00 00 00
        04 00 03 b0 18 00 00 0a 00 00 00  04 43 03 00 00 00 00 00 00 00 00  07 01 03  02
        """, [pc(0x10000), insn(2, 0), *ILLEGAL, M_MODE]),
    Vector("C.8 interrupt", """
        01  07 0a 00 00 01 00 00 00 00 00
        04 41 03 56 12 08 00 00 00 00 00  04 42 03 03 00 00 00 00 00 00 80
        04 00 03 b0 18 00 00 0a 00 00 00  04 43 03 00 00 00 00 00 00 00 00  07 01 03  02
        """, [pc(0x10000), *INTERRUPT, M_MODE]),
]
SIZE_OF_EXAMPLE = {"C.1": 19, "C.2": 17, "C.3": 23, "C.4": 17, "C.5": 29, "C.6": 30, "C.8": 59}

SLIPS = [
    # The identifier of the pc is 10, which is 0a; 10 is 16
    Slip("C.2", "01 07 10 00 01 00 0c 00 00 00 00 11 67 00 01 10 02", "unknown identifier", 2),
    # a0 is x10, so 0x100a; 0x1010 is x16, which only a verifier notices
    Slip("C.4", "01 03 10 0d 8d 04 10 10 78 56 34 12 ff ff ff ff 02", None, None),
    # A 32-bit instruction has opcode 17, which is 11; after 16 bits, 82 stands for an opcode
    Slip("C.5", """01 03 10 03 a2 82 00 04 04 10 aa 55 aa 55 aa 55 aa 55
                   07 02 08 00 00 01 00 00 00 00 02""", "unknown opcode", 5),
    Slip("C.7", """01 07 10 00 00 01 00 00 00 00 00 11 00 00 00 00
                   04 41 03 34 12 08 00 00 00 00 00 04 42 03 02 00 00 00 00 00 00 00
                   04 00 03 b0 18 00 00 0a 00 00 00 04 43 03 00 00 00 00 00 00 00 00
                   07 01 03 02""", "unknown identifier", 2),
    Slip("C.8", """01 07 10 00 00 01 00 00 00 00 00
                   04 41 03 56 12 08 00 00 00 00 00 04 42 03 03 00 00 00 00 00 00 80
                   04 00 03 b0 18 00 00 0a 00 00 00 04 43 03 00 00 00 00 00 00 00 00
                   07 01 03 02""", "unknown identifier", 2),
]

# From the Verilog of Bluespec's encoder (mkTV_Encode of the Flute core), RV64 with F and D
FOREIGN = [
    Vector("reset", "01 0a 02", [("reset", None, None)]),
    Vector("C.1", """
        01 07 0a 04 00 00 80 00 00 00 00 11 b3 81 62 00 04 03 10 34 12 00 00 00 00 00 00 02
        """, [pc(0x80000004), insn(4, 0x006281b3), gpr(3, 0x1234)]),
    Vector("C.4", """
        01 07 0a 06 00 00 80 00 00 00 00 10 0d 8d 04 0a 10 78 56 34 12 ff ff ff ff 02
        """, [pc(0x80000006), insn(2, 0x8d0d), gpr(10, 0xffffffff12345678)]),
    Vector("C.5, effective address", """
        01 07 0a 08 00 00 80 00 00 00 00 11 03 a2 82 00 04 04 10 aa 55 aa 55 00 00 00 00
        07 03 08 00 00 01 00 00 00 00 02
        """, [pc(0x80000008), insn(4, 0x0082a203), gpr(4, 0x55aa55aa),
              ("effective", None, 0x1000008)]),
    Vector("C.7", """
        01 07 0a 00 00 01 00 00 00 00 00 11 00 00 00 00 07 01 03 04 00 03 b0 18 00 00 0a 00 00 00
        04 42 03 02 00 00 00 00 00 00 00 04 41 03 34 12 08 00 00 00 00 00
        04 43 03 00 00 00 00 00 00 00 00 02
        """, [pc(0x10000), insn(4, 0), M_MODE, csr(MSTATUS, 0xa000018b0), csr(MCAUSE, 2),
              csr(MEPC, 0x81234), csr(MTVAL, 0)]),
    Vector("C.8", """
        01 07 0a 00 00 01 00 00 00 00 00 07 01 03 04 00 03 b0 18 00 00 0a 00 00 00
        04 42 03 03 00 00 00 00 00 00 80 04 41 03 56 12 08 00 00 00 00 00
        04 43 03 00 00 00 00 00 00 00 00 02
        """, [pc(0x10000), M_MODE, csr(MSTATUS, 0xa000018b0), csr(MCAUSE, 0x8000000000000003),
              csr(MEPC, 0x81256), csr(MTVAL, 0)]),
    Vector("C.3", """
        01 07 0a 0c 00 00 80 00 00 00 00 11 d3 f3 16 01 04 27 10 f9 f4 fe 66 ff ff ff ff
        04 01 00 01 00 00 00 00 00 00 00 04 00 03 00 60 00 00 0a 00 00 80 02
        """, [pc(0x8000000c), insn(4, 0x0116f3d3), fpr(7, 0xffffffff66fef4f9), csr(0x001, 1),
              csr(MSTATUS, 0x8000000a00006000)]),
    Vector("memory initialization, 8 bytes", """
        01 0b 08 00 00 00 80 00 00 00 00 31 88 77 66 55 44 33 22 11 02
        """, [INIT, ("request", (1, 3), (0x80000000, 0x1122334455667788))]),
    Vector("mip changed by itself", """
        01 0b 04 44 03 80 00 00 00 00 00 00 00 02
        """, [INIT, csr(MIP, 0x80)]),
]

# Appendix D by chapter 2: begin and end both sent, the pc incremented unless it jumps. FLEN 64;
# store data have XLEN bits, of the floating point 64. Columns: printed; RV64 with an instruction of
# 32 bits, of 16 bits; RV32 of 32 bits with MLEN 32, with 34. None: there is no such instruction.
Size = namedtuple("Size", "category fields printed rv64 rv64c rv32 rv32_34")
SIZES = [
    Size("integer computation", "inc insn gpr", 23, 19, 17, 15, 15),
    Size("csr read only", "inc insn gpr", 23, 19, 17, 15, 15),
    Size("fp move", "inc insn gpr", 23, 19, 17, 15, 15),
    Size("nop", "inc insn", 12, 8, 6, 8, 8),
    Size("branch, jump", "pc insn", 27, 17, 15, 13, 13),
    Size("branch and link, jump and link", "pc insn gpr", 32, 28, 26, 20, 20),
    Size("load", "inc insn gpr paddr", 33, 29, 27, 21, 22),
    Size("load (virtual)", "inc insn gpr paddr eaddr", 43, 39, 37, 27, 29),
    Size("store", "inc insn paddr memdata", 32, 28, 26, 20, 21),
    Size("store (virtual)", "inc insn paddr eaddr memdata", 42, 38, 36, 26, 28),
    Size("sc, amo", "inc insn gpr paddr eaddr memdata", 53, 49, None, 33, 35),
    Size("csr read-write", "inc insn csr gpr", 34, 30, None, 22, 22),
    Size("csr write only", "inc insn csr", 23, 19, None, 15, 15),
    Size("fp computation", "inc insn fpr fcsr", 27, 23, None, 23, 23),
    Size("fp conversion to integer", "inc insn gpr fcsr", 27, 23, None, 19, 19),
    Size("fp load (virtual)", "inc insn fpr paddr eaddr", 43, 39, 37, 31, 33),
    Size("fp store (virtual)", "inc insn paddr eaddr fpdata", 42, 38, 36, 30, 32),
    Size("interrupt", "pc trap priv", 59, 59, None, 39, 39),
    Size("exception", "pc insn trap priv", 68, 64, 62, 44, 44),
]


def data(text):
    return bytes.fromhex(text)
