# SPDX-License-Identifier: Apache-2.0
"""What Control Transfer Records record, freeze and count: the witness against tables of the texts."""
import itertools
import unittest

from tests.ctr import maps
from tests.ctr.hart import SOURCE, TARGET, Hart, HartTest

NEEDS = ("build/tests/ctr/ctr_script",)
BOTH = ("ratified", "draft")
ALL_MODES = ("M", "S", "U", "VS", "VU")
EXCEPTION, INTERRUPT, TRAP_RETURN = 1, 2, 3
JUMPS = (4, 5, 8, 9, 10, 11, 12, 13, 14, 15)  # that stay in their mode
BREAKPOINT, LCOFI, OTHER_CAUSE = 3, 13, 8
DEBUG = 4

TRAPS = [(mode, to) for mode, targets in (("U", "S M"), ("S", "S M"), ("M", "M"), ("VU", "VS S M"),
                                          ("VS", "VS S M")) for to in targets.split()]
RETURNS = [(mode, to) for mode, targets in (("M", "M S U VS VU"), ("S", "S U VS VU"), ("VS", "VS VU"))
           for to in targets.split()]

# 1.0 "Trap and Trap Return Recording", draft 5.2.1, without external traps: by trap or return, and
# whether source and target are enabled: what ctrsource and ctrtarget read; None: no record.
WHOLE, NO_SOURCE, NO_TARGET = (SOURCE | 1, TARGET), (1, TARGET), (SOURCE | 1, 0)
RECORDED = {
    ("trap", 1, 1): WHOLE,
    ("trap", 1, 0): None,
    ("trap", 0, 1): NO_SOURCE,
    ("trap", 0, 0): None,
    ("return", 1, 1): WHOLE,
    ("return", 1, 0): NO_TARGET,
    ("return", 0, 1): None,
    ("return", 0, 0): None,
}

# 1.0 "External Trap Enable Requirements": from, to, what must be set; the draft wants ETEN and the
# target's alone.
EXTERNAL = (
    ("U", "S", "STE"),
    ("U", "M", "MTE STE"),
    ("S", "M", "MTE"),
    ("VU", "VS", "VSTE"),
    ("VU", "S", "STE VSTE"),
    ("VU", "M", "MTE STE VSTE"),
    ("VS", "S", "STE"),
    ("VS", "M", "MTE STE"),
)
DRAFT_EXTERNAL = {"M": "MTE", "S": "STE", "VS": "VSTE"}


def filter_bits(*itypes):
    return [maps.TYPE_FILTERS[itype] for itype in itypes]


def is_virtual(*modes):
    return "VS" in modes or "VU" in modes


def transfers():
    """Every kind of transfer, with modes: itype, from, to."""
    yield from ((itype, mode, mode) for itype in JUMPS for mode in ALL_MODES)
    yield from ((itype, mode, to) for itype in (EXCEPTION, INTERRUPT) for mode, to in TRAPS)
    yield from ((TRAP_RETURN, mode, to) for mode, to in RETURNS)


