# SPDX-License-Identifier: Apache-2.0
"""Half precision in `ntrace tv verify`: instructions on special and random operands in all rounding modes, each with
the result that exact fractions give; a wrong bit or flag of it is a difference."""
import json
import os
import random
import subprocess
import tempfile
import unittest
from fractions import Fraction
from math import isqrt
from pathlib import Path

from tests.lib import tier
from tests.lib.catalogue import ROOT

COUNT = 200000 if tier.WHOLE else 6000
SEED = int(os.environ.get("NTRACE_SEED", "1"))
NX, UF, OF, DZ, NV = 1, 2, 4, 8, 16
FORMATS = {2: (5, 10), 0: (8, 23), 1: (11, 52)}     # by the format's number: bits of exponent and fraction
NAN, INF, ZERO = "nan", "inf", Fraction(0)
SPECIAL = [0, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0x7d00, 0xfd01, 1, 0x8001, 0x3ff, 0x400, 0x8400, 0x7bff, 0xfbff,
           0x3555, 0x4900, 0x77ff, 0x1400]


def number(bits, form):
    """Sign and magnitude: a fraction, INF or NAN; whether it is signaling."""
    exponent_bits, fraction_bits = FORMATS[form]
    sign = bits >> exponent_bits + fraction_bits & 1
    exponent, fraction = bits >> fraction_bits & (1 << exponent_bits) - 1, bits & (1 << fraction_bits) - 1
    if exponent == (1 << exponent_bits) - 1:
        return sign, NAN if fraction else INF, fraction and not fraction >> fraction_bits - 1
    bias = (1 << exponent_bits - 1) - 1
    if exponent:
        fraction |= 1 << fraction_bits
    return sign, fraction * Fraction(2) ** (max(exponent, 1) - bias - fraction_bits), False


def nearest(value, mode, sign):
    """An integer near a positive fraction."""
    low, rest = divmod(value.numerator, value.denominator)
    rest = Fraction(rest, value.denominator)
    up = {0: rest > Fraction(1, 2) or rest == Fraction(1, 2) and low & 1, 1: False, 2: rest and sign, 3: rest and not sign,
          4: rest >= Fraction(1, 2)}[mode]
    return low + bool(up)


def rounded(sign, value, form, mode):
    """Bits and flags."""
    exponent_bits, fraction_bits = FORMATS[form]
    bias = (1 << exponent_bits - 1) - 1
    top = sign << exponent_bits + fraction_bits
    infinite = (1 << exponent_bits) - 1 << fraction_bits
    if value is INF:
        return top | infinite, 0
    if not value:
        return top, 0
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    exponent -= value < Fraction(2) ** exponent

    def at(where):
        step = Fraction(2) ** (where - fraction_bits)
        return nearest(value / step, mode, sign) * step
    result = at(max(exponent, 1 - bias))
    flags = NX if result != value else 0
    if flags and at(exponent) < Fraction(2) ** (1 - bias):
        flags |= UF
    if result >= Fraction(2) ** (bias + 1):
        down = mode == 1 or mode == 2 and not sign or mode == 3 and sign
        return top | infinite - bool(down), OF | NX
    exponent = max(exponent, 1 - bias)
    whole = int(result / Fraction(2) ** (exponent - fraction_bits))
    return top | whole + (exponent + bias - 1 << fraction_bits), flags


def nan(form):
    exponent_bits, fraction_bits = FORMATS[form]
    return (1 << exponent_bits + 1) - 1 << fraction_bits - 1


def summed(one, two, mode):
    (s, a, _), (t, b, _) = one, two
    if INF in (a, b):
        return (nan(2), NV) if a is b and s != t else (0x7c00 | (s if a is INF else t) << 15, 0)
    value = (-a if s else a) + (-b if t else b)
    sign = value < 0 if value else s if s == t else mode == 2
    return rounded(int(sign), abs(value), 2, mode)


def times(one, two):
    (s, a, _), (t, b, _) = one, two
    return (s ^ t, INF if INF in (a, b) else a * b, False)


def undefined(one, two):
    return {INF, ZERO} == {one[1], two[1]} if NAN not in (one[1], two[1]) else False


