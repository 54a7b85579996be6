# SPDX-License-Identifier: Apache-2.0
"""RAS emulation: the witness against a buffer that is read the other way, by physical entries."""
import itertools
import unittest

from tests.ctr import maps
from tests.ctr.hart import Hart, HartTest

NEEDS = ("build/tests/ctr/ctr_script",)
BOTH = ("ratified", "draft")
INDIRECT_CALL, DIRECT_CALL, SWAP, RETURN = 8, 9, 12, 13
ALL_TYPES = (0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15)


class Physical:
    """1.0 "RAS (Return Address Stack) Emulation Mode", in words of WRPTR and physical entries."""

    def __init__(self, depth, wrptr=0):
        self.depth, self.wrptr, self.wrap = depth, wrptr, 0
        self.source, self.valid = [0] * depth, [0] * depth

    def transfer(self, itype, source):
        if itype in (INDIRECT_CALL, DIRECT_CALL):
            self.put(self.wrptr, source)
            self.wrap |= self.wrptr == self.depth - 1
            self.wrptr = (self.wrptr + 1) % self.depth
        elif itype == SWAP:
            self.put((self.wrptr - 1) % self.depth, source)
        elif itype == RETURN:
            self.wrap &= self.wrptr != 0
            self.wrptr = (self.wrptr - 1) % self.depth
            self.valid[self.wrptr] = 0

    def put(self, place, source):
        self.source[place], self.valid[place] = source, 1

    def entries(self):
        places = [(self.wrptr - index - 1) % self.depth for index in range(self.depth)]
        return [self.source[place] | self.valid[place] for place in places]


def emulating(chosen, depth=16, wrptr=0, *modes):
    hart = Hart(chosen)
    hart.configure(*modes or "M", m=[maps.RASEMU_BIT[chosen]], depth=depth)
    hart.status(wrptr)
    return hart


def raw(hart):
    return [entry[0] for entry in hart.entries()]


