# SPDX-License-Identifier: Apache-2.0
"""The registers of Control Transfer Records: the witness against the tables typed by hand."""
import itertools
import unittest

from tests.ctr import access_table, maps
from tests.ctr.hart import CLEAR, READ, SET, WRITE, Hart, HartTest, bits

NEEDS = ("build/tests/ctr/ctr_script",)
ONES = (1 << 64) - 1
BOTH = ("ratified", "draft")
EVERY_DEPTH = (16, 32, 64, 128, 256)
OPTIONS = ("ras", "external", "filters", "freeze", "misp")


def builds():
    """Both maps and widths, with every option alone, with none and with all."""
    choices = [(), OPTIONS, *((option,) for option in OPTIONS)]
    for chosen, xlen, there in itertools.product(BOTH, (32, 64), choices):
        for cce in (None, 0, 4):
            yield chosen, {"xlen": xlen, "cce": cce, **{option: int(option in there) for option in OPTIONS}}


def views(chosen, xlen=64, h=1):
    return [view for view in maps.MAPS[chosen] if xlen in view.xlen and (h or view.has != "h")]


def implemented(view, options):
    """Bits of a view that a build has, apart from those that read otherwise than written."""
    mask = 0
    for field in view.fields:
        there = field.has == "" or options.get(field.has, 1)
        if field.has == "cc":
            there = options["cce"] is not None
        if there:
            mask |= field.mask
        if field.name == "CC" and there:
            mask &= ~maps.CCE.mask | (1 << options["cce"]) - 1 << maps.CCE.low
    return mask & (1 << options["xlen"]) - 1


def plain(view):
    """Without what CLR, DEPTH and WRPTR do."""
    return ~view.mask(("CLR", "DEPTH", "WRPTR"))


