# SPDX-License-Identifier: Apache-2.0
"""Errors that a trace cannot show, and why: two explanations, each of them right by the architecture, and found here
without the verifier."""
import copy
import random

from tests.tandem.cores.choices import Choices, extended
from tests.tandem.cores.core import Core, Group
from tests.tandem.cores.execute import execute

SAME_HART = ("xlen", "u", "s", "f", "c", "m", "a", "zb", "misa", "misa_writable", "satp_modes", "width")
DRAWN = 1000
VECTORS, ADDRESSES = (0x305, 0x105), (0x341, 0x141, 0x343, 0x143)
# Choices that are a mask, of which each bit may be chosen (3.1.8, 3.1.9, 3.1.11, 3.1.12, 3.1.18)
MASKS = {0x302: ("medeleg", 0xb3ff), 0x303: ("mideleg", 0x2222), 0x304: ("mie", 0x2222), 0x306: ("counteren", 0xffffffff), 0x106: ("counteren", 0xffffffff),
         0x320: ("inhibit", 0xfffffffd), 0x30a: ("envcfg", 1)}


def explain(seed, core, group, given):
    """Two explanations of a group that has an error; None: there is but one."""
    if group.write is not None:
        return of_choice(core, group)
    return of_instruction(seed, group, given)


def of_choice(core, group):
    """Another hart, with choices of its own, that holds what the group has."""
    csr, before, written, view, right = group.write
    same = {name: getattr(core.choices, name) for name in SAME_HART}
    for number in range(DRAWN + 1):
        if number == DRAWN:
            name, may = MASKS.get(csr, ("", 0))
            changed = right ^ group.registers[csr]
            if changed & ~may:
                break
            same |= {one: value for one, value in vars(core.choices).items() if one not in ("random", "all", "sd")}
            same[name] = (same[name] or 0) ^ changed
        other = Choices(random.Random(number), **same)
        if view(other) == group.registers[csr]:
            differ = [f"{name} {getattr(other, name)!r}" for name in vars(other) if name not in ("random", "told", "all", "sd") and
                      getattr(other, name) != getattr(core.choices, name)]
            return (f"CSR {csr:#x}, {written:#x} over {before:#x}: {right:#x} is held by the hart; "
                    f"{group.registers[csr]:#x} by one that chose otherwise ({'; '.join(differ)})")
    changed = right ^ group.registers[csr]
    if csr in VECTORS and not changed & 3 and not changed & (before ^ group.registers[csr]):
        return (f"CSR {csr:#x}, {written:#x} over {before:#x}: {right:#x} is held by the hart; {group.registers[csr]:#x} by one "
                f"that has bits {changed:#x} of BASE read-only (3.1.7: the values that it holds vary by implementation)")
    if csr in ADDRESSES and core.choices.s and all(value != extended(value, core.choices.width) for value in (written, group.registers[csr])):
        return (f"CSR {csr:#x}, {written:#x}, which is no address of {core.choices.width} bits: {right:#x} is held by the hart; "
                f"{group.registers[csr]:#x} by one that converts it to another invalid address (3.1.14, 3.1.16)")
    return None


# Encodings of ratified extensions, of RV32 or RV64: what these do is specified, in a hart that has them.
# OP by funct7: funct3 of I, M, Zba, Zbb, Zbc, Zbs, Zbkb, Zbkx, Zicond, Zknd, Zkne, Zknh, Zksed
OPERATIONS = {0x00: range(8), 0x20: (0, 4, 5, 6, 7), 0x01: range(8), 0x10: (2, 4, 6), 0x05: range(1, 8), 0x07: (5, 7),
              0x14: (1, 2, 4), 0x24: (1, 5), 0x34: (1,), 0x30: (1, 5), 0x04: (4, 7)}
CRYPTOGRAPHY = {0x19, 0x1b, 0x1d, 0x1f, 0x3f, *range(0x28, 0x2c), 0x2e, 0x2f,
                *(byte << 5 | low for byte in range(4) for low in (0x11, 0x13, 0x15, 0x17, 0x18, 0x1a))}  # funct3 0
# OP-IMM, shifts by funct3: bits 31 to 26, where the others are an amount; bits 31 to 20, where there is none
SHIFTS = {1: (0x00, 0x0a, 0x12, 0x1a), 5: (0x00, 0x10, 0x12, 0x18)}
UNARY = {1: (0x08f, *range(0x100, 0x10a), 0x300, *range(0x310, 0x31b), 0x600, 0x601, 0x602, 0x604, 0x605),
         5: (0x08f, 0x287, 0x687, 0x698, 0x6b8)}


def is_reserved(code):
    """Whether the encoding of a computation is of no extension. Behavior upon decoding is then UNSPECIFIED (Unprivileged
    ISA, 2.2), and the space may have a non-conforming extension: its result is any."""
    f3, f7 = code >> 12 & 7, code >> 25
    if code & 0x7f == 0x33:
        return f3 not in OPERATIONS.get(f7, ()) and not (f3 == 0 and f7 in CRYPTOGRAPHY)
    return code & 0x7f == 0x13 and f3 in SHIFTS and code >> 26 not in SHIFTS[f3] and code >> 20 not in UNARY[f3]


class Watched(Core):
    """Keeps its state before an instruction."""

    watched = None
    kept = None

    def step(self):
        if self.count == self.watched:
            self.kept = (self.pc, list(self.x), list(self.f), dict(self.csr), self.privilege)
        super().step()


def of_instruction(seed, group, given):
    """Another instruction that does the same to the state before it."""
    drawn = random.Random(seed)
    core = Watched(drawn, Choices(drawn, **given))
    core.watched = group.number
    core.run(group.number + 1)
    original = core.groups[-1]
    if core.kept is None or original.number != group.number:
        return None
    rd = original.insn >> 7 & 31
    if is_reserved(group.insn) and group.insn >> 7 & 31 == rd and list(original.registers) == [0x1000 + rd]:
        return (f"no page table has the code: {original.insn:#010x} makes {original.registers}; and so may {group.insn:#010x}, "
                "which is reserved: what it makes of its rd is UNSPECIFIED (Unprivileged ISA, 2.2)")
    core.pc, core.x, core.f, core.csr, core.privilege = copy.deepcopy(core.kept)
    tried = Group(group.number, group.insn, group.size)
    try:
        execute(core, tried)
    except Exception:  # pylint: disable=broad-except; what this core does not have explains nothing
        return None
    if (tried.registers, tried.pc, tried.store, tried.eaddr) != (original.registers, original.pc, original.store, original.eaddr):
        return None
    return f"no page table has the code: {original.insn:#010x} and {group.insn:#010x} both make {tried.registers} of the state before"
