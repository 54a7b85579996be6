/* SPDX-License-Identifier: Apache-2.0 */
/* Whatever legal stream a random program can make, with all options in all mixtures, decodes to
   what retired, exactly; and a decoder that is set otherwise does not.

   NTRACE_STREAMS: how many streams, first and last seed, e.g. 4711-4711 to replay one. */
#include "tests/libntrace/flow/generator_assembly.h"
#include "tests/libntrace/flow/generator_check.h"
#include "tests/libntrace/flow/generator_stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
    STREAMS = 10000,
    STREAMS_ASAN = 3000,
    STREAMS_OF_MISTAKES = 300,
    INSTRUCTIONS = 800,
};

#ifdef __SANITIZE_ADDRESS__
static const uint64_t streams = STREAMS_ASAN;
#else
static const uint64_t streams = STREAMS;
#endif

/* ---- a failing stream, made small enough to act on ---- */

static bool differs_alone(gen_stream *s, uint64_t seed, uint32_t source, uint32_t instructions,
                          gen_comparison *c) {
    gen_stream_make(s, seed, instructions, false);
    const generator *g = s->source[source];
    return gen_differs(c, g, g->bytes, g->size, NULL, &g->options, SIZE_MAX);
}

/* The fewest instructions with which the source alone is still decoded wrongly; 0: it is not. */
static uint32_t reduce(gen_stream *s, uint64_t seed, uint32_t source) {
    gen_comparison c;
    if (!differs_alone(s, seed, source, INSTRUCTIONS, &c)) {
        return 0;
    }
    uint32_t right = 0;
    uint32_t wrong = INSTRUCTIONS;
    while (wrong - right > 1) {
        uint32_t middle = (right + wrong) / 2;
        bool differs = differs_alone(s, seed, source, middle, &c);
        wrong = differs ? middle : wrong;
        right = differs ? right : middle;
    }
    return wrong;
}

static void print_instructions(const generator *g) {
    static const char *const classes[NT_INSN_CLASSES] = {
        "",           "branch", "call",   "jump",      "jump-link",  "call-indirect",
        "jump-indir", "swap",   "return", "jalr-link", "trap-return"};
    size_t first = g->item_count > 60 ? g->item_count - 60 : 0;
    print_error("what ran last:\n");
    for (size_t i = first; i < g->item_count; i++) {
        const nt_flow_event *item = &g->items[i];
        if (item->kind == NT_FLOW_RANGE) {
            nt_insn insn = nt_image_at(g->code.image, item->range.pc);
            print_error("  item %zu: 0x%llx %u bytes %s\n", i, (unsigned long long)item->range.pc,
                        insn.size, classes[insn.class_]);
        } else {
            print_error("  item %zu: event of kind %d\n", i, (int)item->kind);
        }
    }
}

/* The messages from the last synchronizing one before `offset` on. */
static void print_messages(const generator *g, uint64_t offset) {
    nt_message_format format = gen_format(g);
    size_t first = 0;
    for (unsigned pass = 0; pass < 2; pass++) {
        size_t start = 0;
        for (size_t i = 0; i < g->message_count; start = g->ends[i++]) {
            nt_message message;
            nt_field field;
            char text[NT_MESSAGE_TEXT];
            (void)nt_message_decode(&message, &format, g->bytes + start, g->ends[i] - start,
                                    &field);
            if (pass == 0 && start < offset && nt_message_has(&message, NT_FIELD_SYNC)) {
                first = i;
            } else if (pass == 1 && i >= first) {
                nt_message_describe(&message, NULL, text);
                print_error("  byte %zu: %s\n", start, text);
            }
        }
    }
}

static void explain(gen_stream *s, uint64_t seed, uint32_t source) {
    gen_comparison c;
    uint32_t instructions = reduce(s, seed, source);
    print_error("seed %llu, source %u; replay: NTRACE_STREAMS=%llu-%llu\n",
                (unsigned long long)seed, source, (unsigned long long)seed,
                (unsigned long long)seed);
    if (instructions == 0) {
        print_error("only between other sources and noise: %u sources, SRC of %u bits\n",
                    s->sources, s->src_bits);
        return;
    }
    (void)differs_alone(s, seed, source, instructions, &c);
    const generator *g = s->source[source];
    const nt_flow_options *o = &g->options;
    print_error("%u instructions, RV%u %s returns=%d sequential=%d all-jumps=%d extend=%d rc7=%d "
                "src=%u/%u tstamp=%u: %s\n",
                instructions, nt_image_xlen(g->code.image), g->btm ? "BTM" : "HTM",
                o->implicit_returns, o->sequential_jumps, o->all_jumps, o->extend_addr, o->rc7,
                o->src, o->src_bits, o->tstamp_bits, c.difference);
    print_messages(g, c.offset);
    print_instructions(g);
}

