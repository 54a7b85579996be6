# SPDX-License-Identifier: Apache-2.0
"""A core of RV64 or RV32 that chooses as it is told (choices.py) and tells what it does: groups of a tandem trace.
Written from the text of the ISA, and shares nothing with the verifier. Programs are made as they run: where
there is no code yet, instructions are drawn, and stay."""
from tests.tandem.cores.choices import FS, MPP, MPRV, SPP, Choices

CODE, TABLES, DATA, LEAVES = 0x80010000, 0x80300000, 0x80200000, 0x80302000
GIGA = 1 << 30
LOOP = 40  # instructions without a new one
M_CSRS = {"tvec": 0x305, "epc": 0x341, "cause": 0x342, "tval": 0x343}
S_CSRS = {name: csr - 0x200 for name, csr in M_CSRS.items()}
WRITABLE = (0x300, 0x301, 0x302, 0x303, 0x304, 0x305, 0x306, 0x320, 0x30a, 0x340, 0x341, 0x342, 0x343, 0x3a0, 0x3b0)
SUPERVISOR = (0x100, 0x104, 0x105, 0x106, 0x140, 0x141, 0x142, 0x143, 0x180)
CONSTANT = {0xf11: 0x489, 0xf12: 0x8000000000000007, 0xf13: 0x20181004, 0xf14: 0, 0xf15: 0}
S_VIEW = 0x3000de762  # and SD
EXCEPTIONS_OF_S = 0x222


class Trap(Exception):
    def __init__(self, cause, tval=0, fetch=False):
        super().__init__(cause)
        self.cause, self.tval, self.fetch = cause, tval, fetch


def signed(value, bits=64):
    return (value & (1 << bits) - 1 ^ 1 << bits - 1) - (1 << bits - 1)


def i_type(imm, rs1, f3, rd, opcode):
    return (imm & 0xfff) << 20 | rs1 << 15 | f3 << 12 | rd << 7 | opcode


def s_type(imm, rs2, rs1, f3, opcode):
    return (imm >> 5 & 0x7f) << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 | (imm & 31) << 7 | opcode


def r_type(f7, rs2, rs1, f3, rd, opcode):
    return f7 << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 | rd << 7 | opcode


def jal(offset, rd=0):
    return (offset >> 20 & 1) << 31 | (offset >> 1 & 0x3ff) << 21 | (offset >> 11 & 1) << 20 | \
        (offset >> 12 & 0xff) << 12 | rd << 7 | 0x6f


class Group:
    """What a group says: fields by name; `facts`: what may be changed for an error."""

    def __init__(self, number, insn=None, size=4):
        self.number, self.insn, self.size = number, insn, size
        self.pc = None          # given; None: incremented
        self.registers = {}     # by address of chapter 3
        self.paddr = self.eaddr = self.store = self.privilege = None
        self.initialization = []
        self.lines = None       # as they are
        self.trap = self.changed = self.translated = False
        self.write = None       # of a CSR: its address, before, written, what a hart holds by its choices, and this one
        self.faulting = None    # store data of a store, whether it faults or not
        self.kind = ""

    def text(self, absent):
        if self.lines is not None:
            return "begin\n" + "".join(f"  {line}\n" for line in self.lines) + "end\n"
        lines = []
        if self.insn is not None:
            lines.append(f"insn{8 * self.size} {self.insn:#x}")
        lines.append(f"pc = {self.pc:#x}" if self.pc is not None else "increment-pc")
        lines += [f"{reg:#x} = {value:#x}" for reg, value in self.registers.items()]
        if self.paddr is not None and "paddr" not in absent:
            lines.append(f"paddr = {self.paddr:#x}")
        if self.eaddr is not None:
            lines.append(f"eaddr = {self.eaddr:#x}")
        if self.store is not None:
            lines.append(f"store{8 * self.store[1]} = {self.store[0]:#x}")
        if self.privilege is not None:
            lines.append(f"privilege = {self.privilege}")
        return "begin\n" + "".join(f"  {line}\n" for line in lines) + "end\n"


