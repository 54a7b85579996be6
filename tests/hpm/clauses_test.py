# SPDX-License-Identifier: Apache-2.0
"""Each sentence of Sscofpmf 1.0, and what the privileged architecture says of the counters, as a case that
RTL, model and witness run, with the values typed by hand. Tags are those of the specification."""
import unittest

from tests.hpm import clauses
from tests.hpm.script import Script
from tests.hpm.witness import CLEAR, READ, SET, WRITE, Answer

NEEDS = ("build/units/hpm/rv32-cfg/bench", "build/units/hpm/rv32-min/bench", "build/units/hpm/rv32/bench",
         "build/units/hpm/rv64-cfg/bench", "build/units/hpm/rv64-u/bench", "build/units/hpm/rv64/bench")
TOP = 2 ** 64 - 1
OF, MINH, SINH, UINH, VSINH, VUINH = (1 << bit for bit in (63, 62, 61, 60, 59, 58))
INHIBITS = {"M": MINH, "S": SINH, "U": UINH, "VS": VSINH, "VU": VUINH}
CYCLES, INSTRUCTIONS, EXCEPTIONS = 0x1, 0x2, 0x8005
SCOUNTOVF, MCOUNTINHIBIT = 0xDA0, 0x320
MCOUNTEREN, HCOUNTEREN, SCOUNTEREN = 0x306, 0x606, 0x106

# Of the specification, and the test that has it
TAGS = {
    "norm:mhpmevent_inh_op": "test_each_inhibit_bit_inhibits_its_mode_alone",
    "norm:mhpmevent_of_op": "test_of_stays_until_software_writes_it",
    "norm:hpmcounter_overflow": "test_overflow_is_that_of_the_implemented_bits",
    "norm:count_overflow_interrupt": "test_no_request_while_of_is_1",
    "norm:count_overflow_trigger": "test_no_write_overflows",
    "norm:mhpmevent_of_bit_set": "test_of_stays_until_software_writes_it",
    "norm:LCOFIP_op": "test_lcofip_is_set_by_of_and_cleared_by_software",
    "norm:scountovf_op": "test_scountovf_has_all_of_bits_and_is_read_only",
    "norm:scountovf_smode_read_access_control": "test_scountovf_is_gated_as_the_counters_are",
    "norm:scountovf_mmode_read_access": "test_scountovf_is_gated_as_the_counters_are",
    "norm:scountovf_smode_read_access": "test_scountovf_is_gated_as_the_counters_are",
    "norm:scountovf_vsmode_read_access": "test_scountovf_is_gated_as_the_counters_are",
}
# Of Smcntrpmf; what its bits may be for the supervisor is of Smcdeleg
CNTRPMF_TAGS = {
    "norm:mcyclecfg_sz": "test_on_rv32_the_upper_half_has_a_number_of_its_own",
    "norm:mcyclecfg_op": "test_each_inhibit_bit_of_mcyclecfg_inhibits_its_mode_alone",
    "norm:all_xinh_zero": "test_each_inhibit_bit_of_minstretcfg_inhibits_its_mode_alone",
    "norm:unimplemented_mode_bits": "test_all_other_bits_read_0_and_those_of_absent_modes",
    "norm:rv32_high_access": "test_on_rv32_the_upper_half_has_a_number_of_its_own",
    "norm:counter_inhibited_behavior": "test_each_inhibit_bit_of_minstretcfg_inhibits_its_mode_alone",
    "norm:transition_counting_defined": "test_an_exception_does_not_count_and_a_trap_return_counts_in_the_mode_that_it_leaves",
    "norm:cycle_counting": "test_the_mode_at_the_beginning_of_a_cycle_decides_for_mcycle",
    "norm:instret_non_inhibited": "test_each_inhibit_bit_of_minstretcfg_inhibits_its_mode_alone",
    "norm:instret_exception": "test_an_exception_does_not_count_and_a_trap_return_counts_in_the_mode_that_it_leaves",
    "norm:instret_xret": "test_an_exception_does_not_count_and_a_trap_return_counts_in_the_mode_that_it_leaves",
}


