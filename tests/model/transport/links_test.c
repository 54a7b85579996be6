/* SPDX-License-Identifier: Apache-2.0 */
/* Stream buffer, funnel and sink switch: what each does with messages, cuts and waits. */
#include "model/transport/funnel.h"
#include "model/transport/sink_switch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* A message of `size` bytes that begins with `first`; the last byte ends it. */
static nt_beat message(uint8_t first, uint8_t size) {
    nt_beat beat = {.count = size};
    for (uint8_t i = 0; i < size; i++) {
        beat.byte[i] = (uint8_t)(first + 4 * i);
    }
    beat.byte[size - 1] |= 3;
    return beat;
}

/* ---- stream buffer ---- */

static uint8_t offered(const nt_stream_buffer *s) {
    nt_stream_buffer_outputs out;
    nt_stream_buffer_out(s, &out);
    return out.count;
}

static void put(nt_stream_buffer *s, nt_beat beat) {
    assert_true(nt_stream_buffer_ready(s));
    nt_stream_buffer_step(s, &(nt_stream_buffer_inputs){.in = beat});
}

static void a_whole_message_is_offered_only_once_its_end_is_inside(void **state) {
    (void)state;
    nt_stream_buffer s;
    nt_stream_buffer_init(&s, &(nt_stream_buffer_params){.in = 4, .out = 4, .whole = true});
    put(&s, (nt_beat){.count = 4, .byte = {0x10, 0x14, 0x18, 0x1c}});
    assert_int_equal(offered(&s), 0);
    put(&s, (nt_beat){.count = 3, .byte = {0x23, 0x30, 0x34}});
    assert_int_equal(offered(&s), 4);
    nt_stream_buffer_step(&s, &(nt_stream_buffer_inputs){.in = {.waits = true}, .take = 4});
    assert_int_equal(offered(&s), 1); /* the next one has not ended */
}

static void a_message_that_fills_the_buffer_is_passed_on(void **state) {
    (void)state;
    nt_stream_buffer s;
    nt_stream_buffer_init(
        &s, &(nt_stream_buffer_params){.in = 4, .out = 2, .whole = true, .depth = 16});
    nt_beat part = {.count = 4, .byte = {0x10, 0x14, 0x18, 0x1c}};
    for (unsigned i = 0; i < 3; i++) {
        put(&s, part);
    }
    assert_false(nt_stream_buffer_ready(&s));
    nt_stream_buffer_step(&s, &(nt_stream_buffer_inputs){.in = part});
    assert_int_equal(offered(&s), 2);
    for (unsigned i = 0; i < 6; i++) { /* to its end, also when there is room again */
        nt_stream_buffer_step(&s, &(nt_stream_buffer_inputs){.in = {.waits = true}, .take = 2});
    }
    put(&s, (nt_beat){.count = 1, .byte = {0x20}});
    assert_int_equal(offered(&s), 1);
    put(&s, (nt_beat){.count = 2, .byte = {0x23, 0x30}}); /* the next one is held back */
    nt_stream_buffer_step(&s, &(nt_stream_buffer_inputs){.in = {.waits = true}, .take = 2});
    assert_int_equal(offered(&s), 0);
}

static void a_buffer_full_of_whole_messages_passes_on_no_other(void **state) {
    (void)state;
    nt_stream_buffer s;
    nt_stream_buffer_init(
        &s, &(nt_stream_buffer_params){.in = 4, .out = 2, .whole = true, .depth = 16});
    put(&s, message(0x10, 4));
    put(&s, message(0x10, 4));
    put(&s, (nt_beat){.count = 4, .byte = {0x20, 0x20, 0x20, 0x20}});
    assert_false(nt_stream_buffer_ready(&s));
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(offered(&s), 2);
        nt_stream_buffer_step(&s, &(nt_stream_buffer_inputs){.in = {.waits = true}, .take = 2});
    }
    assert_int_equal(offered(&s), 0);
}

