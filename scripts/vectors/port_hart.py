# SPDX-License-Identifier: Apache-2.0
"""What a hart does with a small program, by the text of its disassembly: which instructions retire, which trap, and the
itype of each as the chapter "Hart to encoder interface" lists them by name. No other part of the project has a share in it."""
import re
import subprocess
from dataclasses import dataclass, field

U, S, M = 0, 1, 3
LINKS = (1, 5)
MIE, MPIE, SIE, SPIE, SPP, MPP = 3, 7, 1, 5, 8, 11
CSRS = {"mstatus": M, "mtvec": M, "mepc": M, "mcause": M, "mtval": M, "mscratch": M, "medeleg": M, "mideleg": M, "mie": M,
        "mip": M, "stvec": S, "sepc": S, "scause": S, "stval": S, "sscratch": S, "sstatus": S, "sie": S, "sip": S, "satp": S}
SSTATUS = 1 << SIE | 1 << SPIE | 1 << SPP
FETCH_MISALIGNED, FETCH_FAULT, ILLEGAL, BREAKPOINT, LOAD_MISALIGNED, LOAD_FAULT, STORE_MISALIGNED, STORE_FAULT, CALL = range(9)
FETCH_PAGE = 12
SSI, MSI = 1, 3
MSIP = 0x02000000  # of the CLINT
LINE = re.compile(r"^ *([0-9a-f]+):\t([0-9a-f]{4}|[0-9a-f]{8})(?: +\t|\s+)(\S+)\s*(.*?)\s*$")
CONDITIONS = {"beq": lambda a, b, _: a == b, "bne": lambda a, b, _: a != b, "bltu": lambda a, b, _: a < b,
              "bgeu": lambda a, b, _: a >= b, "blt": lambda a, b, signed: signed(a) < signed(b),
              "bge": lambda a, b, signed: signed(a) >= signed(b)}
MOST_STEPS = 2000


class Unknown(Exception):
    """What this hart has no idea of."""


@dataclass
class Insn:
    address: int
    code: int
    size: int
    name: str      # as the disassembler has it without aliases
    words: list
    text: str = "" # as people read it


@dataclass
class Step:
    address: int
    priv: int
    text: str
    size: int = 0   # 0: a trap
    itype: int = 0
    cause: int = 0
    tvals: tuple = ()
    pair: bool = False
    privs: tuple = field(default=())  # of a trap with nothing retired since the privilege changed: any of these


class Trap(Exception):
    def __init__(self, cause, tval):
        super().__init__(cause)
        self.cause, self.tval = cause, tval


def disassembly(elf, *options):
    listing = subprocess.run(["riscv64-unknown-elf-objdump", "-d", "-z", *(["-M", ",".join(options)] if options else []), elf],
                             capture_output=True, text=True, check=True).stdout
    for line in listing.splitlines():
        match = LINE.match(line)
        if match:
            address, code, name, rest = match.groups()
            rest = re.sub(r"\s*(#|<).*", "", rest)
            yield int(address, 16), code, name, rest


