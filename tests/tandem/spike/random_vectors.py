# SPDX-License-Identifier: Apache-2.0
"""Random instructions of vectors, as words: many of each kind, of all types, some illegal, with loads that make registers
known now and then. The program's frame is that of vector_results.S."""
import random

from tests.lib.catalogue import ROOT

OP_V, LOAD, STORE = 0x57, 0x07, 0x27
A0, A1, S0, T4, T6 = 10, 11, 8, 29, 31
REGISTERS = (0, 1, 2, 4, 8, 8, 9, 10, 12, 16, 16, 17, 18, 20, 24, 24, 25, 30)
SIX = {  # by funct3
    0: (0, 2, *range(4, 8), *range(9, 13), 14, *range(0x10, 0x14), *range(0x17, 0x1e), *range(0x20, 0x24), 0x25, *range(0x27, 0x32)),
    3: (0, 3, *range(9, 13), 14, 15, 16, 17, 0x17, 0x18, *range(0x1c, 0x20), 0x20, 0x21, 0x25, 0x27, 0x28, 0x2a, 0x2c, 0x2e),
    4: (0, 2, 3, 4, 9, 12, 14, 15, *range(0x10, 0x14), 0x17, 0x18, 0x1c, 0x1e, 0x20, 0x22, 0x25, 0x27, 0x28, 0x2b, 0x2c, 0x2f),
    2: (*range(12), *[16] * 4, 18, 18, *[20] * 3, *range(0x17, 0x22), *range(0x24, 0x28), 0x29, 0x2b, 0x2d, 0x2f, *range(0x30, 0x39),
        0x3a, 0x3b, 0x3c, 0x3d, 0x3f),
    6: (*range(8, 12), 14, 15, 16, 0x20, 0x24, 0x25, 0x27, 0x29, 0x2b, 0x2d, 0x2f, 0x30, 0x34, 0x38, 0x3c, 0x3e),
    1: (*range(11), 16, *[18] * 3, 19, 0x18, 0x19, 0x1b, 0x1c, 0x20, 0x24, *range(0x28, 0x32), 0x33, 0x34, 0x38, 0x3c, 0x3d),
    5: (0, 2, 4, 6, 8, 9, 10, 14, 15, 16, 0x17, 0x18, 0x1b, 0x1d, 0x1f, 0x20, 0x21, 0x24, 0x27, 0x28, 0x2c, 0x30, 0x34, 0x38, 0x3c),
}
UNARY = {(2, 16): (0, 16, 17), (2, 18): range(2, 8), (2, 20): (1, 2, 3, 16, 17), (1, 16): (0,), (1, 19): (0, 4, 5, 16),
         (1, 18): (*range(4), *range(6, 13), 14, 15, *range(16, 24)), (3, 0x27): (0, 1, 3)}


def word(value):
    return f"    .word {value:#x}"


def setting(drawn):
    vtype = drawn.choice((0, 0, 0, 1, 2, 3, 6, 7)) | drawn.choice((0, 0, 1, 2, 2, 3)) << 3 | drawn.randrange(4) << 6
    return f"    li s0, {drawn.choice((1, 2, 3, 4, 5, 7, 16, 40))}\n" + word(vtype << 20 | S0 << 15 | 7 << 12 | 6 << 7 | OP_V)


def access(drawn, unmasked):
    opcode, mop = drawn.choice((LOAD, LOAD, STORE)), drawn.choice((0, 0, 0, 1, 2, 3))
    width, fields = drawn.choice((0, 5, 6, 6, 7)), drawn.choice((0, 0, 0, 1, 2))
    base = A0 if opcode == LOAD and drawn.random() < 0.6 else A1
    rs2 = T6 if mop == 2 else drawn.choice(REGISTERS)
    if mop == 0:
        rs2 = drawn.choice((0, 0, 0, 8, 11, 16) if opcode == LOAD else (0, 0, 0, 8, 11))
        fields, unmasked = (fields, unmasked) if rs2 == 0 else (0, unmasked or rs2 != 16)
    if mop in (1, 3) or rs2 == 11 or (rs2 == 8 and mop == 0 and opcode == STORE):
        width = 0
    return word(fields << 29 | mop << 26 | unmasked << 25 | rs2 << 20 | base << 15 | width << 12 | drawn.choice(REGISTERS) << 7 | opcode)


def arithmetic(drawn, unmasked):
    function = drawn.choice((0, 0, 3, 4, 2, 2, 6, 1, 5))
    six = drawn.choice(SIX[function])
    vs1, vs2, vd = (drawn.choice(REGISTERS) for _ in range(3))
    vs1 = drawn.choice(UNARY.get((function, six), {4: (S0, T4, 5, 0, T6), 6: (S0, T4, 5, 0, T6), 5: (0, 1, A0, A1)}.get(function, (vs1,))))
    vd = {(2, 16): T4, (1, 16): A0}.get((function, six), vd)
    if (six == 0x17 and function != 2 and unmasked) or (six == 16 and function in (5, 6)):
        vs2, unmasked = 0, True
    if (function == 2 and 0x17 <= six < 0x20) or (function == 3 and six == 0x27):
        unmasked = True
    if six in (16, 18) and function in (0, 3, 4):
        unmasked = False
    return word(six << 26 | unmasked << 25 | vs2 << 20 | vs1 << 15 | function << 12 | vd << 7 | OP_V)


def scalar(drawn):
    function, vs1, rd = drawn.choice(((2, 0, T4), (2, 16, T4), (2, 17, T4), (1, 0, A0)))
    return word(16 << 26 | 1 << 25 | drawn.choice(REGISTERS) << 20 | vs1 << 15 | function << 12 | rd << 7 | OP_V)


def loads(drawn):
    """All registers, of whole ones."""
    for register in (0, 8, 16, 24):
        yield word(7 << 29 | 1 << 25 | 8 << 20 | A0 << 15 | register << 7 | LOAD)
        yield f"    addi a0, a0, {drawn.choice((8, 16, 24))}"
    yield "    la a0, source"


def program(seed, count=500):
    drawn = random.Random(seed)
    text = (ROOT / "tests/tandem/spike/vector_results.S").read_text(encoding="utf-8")
    head, rest = text.split("    li s0, 1\n")
    lines = ["    la a0, source", "    la a1, target", "    li t6, 12", setting(drawn)]
    for number in range(count):
        lines += loads(drawn) if number % 40 == 0 else ()
        kind, unmasked = drawn.random(), drawn.random() < 0.67
        lines.append(setting(drawn) if kind < 0.08 else scalar(drawn) if kind < 0.14 else
                     access(drawn, unmasked) if kind < 0.3 else arithmetic(drawn, unmasked))
    return head + "\n".join(lines) + "\n    li t0, 1\n    la t1, tohost" + rest.split("la t1, tohost")[1]
