# SPDX-License-Identifier: Apache-2.0
"""Status and clearing of Control Transfer Records: the witness against the words of the texts."""
import itertools
import unittest

from tests.ctr import maps
from tests.ctr.hart import CLEAR, SET, Hart, HartTest

NEEDS = ("build/tests/ctr/ctr_script",)
BOTH = ("ratified", "draft")
EVERY_DEPTH = (16, 32, 64, 128, 256)


class StatusTest(HartTest):
    def test_wrptr_has_the_bits_that_the_depth_needs(self):
        for chosen, depth in itertools.product(BOTH, EVERY_DEPTH):
            hart = Hart(chosen)
            hart.configure(depth=depth)
            hart.status(0xff)
            self.assertEqual(hart.wrptr(), depth - 1)
            hart.status(0)
            self.assertEqual(hart.wrptr(), 0)

    def test_wrptr_counts_records_and_wraps_at_the_depth(self):
        for chosen, depth in itertools.product(BOTH, EVERY_DEPTH):
            hart = Hart(chosen)
            hart.configure("M", depth=depth)
            hart.status(depth - 2)
            found = []
            for _ in range(3):
                hart.transfer(5)
                found.append((hart.wrptr(), chosen == "draft" and hart.wrap()))
            wrapped = chosen == "draft"
            self.assertEqual(found, [(depth - 1, 0), (0, wrapped), (1, wrapped)])

    def test_logical_entries_follow_wrptr(self):
        """Entry X is at WRPTR - X - 1, modulo the depth."""
        for chosen, depth in itertools.product(BOTH, (16, 64)):
            hart = Hart(chosen)
            hart.configure("M", depth=depth)
            hart.status(0)
            for number in range(depth):  # physical entry: its number
                hart.transfer(5, source=number << 8)
            for wrptr in (0, 1, 7, depth - 1, 3):
                hart.status(wrptr)
                self.assertEqual(hart.sources(), [(wrptr - index - 1) % depth << 8 for index in range(depth)])
            hart.transfer(5, source=0xabc00)  # at 3, which was the oldest
            self.assertEqual(hart.sources()[:2], [0xabc00, 2 << 8])
            self.assertNotIn(3 << 8, hart.sources())

    def test_software_may_write_and_clear_frozen_and_wrap(self):
        hart = Hart("draft")
        hart.status(3, frozen=1, wrap=1)
        self.assertEqual(hart.read(0x383), 0xc003)
        hart.write(0x183, 0x4000, "S", op=CLEAR)
        self.assertEqual(hart.read(0x183, "VS"), 0x8003)
        hart = Hart("ratified")
        hart.write(0x14f, 0x80000003, "VS")
        self.assertEqual(hart.read(0x14f), 0x80000003)
        hart.write(0x14f, 0x80000000, "S", op=CLEAR)
        self.assertEqual(hart.read(0x14f), 3)

    def test_wrap_of_the_draft_is_cleared_by_a_return_at_0_and_by_clr(self):
        hart = Hart("draft")
        hart.configure("M", m=[maps.RASEMU_BIT["draft"]])
        hart.status(15)
        for itype, expected in ((9, (0, 1)), (9, (1, 1)), (13, (0, 1)), (13, (15, 0)), (12, (15, 0)),
                                (8, (0, 1)), (12, (0, 1))):
            hart.transfer(itype)
            self.assertEqual((hart.wrptr(), hart.wrap()), expected)
        hart.write(maps.MCONTROL["draft"], 1 << maps.CLR_BIT)
        self.assertEqual(hart.read(0x383), 0)


class ClearTest(HartTest):
    def test_sctrclr_zeroes_entries_and_keeps_status_and_control(self):
        for depth, mode in itertools.product(EVERY_DEPTH, ("M", "S", "VS")):
            hart = Hart()
            hart.configure("M", "S", "VS", depth=depth)
            hart.status(0)
            for _ in range(depth):
                hart.transfer(5, misp=1)
            hart.status(3, frozen=1)
            control = hart.read(maps.MCONTROL["ratified"])
            self.assertEqual(hart.clear(mode), "hit")
            self.assertEqual(hart.entries(), [(0, 0, 0)] * depth)
            self.assertEqual(hart.read(maps.SSTATUS["ratified"]), 0x80000003)
            self.assertEqual((hart.depth(), hart.read(maps.MCONTROL["ratified"])), (depth, control))

    def test_clr_zeroes_entries_and_status_reads_0_and_recording_goes_on(self):
        for depth, (number, mode) in itertools.product((16, 256), ((0x381, "M"), (0x181, "M"), (0x181, "S"),
                                                                   (0x181, "VS"))):
            hart = Hart("draft")
            hart.configure("M", depth=depth)
            hart.status(0)
            for _ in range(depth):
                hart.transfer(5, misp=1)
            hart.status(3, frozen=1, wrap=1)
            hart.write(number, 1 << maps.CLR_BIT, mode, op=SET)
            self.assertEqual(hart.entries(), [(0, 0, 0)] * depth, f"{number:#x} in {mode}")
            self.assertEqual((hart.read(0x383), hart.read(number, mode) >> maps.CLR_BIT & 1), (0, 0))
            hart.transfer(5)
            self.assertEqual((hart.sources(), hart.wrptr()), ([0x10000], 1))

    def test_clr_of_vsctrcontrol_does_nothing_from_outside_the_guest(self):
        for mode in ("M", "S"):
            hart = Hart("draft")
            hart.configure("M")
            hart.transfer(5)
            hart.write(0x281, 1 << maps.CLR_BIT, mode)
            self.assertEqual((hart.sources(), hart.wrptr(), hart.read(0x281)), ([0x10000], 1, 0))

    def test_clr_with_a_smaller_depth_leaves_nothing_behind(self):
        hart = Hart("draft")
        hart.configure("M", depth=256)
        for _ in range(256):
            hart.transfer(5)
        hart.write(maps.MCONTROL["draft"], 1 << maps.CLR_BIT | 1)  # depth 16
        self.assertEqual((hart.depth(), hart.entries()), (16, [(0, 0, 0)] * 16))
        hart.configure("M", depth=256)
        self.assertEqual(hart.entries(), [(0, 0, 0)] * 256)

    def test_clr_is_of_the_depth_alone(self):
        hart = Hart("draft")
        hart.configure("M", depth=256)
        for _ in range(256):
            hart.transfer(5)
        hart.configure("M", depth=16)
        hart.write(maps.MCONTROL["draft"], 1 << maps.CLR_BIT)
        self.assertEqual(hart.entries(), [(0, 0, 0)] * 16)
        hart.configure("M", depth=256)
        self.assertIsNone(hart.entry(0)[0])  # may be one that was out of reach

    def test_a_clear_needs_the_bit_written_as_1(self):
        hart = Hart("draft")
        hart.configure("M")
        hart.transfer(5)
        hart.write(maps.MCONTROL["draft"], 1 << maps.CLR_BIT, op=CLEAR)
        hart.write(maps.MCONTROL["draft"], 0)
        self.assertEqual(hart.sources(), [0x10000])


if __name__ == "__main__":
    unittest.main()
