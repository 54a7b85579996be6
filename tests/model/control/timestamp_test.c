/* SPDX-License-Identifier: Apache-2.0 */
/* The timestamp unit, cycle by cycle (Trace Control Interface 1.0, "Timestamp Unit"). */
#include "model/control/timestamp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* trTsMode */
enum { NONE, EXTERNAL, INTERNAL_SYSTEM, INTERNAL_CORE, SHARED };

#define EXTERNAL_TIME UINT64_C(0x1111222233334444)
#define SHARED_TIME   UINT64_C(0x5555666677778888)

typedef struct bench {
    nt_timestamp unit;
    nt_control control;
    nt_timestamp_inputs in;
    unsigned width;
} bench;

static void setup(bench *b, unsigned width, uint32_t mode) {
    memset(b, 0, sizeof *b);
    b->width = width;
    b->control = (nt_control){.trTsActive = 1, .trTsCount = 1, .trTsMode = mode};
    b->in = (nt_timestamp_inputs){.control = &b->control,
                                  .system_tick = true,
                                  .external_time = EXTERNAL_TIME,
                                  .shared_time = SHARED_TIME};
}

static uint64_t timestamp(const bench *b) {
    return nt_timestamp_out(&b->unit, b->width, &b->in);
}

static void cycles(bench *b, unsigned number) {
    for (; number > 0; number--) {
        nt_timestamp_step(&b->unit, b->width, &b->in);
    }
}

static void the_mode_chooses_the_time(void **state) {
    (void)state;
    static const uint64_t expected[] = {
        0, EXTERNAL_TIME & 0xffffffffff, 5, 5, SHARED_TIME & 0xffffffffff, 0, 0, 0};
    for (uint32_t mode = 0; mode < 8; mode++) {
        bench b;
        setup(&b, 40, mode == NONE || mode > INTERNAL_CORE ? INTERNAL_CORE : mode);
        b.control.trTsMode = INTERNAL_CORE;
        cycles(&b, 5);
        b.control.trTsMode = mode;
        assert_int_equal(timestamp(&b), expected[mode]);
        b.control.trTsActive = 0;
        assert_int_equal(timestamp(&b), 0);
    }
}

static void times_are_as_wide_as_the_build_has_them(void **state) {
    (void)state;
    static const unsigned widths[] = {0, 1, 2, 32, 63};
    static const uint64_t expected[] = {0, 0, 0, 0x33334444, EXTERNAL_TIME};
    for (unsigned i = 0; i < 5; i++) {
        bench b;
        setup(&b, widths[i], EXTERNAL);
        assert_int_equal(timestamp(&b), expected[i]);
        b.in.external_time = UINT64_MAX;
        assert_int_equal(timestamp(&b), widths[i] == 0 ? 0 : UINT64_MAX >> (64 - widths[i]));
    }
}

static void the_counter_wraps_at_its_width(void **state) {
    (void)state;
    bench b;
    setup(&b, 3, INTERNAL_CORE);
    cycles(&b, 7);
    assert_int_equal(timestamp(&b), 7);
    cycles(&b, 1);
    assert_int_equal(timestamp(&b), 0);
}

/* trTsMode, trTsCount, halted, trTsRunInDebug and system_tick: does it count? */
static void what_the_counter_counts_is_the_modes(void **state) {
    (void)state;
    for (unsigned i = 0; i < 8 * 16; i++) {
        bench b;
        uint32_t mode = i / 16;
        setup(&b, 40, mode);
        b.control.trTsCount = i & 1;
        b.in.halted = i >> 1 & 1;
        b.control.trTsRunInDebug = i >> 2 & 1;
        b.in.system_tick = i >> 3 & 1;
        bool runs = !b.in.halted || b.control.trTsRunInDebug;
        bool expected = b.control.trTsCount && ((mode == INTERNAL_SYSTEM && b.in.system_tick) ||
                                                (mode == INTERNAL_CORE && runs));
        cycles(&b, 1);
        b.control.trTsMode = INTERNAL_CORE;
        assert_int_equal(timestamp(&b), expected);
    }
}

static void the_prescaler_divides_by_powers_of_4(void **state) {
    (void)state;
    static const unsigned clocks[] = {1, 4, 16, 64};
    for (uint32_t prescale = 0; prescale < 4; prescale++) {
        bench b;
        setup(&b, 40, INTERNAL_CORE);
        b.control.trTsPrescale = prescale;
        for (unsigned n = 1; n <= 130; n++) {
            cycles(&b, 1);
            assert_int_equal(timestamp(&b), n / clocks[prescale]);
        }
    }
}

static void a_reset_is_of_counter_and_prescaler(void **state) {
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        bench b;
        setup(&b, 40, INTERNAL_CORE);
        b.control.trTsPrescale = 1;
        cycles(&b, 4 * 5 + 3);
        assert_int_equal(timestamp(&b), 5);
        b.in.rst = i == 0;
        b.in.trTsReset = i == 1;
        b.control.trTsActive = i != 2;
        cycles(&b, 1);
        b.in.rst = b.in.trTsReset = false;
        b.control.trTsActive = 1;
        assert_int_equal(timestamp(&b), 0);
        cycles(&b, 3);
        assert_int_equal(timestamp(&b), 0);
        cycles(&b, 1);
        assert_int_equal(timestamp(&b), 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mode_chooses_the_time),
        cmocka_unit_test(times_are_as_wide_as_the_build_has_them),
        cmocka_unit_test(the_counter_wraps_at_its_width),
        cmocka_unit_test(what_the_counter_counts_is_the_modes),
        cmocka_unit_test(the_prescaler_divides_by_powers_of_4),
        cmocka_unit_test(a_reset_is_of_counter_and_prescaler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
