# SPDX-License-Identifier: Apache-2.0
"""The witness of the SBI's PMU extension does what the text says, alone: start, stop, the snapshot,
firmware counters, event_get_info. Values are typed by hand from the text and its decisions."""
import unittest

from tests.pmu.hart import READ_ONLY
from tests.pmu.machine import (AUTO, BASE, CLEAR, CYCLES, DTLB_READ_MISS, FW, FW_IPI_SENT, FW_LOAD,
                               FW_OWN, FW_PLATFORM, INIT_SNAPSHOT, INIT_VALUE, INSTRUCTIONS, LCOFIP,
                               OF, PAGE, RAW, RAW_V2, RESET, SKIP, TAKE_SNAPSHOT, PmuTest)

TOP = 2 ** 64 - 1


class StartTest(PmuTest):
    def test_without_a_flag_the_value_stays(self):
        self.start_hart(first=42)
        self.configure(3)
        self.assertEqual(self.begin(3, value=7), self.ok())
        self.assertEqual(self.hart.value[3], 42)

    def test_set_init_value_is_for_each_of_the_set(self):
        for xlen in (32, 64):
            self.start_hart(xlen=xlen, width=48)
            self.configure(0, CYCLES, SKIP)
            self.configure(3)
            self.configure(FW, FW_LOAD)
            self.assertEqual(self.begin(0, 9, INIT_VALUE, 0xfedcba9876543210), self.ok())
            self.assertEqual(self.begin(FW, 1, INIT_VALUE, 0xfedcba9876543210), self.ok())
            self.assertEqual([self.pmu.value(n) for n in (0, 3, FW)],
                             [0xfedcba9876543210, 0xba9876543210, 0xfedcba9876543210])

    def test_both_initial_values(self):
        self.start_hart()
        self.share()
        self.configure(3)
        self.refuses("INVALID_PARAM", 3, 3, 1, INIT_VALUE | INIT_SNAPSHOT)

    def test_a_counter_that_was_never_configured(self):
        self.start_hart()
        self.configure(3)
        self.refuses("INVALID_PARAM", 3, 3, 3)
        self.refuses("INVALID_PARAM", 3, 4, 1)
        self.refuses("INVALID_PARAM", 3, 3, 3, INIT_SNAPSHOT)  # before NO_SHMEM
        self.assertEqual(self.stop(3, 1, RESET), ("ALREADY_STOPPED", 0))
        self.refuses("INVALID_PARAM", 3, 3, 1)

    def test_one_that_runs_is_left_alone(self):
        self.start_hart()
        self.configure(3, flags=AUTO)
        self.configure(4)
        self.hart.event[3] += OF
        self.assertEqual(self.begin(3, 3, INIT_VALUE, 500), ("ALREADY_STARTED", 0))
        self.assertEqual((self.hart.value[3], self.hart.value[4]), (0, 500))
        self.assertEqual(self.hart.event[3], CYCLES | 1 << 62 | OF)

    def test_the_old_value_does_not_interrupt(self):
        self.start_hart(first=TOP)
        self.configure(3)
        self.assertEqual(self.begin(3, 1, INIT_VALUE, 5), self.ok())
        self.hart.count(3, 1)
        self.assertEqual((self.hart.value[3], self.hart.mip), (6, 0))

    def test_of_is_cleared_unless_an_overflow_waits(self):
        for pending, left in ((0, 0), (LCOFIP, OF)):
            self.start_hart()
            self.configure(3)
            self.hart.event[3] += OF
            self.hart.mip = pending | 0x800
            self.assertEqual(self.begin(3), self.ok())
            self.assertEqual(self.hart.event[3] & OF, left)
            self.assertEqual(self.hart.mip, pending | 0x800)

    def test_bit_63_without_sscofpmf_is_not_of(self):
        self.start_hart(sscofpmf=False)
        self.configure(3)
        self.hart.event[3] = OF
        self.assertEqual(self.begin(3), self.ok())
        self.assertEqual(self.hart.event[3], OF)


