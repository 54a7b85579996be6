/* SPDX-License-Identifier: Apache-2.0 */
/* The pins' bytes against those that the encoder handed over, in the 8-bit mode, and their timing.
 */
#include "receive/pins.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { IDLE = 0xff, START = 0x10, END = 0x0f };

static const nt_pib_control control = {
    .trPibActive = 1, .trPibEnable = 1, .trPibMode = 11, .trPibDivider = 0};

static void show(nt_pins *p, uint8_t byte) {
    bool trc_clk = !p->receiver.trc_clk;
    nt_pins_cycle(p, &control, trc_clk, byte, p->receiver.cycle);
}

/* The pins are quiescent. */
static void begin(nt_pins *p) {
    memset(p, 0, sizeof *p);
    nt_pins_cycle(p, &control, false, IDLE, 0);
    nt_pins_cycle(p, &control, false, IDLE, 0);
}

/* Hands over what is not idle, then shows `shown` at the pins with an edge each. */
static nt_pins receive(const uint8_t *handed, const uint8_t *shown, size_t size) {
    nt_pins p;
    begin(&p);
    for (size_t i = 0; i < size; i++) {
        if (handed[i] != IDLE) {
            nt_pins_expect(&p, handed[i]);
        }
        show(&p, shown[i]);
    }
    nt_pins_finish(&p);
    return p;
}

static void bytes_at_both_edges_are_those_handed_over(void **state) {
    (void)state;
    const uint8_t bytes[] = {IDLE, START, END, IDLE, IDLE, START, START, END};
    nt_pins p = receive(bytes, bytes, sizeof bytes);
    assert_int_equal(p.wrong, 0);
    assert_int_equal(p.received_count, 5);
}

static void a_byte_of_all_ones_may_end_a_message(void **state) {
    (void)state;
    nt_pins p;
    begin(&p);
    nt_pins_expect(&p, START);
    nt_pins_expect(&p, IDLE);
    show(&p, START);
    show(&p, IDLE);
    show(&p, IDLE);
    nt_pins_finish(&p);
    assert_int_equal(p.wrong, 0);
    assert_int_equal(p.received_count, 2);
}

static void a_source_that_breaks_off_owes_the_byte_that_ends_its_message(void **state) {
    (void)state;
    nt_pins p;
    begin(&p);
    nt_pins_nothing(&p);
    nt_pins_expect(&p, START);
    nt_pins_nothing(&p);
    nt_pins_nothing(&p);
    show(&p, START);
    show(&p, IDLE);
    show(&p, IDLE);
    nt_pins_finish(&p);
    assert_int_equal(p.wrong, 0);
    assert_int_equal(p.received_count, 2);
}

static void a_changed_byte_is_wrong(void **state) {
    (void)state;
    const uint8_t handed[] = {START, END};
    const uint8_t shown[] = {START, END ^ 0x40};
    nt_pins p = receive(handed, shown, sizeof handed);
    assert_int_equal(p.wrong, 1);
    assert_string_equal(p.first, "cycle 2: byte 0x4f: not the byte that the encoder handed over");
}

static void an_idle_byte_inside_a_message_is_wrong(void **state) {
    (void)state;
    const uint8_t handed[] = {START, START, END};
    const uint8_t shown[] = {START, IDLE, START};
    nt_pins p = receive(handed, shown, sizeof handed);
    assert_true(p.wrong > 0);
    assert_string_equal(p.first, "cycle 2: byte 0xff: not the byte that the encoder handed over");
}

static void a_byte_that_nobody_handed_over_is_wrong(void **state) {
    (void)state;
    const uint8_t handed[] = {IDLE, IDLE};
    const uint8_t shown[] = {START, END};
    nt_pins p = receive(handed, shown, sizeof handed);
    assert_int_equal(p.wrong, 2);
}

static void a_byte_that_never_comes_is_wrong(void **state) {
    (void)state;
    const uint8_t handed[] = {START, END};
    const uint8_t shown[] = {IDLE, IDLE};
    nt_pins p = receive(handed, shown, sizeof handed);
    assert_int_equal(p.wrong, 1);
    assert_string_equal(p.first, "bytes that the encoder handed over never came");
}

static void pins_that_break_a_rule_are_wrong(void **state) {
    (void)state;
    nt_pins p;
    begin(&p);
    show(&p, IDLE);
    show(&p, 0x02); /* MSEO=10 */
    assert_int_equal(p.wrong, 1);
    assert_string_equal(p.first, "cycle 2: TRC_DATA 0x2: framing or MSEO broken");
}

static void reset_forgets_what_was_under_way(void **state) {
    (void)state;
    nt_pins p;
    begin(&p);
    nt_pins_expect(&p, START);
    show(&p, START);
    nt_pins_expect(&p, START);
    nt_pins_reset(&p);
    nt_pins_nothing(&p);
    nt_pins_cycle(&p, &control, false, IDLE, 10);
    nt_pins_cycle(&p, &control, true, IDLE, 11);
    nt_pins_cycle(&p, &control, false, IDLE, 12);
    nt_pins_finish(&p);
    assert_int_equal(p.wrong, 0);
}

static void idle_bits_of_uart_within_a_message_are_wrong(void **state) {
    (void)state;
    nt_pins p;
    memset(&p, 0, sizeof p);
    nt_pib_control uart = control;
    uart.trPibMode = 5;
    nt_pins_expect(&p, START);
    nt_pins_expect(&p, END);
    static const char wire[] = "1110000010001"
                               "1"
                               "01111000011";
    for (unsigned i = 0; i < sizeof wire - 1; i++) {
        nt_pins_cycle(&p, &uart, false, wire[i] == '1' ? 0xffff : 0xfffe, i);
    }
    nt_pins_finish(&p);
    assert_int_equal(p.received_count, 2);
    assert_true(p.wrong > 0);
    assert_non_null(strstr(p.first, "the pins were idle within a message"));
}

static void another_mode_is_another_probe(void **state) {
    (void)state;
    nt_pins p;
    begin(&p);
    nt_pib_control four = control;
    four.trPibMode = 10;
    nt_pins_expect(&p, START);
    nt_pins_expect(&p, END);
    static const uint8_t beats[] = {0xf, 0x0, 0x1, 0xf, 0x0, 0xf};
    for (unsigned i = 0; i < sizeof beats; i++) {
        nt_pins_cycle(&p, &four, i % 2 != 0, beats[i], i + 10);
    }
    nt_pins_finish(&p);
    assert_int_equal(p.wrong, 0);
    assert_int_equal(p.received_count, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_at_both_edges_are_those_handed_over),
        cmocka_unit_test(a_byte_of_all_ones_may_end_a_message),
        cmocka_unit_test(a_source_that_breaks_off_owes_the_byte_that_ends_its_message),
        cmocka_unit_test(a_changed_byte_is_wrong),
        cmocka_unit_test(an_idle_byte_inside_a_message_is_wrong),
        cmocka_unit_test(a_byte_that_nobody_handed_over_is_wrong),
        cmocka_unit_test(a_byte_that_never_comes_is_wrong),
        cmocka_unit_test(pins_that_break_a_rule_are_wrong),
        cmocka_unit_test(reset_forgets_what_was_under_way),
        cmocka_unit_test(idle_bits_of_uart_within_a_message_are_wrong),
        cmocka_unit_test(another_mode_is_another_probe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
