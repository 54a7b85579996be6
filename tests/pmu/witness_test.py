# SPDX-License-Identifier: Apache-2.0
"""The witness of the SBI's PMU extension does what the text says, alone: sets, information and
matching. Values are typed by hand from the text and the decisions on it."""
import itertools
import unittest

from tests.pmu import clauses
from tests.pmu.machine import (AUTO, CLEAR, COUNTERS, CYCLES, DTLB_READ_MISS, FW, FW_IPI_SENT,
                               FW_LOAD, FW_OWN, FW_PLATFORM, INSTRUCTIONS, MINH, OF, RAW, RAW_V2,
                               RESET, SINH, SKIP, UINH, VSINH, VUINH, PmuTest)

ALL = 0x7fffffffd  # the 34 counters of the table's platform: 0, 2 to 34


class SetTest(PmuTest):
    """A set is a counter_idx_base and a counter_idx_mask; each function refuses a wrong one."""

    def refused_by_all(self, base, mask):
        for flags in (0, 1):
            self.refuses("INVALID_PARAM", 2, base, mask, flags, CYCLES)
            self.refuses("INVALID_PARAM", 3, base, mask, flags)
            self.refuses("INVALID_PARAM", 4, base, mask, flags)

    def test_bit_i_of_the_mask_is_the_counter_base_plus_i(self):
        self.start_hart()
        for base, mask, counter in ((0, 1 << 5, 5), (5, 1, 5), (3, 4, 5), (2, 8, 5)):
            self.assertEqual(self.match(base, mask, CYCLES), self.ok(counter))
            self.stop(counter, 1, RESET)

    def test_indices_do_not_wrap(self):
        for xlen in (32, 64):
            self.start_hart(xlen=xlen)
            self.refused_by_all(self.ones, 2)           # 0 if it did
            self.refused_by_all(self.ones - 2, 1 << 6)  # 3
            self.refused_by_all(self.ones, self.ones)

    def test_the_base_or_the_highest_bit_beyond_the_counters(self):
        for xlen in (32, 64):
            self.start_hart(xlen=xlen)
            self.refused_by_all(35, 1)
            self.refused_by_all(34, 3)
            self.refused_by_all(19, 1 << 16)
            self.refused_by_all(5, 1 << 30)
            self.refused_by_all(4, 1 << xlen - 1 | 1)
            self.refused_by_all(1 << xlen - 1, 1)

    def test_an_empty_mask(self):
        self.start_hart()
        self.refused_by_all(0, 0)
        self.refused_by_all(3, 0)

    def test_a_set_with_a_hole_and_nothing_is_done(self):
        self.start_hart()
        self.configure(3)
        self.configure(4, flags=AUTO)
        for base, mask in ((0, 0x1f), (0, 2), (1, 1), (1, 0xd), (0, 0xf)):
            self.refused_by_all(base, mask)

    def test_reserved_flag_bits_before_anything_else(self):
        self.start_hart()
        for xlen in (32, 64):
            self.start_hart(xlen=xlen)
            for bit in range(8, xlen):
                self.refuses("INVALID_PARAM", 2, 3, 1, 1 << bit, CYCLES)
                self.refuses("INVALID_PARAM", 2, 3, 1, 1 << bit, 0)  # not NOT_SUPPORTED
            self.configure(3, flags=AUTO)
            for bit in range(2, xlen):
                self.refuses("INVALID_PARAM", 3, 3, 1, 1 << bit)  # not ALREADY_STARTED
                self.refuses("INVALID_PARAM", 4, 4, 1, 1 << bit)  # not ALREADY_STOPPED

    def test_some_started_before_and_the_others_are_started(self):
        self.start_hart()
        for n in (3, 4, 5):
            self.configure(n)
        self.assertEqual(self.begin(4), self.ok())
        self.assertEqual(self.begin(3, 7), ("ALREADY_STARTED", 0))
        self.assertTrue(self.runs(3) and self.runs(4) and self.runs(5))

    def test_some_stopped_before_and_the_others_are_stopped(self):
        self.start_hart()
        for n in (3, 5):
            self.configure(n, flags=AUTO)
        self.assertEqual(self.stop(3, 7), ("ALREADY_STOPPED", 0))
        self.assertFalse(self.runs(3) or self.runs(5))

    def test_a_set_may_have_counters_of_both_kinds(self):
        self.start_hart()
        self.configure(18)
        self.configure(FW, FW_LOAD)
        self.assertEqual(self.begin(18, 3), self.ok())
        self.assertEqual(self.stop(18, 3), self.ok())


