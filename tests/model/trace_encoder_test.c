/* SPDX-License-Identifier: Apache-2.0 */
/* What connects the registers, triggers, timestamp unit and encoder of nt_trace_encoder: each by
   what goes in at one end and comes out at the other. */
#include "model/trace_encoder.h"
#include "tests/model/control/bus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum {
    CONTROL = 0x000,
    TS_CONTROL = 0x040,
    COUNTER_LOW = 0x048,
    TRIG_IN = 0x054,
    TRIG_OUT = 0x058
};
enum { ACTIVE = 1, ENABLE = 2, TRACING = 4, EMPTY = 8, BTM = 0x30 };
enum { TRIGGERS = 1 << 11, STALL_OR_OVERFLOW = 1 << 12, STALL_ENA = 1 << 13 };
/* trTsControl: active and counting, in each trTsMode */
enum { EXTERNAL = 0x13, INTERNAL_SYSTEM = 0x23, INTERNAL_CORE = 0x33, SHARED = 0x43, RESET = 4 };

static const nt_config build = {.name = "test",
                                .xlen = 32,
                                .nblocks = 1,
                                .itype_w = 4,
                                .iretire_w = 6,
                                .icnt_w = 22,
                                .hist_w = 32,
                                .fifo_depth = 16,
                                .tstamp_w = 40,
                                .ntriggers = 2,
                                .out_bytes = 1};

typedef struct bench {
    nt_trace_encoder encoder;
    nt_trace_encoder_inputs in;
    nt_ingress ingress; /* blocks are cleared after each cycle */
    nt_trace_encoder_outputs out;
} bench;

static void cycle(bench *b, nt_apb apb) {
    b->in.apb = apb;
    b->in.ingress = &b->ingress;
    nt_trace_encoder_out(&b->encoder, &b->in, &b->out);
    nt_trace_encoder_step(&b->encoder, &b->in, &b->out);
    memset(b->ingress.block, 0, sizeof b->ingress.block);
}

static void idle(bench *b, unsigned cycles) {
    for (; cycles > 0; cycles--) {
        cycle(b, no_access);
    }
}

static void write(bench *b, unsigned address, uint32_t data) {
    cycle(b, write_of(address, data));
}

static uint32_t read(bench *b, unsigned address) {
    do {
        cycle(b, read_of(address));
    } while (!b->out.bus.PREADY);
    return b->out.bus.PRDATA;
}

static void setup(bench *b, uint32_t control) {
    memset(b, 0xa5, sizeof *b);
    b->in = (nt_trace_encoder_inputs){.rst = true, .out_ready = true};
    b->ingress = (nt_ingress){.time = 0x1111, .halted = false};
    b->in.shared_time = 0x2222;
    nt_trace_encoder_init(&b->encoder, &build);
    cycle(b, no_access);
    b->in.rst = false;
    write(b, CONTROL, ACTIVE);
    write(b, CONTROL, ACTIVE | control);
}

static void block(bench *b, uint64_t iaddr, nt_itype itype) {
    b->ingress.block[0] = (nt_block){.iaddr = iaddr, .iretire = 2, .itype = (uint8_t)itype};
    cycle(b, no_access);
}

static void the_registers_choose_the_time(void **state) {
    (void)state;
    bench b;
    setup(&b, 0);
    idle(&b, 1);
    assert_int_equal(b.out.core.timestamp, 0);
    write(&b, TS_CONTROL, EXTERNAL);
    assert_int_equal(read(&b, COUNTER_LOW), 0x1111);
    assert_int_equal(b.out.core.timestamp, 0x1111);
    write(&b, TS_CONTROL, SHARED);
    assert_int_equal(read(&b, COUNTER_LOW), 0x2222);
    assert_int_equal(b.out.core.timestamp, 0x2222);
    write(&b, CONTROL, 0);
    idle(&b, 1);
    assert_int_equal(b.out.core.timestamp, 0);
}

static void internal_times_count_and_are_reset(void **state) {
    (void)state;
    bench b;
    setup(&b, 0);
    write(&b, TS_CONTROL, INTERNAL_CORE);
    idle(&b, 6);
    assert_int_equal(b.out.core.timestamp, 5);
    b.ingress.halted = true;
    idle(&b, 3);
    assert_int_equal(b.out.core.timestamp, 6);
    write(&b, TS_CONTROL, INTERNAL_SYSTEM);
    idle(&b, 3); /* without a clock of the system's counter */
    assert_int_equal(b.out.core.timestamp, 6);
    b.in.system_tick = true;
    idle(&b, 3);
    assert_int_equal(b.out.core.timestamp, 8);
    write(&b, TS_CONTROL, INTERNAL_SYSTEM | RESET);
    idle(&b, 1);
    assert_int_equal(b.out.core.timestamp, 0);
    idle(&b, 5);
    assert_int_equal(b.out.core.timestamp, 5);
    write(&b, CONTROL, 0); /* resets the counter too */
    idle(&b, 1);
    write(&b, CONTROL, ACTIVE);
    write(&b, TS_CONTROL, INTERNAL_SYSTEM);
    idle(&b, 1);
    assert_int_equal(b.out.core.timestamp, 0);
}