class MapTest(HartTest):
    def test_each_register_has_its_number_and_no_other_number_is_one(self):
        for chosen, xlen, h in itertools.product(BOTH, (32, 64), (0, 1)):
            numbers = {view.number for view in views(chosen, xlen, h)}
            hart = Hart(chosen, xlen=xlen, h=h)
            for number in range(0x1000):
                outcome, value = hart.csr(number, select=maps.FIRST_ENTRY)
                expected = "hit" if number in numbers else "none"
                self.assertEqual((outcome, value), (expected, 0), f"{chosen} RV{xlen} h={h} {number:#x}")

    def test_entries_are_at_selects_200_to_2ff_alone(self):
        for chosen in BOTH:
            hart = Hart(chosen)
            for view in views(chosen):
                if view.state == "entry":
                    for select in (0, 0x1ff, 0x200, 0x20f, 0x210, 0x2ff, 0x300, 0x7ff, 0xfff):
                        outcome, _ = hart.csr(view.number, select=select)
                        expected = "hit" if 0x200 <= select <= 0x2ff else "none"
                        self.assertEqual(outcome, expected, f"{chosen} {view.name} {select:#x}")

    def test_each_view_shows_the_fields_that_it_lists_and_others_read_0(self):
        for chosen, options in builds():
            for view in views(chosen, options["xlen"]):
                for mode in view.modes:
                    hart = Hart(chosen, **options)
                    hart.write(view.number, ONES & plain(view), mode, maps.FIRST_ENTRY)
                    value = hart.read(view.number, mode, maps.FIRST_ENTRY)
                    self.assertEqual(value, implemented(view, options) & plain(view),
                                     f"{chosen} {view.name} in {mode}, {options}")

    def test_each_bit_written_shows_in_all_views_of_the_state_and_in_no_other(self):
        for chosen, xlen in itertools.product(BOTH, (32, 64)):
            options = {"xlen": xlen, "cce": 4}
            for view, bit in itertools.product(views(chosen, xlen), range(xlen)):
                if not 1 << bit & plain(view):
                    continue
                hart = Hart(chosen, **options)
                hart.write(view.number, 1 << bit, view.modes[0], maps.FIRST_ENTRY)
                for other in views(chosen, xlen):
                    same = other.state == view.state and other.number & 15 == view.number & 15 \
                        if view.state == "entry" else other.state == view.state
                    expected = 1 << bit if same and 1 << bit & implemented(view, options) \
                        & implemented(other, options) else 0
                    value = hart.read(other.number, other.modes[0], maps.FIRST_ENTRY)
                    self.assertEqual(value, expected, f"{chosen} RV{xlen} {view.name} {other.name} {bit}")

    def test_sctrctl_keeps_m_and_mte_of_the_machine_register(self):
        for chosen, mode, op in itertools.product(BOTH, ("M", "S"), (WRITE, CLEAR)):
            hart = Hart(chosen)
            keep = bits(maps.ENABLE_BITS[chosen]["M"], maps.TRAP_ENABLE_BITS[chosen]["M"])
            enable_s = 1 << maps.ENABLE_BITS[chosen]["S"]
            hart.write(maps.MCONTROL[chosen], keep | enable_s)
            self.assertEqual(hart.read(maps.SCONTROL[chosen], mode), enable_s)
            hart.write(maps.SCONTROL[chosen], 0 if op == WRITE else ONES, mode, op=op)
            self.assertEqual(hart.read(maps.MCONTROL[chosen]), keep)

    def test_vs_mode_reaches_vsctrctl_by_the_number_of_sctrctl(self):
        for chosen in BOTH:
            hart = Hart(chosen)
            hart.write(maps.SCONTROL[chosen], 1 << maps.BPFRZ_BIT[chosen], "VS")
            self.assertEqual(hart.read(maps.VSCONTROL[chosen]), 1 << maps.BPFRZ_BIT[chosen])
            self.assertEqual(hart.read(maps.MCONTROL[chosen]), 0)

    def test_the_high_halves_of_the_draft_are_bits_63_to_32(self):
        hart = Hart("draft", xlen=32)
        hart.write(0x382, 0xffffffff)
        hart.configure("M")  # NTBREN is 1, and every other type is inhibited
        self.assertEqual(hart.read(0x382), 0xff7e)
        hart.transfer(4)
        hart.transfer(5)
        self.assertEqual(hart.sources(), [0x10000])
        hart.write(0x282, 0x40)
        self.assertEqual((hart.read(0x182, "VS"), hart.read(0x382)), (0x40, 0xff7e))
        for low, high, mode in ((0x381, 0x382, "M"), (0x181, 0x182, "S"), (0x281, 0x282, "S")):
            hart.write(low, 0x1f06, mode)
            before = hart.read(low, mode)
            self.assertEqual(before & 0x1f06, 0x1f06 if mode == "M" else 0x1e06)  # MTE
            hart.write(high, 0x81, mode)  # the bits of CLR and M, if it were the lower half
            self.assertEqual((hart.read(low, mode), hart.read(high, mode)), (before, 0))
            hart.write(high, 0x22, mode)
            hart.write(low, 0, mode)
            self.assertEqual((hart.read(low, mode), hart.read(high, mode)), (0, 0x22))
        self.assertEqual(hart.sources(), [0x10000])
        hart.configure("M", depth=64)
        for high in (0x382, 0x182, 0x282):
            hart.write(high, 0)  # nor is DEPTH written
            self.assertEqual(hart.depth(), 64)

    def test_set_and_clear_change_the_bits_named_and_read_the_value_before(self):
        for chosen in BOTH:
            hart = Hart(chosen)
            number = maps.MCONTROL[chosen]
            hart.write(number, 0b11)
            self.assertEqual(hart.csr(number, SET, 0b100), ("hit", 0b11))
            self.assertEqual(hart.csr(number, CLEAR, 0b001), ("hit", 0b111))
            self.assertEqual(hart.csr(number, WRITE, 0b1), ("hit", 0b110))
            self.assertEqual(hart.csr(number, READ, 0b111), ("hit", 0b1))
            self.assertEqual(hart.csr(number, CLEAR, 0b110), ("hit", 0b1))  # they were 0
            self.assertEqual(hart.csr(number, SET, 0b001), ("hit", 0b1))
            self.assertEqual(hart.read(number), 0b1)
            hart.write(0x151, 0xff0, select=0x200)
            self.assertEqual(hart.csr(0x151, SET, 0x1001, select=0x200), ("hit", 0xff0))
            self.assertEqual(hart.csr(0x151, CLEAR, 0xf0, select=0x200), ("hit", 0x1ff1))
            self.assertEqual(hart.read(0x151, select=0x200), 0x1f01)

    def test_after_reset_all_is_0_and_the_depth_the_smallest(self):
        for chosen, depths in itertools.product(BOTH, ((16,), (32, 64, 128), EVERY_DEPTH)):
            hart = Hart(chosen, depths=depths)
            hart.configure("M", depth=max(depths), m=[maps.BPFRZ_BIT[chosen]])
            hart.transfer(9)
            hart.status(5, 1, chosen == "draft")
            hart.unit.reset()
            for view in views(chosen):
                value = hart.read(view.number, view.modes[0], maps.FIRST_ENTRY)
                if chosen == "draft" and "control" in view.state:
                    value ^= maps.DEPTH_CODES[chosen][min(depths)] << maps.DRAFT_DEPTH_BIT
                elif view.state == "depth":
                    value ^= maps.DEPTH_CODES[chosen][min(depths)]
                self.assertEqual(value, 0, f"{chosen} {view.name}")
            self.assertEqual(hart.sources(), [])


