# SPDX-License-Identifier: Apache-2.0
"""A random program of real RISC-V code, and a random walk over it."""
from dataclasses import dataclass

BASES = {32: (0x1000, 0x80000000, 0xFFFF8000), 64: (0x1000, 0x80000000, 0xFFFFFFFF80000000, 0x3FFFC0001000)}
BRANCH, SEQUENTIAL = "branch", "sequential"
KINDS = {  # kind: weight
    "plain": 40, BRANCH: 22, "jump": 4, "call": 6, "jal6": 1, "jr": 2, "icall": 3, "ret": 6, "swap": 1,
    "jalr6": 1, SEQUENTIAL: 4, "ecall": 1, "ebreak": 1, "mret": 2, "sret": 1}
ITYPE = {"jump": 11, "call": 9, "jal6": 15, "jr": 10, "icall": 8, "ret": 13, "swap": 12, "jalr6": 14,
         "mret": 3, "sret": 3, "dret": 3}
LINKS = (1, 5)


@dataclass
class Insn:
    address: int
    size: int  # in half-words
    kind: str
    rd: int = 0
    rs: int = 0
    target: int = 0
    code: int = 0
    loads: object = None  # of a jump right after lui or auipc: the register's and the jump's target


@dataclass
class Step:
    """What happens: an instruction retires, a trap, or a side event."""
    what: str               # "retire", "trap", or a side event
    pc: int = 0
    size: int = 0
    itype: int = 0
    sijump: int = 0
    priv: int = 3
    context: int = 0
    ctype: int = 0
    value: object = None


def bit(value, *places):
    """Scattered bits of an immediate: (bit of the value, place in the code, bits)."""
    return sum((value >> low & ((1 << width) - 1)) << place for low, place, width in places)


def branch_code(size, offset, rs):
    if size == 1:
        return 0xC001 | rs % 8 << 7 | bit(offset, (8, 12, 1), (3, 10, 2), (6, 5, 2), (1, 3, 2), (5, 2, 1))
    return 0x63 | rs << 15 | bit(offset, (12, 31, 1), (5, 25, 6), (1, 8, 4), (11, 7, 1))


def jump_code(size, offset, rd):
    if size == 1:  # c.j, or c.jal of RV32
        return (0x2001 if rd else 0xA001) | bit(offset, (11, 12, 1), (4, 11, 1), (8, 9, 2), (10, 8, 1),
                                                (6, 7, 1), (7, 6, 1), (1, 3, 3), (5, 2, 1))
    return 0x6F | rd << 7 | bit(offset, (20, 31, 1), (1, 21, 10), (11, 20, 1), (12, 12, 8))


