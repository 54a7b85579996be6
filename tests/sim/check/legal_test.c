/* SPDX-License-Identifier: Apache-2.0 */
/* Whatever stream a decoder can follow, made of a random program in any of the ways that N-Trace
   allows, breaks no rule about code, and of those about bytes none but what the generator fills in
   at random, because decoders do not look at it.

   NTRACE_STREAMS: first and last seed, e.g. 4711-4711 to replay one. */
#include "sim/check/check.h"

#include "tests/libntrace/flow/generator_assembly.h"
#include "tests/libntrace/flow/generator_check.h"
#include "tests/libntrace/flow/generator_stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { STREAMS = 1500, INSTRUCTIONS = 800, MSEO_END = 3 };

static int pass_on(void *context, const nt_flow_event *event) {
    nt_check_flow(context, event);
    return 0;
}

static nt_check *new_check(const generator *g) {
    const nt_flow_options *o = &g->options;
    nt_check_options options = {.format = gen_format(g),
                                .xlen = (uint8_t)nt_image_xlen(g->code.image),
                                .version = o->rc7 ? NT_SPEC_RC7 : NT_SPEC_1_0,
                                .freedoms = NT_EVERY_FREEDOM};
    options.control.trTeInstImplicitReturnMode = o->implicit_returns ? 3 : 0;
    options.control.trTeInstEnSequentialJump = o->sequential_jumps;
    options.control.trTeInstEnAllJumps = o->all_jumps;
    nt_check *check = nt_check_new(&options);
    assert_non_null(check);
    return check;
}

/* A message at a time: its events come before the next. */
static nt_check *judge(const generator *g) {
    gen_code code = gen_code_of(g);
    nt_check *check = new_check(g);
    nt_check_code(check, gen_code_callbacks(&code));
    nt_flow *flow = nt_flow_new(gen_code_callbacks(&code), &g->options, pass_on, check);
    assert_non_null(flow);
    for (size_t from = 0, at = 0; at < g->size; at++) {
        if ((g->bytes[at] & MSEO_END) == MSEO_END) {
            nt_check_bytes(check, g->bytes + from, at + 1 - from);
            (void)nt_flow_bytes(flow, g->bytes + from, at + 1 - from);
            from = at + 1;
        }
    }
    (void)nt_flow_finish(flow);
    nt_check_finish(check);
    nt_flow_free(flow);
    return check;
}

/* Kinds of trap beside each other, reserved bits of ECODE, what follows Error, I-CNT that is full
   at 0, any PROCESS anywhere, any reason of synchronization. */
static bool is_random(nt_rule_id rule) {
    static const nt_rule_id random[] = {
        NT_RULE_CODE_BTYPE,         NT_RULE_CODE_ECODE,
        NT_RULE_CODE_ECODE_DATA,    NT_RULE_ERROR_NEXT,
        NT_RULE_ERROR_OVERRUN,      NT_RULE_ICNT_FULL,
        NT_RULE_ICNT_SYNC,          NT_RULE_OWNERSHIP_CAUSE,
        NT_RULE_OWNERSHIP_CHANGE,   NT_RULE_OWNERSHIP_EVERY,
        NT_RULE_OWNERSHIP_FULL,     NT_RULE_OWNERSHIP_FORMAT,
        NT_RULE_OWNERSHIP_HCONTEXT, NT_RULE_IMAGE_OWNERSHIP_CAUSE,
        NT_RULE_OWNERSHIP_PAIR,     NT_RULE_SYNC_DEBUG,
    };
    for (size_t i = 0; i < sizeof random / sizeof random[0]; i++) {
        if (random[i] == rule) {
            return true;
        }
    }
    return false;
}

static unsigned tell_broken(const nt_check *check, uint64_t seed) {
    unsigned broken = 0;
    for (unsigned i = 0; i < NT_RULES; i++) {
        const nt_rule_result *result = nt_check_result(check, (nt_rule_id)i);
        if (result->state == NT_RULE_BROKEN && nt_rules[i].level == NT_REQUIRED &&
            !is_random((nt_rule_id)i)) {
            print_message("seed %llu: %s: %s at byte %u\n", (unsigned long long)seed,
                          nt_rules[i].id, result->text, (unsigned)result->offset);
            broken++;
        }
    }
    return broken;
}

static void no_rule_breaks_but_for_what_is_random(void **state) {
    (void)state;
    gen_stream *s = gen_stream_new();
    const char *range = getenv("NTRACE_STREAMS");
    unsigned long long from = 1;
    unsigned long long to = STREAMS;
    unsigned broken = 0;
    if (range != NULL && sscanf(range, "%llu-%llu", &from, &to) != 2) {
        fail_msg("NTRACE_STREAMS is FIRST-LAST");
    }
    for (uint64_t seed = from; seed <= to; seed++) {
        gen_stream_make(s, seed, INSTRUCTIONS, false);
        for (uint32_t i = 0; i < s->sources; i++) {
            nt_check *check = judge(s->source[i]);
            broken += tell_broken(check, seed);
            nt_check_free(check);
        }
    }
    gen_stream_free(s);
    assert_int_equal(broken, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_rule_breaks_but_for_what_is_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
