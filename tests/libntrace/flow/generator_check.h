/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a decoder gives back what a generator (generator.h) ran. */
#ifndef NT_TESTS_FLOW_GENERATOR_CHECK_H
#define NT_TESTS_FLOW_GENERATOR_CHECK_H

#include "tests/libntrace/flow/generator.h"

#include <stdio.h>

/* ---- the code, as it changes ---- */

typedef struct gen_code {
    nt_image *image[2]; /* before the first change, and its variant */
    const uint64_t *change;
    uint32_t change_count;
    uint32_t changes; /* that have come */
} gen_code;

static inline gen_code gen_code_of(const generator *g) {
    bool swapped = g->change_count % 2 != 0;
    return (gen_code){
        .image = {swapped ? g->code.variant : g->code.image,
                  swapped ? g->code.image : g->code.variant},
        .change = g->change,
        .change_count = g->change_count,
    };
}

static inline nt_image *gen_code_now(const gen_code *code) {
    return code->image[code->changes % 2];
}

static inline nt_insn gen_code_at(void *context, uint64_t pc) {
    return nt_image_at(gen_code_now(context), pc);
}

static inline size_t gen_code_bytes(void *context, uint64_t pc, uint8_t *bytes, size_t size) {
    return nt_image_bytes(gen_code_now(context), pc, bytes, size);
}

static inline uint64_t gen_code_generation(void *context) {
    return ((gen_code *)context)->changes;
}

static inline void gen_code_advance(void *context, uint64_t retired) {
    gen_code *code = context;
    while (code->changes < code->change_count && code->change[code->changes] <= retired) {
        code->changes++;
    }
}

static inline uint64_t gen_code_next_change(void *context) {
    const gen_code *code = context;
    return code->changes < code->change_count ? code->change[code->changes] : UINT64_MAX;
}

static inline nt_code gen_code_callbacks(gen_code *code) {
    return (nt_code){.context = code,
                     .isa = nt_image_code(code->image[0]).isa,
                     .at = gen_code_at,
                     .bytes = gen_code_bytes,
                     .generation = gen_code_generation,
                     .advance = gen_code_advance,
                     .next_change = gen_code_next_change};
}

/* ---- events against items ---- */

/* Where in a stream messages begin that the decoder skips. Each may have had a TSTAMP, so that no
   time is known after it, up to the next synchronizing message. */
typedef struct gen_unknowns {
    uint32_t count;
    uint64_t at[1024];
} gen_unknowns;

typedef struct gen_comparison {
    const generator *made;
    const gen_unknowns *unknowns; /* NULL: none */
    uint64_t synced;              /* offset of the latest synchronizing message */
    gen_code code;
    size_t at[2]; /* Ownership messages run ahead of instructions: a list of their own, [1] */
    char difference[200]; /* the first; empty: none */
    uint64_t offset;      /* of it in the stream */
} gen_comparison;

/* Whether a message was skipped between the latest synchronizing one and that offset. */
static inline bool gen_skipped(const gen_comparison *c, uint64_t offset) {
    for (uint32_t i = 0; c->unknowns != NULL && i < c->unknowns->count; i++) {
        if (c->synced < c->unknowns->at[i] && c->unknowns->at[i] < offset) {
            return true;
        }
    }
    return false;
}

static inline bool gen_same_time(const gen_comparison *c, const nt_flow_event *want,
                                 const nt_flow_event *got) {
    if (want->has_time && !got->has_time) {
        return got->kind != NT_FLOW_SYNC && gen_skipped(c, got->offset);
    }
    return want->has_time == got->has_time && (!want->has_time || want->time == got->time);
}

static inline bool gen_same(const gen_comparison *c, const nt_flow_event *want,
                            const nt_flow_event *got) {
    if (want->kind != got->kind) {
        return false;
    }
    bool time = gen_same_time(c, want, got);
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
static inline const nt_flow_event *gen_next_item(gen_comparison *c, bool ownership) {
    static const nt_flow_event nothing = {.kind = NT_FLOW_FAULT};
    size_t *at = &c->at[ownership];
    while (*at < c->made->item_count &&
           (c->made->items[*at].kind == NT_FLOW_OWNERSHIP) != ownership) {
        (*at)++;
    }
    return *at < c->made->item_count ? &c->made->items[(*at)++] : &nothing;
}

static inline int gen_match(gen_comparison *c, const nt_flow_event *got) {
    bool ownership = got->kind == NT_FLOW_OWNERSHIP;
    const nt_flow_event *want = gen_next_item(c, ownership);
    if (gen_same(c, want, got)) {
        c->synced = got->kind == NT_FLOW_SYNC ? got->offset : c->synced;
        return 0;
    }
    c->offset = got->offset;
    (void)snprintf(c->difference, sizeof c->difference,
                   "item %zu, byte %llu: wanted kind %d (0x%llx), got kind %d (0x%llx) %s",
                   c->at[ownership] - 1, (unsigned long long)got->offset, (int)want->kind,
                   (unsigned long long)want->range.pc, (int)got->kind,
                   (unsigned long long)got->range.pc,
                   got->kind == NT_FLOW_FAULT ? got->fault.reason : "");
    return 1;
}

static inline int gen_take_event(void *context, const nt_flow_event *event) {
    gen_comparison *c = context;
    if (event->kind != NT_FLOW_RANGE) {
        return gen_match(c, event);
    }
    nt_flow_event one = *event;
    for (uint32_t i = 0; i < event->range.instructions; i++) {
        if (gen_match(c, &one) != 0) {
            return 1;
        }
        one.range.pc += gen_code_at(&c->code, one.range.pc).size;
    }
    uint64_t size = one.range.pc - event->range.pc;
    if (size != 2 * (uint64_t)event->range.halfwords) {
        (void)snprintf(c->difference, sizeof c->difference, "a range of %u half-words has %llu",
                       event->range.halfwords, (unsigned long long)size / 2);
        c->offset = event->offset;
        return 1;
    }
    return 0;
}

/* What the bytes decode to differs from what the generator made of its instructions. They come in
   pieces of `piece` bytes; `unknowns` may be NULL. */
static inline bool gen_differs(gen_comparison *c, const generator *g, const uint8_t *bytes,
                               size_t size, const gen_unknowns *unknowns,
                               const nt_flow_options *options, size_t piece) {
    *c = (gen_comparison){.made = g, .unknowns = unknowns, .code = gen_code_of(g)};
    nt_flow *flow = nt_flow_new(gen_code_callbacks(&c->code), options, gen_take_event, c);
    assert(flow != NULL);
    int result = 0;
    for (size_t at = 0; at < size && result == 0; at += piece) {
        result = nt_flow_bytes(flow, bytes + at, size - at < piece ? size - at : piece);
    }
    if (result == 0) {
        result = nt_flow_finish(flow);
    }
    nt_flow_free(flow);
    if (result == 0 && (gen_next_item(c, false)->kind != NT_FLOW_FAULT ||
                        gen_next_item(c, true)->kind != NT_FLOW_FAULT)) {
        (void)snprintf(c->difference, sizeof c->difference, "the end is missing: %zu of %zu items",
                       c->at[0], c->made->item_count);
        c->offset = size;
    }
    return c->difference[0] != '\0';
}

#endif