class Core:
    def __init__(self, random, choices=None):
        self.random, self.choices = random, choices or Choices(random)
        c = self.choices
        self.xlen, self.all = c.xlen, c.all
        self.box = 0xffffffff00000000 if c.xlen == 64 else 0  # RV32 has F without D here
        widths = (0xa00000000 if c.s else 0x200000000 if c.u else 0) & c.all
        self.x = [0] + [random.getrandbits(c.xlen) for _ in range(31)]
        self.f = [self.box | random.getrandbits(32) for _ in range(32)]
        self.csr = {0x300: (MPP if not c.u else 0) | widths,
                    0x301: c.misa_value(), 0x340: 0, 0x341: 0, 0x342: 0, 0x343: 0, 0x304: 0, 0x344: 0, 3: 0,
                    0x305: (0x80000000 | c.tvec_modes[0]), 0x320: 0, 0x30a: 0, 0x3a0: 0, 0x3b0: 0, 0x306: 0,
                    0x302: 0, 0x303: c.mideleg_one if c.s else 0, 0x105: 0x80008000 | c.tvec_modes[0], 0x106: 0,
                    0x140: 0, 0x141: 0, 0x142: 0, 0x143: 0, 0x180: 0, **{csr: value & c.all for csr, value in CONSTANT.items()}}
        self.privilege, self.pc, self.next_code = 3, CODE, CODE
        self.code, self.memory = {}, {}
        self.reserved = False
        self.groups, self.count, self.quiet, self.stuck, self.drawn = [], 0, 0, 0, 0
        self.absent = {"paddr"} if c.no_paddr else set()
        self.told = {csr for csr in self.csr if random.random() < 0.8} - {0x344} | {0x300}
        self.told -= {0x301} if c.misa == "hidden" else set()
        self.told |= {0x301} if c.misa != "hidden" else set()
        self.tables_told = random.random() < 0.7
        self.tables()

    # ---- memory ----

    def tables(self):
        """A page of 1 GiB for S, another place of it for U, and pages of 4 KiB of all kinds."""
        random = self.random
        if self.xlen == 32:
            self.tables32()
            return
        self.put(TABLES + 8, 0x80000000 >> 12 << 10 | 0xdf, 8)
        self.put(TABLES + 16, 0x80000000 >> 12 << 10 | 0xcf, 8)
        self.put(TABLES + 24, TABLES + 0x1000 >> 12 << 10 | 1, 8)
        self.put(TABLES + 0x1000, LEAVES >> 12 << 10 | 1, 8)
        self.put(TABLES + 0x3000, TABLES >> 12 << 10 | 1, 8)
        for at in range(64):
            flags = random.getrandbits(8) | random.choice((0, 1, 1, 0xc7, 0xd7)) if at else 0xcf
            page = DATA + 0x1000 * random.randrange(16)
            self.put(LEAVES + 8 * at, page >> 12 << 10 | flags & (0xff if flags & 0xe else 0x21), 8)

    def tables32(self):
        """As those of RV64, but pages of 4 MiB for S and U."""
        random = self.random
        self.put(TABLES + 4 * 0x200, 0x80000000 >> 12 << 10 | 0xcf, 4)
        self.put(TABLES + 4 * 0x100, 0x80000000 >> 12 << 10 | 0xdf, 4)
        self.put(TABLES + 4 * 0x300, LEAVES >> 12 << 10 | 1, 4)
        for at in range(64):
            flags = random.getrandbits(8) | random.choice((0, 1, 1, 0xc7, 0xd7)) if at else 0xcf
            page = DATA + 0x1000 * random.randrange(16)
            self.put(LEAVES + 4 * at, page >> 12 << 10 | flags & (0xff if flags & 0xe else 0x21), 4)

    def put(self, address, value, size):
        for i in range(size):
            self.memory[address + i] = value >> 8 * i & 0xff

    def get(self, address, size):
        value = 0
        for i in range(size):
            value |= self.memory.setdefault(address + i, self.random.getrandbits(8)) << 8 * i
        return value

    def translate(self, address, kind):
        """The physical address: kind is 'r', 'w', 'a' (both) or 'x'."""
        status, satp = self.csr[0x300], self.csr[0x180]
        mode = self.privilege
        if kind != "x" and mode == 3 and status & MPRV:
            mode = status >> 11 & 3
        wide = self.xlen == 64
        satp_mode = satp >> (60 if wide else 31)
        if mode == 3 or not satp_mode:
            return address
        fault = Trap({"x": 12, "r": 13}.get(kind, 15), address, kind == "x")
        levels, index, size = (satp_mode - 5, 9, 8) if wide else (2, 10, 4)
        if wide and signed(address) != signed(address, 12 + 9 * levels):
            raise fault
        table = (satp & (1 << (44 if wide else 22)) - 1) << 12
        for level in reversed(range(levels)):
            at = table + size * (address >> 12 + index * level & (1 << index) - 1)
            if at not in self.memory:
                self.put(at, 0, size)
                self.zeros.append(at)
            entry = self.get(at, size)
            if not entry & 1 or (entry & 4 and not entry & 2):
                raise fault
            if entry & 0xa:
                return self.leaf(entry, at, level, address, kind, mode, fault)
            if entry & 0xd0:
                raise AssertionError("reserved bits are not drawn")
            table = (entry >> 10) << 12
        raise fault

    def leaf(self, entry, at, level, address, kind, mode, fault):
        status = self.csr[0x300]
        user = entry & 0x10
        if mode == 0 and not user or mode == 1 and user and (kind == "x" or not status & 1 << 18):
            raise fault
        may = {"x": entry & 8, "w": entry & 4, "a": entry & 4 and entry & 2,
               "r": entry & 2 or (status & 1 << 19 and entry & 8)}[kind]
        inside = (1 << 12 + (9 if self.xlen == 64 else 10) * level) - 1
        if not may or (entry >> 10 << 12) & inside:
            raise fault
        need = 0x40 | (0x80 if kind in "wa" else 0)
        if need & ~entry:
            if not self.choices.updates_ad:
                raise fault
            self.put(at, entry | need, self.xlen // 8)
        return entry >> 10 << 12 & ~inside | address & inside

    def is_paged(self):
        return self.csr[0x180] >> (60 if self.xlen == 64 else 31) != 0

    # ---- what is told ----

    def begin(self):
        """State at first."""
        reset, state = Group(0), Group(0)
        reset.lines = ["reset"]
        lines = ["initialize"] + [f"{0x1000 + i:#x} = {v:#x}" for i, v in enumerate(self.x) if i]
        lines += [f"{0x1020 + i:#x} = {v:#x}" for i, v in enumerate(self.f)] if self.choices.f else []
        lines += [f"{csr:#x} = {self.csr[csr]:#x}" for csr in sorted(self.told) if self.exists(csr) and csr != 3]
        lines += ["0x3 = 0"] if self.choices.f else []
        state.lines = lines + ["privilege = 3", f"pc = {self.pc:#x}"]
        self.groups += [reset, state]
        if self.tables_told:
            self.tell_memory(range(TABLES, TABLES + 0x4000, self.xlen // 8))

    def tell_memory(self, addresses):
        size = self.xlen // 8
        lines = [f"request store {self.xlen} {at:#x} {self.get(at, size):#x}" for at in addresses if at in self.memory]
        for first in range(0, len(lines), 60):
            group = Group(self.count)
            group.lines = ["initialize", *lines[first:first + 60]]
            self.groups.append(group)

    def rescue(self):
        """From a place that has no way out."""
        self.pc, self.privilege, self.stuck = self.fresh(0), 3, 0
        group = Group(self.count)
        group.lines = ["initialize", f"pc = {self.pc:#x}", "privilege = 3"]
        self.groups.append(group)

    def fresh(self, offset=4):
        """Where no code is yet."""
        self.next_code = max(self.next_code, CODE) + offset
        while self.next_code in self.code or self.next_code + 2 in self.code:
            self.next_code += 4
        return self.next_code

    # ---- traps ----

    def exists(self, csr):
        c = self.choices
        if csr in c.missing or (csr == 0x320 and c.inhibit is None) or (csr == 0x30a and c.envcfg is None):
            return False
        if csr in (0x302, 0x303) or csr >> 8 == 1:
            return c.s
        return (c.u or csr not in (0x306, 0x30a)) and (c.f or csr != 3)

    def set_status(self, value):
        fs = value & FS
        sd = self.choices.sd
        self.csr[0x300] = value & ~sd | (sd if fs == FS else 0)

    def dirty(self, group, must):
        status = self.csr[0x300]
        if status & FS == FS or not status & FS or not (must or self.choices.fs == "eager"):
            return
        self.set_status(status | FS)
        if "no-fs" not in self.choices.habits:
            group.registers[0x300] = self.csr[0x300]

    def take(self, group, cause, tval, interrupt=False):
        c, status = self.choices, self.csr[0x300]
        delegated = self.csr[0x303 if interrupt else 0x302] if c.s else 0
        to_s = self.privilege != 3 and delegated >> cause & 1
        csrs = S_CSRS if to_s else M_CSRS
        if to_s:
            status = status & ~0x122 | (status & 2) << 4 | (SPP if self.privilege == 1 else 0)
        else:
            status = status & ~(0x88 | MPP) | (status & 8) << 4 | self.privilege << 11
        self.set_status(status)
        has = not c.tval_fixed and (interrupt or c.tval[cause])
        values = {csrs["epc"]: c.epc_value(self.pc) if self.pc == self.pc & ~3 else self.pc,
                  csrs["cause"]: cause | (c.sd if interrupt else 0),
                  csrs["tval"]: c.tval_value(tval) if has else 0, 0x300: self.csr[0x300]}
        self.csr.update(values)
        group.registers.update(values)
        group.trap = True
        tvec = self.csr[csrs["tvec"]]
        self.pc = (tvec & ~3) + (4 * cause if interrupt and tvec & 1 else 0)
        self.privilege = 1 if to_s else 3
        group.pc, group.privilege = self.pc, self.privilege
        if self.pc not in self.code:
            self.make_handler(to_s)

    def make_handler(self, to_s):
        """At a vector, a jump to what goes back behind what trapped, or to what was interrupted."""
        csrs, place = (S_CSRS, self.fresh()) if to_s else (M_CSRS, self.fresh())
        entry = self.pc
        up = []
        if self.random.random() < 0.3:  # goes back to the handler's mode
            up = [i_type(1 if to_s else 3, 0, 0, 30, 0x13), i_type(8 if to_s else 11, 30, 1, 30, 0x13),
                  i_type(0x100 if to_s else 0x300, 30, 2, 0, 0x73)]
        words = [*up, i_type(csrs["cause"], 0, 2, 29, 0x73), 0x000ec863 | 4 << 7, i_type(csrs["epc"], 0, 2, 29, 0x73),
                 i_type(4, 29, 0, 29, 0x13), i_type(csrs["epc"], 29, 1, 0, 0x73), 0x10200073 if to_s else 0x30200073]
        for at, word in enumerate(words):
            self.code[place + 4 * at] = (word, 4)
        self.next_code = place + 4 * len(words)
        self.code[entry] = (jal(place - entry), 4)

    def interrupt(self):
        """Takes one, if the hart may."""
        status, mie = self.csr[0x300], self.csr[0x304]
        delegated = self.csr[0x303] if self.choices.s else 0
        to_m = mie & ~delegated if self.privilege < 3 or status & 8 else 0
        to_s = mie & delegated if self.privilege == 0 or self.privilege == 1 and status & 2 else 0
        causes = [cause for cause in (11, 3, 7, 9, 1, 5, 13) if (to_m or to_s) >> cause & 1]
        if not causes or self.quiet:
            return False
        cause = self.random.choice(causes)
        if not self.choices.hides_pending:
            self.pending(1 << cause)
        group = Group(self.count)
        group.kind = "interrupt"
        self.take(group, cause, 0, True)
        self.groups.append(group)
        if not self.choices.hides_pending:
            self.pending(0)
        return True

    def pending(self, value):
        self.csr[0x344] = value
        group = Group(self.count)
        group.lines = ["initialize", f"mip = {value:#x}"]
        self.groups.append(group)

    # ---- steps ----

    def run(self, count):
        self.zeros = []
        self.begin()
        while self.count < count:
            if self.random.random() < 0.01 and self.interrupt():
                continue
            if self.random.random() < 0.01:
                self.shuffle()
            self.step()
        return self

    def shuffle(self):
        """New values for the registers that CSRs are written from."""
        group, random = Group(self.count), self.random
        lines = ["initialize"]
        for reg in range(20, 28):
            self.x[reg] = random.choice((random.getrandbits(64), random.getrandbits(16), self.all, 1 << random.randrange(64), 0, random.getrandbits(40),
                                         extended_40(random), 0x80000000 | random.getrandbits(16))) & self.all
            lines.append(f"{0x1000 + reg:#x} = {self.x[reg]:#x}")
        group.lines = lines
        self.groups.append(group)

    def step(self):
        from tests.tandem.cores.execute import execute
        if self.pc + 2 >> 63 or self.pc > 0xffffffff:
            self.rescue()
        group = Group(self.count)
        try:
            place = self.translate(self.pc, "x")
        except Trap as trap:
            self.take(group, trap.cause, self.pc)
            group.kind = "fetch"
            self.groups.append(group)
            self.trapped(True)
            return
        if not 0x80000000 <= place < 0x80100000:
            self.rescue()
            return
        if place not in self.code:
            from tests.tandem.cores.draw import draw
            draw(self, place)
            self.drawn = self.count
        elif self.count - self.drawn > LOOP:
            self.drawn = self.count
            self.rescue()
            return
        group.insn, group.size = self.code[place]
        before = self.pc
        group.translated = self.privilege != 3 and self.is_paged()
        self.count += 1
        self.quiet = max(self.quiet - 1, 0)
        try:
            execute(self, group)
            self.trapped(False)
        except Trap as trap:
            group.registers = {reg: value for reg, value in group.registers.items() if reg == 0x300}
            group.paddr = group.eaddr = None
            group.store = group.faulting if "trap-store" in self.choices.habits else None
            self.pc = before
            self.take(group, trap.cause, trap.tval)
            self.trapped(True)
        self.groups.append(group)

    def trapped(self, yes):
        self.stuck = self.stuck + 2 if yes else max(self.stuck - 1, 0) if self.stuck < 20 else self.stuck
        if yes and self.stuck > 12:
            self.rescue()

    def text(self):
        absent = "".join(f".absent {kind}\n" for kind in sorted(self.absent | (set() if self.choices.f else {"fpr", "fcsr"})))
        mlen = 64 if self.xlen == 64 else 34
        head = f".ntv\n.xlen {self.xlen}\n.flen {self.xlen if self.choices.f else 0}\n.mlen {mlen}\n{absent}"
        return head + "".join(group.text(self.absent) for group in self.groups)

    def code_known(self):
        """A group with all the program, behind the first."""
        words = {}
        for place, (code, size) in self.code.items():
            for at in range(0, size, 2):
                words[place + at] = code >> 8 * at & 0xffff
        lines = [f"request store 16 {at:#x} {half:#x}" for at, half in sorted(words.items())]
        groups = []
        for first in range(0, len(lines), 120):
            group = Group(0)
            group.lines = ["initialize", *lines[first:first + 120]]
            groups.append(group)
        zero = [f"request store {self.xlen} {at:#x} 0" for at in self.zeros] if self.tables_told else []
        for first in range(0, len(zero), 120):
            group = Group(0)
            group.lines = ["initialize", *zero[first:first + 120]]
            groups.append(group)
        self.groups[2:2] = groups


def extended_40(random):
    value = random.getrandbits(40)
    return value | (0xffffff << 40 if random.random() < 0.5 else 0)
