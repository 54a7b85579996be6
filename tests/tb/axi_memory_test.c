/* SPDX-License-Identifier: Apache-2.0 */
/* The AXI4 memory of the benches takes what a good master writes, and sees each rule broken. */
#include "tb/axi_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { BASE = 0x10000, SIZE = 0x4000, BURST_WORDS = 4, LIMIT = 5000 };

/* A master that sends one burst of four words, with something changed. */
typedef struct change {
    const char *rule; /* that it breaks; NULL: none */
    unsigned cycle;   /* from this cycle on ... */
    unsigned until;   /* ... up to before this one */
    nt_axi_master_pins flip;
} change;

static nt_axi_master_pins pins_at(unsigned sent, bool addressed) {
    return (nt_axi_master_pins){
        .AWVALID = !addressed,
        .AWADDR = BASE + 0x1000 - 4 * BURST_WORDS,
        .AWLEN = BURST_WORDS - 1,
        .AWSIZE = 2,
        .AWBURST = 1,
        .WVALID = sent < BURST_WORDS,
        .WDATA = 0x03020100u + 0x04040404u * sent,
        .WSTRB = 15,
        .WLAST = sent == BURST_WORDS - 1,
        .BREADY = true,
    };
}

static void flip(nt_axi_master_pins *pins, const nt_axi_master_pins *by) {
    pins->AWVALID ^= by->AWVALID;
    pins->AWADDR ^= by->AWADDR;
    pins->AWLEN ^= by->AWLEN;
    pins->AWSIZE ^= by->AWSIZE;
    pins->AWBURST ^= by->AWBURST;
    pins->WVALID ^= by->WVALID;
    pins->WDATA ^= by->WDATA;
    pins->WSTRB ^= by->WSTRB;
    pins->WLAST ^= by->WLAST;
}

/* The address is taken in cycle 3, a word in every second cycle. */
static void run(nt_axi_memory *m, uint8_t *bytes, const change *change) {
    nt_axi_memory_init(m, bytes, BASE, SIZE, 1);
    unsigned sent = 0;
    bool addressed = false;
    for (unsigned cycle = 0; cycle < 20; cycle++) {
        (void)nt_axi_memory_drive(m);
        m->pins.AWREADY = cycle == 3;
        m->pins.WREADY = cycle % 2 == 1;
        nt_axi_master_pins pins = pins_at(sent, addressed);
        if (cycle >= change->cycle && cycle < change->until) {
            flip(&pins, &change->flip);
        }
        nt_axi_memory_cycle(m, false, &pins);
        addressed = addressed || (pins.AWVALID && m->pins.AWREADY);
        sent += pins.WVALID && m->pins.WREADY;
    }
}

static void a_burst_is_written_and_answered(void **state) {
    (void)state;
    static uint8_t bytes[SIZE];
    nt_axi_memory m;
    run(&m, bytes, &(change){0});
    assert_int_equal(m.wrong, 0);
    assert_int_equal(m.words, BURST_WORDS);
    assert_int_equal(m.sure, BURST_WORDS);
    assert_int_equal(m.answered, 1);
    assert_int_equal(m.failed, 0);
    assert_int_equal(m.longest, BURST_WORDS);
    assert_true(nt_axi_memory_is_idle(&m));
    for (unsigned i = 0; i < 4 * BURST_WORDS; i++) {
        assert_int_equal(bytes[0x1000 - 4 * BURST_WORDS + i], i);
    }
}