class SscofpmfTest(unittest.TestCase):
    def test_each_inhibit_bit_inhibits_its_mode_alone(self):
        """All 32 combinations, on all five modes: 29 counters at once, and the other three."""
        for first, many in ((0, 29), (29, 3)):
            script = Script("rv64")
            for i in range(many):
                combination = first + i
                script.write(0x323 + i, INSTRUCTIONS | sum(
                    INHIBITS[mode] for at, mode in enumerate(clauses.MODES) if combination >> at & 1))
            for at, mode in enumerate(clauses.MODES):
                script.blocks((3 ** at, 0, mode), mode=mode)
            reads = [script.read(0xB03 + i) for i in range(many)]
            for i, value in enumerate(script.values(*reads)):
                combination = first + i
                self.assertEqual(value, sum(3 ** at for at in range(5) if not combination >> at & 1), combination)

    def test_modes_of_a_cycle_with_four_blocks(self):
        script = Script("rv64")
        script.write(0x323, INSTRUCTIONS | MINH)
        script.write(0x324, INSTRUCTIONS | SINH | UINH)
        script.write(0x325, 0x8007 | SINH)                # trap returns
        script.write(0x326, EXCEPTIONS | MINH)
        script.blocks((1, 3, "S"), (2, 3, "U"), (4, 5, "U"), (8, 1, "M"))
        reads = [script.read(0xB03 + i) for i in range(4)]
        self.assertEqual(script.values(*reads), [14, 1, 1, 1])

    def test_of_stays_until_software_writes_it(self):
        script = Script("rv64")
        script.write(0x323, INSTRUCTIONS)
        script.write(0xB03, TOP - 1)
        script.blocks((1,))
        before = script.read(0x323)
        script.blocks((1,))
        after = script.read(0x323)
        script.blocks((200,))
        count = script.read(0xB03)
        still = script.read(0x323)
        script.clear(0x323, OF)
        cleared = script.read(0x323)
        self.assertEqual(script.values(before, after, count, still, cleared),
                         [INSTRUCTIONS, OF | INSTRUCTIONS, 200, OF | INSTRUCTIONS, INSTRUCTIONS])

    def test_overflow_is_that_of_the_implemented_bits(self):
        for build, width in (("rv64", 64), ("rv64-u", 48)):
            with self.subTest(build):
                script = Script(build)
                script.write(0x323, INSTRUCTIONS)
                script.write(0xB03, TOP)
                most = script.read(0xB03)
                script.blocks((1,), (1,))
                count, event = script.read(0xB03), script.read(0x323)
                self.assertEqual(script.values(most, count, event), [2 ** width - 1, 1, OF | INSTRUCTIONS])
        for build, width in (("rv32", 32), ("rv32-min", 40)):
            with self.subTest(build):
                script = Script(build)
                script.write(0x323, INSTRUCTIONS)
                script.write(0xB83, TOP & 0xFFFFFFFF)
                script.write(0xB03, TOP & 0xFFFFFFFF)
                high, low = script.read(0xB83), script.read(0xB03)
                script.blocks((1,))
                script.blocks((1,))
                reads = [script.read(number) for number in (0xB83, 0xB03, 0x723, 0x323)]
                self.assertEqual(script.values(high, low, *reads),
                                 [2 ** (width - 32) - 1, 2 ** 32 - 1, 0, 1, OF >> 32, INSTRUCTIONS])

    def test_several_events_jump_over_the_end(self):
        """Increments of 1 to 1020, from 1 before the end."""
        for instructions in (1, 2, 3, 255, 256, 511, 1019, 1020):
            script = Script("rv64")
            script.write(0x323, INSTRUCTIONS)
            script.write(0xB03, TOP)
            script.blocks(*((min(255, max(0, instructions - 255 * i)),) for i in range(4)))
            count, of = script.read(0xB03), script.read(SCOUNTOVF)
            self.assertEqual(script.values(count, of), [instructions - 1, 1 << 3], instructions)

    def test_no_request_while_of_is_1(self):
        for of in (0, OF):
            script = Script("rv64")
            script.write(0x323, INSTRUCTIONS | of)
            script.write(0xB03, TOP)
            script.blocks((1,))
            script.idle(4)
            event = script.read(0x323)
            self.assertEqual(script.values(event), [OF | INSTRUCTIONS])
            self.assertEqual(any(script.lcofip), of == 0)

    def test_counters_that_overflow_in_one_cycle_all_have_of_and_ask(self):
        for numbers in ((3, 4), (3, 31), (5, 6, 7), (3, 4, 5, 6), range(3, 32)):
            script = Script("rv64")
            for n in numbers:
                script.write(0x320 + n, INSTRUCTIONS)
                script.write(0xB00 + n, TOP)
            script.blocks((1,))
            script.idle(3)
            of = script.read(SCOUNTOVF)
            self.assertEqual(script.values(of), [sum(1 << n for n in numbers)])
            self.assertTrue(script.lcofip[-1])

    def test_no_write_overflows(self):
        script = Script("rv64")
        script.write(0x323, OF | CYCLES)     # no request either
        script.write(0x323, CYCLES)
        script.write(0xB03, TOP)
        script.write(0xB03, 0)               # in the cycle in which it would overflow
        event, count = script.read(0x323), script.read(0xB03)
        script.write(0xB03, TOP)
        script.write(0x323, CYCLES)          # likewise: it overflows, OF is what is written
        again, wrapped = script.read(0x323), script.read(0xB03)
        script.idle(4)
        self.assertEqual(script.values(event, count, again, wrapped), [CYCLES, 1, CYCLES, 1])
        self.assertFalse(any(script.lcofip))

    def test_the_low_half_of_mhpmevent_leaves_of(self):
        script = Script("rv32")
        script.write(0x323, CYCLES)
        script.write(0xB03, 0xFFFFFFFF)
        script.write(0x323, 5)               # in the cycle in which the counter overflows
        reads = [script.read(number) for number in (0x323, 0x723, 0xB03)]
        script.idle(2)
        self.assertEqual(script.values(*reads), [5, OF >> 32, 0])
        self.assertTrue(script.lcofip[-1])

    def test_set_and_clear_of_other_bits_lose_no_overflow(self):
        """Zicsr: bits that are not set in the operand of csrrs and csrrc are not written. The access is done in the
        cycle in which the counter overflows, so that what it reads has OF 0."""
        for build, high, event, shift in (("rv64", 0x323, CYCLES, 0), ("rv32", 0x723, 0, 32)):
            for operation, word, flags in ((SET, SINH, OF | SINH | UINH), (CLEAR, UINH, OF), (SET, OF, OF | UINH),
                                           (CLEAR, OF, UINH)):
                with self.subTest(build, operation=operation, word=word):
                    script = Script(build)
                    script.write(0x323, CYCLES)
                    script.write(high, UINH >> shift | event)
                    script.write(0xB03, TOP >> shift)
                    old = script.access(high, operation, word >> shift)
                    new = script.read(high)
                    script.idle(3)
                    self.assertEqual(script.values(old, new), [UINH >> shift | event, flags >> shift | event])
                    self.assertEqual(script.lcofip[-1], word != OF)

    def test_lcofip_is_set_by_of_and_cleared_by_software(self):
        script = Script("rv64")
        script.write(0x323, INSTRUCTIONS)
        script.write(0xB03, TOP)
        script.blocks((1,))
        at = script.cycles                   # OF is 1 from the next cycle on, LCOFIP from the one after
        script.idle(5)
        script.write_lcofip(0)
        cleared = script.cycles
        script.idle(4)
        script.write_lcofip(1)
        written = script.cycles
        script.idle(2)
        script.run()
        self.assertEqual(script.lcofip[at:at + 4], [False, False, True, True])
        self.assertEqual(script.lcofip[cleared:cleared + 4], [True, False, False, False])
        self.assertEqual(script.lcofip[written:written + 2], [False, True])

    def test_a_request_is_not_lost_to_a_write_of_lcofip(self):
        for wait in (0, 1, 2):
            script = Script("rv64")
            script.write(0x323, INSTRUCTIONS)
            script.write(0xB03, TOP)
            script.blocks((1,))
            script.idle(wait)
            script.write_lcofip(0)
            script.idle(3)
            script.run()
            self.assertEqual(script.lcofip[-1], wait < 2)

    def test_scountovf_has_all_of_bits_and_is_read_only(self):
        script = Script("rv64")
        for n in range(3, 32):
            script.write(0x320 + n, OF if n % 3 else 0)
        read = script.read(SCOUNTOVF)
        refused = script.write(SCOUNTOVF, TOP)
        answers = script.run()
        self.assertEqual(answers[read].value, sum(1 << n for n in range(3, 32) if n % 3))
        self.assertEqual(answers[refused], Answer(True, 0, True, False))

    def test_scountovf_is_gated_as_the_counters_are(self):
        script = Script("rv64")
        for n in range(3, 32):
            script.write(0x320 + n, OF)
        script.write(MCOUNTEREN, 0xFF00FFFF)
        script.write(HCOUNTEREN, 0x0F0F0F0F)
        script.write(SCOUNTEREN, TOP)
        reads = [script.read(SCOUNTOVF, mode) for mode in ("M", "S", "VS", "U", "VU")]
        answers = script.run()
        self.assertEqual([answers[read] for read in reads],
                         [Answer(True, 0xFFFFFFF8, False, False), Answer(True, 0xFF00FFF8, False, False),
                          Answer(True, 0x0F000F08, False, False), Answer(True, 0, True, False),
                          Answer(True, 0, False, True)])

    def test_bits_of_absent_modes_and_reserved_ones_are_read_only_0(self):
        for build, bits in (("rv64", OF | MINH | SINH | UINH | VSINH | VUINH), ("rv64-u", OF | MINH | UINH)):
            script = Script(build)
            script.write(0x323, TOP)         # no event has the number ffff ffff
            read = script.read(0x323)
            self.assertEqual(script.values(read), [bits])
        script = Script("rv32-min")
        script.write(0x723, 0xFFFFFFFF)
        read = script.read(0x723)
        self.assertEqual(script.values(read), [(OF | MINH) >> 32])


