# SPDX-License-Identifier: Apache-2.0
"""The instructions that programs of vectors are made of: text to bytes, and what they do to the flow."""
import re
from dataclasses import dataclass

REGISTERS = {name: number for number, name in enumerate(
    "zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6".split())}
LINKS = (1, 5)


@dataclass
class Instruction:
    address: int
    text: str
    code: int
    size: int         # bytes
    kind: str         # straight, branch, jump, call, ijump, icall, return, swap, trap-return
    target: int = 0   # of direct ones

    def line(self):
        return f"#: {self.address:#x}  {self.code:0{2 * self.size}x}  {self.text}"


def bits(value, *ranges):
    """Pieces of an offset at their places: (high, low, place)."""
    return sum((value >> low & (1 << high - low + 1) - 1) << place for high, low, place in ranges)


def branch_offset(offset):
    return bits(offset, (12, 12, 31), (10, 5, 25), (4, 1, 8), (11, 11, 7))


def jal_offset(offset):
    return bits(offset, (20, 20, 31), (10, 1, 21), (11, 11, 20), (19, 12, 12))


def cj_offset(offset):
    return bits(offset, (11, 11, 12), (4, 4, 11), (9, 8, 9), (10, 10, 8), (6, 6, 7), (7, 7, 6), (3, 1, 3), (5, 5, 2))


def cb_offset(offset):
    return bits(offset, (8, 8, 12), (4, 3, 10), (7, 6, 5), (2, 1, 3), (5, 5, 2))


def upper(code, words):
    return code | REGISTERS[words[1]] << 7 | int(words[2], 0) << 12, 4, "straight", 0


def jalr_kind(rd, rs):
    """What an indirect jump is, by the hints of its registers."""
    if rd in LINKS:
        return "swap" if rs in LINKS and rs != rd else "icall"
    return "return" if rs in LINKS else "ijump"


def within(offset, limit):
    if not -limit <= offset < limit:
        raise ValueError(f"a target at a distance of {offset}")
    return offset


PLAIN = {"nop": (0x13, 4, "straight"), "c.nop": (0x1, 2, "straight"), "ecall": (0x73, 4, "straight"),
         "ebreak": (0x100073, 4, "straight"), "c.ebreak": (0x9002, 2, "straight"),
         "mret": (0x30200073, 4, "trap-return"), "sret": (0x10200073, 4, "trap-return"),
         "ret": (0x8067, 4, "return"), "c.ret": (0x8082, 2, "return"), "wfi": (0x10500073, 4, "straight"),
         "csrw scontext, a0": (0x5a851073, 4, "straight")}


def parse(text, address):
    """Code, size, kind and target."""
    if text in PLAIN:
        return *PLAIN[text], 0
    words = re.split(r"[ ,()]+", text.strip("() "))
    name, offset = words[0], 0
    if name in ("beq", "bne", "c.beqz", "jal", "j", "c.j"):
        target = int(words[-1], 0)
        offset = target - address
    if name in ("beq", "bne"):
        code = 0x63 | (name == "bne") << 12 | REGISTERS[words[1]] << 15 | REGISTERS[words[2]] << 20
        return code | branch_offset(within(offset, 1 << 12)), 4, "branch", target
    if name == "c.beqz":
        return 0xc001 | REGISTERS[words[1]] - 8 << 7 | cb_offset(within(offset, 1 << 8)), 2, "branch", target
    if name in ("jal", "j"):
        rd = REGISTERS[words[1]] if name == "jal" else 0
        return 0x6f | rd << 7 | jal_offset(within(offset, 1 << 20)), 4, "call" if rd in LINKS else "jump", target
    if name == "c.j":
        return 0xa001 | cj_offset(within(offset, 1 << 11)), 2, "jump", target
    if name == "jalr":  # jalr rd, imm(rs)
        rd, rs = REGISTERS[words[1]], REGISTERS[words[3]]
        return 0x67 | rd << 7 | rs << 15 | (int(words[2], 0) & 0xfff) << 20, 4, jalr_kind(rd, rs), 0
    if name in ("c.jr", "c.jalr"):
        rd, rs = int(name == "c.jalr"), REGISTERS[words[1]]
        return 0x8002 | rd << 12 | rs << 7, 2, jalr_kind(rd, rs), 0
    if name in ("lui", "auipc"):
        return upper(0x37 if name == "lui" else 0x17, words)
    raise ValueError(f"{text}: no such instruction")


def assemble(address, text):
    """Instructions of a text: separated by ';', "nop*3" is three."""
    made = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        part, _, times = part.partition("*")
        for _ in range(int(times or 1)):
            code, size, kind, target = parse(part.strip(), address)
            made.append(Instruction(address, part.strip(), code & 0xffffffff, size, kind, target))
            address += size
    return made
