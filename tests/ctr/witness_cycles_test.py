# SPDX-License-Identifier: Apache-2.0
"""Cycle counts of Control Transfer Records: the witness against the tables of the texts."""
import itertools
import unittest

from tests.ctr import maps
from tests.ctr.hart import READ, SET, WRITE, Hart, HartTest

NEEDS = ("build/tests/ctr/ctr_script",)
BOTH = ("ratified", "draft")

# 1.0 "Cycle Counter Size Options": bits of CCE, of the counter, largest value that is read
SIZES = ((0, 12, 4095), (1, 13, 8191), (2, 15, 32764), (3, 19, 524224), (4, 27, 134201344))

# With 4 bits of CCE: cycles, CCE, CCM, what the formula reads
ENCODED = (
    (0, 0, 0x000, 0),
    (1, 0, 0x001, 1),
    (4095, 0, 0xfff, 4095),
    (4096, 1, 0x000, 4096),
    (8191, 1, 0xfff, 8191),
    (8192, 2, 0x000, 8192),
    (8193, 2, 0x000, 8192),
    (16383, 2, 0xfff, 16382),
    (16384, 3, 0x000, 16384),
    (32767, 3, 0xfff, 32764),
    (134201343, 15, 0xffe, 134184960),
    (134201344, 15, 0xfff, 134201344),
    (134217727, 15, 0xfff, 134201344),
    (134217728, 15, 0xfff, 134201344),
    (1 << 40, 15, 0xfff, 134201344),
)


def counting(chosen="ratified", **options):
    """A hart that has just made a record in M mode, from which cycles are counted."""
    hart = Hart(chosen, **options)
    hart.configure("M")
    hart.transfer(5)
    return hart


def counted(hart, cycles):
    """CC of the next record after so many cycles."""
    hart.cycles(cycles)
    hart.transfer(5, cycle=False)
    return hart.unit.access(0x153, READ, 0, maps.MODES["M"], maps.FIRST_ENTRY, 15)[1] >> 16


class EncodingTest(HartTest):
    def test_every_row_of_the_table(self):
        for chosen, (cycles, exponent, mantissa, value) in itertools.product(BOTH, ENCODED):
            hart = counting(chosen)
            hart.cycles(cycles)
            hart.transfer(5, cycle=False)
            self.assertEqual(hart.entry(0)[2] >> 15, (exponent << 12 | mantissa) << 1 | 1, cycles)
            self.assertEqual(hart.count(), value)

    def test_each_width_of_cce_saturates_at_all_ones(self):
        for chosen, (width, size, largest) in itertools.product(BOTH, SIZES):
            hart = counting(chosen, cce=width)
            for cycles in ((1 << size) - 2, (1 << size) - 1, 1 << size, (1 << size) + 1, 1 << 30):
                expected = [value for value in (largest,) if cycles >= (1 << size) - 1]
                hart.cycles(cycles)
                hart.transfer(5, cycle=False)
                self.assertIn(hart.count(), expected or range(cycles - (cycles >> 12), cycles + 1))
                if expected:
                    self.assertEqual(hart.entry(0)[2] >> 15, (1 << 13 + width) - 1)

    def test_both_sides_of_each_power_of_two_with_all_widths(self):
        for (width, size, _), power in itertools.product(SIZES, range(28)):
            hart = counting(cce=width)
            for cycles in ((1 << power) - 1, 1 << power, (1 << power) + 1):
                low = min(cycles, (1 << size) - 1)
                code = counted(hart, cycles)
                self.assertEqual(self.read_back(code), low - low % self.unit_of(low), f"{width} {cycles}")
                self.assertEqual(code >> 12, max(low.bit_length() - 12, 0))

    def test_all_values_of_cce_1_to_4_and_the_mean_undercount(self):
        """(2^(CCE-1) - 1) / 2, by adding up all values that have this CCE."""
        hart = counting()
        for exponent in range(5):
            first, end = (2048 << exponent) * (exponent > 0), 4096 << exponent
            under = 0
            for cycles in range(first, end):
                code = counted(hart, cycles)
                self.assertEqual(code >> 12, exponent)
                under += cycles - self.read_back(code)
            self.assertEqual(2 * under, max((1 << exponent - 1) - 1 if exponent else 0, 0) * (end - first))

    def test_the_mean_undercount_of_cce_7_and_15(self):
        """Each of the 4096 mantissas: its first and last value, between which the code is the same
        since it never falls; their undercounts are 0 to 2^(CCE-1) - 1."""
        hart = counting()
        for exponent in (7, 15):
            unit, before = 1 << exponent - 1, 0
            under = 0
            for first in range(2048 << exponent, 4096 << exponent, unit):
                code = counted(hart, first)
                self.assertGreater(code, before)
                self.assertEqual((counted(hart, first + unit - 1), self.read_back(code)), (code, first))
                under += unit * (unit - 1) // 2
                before = code
            self.assertEqual(2 * under, (unit - 1) * (2048 << exponent))

    @staticmethod
    def unit_of(cycles):
        return 1 << max(cycles.bit_length() - 13, 0)

    @staticmethod
    def read_back(code):
        exponent, mantissa = code >> 12, code & 0xfff
        return (4096 + mantissa) << exponent - 1 if exponent else mantissa