static void a_message_whose_source_has_gone_is_ended_also_when_the_buffer_is_full(void **state) {
    (void)state;
    nt_stream_buffer s;
    nt_stream_buffer_init(&s, &(nt_stream_buffer_params){.in = 1, .out = 1, .depth = 4});
    for (unsigned i = 0; i < 3; i++) {
        put(&s, (nt_beat){.count = 1, .byte = {0x10}});
    }
    assert_false(nt_stream_buffer_ready(&s));
    nt_stream_buffer_step(&s, &(nt_stream_buffer_inputs){.take = 0});
    nt_stream_buffer_step(&s, &(nt_stream_buffer_inputs){.take = 0});
    nt_stream_buffer_outputs out = {.count = 0};
    for (unsigned i = 0; i < 4; i++) {
        nt_stream_buffer_out(&s, &out);
        assert_int_equal(out.count, 1);
        assert_int_equal(out.byte[0], i < 3 ? 0x10 : NT_CUT_BYTE);
        nt_stream_buffer_step(&s, &(nt_stream_buffer_inputs){.take = 1});
    }
    nt_stream_buffer_out(&s, &out);
    assert_true(out.empty);
}

static void a_source_that_waits_has_not_gone(void **state) {
    (void)state;
    nt_stream_buffer s;
    nt_stream_buffer_init(&s, &(nt_stream_buffer_params){.in = 4, .out = 4});
    put(&s, (nt_beat){.count = 1, .byte = {0x10}});
    put(&s, (nt_beat){.waits = true});
    put(&s, (nt_beat){.count = 1, .byte = {0x17}});
    assert_int_equal(offered(&s), 2);
}

/* Three times the wider side, that being a power of two and at least 2; of whole messages 64. */
static void the_buffer_holds_so_many_bytes_by_default(void **state) {
    (void)state;
    static const struct {
        nt_stream_buffer_params params;
        unsigned held;
    } rows[] = {
        {{.in = 1, .out = 1}, 6},
        {{.in = 1, .out = 2}, 6},
        {{.in = 4, .out = 4}, 12},
        {{.in = 4, .out = 2}, 12},
        {{.in = 2, .out = 8}, 24},
        {{.in = 5, .out = 3}, 24},
        {{.in = 1, .out = 16}, 48},
        {{.in = 8, .out = 16}, 48},
        {{.in = 1, .out = 1, .whole = true}, 64},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        nt_stream_buffer s;
        nt_stream_buffer_init(&s, &rows[i].params);
        assert_int_equal(s.params.depth, rows[i].held);
        unsigned held = 0;
        for (; nt_stream_buffer_ready(&s) && held < 100; held += rows[i].params.in) {
            put(&s, (nt_beat){.count = rows[i].params.in});
        }
        /* Room for a whole beat and the byte that ends a message */
        assert_in_range(held, rows[i].held - rows[i].params.in, rows[i].held - 1);
    }
}

/* ---- funnel ---- */

enum { INPUTS = 3, MOST = 4096 };

typedef struct stream {
    uint8_t byte[MOST];
    unsigned size;
} stream;

/* Input 0 is silent, 1 offers a message of 4 bytes in every cycle, 2 one of 2 bytes now and then.
   A message's bytes have the input in their upper bits. */
static nt_beat source(unsigned input, unsigned cycle) {
    return input == 1                       ? message(0x10, 4)
           : input == 2 && cycle % 32 == 31 ? message(0x20, 2)
                                            : (nt_beat){.count = 0};
}

static void run(nt_funnel *s, const nt_funnel_control *control, unsigned cycles, stream *sent,
                stream *got) {
    nt_beat pending[INPUTS] = {{.count = 0}};
    for (unsigned cycle = 0; cycle < cycles; cycle++) {
        nt_funnel_inputs in = {.control = control, .out_ready = cycle % 4 != 0};
        nt_funnel_outputs out;
        nt_funnel_out(s, false, control, &out);
        for (unsigned i = 0; i < INPUTS; i++) {
            pending[i] = pending[i].count ? pending[i] : source(i, cycle);
            in.in[i] = pending[i];
            if (out.in_ready >> i & 1) {
                memcpy(sent[i].byte + sent[i].size, pending[i].byte, pending[i].count);
                sent[i].size += pending[i].count;
                pending[i].count = 0;
            }
        }
        for (unsigned i = 0; in.out_ready && i < out.out.count; i++) {
            stream *from = &got[out.out.byte[i] >> 4];
            from->byte[from->size++] = out.out.byte[i];
        }
        nt_funnel_step(s, &in);
    }
}

