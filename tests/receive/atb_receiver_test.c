/* SPDX-License-Identifier: Apache-2.0 */
/* The ATB's receiver: what it gets, and each rule broken once. */
#include "receive/atb_receiver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static nt_atb_receiver begin(uint8_t width) {
    const nt_atb_receiver_params params = {.width = width, .id = 0x21, .flush_cycles = 5};
    nt_atb_receiver r;
    assert_true(nt_atb_receiver_init(&r, &params));
    const nt_atb_signals reset = {.reset = true};
    nt_atb_receiver_cycle(&r, &reset);
    nt_atb_receiver_cycle(&r, &reset);
    return r;
}

/* A transfer of `bytes` bytes, the first of them `first`. */
static nt_atb_signals offer(uint8_t bytes, uint8_t first, bool ready) {
    nt_atb_signals now = {
        .ATVALID = true, .ATREADY = ready, .ATID = 0x21, .ATBYTES = (uint8_t)(bytes - 1)};
    for (uint8_t i = 0; i < bytes; i++) {
        now.ATDATA[i] = (uint8_t)(first + i);
    }
    return now;
}

static void expect_broken(nt_atb_receiver *r, const nt_atb_signals *now, const char *rule) {
    assert_int_equal(r->wrong, 0);
    nt_atb_receiver_cycle(r, now);
    assert_int_equal(r->wrong, 1);
    assert_non_null(strstr(r->first, rule));
}

static void bytes_come_with_ATVALID_and_ATREADY_alone(void **state) {
    (void)state;
    nt_atb_receiver r = begin(4);
    nt_atb_signals now = offer(4, 10, false);
    nt_atb_receiver_cycle(&r, &now);
    assert_int_equal(r.received, 0);
    now.ATREADY = true;
    nt_atb_receiver_cycle(&r, &now);
    assert_int_equal(r.received, 4);
    assert_int_equal(r.byte[3], 13);
    now = offer(2, 14, true);
    nt_atb_receiver_cycle(&r, &now);
    assert_int_equal(r.received, 2);
    now.ATVALID = false;
    nt_atb_receiver_cycle(&r, &now);
    assert_int_equal(r.received, 0);
    assert_int_equal(r.transfers, 2);
    assert_int_equal(r.full, 1);
    assert_int_equal(r.wrong, 0);
}

static void no_ATB_has_other_widths(void **state) {
    (void)state;
    for (unsigned width = 0; width < 20; width++) {
        const nt_atb_receiver_params params = {.width = (uint8_t)width};
        nt_atb_receiver r;
        bool legal = width == 1 || width == 2 || width == 4 || width == 8 || width == 16;
        assert_int_equal(nt_atb_receiver_init(&r, &params), legal);
    }
}

static void a_transfer_that_waits_must_stay(void **state) {
    (void)state;
    static const char *const rules[] = {"ATVALID fell", "ATID changed", "ATBYTES changed",
                                        "ATDATA changed"};
    for (unsigned i = 0; i < 4; i++) {
        nt_atb_receiver r = begin(4);
        nt_atb_signals now = offer(3, 1, false);
        nt_atb_receiver_cycle(&r, &now);
        now.ATVALID = i != 0;
        now.ATID = (uint8_t)(now.ATID + (i == 1));
        r.params.id = 0;
        now.ATBYTES = (uint8_t)(now.ATBYTES - (i == 2));
        now.ATDATA[2] = (uint8_t)(now.ATDATA[2] + (i == 3));
        expect_broken(&r, &now, rules[i]);
    }
}

static void bytes_that_do_not_count_may_change(void **state) {
    (void)state;
    nt_atb_receiver r = begin(4);
    nt_atb_signals now = offer(3, 1, false);
    nt_atb_receiver_cycle(&r, &now);
    now.ATDATA[3] = 0xaa;
    nt_atb_receiver_cycle(&r, &now);
    assert_int_equal(r.wrong, 0);
}

static void ATID_must_be_legal_and_the_bridges(void **state) {
    (void)state;
    static const uint8_t ids[] = {0, 0x70, 0x7d, 0x22};
    for (unsigned i = 0; i < 4; i++) {
        nt_atb_receiver r = begin(4);
        nt_atb_signals now = offer(4, 1, true);
        now.ATID = ids[i];
        expect_broken(&r, &now, i < 3 ? "reserved" : "not the bridge's");
    }
}

static void ATBYTES_must_fit(void **state) {
    (void)state;
    nt_atb_receiver r = begin(2);
    nt_atb_signals now = offer(3, 1, true);
    expect_broken(&r, &now, "ATBYTES is more");
    assert_int_equal(r.received, 2);
}

static void ATVALID_in_reset_is_told(void **state) {
    (void)state;
    nt_atb_receiver r = begin(4);
    nt_atb_signals now = offer(4, 1, true);
    now.reset = true;
    expect_broken(&r, &now, "in reset");
}

static void a_flush_is_answered(void **state) {
    (void)state;
    nt_atb_receiver r = begin(4);
    nt_atb_signals now = offer(4, 1, true);
    now.AFVALID = true;
    nt_atb_receiver_cycle(&r, &now);
    const nt_atb_signals done = {.ATREADY = true, .AFVALID = true, .AFREADY = true};
    nt_atb_receiver_cycle(&r, &done);
    assert_int_equal(r.flushes, 1);
    assert_int_equal(r.wrong, 0);
}

static void AFREADY_out_of_place_is_told(void **state) {
    (void)state;
    nt_atb_receiver r = begin(4);
    nt_atb_signals now = {.AFREADY = true};
    expect_broken(&r, &now, "AFREADY without AFVALID");
    r = begin(4);
    now = offer(4, 1, false);
    nt_atb_receiver_cycle(&r, &now);
    now.AFVALID = now.AFREADY = true;
    expect_broken(&r, &now, "a transfer from before it waits");
}

static void a_flush_that_is_not_answered_is_told(void **state) {
    (void)state;
    nt_atb_receiver r = begin(4);
    nt_atb_signals now = {.AFVALID = true};
    for (unsigned i = 0; i < 20; i++) {
        nt_atb_receiver_cycle(&r, &now); /* without ATREADY nothing can be flushed */
    }
    now.ATREADY = true;
    for (unsigned i = 0; i < 4; i++) {
        nt_atb_receiver_cycle(&r, &now);
    }
    expect_broken(&r, &now, "AFVALID is not answered");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_come_with_ATVALID_and_ATREADY_alone),
        cmocka_unit_test(no_ATB_has_other_widths),
        cmocka_unit_test(a_transfer_that_waits_must_stay),
        cmocka_unit_test(bytes_that_do_not_count_may_change),
        cmocka_unit_test(ATID_must_be_legal_and_the_bridges),
        cmocka_unit_test(ATBYTES_must_fit),
        cmocka_unit_test(ATVALID_in_reset_is_told),
        cmocka_unit_test(a_flush_is_answered),
        cmocka_unit_test(AFREADY_out_of_place_is_told),
        cmocka_unit_test(a_flush_that_is_not_answered_is_told),
    };
    return cmocka_run_group_tests_name("atb receiver", tests, NULL, NULL);
}
