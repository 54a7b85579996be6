# SPDX-License-Identifier: Apache-2.0
"""Programs of random user-level instructions, RV64 with IMAFDC and RV32 with IMAFC, in assembly:

    random_program.text(seed=1, xlen=64, count=1000)

Operands are drawn from special values (NaNs, infinities, subnormals, singles that are not boxed, edges of
integers), addresses lie in a buffer, jumps go forward over an instruction or two. x2 and x8 hold the
buffer, x9 addresses in it; x3 and x4 are the trap handler's, which steps over what is illegal: a dynamic
rounding mode that is reserved."""
import random

BUFFER = 1024  # bytes to each side of x2
POOL = 512  # of it, from x8 = x2 - 1024 on: values that few stores reach
BASES = (2, 8, 9)
ROUNDING = ("rne", "rtz", "rdn", "rup", "rmm", "dyn", "dyn")
SINGLES = (0, 1, 0x7fffff, 0x800000, 0x3f800000, 0x40490fdb, 0x4b7fffff, 0x4f000000, 0x4effffff, 0x5f000000,
           0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fa00000, 0x7fbfffff, 0x7fc00000, 0x7fc12345, 0x33800000,
           0x00400000)
DOUBLES = (0, 1, 0xfffffffffffff, 0x10000000000000, 0x3ff0000000000000, 0x400921fb54442d18, 0x41dfffffffc00000,
           0x41e0000000000000, 0x43dfffffffffffff, 0x43e0000000000000, 0x43f0000000000000, 0x7fefffffffffffff,
           0x7ff0000000000000, 0x7ff0000000000001, 0x7ff4000000000000, 0x7ff7ffffffffffff, 0x7ff8000000000000, 0x7ff8000000012345,
           0x3690000000000000, 0x47efffffe0000000, 0x3800000000000000, 0x380fffffffffffff, 0x8000000000000)
SIGNALING = (0x7ff0000000000001, 0xfff4000000000000, 0xffffffff7f800001, 0xffffffffffa00000)
EDGES = (0, 1, 2, 3, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000,
         0x7fffffffffffffff, 0x8000000000000000, 0xffffffff80000000, 0xffffffffffffffff, 0xaaaaaaaaaaaaaaaa)

HEAD = """    .section .text.start, "ax"
    .global _start
_start:
    la x2, buffer + {half}
    addi x8, x2, -{half}
    la x3, handler
    csrw mtvec, x3
    li x3, 0x6000
    csrs mstatus, x3
"""
TAIL = """
    li x5, 0x100000
    li x6, 0x5555
    sw x6, 0(x5)
1:  j 1b
    .balign 4
handler:
    csrr x3, mepc
    lhu x4, 0(x3)
    andi x4, x4, 3
    addi x4, x4, -3
    seqz x4, x4
    slli x4, x4, 1
    addi x4, x4, 2
    add x3, x3, x4
    csrw mepc, x3
    mret
    .data
    .balign 16
buffer:
"""


