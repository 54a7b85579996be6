# SPDX-License-Identifier: Apache-2.0
"""Draws instructions for a core, where it has no code yet."""
from tests.tandem.cores.core import GIGA, SUPERVISOR, TABLES, WRITABLE, i_type, jal, r_type, s_type

RESULT = tuple(range(8, 20))
VALUE = tuple(range(20, 28))


def draw(core, place):
    """Places one instruction or a few from `place` on."""
    kinds = {alu: 30, loads: 12, stores: 10, csr: 18, atomics: 6, jumps: 6, traps: 4, returns: 5, floats: 6,
             halves: 6, bits: 5, multiplies: 3, hints: 3, vectors: 2, translation: 8, windows: 8, reads: 3}
    if core.privilege == 0:  # next to all of these trap
        kinds.update({csr: 2, returns: 1, translation: 0, vectors: 0, reads: 1})
    if core.privilege == 1 and core.is_paged():
        kinds.update({translation: 2, windows: 20})
    if core.privilege == 3 and core.choices.satp_modes:
        kinds.update({translation: 0 if core.is_paged() else 20, returns: 15})
    while True:
        kind = core.random.choices(list(kinds), kinds.values())[0]
        words = kind(core, core.random)
        if words and all(place + 2 * at not in core.code for at in range(2 * len(words))):
            break
    at = place
    for word in words:
        size = 2 if isinstance(word, tuple) else 4
        core.code[at] = (word[0] if size == 2 else word, size)
        at += size
    core.next_code = max(core.next_code, at)


def alu(core, random):
    rd, rs1, rs2 = random.choice(RESULT), random.choice(RESULT + VALUE), random.choice(RESULT + VALUE)
    if random.random() < 0.5:
        return [i_type(random.getrandbits(12), rs1, random.choice((0, 2, 3, 4, 6, 7)), rd, 0x13)]
    return [r_type(*random.choice(((0, rs2, rs1, 0), (0x20, rs2, rs1, 0), (0, rs2, rs1, 4), (0, rs2, rs1, 1),
                                   (0, rs2, rs1, 5), (0, rs2, rs1, 3))), rd, 0x33)]


def bits(core, random):
    rd, rs1, rs2 = random.choice(RESULT), random.choice(RESULT + VALUE), random.choice(RESULT + VALUE)
    if random.random() < 0.3:
        return [i_type(random.choice((0x600, 0x602, 0x604)), rs1, 1, rd, 0x13)]
    f7, f3 = random.choice(((0x10, 2), (0x10, 4), (0x20, 7), (0x20, 4), (7, 5), (7, 7), (0x24, 5), (0x14, 1), (5, 4),
                            (5, 7)))
    return [r_type(f7, rs2, rs1, f3, rd, 0x33)]


def multiplies(core, random):
    return [r_type(1, random.choice(RESULT), random.choice(VALUE), random.choice((0, 3, 5)), random.choice(RESULT), 0x33)]


def halves(core, random):
    """Two of 16 bits."""
    if not core.choices.c:
        return [i_type(0, 0, 0, 0, 0x13)]
    return [((random.choice((0, 2)) << 13 | random.choice(RESULT) << 7 | random.randrange(1, 32) << 2 | 1),)
            for _ in range(2)]


def base(core, random):
    """x5: somewhere in data, relative to the pc."""
    return 0x1f0000 | 5 << 7 | 0x17


def loads(core, random):
    f3 = random.choice((0, 1, 2, 3, 4, 5, 6) if core.xlen == 64 else (0, 1, 2, 4, 5))
    offset = random.randrange(0, 2040) & (~((1 << (f3 & 3)) - 1) if random.random() < 0.9 else ~0)
    return [base(core, random), i_type(offset, 5, f3, random.choice(RESULT), 0x03)]


def stores(core, random):
    f3 = random.choice((0, 1, 2, 3) if core.xlen == 64 else (0, 1, 2))
    offset = random.randrange(0, 2040) & (~((1 << f3) - 1) if random.random() < 0.9 else ~0)
    return [base(core, random), s_type(offset, random.choice(RESULT + VALUE), 5, f3, 0x23)]


