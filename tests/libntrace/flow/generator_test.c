/* Whatever legal stream a random program can make, with all options in all mixtures, decodes to
   what retired, exactly; and a decoder that is set otherwise does not. */
#include "libntrace/program/image.h"
#include "tests/libntrace/flow/generator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { STREAMS = 300, INSTRUCTIONS = 3000 };

typedef struct comparison {
    const generator *made;
    size_t at[2]; /* Ownership messages run ahead of instructions: a list of their own, [1] */
    char difference[200]; /* the first; empty: none */
} comparison;

static bool same(const nt_flow_event *want, const nt_flow_event *got) {
    if (want->kind != got->kind) {
        return false;
    }
    bool time = want->has_time == got->has_time && (!want->has_time || want->time == got->time);
    switch (want->kind) {
    case NT_FLOW_RANGE:
        return want->range.pc == got->range.pc;
    case NT_FLOW_TRAP: /* its time may be that of a RepeatBranch */
        return want->trap.btype == got->trap.btype && want->trap.address == got->trap.address;
    case NT_FLOW_SYNC:
        return time && want->sync.reason == got->sync.reason &&
               want->sync.address == got->sync.address;
    case NT_FLOW_OWNERSHIP:
        return time && want->ownership.format == got->ownership.format &&
               want->ownership.prv == got->ownership.prv && want->ownership.v == got->ownership.v &&
               want->ownership.context == got->ownership.context;
    case NT_FLOW_STOP:
        return time && want->stop.evcode == got->stop.evcode;
    case NT_FLOW_LOSS:
        return time && want->loss.etype == got->loss.etype && want->loss.ecode == got->loss.ecode;
    default:
        return false;
    }
}

/* The next item of that kind of list. */
static const nt_flow_event *next_item(comparison *c, bool ownership) {
    static const nt_flow_event nothing = {.kind = NT_FLOW_FAULT};
    size_t *at = &c->at[ownership];
    while (*at < c->made->item_count &&
           (c->made->items[*at].kind == NT_FLOW_OWNERSHIP) != ownership) {
        (*at)++;
    }
    return *at < c->made->item_count ? &c->made->items[(*at)++] : &nothing;
}

static int match(comparison *c, const nt_flow_event *got) {
    bool ownership = got->kind == NT_FLOW_OWNERSHIP;
    const nt_flow_event *want = next_item(c, ownership);
    if (!same(want, got)) {
        (void)snprintf(c->difference, sizeof c->difference,
                       "item %zu, byte %llu: wanted kind %d (0x%llx), got kind %d (0x%llx) %s",
                       c->at[ownership] - 1, (unsigned long long)got->offset, want->kind,
                       (unsigned long long)want->range.pc, got->kind,
                       (unsigned long long)got->range.pc,
                       got->kind == NT_FLOW_FAULT ? got->fault.reason : "");
        return 1;
    }
    return 0;
}

static int take(void *context, const nt_flow_event *event) {
    comparison *c = context;
    if (event->kind != NT_FLOW_RANGE) {
        return match(c, event);
    }
    nt_flow_event one = *event;
    for (uint32_t i = 0; i < event->range.instructions; i++) {
        if (match(c, &one) != 0) {
            return 1;
        }
        one.range.pc += nt_image_at(c->made->code.image, one.range.pc).size;
    }
    return 0;
}

/* What the stream decodes to differs from what was made of it. */
static bool differs(const generator *g, const nt_flow_options *options, comparison *c) {
    *c = (comparison){.made = g};
    nt_flow *flow = nt_flow_new(nt_image_code(g->code.image), options, take, c);
    if (nt_flow_bytes(flow, g->bytes, g->size) == 0) {
        (void)nt_flow_finish(flow);
    }
    nt_flow_free(flow);
    if (c->difference[0] == '\0' &&
        (next_item(c, false)->kind != NT_FLOW_FAULT || next_item(c, true)->kind != NT_FLOW_FAULT)) {
        (void)snprintf(c->difference, sizeof c->difference, "the end is missing");
    }
    return c->difference[0] != '\0';
}

static generator *make(uint64_t seed) {
    static const uint64_t bases[] = {0x10000, 0x80001000, 0xffffffff80001000, 0x7ffff000};
    generator *g = calloc(1, sizeof *g);
    assert_non_null(g);
    nt_random_seed(&g->code.random, seed);
    nt_random *r = &g->code.random;
    unsigned xlen = nt_random_chance(r, 80) ? 32 : 64;
    g->code.base = bases[nt_random_below(r, 4)] & (xlen == 32 ? UINT32_MAX : UINT64_MAX);
    g->code.image = nt_image_new(xlen);
    g->btm = nt_random_chance(r, 128);
    g->repeat_branches = nt_random_chance(r, 128);
    g->depth = nt_random_between(r, 1, 32);
    uint8_t src_bits = (uint8_t)(nt_random_chance(r, 128) ? nt_random_between(r, 1, 12) : 0);
    g->options = (nt_flow_options){
        .src_bits = src_bits,
        .src = (uint16_t)nt_random_below(r, 1U << src_bits),
        .tstamp_bits = (uint8_t)(nt_random_chance(r, 128) ? nt_random_between(r, 10, 64) : 0),
        .implicit_returns = nt_random_chance(r, 160),
        .sequential_jumps = nt_random_chance(r, 128),
        .all_jumps = nt_random_chance(r, 64),
        .extend_addr = nt_random_chance(r, 128),
        .rc7 = nt_random_chance(r, 64),
    };
    g->now = nt_random_next(r) &
             (g->options.tstamp_bits == 0 ? 0 : UINT64_MAX >> (64 - g->options.tstamp_bits));
    gen_run(g, INSTRUCTIONS);
    return g;
}

