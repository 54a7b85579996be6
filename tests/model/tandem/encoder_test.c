/* SPDX-License-Identifier: Apache-2.0 */
/* What the bytes alone do not tell of the encoder of the tandem trace: how long a group is under
   way and may stay without its end, when the encoder is idle, and that a reset leaves nothing
   behind. */
#include "model/tandem/tv_encoder.h"
#include "sim/util/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { END = 2, PATIENCE = 16, SEEDS = 60, CYCLES = 60 };

static const nt_tv_params builds[] = {
    {.xlen = 64, .flen = 64, .mlen = 64, .nret = 1, .out_bytes = 32, .has_eaddr = true},
    {.xlen = 32, .flen = 32, .mlen = 34, .nret = 1, .out_bytes = 1, .implied_end = true},
    {.xlen = 64,
     .flen = 0,
     .mlen = 64,
     .nret = 2,
     .out_bytes = 8,
     .implied_end = true,
     .increment = true},
    {.xlen = 32, .flen = 64, .mlen = 32, .nret = 3, .out_bytes = 4, .increment = true},
};
enum { BUILDS = sizeof builds / sizeof builds[0] };

/* Of an instruction that changes nothing but the pc: begin, increment, instruction, end. */
static const nt_tv_inputs nop = {
    .lane = {{.valid = true, .insn_valid = true, .insn_size = true, .insn = 0x13}},
    .out_ready = true};
static const nt_tv_inputs nothing = {.out_ready = true};

static nt_tv_outputs step(nt_tv_encoder *s, const nt_tv_params *p, const nt_tv_inputs *in) {
    nt_tv_outputs out;
    nt_tv_encoder_out(s, p, in->rst, &out);
    nt_tv_encoder_step(s, p, in);
    return out;
}

static void reset(nt_tv_encoder *s, const nt_tv_params *p) {
    *s = (nt_tv_encoder){.intake = {.pending = 0}};
    (void)step(s, p, &(nt_tv_inputs){.rst = true});
}

/* ---- steps ---- */

static void test_a_byte_is_offered_after_six_cycles_or_seven(void **state) {
    (void)state;
    for (unsigned b = 0; b < BUILDS; b++) {
        const nt_tv_params *p = &builds[b];
        nt_tv_encoder s;
        reset(&s, p);
        assert_true(step(&s, p, &nop).idle);
        unsigned cycles = 1;
        nt_tv_outputs out = step(&s, p, &nothing);
        for (; !out.out_valid; cycles++) {
            assert_false(out.idle);
            out = step(&s, p, &nothing);
        }
        assert_int_equal(cycles, p->nret == 1 ? 6 : 7);
    }
}

static void test_it_is_idle_when_the_last_byte_is_taken(void **state) {
    (void)state;
    for (unsigned b = 0; b < BUILDS; b++) {
        const nt_tv_params *p = &builds[b];
        nt_tv_encoder s;
        reset(&s, p);
        (void)step(&s, p, &nop);
        nt_tv_outputs out;
        uint8_t last = 0;
        for (unsigned bytes = 0; bytes < 8;) {
            out = step(&s, p, &nothing);
            assert_false(out.idle);
            if (out.out_valid) {
                bytes += out.out_count;
                last = out.out_data[out.out_count - 1];
            }
        }
        assert_int_equal(last, END);
        for (unsigned i = 0; i < 40; i++) {
            out = step(&s, p, &nothing);
            assert_true(out.idle && out.ready && !out.out_valid && out.out_count == 0);
        }
    }
}

/* Steps until it is idle; the bytes. */
static unsigned drain(nt_tv_encoder *s, const nt_tv_params *p, uint8_t *bytes) {
    unsigned count = 0;
    nt_tv_outputs out = {.idle = false};
    while (!out.idle) {
        out = step(s, p, &nothing);
        memcpy(bytes + count, out.out_data, out.out_count);
        count += out.out_count;
    }
    return count;
}