class CountersTest(unittest.TestCase):
    def test_mcycle_and_minstret_have_64_bits_in_every_build(self):
        for build in ("rv64", "rv64-u"):
            script = Script(build)
            script.write(0xB00, TOP - 1)
            script.write(0xB02, TOP - 1)
            cycle = script.read(0xB00)
            script.blocks((3,))
            reads = [script.read(number) for number in (0xB00, 0xB02)]
            script.idle(3)
            self.assertEqual(script.values(cycle, *reads), [TOP, 1, 1])
            self.assertFalse(any(script.lcofip))
        for build in ("rv32", "rv32-min"):
            script = Script(build)
            for number in (0xB80, 0xB00, 0xB82, 0xB02):
                script.write(number, 0xFFFFFFFF)
            script.blocks((1,))
            script.blocks((1,))
            reads = [script.read(number) for number in (0xB80, 0xB82, 0xB02)]
            self.assertEqual(script.values(*reads), [0, 0, 1])

    def test_a_half_that_is_written_keeps_the_other(self):
        script = Script("rv32")
        script.write(0xB80, 7)
        script.write(0xB00, 0xFFFFFFFF)
        script.write(0xB80, 9)               # no carry comes from the half that stays
        low, high = script.read(0xB00), script.read(0xB80)
        self.assertEqual(script.values(low, high), [0xFFFFFFFF, 10])

    WIDTHS = {"rv64": (64, 29), "rv64-u": (48, 6), "rv32": (32, 4), "rv32-min": (40, 1)}
    BLOCKS = {"rv64": (255,) * 4, "rv64-u": (7,) * 2, "rv32": (255,), "rv32-min": (1,) * 4}

    def set_count(self, script, n, value):
        if "32" in script.build:
            script.write(0xB80 + n, value >> 32)
        script.write(0xB00 + n, value & (0xFFFFFFFF if "32" in script.build else TOP))

    def read_count(self, script, n):
        """The places of its halves, the low one first."""
        return [script.read(0xB00 + n), *([script.read(0xB80 + n)] if "32" in script.build else [])]

    def check_carries(self, build, numbers, width, many):
        """`many` instructions, or one, carry into each bit of these counters, and into no other; nothing overflows."""
        cases = [(bit, amount) for bit in range(1, width) for amount in (1, many) if amount < 2 ** bit]
        script = Script(build)
        for n in numbers:
            if n > 2:
                script.write(0x320 + n, INSTRUCTIONS)
        expected = []
        while cases:
            for n, (bit, amount) in zip(numbers, cases):
                script.write(MCOUNTINHIBIT, 0xFFFFFFFF)
                self.set_count(script, n, 2 ** bit - amount)
                script.write(MCOUNTINHIBIT, 0)
                script.blocks(*((icount,) for icount in self.BLOCKS[build] if amount > 1), *(((1,),) if amount == 1 else ()))
                script.write(MCOUNTINHIBIT, 0xFFFFFFFF)
                expected.append((self.read_count(script, n), 2 ** bit, (n, bit, amount)))
            cases = cases[len(numbers):]
        events = [script.read(0x320 + n + (0x400 if "32" in build else 0)) for n in numbers if n > 2]
        answers = script.run()
        for places, value, case in expected:
            self.assertEqual(sum(answers[place].value << 32 * half for half, place in enumerate(places)), value, case)
        for place in events:
            self.assertEqual(answers[place].value >> (31 if "32" in build else 63), 0)
        self.assertFalse(any(script.lcofip))

    def test_a_carry_passes_every_bit_of_mhpmcounter_and_sets_no_of(self):
        for build, (width, counters) in self.WIDTHS.items():
            with self.subTest(build):
                self.check_carries(build, range(3, 3 + counters), width, sum(self.BLOCKS[build]))

    def test_a_carry_passes_every_bit_of_minstret(self):
        for build in self.WIDTHS:
            with self.subTest(build):
                self.check_carries(build, (2,), 64, sum(self.BLOCKS[build]))

    def test_a_carry_passes_every_bit_of_mcycle(self):
        for build in self.WIDTHS:
            with self.subTest(build):
                script = Script(build)
                expected = []
                for bit in range(1, 64):
                    script.write(MCOUNTINHIBIT, 1)
                    self.set_count(script, 0, 2 ** bit - 1)
                    script.write(MCOUNTINHIBIT, 0)
                    script.write(MCOUNTINHIBIT, 1)     # in the cycle that counts
                    expected.append((self.read_count(script, 0), 2 ** bit))
                answers = script.run()
                for places, value in expected:
                    self.assertEqual(sum(answers[place].value << 32 * half for half, place in enumerate(places)), value)

    def test_mcountinhibit_stops_each_counter_and_has_no_bit_1(self):
        for n, number, event in ((0, 0xB00, None), (2, 0xB02, None), (3, 0xB03, CYCLES), (31, 0xB1F, CYCLES)):
            script = Script("rv64")
            if event:
                script.write(0x320 + n, event)
            script.write(MCOUNTINHIBIT, 1 << n | 2)
            before = script.read(number)
            script.blocks((3,), (4,))
            after, inhibit = script.read(number), script.read(MCOUNTINHIBIT)
            script.write(MCOUNTINHIBIT, 0)
            script.idle(3)
            more = script.read(number)
            before, after, inhibit, more = script.values(before, after, inhibit, more)
            self.assertEqual((after, inhibit), (before, 1 << n))
            self.assertEqual(more, after + (0 if n == 2 else 3))

    def test_all_is_0_after_reset(self):
        numbers = (0xB02, 0xB03, 0x323, MCOUNTINHIBIT, MCOUNTEREN, HCOUNTEREN, SCOUNTEREN, SCOUNTOVF)
        script = Script("rv64")
        for number in numbers[:-1]:
            script.write(number, TOP)
        script.cycle(reset=True)
        reads = [script.read(number) for number in (0xB00, *numbers)]
        self.assertEqual(script.values(*reads), [0] * (1 + len(numbers)))

    def test_debug_mode_counts_as_m_unless_it_stops_counting(self):
        script = Script("rv64")
        for n, event in ((3, CYCLES), (4, CYCLES | MINH), (5, CYCLES | SINH)):
            script.write(0x320 + n, event)
        script.write(MCOUNTINHIBIT, TOP)
        for n in (3, 4, 5):
            script.write(0xB00 + n, 0)
        script.write(MCOUNTINHIBIT, 0, mode="D")
        script.cycle("D")
        script.cycle("D", stop=True)
        reads = [script.read(0xB00 + n, mode="D", stop=True) for n in (3, 4, 5)]
        self.assertEqual(script.values(*reads), [1, 0, 1])

    def test_events_of_the_cycle_are_those_of_its_first_mode(self):
        events = {3: 0x8010, 4: 0x8011, 5: 0x8012, 6: 0x8013, 7: 0x8020, 8: 0x8027, 9: 0x8011 | MINH, 10: CYCLES | UINH}
        script = Script("rv64")
        for n, event in events.items():
            script.write(0x320 + n, event)
        script.write(0xB0A, 0)
        script.cycle("M", messages=3, octets=15, stall=True, ext=0x81)
        script.block(1, 3, "U")
        script.cycle("U", octets=4, loss=True, ext=0x80)
        script.block(1, 1, "M")
        reads = [script.read(0xB00 + n) for n in events]
        self.assertEqual(script.values(*reads), [3, 19, 1, 1, 1, 2, 4, 8])

    def test_an_event_that_is_not_ours_is_0(self):
        script = Script("rv64")
        reads = []
        numbers = (0, 3, 4, 6, 7, 8, 9, 10, 0x7FFF, 0x8008, 0x800F, 0x8014, 0x801F, 0x8028, 0x10001, 0x80000001)
        for number in numbers:
            script.write(0x323, 5)
            script.write(0x323, number)
            reads.append(script.read(0x323))
        for number in clauses.EVENTS:
            script.write(0x323, number | 3 << 56 | 0xFFFFFF << 32)   # bits 57 to 32 read 0
            reads.append(script.read(0x323))
        self.assertEqual(script.values(*reads), [0] * len(numbers) + list(clauses.EVENTS))

    def test_events_of_inputs_that_a_build_lacks_are_not_ours(self):
        for build, inputs in (("rv64", 8), ("rv64-u", 3), ("rv32-min", 0)):
            script = Script(build)
            reads = []
            for i in range(8):
                script.write(0x323, 0x8020 + i)
                reads.append(script.read(0x323))
            self.assertEqual(script.values(*reads), [0x8020 + i if i < inputs else 0 for i in range(8)])