/* ---- the tests ---- */

static void seeds(uint64_t *first, uint64_t *last) {
    const char *range = getenv("NTRACE_STREAMS");
    unsigned long long from = 1;
    unsigned long long to = streams;
    if (range != NULL && sscanf(range, "%llu-%llu", &from, &to) != 2) {
        fail_msg("NTRACE_STREAMS is FIRST-LAST");
    }
    *first = from;
    *last = to;
}

static void check_sources(gen_stream *s, uint64_t seed) {
    for (uint32_t i = 0; i < s->sources; i++) {
        gen_comparison c;
        const generator *g = s->source[i];
        size_t piece = seed % 8 == 0 ? 1 + seed % 64 : SIZE_MAX;
        if (gen_differs(&c, g, s->bytes, s->size, &s->unknowns, &g->options, piece)) {
            explain(s, seed, i);
            fail_msg("seed %llu: %s", (unsigned long long)seed, c.difference);
        }
    }
}

static void check_assembly(const gen_stream *s, uint64_t seed) {
    gen_assembly a;
    if (!gen_assembles(&a, s)) {
        fail_msg("seed %llu, byte %zu: other bytes came back from assembly, of %zu messages: %s",
                 (unsigned long long)seed, a.at, a.messages, a.line);
    }
}

static void any_legal_stream_decodes_to_what_retired_and_comes_back_from_assembly(void **state) {
    (void)state;
    gen_stream *s = gen_stream_new();
    uint64_t kinds[GEN_KINDS] = {0};
    uint64_t seed;
    uint64_t last;
    seeds(&seed, &last);
    bool all = last - seed + 1 >= streams;
    for (; seed <= last; seed++) {
        gen_stream_make(s, seed, INSTRUCTIONS, false);
        for (unsigned kind = 0; kind < GEN_KINDS; kind++) {
            kinds[kind] += s->kinds[kind];
        }
        check_sources(s, seed);
        check_assembly(s, seed);
    }
    gen_stream_free(s);
    for (unsigned kind = 0; kind < GEN_KINDS && all; kind++) {
        if (kinds[kind] == 0) {
            fail_msg("not in any stream: %s", gen_kind_names[kind]);
        }
    }
}

/* The option is not what the streams were made with. */
typedef void (*mistake)(nt_flow_options *options);

static void no_source(nt_flow_options *options) {
    options->src_bits = 0;
}
static void another_source(nt_flow_options *options) {
    options->src ^= 1;
}
static void no_time(nt_flow_options *options) {
    options->tstamp_bits = 0;
}
static void narrower_time(nt_flow_options *options) {
    options->tstamp_bits = options->tstamp_bits > 1 ? options->tstamp_bits - 1 : 0;
}
static void no_returns(nt_flow_options *options) {
    options->implicit_returns = false;
}
static void no_sequential_jumps(nt_flow_options *options) {
    options->sequential_jumps = false;
}
static void other_jumps(nt_flow_options *options) {
    options->all_jumps = !options->all_jumps;
}
static void other_addresses(nt_flow_options *options) {
    options->extend_addr = !options->extend_addr;
}
static void other_resets(nt_flow_options *options) {
    options->rc7 = !options->rc7;
}

static void a_decoder_that_is_set_otherwise_is_noticed(void **state) {
    (void)state;
    static const struct {
        const char *what;
        mistake make;
    } mistakes[] = {
        {"no SRC", no_source},
        {"another SRC", another_source},
        {"no TSTAMP", no_time},
        {"narrower time", narrower_time},
        {"no implicit returns", no_returns},
        {"no sequential jumps", no_sequential_jumps},
        {"all-jumps", other_jumps},
        {"MSB extension", other_addresses},
        {"rc7", other_resets},
    };
    unsigned noticed[sizeof mistakes / sizeof mistakes[0]] = {0};
    gen_stream *s = gen_stream_new();
    for (uint64_t seed = 1; seed <= STREAMS_OF_MISTAKES; seed++) {
        gen_stream_make(s, seed, INSTRUCTIONS, false);
        const generator *g = s->source[0];
        for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
            nt_flow_options options = g->options;
            mistakes[i].make(&options);
            gen_comparison c;
            noticed[i] += gen_differs(&c, g, s->bytes, s->size, &s->unknowns, &options, SIZE_MAX);
        }
    }
    gen_stream_free(s);
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        if (noticed[i] == 0) {
            fail_msg("nobody notices: %s", mistakes[i].what);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_legal_stream_decodes_to_what_retired_and_comes_back_from_assembly),
        cmocka_unit_test(a_decoder_that_is_set_otherwise_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
