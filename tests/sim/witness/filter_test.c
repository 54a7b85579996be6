/* SPDX-License-Identifier: Apache-2.0 */
/* What the witnesses' filters remember; what they match is in tests/model/encoder/filter_test.c. */
#include "sim/witness/filter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { ENABLE_ON_EXCEPTIONS = 1 << 0 | 1 << 3, ENABLE_ON_COMPARATOR_0 = 1 << 0 | 1 << 4 };
enum { FROM_P_TO_S = 3 << 12, PRIMED = 6 << 4 };

static const nt_config config = {
    .xlen = 32, .nblocks = 1, .nfilters = 2, .ncomparators = 1, .ntriggers = 1};

typedef struct unit {
    nt_witness_filter filter;
    nt_control live;
} unit;

static void set_up(unit *u, uint32_t filter, uint32_t comparator) {
    memset(u, 0, sizeof *u);
    nt_witness_filter_init(&u->filter, &config);
    u->live.trTeInstFilters = 1;
    u->live.filter[0].control = filter;
    u->live.comparator[0] = (nt_comparator_control){comparator, {0x10, 0}, {0x20, 0}};
    u->live.trTeTrigExtInControl = 4;
}

static nt_witness_filtered feed(unit *u, nt_block block, uint32_t ext_trigger) {
    const nt_ingress ingress = {.block = {block}};
    const nt_witness_filter_inputs in = {&ingress, &u->live, 0, ext_trigger, true};
    nt_witness_filtered out[NT_MAX_BLOCKS];
    nt_witness_filter_cycle(&u->filter, &in, out);
    return out[0];
}

static const nt_block plain = {.iaddr = 0x18, .iretire = 1};
static const nt_block exception = {.iaddr = 0x18, .iretire = 1, .itype = 1};

static void test_a_reset_forgets_open_traps(void **state) {
    (void)state;
    unit u;
    set_up(&u, ENABLE_ON_EXCEPTIONS, 0);
    assert_true(feed(&u, exception, 0).traced);
    assert_true(feed(&u, plain, 0).traced);
    nt_witness_filter_reset(&u.filter);
    assert_false(feed(&u, plain, 0).traced);
}

static void test_a_reset_forgets_latches_and_primes_anew(void **state) {
    (void)state;
    unit u;
    set_up(&u, ENABLE_ON_COMPARATOR_0, FROM_P_TO_S);
    assert_true(feed(&u, (nt_block){.iaddr = 0x10, .iretire = 1}, 0).traced);
    assert_true(feed(&u, plain, 0).traced);
    nt_witness_filter_reset(&u.filter);
    assert_false(feed(&u, plain, 0).traced);

    set_up(&u, ENABLE_ON_COMPARATOR_0, FROM_P_TO_S | PRIMED);
    assert_true(feed(&u, (nt_block){.iaddr = 0x20, .iretire = 1}, 0).traced);
    assert_false(feed(&u, plain, 0).traced);
    nt_witness_filter_reset(&u.filter);
    assert_true(feed(&u, plain, 0).traced);
}

static void test_an_external_notify_without_a_block_is_of_no_block(void **state) {
    (void)state;
    unit u;
    set_up(&u, 1, 0);
    assert_false(feed(&u, (nt_block){0}, 1).notify0);
    assert_true(u.filter.asked);
    assert_false(feed(&u, plain, 0).notify0);
    assert_false(u.filter.asked);
    assert_true(feed(&u, plain, 1).notify0);
    assert_false(u.filter.asked);
}

static void test_filters_that_the_build_lacks_are_not_looked_at(void **state) {
    (void)state;
    unit u;
    set_up(&u, 1, 0);
    u.live.trTeInstFilters = 4;
    assert_true(feed(&u, plain, 0).traced); /* as if none was selected */
    u.live.trTeInstFilters = 6;
    assert_false(feed(&u, plain, 0).traced);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_reset_forgets_open_traps),
        cmocka_unit_test(test_a_reset_forgets_latches_and_primes_anew),
        cmocka_unit_test(test_an_external_notify_without_a_block_is_of_no_block),
        cmocka_unit_test(test_filters_that_the_build_lacks_are_not_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
