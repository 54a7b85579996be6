/* SPDX-License-Identifier: Apache-2.0 */
/* A sink that ends the decoding leaves the same counts, whether the path that it ends in was walked
   or remembered. */
#include "tests/libntrace/flow/generator_stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SEEDS = 40, INSTRUCTIONS = 300, ROUNDS = 3, RESULT = 7 };

typedef struct countdown {
    uint64_t left; /* events up to the last one */
} countdown;

static int count_down(void *context, const nt_flow_event *event) {
    countdown *c = context;
    (void)event;
    assert_true(c->left > 0);
    c->left--;
    return c->left == 0 ? RESULT : 0;
}

/* The stream several times in a row, so that its paths come again. Returns the events that were
   left. */
static uint64_t decode(const gen_stream *s, uint64_t events, bool no_cache,
                       nt_flow_counts *counts) {
    const generator *g = s->source[0];
    countdown c = {events};
    nt_flow_options options = g->options;
    options.no_cache = no_cache;
    nt_flow *flow = nt_flow_new(nt_image_code(g->code.image), &options, count_down, &c);
    assert_non_null(flow);
    int result = 0;
    for (unsigned i = 0; i < ROUNDS && result == 0; i++) {
        result = nt_flow_bytes(flow, s->bytes, s->size);
    }
    result = result == 0 ? nt_flow_finish(flow) : result;
    assert_int_equal(result, c.left == 0 ? RESULT : 0);
    *counts = *nt_flow_get_counts(flow);
    nt_flow_free(flow);
    return c.left;
}

static void counts_are_those_of_the_event_that_ended_the_decoding(void **state) {
    (void)state;
    gen_stream *s = gen_stream_new();
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        gen_stream_make(s, seed, INSTRUCTIONS, true);
        for (uint64_t events = 1;; events += 1 + events / 16) {
            nt_flow_counts walked, remembered;
            uint64_t left = decode(s, events, true, &walked);
            assert_int_equal(decode(s, events, false, &remembered), left);
            if (memcmp(&walked, &remembered, sizeof walked) != 0) {
                fail_msg("seed %llu, ended by event %llu: %llu instructions, and %llu",
                         (unsigned long long)seed, (unsigned long long)events,
                         (unsigned long long)walked.instructions,
                         (unsigned long long)remembered.instructions);
            }
            if (left != 0) {
                break;
            }
        }
    }
    gen_stream_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_those_of_the_event_that_ended_the_decoding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