class RecordTest(HartTest):
    def test_each_type_is_recorded_with_its_code_unless_its_filter_inhibits_it(self):
        for chosen, (itype, mode, to) in itertools.product(BOTH, transfers()):
            for filtered in (None, *maps.TYPE_FILTERS):
                hart = Hart(chosen)
                register = {"vs" if is_virtual(mode, to) else "m": filter_bits(*[filtered] * bool(filtered))}
                hart.configure(*ALL_MODES, **register)
                hart.transfer(itype, mode, to, cause=OTHER_CAUSE)
                recorded = (filtered == itype) == (itype == 4)
                message = f"{chosen} type {itype} {mode} to {to}, filter {filtered}"
                self.assertEqual(hart.sources(), [SOURCE] * recorded, message)
                if recorded:
                    self.assertEqual(hart.entry(0)[:2], WHOLE, message)
                    self.assertEqual(hart.entry(0)[2] & 0xf, itype, message)

    def test_without_filters_all_but_not_taken_branches_are_recorded(self):
        for chosen, (itype, mode, to) in itertools.product(BOTH, transfers()):
            hart = Hart(chosen, filters=0)
            hart.configure(*ALL_MODES, m=range(33, 48), vs=range(33, 48))
            hart.transfer(itype, mode, to, cause=OTHER_CAUSE)
            self.assertEqual(hart.sources(), [SOURCE] * (itype != 4), f"{chosen} {itype}")

    def test_jumps_are_recorded_in_enabled_modes_alone(self):
        for chosen, mode, enabled in itertools.product(BOTH, ALL_MODES, ALL_MODES):
            for itype in JUMPS[1:]:
                hart = Hart(chosen)
                hart.configure(enabled)
                hart.transfer(itype, mode)
                self.assertEqual(hart.sources(), [SOURCE] * (mode == enabled), f"{chosen} {mode} {enabled}")

    def test_nothing_is_recorded_while_frozen(self):
        for chosen, (itype, mode, to), ras in itertools.product(BOTH, transfers(), (0, 1)):
            hart = Hart(chosen)
            more = [maps.RASEMU_BIT[chosen]] * ras
            hart.configure(*ALL_MODES, m=more, vs=more)
            hart.transfer(9, source=0x30000)
            hart.status(1, frozen=1)
            hart.transfer(itype, mode, to, cause=OTHER_CAUSE)
            self.assertEqual((hart.sources(), hart.wrptr()), ([0x30000], 1))

    def test_a_block_without_a_transfer_changes_nothing(self):
        for chosen in BOTH:
            hart = Hart(chosen)
            hart.configure(*ALL_MODES)
            hart.transfer(0)
            self.assertEqual((hart.sources(), hart.wrptr()), ([], 0))

    def test_older_records_are_pushed_down_and_the_oldest_is_lost(self):
        for chosen, depth in itertools.product(BOTH, (16, 32, 64, 128, 256)):
            hart = Hart(chosen)
            hart.configure("U", depth=depth)
            for number in range(2 * depth + 3):
                hart.transfer(5, "U", source=number << 4, cycle=number % 4 == 0)
                if number in (0, depth - 2, depth - 1, depth, 2 * depth + 2):
                    known = [each for each in hart.sources() if each is not None]
                    newest = range(number, max(number - depth, -1), -1)
                    self.assertEqual(known[:len(newest)], [each << 4 for each in newest], f"{chosen} {depth}")

    def test_pcs_of_all_widths_are_held_and_bit_0_is_v_or_misp(self):
        for chosen, xlen, misp, has in itertools.product(BOTH, (32, 64), (0, 1), (0, 1)):
            ones = (1 << xlen) - 1
            hart = Hart(chosen, xlen=xlen, misp=has)
            hart.configure("U")
            hart.transfer(5, "U", source=ones - 1, target=ones - 1, misp=misp)
            self.assertEqual(hart.entry(0)[:2], (ones, ones - 1 + (misp and has)))
            hart.write(0x151, ones - 1, select=0x200)
            self.assertEqual(hart.entry(0)[0], ones - 1)

    def test_misp_is_of_instructions_and_not_of_traps(self):
        for chosen, (itype, mode, to) in itertools.product(BOTH, transfers()):
            hart = Hart(chosen)
            hart.configure(*ALL_MODES, m=filter_bits(4), vs=filter_bits(4))
            hart.transfer(itype, mode, to, cause=OTHER_CAUSE, misp=1)
            self.assertEqual(hart.entry(0)[1], TARGET | (itype not in (1, 2)))

    def test_a_record_replaces_all_that_software_wrote(self):
        for chosen in BOTH:
            hart = Hart(chosen)
            hart.configure("M")
            hart.write(0x151, 0xffff0, select=0x20f)
            hart.write(0x152, 0xffff1, select=0x20f)
            hart.write(0x153, 0xffffffff, select=0x20f)
            hart.transfer(10)
            self.assertEqual(hart.entry(0)[:2], WHOLE)
            self.assertEqual(hart.entry(0)[2] & 0xffff, 10 | (hart.count() is not None) << 15)
            self.assertEqual(hart.entry(15), (0, 0, 0))