class RasTest(HartTest):
    def check(self, hart, physical, message):
        self.assertEqual(raw(hart), physical.entries(), message)
        self.assertEqual(hart.wrptr(), physical.wrptr, message)
        if hart.map == "draft":
            self.assertEqual(hart.wrap(), physical.wrap, message)

    def test_four_of_them_in_one_cycle_in_every_order(self):
        """From an empty and a full buffer, with WRPTR in the middle and at both ends."""
        orders = itertools.product((INDIRECT_CALL, DIRECT_CALL, SWAP, RETURN), repeat=4)
        for chosen, order, wrptr, full in itertools.product(BOTH, orders, (0, 2, 15), (0, 1)):
            hart, physical = emulating(chosen, 16, wrptr), Physical(16, wrptr)
            for number in range(16 * full):
                hart.transfer(DIRECT_CALL, source=number << 4)
                physical.transfer(DIRECT_CALL, number << 4)
            for number, itype in enumerate(order):
                hart.transfer(itype, source=0x1000 + 16 * number, cycle=number == 0)
                physical.transfer(itype, 0x1000 + 16 * number)
            self.check(hart, physical, f"{chosen} {order} WRPTR {wrptr} full {full}")

    def test_more_calls_than_entries_and_more_returns_than_calls(self):
        for chosen, depth in itertools.product(BOTH, (16, 32, 64, 128, 256)):
            hart, physical = emulating(chosen, depth), Physical(depth)
            steps = [DIRECT_CALL] * (depth + 3) + [RETURN] * (2 * depth + 1) + [INDIRECT_CALL] * 2 + [SWAP]
            for number, itype in enumerate(steps):
                hart.transfer(itype, source=number << 4)
                physical.transfer(itype, number << 4)
                if number % 5 == 0 or number > len(steps) - 8:
                    self.check(hart, physical, f"{chosen} {depth} step {number}")

    def test_wrptr_written_between_calls_and_returns(self):
        for chosen, wrptr, itype in itertools.product(BOTH, range(16), (DIRECT_CALL, SWAP, RETURN)):
            hart, physical = emulating(chosen), Physical(16)
            for number in range(20):
                hart.transfer(DIRECT_CALL, source=number << 4)
                physical.transfer(DIRECT_CALL, number << 4)
            hart.status(wrptr)
            physical.wrptr, physical.wrap = wrptr, 0
            hart.transfer(itype, source=0x1000)
            physical.transfer(itype, 0x1000)
            self.check(hart, physical, f"{chosen} WRPTR {wrptr} type {itype}")

    def test_a_return_clears_v_alone_and_moves_the_entry_to_the_end(self):
        for chosen in BOTH:
            hart = emulating(chosen)
            hart.transfer(DIRECT_CALL, source=0x100)
            hart.transfer(INDIRECT_CALL, source=0x200, target=0x300, misp=1)
            hart.transfer(RETURN)
            last = hart.entry(15)
            self.assertEqual((last[0], last[1], last[2] & 15), (0x200, 0x301, 8))
            self.assertEqual(hart.entry(0)[0], 0x101)

    def test_a_return_clears_v_of_a_record_without_a_source(self):
        for chosen in BOTH:
            hart = Hart(chosen)
            hart.configure("M")
            hart.transfer(1, "U", "M", cause=8)
            self.assertEqual(hart.entry(0)[0], 1)
            hart.configure("M", m=[maps.RASEMU_BIT[chosen]])
            hart.transfer(RETURN)
            self.assertEqual((hart.entry(15)[0], hart.wrptr()), (0, 0))

    def test_a_return_on_an_empty_buffer_moves_wrptr(self):
        for chosen in BOTH:
            hart = emulating(chosen)
            hart.transfer(RETURN)
            self.assertEqual((hart.wrptr(), hart.sources()), (15, []))
            hart.transfer(DIRECT_CALL, source=0x100)
            self.assertEqual((hart.wrptr(), hart.sources()), (0, [0x100]))

    def test_a_swap_overwrites_the_youngest_entry_also_if_it_is_empty(self):
        for chosen in BOTH:
            hart = emulating(chosen, 16, 4)
            hart.transfer(SWAP, source=0x100, target=0x200)
            self.assertEqual((hart.wrptr(), hart.entry(0)[:2], hart.entry(0)[2] & 15), (4, (0x101, 0x200), 12))
            hart.transfer(SWAP, source=0x300)
            self.assertEqual((hart.wrptr(), hart.sources()), (4, [0x300]))

    def test_other_types_are_inhibited_and_filters_and_trap_enables_ignored(self):
        for chosen, itype, filters in itertools.product(BOTH, ALL_TYPES, (0, 1)):
            hart = Hart(chosen)
            more = [*range(33, 48), *maps.TRAP_ENABLE_BITS[chosen].values()] * filters
            hart.configure("M", "U", m=[maps.RASEMU_BIT[chosen], *more])
            hart.transfer(DIRECT_CALL, source=0x100)
            hart.transfer(itype, source=0x200)
            hart.transfer(itype if itype in (1, 2) else 0, "U", "S", source=0x300)
            expected = {8: [0x200, 0x100], 9: [0x200, 0x100], 12: [0x200], 13: []}.get(itype, [0x100])
            self.assertEqual(hart.sources(), expected, f"{chosen} type {itype}")

    def test_calls_and_returns_of_disabled_modes_are_ignored(self):
        for chosen, itype in itertools.product(BOTH, (8, 9, 12, 13)):
            hart = emulating(chosen)
            hart.transfer(DIRECT_CALL, source=0x100)
            hart.transfer(itype, "S", source=0x200)
            self.assertEqual((hart.sources(), hart.wrptr()), ([0x100], 1))

    def test_each_side_of_v_has_its_own_rasemu(self):
        for chosen in BOTH:
            hart = Hart(chosen)
            hart.configure("S", "VS", vs=[maps.RASEMU_BIT[chosen]])
            hart.transfer(DIRECT_CALL, "S", source=0x100)
            hart.transfer(RETURN, "S", source=0x200)
            hart.transfer(DIRECT_CALL, "VS", source=0x300)
            hart.transfer(5, "VS", source=0x400)
            self.assertEqual(hart.sources(), [0x300, 0x200, 0x100])
            hart.transfer(RETURN, "VS")
            self.assertEqual(hart.sources(), [0x200, 0x100])

    def test_without_the_option_the_bit_is_0_and_returns_are_recorded(self):
        for chosen in BOTH:
            hart = Hart(chosen, ras=0)
            hart.configure("M", m=[maps.RASEMU_BIT[chosen]])
            hart.transfer(DIRECT_CALL)
            hart.transfer(RETURN)
            self.assertEqual((len(hart.sources()), hart.wrptr()), (2, 2))


if __name__ == "__main__":
    unittest.main()