class AccessTest(HartTest):
    def test_each_csr_and_sctrclr_from_all_modes_with_all_state_enables(self):
        for chosen, xlen in itertools.product(BOTH, (32, 64)):
            hart = Hart(chosen, xlen=xlen)
            expected = access_table.table(chosen)
            numbers = {view.number: view.name for view in views(chosen, xlen)}
            seen = set()
            for (number, name), mode, stateen in itertools.product(numbers.items(), maps.MODES, range(16)):
                key = name.rstrip("23456"), mode, stateen
                outcome, value = hart.csr(number, READ, 0, mode, maps.FIRST_ENTRY, stateen)
                self.assertEqual((outcome, value), (expected[key], 0), f"{chosen} {name} {mode} {stateen:04b}")
                seen.add(key)
            for mode, stateen in itertools.product(maps.MODES, range(16)):
                key = "SCTRCLR", mode, stateen
                self.assertEqual(hart.clear(mode, stateen), expected.get(key, "none"), f"{chosen} {key}")
                seen.add(key)
            missing = {name for name, _, _ in set(expected) - seen}
            self.assertEqual(missing, set() if xlen == 32 or chosen == "ratified" else
                             {"mctrcontrolh", "sctrcontrolh", "vsctrcontrolh"})

    def test_what_is_not_allowed_changes_nothing_and_reads_0(self):
        for chosen in BOTH:
            expected = access_table.table(chosen)
            for view, mode, stateen in itertools.product(views(chosen), maps.MODES, (0, 5, 15)):
                if expected[view.name.rstrip("23456"), mode, stateen] == "hit":
                    continue
                hart = Hart(chosen)
                hart.configure("M", m=[maps.BPFRZ_BIT[chosen]])
                hart.transfer(9)
                before = [hart.read(each.number, each.modes[0], 0x200) for each in views(chosen)]
                self.assertEqual(hart.csr(view.number, SET, ONES, mode, 0x200, stateen)[1], 0)
                if (outcome := hart.clear("U")) != "none":
                    self.assertEqual(outcome, "illegal")
                after = [hart.read(each.number, each.modes[0], 0x200) for each in views(chosen)]
                self.assertEqual(before, after, f"{chosen} {view.name} {mode} {stateen}")

    def test_recording_goes_on_whatever_the_state_enables_are(self):
        for chosen, stateen in itertools.product(BOTH, range(16)):
            hart = Hart(chosen)
            hart.configure("U", "VU")
            hart.csr(maps.SCONTROL[chosen], READ, 0, "VS", stateen=stateen)
            hart.transfer(9, "U")
            hart.transfer(9, "VU", source=0x30000)
            self.assertEqual(hart.sources(), [0x30000, 0x10000])
            self.assertEqual(hart.wrptr(), 2)

    def test_debug_mode_accesses_as_machine_mode(self):
        for chosen in BOTH:
            hart = Hart(chosen)
            for view in views(chosen):
                self.assertEqual(hart.unit.access(view.number, READ, 0, 4, 0x200, 0), ("hit", 0))