class CountingTest(HartTest):
    def test_records_of_neighbouring_cycles_count_1_and_of_the_same_cycle_0(self):
        for chosen in BOTH:
            hart = counting(chosen)
            hart.transfer(5)
            for _ in range(3):
                hart.transfer(5, cycle=False)
            hart.transfer(5)
            self.assertEqual([hart.count(index) for index in range(5)], [1, 0, 0, 0, 1])

    def test_cycles_count_in_enabled_modes_unless_frozen_or_halted(self):
        for chosen, mode in itertools.product(BOTH, maps.MODES):
            hart = Hart(chosen)
            hart.configure(mode)
            hart.transfer(5, mode)
            for other in maps.MODES:
                hart.cycles(100, other)
            hart.cycles(1000, mode, halted=1)
            hart.unit.cycle(10000, 4, 0)
            hart.unit.cycle(10000, 4, 1)
            hart.transfer(5, mode)
            self.assertEqual(hart.count(), 101, f"{chosen} {mode}")

    def test_frozen_cycles_do_not_count_and_those_before_are_kept(self):
        for chosen in BOTH:
            hart = Hart(chosen)
            hart.configure("U")
            hart.transfer(5, "U")
            hart.cycles(10, "U")
            hart.status(1, frozen=1)
            hart.cycles(100, "U")
            hart.status(1)
            hart.cycles(5, "U")
            hart.transfer(5, "U")
            self.assertEqual(hart.count(), 16)

    def test_the_mode_at_the_beginning_of_a_cycle_decides(self):
        for chosen in BOTH:
            hart = Hart(chosen)
            hart.configure("U")
            hart.transfer(5, "U")
            hart.cycles(1, "M")
            hart.transfer(3, "M", "U", cycle=False)  # not recorded: from a disabled mode
            hart.transfer(5, "U", cycle=False)
            self.assertEqual(hart.count(), 0)
            hart.transfer(1, "U", "M", cause=8)  # nor this: external; but its cycle began in U mode
            hart.cycles(50, "M")
            hart.transfer(5, "U")
            self.assertEqual(hart.count(), 2)

    def test_what_is_not_recorded_leaves_the_count(self):
        for chosen in BOTH:
            hart = counting(chosen)
            hart.transfer(4)
            hart.transfer(0)
            hart.transfer(5)
            self.assertEqual(hart.count(), 3)

    def test_the_first_record_after_reset_or_a_write_to_a_control_register_has_no_count(self):
        for chosen in BOTH:
            numbers = [(maps.MCONTROL[chosen], "M"), (maps.SCONTROL[chosen], "M"), (maps.SCONTROL[chosen], "S"),
                       (maps.SCONTROL[chosen], "VS"), (maps.VSCONTROL[chosen], "M")]
            for (number, mode), op in itertools.product(numbers, (READ, WRITE, SET)):
                hart = Hart(chosen)
                hart.configure("M", "S", "VS")
                hart.transfer(5)
                hart.cycles(100)
                same = hart.read(number, mode)
                hart.write(number, 0 if op == SET else same, mode, op=op)
                hart.transfer(5)
                hart.transfer(5)
                found = [hart.count(index) for index in (2, 1, 0)]
                self.assertEqual(found, [None, 103 if op == READ else None, 1], f"{chosen} {number:#x} {mode}")

    def test_a_write_to_the_high_half_is_one_to_the_control_register(self):
        for number in (0x382, 0x182, 0x282):
            hart = counting("draft", xlen=32)
            hart.write(number, 0)
            hart.transfer(5)
            self.assertIsNone(hart.count())

    def test_a_clear_ends_the_count(self):
        hart = counting()
        hart.clear()
        hart.transfer(5)
        hart.transfer(5)
        self.assertEqual((hart.count(1), hart.count(0)), (None, 1))
        hart = counting("draft")
        hart.write(0x381, 0x81)
        hart.transfer(5)
        hart.transfer(5)
        self.assertEqual((hart.count(1), hart.count(0)), (None, 1))

    def test_a_write_to_status_depth_or_an_entry_leaves_the_count(self):
        for chosen in BOTH:
            hart = counting(chosen)
            hart.status(1)
            hart.write(0x153, 0, select=0x200)
            if chosen == "ratified":
                hart.write(maps.SCTRDEPTH, 0)
                hart.write(maps.SCTRDEPTH, 4)
            hart.transfer(5)
            self.assertEqual(hart.count(), 5 if chosen == "ratified" else 3)

    def test_cc_without_ccv_is_not_judged(self):
        for chosen in BOTH:
            hart = Hart(chosen)
            hart.configure("M")
            hart.transfer(5)
            self.assertEqual(hart.entry(0)[2] & 0xffff, 5)
            hart.read(0x153, select=0x200)
            self.assertEqual(hart.unit.known, (1 << 64) - 1 - 0xffff0000)
            hart.write(0x153, 0x12340005, select=0x200)
            self.assertEqual((hart.entry(0)[2], hart.unit.known), (0x12340005, (1 << 64) - 1))

    def test_without_cycle_counting_ccv_and_cc_are_0(self):
        for chosen in BOTH:
            hart = counting(chosen, cce=None)
            hart.transfer(5)
            self.assertEqual(hart.entry(0)[2], 5)

    def test_ras_emulation_gives_no_counts(self):
        for chosen in BOTH:
            hart = Hart(chosen)
            hart.configure("M", "VS", m=[maps.RASEMU_BIT[chosen]])
            for itype in (9, 8, 12, 8):
                hart.transfer(itype)
            hart.cycles(2)
            hart.transfer(9, "VS")  # vsctrctl.RASEMU is 0
            self.assertEqual([hart.count(index) for index in range(4)], [3, None, None, None])


if __name__ == "__main__":
    unittest.main()
