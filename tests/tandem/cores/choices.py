# SPDX-License-Identifier: Apache-2.0
"""What a core chooses where the privileged architecture leaves it the choice, written from its text alone
(Privileged ISA 1.13): how a CSR holds what is written. `Choices(random)` draws all of it; SETTINGS has what
cores that are there do, as their sources and reports have it."""
ALL = (1 << 64) - 1
FS, MPP, SPP, MPRV = 0x6000, 0x1800, 0x100, 1 << 17


def extended(value, width):
    top = 1 << width - 1
    return ((value & (top << 1) - 1) ^ top) - top & ALL


class Choices:
    """Members are drawn; a setting gives some of them."""

    def __init__(self, random, **given):
        pick = random.choice
        self.random = random
        self.u = pick((True, True, True, False))
        self.s = self.u and pick((True, True, False))
        self.f = pick((True, True, False))
        self.c = pick((True, False))
        self.m = pick((True, True, False))
        self.a = pick((True, True, False))
        self.zb = pick((True, False))
        self.misa = pick(("told", "told", "zero", "hidden"))
        self.misa_writable = pick((0, 0, 1 << 12, 1 << 0 | 1 << 12))
        self.medeleg = random.getrandbits(16) & 0xb3ff & ~0x800 if pick((0, 1)) else 0xb3ff
        self.mideleg = random.getrandbits(14) & 0x2222 if pick((0, 1)) else 0x222
        self.mideleg_one = pick((0, 0, 0x222)) & ~self.mideleg
        self.mie = random.getrandbits(14) & 0x2aaa | 0x888 if pick((0, 1)) else 0xaaa
        self.counteren = pick((7, 0, 0xffffffff, 5))
        self.inhibit = pick((0, 5, 0xfffffffd, None))
        self.tvec_fixed = pick((False, False, False, True))
        self.tvec_modes = pick(((0,), (1,), (0, 1), (0, 1)))
        self.tvec_align = [pick((2, 2, 6, 8)), pick((2, 6, 7, 8))]  # bits of MODE 0 and 1
        self.tvec_width = pick((None, 39, 48))
        self.epc = pick((None, "sign", "invert"))
        self.width = pick((39, 39, 48))
        self.cause = pick((None, 4, 5, 6))  # bits that are held
        self.tval_fixed = pick((False, False, False, True))
        self.tval = {cause: pick((True, True, False)) for cause in range(16)}
        self.fs = pick(("precise", "two", "eager"))
        self.fs_fixed = not self.f and (not self.s or pick((True, False)))
        self.satp_modes = pick(((), (8,), (8, 9)))
        self.asid = pick((0, 7, 9, 16))
        self.ppn = pick((20, 38, 44))
        self.keeps_mprv = pick((True, False))
        self.updates_ad = pick((True, False))
        self.misaligned = pick((True, False))
        self.pmp = pick((0, 4, 8))
        self.pmp_width = pick((30, 54))
        self.grain = pick((0, 0, 1, 8))
        self.envcfg = pick((None, 0, 1))
        self.missing = {csr for csr in (0x320, 0x30a, 0x3a0, 0x3b0, 0xf15) if pick((False, False, True))}
        self.habits = ()
        self.no_paddr = pick((False, False, True))
        self.hides_pending = pick((True, False))
        self.xlen = pick((64, 64, 32))
        for name, value in given.items():
            assert hasattr(self, name), name
            setattr(self, name, value)
        self.u = self.u or self.s
        self.all = (1 << self.xlen) - 1
        self.sd = 1 << self.xlen - 1
        if self.xlen == 32:
            self.rv32()
        self.misa_writable &= self.misa_value()  # what there is can be switched off
        self.tvec_modes = tuple(self.tvec_modes)
        if not self.s:
            self.satp_modes = ()
        if 9 in self.satp_modes:  # addresses of Sv48 are valid
            self.width = 48
            self.tvec_width = self.tvec_width and 48
        if "fs_fixed" not in given:
            self.fs_fixed = not self.f and (not self.s or self.fs_fixed)

    def rv32(self):
        """Sv32; no addresses that are not valid; narrower fields."""
        self.satp_modes = self.satp_modes and (1,)
        self.asid, self.ppn = min(self.asid, 9), min(self.ppn, 22)
        self.tvec_width = self.epc = None
        self.pmp = min(self.pmp, 4)
        self.pmp_width = min(self.pmp_width, 32)

    # ---- fields ----

    def misa_value(self):
        d = self.f and self.xlen == 64
        letters = "I" + "".join(letter for letter, has in zip("MACFDSU", (self.m, self.a, self.c, self.f, d,
                                                                         self.s, self.u)) if has)
        return 0 if self.misa == "zero" else self.xlen // 32 << self.xlen - 2 | sum(1 << ord(letter) - 65 for letter in letters)

    def status(self, old, new):
        hold = 0x88 | (0x22 | 0x100 | 0x5c0000 if self.s else 0) | (MPRV | 1 << 21 if self.u else 0)
        if self.s and not self.satp_modes:
            hold &= ~(1 << 18)
        value = old & ~hold | new & hold
        mode = new >> 11 & 3
        legal = {3} | ({0} if self.u else set()) | ({1} if self.s else set())
        value = value & ~MPP | (mode if mode in legal else max(legal) if self.fs == "two" else min(legal)) << 11
        fs = new >> 13 & 3
        if self.fs_fixed:
            fs = 0
        elif self.fs == "two" and fs:
            fs = 3
        value = value & ~FS & ~self.sd | fs << 13
        return value | (self.sd if fs == 3 else 0)

    def tvec(self, old, new):
        if self.tvec_fixed:
            return old
        mode = new & 3
        if mode not in self.tvec_modes:
            mode = self.tvec_modes[0]
        base = new & ~3 & ~((1 << self.tvec_align[mode]) - 1)
        return (extended(base, self.tvec_width) & ~3 if self.tvec_width else base) | mode

    def address(self, value):
        """An address that is not valid may become another one."""
        if self.epc is None or not self.s or value == extended(value, self.width):
            return value
        if self.epc == "sign":
            return extended(value, self.width)
        top = 1 << self.width - 1  # what is above the sign is not it
        return extended(value & top - 1 | (top if not value & top else 0), self.width) ^ top

    def epc_value(self, value):
        return self.address(value & ~(1 if self.c else 3))

    def tval_value(self, value):
        return 0 if self.tval_fixed else self.address(value)

    def cause_value(self, value):
        if self.cause is None:
            return value
        return value & (self.sd | (1 << self.cause) - 1)

    def satp(self, old, new):
        at, asid = (60, 44) if self.xlen == 64 else (31, 22)
        mode = new >> at
        if mode not in (0, *self.satp_modes):
            return old
        if mode == 0:
            return 0
        return mode << at | (new >> asid & (1 << self.asid) - 1) << asid | new & (1 << self.ppn) - 1

    def pmpaddr(self, new):
        return new & (1 << self.pmp_width) - 1 & ~((1 << self.grain) - 1)

    def pmpcfg(self, new):
        value = 0
        for at in range(0, self.xlen, 8):
            byte = new >> at & 0x1f  # never locked here
            if byte & 3 == 2:
                byte &= ~3
            if byte & 0x18 == 0x10 and self.grain:
                byte &= ~0x18
            value |= byte << at if at // 8 < self.pmp else 0
        return value

    def write(self, csr, old, new):
        """What the CSR holds."""
        rules = {
            0x300: lambda: self.status(old, new),
            0x301: lambda: (old & ~self.misa_writable | new & self.misa_writable) if self.misa == "told" else old,
            0x302: lambda: new & self.medeleg, 0x303: lambda: new & self.mideleg | self.mideleg_one,
            0x304: lambda: new & self.mie & (0xaaa if self.s else 0x888),
            0x305: lambda: self.tvec(old, new), 0x105: lambda: self.tvec(old, new),
            0x306: lambda: new & self.counteren, 0x106: lambda: new & self.counteren,
            0x320: lambda: new & (self.inhibit or 0),
            0x30a: lambda: new & (self.envcfg or 0),
            0x341: lambda: self.epc_value(new), 0x141: lambda: self.epc_value(new),
            0x342: lambda: self.cause_value(new), 0x142: lambda: self.cause_value(new),
            0x343: lambda: self.tval_value(new), 0x143: lambda: self.tval_value(new),
            0x180: lambda: self.satp(old, new),
            0x3a0: lambda: self.pmpcfg(new), 0x3b0: lambda: self.pmpaddr(new) if self.pmp else 0,
        }
        return rules[csr]() & self.all if csr in rules else new & self.all