static void a_silent_a_greedy_and_a_disabled_input_leave_the_others_whole(void **state) {
    (void)state;
    for (unsigned disabled = 0; disabled <= INPUTS; disabled++) {
        nt_funnel s;
        nt_funnel_init(&s, &(nt_funnel_params){.inputs = INPUTS, .in_bytes = 4, .bytes = 4});
        nt_funnel_control control = {1, 1, disabled < INPUTS ? 1u << disabled : 0};
        static stream sent[INPUTS], got[16];
        memset(sent, 0, sizeof sent);
        memset(got, 0, sizeof got);
        run(&s, &control, 500, sent, got);
        control.trFunnelEnable = 0;
        run(&s, &control, 500, sent, got);
        nt_funnel_outputs out;
        nt_funnel_out(&s, false, &control, &out);
        assert_true(out.trFunnelEmpty);
        assert_int_equal(got[0].size, 0);
        for (unsigned i = 1; i < INPUTS; i++) {
            unsigned expected = i == disabled ? 0 : sent[i].size;
            assert_true(sent[i].size > 20);
            assert_int_equal(got[i].size, expected);
            assert_memory_equal(got[i].byte, sent[i].byte, expected);
            assert_true(s.turns[i].longest <= 1); /* input 0 has no turn */
        }
    }
}

/* All that came has left, but a message is still under way: the rest of it is to come. */
static void a_funnel_is_not_empty_while_a_message_is_half_through(void **state) {
    (void)state;
    nt_funnel s;
    nt_funnel_init(&s, &(nt_funnel_params){.inputs = INPUTS, .in_bytes = 4, .bytes = 4});
    const nt_funnel_control control = {1, 1, 0};
    nt_funnel_inputs in = {.control = &control, .out_ready = true};
    in.in[1] = (nt_beat){.count = 4, .byte = {0x10, 0x10, 0x10, 0x10}};
    unsigned sent = 0;
    for (unsigned cycle = 0; cycle < 40; cycle++) {
        nt_funnel_outputs out;
        nt_funnel_out(&s, false, &control, &out);
        sent += out.out.count;
        assert_true(cycle == 0 || !out.trFunnelEmpty);
        bool taken = out.in_ready >> 1 & 1;
        nt_funnel_step(&s, &in);
        in.in[1].count = taken ? 0 : in.in[1].count;
        in.in[1].waits = taken || in.in[1].waits; /* the encoder is in the middle of it */
    }
    assert_int_equal(sent, 4);
}

/* ---- sink switch ---- */

static void sinks_join_and_leave_where_messages_meet_within_a_beat(void **state) {
    (void)state;
    nt_sink_switch s;
    nt_sink_switch_init(&s, &(nt_sink_switch_params){.sinks = 2, .bytes = 4});
    nt_sink_switch_inputs in = {.active = 3,
                                .enable = 1,
                                .out_ready = 3,
                                .in = {.count = 4, .byte = {0x10, 0x14, 0x18, 0x1c}}};
    nt_sink_switch_step(&s, &in);
    in.enable = 2; /* in the middle of the message */
    in.in = (nt_beat){.count = 4, .byte = {0x20, 0x23, 0x30, 0x34}};
    nt_beat out[NT_MAX_SINKS];
    nt_sink_switch_out(&s, &in, out);
    assert_int_equal(out[0].count, 2);
    assert_int_equal(out[0].byte[1], 0x23);
    assert_int_equal(out[1].count, 2);
    assert_int_equal(out[1].byte[0], 0x30);
    for (in.out_ready = 0; in.out_ready < 3; in.out_ready++) { /* the beat concerns both */
        assert_false(nt_sink_switch_ready(&s, &in));
    }
}

static void a_sink_that_waits_for_another_is_told_to_wait(void **state) {
    (void)state;
    nt_sink_switch s;
    nt_sink_switch_init(&s, &(nt_sink_switch_params){.sinks = 2, .bytes = 4});
    nt_sink_switch_inputs in = {.active = 3, .enable = 3, .out_ready = 1, .in = message(0x10, 4)};
    nt_beat out[NT_MAX_SINKS];
    nt_sink_switch_out(&s, &in, out);
    assert_false(nt_sink_switch_ready(&s, &in));
    assert_int_equal(out[0].count, 0);
    assert_true(out[0].waits);
    in.out_ready = 3;
    nt_sink_switch_out(&s, &in, out);
    assert_true(nt_sink_switch_ready(&s, &in));
    assert_int_equal(out[0].count, 4);
    assert_int_equal(out[1].count, 4);
}