class ModeChangeTest(HartTest):
    def check(self, chosen, itype, mode, to, enabled, expected, **more):
        hart = Hart(chosen)
        hart.configure(*enabled, **more.pop("control", {}))
        if more.pop("frozen", 0):
            hart.status(0, 1)
        hart.transfer(itype, mode, to, cause=OTHER_CAUSE)
        message = f"{chosen} type {itype} {mode} to {to}, enabled {enabled}"
        found = [entry[:2] for entry in hart.entries() if entry[0] & 1]
        self.assertEqual(found, [expected] if expected else [], message)
        self.assertEqual(hart.wrptr(), len(found), message)

    def test_traps_and_returns_between_enabled_and_disabled_modes(self):
        """The 2 x 2 x 2 rows in all pairs of modes; each while frozen, and inhibited by its filter."""
        kinds = [("trap", EXCEPTION, TRAPS), ("trap", INTERRUPT, TRAPS), ("return", TRAP_RETURN, RETURNS)]
        for chosen, (kind, itype, pairs) in itertools.product(BOTH, kinds):
            for (mode, to), source, target in itertools.product(pairs, (0, 1), (0, 1)):
                if mode == to and source != target:
                    continue
                enabled = [mode] * source + [to] * target
                expected = RECORDED[kind, source, target]
                register = "vs" if is_virtual(mode, to) else "m"
                self.check(chosen, itype, mode, to, enabled, expected)
                self.check(chosen, itype, mode, to, enabled, None, frozen=1)
                self.check(chosen, itype, mode, to, enabled, None, control={register: filter_bits(itype)})
                others = filter_bits(*{1, 2, 3} - {itype})
                self.check(chosen, itype, mode, to, enabled, expected, control={register: others})

    def test_external_traps_need_the_enables_of_target_and_intervening_modes(self):
        """8 rows, 8 combinations, ETEN of the draft; EXCINH and INTRINH mean nothing to them."""
        for chosen, (mode, to, needed), values in itertools.product(
                BOTH, EXTERNAL, itertools.product((0, 1), repeat=3)):
            given = {name for name, value in zip(("MTE", "STE", "VSTE"), values) if value}
            if chosen == "draft":
                needed = DRAFT_EXTERNAL[to]
            recorded = NO_TARGET if set(needed.split()) <= given else None
            for itype, inhibited, frozen in itertools.product((EXCEPTION, INTERRUPT), (0, 1), (0, 1)):
                filters = filter_bits(1, 2) * inhibited
                m, vs = self.enables(chosen, given)
                control = {"m": [*m, *filters, maps.ETEN_BIT], "vs": [*vs, *filters, maps.ETEN_BIT]}
                self.check(chosen, itype, mode, to, {mode}, None if frozen else recorded, frozen=frozen,
                           control=control)

    @staticmethod
    def enables(chosen, given):
        places = maps.TRAP_ENABLE_BITS[chosen]
        m = [places[name[0]] for name in given if name != "VSTE"]
        return m, [places["VS"]] if "VSTE" in given else []

    def test_eten_of_the_draft_is_of_the_register_that_the_source_is_under(self):
        for mode, to, _ in EXTERNAL:
            m, vs = self.enables("draft", {"MTE", "STE", "VSTE"})
            for in_m, in_vs in itertools.product((0, 1), (0, 1)):
                control = {"m": m + [maps.ETEN_BIT] * in_m, "vs": vs + [maps.ETEN_BIT] * in_vs}
                recorded = in_vs if is_virtual(mode) else in_m
                self.check("draft", EXCEPTION, mode, to, {mode}, NO_TARGET if recorded else None,
                           control=control)

    def test_trap_enables_record_neither_traps_between_disabled_modes_nor_returns(self):
        for chosen, (itype, pairs) in itertools.product(BOTH, ((EXCEPTION, TRAPS), (TRAP_RETURN, RETURNS))):
            m, vs = self.enables(chosen, {"MTE", "STE", "VSTE"})
            control = {"m": [*m, maps.ETEN_BIT], "vs": [*vs, maps.ETEN_BIT]}
            for mode, to in pairs:
                self.check(chosen, itype, mode, to, {}, None, control=control)
                if mode != to:
                    expected = NO_SOURCE if itype == EXCEPTION else None
                    self.check(chosen, itype, mode, to, {to}, expected, control=control)

    def test_without_the_option_no_external_trap_is_recorded(self):
        for chosen, (mode, to, _) in itertools.product(BOTH, EXTERNAL):
            hart = Hart(chosen, external=0)
            hart.configure(mode, m=[8, 9, 38], vs=[8, 9, 38])
            hart.transfer(EXCEPTION, mode, to, cause=OTHER_CAUSE)
            self.assertEqual(hart.sources(), [])

    def test_where_v_changes_filters_and_ras_emulation_are_of_vsctrctl(self):
        pairs = [(EXCEPTION, mode, to) for mode, to in TRAPS] + [(TRAP_RETURN, *pair) for pair in RETURNS]
        for chosen, (itype, mode, to) in itertools.product(BOTH, pairs):
            virtual = is_virtual(mode, to)
            for bit in (*filter_bits(itype), maps.RASEMU_BIT[chosen]):
                for register, acts in (("m", not virtual), ("vs", virtual)):
                    self.check(chosen, itype, mode, to, {mode, to}, None if acts else WHOLE,
                               control={register: [bit]})

    def test_each_mode_has_its_own_enable_whatever_v_is(self):
        for chosen, (mode, to) in itertools.product(BOTH, TRAPS):
            for enabled in itertools.product((0, 1), repeat=5):
                there = {each for each, on in zip(ALL_MODES, enabled) if on}
                self.check(chosen, EXCEPTION, mode, to, there, RECORDED["trap", mode in there, to in there])

    def test_transfers_of_debug_mode_are_never_recorded(self):
        for chosen, itype in itertools.product(BOTH, (1, 2, 3, 5, 9)):
            hart = Hart(chosen)
            hart.configure(*ALL_MODES)
            hart.unit.block(itype, SOURCE, TARGET, DEBUG, DEBUG, 0, 0)
            self.assertEqual(hart.sources(), [])