class Maker:
    def __init__(self, seed, xlen):
        self.random = random.Random(f"{seed} {xlen}")
        self.wide = xlen == 64
        self.labels = 0
        self.kinds = [(self._arithmetic, 20), (self._immediate, 14), (self._multiply, 8), (self._memory, 14),
                      (self._float_memory, 12), (self._atomic, 8), (self._float, 34), (self._flags, 4),
                      (self._compressed, 24), (self._jump, 6), (self._illegal, 1)]

    def pick(self, *words):
        return self.random.choice(words)

    # Operands

    def source(self):
        return f"x{self.random.randrange(32)}"

    def target(self):
        return f"x{self.random.choice([number for number in range(32) if number not in (*BASES, 3, 4)])}"

    def named(self):
        """Not x0, which compressed instructions do not take."""
        return f"x{self.random.choice([1, 5, 6, 7, *range(10, 32)])}"

    def real(self):
        return f"f{self.random.randrange(32)}"

    def low(self):
        """Of those that compressed instructions reach."""
        return f"x{self.random.randrange(10, 16)}"

    def low_source(self):
        return f"x{self.random.randrange(8, 16)}"

    def low_real(self):
        return f"f{self.random.randrange(8, 16)}"

    def immediate(self, bits=12):
        most = 1 << (bits - 1)
        return self.pick(0, 1, -1, most - 1, -most, self.random.randrange(-most, most))

    def place(self, size):
        """In the buffer, aligned most of the time."""
        offset = self.random.randrange(-BUFFER + POOL, BUFFER - 8)
        return offset if self.random.random() < 0.2 else offset // size * size

    def double(self):
        return self.wide and self.random.random() < 0.5

    # Instructions

    def _arithmetic(self):
        names = "add sub sll slt sltu xor srl sra or and".split()
        words = "addw subw sllw srlw sraw".split() * self.wide
        yield f"{self.pick(*names, *words)} {self.target()}, {self.source()}, {self.source()}"

    def _immediate(self):
        xlen = 64 if self.wide else 32
        kind = self.random.randrange(4)
        if kind == 0:
            yield f"{self.pick('lui', 'auipc')} {self.target()}, {self.random.randrange(1 << 20)}"
        elif kind == 1:
            words = "slliw srliw sraiw".split() * self.wide
            name = self.pick("slli", "srli", "srai", *words)
            amount = self.random.randrange(32 if name.endswith("w") else xlen)
            yield f"{name} {self.target()}, {self.source()}, {amount}"
        else:
            name = self.pick("addi", "slti", "sltiu", "xori", "ori", "andi", *["addiw"] * self.wide)
            yield f"{name} {self.target()}, {self.source()}, {self.immediate()}"

    def _multiply(self):
        names = "mul mulh mulhsu mulhu div divu rem remu".split()
        words = "mulw divw divuw remw remuw".split() * self.wide
        yield f"{self.pick(*names, *words)} {self.target()}, {self.source()}, {self.source()}"

    def _memory(self):
        sizes = {"b": 1, "h": 2, "w": 4, "bu": 1, "hu": 2, **({"d": 8, "wu": 4} if self.wide else {})}
        name = self.pick(*sizes)
        if self.random.random() < 0.6:
            pool = self.random.random() < 0.5
            offset = self.random.randrange(POOL) // sizes[name] * sizes[name]
            yield f"l{name} {self.target()}, " + (f"{offset}(x8)" if pool else f"{self.place(sizes[name])}(x2)")
        else:
            name = name.rstrip("u")
            yield f"s{name} {self.source()}, {self.place(sizes[name])}(x2)"

    def _float_memory(self):
        name, size = ("d", 8) if self.double() else ("w", 4)
        if self.random.random() < 0.8:
            yield f"fl{name} {self.real()}, {self.random.randrange(POOL) // size * size}(x8)"
        else:
            yield f"fs{name} {self.real()}, {self.place(size)}(x2)"

    def _atomic(self):
        name, size = ("d", 8) if self.double() else ("w", 4)
        order = self.pick("", ".aq", ".rl", ".aqrl")
        yield f"addi x9, x2, {self.place(size) // size * size}"
        if self.random.random() < 0.3:
            if self.random.random() < 0.7:
                yield f"lr.{name}{order} {self.target()}, (x9)"
            yield f"sc.{name}{order} {self.target()}, {self.source()}, (x9)"
        else:
            operation = self.pick("swap", "add", "xor", "and", "or", "min", "max", "minu", "maxu")
            yield f"amo{operation}.{name}{order} {self.target()}, {self.source()}, (x9)"

    def _float(self):
        kind, mode = "d" if self.double() else "s", self.pick(*ROUNDING)
        rd, one, two, three = (self.real() for _ in range(4))
        integer = self.pick("w", "wu", *["l", "lu"] * self.wide)
        raw = "w" if kind == "s" else "d"
        yield self.pick(
            f"{self.pick('fadd', 'fsub', 'fmul', 'fdiv')}.{kind} {rd}, {one}, {two}, {mode}",
            f"{self.pick('fadd', 'fsub', 'fmul', 'fdiv')}.{kind} {rd}, {one}, {two}, {mode}",
            f"fsqrt.{kind} {rd}, {one}, {mode}",
            f"{self.pick('fmadd', 'fmsub', 'fnmadd', 'fnmsub')}.{kind} {rd}, {one}, {two}, {three}, {mode}",
            f"{self.pick('fsgnj', 'fsgnjn', 'fsgnjx')}.{kind} {rd}, {one}, {two}",
            f"{self.pick('fmin', 'fmax')}.{kind} {rd}, {one}, {two}",
            f"{self.pick('fmin', 'fmax')}.{kind} {rd}, {one}, {two}",
            f"{self.pick('feq', 'flt', 'fle')}.{kind} {self.target()}, {one}, {two}",
            f"fclass.{kind} {self.target()}, {one}",
            f"fcvt.{integer}.{kind} {self.target()}, {one}, {mode}",
            f"fcvt.{kind}.{integer} {rd}, {self.source()}" + (f", {mode}" if (kind, integer[0]) != ("d", "w") else ""),
            f"fmv.x.{raw} {self.target()}, {one}",
            f"fmv.{raw}.x {rd}, {self.source()}",
            *([f"fcvt.s.d {rd}, {one}, {mode}", f"fcvt.d.s {rd}, {one}"] if self.wide else []))

    def _flags(self):
        csr = self.pick("fflags", "frm", "fcsr")
        name = self.pick("csrrw", "csrrs", "csrrc")
        yield self.pick(f"{name} {self.target()}, {csr}, {self.source()}", f"csrr {self.target()}, {csr}",
                        f"{name}i {self.target()}, {csr}, {self.random.randrange(32)}")
        if self.random.random() < 0.8:  # a rounding mode that there is
            yield f"fsrmi {self.random.randrange(5)}"

    def _compressed_of_xlen(self, rd, small):
        """What the other XLEN does not have."""
        real, target = self.real(), self.target()
        if not self.wide:
            return (f"c.flw {self.low_real()}, {4 * small}(x8)", f"c.flwsp {real}, {4 * small}(x2)",
                    f"c.fsw {self.low_real()}, {4 * small}(x8)", f"c.fswsp {real}, {4 * small}(x2)")
        return (f"c.addw {rd}, {self.low_source()}", f"c.subw {rd}, {self.low_source()}",
                f"c.addiw {self.named()}, {self.immediate(6)}",
                f"c.ld {rd}, {8 * small}(x8)", f"c.ldsp {self.named()}, {8 * small}(x2)",
                f"c.sd {rd}, {8 * small}(x8)", f"c.sdsp {target}, {8 * small}(x2)",
                f"c.fld {self.low_real()}, {8 * small}(x8)", f"c.fldsp {real}, {8 * small}(x2)",
                f"c.fsd {self.low_real()}, {8 * small}(x8)", f"c.fsdsp {real}, {8 * small}(x2)")

    def _compressed(self):
        rd, small = self.low(), self.random.randrange(1, 32)
        target, source = self.named(), f"x{self.random.randrange(1, 32)}"
        own = self._compressed_of_xlen(rd, small)
        shift = self.random.randrange(1, 64 if self.wide else 32)
        yield self.pick(
            *own, *own, f"c.add {target}, {source}", f"c.mv {target}, {source}",
            *(f"c.{name} {rd}, {self.low_source()}" for name in ("sub", "xor", "or", "and")),
            f"c.li {target}, {self.immediate(6)}", f"c.lui {target}, {small}", f"c.slli {target}, {shift}",
            f"c.addi {target}, {self.pick(1, -1, 31, -32, small)}", f"c.srli {rd}, {shift}", f"c.srai {rd}, {shift}",
            f"c.andi {rd}, {self.immediate(6)}", f"c.addi4spn {rd}, x2, {4 * small}", "c.nop",
            f"c.lw {rd}, {4 * small}(x8)", f"c.lwsp {target}, {4 * small}(x2)", f"c.swsp {source}, {4 * small}(x2)",
            f"c.sw {rd}, {4 * small}(x8)")

    def _jump(self):
        self.labels += 1
        label = f"forward{self.labels}"
        if self.random.random() < 0.2:
            yield "auipc x9, 0"
            yield f"jalr {self.target()}, {self.pick(8, 9, 12)}(x9)"
            yield ".option push; .option norvc; addi x9, x9, 1; .option pop"
            return
        names = "beq bne blt bge bltu bgeu".split()
        yield self.pick(*(f"{name} {self.source()}, {self.source()}, {label}" for name in names),
                        f"c.beqz {self.low_source()}, {label}", f"c.bnez {self.low_source()}, {label}",
                        f"c.j {label}", f"jal {self.target()}, {label}")
        yield from self.random.choice(self.kinds[:6])[0]()
        yield f"{label}:"

    def _illegal(self):
        """A static rounding mode that is reserved."""
        yield f".insn r 0x53, {self.pick(5, 6)}, 0, {self.real()}, {self.real()}, {self.real()}"

    def instructions(self, count):
        makers, weights = zip(*self.kinds)
        for _ in range(count):
            yield from self.random.choices(makers, weights)[0]()

    # Values

    def value(self):
        """Of 64 bits; singles boxed, or with something else above."""
        kind = self.random.randrange(6)
        if kind == 0:
            return self.random.getrandbits(64)
        if kind == 1:
            return self.pick(*EDGES)
        if kind == 2:
            return self.pick(*DOUBLES) | self.random.getrandbits(1) << 63
        if kind == 3:
            return self.pick(*SIGNALING)
        single = self.random.getrandbits(32) if self.random.random() < 0.2 else \
            self.pick(*SINGLES) | self.random.getrandbits(1) << 31
        return single | self.pick(0xffffffff, 0xffffffff, 0xffffffff, 0, 0xfffffffe, 0x7fffffff) << 32

    def start(self):
        for number in range(32):
            yield f"fl{'d' if self.wide else 'w'} f{number}, {8 * number}(x8)"
        for number in range(1, 32):
            if number not in BASES:
                yield f"l{'d' if self.wide else 'w'} x{number}, {8 * number + 256}(x8)"
        yield "addi x9, x2, 0"


def text(seed, xlen, count):
    maker = Maker(seed, xlen)
    lines = [*maker.start(), *maker.instructions(count)]
    data = [f"    .dword {maker.value():#x}" for _ in range(2 * BUFFER // 8)]
    return "\n".join([HEAD.format(half=BUFFER), *(f"    {line}" for line in lines), TAIL, *data, ""])