# What cores do, as their sources or reports say; what is not named is drawn
MICRO = {"xlen": 64, "s": False, "f": False, "satp_modes": (), "fs_fixed": True}
RV32 = {**MICRO, "xlen": 32}
ROCKET = {"xlen": 64, "s": True, "f": True, "c": True, "m": True, "a": True, "misa": "told", "fs": "two", "epc": "invert",
          "width": 39, "tvec_modes": (0, 1), "tvec_align": [2, 7], "mie": 0xaaa, "medeleg": 0xb1ff & ~0x800,
          "satp_modes": (8,), "asid": 0, "ppn": 38, "cause": 4, "tval_fixed": False, "updates_ad": False,
          "misaligned": False, "grain": 0, "pmp": 8}
SETTINGS = {
    # riscv-isa-sim, csrs.cc: mtvec holds all, epc masks, medeleg mask, FS precise
    "Spike": {"xlen": 64, "s": True, "f": True, "c": True, "m": True, "a": True, "misa": "told", "fs": "precise", "epc": None,
              "tvec_modes": (0, 1), "tvec_align": [2, 2], "tvec_fixed": False, "cause": None, "satp_modes": (8, 9),
              "asid": 16, "ppn": 44, "updates_ad": False, "misaligned": False, "keeps_mprv": False},
    "Spike, --misaligned": {"xlen": 64, "s": True, "f": True, "misa": "told", "fs": "precise", "misaligned": True, "epc": None},
    "Spike, --isa=rv64i --priv=m": {**MICRO, "u": False, "c": False, "m": False, "a": False, "fs": "precise"},
    # target/riscv/csr.c of QEMU 7.2: mtvec reserved modes are ignored, A and D are set, FS as written
    "QEMU": {"xlen": 64, "s": True, "f": True, "c": True, "m": True, "a": True, "misa": "told", "fs": "precise", "epc": None,
             "tvec_modes": (0, 1), "tvec_align": [2, 2], "tvec_fixed": False, "cause": None, "satp_modes": (8, 9),
             "updates_ad": True, "misaligned": True, "pmp": 8},
    "QEMU, sifive_e": {**MICRO, "u": True, "misa": "told", "misaligned": True, "tvec_align": [2, 2]},
    # U74 manual and sail-riscv#1781, #1798, #1843: medeleg 0xb05d, FS dirty without need, 40-bit addresses
    "U74": {**ROCKET, "medeleg": 0xb05d, "fs": "eager"},
    "U74, its S7": {**ROCKET, "s": False, "f": False, "satp_modes": (), "fs_fixed": True, "medeleg": 0},
    "Rocket": ROCKET,                                            # CSR.scala
    "Rocket, no floating point": {**ROCKET, "f": False, "fs": "precise"},
    "Rocket, no C": {**ROCKET, "c": False},
    "Rocket, DefaultRV32 without virtual memory": {**ROCKET, "xlen": 32, "satp_modes": ()},
    "BOOM": {**ROCKET, "fs": "eager", "misaligned": False},      # riscv-boom#454
    "BOOM, MediumBoom": {**ROCKET, "fs": "eager", "pmp": 8, "tvec_align": [2, 2]},
    # ibex_cs_registers.sv: mtvec is vectored and aligned to 256 bytes; cause has 5 bits and the interrupt's
    "Ibex": {**RV32, "u": True, "c": True, "m": True, "a": False, "misa": "told", "misa_writable": 0, "mie": 0x888,
             "tvec_modes": (1,), "tvec_align": [8, 8], "cause": 5, "tvec_fixed": False, "misaligned": True},
    "Ibex, small": {**RV32, "u": True, "c": True, "m": False, "a": False, "tvec_modes": (1,), "tvec_align": [8, 8],
                    "cause": 5, "pmp": 0, "misaligned": True},
    # csr_regfile.sv: epc is sign-extended from VLEN, tval may be configured to 0, mtvec 4 or 256 bytes
    "CVA6": {"xlen": 64, "s": True, "f": True, "c": True, "m": True, "a": True, "misa": "told", "epc": "sign", "width": 39,
             "tvec_modes": (0, 1), "tvec_align": [2, 8], "satp_modes": (8,), "asid": 16, "ppn": 44, "fs": "eager",
             "updates_ad": False, "misaligned": False, "cause": None},
    "CVA6, without tval": {"xlen": 64, "s": True, "f": True, "tval_fixed": True, "epc": "sign", "width": 39, "cause": None},
    "CVA6, embedded": {**RV32, "u": False, "c": True, "m": True, "misa": "told", "tval_fixed": True},
    # picorv32.v has no privileged architecture: M alone, nothing but what every hart has
    "PicoRV32": {**RV32, "u": False, "c": False, "m": False, "a": False, "misa": "hidden", "misaligned": False,
                 "pmp": 0, "missing": {0x320, 0x30a, 0x3a0, 0x3b0, 0xf15}},
    "PicoRV32, compressed": {**RV32, "u": False, "c": True, "m": True, "a": False, "misa": "hidden",
                             "missing": {0x320, 0x30a, 0x3a0, 0x3b0, 0xf15}},
}
