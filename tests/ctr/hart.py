# SPDX-License-Identifier: Apache-2.0
"""A hart that has Control Transfer Records: what the tests do with them, by the numbers of maps.py.

A test judges the witness. What it did is then done with the golden model, which must answer alike.
"""
import unittest

from tests.ctr import maps
from tests.ctr.script import Script, Told

READ, WRITE, SET, CLEAR = range(4)
ALL_ENABLED = 15  # mstateen0 and hstateen0
SOURCE, TARGET = 0x10000, 0x20000


class HartTest(unittest.TestCase):
    """Tests of what a hart does, of the witness and of the golden model."""

    def setUp(self):
        Hart.script = Script()

    def tearDown(self):
        self.assertEqual(Hart.script.differences(), [], "the golden model differs")


class Hart:
    script = Script()  # of the test that runs

    def __init__(self, chosen="ratified", **options):
        self.map = chosen
        self.unit = Told({"map": chosen, **options}, self.script)
        self.has_vs = options.get("h", 1)

    # Registers

    def csr(self, number, op=READ, value=0, mode="M", select=0, stateen=ALL_ENABLED):
        """Outcome and value; the access has a cycle of its own."""
        self.unit.cycle(1, maps.MODES[mode], 0)
        return self.unit.access(number, op, value, maps.MODES[mode], select, stateen)

    def read(self, number, mode="M", select=0):
        outcome, value = self.csr(number, READ, 0, mode, select)
        assert outcome == "hit", f"{number:#x} in {mode} mode: {outcome}"
        return value

    def write(self, number, value, mode="M", select=0, op=WRITE):
        outcome, _ = self.csr(number, op, value, mode, select)
        assert outcome == "hit", f"{number:#x} in {mode} mode: {outcome}"

    def clear(self, mode="M", stateen=ALL_ENABLED):
        """SCTRCLR."""
        self.unit.cycle(1, maps.MODES[mode], 0)
        return self.unit.clear(maps.MODES[mode], stateen)

    def status(self, wrptr=0, frozen=0, wrap=0):
        self.write(maps.SSTATUS[self.map], wrptr | wrap << maps.WRAP_BIT
                   | frozen << maps.FROZEN_BIT[self.map])

    def wrptr(self):
        return self.read(maps.SSTATUS[self.map]) & 0xff

    def wrap(self):
        return self.read(maps.SSTATUS["draft"]) >> maps.WRAP_BIT & 1

    def frozen(self):
        return self.read(maps.SSTATUS[self.map]) >> maps.FROZEN_BIT[self.map] & 1

    def configure(self, *enabled, m=(), vs=(), depth=None):
        """Which modes are recorded, and other bits of mctrctl and vsctrctl."""
        enables = maps.ENABLE_BITS[self.map]
        control = {enables[mode] for mode in enabled if mode in "MSU"} | set(m)
        vs_control = {enables[mode] for mode in enabled if mode in ("VS", "VU")} | set(vs)
        if self.has_vs:
            self.write(maps.VSCONTROL[self.map], bits(*vs_control))
        value = bits(*control)
        if self.map == "draft":
            value |= maps.DEPTH_CODES["draft"][depth or self.depth()] << maps.DRAFT_DEPTH_BIT
        elif depth is not None:
            self.write(maps.SCTRDEPTH, maps.DEPTH_CODES["ratified"][depth])
        self.write(maps.MCONTROL[self.map], value)

    def depth(self):
        code = self.read(maps.SCTRDEPTH) if self.map == "ratified" else \
            self.read(maps.MCONTROL["draft"]) >> maps.DRAFT_DEPTH_BIT & 15
        return {code: depth for depth, code in maps.DEPTH_CODES[self.map].items()}[code]

    # Entries

    def entry(self, index):
        """ctrsource, ctrtarget, ctrdata."""
        return tuple(self.read(0x151 + place, select=maps.FIRST_ENTRY + index) for place in range(3))

    def entries(self):
        return [self.entry(index) for index in range(self.depth())]

    def sources(self):
        """PCs of the valid entries from the youngest on; None for one that is not."""
        found = [entry[0] for entry in self.entries()]
        while found and not found[-1] & 1:
            found.pop()
        return [source & ~1 if source & 1 else None for source in found]

    def count(self, index=0):
        """CC of an entry, as the formula of both texts reads it; None without CCV."""
        data = self.entry(index)[2]
        exponent, mantissa = data >> 28 & 15, data >> 16 & 0xfff
        if not data >> 15 & 1:
            return None
        return (4096 + mantissa) << exponent - 1 if exponent else mantissa

    # What it executes

    def cycles(self, count, mode="M", halted=0):
        self.unit.cycle(count, maps.MODES[mode], halted)

    def transfer(self, itype, mode="M", to=None, source=SOURCE, target=TARGET, cause=0, misp=0, cycle=True):
        """One transfer, in a cycle of its own unless it follows another in the same one."""
        if cycle:
            self.cycles(1, mode)
        self.unit.block(itype, source, target, maps.MODES[mode], maps.MODES[to or mode], cause, misp)


def bits(*numbers):
    return sum(1 << number for number in numbers)
