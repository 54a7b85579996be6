/* SPDX-License-Identifier: Apache-2.0 */
/* The history lane: whatever comes out, expanded, is what went in; what the specification prints;
   and limits. */
#include "model/codes.h"
#include "model/encoder/history_lane.h"
#include "tb/units/lanes/branches.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const nt_config rv64 = {.name = "rv64", .hist_w = 32, .repeat_w = 18, .period_w = 5};
static const nt_config tiny = {.name = "tiny", .hist_w = 5, .repeat_w = 3, .period_w = 2};
static const nt_config rv32_min = {.name = "rv32-min", .hist_w = 32};

enum { MAX_BRANCHES = 1 << 20 };

/* A lane, the branches that went in since the last flush, and how many came out again. */
typedef struct bench {
    const nt_config *config;
    nt_history_state state;
    bool repeated;
    bool *taken;
    size_t in;
    size_t out;
    size_t messages;
    uint32_t most; /* the highest HREPEAT */
} bench;

static void setup(bench *b, const nt_config *config, bool repeated) {
    *b = (bench){.config = config, .repeated = repeated};
    b->taken = malloc(MAX_BRANCHES * sizeof *b->taken);
    assert_non_null(b->taken);
    nt_history_inputs in = {.repeated = repeated, .clear = true};
    nt_history_lane(&b->state, &in, config);
}

static void expand(bench *b, uint32_t hist, uint32_t times) {
    assert_true(hist != 0 && (b->config->hist_w == 32 || hist >> b->config->hist_w == 0));
    unsigned bits = 31u - (unsigned)__builtin_clz(hist);
    for (; times > 0; times--) {
        for (unsigned i = bits; i-- > 0;) {
            assert_true(b->out < b->in);
            assert_int_equal(hist >> i & 1, b->taken[b->out++]);
        }
    }
}

static void take(bench *b, const nt_history_message *message) {
    if (!message->valid) {
        return;
    }
    bool repeats = message->rcode == NT_RCODE_HREPEAT;
    b->messages++;
    assert_true(repeats || message->rcode == NT_RCODE_HIST);
    assert_true(message->hist > 1);
    if (repeats) {
        assert_true(b->repeated);
        assert_in_range(message->hrepeat, 2, (1u << b->config->repeat_w) - 1);
        b->most = message->hrepeat > b->most ? message->hrepeat : b->most;
    }
    expand(b, message->hist, repeats ? message->hrepeat : 1);
}

static nt_history_outputs push(bench *b, bool taken) {
    nt_history_inputs in = {.repeated = b->repeated, .push = true, .taken = taken};
    assert_true(b->in < MAX_BRANCHES);
    b->taken[b->in++] = taken;
    nt_history_outputs out = nt_history_lane(&b->state, &in, b->config);
    take(b, &out.push);
    return out;
}

/* Everything is out behind a flush. */
static nt_history_outputs flush(bench *b) {
    nt_history_inputs in = {.repeated = b->repeated, .flush = true};
    nt_history_outputs out = nt_history_lane(&b->state, &in, b->config);
    take(b, &out.flush);
    expand(b, out.hist, 1);
    assert_int_equal(b->out, b->in);
    b->in = 0;
    b->out = 0;
    return out;
}

static void pushes(bench *b, const char *pattern, unsigned times) {
    for (; times > 0; times--) {
        for (const char *bit = pattern; *bit != '\0'; bit++) {
            push(b, *bit == '1');
        }
    }
}

static void teardown(bench *b) {
    free(b->taken);
}

static void check_random(const nt_config *config, bool repeated, uint64_t seed, unsigned branches) {
    bench b;
    branch_source source;
    setup(&b, config, repeated);
    branches_init(&source, seed);
    bool run = false;
    unsigned often = 0;
    for (unsigned i = 0; i < branches; i++) {
        if (i % 65536 == 0) {
            often = nt_random_below(&source.random, 3);
        }
        if (nt_random_chance(&source.random, often) || b.in == MAX_BRANCHES) {
            nt_history_outputs out = flush(&b);
            assert_int_equal(out.flush.valid, run); /* as the lane said before */
        }
        run = push(&b, branches_next(&source)).run;
    }
    flush(&b);
    assert_true(b.messages > branches / 10000);
    assert_true(!repeated || b.most > 2);
    teardown(&b);
}

static void what_comes_out_is_what_went_in(void **test_state) {
    (void)test_state;
    check_random(&rv64, true, 1, 3000000);
    check_random(&tiny, true, 2, 3000000);
    check_random(&rv64, false, 3, 300000);
    check_random(&tiny, false, 4, 300000);
    check_random(&rv32_min, false, 5, 300000);
}