class OwnCountTest(unittest.TestCase):
    """Zicsr: "If a CSR access instruction writes such a CSR, the write is done instead of the increment. In
    particular, a value written to instret by one instruction will be the value read by the following
    instruction". So it is for all counters here."""
    COUNTERS = {"rv64": range(2, 32), "rv32": range(2, 7), "rv64-u": range(2, 9), "rv32-min": (2, 3)}

    def selected(self, build):
        """A script in which all counters but mcycle count instructions."""
        script = Script(build)
        for n in self.COUNTERS[build]:
            if n > 2:
                script.write(0x320 + n, INSTRUCTIONS)
        return script

    def test_a_written_counter_reads_back_by_the_next_instruction_as_written(self):
        for build, counters in self.COUNTERS.items():
            with self.subTest(build):
                script = self.selected(build)
                reads = []
                for n in counters:
                    script.execute(0xB00 + n, WRITE, 100 + n)
                    reads.append(script.execute(0xB00 + n, READ))
                self.assertEqual(script.values(*reads), [100 + n for n in counters])

    def test_bits_that_are_set_or_cleared_are_a_write(self):
        script = self.selected("rv64")
        script.execute(0xB02, WRITE, 0x10)
        script.execute(0xB02, SET, 0)        # csrrs with a register that holds 0
        read = script.execute(0xB02, READ)
        script.execute(0xB02, SET, 0x100)
        script.execute(0xB02, CLEAR, 0x10)
        again = script.execute(0xB02, READ)
        self.assertEqual(script.values(read, again), [0x10, 0x101])

    def test_each_half_is_a_write_of_the_whole_counter(self):
        for build, n, top in (("rv32", 2, 2 ** 32 - 1), ("rv32-min", 3, 2 ** 8 - 1)):
            script = self.selected(build)
            script.execute(0xB80 + n, WRITE, top)
            script.execute(0xB00 + n, WRITE, 2 ** 32 - 1)
            script.execute(0xB80 + n, WRITE, top)     # at the end; its own count would overflow
            low, high = script.execute(0xB00 + n, READ), script.read(0xB80 + n)
            self.assertEqual(script.values(low, high), [2 ** 32 - 1, 0])

    def test_it_counts_in_all_other_counters(self):
        script = self.selected("rv64")
        for n in (2, 3, 4):
            script.write(0xB00 + n, 0)
        script.execute(0xB03, WRITE, 50)
        reads = [script.read(0xB00 + n) for n in (2, 3, 4)]
        self.assertEqual(script.values(*reads), [1, 50, 1])

    def test_those_after_it_in_its_block_and_cycle_count(self):
        for n in (2, 3):
            for wait in (0, 3):
                script = self.selected("rv64")
                script.access(0xB00 + n, WRITE, 1000, retires=True)
                script.idle(wait)
                script.blocks((5, 9), (7,), (2, 5))
                first = script.read(0xB00 + n)
                script.blocks((1,))
                second = script.read(0xB00 + n)
                self.assertEqual(script.values(first, second), [1013, 1014])

    def test_it_is_in_its_mode_whatever_ends_its_block(self):
        script = self.selected("rv64")
        script.write(0x323, INSTRUCTIONS | MINH)
        script.write(0x324, 0x8006)          # interrupts
        script.access(0xB03, WRITE, 7, retires=True)
        script.blocks((1, 2, "S"))           # an interrupt comes after it
        script.blocks((4, 0, "S"), mode="S")
        script.access(0xB04, WRITE, 7, mode="D", retires=True)
        script.blocks((4, 2, "M"), mode="S")
        reads = [script.read(0xB00 + n) for n in (3, 4)]
        self.assertEqual(script.values(*reads), [15, 8])

    def test_what_writes_nothing_or_is_of_no_instruction_leaves_nothing_out(self):
        for operation, word, mode, number, retires, value in (
                (READ, 0, "M", 0xB02, True, 1), (WRITE, 9, "S", 0xB02, True, 1), (WRITE, 9, "M", 0xC02, True, 1),
                (WRITE, 9, "D", 0xB02, True, 10), (WRITE, 9, "M", 0xB02, False, 10), (WRITE, 9, "M", 0xB00, True, 1),
                (WRITE, 0, "M", 0x320, True, 1), (WRITE, 9, "M", 0xB02, True, 9)):
            with self.subTest((operation, mode, number, retires)):
                script = Script("rv64")
                script.access(number, operation, word, mode, retires=retires)
                script.blocks((1,))
                read = script.read(0xB02)
                self.assertEqual(script.values(read), [value])

    def test_no_instruction_is_left_out_while_the_counter_rests(self):
        script = self.selected("rv64")
        script.write(MCOUNTINHIBIT, 1 << 2 | 1 << 3)
        for n in (2, 3):
            script.execute(0xB00 + n, WRITE, 20)
            script.blocks((3,))
        script.write(MCOUNTINHIBIT, 0)
        script.blocks((1,))
        reads = [script.read(0xB00 + n) for n in (2, 3)]
        self.assertEqual(script.values(*reads), [21, 21])


