/* SPDX-License-Identifier: Apache-2.0 */
/* The AXI4 write master of the golden model cycle by cycle: when a burst begins, and what is left
   behind a reset. */
#include "model/transport/axi_writer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { IDLE_CYCLES = 3 };

typedef struct rig {
    nt_axi_writer writer;
    nt_axi_writer_inputs in; /* of every cycle */
    nt_axi_outputs out;      /* behind the last edge */
} rig;

static void edges(rig *r, unsigned number) {
    for (; number > 0; number--) {
        nt_axi_writer_step(&r->writer, &r->in);
        nt_axi_writer_out(&r->writer, r->in.rst, &r->out);
    }
}

static void begin(rig *r) {
    const nt_axi_writer_params params = {
        .words = 4, .burst = 2, .outstanding = 2, .idle_cycles = IDLE_CYCLES};
    memset(r, 0, sizeof *r);
    nt_axi_writer_init(&r->writer, &params);
    r->in = (nt_axi_writer_inputs){.start = 0x1000, .limit = 0x1ffc, .pointer = 0x1000};
    edges(r, 2 * IDLE_CYCLES);
    assert_false(r->out.AWVALID);
}

static void put(rig *r, uint32_t word) {
    r->in.in_valid = true;
    r->in.in = word;
    edges(r, 1);
    r->in.in_valid = false;
}

static void a_shorter_burst_goes_out_when_no_word_came_for_the_idle_cycles(void **state) {
    (void)state;
    rig r;
    begin(&r);
    r.in.axi.AWREADY = r.in.axi.WREADY = r.in.axi.BVALID = true;
    for (unsigned i = 0; i < 2; i++) {
        put(&r, 0x55);
        edges(&r, IDLE_CYCLES);
        assert_false(r.out.AWVALID);
        edges(&r, 1);
        assert_true(r.out.AWVALID);
        assert_int_equal(r.out.AWLEN, 0);
        assert_int_equal(r.out.WDATA, 0x55);
        assert_true(r.out.WLAST);
        edges(&r, 10); /* quiet for long before the next word */
        assert_true(nt_axi_writer_idle(&r.writer));
    }
}

static void a_word_begins_the_idle_cycles_anew(void **state) {
    (void)state;
    rig r;
    begin(&r);
    r.in.limit = 0x2000;
    r.in.start = r.in.pointer = 0x1000;
    r.writer.params.burst = 4;
    put(&r, 1);
    edges(&r, IDLE_CYCLES - 1);
    put(&r, 2);
    edges(&r, IDLE_CYCLES);
    assert_false(r.out.AWVALID);
    edges(&r, 1);
    assert_true(r.out.AWVALID);
    assert_int_equal(r.out.AWLEN, 1);
}

static void addresses_follow_each_other_without_a_gap(void **state) {
    (void)state;
    rig r;
    begin(&r);
    for (uint32_t i = 0; i < 4; i++) {
        put(&r, i);
    }
    assert_true(r.out.AWVALID);
    assert_int_equal(r.out.AWADDR, 0x1000);
    edges(&r, 5); /* until it is taken */
    assert_int_equal(r.out.AWADDR, 0x1000);
    r.in.axi.AWREADY = true;
    edges(&r, 1);
    assert_true(r.out.AWVALID);
    assert_int_equal(r.out.AWADDR, 0x1008);
    edges(&r, 1);
    assert_false(r.out.AWVALID);
}

static void a_word_that_is_dropped_is_not_kept(void **state) {
    (void)state;
    rig r;
    begin(&r);
    put(&r, 1);
    r.in.drop = true;
    put(&r, 2);
    r.in.drop = false;
    assert_true(nt_axi_writer_idle(&r.writer));
    edges(&r, 2 * IDLE_CYCLES);
    assert_false(r.out.AWVALID);
}

static void there_is_room_for_so_many_words(void **state) {
    (void)state;
    rig r;
    begin(&r);
    r.in.hold = true;
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(nt_axi_writer_ready(&r.writer));
        put(&r, i);
    }
    assert_false(nt_axi_writer_ready(&r.writer));
    put(&r, 9);
    r.in.hold = false;
    r.in.axi.WREADY = r.in.axi.AWREADY = true;
    edges(&r, 1);
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(r.out.WVALID);
        assert_int_equal(r.out.WDATA, i);
        edges(&r, 1);
    }
    assert_false(r.out.WVALID);
}

static void a_reset_takes_no_word_of_its_cycle(void **state) {
    (void)state;
    rig r;
    begin(&r);
    for (uint32_t i = 0; i < 4; i++) {
        put(&r, i);
    }
    r.in.rst = true;
    put(&r, 7);
    r.in.rst = false;
    assert_true(nt_axi_writer_idle(&r.writer));
    assert_false(r.out.AWVALID);
    assert_false(r.out.WVALID);
    assert_false(r.out.BREADY);
    edges(&r, 2 * IDLE_CYCLES);
    assert_false(r.out.AWVALID);
    put(&r, 8); /* and it works as before */
    put(&r, 9);
    edges(&r, 1);
    assert_true(r.out.AWVALID);
    assert_int_equal(r.out.AWLEN, 1);
    assert_int_equal(r.out.WDATA, 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shorter_burst_goes_out_when_no_word_came_for_the_idle_cycles),
        cmocka_unit_test(a_word_begins_the_idle_cycles_anew),
        cmocka_unit_test(addresses_follow_each_other_without_a_gap),
        cmocka_unit_test(a_word_that_is_dropped_is_not_kept),
        cmocka_unit_test(there_is_room_for_so_many_words),
        cmocka_unit_test(a_reset_takes_no_word_of_its_cycle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