def instructions(elf):
    """By address."""
    texts = {address: f"{name} {rest}".strip() for address, _, name, rest in disassembly(elf)}
    made = {}
    for address, code, name, rest in disassembly(elf, "no-aliases", "numeric"):
        words = [word for word in re.split(r"[,()]", rest) if word]
        made[address] = Insn(address, int(code, 16), len(code) // 2, name, words, texts[address])
    return made


def number(word):
    return int(word, 0)


def reg(word):
    return int(word[1:])


def itype_of(name, rd, rs):
    """Of a jump, by the list of "Jump classification and target inference"."""
    if name == "jal":
        return 9 if rd in LINKS else 11 if rd == 0 else 15
    if rd in LINKS:
        return 12 if rs in LINKS and rs != rd else 8
    if rs in LINKS:
        return 13
    return 10 if rd == 0 else 14


class Hart:
    def __init__(self, xlen, insns, base, begin, compressed, absent):
        self.xlen, self.insns, self.base, self.compressed, self.absent = xlen, insns, base, compressed, absent
        self.mask = (1 << xlen) - 1
        self.x = [0] * 32
        self.pc, self.priv = begin, M
        self.csr = dict.fromkeys(CSRS, 0)
        self.memory = {}
        for insn in insns.values():
            for i in range(insn.size):
                self.memory[insn.address + i] = insn.code >> 8 * i & 0xff
        self.loads = None       # the register that the instruction before loaded by its code alone
        self.returned = None    # the privilege before a trap return that was the last to retire
        self.steps = []

    def signed(self, value):
        return value - (1 << self.xlen) if value >> self.xlen - 1 else value

    def write(self, rd, value):
        if rd:
            self.x[rd] = value & self.mask

    # CSRs

    def csr_read(self, name):
        if name not in CSRS or self.priv < CSRS[name]:
            raise Trap(ILLEGAL, None)
        if name == "sstatus":
            return self.csr["mstatus"] & SSTATUS
        if name in ("sie", "sip"):
            return self.csr["m" + name[1:]] & self.csr["mideleg"]
        return self.csr[name]

    def csr_write(self, name, value):
        if name == "sstatus":
            name, value = "mstatus", self.csr["mstatus"] & ~SSTATUS | value & SSTATUS
        elif name in ("sie", "sip"):
            held = "m" + name[1:]
            value = self.csr[held] & ~self.csr["mideleg"] | value & self.csr["mideleg"]
            name = held
        if name == "mip":
            value = self.csr["mip"] & 1 << MSI | value & 1 << SSI
        self.csr[name] = value & self.mask

    def access_csr(self, insn):
        name, by, csr, rd = insn.name, insn.words[2], insn.words[1], reg(insn.words[0])
        operand = number(by) if name.endswith("i") else self.x[reg(by)]
        writes = name.startswith("csrrw") or number(by if name.endswith("i") else by[1:]) != 0
        if csr == "cycle" and writes:
            raise Trap(ILLEGAL, None)
        old = self.csr_read(csr)
        if writes:
            self.csr_write(csr, {"csrrw": operand, "csrrs": old | operand, "csrrc": old & ~operand}[name[:5]])
        self.write(rd, old)

    # Memory

    def access(self, insn, size, load):
        offset, by = (insn.words[1], insn.words[2])
        address = (self.x[reg(by)] + number(offset)) & self.mask
        if address % size:
            raise Trap(LOAD_MISALIGNED if load else STORE_MISALIGNED, address)
        if address == MSIP and not load:
            bit = self.x[reg(insn.words[0])] & 1
            self.csr["mip"] = self.csr["mip"] & ~(1 << MSI) | bit << MSI
        elif address in self.absent:
            raise Trap(LOAD_FAULT if load else STORE_FAULT, address)
        elif load and address != MSIP:
            value = sum(self.memory.get(address + i, 0) << 8 * i for i in range(size))
            self.write(reg(insn.words[0]), value - (value >> 8 * size - 1 << 8 * size))
        elif not load:
            for i in range(size):
                self.memory[address + i] = self.x[reg(insn.words[0])] >> 8 * i & 0xff

    # Instructions: each returns its itype, and where it leads if that is not the next

    def jump(self, name, rd, rs, target, following):
        self.target_good(target)
        self.write(rd, following)
        return itype_of(name, rd, rs), target

    def target_good(self, target):
        if not self.compressed and target & 2:
            raise Trap(FETCH_MISALIGNED, target)

    def trap_return(self, name):
        if self.priv < (M if name == "mret" else S):
            raise Trap(ILLEGAL, None)
        status = self.csr["mstatus"]
        back = self.csr["mepc" if name == "mret" else "sepc"]
        self.returned = self.priv
        if name == "mret":
            self.priv = status >> MPP & 3
            status = status & ~(1 << MIE | 3 << MPP) | (status >> MPIE & 1) << MIE | 1 << MPIE
        else:
            self.priv = status >> SPP & 1
            status = status & ~(1 << SIE | 1 << SPP) | (status >> SPIE & 1) << SIE | 1 << SPIE
        self.csr["mstatus"] = status
        return 3, back

    def branch(self, insn, taken):
        target = number("0x" + insn.words[-1].removeprefix("0x"))
        if not taken:
            return 4, None
        self.target_good(target)
        return 5, target

    def execute(self, insn):
        name, words, x = insn.name, insn.words, self.x
        short = name.removeprefix("c.")
        following = insn.address + insn.size
        if name in ("ecall",):
            raise Trap(CALL + self.priv, 0)
        if short == "ebreak":
            raise Trap(BREAKPOINT, insn.address)
        if name in ("mret", "sret"):
            return self.trap_return(name)
        if name in ("wfi", "fence", "fence.i", "fence.tso", "c.nop"):
            return 0, None
        if name.startswith("csrr"):
            self.access_csr(insn)
            return 0, None
        if name in CONDITIONS:
            return self.branch(insn, CONDITIONS[name](x[reg(words[0])], x[reg(words[1])], self.signed))
        if name in ("c.beqz", "c.bnez"):
            return self.branch(insn, (x[reg(words[0])] == 0) == (name == "c.beqz"))
        if name in ("jal", "c.j", "c.jal"):
            rd = reg(words[0]) if name == "jal" else int(name == "c.jal")
            return self.jump("jal", rd, None, number("0x" + words[-1].removeprefix("0x")), following)
        if name == "jalr":
            rd, rs = reg(words[0]), reg(words[2])
            return self.jump("jalr", rd, rs, x[rs] + number(words[1]) & self.mask & ~1, following)
        if name in ("c.jr", "c.jalr"):
            rd, rs = int(name == "c.jalr"), reg(words[0])
            return self.jump("jalr", rd, rs, x[rs] & ~1, following)
        if short in ("lw", "sw", "lh", "sh", "lb", "sb", "lwsp", "swsp"):
            self.access(insn, {"w": 4, "h": 2, "b": 1}[short[1]], short[0] == "l")
        elif short == "auipc":
            self.write(reg(words[0]), insn.address + self.upper(words[1]))
        elif short == "lui":
            self.write(reg(words[0]), self.upper(words[1]))
        elif name == "c.li":
            self.write(reg(words[0]), number(words[1]))
        elif name == "addi":
            self.write(reg(words[0]), x[reg(words[1])] + number(words[2]))
        elif name == "addiw":
            value = x[reg(words[1])] + number(words[2]) & 0xffffffff
            self.write(reg(words[0]), value - (value >> 31 << 32))
        elif name in ("c.addi", "c.addi16sp"):
            self.write(reg(words[0]), x[reg(words[0])] + number(words[1]))
        elif name in ("slli", "c.slli"):
            self.write(reg(words[0]), x[reg(words[-2])] << number(words[-1]))
        elif name in ("srli", "c.srli"):
            self.write(reg(words[0]), x[reg(words[-2])] >> number(words[-1]))
        elif name in ("sub", "c.sub"):
            self.write(reg(words[0]), x[reg(words[-2])] - x[reg(words[-1])])
        elif name in ("or", "c.or"):
            self.write(reg(words[0]), x[reg(words[-2])] | x[reg(words[-1])])
        elif name == "c.mv":
            self.write(reg(words[0]), x[reg(words[1])])
        elif name == "add":
            self.write(reg(words[0]), x[reg(words[1])] + x[reg(words[2])])
        elif name == "c.add":
            self.write(reg(words[0]), x[reg(words[0])] + x[reg(words[1])])
        elif name in ("c.unimp", "unimp"):
            raise Trap(ILLEGAL, None)
        else:
            raise Unknown(f"{insn.address:#x}: {insn.text} ({name})")
        return 0, None

    def upper(self, word):
        value = number(word) << 12
        return value - (1 << 32) if value >> 31 & 1 else value

    # Traps

    def enter(self, code, interrupt, epc, tval):
        delegated = self.csr["mideleg" if interrupt else "medeleg"] >> code & 1 and self.priv != M
        status, mode = self.csr["mstatus"], "s" if delegated else "m"
        if delegated:
            status = status & ~(1 << SPP | 1 << SPIE | 1 << SIE) | self.priv << SPP | (status >> SIE & 1) << SPIE
        else:
            status = status & ~(3 << MPP | 1 << MPIE | 1 << MIE) | self.priv << MPP | (status >> MIE & 1) << MPIE
        self.csr["mstatus"] = status
        self.csr[f"{mode}epc"] = epc
        self.csr[f"{mode}cause"] = code | (interrupt and 1 << self.xlen - 1)
        self.csr[f"{mode}tval"] = tval or 0
        self.priv = S if delegated else M
        vector = self.csr[f"{mode}tvec"]
        self.pc = (vector & ~3) + (4 * code if vector & 1 and interrupt else 0)
        self.loads = self.returned = None

    def interrupt(self):
        """The code of one that is taken here, or None."""
        pending, status, delegated = self.csr["mip"] & self.csr["mie"], self.csr["mstatus"], self.csr["mideleg"]
        for code in (MSI, SSI):
            if pending >> code & 1:
                to_s = delegated >> code & 1
                if to_s and (self.priv == U or (self.priv == S and status >> SIE & 1)):
                    return code
                if not to_s and (self.priv < M or status >> MIE & 1):
                    return code
        return None

    def trapped(self, itype, cause, tvals, text):
        privs = (self.priv,) if self.returned is None else tuple(sorted({self.returned, self.priv}))
        self.steps.append(Step(self.pc, self.priv, text, 0, itype, cause, tvals, False, privs))

    def tvals(self, trap, insn):
        """What xtval may have: 0, or what the privileged architecture defines for the cause."""
        return (0,) if trap.cause >= CALL else (0, insn.code if trap.tval is None else trap.tval)

    def retire(self, insn):
        priv, before = self.priv, self.loads
        self.returned = None
        itype, target = self.execute(insn)
        rs = reg(insn.words[-1]) if insn.name == "jalr" else reg(insn.words[0]) if insn.name in ("c.jr", "c.jalr") else None
        self.loads = reg(insn.words[0]) if insn.name in ("lui", "c.lui", "auipc") else None
        self.steps.append(Step(self.pc, priv, insn.text, insn.size, itype, pair=rs is not None and rs == before and rs != 0))
        self.pc = insn.address + insn.size if target is None else target

    def step(self):
        code = self.interrupt()
        if code is not None:
            self.trapped(2, code, (), "interrupt")
            self.enter(code, True, self.pc, 0)
            return
        if self.csr["satp"] >> self.xlen - 1 and self.priv != M:  # the tables of the kit are empty
            self.trapped(1, FETCH_PAGE, (0, self.pc), "no page")
            self.enter(FETCH_PAGE, False, self.pc, self.pc)
            return
        if self.pc in self.absent:
            self.trapped(1, FETCH_FAULT, (0, self.pc), "nothing is there")
            self.enter(FETCH_FAULT, False, self.pc, self.pc)
            return
        insn = self.insns.get(self.pc)
        if insn is None:
            raise Unknown(f"{self.pc:#x}: no instruction")
        returned = self.returned
        try:
            self.retire(insn)
        except Trap as trap:
            self.returned = returned
            tvals = self.tvals(trap, insn)
            self.trapped(1, trap.cause, tvals, insn.text)
            self.enter(trap.cause, False, self.pc, tvals[-1])

    def run(self, end):
        """All steps up to the first at `end`."""
        while not self.steps or self.steps[-1].address != end:
            if len(self.steps) > MOST_STEPS:
                raise Unknown("it does not end")
            self.step()
        return self.steps