class InformationTest(PmuTest):
    def test_num_counters_is_the_highest_index_and_one(self):
        self.start_hart()
        self.assertEqual(self.call(0), self.ok(35))
        for counters, firmware, number in (({0, 2}, 0, 3), ({0, 2, 31}, 32, 64), ({0}, 0, 1),
                                           (set(), 4, 4), (set(), 0, 0), ({3, 7}, 1, 9)):
            self.start_hart(counters=counters, fw_counters=firmware)
            self.assertEqual(self.call(0, 7, 7, 7, 7), self.ok(number))

    def test_get_info_of_hardware_tells_the_user_csr_and_the_width(self):
        for xlen in (32, 64):
            self.start_hart(xlen=xlen, width=48)
            self.assertEqual(self.call(1, 0), self.ok(0x3fc00))
            self.assertEqual(self.call(1, 2), self.ok(0x3fc02))
            self.assertEqual(self.call(1, 3), self.ok(0x2fc03))
            self.assertEqual(self.call(1, 18), self.ok(0x2fc12))
        for width, info in ((1, 0x00c03), (32, 0x1fc03), (64, 0x3fc03)):
            self.start_hart(width=width)
            self.assertEqual(self.call(1, 3), self.ok(info))

    def test_get_info_of_firmware_has_the_type_in_the_top_bit(self):
        self.start_hart()
        self.assertEqual(self.call(1, FW), self.ok(0x800000000003f000))
        self.start_hart(xlen=32)
        self.assertEqual(self.call(1, 34), self.ok(0x8003f000))

    def test_get_info_refuses_what_is_no_counter(self):
        self.start_hart()
        for n in (1, 35, 63, 64, 1 << 32, self.ones):
            self.refuses("INVALID_PARAM", 1, n)


