/* SPDX-License-Identifier: Apache-2.0 */
/* The encoder's outputs beside its bytes are judged by the witness's own registers and time: each
   kind of wrong output is told, and right ones are not. */
#include "sim/witness/signals.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { TE_CONTROL = 0x000, TS_CONTROL = 0x040, TS_COUNTER_LOW = 0x048 };
enum { ACTIVE = 1, ENABLE = 2, TRACING = 4, EMPTY = 8, LOST = 1 << 12, STALL_ENA = 1 << 13 };
enum { FORMAT = 1 << 24, TS_WIDTH = 40 << 24 };

static const nt_config config = {.name = "test",
                                 .xlen = 64,
                                 .nblocks = 1,
                                 .itype_w = 4,
                                 .fifo_depth = 32,
                                 .tstamp_w = 40,
                                 .ntriggers = 2,
                                 .out_bytes = 1};

typedef struct bench {
    nt_feed feed;
    nt_signals signals;
    nt_witness *witness;
    nt_feed_outputs out;
    nt_apb_answer answer;
} bench;

static bench *start(void) {
    static bench b;
    memset(&b, 0, sizeof b);
    nt_feed_init(&b.feed, &config);
    b.witness = nt_witness_new(&config, (nt_witness_code){0});
    assert_non_null(b.witness);
    b.out.trTeEmpty = true;
    return &b;
}

static void cycle(bench *b, const nt_cycle *now) {
    nt_witness_inputs in;
    nt_feed_show(&b->feed, now, &b->out, &in);
    nt_witness_cycle(b->witness, &in);
    nt_signals_judge(&b->signals, &b->feed, b->witness, now, &b->out);
    nt_feed_step(&b->feed, now, &b->out);
    b->out.answer = NULL;
    b->out.dropped = false;
}

static void idle(bench *b, unsigned cycles) {
    const nt_cycle now = {.sink_ready = true};
    for (unsigned i = 0; i < cycles; i++) {
        cycle(b, &now);
    }
}

/* A transfer; it is answered so a cycle later. */
static void transfer(bench *b, uint16_t offset, bool write, uint32_t value, nt_apb_answer answer) {
    nt_cycle now = {.apb = {.PSEL = true,
                            .PWRITE = write,
                            .PADDR = offset,
                            .PSTRB = write ? 15 : 0,
                            .PWDATA = write ? value : 0}};
    cycle(b, &now);
    b->answer = (nt_apb_answer){.PREADY = true};
    b->out.answer = &b->answer;
    now.apb.PENABLE = true;
    if (offset == TS_COUNTER_LOW && !write) {
        cycle(b, &now);
        b->answer = (nt_apb_answer){.PREADY = false};
        b->out.answer = &b->answer;
    }
    cycle(b, &now);
    b->answer = answer;
    b->out.answer = &b->answer;
    idle(b, 1);
}

static void write(bench *b, uint16_t offset, uint32_t value) {
    transfer(b, offset, true, value, (nt_apb_answer){.PREADY = true});
}

static void read(bench *b, uint16_t offset, uint32_t value) {
    transfer(b, offset, false, 0, (nt_apb_answer){.PREADY = true, .PRDATA = value});
}

static void end(bench *b, const char *first) {
    if (first == NULL) {
        assert_string_equal(b->signals.first, "");
        assert_int_equal(b->signals.wrong, 0);
        assert_true(b->signals.compared > 0);
    } else {
        assert_non_null(strstr(b->signals.first, first));
    }
    nt_witness_free(b->witness);
}

static void a_field_reads_as_the_legal_value_that_was_written(void **state) {
    (void)state;
    bench *b = start();
    write(b, TE_CONTROL, ACTIVE);
    write(b, TE_CONTROL, ACTIVE | 5 << 4 | 1 << 9); /* HTM; there are no contexts */
    read(b, TE_CONTROL, ACTIVE | EMPTY | 6 << 4 | FORMAT);
    end(b, NULL);
}

static void another_value_is_told(void **state) {
    (void)state;
    bench *b = start();
    write(b, TE_CONTROL, ACTIVE);
    write(b, TE_CONTROL, ACTIVE | 5 << 4);
    read(b, TE_CONTROL, ACTIVE | EMPTY | 5 << 4 | FORMAT);
    end(b, "register 0x000 reads 0x01000059 and not 0x01000069");
}