/* N-Trace 1.0, "Repeated History Optimization": 01 150 times is one message, with the short pattern
   150 times, or with 15 of them in HIST 10 times. */
static void the_printed_example_is_one_message(void **test_state) {
    (void)test_state;
    bench b;
    setup(&b, &rv64, true);
    pushes(&b, "01", 150);
    assert_int_equal(b.messages, 0);
    nt_history_outputs out = flush(&b);
    assert_true(out.flush.valid);
    assert_int_equal(out.flush.rcode, NT_RCODE_HREPEAT);
    assert_int_equal(out.flush.hist, 0x5);
    assert_int_equal(out.flush.hrepeat, 150);
    assert_int_equal(out.hist, 1);

    for (unsigned i = 0; i < 300; i++) {
        b.taken[b.in++] = i % 2 != 0;
    }
    expand(&b, 0x55555555, 10);
    assert_int_equal(b.out, 300);
    teardown(&b);
}

static void without_repeats_hist_goes_out_when_it_is_full(void **test_state) {
    (void)test_state;
    const nt_config *configs[] = {&rv64, &rv32_min};
    for (unsigned i = 0; i < 2; i++) {
        bench b;
        setup(&b, configs[i], false);
        for (unsigned n = 1; n < 31; n++) {
            assert_false(push(&b, true).push.valid);
        }
        nt_history_outputs out = push(&b, false);
        assert_true(out.push.valid);
        assert_int_equal(out.push.rcode, NT_RCODE_HIST);
        assert_int_equal(out.push.hist, 0xfffffffe);
        assert_false(flush(&b).flush.valid);
        teardown(&b);
    }
}

static void a_count_at_its_maximum_goes_on_with_another_message(void **test_state) {
    (void)test_state;
    bench b;
    setup(&b, &rv64, true);
    pushes(&b, "1", 600000);
    assert_int_equal(b.messages, 2);
    assert_int_equal(b.most, 262143);
    assert_int_equal(flush(&b).flush.hrepeat, 600000 - 2 * 262143);
    teardown(&b);
    setup(&b, &tiny, true);
    pushes(&b, "1", 1000);
    assert_int_equal(b.most, 7);
    flush(&b);
    teardown(&b);
}

static void each_period_is_found(void **test_state) {
    (void)test_state;
    for (unsigned period = 1; period <= 31; period++) {
        /* No shorter period is in it. */
        uint32_t pattern = (period <= 8 ? 1u : 0x5a4e6d13u) & ((1u << period) - 1);
        bench b;
        setup(&b, &rv64, true);
        for (unsigned i = 0; i < 10 * period + 100; i++) {
            push(&b, pattern >> (period - 1 - i % period) & 1);
        }
        assert_int_equal(b.messages, 0);
        nt_history_outputs out = flush(&b);
        assert_int_equal(out.flush.rcode, NT_RCODE_HREPEAT);
        assert_int_equal(out.flush.hist, 1u << period | pattern);
        assert_int_equal(out.flush.hrepeat, 10 + 100 / period);
        teardown(&b);
    }
}

static void what_is_before_a_run_goes_out_alone(void **test_state) {
    (void)test_state;
    bench b;
    setup(&b, &rv64, true);
    pushes(&b, "0100110111010", 1);
    pushes(&b, "1", 1000);
    assert_int_equal(b.messages, 1);
    assert_int_equal(b.out, 13);
    pushes(&b, "0", 1);
    assert_int_equal(b.messages, 2);
    assert_int_equal(b.out, 1013);
    nt_history_outputs out = flush(&b);
    assert_false(out.flush.valid);
    assert_int_equal(out.hist, 2);
    teardown(&b);
}

/* What HIST of the message that flushes can take makes no message of its own. */
static void a_short_run_stays_in_hist(void **test_state) {
    (void)test_state;
    bench b;
    setup(&b, &rv64, true);
    pushes(&b, "1", 31);
    assert_false(flush(&b).flush.valid);
    pushes(&b, "1", 32);
    assert_true(flush(&b).flush.valid);
    teardown(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_comes_out_is_what_went_in),
        cmocka_unit_test(the_printed_example_is_one_message),
        cmocka_unit_test(without_repeats_hist_goes_out_when_it_is_full),
        cmocka_unit_test(a_count_at_its_maximum_goes_on_with_another_message),
        cmocka_unit_test(each_period_is_found),
        cmocka_unit_test(what_is_before_a_run_goes_out_alone),
        cmocka_unit_test(a_short_run_stays_in_hist),
    };
    return cmocka_run_group_tests_name("history_lane", tests, NULL, NULL);
}