def root(value, mode):
    """The root to far more bits than are needed, and one more if there is a rest."""
    scaled = value * (1 << 120)
    whole = isqrt(int(scaled))
    exact = whole * whole == scaled
    return rounded(0, Fraction(2 * whole + (not exact), 2 * (1 << 60)), 2, mode)


def compute(name, bits, mode):
    """Result and flags of an operation on halves."""
    values = [number(each, 2) for each in bits]
    quiet = NV if any(signaling for _, _, signaling in values) else 0
    if name == "fma" and undefined(*values[:2]):
        return nan(2), NV
    if name in ("add", "sub", "mul", "div", "sqrt", "fma") and any(value is NAN for _, value, _ in values):
        return nan(2), quiet
    one, two = values[0], values[-1]
    if name in ("add", "sub"):
        return summed(one, (two[0] ^ (name == "sub"), *two[1:]), mode)
    if name == "mul":
        return (nan(2), NV) if undefined(one, two) else rounded(*times(one, two)[:2], 2, mode)
    if name == "fma":
        return summed(times(*values[:2]), two, mode)
    if name == "div":
        if one[1] is INF and two[1] is INF or not (one[1] or two[1]):
            return nan(2), NV
        sign = one[0] ^ two[0]
        if one[1] is INF or two[1] is INF:
            return sign << 15 | (0x7c00 if one[1] is INF else 0), 0
        return (sign << 15 | 0x7c00, DZ) if not two[1] else rounded(sign, one[1] / two[1], 2, mode)
    if name == "sqrt":
        if one[0] and one[1]:
            return nan(2), NV
        return (bits[0], 0) if not one[1] or one[1] is INF else root(one[1], mode)
    raise AssertionError(name)


def key(value):
    sign, size, _ = value
    size = Fraction(1 << 20) if size is INF else size
    return (-size if sign else size, -sign)


def small(name, bits):
    """min, max and comparisons."""
    values = [number(each, 2) for each in bits]
    nans = [value is NAN for _, value, _ in values]
    signaling = NV if any(each[2] for each in values) else 0
    if name in ("min", "max"):
        if any(nans):
            return (nan(2) if all(nans) else bits[nans.index(False)]), signaling
        return (min if name == "min" else max)(zip(map(key, values), bits))[1], 0
    if any(nans):
        return 0, signaling if name == "eq" else NV
    one, two = (key(value)[0] for value in values)
    return int({"eq": one == two, "lt": one < two, "le": one <= two}[name]), 0


def to_integer(bits, mode, width, is_signed):
    sign, value, _ = number(bits, 2)
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if is_signed else (0, (1 << width) - 1)
    if value is NAN or value is INF:
        result, flags = (low if sign and value is INF else high), NV
    else:
        whole = nearest(value, mode, sign)
        result, flags = (-whole if sign else whole), NX if whole != value else 0
        if not low <= result <= high:
            result, flags = max(low, min(high, result)), NV
    result &= (1 << width) - 1
    return (result | ~((1 << width) - 1) if width == 32 and result >> 31 else result) & (1 << 64) - 1, flags


def classified(bits):
    sign, value, signaling = number(bits, 2)
    if value is NAN:
        return 1 << (8 if signaling else 9)
    size = 0 if value is INF else 1 if bits & 0x7c00 else 2 if value else 3
    return 1 << (size if sign else 7 - size)


R = {"add": 0x04000053, "sub": 0x0c000053, "mul": 0x14000053, "div": 0x1c000053, "sqrt": 0x5c000053}
OTHERS = {"min": 0x2c000053, "max": 0x2c001053, "le": 0xa4000053, "lt": 0xa4001053, "eq": 0xa4002053}