class StopTest(PmuTest):
    def test_stopped_counters_keep_value_event_and_of(self):
        self.start_hart()
        self.configure(3, flags=AUTO)
        self.hart.event[3] += OF
        self.hart.count(3, 5)
        self.assertEqual(self.stop(3), self.ok())
        self.hart.count(3, 5)
        self.assertEqual((self.hart.value[3], self.hart.event[3]), (5, CYCLES | 1 << 62 | OF))

    def test_reset_takes_the_event_also_of_one_that_is_stopped(self):
        self.start_hart(first=3)
        for n in (3, 4):
            self.configure(n, flags=AUTO)
        self.assertEqual(self.stop(3, 1), self.ok())
        self.hart.event[4] += OF
        self.assertEqual(self.stop(3, 3, RESET), ("ALREADY_STOPPED", 0))
        self.assertEqual((self.hart.event[3], self.hart.event[4], self.hart.value[4]), (0, 0, 3))
        self.assertEqual(self.match(3, 3, CYCLES), self.ok(3))

    def test_reset_makes_fixed_counters_free(self):
        self.start_hart()
        self.configure(0, CYCLES, SKIP | AUTO)
        self.assertEqual(self.stop(0, 1, RESET), self.ok())
        self.configure(0, CYCLES)

    def test_a_counter_that_was_never_configured_is_stopped_already(self):
        self.start_hart()
        self.refuses("ALREADY_STOPPED", 4, 3, 1, 0)
        self.refuses("ALREADY_STOPPED", 4, FW, 1, RESET)