static void triggers_turn_tracing_on_and_off(void **state) {
    (void)state;
    bench b;
    setup(&b, ENABLE | BTM | TRIGGERS);
    write(&b, TRIG_OUT, 0x21); /* output 0 at a start, 1 at a stop */
    b.ingress.trigger = 1;
    idle(&b, 1);
    assert_true(b.out.core.triggers.trace_on);
    b.ingress.trigger = 0;
    assert_int_equal(read(&b, CONTROL) & TRACING, TRACING);
    idle(&b, 1);
    assert_int_equal(b.out.ext_trigger_out, 1);
    write(&b, TRIG_IN, 0x30); /* input 1: trace-off */
    b.ingress.ext_trigger = 1;
    idle(&b, 1);
    assert_int_equal(read(&b, CONTROL) & TRACING, TRACING);
    b.ingress.ext_trigger = 2;
    idle(&b, 1);
    b.ingress.ext_trigger = 0;
    assert_int_equal(read(&b, CONTROL) & TRACING, 0);
    idle(&b, 1);
    assert_int_equal(b.out.ext_trigger_out, 2);
}

/* The block of the trigger's own cycle is traced: ProgTraceSync, SYNC=5, F-ADDR=0x80. */
static void a_block_beside_trace_on_is_traced(void **state) {
    (void)state;
    static const uint8_t expected[] = {0x24, 0x15, 0x00, 0x0b};
    bench b;
    setup(&b, ENABLE | BTM | TRIGGERS);
    b.ingress.trigger = 1;
    block(&b, 0x100, NT_ITYPE_NONE);
    b.ingress.trigger = 0;
    for (unsigned i = 0, bytes = 0; bytes < sizeof expected; i++) {
        idle(&b, 1);
        assert_true(i < 10);
        if (b.out.core.encoder.out_valid) {
            assert_int_equal(b.out.core.encoder.out, expected[bytes++]);
        }
    }
}

static void empty_and_what_was_lost_are_seen_in_the_control_register(void **state) {
    (void)state;
    for (unsigned stalls = 0; stalls < 2; stalls++) {
        bench b;
        setup(&b, ENABLE | TRACING | BTM | (stalls ? STALL_ENA : 0u));
        b.in.out_ready = false;
        assert_int_equal(read(&b, CONTROL) & STALL_OR_OVERFLOW, 0);
        for (unsigned i = 0; i < 40 && !(stalls && b.out.core.encoder.stall); i++) {
            block(&b, 0x100, NT_ITYPE_TAKEN);
        }
        assert_int_equal(b.out.core.encoder.stall, stalls);
        idle(&b, 1);
        assert_int_equal(read(&b, CONTROL) & (STALL_OR_OVERFLOW | EMPTY), STALL_OR_OVERFLOW);
        write(&b, CONTROL, ACTIVE | BTM);
        b.in.out_ready = true;
        idle(&b, 100);
        assert_int_equal(read(&b, CONTROL) & EMPTY, EMPTY);
    }
}

static void rst_resets_all(void **state) {
    (void)state;
    bench b;
    setup(&b, ENABLE | TRACING | BTM);
    write(&b, TS_CONTROL, INTERNAL_CORE);
    block(&b, 0x100, NT_ITYPE_NONE);
    idle(&b, 2);
    b.in.rst = true;
    write(&b, CONTROL, UINT32_MAX);
    b.in.rst = false;
    assert_int_equal(read(&b, CONTROL) & (ACTIVE | ENABLE | TRACING), 0);
    assert_true(b.out.core.encoder.trTeEmpty);
    assert_int_equal(b.out.core.timestamp, 0);
}

/* Where the fields are driven directly, trace-off wins over trace-on too. */
static void triggers_pull_a_field_that_is_driven_directly(void **state) {
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        static const uint32_t expected[8] = {0, 1, 1, 1, 0, 0, 0, 0};
        const nt_trigger_outputs triggers = {.trace_on = i >> 1 & 1, .trace_off = i >> 2 & 1};
        nt_control control = {.trTeInstTracing = i & 1};
        nt_encoder_core_pull(&control, &triggers);
        assert_int_equal(control.trTeInstTracing, expected[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_registers_choose_the_time),
        cmocka_unit_test(internal_times_count_and_are_reset),
        cmocka_unit_test(triggers_turn_tracing_on_and_off),
        cmocka_unit_test(a_block_beside_trace_on_is_traced),
        cmocka_unit_test(empty_and_what_was_lost_are_seen_in_the_control_register),
        cmocka_unit_test(rst_resets_all),
        cmocka_unit_test(triggers_pull_a_field_that_is_driven_directly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