class Drawer:
    """Instructions with f1, f2, f3 and a1 as operands, f4 and tp (x4) as results."""

    def __init__(self, seed, xlen=64):
        self.random, self.flen, self.xlen = random.Random(seed), xlen, xlen
        self.widths = 4 if xlen == 64 else 2   # of integers: signed and not

    def half(self):
        return self.random.choice(SPECIAL) if self.random.random() < 0.4 else self.random.getrandbits(16)

    def draw(self):
        """Instruction, FPRs, a1, frm, result (register, value), flags."""
        pick = self.random
        mode = pick.randrange(5)
        rm = pick.choice((7, mode))
        bits = [self.half() for _ in range(3)]
        code = 1 << 15 | 2 << 20 | 4 << 7 | rm << 12
        kind = pick.randrange(8)
        a1, result = pick.choice((pick.getrandbits(64), pick.getrandbits(12), 0, (1 << 64) - 5, 65519, 65520)) & (1 << self.xlen) - 1, None
        if kind <= 1:
            name = pick.choice(list(R))
            value, flags = compute(name, bits[:1] if name == "sqrt" else bits[:2], mode)
            code = (code & ~(2 << 20) if name == "sqrt" else code) | R[name]
        elif kind == 2:
            which = pick.randrange(4)
            code |= 0x43 | which << 2 | 2 << 25 | 3 << 27
            value, flags = compute("fma", [bits[0] ^ (which >= 2) << 15, bits[1], bits[2] ^ (which in (1, 3)) << 15], mode)
        elif kind == 3:
            name = pick.choice(list(OTHERS))
            value, flags = small(name, bits[:2])
            code = code & ~0x7000 | OTHERS[name]
            result = "tp" if name in ("le", "lt", "eq") else None
        elif kind == 4:
            which = pick.randrange(self.widths)
            code = code & ~(2 << 20) | 0xc4000053 | which << 20
            value, flags = to_integer(bits[0], mode, 64 if which >= 2 else 32, which % 2 == 0)
            result = "tp"
        elif kind == 5:
            which = pick.randrange(self.widths)
            code = code & ~(2 << 20 | 31 << 15) | 0xd4000053 | which << 20 | 11 << 15
            given = a1 & (1 << (64 if which >= 2 else 32)) - 1
            top = given >> (63 if which >= 2 else 31) and which % 2 == 0
            given -= top << (64 if which >= 2 else 32)
            value, flags = rounded(int(given < 0), Fraction(abs(given)), 2, mode)
        elif kind == 6:
            return self.convert(bits, mode, rm, a1)
        else:
            flags, which = 0, pick.randrange(6)
            code = code & ~0x7000
            if which <= 2:
                sign = (bits[1], ~bits[1], bits[0] ^ bits[1])[which] & 0x8000
                value, code = bits[0] & 0x7fff | sign, code | 0x24000053 | which << 12
            elif which == 3:
                value, code, result = classified(bits[0]), code & ~(2 << 20) | 0xe4001053, "tp"
            elif which == 4:
                value, code, result = (bits[0] ^ 0x8000) - 0x8000 & (1 << 64) - 1, code & ~(2 << 20) | 0xe4000053, "tp"
            else:
                value, code = a1 & 0xffff, code & ~(2 << 20 | 31 << 15) | 0xf4000053 | 11 << 15
        if result is None:
            result, value = "ft4", value | -1 << 16 & (1 << self.flen) - 1
        elif self.xlen == 32:
            value &= (1 << 32) - 1
        return code, [self.boxed(each) for each in bits], a1, mode, result, value, flags

    def boxed(self, half):
        return half | -1 << 16 & (1 << self.flen) - 1

    def convert(self, bits, mode, rm, a1):
        source, to = self.random.choice(((2, 0), (0, 2), (2, 1), (1, 2))[:4 if self.flen == 64 else 2])
        exponent, fraction = FORMATS[source]
        if source == 2:
            value = bits[0]
        else:  # near what a half has
            value, _ = rounded(*number(bits[0], 2)[:2], source, 0) if number(bits[0], 2)[1] is not NAN else (nan(source), 0)
            value = (value + self.random.choice((0, 1, -1, 1 << fraction - 11, self.random.getrandbits(fraction)))) & (1 << exponent + fraction + 1) - 1
        sign, size, signaling = number(value, source)
        result, flags = (nan(to), NV if signaling else 0) if size is NAN else rounded(sign, size, to, mode)
        width = 1 + sum(FORMATS[to])
        bits = [value | -1 << exponent + fraction + 1 & (1 << self.flen) - 1, 0, 0]
        return (0x40000053 | to << 25 | source << 20 | 1 << 15 | rm << 12 | 4 << 7, bits, a1, mode, "ft4",
                result | -1 << width & (1 << self.flen) - 1, flags)