class SnapshotTest(PmuTest):
    def test_set_shmem_writes_nothing(self):
        self.start_hart()
        self.memory.content[:] = b"\xa5" * len(self.memory.content)
        self.share()
        self.share(1)
        self.assertEqual(set(self.memory.content), {0xa5})

    def test_only_both_all_ones_disable(self):
        for xlen in (32, 64):
            self.start_hart(xlen=xlen)
            self.share()
            self.refuses("INVALID_PARAM", 7, self.ones, 0, 0)    # an address, not aligned
            self.refuses("INVALID_ADDRESS", 7, BASE, self.ones, 0)
            self.assertEqual(self.call(7, self.ones, self.ones, 0), self.ok())
            self.refuses("NO_SHMEM", 4, 3, 1, TAKE_SNAPSHOT)

    def test_flags_first_then_alignment_then_the_address(self):
        for xlen in (32, 64):
            self.start_hart(xlen=xlen)
            for bit in range(xlen):
                self.refuses("INVALID_PARAM", 7, self.ones, self.ones, 1 << bit)
            for bit in range(12):
                self.refuses("INVALID_PARAM", 7, BASE + (1 << bit), 1, 0)
            self.refuses("INVALID_ADDRESS", 7, BASE, 1, 0)

    def test_a_page_that_is_not_the_supervisors_or_not_writable(self):
        self.start_hart()
        for page in (-1, 2, 3, 4):
            self.refuses("INVALID_ADDRESS", 7, BASE + PAGE * page, 0, 0)

    def test_the_upper_half_of_the_address_on_rv32(self):
        self.start_hart(xlen=32)
        self.memory.base = 0x3_80200000
        self.refuses("INVALID_ADDRESS", 7, 0x80200000, 0, 0)
        self.assertEqual(self.call(7, 0x80200000, 3, 0), self.ok())

    def test_a_failed_set_shmem_keeps_the_area(self):
        self.start_hart()
        self.share(1)
        self.refuses("INVALID_ADDRESS", 7, BASE + 3 * PAGE, 0, 0)
        self.configure(3, flags=AUTO)
        self.hart.count(3, 9)
        self.assertEqual(self.stop(3, 1, TAKE_SNAPSHOT), self.ok())
        self.assertEqual(self.slot(0, page=1), 9)

    def test_flags_without_an_area_and_nothing_is_started_or_stopped(self):
        self.start_hart()
        self.configure(3)
        self.configure(4, flags=AUTO)
        self.refuses("NO_SHMEM", 3, 3, 1, INIT_SNAPSHOT)
        self.refuses("NO_SHMEM", 4, 4, 1, TAKE_SNAPSHOT)
        self.refuses("NO_SHMEM", 4, 3, 1, TAKE_SNAPSHOT | RESET)

    def test_an_area_that_the_supervisor_has_no_more(self):
        self.start_hart()
        self.share()
        self.configure(3)
        self.memory.pages[0] = READ_ONLY
        self.refuses("NO_SHMEM", 4, 3, 1, TAKE_SNAPSHOT)
        self.assertEqual(self.begin(3, 1, INIT_SNAPSHOT), self.ok())  # only reads

    def test_a_platform_that_shares_no_memory(self):
        self.start_hart(shares_memory=False)
        self.refuses("NOT_SUPPORTED", 7, BASE, 0, 0)
        self.refuses("NOT_SUPPORTED", 8, BASE, 0, 1, 0)
        self.configure(3)
        self.refuses("NO_SHMEM", 3, 3, 1, INIT_SNAPSHOT)

    def test_slots_and_bits_are_relative_to_the_base(self):
        self.start_hart()
        self.share()
        self.configure(17, flags=AUTO)
        self.hart.count(17, 1)
        self.hart.event[17] += OF
        self.assertEqual(self.stop(17, 1, TAKE_SNAPSHOT), self.ok())
        self.assertEqual((self.bitmap(), self.slot(0)), (1, 1))
        self.assertEqual(self.stop(10, 1 << 7, TAKE_SNAPSHOT), ("ALREADY_STOPPED", 0))
        self.assertEqual((self.bitmap(), self.slot(7)), (0x81, 1))

    def test_the_last_slots_of_both_xlen(self):
        for xlen in (32, 64):
            self.start_hart(xlen=xlen, counters={31}, fw_counters=32)
            self.share()
            self.pmu.set_value(31 if xlen == 32 else 63, 0x123456789abcdef0)
            self.assertEqual(self.stop(0, 1 << xlen - 1, TAKE_SNAPSHOT), ("ALREADY_STOPPED", 0))
            self.assertEqual(self.slot(xlen - 1), 0x123456789abcdef0)

    def test_a_set_with_one_stopped_before_is_saved_as_a_whole(self):
        self.start_hart(first=6)
        self.share()
        self.configure(3)
        self.configure(5, flags=AUTO)
        # 4 and 6 never had an event
        self.assertEqual(self.stop(3, 0xf, TAKE_SNAPSHOT), ("ALREADY_STOPPED", 0))
        self.assertEqual([self.slot(i) for i in range(5)], [6, 6, 6, 6, 0])

    def test_bits_of_the_set_are_set_or_cleared_and_others_kept(self):
        self.start_hart()
        self.share()
        self.memory.write(0, 8, TOP - 1)
        for n in (3, 4, 5):
            self.configure(n, flags=AUTO)
        self.hart.event[4] += OF
        self.assertEqual(self.stop(3, 7, TAKE_SNAPSHOT), self.ok())
        self.assertEqual(self.bitmap(), 0xfffffffffffffffa)

    def test_fixed_and_firmware_counters_have_no_overflow(self):
        self.start_hart()
        self.share()
        self.memory.write(0, 8, TOP)
        self.configure(0, CYCLES, SKIP | AUTO)
        self.configure(FW, FW_LOAD, AUTO)
        self.hart.count(0, TOP)
        self.hart.count(0, TOP)
        self.assertEqual(self.stop(0, 1 | 1 << FW, TAKE_SNAPSHOT), self.ok())
        self.assertEqual(self.bitmap(), TOP - 1 - (1 << FW))

    def test_without_sscofpmf_the_bitmap_is_0(self):
        self.start_hart(sscofpmf=False)
        self.share()
        self.memory.write(0, 8, TOP)
        self.configure(3, flags=AUTO)
        self.assertEqual(self.stop(3, 1, TAKE_SNAPSHOT), self.ok())
        self.assertEqual(self.bitmap(), 0)

    def test_with_reset_the_bit_tells_the_overflow_all_the_same(self):
        self.start_hart()
        self.share()
        self.configure(3, flags=AUTO)
        self.hart.count(3, TOP)
        self.hart.count(3, 2)
        self.assertEqual(self.stop(3, 1, TAKE_SNAPSHOT | RESET), self.ok())
        self.assertEqual((self.bitmap(), self.slot(0), self.hart.event[3]), (1, 1, 0))

    def test_nothing_else_of_the_page_is_written(self):
        self.start_hart()
        self.share()
        self.memory.content[:] = b"\xa5" * len(self.memory.content)
        self.configure(4, flags=AUTO)
        self.assertEqual(self.stop(0, 1 << 4, TAKE_SNAPSHOT), self.ok())
        left = bytes(self.memory.content)
        self.assertEqual(set(left[8:40] + left[48:]), {0xa5})
        self.assertEqual(left[40:48], bytes(8))

    def test_values_begin_with_those_of_the_slots(self):
        self.start_hart(width=40)
        self.share()
        for n, event in ((4, CYCLES), (6, CYCLES), (FW, FW_LOAD)):
            self.configure(n, event)
        for index in range(64):
            self.memory.write(8 + 8 * index, 8, 0x1100000000000000 + index)
        self.assertEqual(self.begin(3, 0b1010, INIT_SNAPSHOT), self.ok())
        self.assertEqual(self.begin(0, 1 << FW, INIT_SNAPSHOT), self.ok())
        self.assertEqual([self.pmu.value(n) for n in (4, 6, FW)], [1, 3, 0x1100000000000000 + FW])


