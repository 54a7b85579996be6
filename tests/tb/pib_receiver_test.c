#include "tb/pib_receiver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { IDLE = 0xff, START = 0x10, END = 0x0f };

/* Hands over what is not idle, then shows `shown` at the pins with an edge each. */
static nt_pib_receiver receive(const uint8_t *handed, const uint8_t *shown, size_t size) {
    nt_pib_receiver r = {0};
    bool trc_clk = false;
    for (size_t i = 0; i < size; i++) {
        if (handed[i] != IDLE) {
            nt_pib_receiver_expect(&r, handed[i]);
        }
        trc_clk = !trc_clk;
        nt_pib_receiver_cycle(&r, trc_clk, shown[i], 1, i);
    }
    nt_pib_receiver_finish(&r);
    return r;
}

static void bytes_at_both_edges_are_those_handed_over(void **state) {
    (void)state;
    const uint8_t bytes[] = {IDLE, START, END, IDLE, IDLE, START, START, END};
    nt_pib_receiver r = receive(bytes, bytes, sizeof bytes);
    assert_int_equal(r.wrong, 0);
    assert_int_equal(r.received_count, 5);
    assert_int_equal(r.idles, 3);
}

static void a_byte_of_all_ones_may_end_a_message(void **state) {
    (void)state;
    nt_pib_receiver r = {0};
    nt_pib_receiver_expect(&r, START);
    nt_pib_receiver_cycle(&r, true, START, 1, 0);
    nt_pib_receiver_expect(&r, IDLE);
    nt_pib_receiver_cycle(&r, false, IDLE, 1, 1);
    nt_pib_receiver_cycle(&r, true, IDLE, 1, 2);
    nt_pib_receiver_finish(&r);
    assert_int_equal(r.wrong, 0);
    assert_int_equal(r.received_count, 2);
    assert_int_equal(r.idles, 1);
}

static void data_without_an_edge_is_not_a_byte(void **state) {
    (void)state;
    nt_pib_receiver r = {0};
    nt_pib_receiver_cycle(&r, false, START, 1, 0);
    nt_pib_receiver_cycle(&r, false, END, 1, 1);
    nt_pib_receiver_finish(&r);
    assert_int_equal(r.wrong, 0);
    assert_int_equal(r.received_count, 0);
}

static void a_changed_byte_is_wrong(void **state) {
    (void)state;
    const uint8_t handed[] = {START, END};
    const uint8_t shown[] = {START, END ^ 0x40};
    nt_pib_receiver r = receive(handed, shown, sizeof handed);
    assert_int_equal(r.wrong, 1);
    assert_string_equal(r.first,
                        "cycle 1: TRC_DATA 0x4f: not the byte that the encoder handed over");
}

static void an_idle_byte_inside_a_message_is_wrong(void **state) {
    (void)state;
    const uint8_t handed[] = {START, IDLE, END};
    nt_pib_receiver r = receive(handed, handed, sizeof handed);
    assert_true(r.wrong > 0);
    assert_string_equal(r.first, "cycle 1: TRC_DATA 0xff: the encoder handed no byte over");
}

static void a_byte_that_nobody_handed_over_is_wrong(void **state) {
    (void)state;
    const uint8_t handed[] = {IDLE, IDLE};
    const uint8_t shown[] = {START, END};
    nt_pib_receiver r = receive(handed, shown, sizeof handed);
    assert_int_equal(r.wrong, 2);
}

static void a_byte_that_never_comes_is_wrong(void **state) {
    (void)state;
    nt_pib_receiver r = {0};
    nt_pib_receiver_expect(&r, START);
    nt_pib_receiver_finish(&r);
    assert_int_equal(r.wrong, 1);
}

static void a_lost_byte_is_wrong_where_it_should_have_been(void **state) {
    (void)state;
    const uint8_t handed[] = {START, END, IDLE};
    const uint8_t shown[] = {IDLE, START, END};
    nt_pib_receiver r = receive(handed, shown, sizeof handed);
    assert_true(r.wrong > 0);
    assert_string_equal(r.first,
                        "cycle 0: TRC_DATA 0xff: idle, but the encoder handed a byte over");
}

static void reset_forgets_what_was_under_way(void **state) {
    (void)state;
    nt_pib_receiver r = {0};
    nt_pib_receiver_expect(&r, START);
    nt_pib_receiver_cycle(&r, true, START, 1, 0);
    nt_pib_receiver_expect(&r, START);
    nt_pib_receiver_reset(&r);
    nt_pib_receiver_cycle(&r, false, IDLE, 1, 1);
    nt_pib_receiver_cycle(&r, true, IDLE, 1, 2);
    nt_pib_receiver_finish(&r);
    assert_int_equal(r.wrong, 0);
}

static void a_clock_that_stands_still_is_wrong(void **state) {
    (void)state;
    nt_pib_receiver r = {0};
    nt_pib_receiver_cycle(&r, false, IDLE, 2, 10);
    nt_pib_receiver_cycle(&r, true, IDLE, 2, 11);
    nt_pib_receiver_cycle(&r, true, IDLE, 2, 12);
    nt_pib_receiver_cycle(&r, false, IDLE, 2, 13);
    assert_int_equal(r.wrong, 0);
    nt_pib_receiver_cycle(&r, false, IDLE, 2, 14);
    nt_pib_receiver_cycle(&r, false, IDLE, 2, 15);
    assert_int_equal(r.wrong, 1);
    assert_string_equal(r.first, "cycle 15: TRC_DATA 0xff: TRC_CLK stands still");
}

static void an_edge_too_early_is_wrong(void **state) {
    (void)state;
    nt_pib_receiver r = {0};
    nt_pib_receiver_cycle(&r, false, IDLE, 2, 9);
    nt_pib_receiver_cycle(&r, true, IDLE, 2, 10);
    nt_pib_receiver_cycle(&r, false, IDLE, 2, 11);
    assert_int_equal(r.wrong, 1);
    assert_string_equal(r.first, "cycle 11: TRC_DATA 0xff: TRC_CLK has an edge too early");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_at_both_edges_are_those_handed_over),
        cmocka_unit_test(a_byte_of_all_ones_may_end_a_message),
        cmocka_unit_test(data_without_an_edge_is_not_a_byte),
        cmocka_unit_test(a_changed_byte_is_wrong),
        cmocka_unit_test(an_idle_byte_inside_a_message_is_wrong),
        cmocka_unit_test(a_byte_that_nobody_handed_over_is_wrong),
        cmocka_unit_test(a_byte_that_never_comes_is_wrong),
        cmocka_unit_test(a_lost_byte_is_wrong_where_it_should_have_been),
        cmocka_unit_test(reset_forgets_what_was_under_way),
        cmocka_unit_test(a_clock_that_stands_still_is_wrong),
        cmocka_unit_test(an_edge_too_early_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