class Program:
    def __init__(self, rng, xlen, regular, loops):
        self.regular = regular
        self.xlen, self.base = xlen, rng.choice(BASES[xlen])
        self.compressed = rng.random() < 0.8
        self.insns = []
        self.loops = loops   # mostly branches, which go the same way
        names, weights = list(KINDS), [weight if kind in ("plain", BRANCH) or not self.loops else weight / 10
                                       for kind, weight in KINDS.items()]
        while len(self.insns) < rng.choice((12, 30, 60, 100)):
            self.add(rng, rng.choices(names, weights)[0])
        for kind in ("plain", "jump", "plain", "plain", "dret"):  # the end, and code of debug mode
            self.append(2, kind)
        self.debug = self.insns[-3].address
        self.at = {insn.address: insn for insn in self.insns}
        self.code = [insn for insn in self.insns if insn.address < self.debug]
        for insn in self.insns:
            self.encode(rng, insn)
        self.image = b"".join(insn.code.to_bytes(2 * insn.size, "little") for insn in self.insns)

    def append(self, size, kind, **more):
        last = self.insns[-1] if self.insns else None
        address = last.address + 2 * last.size if last else self.base
        self.insns.append(Insn(address, size, kind, **more))
        return self.insns[-1]

    def add(self, rng, kind):
        short = 1 if self.compressed and rng.random() < 0.5 else 2
        if kind == SEQUENTIAL:
            rd, rs, jump = rng.choice(((0, 6, "jr"), (1, 6, "icall"), (1, 1, "icall"), (7, 6, "jalr6"),
                                       (7, 6, "jalr6") if self.regular else (1, 5, "swap")))
            first = self.append(2, rng.choice(("lui", "auipc")), rd=rs)
            self.append(2, jump, rd=rd, rs=rs, loads=first)
        elif kind == "call":
            rd = rng.choice(LINKS)
            self.append(2 if self.xlen == 64 or rd == 5 else short, kind, rd=rd)
        elif kind == "icall":
            self.append(short, kind, rd=1 if short == 1 else rng.choice(LINKS), rs=9)
        elif kind == "ret":
            self.append(short, kind, rd=0 if short == 1 else rng.choice((0, 7)), rs=rng.choice(LINKS))
        elif kind == "swap":
            self.append(short, kind, rd=1 if short == 1 else rng.choice(LINKS))
            self.insns[-1].rs = 6 - self.insns[-1].rd
        elif kind in ("ebreak", "plain", BRANCH, "jump", "jr"):
            self.append(short, kind, rs=9)
        else:
            self.append(2, kind, rd={"jal6": 7, "jalr6": 7}.get(kind, 0), rs=9)

    def near(self, rng, insn, reach):
        return rng.choice([other for other in self.code if -reach <= other.address - insn.address < reach
                           and other.address != insn.address + 2 * insn.size])

    def encode(self, rng, insn):
        kind, size = insn.kind, insn.size
        if kind == "plain":
            insn.code = (0x0001 if size == 1 else rng.choice((0x00150513, 0x00B50533, 0x00052503)))
        elif kind == BRANCH:
            insn.target = self.near(rng, insn, 250 if size == 1 else 4000).address
            insn.code = branch_code(size, insn.target - insn.address, insn.rs)
        elif kind in ("jump", "call", "jal6"):
            insn.target = self.near(rng, insn, 2000).address
            insn.code = jump_code(size, insn.target - insn.address, insn.rd)
        elif kind in ("lui", "auipc"):
            self.encode_pair(rng, insn)
        elif kind in ("ebreak",) and size == 1:
            insn.code = 0x9002
        elif kind in ("ecall", "ebreak", "mret", "sret", "dret"):
            insn.code = {"ecall": 0x73, "ebreak": 0x100073, "mret": 0x30200073, "sret": 0x10200073,
                         "dret": 0x7B200073}[kind]
        elif size == 1:
            insn.code = (0x9002 if insn.rd else 0x8002) | insn.rs << 7
        elif not insn.code:
            insn.code = 0x67 | insn.rd << 7 | insn.rs << 15

    def encode_pair(self, rng, load):
        """lui or auipc, and the jump after it, which goes to code."""
        jump = self.at[load.address + 4]
        target = rng.choice(self.code).address
        value = target - (load.address if load.kind == "auipc" else 0)
        signed = (value + (1 << self.xlen - 1)) % (1 << self.xlen) - (1 << self.xlen - 1)
        if not -(1 << 31) <= signed < (1 << 31) - 0x800:
            load.kind, value = "auipc", target - load.address
        low = (value + 0x800) % 0x1000 - 0x800
        load.code = (0x37 if load.kind == "lui" else 0x17) | load.rd << 7 | (value - low & 0xFFFFF000)
        jump.target = target
        jump.code = 0x67 | jump.rd << 7 | jump.rs << 15 | (low & 0xFFF) << 20


