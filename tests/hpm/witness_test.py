# SPDX-License-Identifier: Apache-2.0
"""The witness of the counters does what the clauses say, alone: values typed by hand, no RTL, no model."""
import unittest

from tests.hpm import clauses
from tests.hpm.witness import CLEAR, READ, SET, WRITE, Answer, Hpm

TOP = 2 ** 64 - 1
MCYCLE, MINSTRET, MHPMCOUNTER3, MHPMEVENT3, INHIBIT = 0xB00, 0xB02, 0xB03, 0x323, 0x320


class Machine(unittest.TestCase):
    def start(self, **options):
        self.hpm = Hpm(**options)

    def do(self, number, operation, word=0, mode="M", **happens):
        self.hpm.cycle(mode, **happens)
        return self.hpm.access(number, operation, word)

    def read(self, number, mode="M"):
        answer = self.do(number, READ, mode=mode)
        self.assertEqual((answer.hit, answer.illegal, answer.virtual), (True, False, False))
        return answer.value

    def write(self, number, word, **more):
        self.do(number, WRITE, word, **more)


class CountTest(Machine):
    def test_a_cycle_and_its_instructions_count_before_the_next_access(self):
        self.start()
        self.hpm.cycle("M")
        self.hpm.block(7, 9, "M")
        self.assertEqual((self.read(MINSTRET), self.read(MCYCLE)), (7, 2))

    def test_a_write_is_not_incremented(self):
        self.start()
        self.write(MCYCLE, 100)
        self.assertEqual([self.read(MCYCLE) for _ in range(3)], [100, 101, 102])

    def test_a_stopped_hart_counts_nothing(self):
        self.start()
        self.hpm.cycle("D", stop=True, ext=[0], messages=3)
        self.assertEqual(self.read(MCYCLE), 0)

    def test_a_trap_counts_in_the_mode_it_leaves(self):
        self.start(counters=2)
        self.write(MHPMEVENT3, 0x8005 | 1 << 60)        # exceptions, but not in U
        self.write(MHPMEVENT3 + 1, 0x8005 | 1 << 62)    # but not in M
        self.hpm.cycle("U")
        self.hpm.block(3, 1, "M")
        self.assertEqual((self.read(MHPMCOUNTER3), self.read(MHPMCOUNTER3 + 1)), (0, 1))

    def test_one_kind_of_event_is_counted_by_its_itypes(self):
        of = {0x5: (4, 5), 0x8000: (5,), 0x8001: (4,), 0x8002: (8, 9), 0x8003: (13,),
              0x8004: (10, 11, 12, 14, 15), 0x8005: (1,), 0x8006: (2,), 0x8007: (3,)}
        for number, itypes in of.items():
            self.start(counters=1)
            self.write(MHPMEVENT3, number)
            for itype in (0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15):
                before = self.read(MHPMCOUNTER3)
                self.hpm.cycle("M")
                self.hpm.block(5, itype, "M")
                self.assertEqual(self.read(MHPMCOUNTER3) - before, itype in itypes, (hex(number), itype))


class OverflowTest(Machine):
    def overflow(self, **options):
        self.start(counters=1, **options)
        self.write(MHPMCOUNTER3, TOP)
        self.write(MHPMEVENT3, 2)
        self.hpm.cycle("M")
        self.hpm.block(3, 0, "M")

    def test_the_counter_goes_on_and_of_stays(self):
        self.overflow()
        self.assertEqual((self.read(MHPMCOUNTER3), self.read(MHPMEVENT3) >> 63), (2, 1))

    def test_lcofip_comes_a_cycle_after_of(self):
        self.overflow()
        seen = []
        for _ in range(3):
            self.hpm.cycle("M")
            seen.append((self.hpm.overflowed[3], self.hpm.lcofip))
        self.assertEqual(seen, [(True, False), (True, True), (True, True)])

    def test_a_narrow_counter_overflows_at_its_width(self):
        for width in (32, 40, 48, 64):
            with self.subTest(width):
                self.overflow(width=width)
                self.assertEqual(self.read(MHPMCOUNTER3), 2)

    def test_mcycle_has_no_overflow(self):
        self.start()
        self.write(MCYCLE, TOP)
        self.assertEqual([self.read(MCYCLE) for _ in range(3)], [TOP, 0, 1])
        self.assertFalse(self.hpm.lcofip)


class AccessTest(Machine):
    def test_set_and_clear_change_the_bits_that_are_1(self):
        self.start()
        self.write(INHIBIT, 0b11101)
        self.do(INHIBIT, SET, 0b100010)
        self.do(INHIBIT, CLEAR, 0b101)
        self.assertEqual(self.read(INHIBIT), 0b111000)

    def test_absent_counters_are_0(self):
        self.start(counters=2)
        for number in (0xB05, 0xB1F, 0x325, 0x33F, 0xC05):
            self.write(number, TOP)
            self.assertEqual(self.read(number), 0, hex(number))
        for number in (0x306, 0x606, 0x106):
            self.write(number, TOP)
            self.assertEqual(self.read(number), 0b11111, hex(number))
        self.write(INHIBIT, TOP)
        self.assertEqual(self.read(INHIBIT), 0b11101)

    def test_what_is_none_of_ours(self):
        self.start()
        for number in (0xC01, 0xB01, 0x321, 0x322, 0x721, 0x722, 0xB80, 0xC80, 0x723, 0x344, 0xDA1):
            self.assertEqual(self.do(number, READ), Answer(False, 0, False, False), hex(number))

    def test_without_modes_their_csrs_are_not_there(self):
        for modes, absent in ((("M",), (0x306, 0x106, 0x606, 0xDA0)), (("M", "U"), (0x106, 0x606, 0xDA0)),
                              (("M", "S", "U"), (0x606,))):
            self.start(modes=modes)
            for number in (0x306, 0x106, 0x606, 0xDA0):
                self.assertEqual(self.do(number, READ).hit, number not in absent, (modes, hex(number)))

    def test_the_tables_are_of_one_shape(self):
        for table in (clauses.USER_ACCESS, clauses.MACHINE_ACCESS, *clauses.ACCESS.values()):
            self.assertEqual(set(table), set(clauses.MODES))
        for row in (*clauses.USER_ACCESS.values(), clauses.USER_ACCESS_WITHOUT_S):
            self.assertEqual(len(row), 8)
        self.assertEqual(len(clauses.NAMES), 9 + 3 * 29)
        self.assertEqual(len(clauses.NAMES_RV32), 4 + 3 * 29)


if __name__ == "__main__":
    unittest.main()