static void a_wait_is_told_to_who_joined_and_has_no_bytes(void **state) {
    (void)state;
    nt_sink_switch s;
    nt_sink_switch_init(&s, &(nt_sink_switch_params){.sinks = 3, .bytes = 4});
    nt_sink_switch_inputs in = {.active = 7, .enable = 3, .out_ready = 1, .in = message(0x10, 4)};
    nt_beat out[NT_MAX_SINKS] = {{.count = 0}};
    nt_sink_switch_out(&s, &in, out);
    static const uint8_t counts[] = {0, 4, 0}; /* the second alone keeps the others waiting */
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(out[i].count, counts[i]);
        assert_int_equal(out[i].waits, i == 0);
    }
    in.in = message(0x10, 1);
    nt_sink_switch_out(&s, &in, out);
    assert_true(out[0].waits);
    in.in = (nt_beat){.waits = true}; /* a wait goes on to all of them */
    nt_sink_switch_out(&s, &in, out);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(out[i].count, 0);
        assert_int_equal(out[i].waits, i < 2);
    }
    in.in.waits = false;
    nt_sink_switch_out(&s, &in, out);
    for (unsigned i = 0; i < 3; i++) {
        assert_false(out[i].waits);
    }
}

/* A message begins for sink 0, then sink 1 alone is enabled. Behind a cycle like `then` the next
   bytes come: for whom? */
static unsigned heir(nt_beat then, bool rst) {
    nt_sink_switch s;
    nt_sink_switch_init(&s, &(nt_sink_switch_params){.sinks = 2, .bytes = 4});
    nt_sink_switch_inputs in = {.active = 3,
                                .enable = 1,
                                .out_ready = 3,
                                .in = {.count = 4, .byte = {0x10, 0x14, 0x18, 0x1c}}};
    nt_sink_switch_step(&s, &in);
    in.enable = 2;
    in.rst = rst;
    in.in = then;
    nt_sink_switch_step(&s, &in);
    in.rst = false;
    in.in = (nt_beat){.count = 1, .byte = {0x20}};
    nt_beat out[NT_MAX_SINKS] = {{.count = 0}};
    nt_sink_switch_out(&s, &in, out);
    assert_int_equal(out[0].count + out[1].count, 1);
    return out[1].count;
}

static void a_message_ends_with_its_source(void **state) {
    (void)state;
    const nt_beat more = {.count = 2, .byte = {0x10, 0x10}};
    assert_int_equal(heir((nt_beat){.waits = true}, false), 0);
    assert_int_equal(heir(more, false), 0);
    assert_int_equal(heir(message(0x10, 2), false), 1);
    assert_int_equal(heir((nt_beat){.count = 0}, false), 1);
    assert_int_equal(heir(more, true), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_message_is_offered_only_once_its_end_is_inside),
        cmocka_unit_test(a_message_that_fills_the_buffer_is_passed_on),
        cmocka_unit_test(a_buffer_full_of_whole_messages_passes_on_no_other),
        cmocka_unit_test(a_message_whose_source_has_gone_is_ended_also_when_the_buffer_is_full),
        cmocka_unit_test(a_source_that_waits_has_not_gone),
        cmocka_unit_test(the_buffer_holds_so_many_bytes_by_default),
        cmocka_unit_test(a_silent_a_greedy_and_a_disabled_input_leave_the_others_whole),
        cmocka_unit_test(a_funnel_is_not_empty_while_a_message_is_half_through),
        cmocka_unit_test(sinks_join_and_leave_where_messages_meet_within_a_beat),
        cmocka_unit_test(a_sink_that_waits_for_another_is_told_to_wait),
        cmocka_unit_test(a_wait_is_told_to_who_joined_and_has_no_bytes),
        cmocka_unit_test(a_message_ends_with_its_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