class MatchTest(PmuTest):
    def test_the_lowest_index_that_is_free_and_can_count_the_event(self):
        self.start_hart()
        self.assertEqual(self.match(0, 0x7fffd, CYCLES), self.ok(3))
        self.assertEqual(self.match(0, 0x7fffd, CYCLES), self.ok(4))
        self.assertEqual(self.match(5, 0xf0, CYCLES), self.ok(9))
        self.assertEqual(self.match(0, ALL, FW_LOAD), self.ok(FW))
        self.assertEqual(self.match(FW, 6, FW_LOAD), self.ok(FW + 1))

    def test_only_a_counter_that_the_platform_allows_for_the_event(self):
        self.start_hart(event=lambda event_idx, event_data, n: 7 if n == 11 else None)
        self.assertEqual(self.match(0, 0x7fffd, DTLB_READ_MISS), self.ok(11))
        self.refuses("NOT_SUPPORTED", 2, 0, 0x7fffd, 0, DTLB_READ_MISS)
        self.refuses("NOT_SUPPORTED", 2, 3, 0xff, 0, 0x10021)

    def test_a_counter_that_is_configured_and_stopped_is_not_free(self):
        self.start_hart()
        self.configure(3)
        self.assertEqual(self.match(3, 3, CYCLES), self.ok(4))
        self.refuses("NOT_SUPPORTED", 2, 3, 3, 0, CYCLES)
        self.assertEqual(self.stop(3, 1, RESET), ("ALREADY_STOPPED", 0))
        self.assertEqual(self.match(3, 3, CYCLES), self.ok(3))

    def test_a_running_counter_is_not_free(self):
        self.start_hart()
        self.configure(3, flags=AUTO)
        self.refuses("NOT_SUPPORTED", 2, 3, 1, 0, CYCLES)

    def test_no_counter_of_the_set_can_count_it(self):
        self.start_hart()
        self.refuses("NOT_SUPPORTED", 2, FW, 0xffff, 0, CYCLES)
        self.refuses("NOT_SUPPORTED", 2, 3, 0xffff, 0, FW_LOAD)
        self.refuses("NOT_SUPPORTED", 2, 3, 0xffff, 0, 0x10001)

    def test_skip_match_takes_base_and_the_lowest_bit(self):
        self.start_hart()
        self.assertEqual(self.match(0, 4, INSTRUCTIONS, SKIP), self.ok(2))
        self.assertEqual(self.match(3, 0x28, CYCLES, SKIP), self.ok(6))

    def test_skip_match_may_take_a_counter_that_is_configured_and_stopped(self):
        self.start_hart()
        self.configure(6)
        self.assertEqual(self.match(6, 1, DTLB_READ_MISS, SKIP), self.ok(6))
        self.assertEqual(self.hart.event[6] % 2 ** 56, 0x10019)

    def test_skip_match_of_an_event_that_the_counter_cannot_count(self):
        self.start_hart()
        self.refuses("NOT_SUPPORTED", 2, 0, 5, SKIP, INSTRUCTIONS)  # 2 could, but 0 is first
        self.refuses("NOT_SUPPORTED", 2, 3, 1, SKIP, 0x10001)
        self.refuses("NOT_SUPPORTED", 2, 3, 1, SKIP, FW_LOAD)
        self.refuses("NOT_SUPPORTED", 2, FW, 1, SKIP, CYCLES)

    def test_skip_match_of_a_running_counter(self):
        self.start_hart()
        self.configure(3, flags=AUTO)
        self.refuses("INVALID_PARAM", 2, 3, 1, SKIP, CYCLES)
        self.refuses("INVALID_PARAM", 2, 3, 1, SKIP, 0)  # whatever the event
        self.configure(FW, FW_LOAD, flags=AUTO)
        self.refuses("INVALID_PARAM", 2, FW, 1, SKIP, FW_LOAD)

    def test_fixed_counters_count_cycles_and_instructions_alone(self):
        self.start_hart(event=lambda event_idx, event_data, n: event_idx)
        for n, event in ((0, CYCLES), (2, INSTRUCTIONS)):
            for other in (*range(1, 11), 0x10000, RAW):
                if other != event:
                    self.refuses("NOT_SUPPORTED", 2, n, 1, 0, other)
                    self.refuses("NOT_SUPPORTED", 2, n, 1, SKIP, other)
            self.configure(n, event)

    def test_fixed_counters_come_last_with_sscofpmf(self):
        self.start_hart()
        self.assertEqual(self.match(0, 0x1d, CYCLES), self.ok(3))
        self.assertEqual(self.match(0, 0x1d, CYCLES), self.ok(4))
        self.assertEqual(self.match(0, 0x1d, CYCLES), self.ok(0))
        self.refuses("NOT_SUPPORTED", 2, 0, 0x1d, 0, CYCLES)
        self.assertEqual(self.match(0, 0x1d, INSTRUCTIONS), self.ok(2))

    def test_fixed_counters_have_no_inhibits(self):
        for flag in (VUINH, VSINH, UINH, SINH, MINH):
            self.start_hart()
            self.refuses("NOT_SUPPORTED", 2, 0, 5, flag, CYCLES)
            self.assertEqual(self.match(0, 5, CYCLES, flag | SKIP), self.ok(0))

    def test_without_sscofpmf_the_lowest_index_of_all_and_inhibits_are_ignored(self):
        self.start_hart(sscofpmf=False)
        self.assertEqual(self.match(0, 0x1d, CYCLES, UINH | SINH), self.ok(0))
        self.assertEqual(self.match(0, 0x1d, CYCLES, UINH | SINH), self.ok(3))
        self.assertEqual(self.hart.event[3], CYCLES)

    def test_clear_value_and_auto_start_for_every_type(self):
        for n, event, data in ((3, CYCLES, 0), (3, DTLB_READ_MISS, 0), (3, RAW, 77),
                               (3, RAW_V2, 77), (FW, FW_LOAD, 0), (FW, FW_OWN, 0),
                               (FW, FW_PLATFORM, 1), (0, CYCLES, 0), (2, INSTRUCTIONS, 0)):
            for clear, auto in itertools.product((0, CLEAR), (0, AUTO)):
                self.start_hart()
                self.pmu.set_value(n, 1234)
                self.configure(n, event, clear | auto, data)
                self.assertEqual((self.pmu.value(n), self.runs(n)),
                                 (0 if clear else 1234, bool(auto)))

    def test_auto_start_does_not_change_the_value(self):
        self.start_hart(first=99)
        self.configure(5, flags=AUTO)
        self.assertEqual(self.hart.value[5], 99)

    def test_mhpmevent_is_what_the_platform_says_and_the_inhibits(self):
        self.start_hart()
        for flags, bits in ((0, 0), (VUINH, 1 << 58), (VSINH, 1 << 59), (UINH, 1 << 60),
                            (SINH, 1 << 61), (MINH, 0)):
            self.assertEqual(self.match(3, 1, DTLB_READ_MISS, SKIP | flags), self.ok(3))
            self.assertEqual(self.hart.event[3], 0x10019 | 1 << 62 | bits)  # MINH always

    def test_m_mode_is_counted_where_the_platform_says_so(self):
        self.start_hart(counts_m=True)
        self.configure(3)
        self.assertEqual(self.hart.event[3], CYCLES)
        self.configure(4, flags=MINH)
        self.assertEqual(self.hart.event[4], CYCLES | 1 << 62)

    def test_configuring_clears_of(self):
        self.start_hart()
        self.hart.event[3] = OF
        self.configure(3)
        self.assertEqual(self.hart.event[3], CYCLES | 1 << 62)

    def test_a_match_that_fails_changes_nothing(self):
        self.start_hart(first=5)
        for flags in range(256):
            self.refuses("NOT_SUPPORTED", 2, 3, 1, flags, 0x10001)