class FreezeTest(HartTest):
    KINDS = ((EXCEPTION, BREAKPOINT, maps.BPFRZ_BIT), (INTERRUPT, LCOFI, maps.LCOFIFRZ_BIT))

    def test_freeze_is_by_the_control_register_of_the_target_mode(self):
        for chosen, (mode, to), (itype, cause, bit) in itertools.product(BOTH, TRAPS, self.KINDS):
            for in_m, in_vs, enabled in itertools.product((0, 1), (0, 1), ((), (mode,), (to,), ALL_MODES)):
                hart = Hart(chosen)
                hart.configure(*enabled, m=[bit[chosen]] * in_m, vs=[bit[chosen]] * in_vs)
                hart.transfer(itype, mode, to, cause=cause)
                frozen = in_vs if to == "VS" else in_m
                kept = RECORDED["trap", mode in enabled, to in enabled]
                self.assertEqual(hart.frozen(), frozen, f"{chosen} {mode} to {to}")
                self.assertEqual(len(hart.sources()), 0 if frozen else kept is not None)

    def test_other_causes_and_kinds_of_traps_do_not_freeze(self):
        for chosen, itype, cause in itertools.product(BOTH, (EXCEPTION, INTERRUPT), range(32)):
            for bit in (maps.BPFRZ_BIT, maps.LCOFIFRZ_BIT):
                hart = Hart(chosen)
                hart.configure("M", m=[bit[chosen]])
                hart.transfer(itype, cause=cause)
                self.assertEqual(hart.frozen(), (itype, cause, bit) in self.KINDS)
        for chosen, itype in itertools.product(BOTH, (0, 3, *JUMPS)):
            hart = Hart(chosen)
            hart.configure("M", m=[11, 12])
            hart.transfer(itype, cause=3)
            hart.transfer(itype, cause=13)
            self.assertEqual(hart.frozen(), 0)

    def test_the_trap_that_freezes_is_not_recorded_and_older_transfers_of_the_cycle_are(self):
        for chosen, (itype, cause, bit), ras in itertools.product(BOTH, self.KINDS, (0, 1)):
            hart = Hart(chosen)
            hart.configure("U", "M", m=[bit[chosen], *[maps.RASEMU_BIT[chosen]] * ras])
            for number in range(3):
                hart.transfer(9, "U", source=number << 4, cycle=number == 0)
            hart.transfer(itype, "U", "M", cause=cause, cycle=False)
            hart.transfer(9, "M")
            self.assertEqual((hart.frozen(), hart.sources()), (1, [0x20, 0x10, 0]))
            hart.transfer(itype, "M", "M", cause=cause)
            self.assertEqual((hart.sources(), hart.unit.freezes), ([0x20, 0x10, 0], 1))
            hart.status(3)
            hart.transfer(9, "M")
            self.assertEqual(hart.sources(), [SOURCE, 0x20, 0x10, 0])

    def test_entry_to_debug_mode_does_not_freeze(self):
        for chosen in BOTH:
            hart = Hart(chosen)
            hart.configure("M", m=[maps.BPFRZ_BIT[chosen], maps.LCOFIFRZ_BIT[chosen]])
            hart.transfer(9)
            hart.unit.cycle(3, DEBUG, 1)
            self.assertEqual(hart.frozen(), 0)
            hart.transfer(5, source=0x300)
            self.assertEqual(hart.sources(), [0x300, SOURCE])

    def test_without_the_options_nothing_freezes_but_bpfrz_of_1_0(self):
        for chosen, (itype, cause, bit) in itertools.product(BOTH, self.KINDS):
            hart = Hart(chosen, freeze=0)
            hart.configure("M", m=[11, 12])
            hart.transfer(itype, cause=cause)
            self.assertEqual(hart.frozen(), chosen == "ratified" and cause == BREAKPOINT)


if __name__ == "__main__":
    unittest.main()