static void test_a_register_from_outside_has_xlen_bits(void **state) {
    static const uint8_t set[] = {1, 6, 5, 0x10, 0xff, 2};
    const nt_tv_params *p = &builds[3];
    const nt_tv_inputs init = {.init_valid = true,
                               .init_kind = NT_TV_INIT_REGISTER,
                               .init_addr = 0x1005,
                               .init_data = UINT64_C(0xffffffff00001200),
                               .out_ready = true};
    const nt_tv_inputs change = {
        .lane = {{.valid = true, .gpr_valid = true, .gpr_addr = 5, .gpr_data = 0x12ff}},
        .out_ready = true};
    uint8_t bytes[64];
    nt_tv_encoder s;
    (void)state;
    reset(&s, p);
    (void)step(&s, p, &init);
    assert_int_equal(drain(&s, p, bytes), 10);
    (void)step(&s, p, &change);
    assert_int_equal(drain(&s, p, bytes), sizeof set);
    assert_memory_equal(bytes, set, sizeof set);
}

/* ---- ends that are implied ---- */

static const nt_tv_params *const ends = &builds[1];

static void put(nt_tv_buffer *s, const uint8_t *bytes, unsigned length, bool out_ready) {
    nt_tv_buffer_step(s, ends, false, bytes, length, out_ready);
}

static void wait(nt_tv_buffer *s, unsigned cycles, bool out_ready) {
    for (unsigned i = 0; i < cycles; i++) {
        put(s, NULL, 0, out_ready);
    }
}

static void test_a_group_is_ended_in_the_16th_cycle_without_another(void **state) {
    static const uint8_t group[] = {1, 3, 16};
    (void)state;
    for (unsigned again = 0; again < PATIENCE; again++) {
        nt_tv_buffer s = {.level = 0};
        put(&s, group, sizeof group, true);
        wait(&s, again, true); /* another comes in time */
        put(&s, group, sizeof group, true);
        wait(&s, PATIENCE - 1, true);
        assert_true(nt_tv_buffer_busy(&s) && s.level == 0 && !s.out_valid);
        wait(&s, 1, true);
        assert_int_equal(s.level, 1);
        wait(&s, 1, true);
        assert_true(s.out_valid && s.out_count == 1 && s.out_data[0] == END);
        wait(&s, 1, true);
        assert_false(nt_tv_buffer_busy(&s));
        wait(&s, 3 * PATIENCE, true);
        assert_true(!nt_tv_buffer_busy(&s) && !s.open);
    }
}

static void test_an_end_waits_for_room_and_no_longer(void **state) {
    static const uint8_t bytes[64];
    (void)state;
    for (unsigned waited = PATIENCE; waited < PATIENCE + 4; waited++) {
        nt_tv_buffer s = {.level = 0};
        unsigned size = nt_tv_buffer_size(ends);
        put(&s, bytes, 1, false);
        wait(&s, 1, false); /* this one is offered, and is not in the memory */
        for (unsigned level = 0; level < size; level += sizeof bytes) {
            put(&s, bytes, sizeof bytes, false);
        }
        assert_int_equal(s.level, size);
        wait(&s, waited, false);
        assert_int_equal(s.level, size);
        wait(&s, 1, true);
        assert_int_equal(s.level, size - 1);
        wait(&s, 1, false);
        assert_int_equal(s.level, size);
        assert_int_equal(s.memory[(s.tail + size - 1) % size], END);
        wait(&s, size, true);
        assert_int_equal(s.out_data[0], END);
        wait(&s, 1, true);
        assert_false(nt_tv_buffer_busy(&s));
    }
}

static void test_a_group_that_waits_for_room_comes_before_an_end(void **state) {
    static const uint8_t bytes[64];
    (void)state;
    nt_tv_buffer s = {.level = 0};
    unsigned size = nt_tv_buffer_size(ends);
    for (unsigned level = 0; level < size; level += sizeof bytes) {
        put(&s, bytes, sizeof bytes, false);
    }
    for (unsigned i = 0; i < 2 * PATIENCE; i++) {
        put(&s, bytes, sizeof bytes, false);
    }
    assert_int_equal(s.level, size - 1); /* one is offered */
}

/* ---- reset ---- */

static bool often(nt_random *random) {
    return nt_random_below(random, 4) != 0;
}

static bool seldom(nt_random *random) {
    return nt_random_below(random, 4) == 0;
}

static bool rarely(nt_random *random) {
    return nt_random_below(random, 16) == 0;
}

static uint64_t word(nt_random *random, unsigned bits) {
    return nt_random_next(random) >> (64 - bits);
}