static void a_loss_stays_readable_until_it_is_written(void **state) {
    (void)state;
    bench *b = start();
    write(b, TE_CONTROL, ACTIVE);
    b->out.dropped = true;
    idle(b, 1);
    read(b, TE_CONTROL, ACTIVE | EMPTY | LOST | FORMAT);
    write(b, TE_CONTROL, ACTIVE | LOST);
    read(b, TE_CONTROL, ACTIVE | EMPTY | FORMAT);
    end(b, NULL);
}

static void a_loss_that_is_not_readable_is_told(void **state) {
    (void)state;
    bench *b = start();
    write(b, TE_CONTROL, ACTIVE);
    b->out.dropped = true;
    idle(b, 1);
    read(b, TE_CONTROL, ACTIVE | EMPTY | FORMAT);
    end(b, "register 0x000 reads 0x01000009 and not 0x01001009");
}

/* The counter runs from the cycle after it is written; 4 clocks a tick. */
static void count(bench *b, uint32_t got) {
    write(b, TE_CONTROL, ACTIVE);
    write(b, TS_CONTROL, 1 | 1 << 1 | 3 << 4 | 1 << 8);
    idle(b, 20);
    read(b, TS_COUNTER_LOW, got);
}

static void the_counter_is_divided_by_the_prescaler(void **state) {
    (void)state;
    bench *b = start();
    count(b, 5); /* 22 clocks: one at the end of the write, 20, and the setup phase */
    end(b, NULL);
}

static void a_counter_of_another_speed_is_told(void **state) {
    (void)state;
    bench *b = start();
    count(b, 11);
    end(b, "register 0x048 reads 0x0000000b and not 0x00000005");
}

static void an_output_fires_once_where_its_event_was(void **state) {
    (void)state;
    bench *b = start();
    nt_cycle now = {.writes = 2};
    now.write[0] = (nt_control_write){(uint16_t)nt_control_find("trTeActive"), 1};
    now.write[1] = (nt_control_write){(uint16_t)nt_control_find("trTeTrigExtOutControl"), 0x10};
    cycle(b, &now);
    now.writes = 1;
    now.write[0] = (nt_control_write){(uint16_t)nt_control_find("trTeInstTracing"), 1};
    cycle(b, &now);
    b->out.ext_trigger_out = 2;
    idle(b, 1);
    b->out.ext_trigger_out = 0;
    idle(b, 1);
    assert_string_equal(b->signals.first, "");
    now.write[0].value = 0;
    cycle(b, &now);
    b->out.ext_trigger_out = 2;
    idle(b, 1);
    end(b, "ext_trigger_out is 0x02 and not 0x00");
}

static nt_cycle retires(void) {
    return (nt_cycle){.ingress.block[0] = {.iaddr = 0x1000, .iretire = 2}};
}

/* Stalled for a cycle, in which something retires or not; then messages are lost. */
static void lose(bench *b, bool obey) {
    write(b, TE_CONTROL, ACTIVE);
    write(b, TE_CONTROL, ACTIVE | ENABLE | TRACING | 3 << 4 | STALL_ENA);
    b->out.trTeEmpty = false;
    const nt_cycle now = retires();
    cycle(b, &now);
    b->out.stall = true;
    cycle(b, &now);
    if (obey) {
        idle(b, 1);
    } else {
        cycle(b, &now);
    }
    b->out.dropped = true;
    idle(b, 1);
}

static void a_hart_that_obeys_stall_loses_nothing(void **state) {
    (void)state;
    bench *b = start();
    lose(b, true);
    end(b, "messages are lost though the hart obeys stall");
}

static void a_hart_that_does_not_may(void **state) {
    (void)state;
    bench *b = start();
    lose(b, false);
    end(b, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_field_reads_as_the_legal_value_that_was_written),
        cmocka_unit_test(another_value_is_told),
        cmocka_unit_test(a_loss_stays_readable_until_it_is_written),
        cmocka_unit_test(a_loss_that_is_not_readable_is_told),
        cmocka_unit_test(the_counter_is_divided_by_the_prescaler),
        cmocka_unit_test(a_counter_of_another_speed_is_told),
        cmocka_unit_test(an_output_fires_once_where_its_event_was),
        cmocka_unit_test(a_hart_that_obeys_stall_loses_nothing),
        cmocka_unit_test(a_hart_that_does_not_may),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