def atomics(core, random):
    size = random.choice((2, 3) if core.xlen == 64 else (2,))
    align = [base(core, random), i_type(-64, 5, 7, 5, 0x13)]
    one = random.choice((2, 3, 3, 0, 1, 4, 8, 12, 16, 20, 24, 28))
    words = align + [r_type(one << 2, 0 if one == 2 else random.choice(VALUE), 5, size, random.choice(RESULT), 0x2f)]
    if one == 2 and random.random() < 0.7:
        words.append(r_type(3 << 2, random.choice(VALUE), 5, size, random.choice(RESULT), 0x2f))
    return words


def unsigned(core, reg):
    """RV64: the upper half of what lui made is 0."""
    return [i_type(32, reg, 1, reg, 0x13), i_type(32, reg, 5, reg, 0x13)] if core.xlen == 64 else []


def windows(core, random):
    """Data in pages of all kinds, where addresses are translated; else these would be elsewhere."""
    if not core.is_paged() or core.privilege == 3:
        return None
    page = random.randrange(64)
    f3 = 3 if core.xlen == 64 else 2
    words = [0xc0000 << 12 | 5 << 7 | 0x37, *unsigned(core, 5),
             page << 12 | 6 << 7 | 0x37, r_type(0, 6, 5, 0, 5, 0x33)]
    if random.random() < 0.5:
        return words + [s_type(random.randrange(128) * 8, random.choice(VALUE), 5, f3, 0x23)]
    return words + [i_type(random.randrange(128) * 8, 5, f3, random.choice(RESULT), 0x03)]


def floats(core, random):
    one = random.randrange(32) << 15 | random.randrange(32) << 20
    which = random.randrange(6)
    if which == 0:
        return [0x10 << 25 | one | random.randrange(32) << 7 | 0x53]
    if which == 1:
        return [0x78 << 25 | random.choice(VALUE) << 15 | random.randrange(32) << 7 | 0x53]
    if which == 2:
        return [0x70 << 25 | random.randrange(32) << 15 | random.choice(RESULT) << 7 | 0x53]
    if which == 3:
        return [base(core, random), i_type(random.randrange(500) * 4, 5, 2, random.randrange(32), 0x07)]
    if which == 4:
        return [base(core, random), s_type(random.randrange(500) * 4, random.randrange(32), 5, 2, 0x27)]
    return [i_type(random.choice((1, 2, 3)), random.choice((0, *VALUE)), random.choice((1, 2)), random.choice(RESULT), 0x73)]


def csr(core, random):
    number = random.choice(WRITABLE + SUPERVISOR if random.random() < 0.8 else SUPERVISOR)
    if number in (0x305, 0x105):
        return vectors(core, random)
    if number == 0x180:
        return translation(core, random)
    f3 = random.choice((1, 1, 2, 3, 2, 5, 6, 7))
    source = random.choice(VALUE) if f3 < 4 else random.randrange(32)
    return [i_type(number, source, f3, random.choice((0, *RESULT)), 0x73)]


def reads(core, random):
    number = random.choice((0x300, 0x301, 0x304, 0x305, 0x340, 0x341, 0x342, 0x343, 0xf11, 0xf12, 0xf13, 0xf14, 0xf15,
                            0x302, 0x303, 0x306, 0x100, 0x105, 0x141, 0x142, 0x180, 0x320))
    return [i_type(number, 0, 2, random.choice(RESULT), 0x73)]