DIRTY = 0x8000000a00007800
HEAD = ".ntv\n.xlen 64\n.flen 64\n.mlen 64\nbegin\n  reset\nend\n"
STATUS = {64: DIRTY, 32: 0x80007800}


def group(*lines):
    return "begin\n" + "".join(f"  {line}\n" for line in lines) + "end\n"


class HalfTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def verify(self, text, *options):
        source, path = self.folder / "t.s", self.folder / "t.ntv"
        source.write_text(text, encoding="ascii")
        subprocess.run([ROOT / "build/ntrace", "tv", "assemble", source, "-o", path], check=True)
        done = subprocess.run([ROOT / "build/ntrace", "tv", "verify", "--json", *options, path], check=False,
                              capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        return json.loads(done.stdout)

    @staticmethod
    def text(drawn, wrong=None, xlen=64):
        parts = [HEAD.replace("64", str(xlen)), group("initialize", f"mstatus = {STATUS[xlen]:#x}", "tp = 0", "ft4 = 0", "fcsr = 0", "privilege = 3",
                             "pc = 0x80000000")]
        for number_, (code, floats, a1, mode, result, value, flags) in enumerate(drawn):
            parts.append(group("initialize", *(f"ft{at} = {each:#x}" for at, each in enumerate(floats, 1)), f"a1 = {a1:#x}",
                               f"fcsr = {mode << 5:#x}"))
            if number_ == wrong:
                value ^= 1
            parts.append(group(f"insn32 {code:#x}", "increment-pc", f"{result} = {value:#x}",
                               *([f"fcsr = {mode << 5 | flags:#x}"] if flags else [])))
        return "".join(parts)

    def test_every_result_and_flag_is_that_of_exact_fractions(self):
        for xlen, first in ((xlen, first) for xlen in (64, 32) for first in range(0, COUNT, 20000)):
            drawer = Drawer(SEED + first, xlen)
            drawn = [drawer.draw() for _ in range(min(20000, COUNT - first))]
            result = self.verify(self.text(drawn, xlen=xlen))
            with self.subTest(f"NTRACE_SEED={SEED}", xlen=xlen):
                for each in result["differences"][:3]:
                    code, floats, a1, mode, *rest = drawn[each["insn"]]
                    self.fail((each, hex(code), list(map(hex, floats)), hex(a1), mode, rest))
                self.assertEqual((result["verified"], result["verdict"]), (len(drawn), "passed"))

    def test_a_wrong_bit_is_reported(self):
        drawer = Drawer(SEED)
        drawn = [drawer.draw() for _ in range(100)]
        for wrong in range(0, 100, 9):
            self.assertEqual([each["insn"] for each in self.verify(self.text(drawn, wrong))["differences"]], [wrong])

    def test_a_hart_may_have_loads_and_conversions_alone(self):
        """Zfhmin: fadd.h is illegal though flh is not; with Zfh it is not."""
        flh, fadd = (0x00051107, ["ft2 = 0xffffffffffff3c00", "paddr = 0x80000200"]), 0x04208253
        start = HEAD + group("initialize", f"mstatus = {DIRTY:#x}", "mtvec = 0x80000100", "mepc = 0", "mcause = 0", "mtval = 0",
                             "fcsr = 0", "ft1 = 0xffffffffffff3c00", "a0 = 0x80000200", "privilege = 3",
                             "request store 16 0x80000200 0x3c00", "pc = 0x80000000") + \
            group(f"insn32 {flh[0]:#x}", "increment-pc", *flh[1])
        trap = group(f"insn32 {fadd:#x}", "pc = 0x80000100", "mepc = 0x80000004", "mcause = 2", "mtval = 0",
                     f"mstatus = {DIRTY:#x}", "privilege = 3")
        self.assertEqual(self.verify(start + trap)["differences"], [])
        added = group(f"insn32 {fadd:#x}", "increment-pc", "ft4 = 0xffffffffffff4000")
        later = trap.replace("0x80000004", "0x80000008")
        self.assertEqual(self.verify(start + added)["differences"], [])
        self.assertNotEqual(self.verify(start + added + later)["differences"], [])


if __name__ == "__main__":
    unittest.main()