class FirmwareTest(PmuTest):
    def test_each_event_counts_while_its_counter_runs(self):
        self.start_hart()
        self.configure(FW, FW_LOAD)
        self.pmu.fw_event(2)
        self.assertEqual(self.begin(FW), self.ok())
        self.pmu.fw_event(2)
        self.pmu.fw_event(3)
        self.assertEqual(self.call(5, FW), self.ok(1))
        self.assertEqual(self.stop(FW), self.ok())
        self.pmu.fw_event(2)
        self.assertEqual(self.call(5, FW), self.ok(1))

    def test_sent_is_counted_for_each_target(self):
        self.start_hart()
        self.configure(FW, FW_IPI_SENT, AUTO)
        for _ in range(3):  # an IPI to three harts
            self.pmu.fw_event(6)
        self.assertEqual(self.call(5, FW), self.ok(3))

    def test_two_counters_of_one_event_count_for_themselves(self):
        self.start_hart()
        self.configure(FW, FW_LOAD, AUTO)
        self.pmu.fw_event(2)
        self.configure(FW + 1, FW_LOAD, AUTO)
        self.pmu.fw_event(2)
        self.assertEqual([self.call(5, n) for n in (FW, FW + 1)], [self.ok(2), self.ok(1)])

    def test_events_of_the_platform_by_their_data(self):
        self.start_hart()
        self.configure(FW, FW_PLATFORM, AUTO, data=1)
        self.configure(FW + 1, FW_PLATFORM, AUTO, data=2)
        self.configure(FW + 2, FW_OWN, AUTO)
        self.pmu.fw_platform_event(2)
        self.pmu.fw_event(256)
        self.assertEqual([self.call(5, FW + n)[1] for n in range(3)], [0, 1, 1])

    def test_fw_read_refuses_hardware_holes_and_what_was_never_configured(self):
        self.start_hart()
        for fid in (5, 6):
            for n in (0, 1, 2, 3, 18, FW, 34, 35, 1 << 32, self.ones):
                self.refuses("INVALID_PARAM", fid, n)

    def test_the_halves_of_a_count(self):
        self.start_hart(xlen=32)
        self.configure(FW, FW_LOAD)
        self.assertEqual(self.begin(FW, 1, INIT_VALUE, 0xfedcba98ffffffff), self.ok())
        self.pmu.fw_event(2)
        self.assertEqual((self.call(5, FW), self.call(6, FW)), (self.ok(0), self.ok(0xfedcba99)))
        self.start_hart()
        self.configure(FW, FW_LOAD)
        self.assertEqual(self.begin(FW, 1, INIT_VALUE, 0xfedcba9876543210), self.ok())
        self.assertEqual(self.call(5, FW), self.ok(0xfedcba9876543210))
        self.assertEqual(self.call(6, FW), self.ok(0))

    def test_a_count_wraps_at_64_bits(self):
        self.start_hart(xlen=32)
        self.configure(FW, FW_LOAD)
        self.assertEqual(self.begin(FW, 1, INIT_VALUE, TOP), self.ok())
        self.pmu.fw_event(2)
        self.assertEqual((self.call(5, FW), self.call(6, FW)), (self.ok(0), self.ok(0)))

    def test_after_reset_it_cannot_be_read_and_goes_on_when_matched_again(self):
        self.start_hart()
        self.configure(FW, FW_LOAD, AUTO)
        self.pmu.fw_event(2)
        self.assertEqual(self.stop(FW, 1, RESET), self.ok())
        self.refuses("INVALID_PARAM", 5, FW)
        self.configure(FW, FW_IPI_SENT, AUTO)
        self.pmu.fw_event(6)
        self.assertEqual(self.call(5, FW), self.ok(2))
        self.assertEqual(self.stop(FW, 1, RESET), self.ok())
        self.configure(FW, FW_IPI_SENT, CLEAR)
        self.assertEqual(self.call(5, FW), self.ok(0))