class EventTest(PmuTest):
    """Which events there are. The platform here counts whatever it is asked for."""

    def supported(self, n, event, data=0):
        error, value = self.match(n, 1, event, SKIP, data)
        self.assertIn((error, value), (self.ok(n), ("NOT_SUPPORTED", 0)))
        return error == "SUCCESS"

    def all_start(self, **parameters):
        self.start_hart(event=lambda event_idx, event_data, n: event_data or event_idx,
                        **parameters)

    def test_general_events_are_1_to_10(self):
        self.all_start()
        found = [code for code in range(2 ** 16) if self.supported(3, code)]
        self.assertEqual(found, list(range(1, 11)))

    def test_cache_events_are_of_seven_caches_three_operations_and_two_results(self):
        self.all_start()
        found = [code for code in range(2 ** 16) if self.supported(3, 0x10000 | code)]
        of_three = itertools.product(range(7), range(3), range(2))
        self.assertEqual(found, [8 * cache + 2 * op + result for cache, op, result in of_three])

    def test_firmware_events_22_to_255_are_reserved(self):
        self.all_start()
        found = [code for code in range(2 ** 16) if self.supported(FW, 0xf0000 | code)]
        self.assertEqual(found, [*range(22), *range(256, 2 ** 16)])

    def test_the_platform_is_asked_for_firmware_events_from_256_on(self):
        self.start_hart()
        self.assertTrue(self.supported(FW, FW_OWN))
        self.assertFalse(self.supported(FW, 0xf0101))
        found = [data for data in range(4) if self.supported(FW, FW_PLATFORM, data)]
        self.assertEqual(found, [1, 2])

    def test_other_types_are_reserved(self):
        self.all_start()
        found = [kind for kind in range(64) if self.supported(3, kind << 16 | (kind < 2))]
        self.assertEqual(found, [0, 1, 2, 3])
        self.assertEqual([kind for kind in range(64) if self.supported(FW, kind << 16)], [15])

    def test_event_idx_has_20_bits(self):
        for xlen in (32, 64):
            self.all_start(xlen=xlen)
            for bit in range(20, xlen):
                self.assertFalse(self.supported(3, CYCLES | 1 << bit))
                self.assertFalse(self.supported(FW, FW_LOAD | 1 << bit))

    def test_event_data_is_0_where_it_is_reserved(self):
        for xlen in (32, 64):
            self.all_start(xlen=xlen)
            for n, event in ((3, CYCLES), (3, DTLB_READ_MISS), (0, CYCLES), (FW, FW_LOAD),
                             (FW, FW_OWN)):
                self.assertTrue(self.supported(n, event))
                for data in (1, 1 << 31, 1 << 32, 1 << 63):
                    self.assertFalse(self.supported(n, event, data))

    def test_raw_events_have_code_0(self):
        self.all_start()
        for event in (RAW, RAW_V2):
            found = [code for code in range(2 ** 16) if self.supported(3, event | code, 1)]
            self.assertEqual(found, [0])

    def test_raw_events_have_48_bits_and_those_of_version_2_have_56(self):
        for xlen in (32, 64):
            self.all_start(xlen=xlen, counts_m=True)
            self.configure(3, RAW, data=2 ** 64 - 2)
            self.assertEqual(self.hart.event[3], 0xfffffffffffe)
            self.configure(4, RAW_V2, data=2 ** 64 - 2)
            self.assertEqual(self.hart.event[4], 0xfffffffffffffe)

    def test_an_mhpmevent_of_32_bits_takes_32(self):
        self.all_start(xlen=32, sscofpmf=False)
        self.configure(3, RAW, data=2 ** 64 - 2)
        self.configure(4, RAW_V2, data=2 ** 64 - 2)
        self.assertEqual((self.hart.event[3], self.hart.event[4]), (0xfffffffe, 0xfffffffe))

    def test_the_upper_bits_of_mhpmevent_are_not_the_platforms(self):
        self.start_hart(event=lambda event_idx, event_data, n: 2 ** 64 - 1)
        for n, event, word in ((3, CYCLES, 2 ** 56 - 1), (4, RAW, 2 ** 48 - 1),
                               (5, RAW_V2, 2 ** 56 - 1)):
            self.configure(n, event)
            self.assertEqual(self.hart.event[n], word | 1 << 62)