static void each_broken_rule_is_seen(void **state) {
    (void)state;
    static const change changes[] = {
        {"AWVALID fell before AWREADY", 1, 2, {.AWVALID = true}},
        {"the address changed before AWREADY", 2, 99, {.AWADDR = 0x100}},
        {"the address changed before AWREADY", 2, 99, {.AWLEN = 1}},
        {"the address changed before AWREADY", 2, 99, {.AWSIZE = 1}},
        {"the address changed before AWREADY", 2, 99, {.AWBURST = 2}},
        {"WVALID fell before WREADY", 1, 2, {.WVALID = true}},
        {"the data changed before WREADY", 1, 2, {.WDATA = 1}},
        {"the data changed before WREADY", 1, 2, {.WSTRB = 1}},
        {"the data changed before WREADY", 1, 2, {.WLAST = true}},
        {"AWSIZE is not 4 bytes", 0, 99, {.AWSIZE = 1}},
        {"AWBURST is not INCR", 0, 99, {.AWBURST = 2}},
        {"AWADDR is not aligned", 0, 99, {.AWADDR = 2}},
        {"a burst crosses a 4 KiB boundary", 0, 99, {.AWADDR = 4}},
        {"a burst crosses a 4 KiB boundary", 0, 99, {.AWLEN = 4}},
        {"data without an address", 0, 4, {.AWVALID = true}},
        {"data without an address", 8, 99, {.WVALID = true}},
        {"WSTRB leaves bytes of a word out", 0, 99, {.WSTRB = 8}},
        {"WLAST too early", 0, 2, {.WLAST = true}},
        {"the last word without WLAST", 6, 99, {.WLAST = true}},
    };
    static uint8_t bytes[SIZE];
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        nt_axi_memory m;
        run(&m, bytes, &changes[i]);
        if (strstr(m.first_wrong, changes[i].rule) == NULL) {
            fail_msg("\"%s\" is not seen, but \"%s\"", changes[i].rule, m.first_wrong);
        }
        assert_true(m.wrong > 0);
    }
}

static void what_lies_outside_is_answered_with_an_error(void **state) {
    (void)state;
    static uint8_t bytes[SIZE];
    nt_axi_memory m;
    run(&m, bytes, &(change){NULL, 0, 99, {.AWADDR = 0x100000}});
    assert_int_equal(m.wrong, 0);
    assert_int_equal(m.failed, 1);
    assert_int_equal(m.sure, 0);
    assert_int_equal(m.first_failed, BASE + 0x1000 - 4 * BURST_WORDS + 0x100000);
}

static void errors_and_waits_come_as_often_as_asked_for(void **state) {
    (void)state;
    static uint8_t bytes[SIZE];
    nt_axi_memory m;
    nt_axi_memory_init(&m, bytes, BASE, SIZE, 1);
    m.behaviour =
        (nt_axi_behaviour){.aw_wait = 128, .w_wait = 64, .b_wait = 192, .error_rate = 32768};
    unsigned sent = 0;
    bool addressed = false;
    unsigned ready[2] = {0};
    for (unsigned cycle = 0; cycle < LIMIT; cycle++) {
        const nt_axi_slave_pins *slave = nt_axi_memory_drive(&m);
        nt_axi_master_pins pins = pins_at(sent, addressed);
        nt_axi_memory_cycle(&m, false, &pins);
        ready[0] += slave->AWREADY;
        ready[1] += slave->WREADY;
        addressed = addressed || (pins.AWVALID && slave->AWREADY);
        sent += pins.WVALID && slave->WREADY;
        if (addressed && sent == BURST_WORDS && nt_axi_memory_is_idle(&m)) {
            addressed = false;
            sent = 0;
        }
    }
    assert_int_equal(m.wrong, 0);
    assert_in_range(ready[0], LIMIT * 45 / 100, LIMIT * 55 / 100);
    assert_in_range(ready[1], LIMIT * 70 / 100, LIMIT * 80 / 100);
    assert_in_range(m.failed, m.answered * 4 / 10, m.answered * 6 / 10);
    assert_true(m.answered > LIMIT / 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_burst_is_written_and_answered),
        cmocka_unit_test(each_broken_rule_is_seen),
        cmocka_unit_test(what_lies_outside_is_answered_with_an_error),
        cmocka_unit_test(errors_and_waits_come_as_often_as_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