class EventInfoTest(PmuTest):
    def ask(self, number, low=BASE, high=0, flags=0):
        return self.call(8, low, high, number, flags)

    def test_the_whole_output_word_is_0_or_1(self):
        self.start_hart()
        asked = [(CYCLES, 0, 1), (3, 0, 0), (DTLB_READ_MISS, 0, 1), (0x10001, 0, 0), (RAW, 5, 1),
                 (RAW, 0x10000, 0), (RAW_V2, 5, 1), (RAW | 1, 5, 0), (FW_LOAD, 0, 1),
                 (0xf0016, 0, 0), (FW_OWN, 0, 1), (0xf0101, 0, 0), (FW_PLATFORM, 1, 1),
                 (FW_PLATFORM, 3, 0), (0, 0, 0), (0x40000, 0, 0), (FW_LOAD, 1, 0)]
        for index, (event_idx, data, _) in enumerate(asked):
            self.entry(index, event_idx, data)
        before = bytes(self.memory.content)
        self.assertEqual(self.ask(len(asked)), self.ok())
        self.assertEqual(self.outputs(len(asked)), [supported for _, _, supported in asked])
        for index in range(len(asked)):
            self.memory.write(16 * index + 4, 4, 0xdeadbeef)
        self.assertEqual(bytes(self.memory.content), before)  # nothing else was written

    def test_entries_of_general_and_cache_events_have_no_event_data(self):
        """BIT[0:63] of words 2 and 3 are "valid when event_idx.type is either 0x2, 0x3 or 0xf"."""
        self.start_hart()
        self.entry(0, CYCLES, 1)
        self.entry(1, DTLB_READ_MISS, TOP)
        self.assertEqual(self.ask(2), self.ok())
        self.assertEqual(self.outputs(2), [1, 1])

    def test_supported_is_not_free_now(self):
        self.start_hart(counters={0, 2, 3})
        self.configure(0, CYCLES, SKIP | AUTO)
        self.configure(3, CYCLES, AUTO)
        self.entry(0, CYCLES)
        self.assertEqual(self.ask(1), self.ok())
        self.assertEqual(self.outputs(1), [1])

    def test_supported_is_by_any_counter(self):
        self.start_hart(counters={0}, fw_counters=0)
        for index, event in enumerate((CYCLES, INSTRUCTIONS, DTLB_READ_MISS, FW_LOAD)):
            self.entry(index, event)
        self.assertEqual(self.ask(4), self.ok())
        self.assertEqual(self.outputs(4), [1, 0, 0, 0])

    def test_reserved_bits_in_one_entry_and_none_is_written(self):
        self.start_hart()
        for bit in range(20, 32):
            for index in range(100):
                self.entry(index, CYCLES)
            self.entry(50, CYCLES | 1 << bit)
            self.refuses("INVALID_PARAM", 8, BASE, 0, 100, 0)

    def test_flags_and_alignment_and_numbers(self):
        for xlen in (32, 64):
            self.start_hart(xlen=xlen)
            self.entry(0, CYCLES)
            for bit in range(xlen):
                self.refuses("INVALID_PARAM", 8, BASE, 0, 1, 1 << bit)
            for bit in range(4):
                self.refuses("INVALID_PARAM", 8, BASE + (1 << bit), 0, 1, 0)
            self.refuses("INVALID_PARAM", 8, BASE, 0, 0, 0)
            self.refuses("INVALID_PARAM", 8, BASE, 1, 0, 0)  # before the address
            # 16 times that wraps
            for number in (1 << xlen - 4, (1 << xlen - 4) + 1, 1 << xlen - 1, self.ones):
                self.refuses("INVALID_PARAM", 8, BASE, 0, number, 0)
            self.refuses("INVALID_ADDRESS", 8, BASE, 0, (1 << xlen - 4) - 1, 0)

    def test_the_range_is_the_supervisors_as_a_whole(self):
        self.start_hart()
        self.refuses("INVALID_ADDRESS", 8, BASE - 16, 0, 1, 0)
        self.refuses("INVALID_ADDRESS", 8, BASE, 1, 1, 0)
        self.refuses("INVALID_ADDRESS", 8, BASE, 0, 513, 0)  # the last is on the read-only page
        self.assertEqual(self.ask(512), self.ok())

    def test_the_upper_half_of_the_address_on_rv32(self):
        self.start_hart(xlen=32)
        self.memory.base = 0x1_80200000
        self.entry(0, CYCLES)
        self.assertEqual(self.ask(1, high=1), self.ok())
        self.refuses("INVALID_ADDRESS", 8, BASE, 0, 1, 0)


class SuspendTest(PmuTest):
    def test_what_was_saved_comes_back_and_what_ran_runs(self):
        self.start_hart()
        self.configure(3, flags=AUTO)
        self.configure(4)
        self.configure(0, CYCLES, SKIP | AUTO)
        self.hart.count(3, 10)
        self.hart.event[3] += OF
        before = self.state()
        saved = self.pmu.save()
        self.assertTrue(all(not self.runs(n) for n in (0, 3, 4)))
        self.hart.power_up(1)
        self.pmu.restore(saved)
        self.assertEqual(self.state(), before)

    def test_firmware_counters_go_on(self):
        self.start_hart()
        self.configure(FW, FW_LOAD, AUTO)
        saved = self.pmu.save()
        self.pmu.fw_event(2)
        self.pmu.restore(saved)
        self.assertEqual(self.call(5, FW), self.ok(1))


if __name__ == "__main__":
    unittest.main()