class Walk:
    """A hart that runs the program: a list of steps. `regular`: returns match their calls; `rate`: of side
    events."""

    def __init__(self, rng, program, length, regular, events, context_bits, rate):
        self.rng, self.program, self.regular, self.events, self.rate = rng, program, regular, events, rate
        self.context_bits = context_bits
        self.pc, self.priv, self.context, self.ctype = program.base, 3, 0, 0
        self.stack, self.loaded, self.steps, self.coming = [], None, [], 0
        self.biases = {insn.address: rng.choice((0.01, 0.99) if program.loops else (0.02, 0.3, 0.5, 0.8, 0.97)) for insn in program.insns}
        self.traps = rng.choice((0, 0.01, 0 if program.loops else 0.05))
        self.handlers = [rng.choice(program.code).address for _ in range(2)]
        self.plain = False  # the next address is known from what retired before
        for _ in range(length):
            self.step()

    def step(self):
        rng = self.rng
        if self.events and not self.coming and rng.random() < self.rate:
            self.side(rng.choice(self.events))
        if rng.random() < self.traps and self.coming != 3:
            self.trap(2 if self.plain and rng.random() < 0.5 else 1)
            return
        insn = self.program.at[self.pc]
        illegal = insn.kind == "mret" and self.priv != 3 or insn.kind == "sret" and self.priv not in (1, 3)
        if insn.kind in ("ecall", "ebreak") or illegal:
            self.trap(1)
        else:
            self.retire(insn)

    def side(self, what):
        rng = self.rng
        if what in ("context", "discontinuity"):
            self.coming = int(bool(self.context_bits))
            goals = [insn.address for insn in self.program.code if insn.kind in ("plain", BRANCH)]
            if what == "discontinuity" and self.plain and goals:   # "an example would be a change of hart"
                self.coming, self.pc, self.loaded, self.priv = 3, rng.choice(goals), None, rng.choice((0, 1, 3))
            return
        self.steps.append(Step(what, pc=self.pc, priv=self.priv, context=self.context,
                               value=rng.random()))
        if what in ("halt", "reset", "low", "debug"):
            self.plain = False
        if what == "reset":
            self.pc, self.priv, self.stack, self.loaded = self.program.base, 3, [], None
        if what == "halt" and rng.random() < 0.2:
            self.pc, self.loaded = rng.choice(self.program.code).address, None

    def trap(self, itype):
        self.steps.append(Step("trap", pc=self.pc, itype=itype, priv=self.priv, context=self.context))
        self.pc = self.rng.choice(self.handlers)
        self.priv = 3 if self.priv == 3 or self.rng.random() < 0.6 else 1
        self.plain, self.loaded = False, None
        if "context" in self.events and self.context_bits and self.rng.random() < 0.3:
            self.coming = 1

    def retire(self, insn):
        rng, after = self.rng, insn.address + 2 * insn.size
        itype, target = ITYPE.get(insn.kind, 0), after
        sijump = int(insn.loads is not None and self.loaded is insn.loads)
        if insn.kind == BRANCH:
            taken = rng.random() < self.biases[insn.address]
            itype, target = (5, insn.target) if taken else (4, after)
        elif insn.kind in ("jump", "call", "jal6") or sijump:
            target = insn.target
        elif itype:
            target = rng.choice(self.program.code).address
        if itype in (12, 13) and not sijump:
            target = self.returning(target)
        elif itype == 12:
            self.stack[-1:] = []
        if itype in (8, 9, 12):
            self.stack.append(after)
        if self.coming:
            context = rng.randrange(1 << min(self.context_bits, 12))
            self.ctype, self.coming = 3 if self.coming == 3 else rng.choice((1, 1, 2)), 0
            self.context = context if context % 8 or self.ctype != 1 else self.context   # the same may be written again
        self.steps.append(Step("retire", insn.address, insn.size, itype, sijump, self.priv, self.context,
                               self.ctype))
        self.ctype, self.loaded, self.pc = 0, insn if insn.kind in ("lui", "auipc") else None, target
        self.plain = itype in (0, 4, 5, 9, 11, 15)
        if insn.kind in ("mret", "sret"):
            self.priv = rng.choice((0, 1, 3, 5, 6) if insn.kind == "mret" else (0, 1, 5))
        if insn.kind == "jump" and insn.target == insn.address:
            self.trap(2)

    def returning(self, other):
        expected = self.stack.pop() if self.stack else other
        return expected if self.regular or self.rng.random() < 0.8 else other
