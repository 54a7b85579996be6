# SPDX-License-Identifier: Apache-2.0
"""The hart of the PMU's witness does what Sscofpmf and the privileged text say, alone."""
import unittest

from tests.pmu.hart import NONE, READ_ONLY, WRITABLE, Hart, Memory, bits_of

OF = 1 << 63
LCOFIP = 1 << 13


def hart(**parameters):
    return Hart(**{"xlen": 64, "counters": {0, 2, 3, 4}, "width": 64, "sscofpmf": True,
                   "memory": Memory(0, [WRITABLE]), **parameters})


class CountTest(unittest.TestCase):
    def test_an_increment_that_wraps_sets_of_and_asks_for_an_interrupt(self):
        for width in range(1, 65):
            one = hart(width=width, first=2 ** width - 1)
            one.count(3, 1)
            self.assertEqual((one.value[3], one.event[3], one.mip), (0, OF, LCOFIP))

    def test_counting_goes_on_and_may_jump_over_the_end(self):
        one = hart(width=40, first=2 ** 40 - 2)
        one.count(3, 1020)
        self.assertEqual((one.value[3], one.event[3]), (1018, OF))

    def test_of_that_is_1_asks_for_nothing(self):
        one = hart(first=2 ** 64 - 1)
        one.count(3, 1)
        one.mip = 0
        one.count(3, 2 ** 64 - 1)
        one.count(3, 1)
        self.assertEqual((one.event[3], one.mip), (OF, 0))

    def test_each_counter_asks(self):
        one = hart(first=2 ** 64 - 1)
        one.count(3, 1)
        one.mip = 0x800
        one.count(4, 1)
        self.assertEqual(one.mip, LCOFIP | 0x800)

    def test_fixed_counters_have_64_bits_and_no_of(self):
        one = hart(width=8, first=2 ** 64 - 1)
        one.count(0, 2)
        one.count(2, 1)
        self.assertEqual((one.value[0], one.value[2], one.mip), (1, 0, 0))

    def test_an_inhibited_counter_does_not_count(self):
        one = hart(first=2 ** 64 - 1)
        one.inhibited = {3}
        one.count(3, 1)
        self.assertEqual((one.value[3], one.event[3], one.mip), (2 ** 64 - 1, 0, 0))

    def test_without_sscofpmf_nothing_overflows(self):
        one = hart(sscofpmf=False, first=2 ** 64 - 1)
        one.count(3, 1)
        self.assertEqual((one.value[3], one.event[3], one.mip), (0, 0, 0))


class UserTest(unittest.TestCase):
    def test_mcounteren_lets_s_mode_read(self):
        one = hart(first=0x1122334455667788)
        one.readable = {0, 3}
        self.assertEqual([one.user_read(0xC00 + n) for n in range(4)],
                         [0x1122334455667788, None, None, 0x1122334455667788])

    def test_rv32_reads_halves(self):
        one = hart(xlen=32, width=48, first=0x1122334455667788)
        one.readable = {3}
        self.assertEqual((one.user_read(0xC03), one.user_read(0xC83)), (0x55667788, 0x3344))


class MemoryTest(unittest.TestCase):
    def test_all_bytes_must_be_the_supervisors(self):
        memory = Memory(0x1000, [WRITABLE, READ_ONLY, NONE, WRITABLE])
        for address, size, reads, writes in (
                (0x1000, 4096, 0, 0), (0xfff, 1, None, None), (0x1fff, 1, 4095, 4095),
                (0x1fff, 2, 4095, None), (0x2ff0, 17, None, None), (0x4000, 4096, 0x3000, 0x3000),
                (0x4000, 4097, None, None)):
            found = memory.find(address, size, False), memory.find(address, size, True)
            self.assertEqual(found, (reads, writes))

    def test_words_have_the_low_byte_first(self):
        memory = Memory(0, [WRITABLE])
        memory.write(8, 8, 0x0102030405060708)
        self.assertEqual(bytes(memory.content[8:10]), b"\x08\x07")
        self.assertEqual(memory.read(12, 4), 0x01020304)

    def test_bits_of_a_word(self):
        self.assertEqual((bits_of(0), bits_of(0x8001), bits_of(1 << 63)), ((), (0, 15), (63,)))


if __name__ == "__main__":
    unittest.main()