def vectors(core, random):
    """A wild value, then a good one, before a trap may come: mtvec, or stvec."""
    number = random.choice((0x305, 0x105))
    core.quiet = 6
    page = random.randrange(32) + (32 if number == 0x105 else 0)
    good = [(0x80000 + page // 4) << 12 | 28 << 7 | 0x37, *unsigned(core, 28), i_type(page % 4 * 0x200 | random.choice((0, 1)), 28, 6, 28, 0x13)]
    if core.privilege < (3 if number == 0x305 else 1):
        return None
    return [*good, i_type(number, random.choice(VALUE), 1, random.choice((0, *RESULT)), 0x73),
            i_type(number, 28, 1, 0, 0x73)]


def translation(core, random):
    """satp: a wild value, then the tables or none."""
    c = core.choices
    if core.privilege < 1 or (core.privilege == 3 and core.csr[0x300] & 1 << 17):
        return None
    core.quiet = 12
    mode = random.choice((0, 8, 9, *c.satp_modes) if core.xlen == 64 else (0, 1, *c.satp_modes))
    root = TABLES + (0x3000 if mode == 9 else 0) >> 12
    good = [(root & 0xfffff) + 0x800 >> 12 << 12 | 28 << 7 | 0x37, i_type(signed_low(root), 28, 0, 28, 0x13),
            i_type(mode, 0, 0, 29, 0x13), i_type(60 if core.xlen == 64 else 31, 29, 1, 29, 0x13), r_type(0, 29, 28, 6, 28, 0x33)]
    if mode == 0:
        good = [i_type(0, 0, 0, 28, 0x13)]
    wild = [i_type(0x180, random.choice(VALUE), 1, 0, 0x73)] if core.privilege == 3 else []
    if mode and core.privilege == 1 and mode in c.satp_modes and not 0x80000000 <= core.pc < 0x80100000:
        return None
    return [*good, *wild, i_type(0x180, 28, 1, random.choice((0, *RESULT)), 0x73), 0x12000073]


def signed_low(value):
    return (value & 0xfff ^ 0x800) - 0x800


def jumps(core, random):
    """Over a few instructions."""
    far = random.choice((8, 12, 16))
    if random.random() < 0.1:
        far += 2
    if random.random() < 0.5:
        return [jal(far, random.choice((0, *RESULT)))] if far % 4 == 0 or not core.choices.c else [jal(far - 2)]
    far -= far % 4
    return [random.choice(VALUE) << 20 | random.choice(RESULT) << 15 | random.choice((0, 1, 4, 5, 6, 7)) << 12 |
            (far >> 1 & 15) << 8 | (far >> 5 & 63) << 25 | 0x63]


def traps(core, random):
    return [random.choice((0x73, 0x100073, 0x0000707f, 0x0000707f))]


def hints(core, random):
    return [random.choice((0x0ff0000f, 0x8330000f, 0x10500073, 0x12000073, 0x0000100f))]


def returns(core, random):
    """To the instruction behind, in another mode."""
    core.quiet = 14
    machine = core.privilege == 3 or random.random() < 0.1
    epc, status = (0x341, 0x300) if machine else (0x141, 0x100)
    to = random.choice((0, 1, 3)) if machine else random.choice((0, 1))
    mode = to << 11 if machine else to << 8
    translated = core.is_paged()
    user = translated and to == 0 and core.choices.u
    words = [0x17 | 29 << 7]
    clear = [i_type(3 if machine else 1, 0, 0, 30, 0x13), i_type(11 if machine else 8, 30, 1, 30, 0x13),
             i_type(status, 30, 3, 0, 0x73)]
    value = [i_type(mode >> (11 if machine else 8), 0, 0, 28, 0x13), i_type(11 if machine else 8, 28, 1, 28, 0x13),
             i_type(status, 28, 2, 0, 0x73)]
    alias = [(GIGA >> 12) << 12 | 30 << 7 | 0x37, r_type(0x20, 30, 29, 0, 29, 0x33)] if user else []
    length = 1 + len(alias) + 1 + len(clear) + len(value) + 1 + 1
    words += [i_type(4 * length, 29, 0, 29, 0x13), *alias, i_type(epc, 29, 1, 0, 0x73), *clear, *value,
              0x30200073 if machine else 0x10200073]
    if random.random() < 0.3:  # a wild value before
        words.insert(0, i_type(epc, random.choice(VALUE), 1, 0, 0x73))
    return words