class VersionTest(PmuTest):
    def test_functions_by_version(self):
        # "Function Listing"
        for version, number in (("0.3", 6), ("2.0", 8), ("3.0", 9)):
            for xlen in (32, 64):
                self.start_hart(version=version, xlen=xlen)
                missing = [fid for fid in range(16) if self.call(fid)[0] == "NOT_SUPPORTED"]
                self.assertEqual(missing, list(range(number, 16)))
                for fid in (1 << 31, self.ones, 1 << xlen - 1, 0x504d55):
                    self.refuses("NOT_SUPPORTED", fid)

    def test_snapshot_flags_are_reserved_before_2_0(self):
        self.start_hart(version="0.3")
        self.configure(3)
        self.refuses("INVALID_PARAM", 3, 3, 1, 2)
        self.refuses("INVALID_PARAM", 4, 3, 1, 2)
        self.start_hart(version="2.0")
        self.configure(3)
        self.refuses("NO_SHMEM", 3, 3, 1, 2)
        self.refuses("NO_SHMEM", 4, 3, 1, 2)

    def test_raw_events_v2_are_there_from_3_0_on(self):
        for version, error in (("0.3", "NOT_SUPPORTED"), ("2.0", "NOT_SUPPORTED"),
                               ("3.0", "SUCCESS")):
            self.start_hart(version=version)
            self.assertEqual(self.match(3, 1, RAW_V2)[0], error)
            self.assertEqual(self.match(4, 1, RAW)[0], "SUCCESS")

    def test_errors_have_the_numbers_of_the_binary_encoding(self):
        self.assertEqual([clauses.ERRORS[-n] for n in range(10)],
                         ["SUCCESS", "FAILED", "NOT_SUPPORTED", "INVALID_PARAM", "DENIED",
                          "INVALID_ADDRESS", "ALREADY_AVAILABLE", "ALREADY_STARTED",
                          "ALREADY_STOPPED", "NO_SHMEM"])
        self.start_hart()
        self.assertEqual(self.pmu.call(9, [0] * 6), (-2, 0))


class InitTest(PmuTest):
    def test_the_fixed_counters_run_unless_asked_otherwise(self):
        self.start_hart(stops_fixed=True)
        self.assertEqual(self.hart.inhibited, COUNTERS)
        self.start_hart()
        self.assertEqual(self.hart.inhibited, COUNTERS - {0, 2})
        self.assertEqual(self.stop(0, 1), ("ALREADY_STOPPED", 0))
        self.assertNotIn(0, self.hart.inhibited)
        self.assertEqual(self.match(0, 1, CYCLES, SKIP), self.ok(0))
        self.assertEqual(self.hart.inhibited, COUNTERS - {2})

    def test_the_others_are_stopped_and_all_have_no_event_and_can_be_read(self):
        self.start_hart(first=77)
        self.assertEqual(self.hart.inhibited, COUNTERS - {0, 2})
        self.assertEqual(self.hart.readable, COUNTERS)
        self.assertEqual(set(self.hart.event.values()), {0})
        self.assertEqual(set(self.hart.value.values()), {77})
        self.assertFalse(any(self.runs(n) for n in range(FW, 35)))

    def test_nothing_is_configured(self):
        self.start_hart()
        self.configure(FW, FW_IPI_SENT)
        self.pmu.init()
        for n in (*COUNTERS, *range(FW, 35)):
            self.refuses("INVALID_PARAM", 3, n, 1)


if __name__ == "__main__":
    unittest.main()