class DepthTest(HartTest):
    def test_every_code_gives_a_supported_depth(self):
        for chosen, depths in itertools.product(BOTH, ((16,), (32, 64, 128), EVERY_DEPTH)):
            codes = {code: depth for depth, code in maps.DEPTH_CODES[chosen].items()}
            codes |= maps.OTHER_CODES[chosen]
            self.assertEqual(sorted(codes), list(range(8 if chosen == "ratified" else 16)))
            for code, wanted in codes.items():
                hart = Hart(chosen, depths=depths)
                self.write_code(hart, code)
                smaller = [depth for depth in depths if depth <= wanted]
                self.assertEqual(hart.depth(), max(smaller, default=min(depths)), f"{chosen} {depths} {code}")

    def test_discovery_of_depths_and_fields(self):
        """Draft 6; in 1.0 by the smallest and largest code, and ones in the other registers."""
        for chosen, depths in itertools.product(BOTH, ((16,), (32, 64, 128), EVERY_DEPTH)):
            hart = Hart(chosen, depths=depths)
            found = []
            for code in (0, 15 if chosen == "draft" else 7):
                self.write_code(hart, code)
                found.append(hart.depth())
            self.assertEqual(found, [min(depths), max(depths)])
            between = [depth for depth in EVERY_DEPTH if found[0] <= depth <= found[1]]
            for depth in between:
                self.write_code(hart, maps.DEPTH_CODES[chosen][depth])
                self.assertEqual(hart.depth(), depth)
        for chosen, options in builds():
            hart = Hart(chosen, **options)
            control = [view for view in views(chosen, options["xlen"]) if view.state == "control"][0]
            hart.write(control.number, ONES & plain(control))
            self.assertEqual(hart.read(control.number) & plain(control),
                             implemented(control, options) & plain(control))

    def test_entries_from_the_depth_on_read_0_and_cannot_be_written(self):
        for chosen, depth in itertools.product(BOTH, EVERY_DEPTH):
            hart = Hart(chosen)
            hart.configure(depth=depth)
            around = {0, depth - 1, depth, depth + 1, 255} - {256, 257}
            for index, place in itertools.product(sorted(around - set(range(depth))), range(3)):
                hart.write(0x151 + place, ONES, select=0x200 + index)
            self.assertEqual(hart.entries(), [(0, 0, 0)] * depth)
            for index, place in itertools.product(sorted(around), range(3)):
                hart.write(0x151 + place, ONES, select=0x200 + index)
                value = hart.read(0x151 + place, select=0x200 + index)
                self.assertEqual(value != 0, index < depth, f"{chosen} {depth} {index}")

    def test_a_guest_cannot_change_the_depth(self):
        hart = Hart("draft")
        hart.configure(depth=64)
        for number, mode in ((0x181, "VS"), (0x281, "M"), (0x281, "S")):
            hart.write(number, 15 << 16, mode)
            self.assertEqual(hart.read(number, mode) >> 16 & 15, 3)
            self.assertEqual(hart.depth(), 64)
        hart.write(0x181, 1 << 16, "S")
        self.assertEqual(hart.depth(), 32)

    def test_what_a_change_of_the_depth_leaves_open_is_not_answered_until_written(self):
        for chosen in BOTH:
            hart = Hart(chosen)
            hart.configure("M", depth=64)
            for _ in range(3):
                hart.transfer(9)
            hart.configure("M", depth=64)
            self.assertEqual(hart.sources(), [0x10000] * 3)  # the same depth: no change
            hart.configure("M", depth=128)
            self.assertIsNone(hart.entry(0)[0])
            hart.read(maps.SSTATUS[chosen])
            self.assertEqual(hart.unit.known & 0xff, 0x80)
            hart.transfer(9, source=0x30000)
            self.assertEqual((hart.entry(0)[0], hart.entry(1)[0]), (0x30001, None))
            hart.write(0x151, 0x40001, select=0x201)
            self.assertEqual(hart.entry(1)[0], 0x40001)
            hart.status(5)
            self.assertEqual((hart.wrptr(), hart.unit.known), (5, ONES))
            self.assertEqual({entry[0] for entry in hart.entries()}, {None})  # it turned, by what is not known

    def test_what_is_open_is_known_bit_by_bit_as_it_is_written(self):
        for chosen in BOTH:
            hart = Hart(chosen)
            hart.configure("M", m=[maps.RASEMU_BIT[chosen]], depth=64)
            hart.transfer(9)
            hart.configure("M", m=[maps.RASEMU_BIT[chosen]], depth=32)
            number = maps.SSTATUS[chosen]
            hart.write(number, 1 << maps.FROZEN_BIT[chosen], op=SET)
            hart.write(number, 1 << maps.FROZEN_BIT[chosen], op=CLEAR)
            hart.write(number, 0x0f, op=SET)
            hart.read(number)
            self.assertEqual(hart.unit.known & 0xff, 0xe0)  # a part of WRPTR may have carried into the rest
            hart.transfer(13)
            hart.read(0x151, select=0x200 + 31)
            self.assertEqual(hart.unit.known, 1)  # V
            hart.write(0x152, 0xff00, select=0x200, op=SET)
            self.assertEqual((hart.read(0x152, select=0x200), hart.unit.known), (0xff00, 0xff00))
            hart.read(0x153, select=0x200)
            self.assertEqual(hart.unit.known, ONES - 0xffff800f)

    def test_a_buffer_of_zeros_is_of_zeros_at_all_depths(self):
        hart = Hart()
        hart.configure("M", depth=256)
        for _ in range(300):
            hart.transfer(9)
        hart.configure("M", depth=16)
        hart.clear()
        for depth in EVERY_DEPTH:
            hart.configure("M", depth=depth)
            self.assertEqual(hart.entries(), [(0, 0, 0)] * depth)

    def test_wrptr_is_legal_after_a_change_of_the_depth(self):
        for chosen, before, after in itertools.product(BOTH, EVERY_DEPTH, EVERY_DEPTH):
            hart = Hart(chosen)
            hart.configure("M", depth=before)
            hart.status(before - 1)
            hart.configure("M", depth=after)
            self.assertLess(hart.read(maps.SSTATUS[chosen]) & 0xff, after)
            self.assertEqual(hart.unit.known & 0xff, 0xff if before == after else 0x100 - after)

    @staticmethod
    def write_code(hart, code):
        if hart.map == "draft":
            hart.write(maps.MCONTROL["draft"], code << maps.DRAFT_DEPTH_BIT)
        else:
            hart.write(maps.SCTRDEPTH, code)


if __name__ == "__main__":
    unittest.main()