static void drop(generator *g) {
    nt_image_free(g->code.image);
    free(g);
}

static void any_legal_stream_decodes_to_what_retired(void **state) {
    (void)state;
    uint64_t seen[NT_TCODES] = {0};
    for (uint64_t seed = 1; seed <= STREAMS; seed++) {
        generator *g = make(seed);
        comparison c;
        if (differs(g, &g->options, &c)) {
            fail_msg("seed %llu: %s", (unsigned long long)seed, c.difference);
        }
        nt_flow *flow = nt_flow_new(nt_image_code(g->code.image), &g->options, NULL, NULL);
        (void)nt_flow_bytes(flow, g->bytes, g->size);
        for (unsigned tcode = 0; tcode < NT_TCODES; tcode++) {
            seen[tcode] += nt_flow_get_counts(flow)->by_tcode[tcode];
        }
        nt_flow_free(flow);
        drop(g);
    }
    for (unsigned tcode = 0; tcode < NT_TCODES; tcode++) {
        if (nt_message_layouts[tcode].name != NULL && seen[tcode] == 0) {
            fail_msg("no %s in any stream", nt_message_layouts[tcode].name);
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
    for (uint64_t seed = 1; seed <= STREAMS; seed++) {
        generator *g = make(seed);
        for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
            nt_flow_options options = g->options;
            mistakes[i].make(&options);
            comparison c;
            noticed[i] += differs(g, &options, &c);
        }
        drop(g);
    }
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        if (noticed[i] == 0) {
            fail_msg("nobody notices: %s", mistakes[i].what);
        }
    }
}

/* ---- damage ---- */

enum { DAMAGES = 20 };

typedef struct event_list {
    nt_flow_event event[GEN_ITEMS];
    size_t count;
} event_list;

static int keep(void *context, const nt_flow_event *event) {
    event_list *list = context;
    assert_true(list->count < GEN_ITEMS);
    list->event[list->count++] = *event;
    return 0;
}

static void decode_all(const generator *g, event_list *list) {
    list->count = 0;
    nt_flow *flow = nt_flow_new(nt_image_code(g->code.image), &g->options, keep, list);
    (void)nt_flow_bytes(flow, g->bytes, g->size);
    (void)nt_flow_finish(flow);
    nt_flow_free(flow);
}

/* Where the second message behind `at` starts, which damage at `at` cannot reach. */
static size_t out_of_reach(const generator *g, size_t at) {
    nt_framer framer = {0};
    unsigned ends = 0;
    for (size_t i = 0; i < g->size; i++) {
        bool end = nt_framer_byte(&framer, g->bytes[i]) == NT_FRAME_END;
        ends += end && i >= at;
        if (ends == 2) {
            return i + 1;
        }
    }
    return g->size;
}

/* Index of the first event of the first synchronizing message from `offset` on that starts what
   comes behind it anew; what ends there is of before. */
static size_t next_sync(const event_list *list, size_t offset) {
    for (size_t i = 0; i < list->count; i++) {
        if (list->event[i].kind == NT_FLOW_SYNC && list->event[i].offset >= offset) {
            return i;
        }
    }
    return list->count;
}

static void compare_behind(const event_list *sound, const event_list *damaged, size_t offset) {
    size_t a = next_sync(sound, offset);
    size_t b = next_sync(damaged, offset);
    assert_int_equal(sound->count - a, damaged->count - b);
    for (; a < sound->count; a++, b++) {
        const nt_flow_event *want = &sound->event[a];
        const nt_flow_event *got = &damaged->event[b];
        assert_int_equal(want->offset, got->offset);
        assert_true(same(want, got));
        assert_true(want->kind != NT_FLOW_RANGE ||
                    want->range.instructions == got->range.instructions);
    }
}

static void behind_damage_the_next_synchronizing_message_makes_all_exact_again(void **state) {
    (void)state;
    event_list *sound = malloc(sizeof *sound);
    event_list *damaged = malloc(sizeof *damaged);
    assert_true(sound != NULL && damaged != NULL);
    size_t differences = 0;
    for (uint64_t seed = 1; seed <= STREAMS / 3; seed++) {
        generator *g = make(seed);
        decode_all(g, sound);
        for (unsigned i = 0; i < DAMAGES && !g->options.rc7; i++) { /* rc7 keeps returns */
            size_t at = nt_random_below(&g->code.random, (uint32_t)g->size);
            size_t offset = out_of_reach(g, at);
            uint8_t flip = (uint8_t)(1U << nt_random_below(&g->code.random, 8));
            g->bytes[at] ^= flip;
            decode_all(g, damaged);
            g->bytes[at] ^= flip;
            differences += damaged->count != sound->count;
            compare_behind(sound, damaged, offset);
        }
        drop(g);
    }
    assert_true(differences > STREAMS); /* most bits mean something */
    free(sound);
    free(damaged);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_legal_stream_decodes_to_what_retired),
        cmocka_unit_test(a_decoder_that_is_set_otherwise_is_noticed),
        cmocka_unit_test(behind_damage_the_next_synchronizing_message_makes_all_exact_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