class SmcntrpmfTest(unittest.TestCase):
    CFG = {0: 0x321, 2: 0x322}
    MODES = ("M", "S", "U", "VS", "VU")

    def test_each_inhibit_bit_of_minstretcfg_inhibits_its_mode_alone(self):
        """All 32 combinations, on all five modes, in blocks of one cycle and of several."""
        script = Script("rv64-cfg")
        reads = []
        for combination in range(32):
            script.write(0x322, sum(INHIBITS[mode] for at, mode in enumerate(self.MODES) if combination >> at & 1))
            script.write(0xB02, 0)
            for at, mode in enumerate(self.MODES):
                script.blocks((3 ** at, 0, mode), mode=mode)
            reads.append(script.read(0xB02))
        self.assertEqual(script.values(*reads), [sum(3 ** at for at in range(5) if not combination >> at & 1)
                                                 for combination in range(32)])

    def test_each_inhibit_bit_of_mcyclecfg_inhibits_its_mode_alone(self):
        script = Script("rv64-cfg")
        reads = []
        for combination in range(32):
            script.write(0x321, sum(INHIBITS[mode] for at, mode in enumerate(self.MODES) if combination >> at & 1))
            script.write(0xB00, 0)
            for at, mode in enumerate(self.MODES):
                script.idle(3 ** at, mode)
            reads.append(script.read(0xB00))
        self.assertEqual(script.values(*reads), [sum(3 ** at for at in range(5) if not combination >> at & 1)
                                                 for combination in range(32)])

    def test_an_exception_does_not_count_and_a_trap_return_counts_in_the_mode_that_it_leaves(self):
        """U mode alone counts: a load that traps once, its handler, and the load again."""
        script = Script("rv64-cfg")
        script.write(0x322, MINH | SINH | VSINH | VUINH)
        script.write(0xB02, 0)
        script.blocks((2, 1, "M"), mode="U")          # two instructions, then the load traps
        script.blocks((9, 3, "U"), mode="M")          # the handler, with its mret
        script.blocks((1, 0, "U"), mode="U")          # the load
        alone = script.read(0xB02)
        script.write(0xB02, 0)
        script.blocks((2, 1, "M"), (9, 3, "U"), (1, 0, "U"), (4, 2, "S"), mode="U")   # all in one cycle
        together = script.read(0xB02)
        script.write(0x322, UINH)
        script.write(0xB02, 0)
        script.blocks((2, 1, "M"), (9, 3, "U"), (1, 0, "U"), (4, 2, "S"), mode="U")
        others = script.read(0xB02)
        self.assertEqual(script.values(alone, together, others), [3, 7, 9])

    def test_the_mode_at_the_beginning_of_a_cycle_decides_for_mcycle(self):
        script = Script("rv64-cfg")
        script.write(0x321, MINH)
        script.write(0xB00, 0)
        script.blocks((1, 3, "U"), mode="M")
        script.blocks((1, 1, "M"), mode="U")
        read = script.read(0xB00)
        self.assertEqual(script.values(read), [1])

    def test_debug_mode_is_inhibited_as_m(self):
        script = Script("rv64-cfg")
        script.write(0x321, SINH | UINH)
        script.write(0xB00, 0, mode="D")
        script.idle(3, "D")
        counts = script.read(0xB00, mode="D")
        script.write(0x321, MINH, mode="D")
        script.write(0xB00, 0, mode="D")
        script.idle(3, "D")
        rests = script.read(0xB00, mode="D")
        self.assertEqual(script.values(counts, rests), [3, 0])

    def test_all_other_bits_read_0_and_those_of_absent_modes(self):
        for build, bits, number in (("rv64-cfg", MINH | SINH | UINH | VSINH | VUINH, 0x321),
                                    ("rv64-cfg", MINH | SINH | UINH | VSINH | VUINH, 0x322)):
            script = Script(build)
            script.write(number, TOP)
            read = script.read(number)
            self.assertEqual(script.values(read), [bits])
        for number in (0x321, 0x322):
            script = Script("rv32-cfg")
            script.write(number, 0xFFFFFFFF)
            script.write(number + 0x400, 0xFFFFFFFF)
            low, high = script.read(number), script.read(number + 0x400)
            self.assertEqual(script.values(low, high), [0, (MINH | SINH | UINH) >> 32])

    def test_each_is_of_its_own_counter_and_0_after_reset(self):
        script = Script("rv64-cfg")
        script.write(0x321, MINH)
        instret = script.read(0x322)
        script.write(0x322, SINH)
        cycle = script.read(0x321)
        script.cycle(reset=True)
        after = [script.read(number) for number in self.CFG.values()]
        self.assertEqual(script.values(instret, cycle, *after), [0, MINH, 0, 0])

    def test_on_rv32_the_upper_half_has_a_number_of_its_own(self):
        script = Script("rv32-cfg")
        script.write(0x721, MINH >> 32)
        script.write(0x321, 0)               # leaves it
        script.write(0xB00, 0)
        script.idle(3)
        rests = script.read(0xB00)
        script.clear(0x721, MINH >> 32)
        script.write(0xB00, 0)
        counts = script.read(0xB00)
        self.assertEqual(script.values(rests, counts), [0, 0])
        self.assertTrue(all(answer.hit for answer in script.run()))

    def test_they_are_of_machine_mode_alone_and_absent_without_the_extension(self):
        for mode in self.MODES:
            script = Script("rv64-cfg")
            reads = [script.read(number, mode) for number in self.CFG.values()]
            answers = script.run()
            for read in reads:
                self.assertEqual((answers[read].hit, answers[read].illegal), (True, mode != "M"))
        for build in ("rv64", "rv64-cfg"):
            script = Script(build)
            reads = [script.read(number) for number in (0x321, 0x322, 0x721, 0x722)]
            answers = script.run()
            self.assertEqual([answers[read].hit for read in reads], [build == "rv64-cfg"] * 2 + [False] * 2)