static nt_tv_lane some_lane(nt_random *random, const nt_tv_params *p) {
    nt_tv_lane lane = {.valid = often(random),
                       .insn_valid = often(random),
                       .insn_size = often(random),
                       .insn = (uint32_t)nt_random_next(random),
                       .pc_given = seldom(random),
                       .pc_next = word(random, p->xlen),
                       .gpr_valid = often(random),
                       .gpr_addr = (uint8_t)nt_random_below(random, 4),
                       .gpr_data = word(random, 5),
                       .paddr_valid = seldom(random),
                       .paddr = word(random, p->mlen),
                       .mem_valid = seldom(random),
                       .mem_size = (uint8_t)nt_random_below(random, 3),
                       .mem_data = nt_random_next(random)};
    for (unsigned c = 0; c < NT_TV_CSRS; c++) {
        lane.csr[c] = (nt_tv_csr){.valid = seldom(random),
                                  .addr = (uint16_t)word(random, 12),
                                  .data = word(random, p->xlen)};
    }
    return lane;
}

static nt_tv_inputs some_inputs(nt_random *random, const nt_tv_params *p, bool out_ready) {
    nt_tv_inputs in = {.init_valid = rarely(random),
                       .init_kind = (uint8_t)nt_random_below(random, 3),
                       .init_addr = 0x1001 + nt_random_below(random, 3),
                       .init_data = word(random, 5),
                       .mtime_valid = rarely(random),
                       .mtime = nt_random_next(random),
                       .out_ready = out_ready};
    for (unsigned l = 0; l < p->nret; l++) {
        in.lane[l] = some_lane(random, p);
    }
    return in;
}

static void work(nt_tv_encoder *s, const nt_tv_params *p, nt_random *random, unsigned cycles,
                 bool sinks) {
    for (unsigned i = 0; i < cycles; i++) {
        nt_tv_inputs in = some_inputs(random, p, sinks && often(random));
        (void)step(s, p, &in);
    }
}

static void same_outputs(const nt_tv_outputs *a, const nt_tv_outputs *b) {
    assert_int_equal(a->ready, b->ready);
    assert_int_equal(a->idle, b->idle);
    assert_int_equal(a->out_valid, b->out_valid);
    assert_int_equal(a->out_count, b->out_count);
    assert_memory_equal(a->out_data, b->out_data, sizeof a->out_data);
}

/* Both get the same from now on: sometimes nothing, to see what comes by itself. */
static void go_on_alike(nt_tv_encoder *a, nt_tv_encoder *b, const nt_tv_params *p,
                        nt_random *random) {
    bool quiet = seldom(random);
    for (unsigned i = 0; i < CYCLES; i++) {
        nt_tv_inputs in = quiet && i < CYCLES / 2 ? nothing : some_inputs(random, p, often(random));
        nt_tv_outputs of_a = step(a, p, &in);
        nt_tv_outputs of_b = step(b, p, &in);
        same_outputs(&of_a, &of_b);
    }
}

static void test_a_reset_leaves_nothing_behind(void **state) {
    (void)state;
    for (unsigned seed = 0; seed < BUILDS * SEEDS; seed++) {
        const nt_tv_params *p = &builds[seed % BUILDS];
        nt_random random;
        nt_random_seed(&random, seed);
        nt_tv_encoder fresh;
        nt_tv_encoder used;
        reset(&fresh, p);
        reset(&used, p);
        unsigned cycles = (unsigned)nt_random_below(&random, CYCLES);
        bool sinks = often(&random);
        work(&used, p, &random, cycles, sinks);
        nt_tv_inputs last = some_inputs(&random, p, often(&random)); /* is not taken */
        last.rst = true;
        (void)step(&used, p, &last);
        go_on_alike(&fresh, &used, p, &random);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_byte_is_offered_after_six_cycles_or_seven),
        cmocka_unit_test(test_it_is_idle_when_the_last_byte_is_taken),
        cmocka_unit_test(test_a_register_from_outside_has_xlen_bits),
        cmocka_unit_test(test_a_group_is_ended_in_the_16th_cycle_without_another),
        cmocka_unit_test(test_an_end_waits_for_room_and_no_longer),
        cmocka_unit_test(test_a_group_that_waits_for_room_comes_before_an_end),
        cmocka_unit_test(test_a_reset_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