class AccessTest(unittest.TestCase):
    MODES = {"rv64": ("M", "S", "U", "VS", "VU"), "rv32": ("M", "S", "U", "VS", "VU"), "rv64-u": ("M", "U"),
             "rv32-min": ("M",), "rv64-cfg": ("M", "S", "U", "VS", "VU"), "rv32-cfg": ("M", "S", "U")}

    def test_user_counters_by_mode_and_all_enables(self):
        for build in ("rv64", "rv32"):
            numbers = {0: 0xC00, 2: 0xC02, 3: 0xC03, 6: 0xC06}
            halves = (0, 0x80) if build == "rv32" else (0,)
            script = Script(build)
            expected = []
            for bits in range(8):
                for at, register in ((2, MCOUNTEREN), (1, HCOUNTEREN), (0, SCOUNTEREN)):
                    script.write(register, 0x7D if bits >> at & 1 else 0x02)
                for mode in self.MODES[build]:
                    for n, number in numbers.items():
                        for half in halves:
                            place = script.read(number + half, mode)
                            expected.append((place, clauses.USER_ACCESS[mode][bits], (mode, bits, n)))
            answers = script.run()
            for place, outcome, case in expected:
                answer = answers[place]
                self.assertEqual((answer.hit, answer.illegal, answer.virtual),
                                 (True, outcome == clauses.ILL, outcome == clauses.VIRT), case)

    def test_one_enable_does_not_open_another_counter(self):
        script = Script("rv64")
        for register in (MCOUNTEREN, HCOUNTEREN, SCOUNTEREN):
            script.write(register, 1 << 17)
        reads = [script.read(0xC00 + n, "VU") for n in range(32)]
        answers = script.run()
        self.assertEqual([n for n, place in enumerate(reads) if answers[place].hit and not answers[place].illegal],
                         [17])

    def test_every_number_in_every_mode_reads_and_writes_as_the_witness_says(self):
        """All 4096 numbers: the witness is the judge of each answer (Script.run)."""
        for build, modes in self.MODES.items():
            script = Script(build)
            for register in (MCOUNTEREN, HCOUNTEREN, SCOUNTEREN):
                script.write(register, 0x55555555)
            for mode in modes:
                for number in range(4096):
                    script.read(number, mode)
                    if mode != "M":
                        script.write(number, TOP & (2 ** (32 if "32" in build else 64) - 1), mode)
                    if number in (SCOUNTEREN, HCOUNTEREN):
                        script.write(number, 0x33333333)
            hits = sum(answer.hit for answer in script.run())
            self.assertGreater(hits, 98 * len(modes))


class TagsTest(unittest.TestCase):
    def test_every_tag_has_its_test(self):
        for tag, name in TAGS.items():
            self.assertTrue(hasattr(SscofpmfTest, name), tag)
        for tag, name in CNTRPMF_TAGS.items():
            self.assertTrue(hasattr(SmcntrpmfTest, name), tag)


if __name__ == "__main__":
    unittest.main()
