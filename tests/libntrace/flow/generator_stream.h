/* SPDX-License-Identifier: Apache-2.0 */
/* A stream by its number: one to three sources (generator.h), their messages interleaved, with idle
   bytes and messages that mean nothing to a decoder between them. */
#ifndef NT_TESTS_FLOW_GENERATOR_STREAM_H
#define NT_TESTS_FLOW_GENERATOR_STREAM_H

#include "libntrace/messages/tables.h"
#include "tests/libntrace/flow/generator_check.h"
#include "tests/libntrace/flow/generator_walk.h"

#include <stddef.h>
#include <stdlib.h>

enum { GEN_SOURCES_MOST = 3, GEN_STREAM_BYTES = 4 * GEN_BYTES };

typedef struct gen_stream {
    generator *source[GEN_SOURCES_MOST];
    uint32_t sources;
    nt_random random;
    uint8_t src_bits;
    bool plain; /* only messages that decode, one after the other */
    uint32_t kinds[GEN_KINDS];
    gen_unknowns unknowns;
    size_t size;
    uint8_t bytes[GEN_STREAM_BYTES];
} gen_stream;

static inline void gen_settings(generator *g, uint8_t src_bits, uint16_t src) {
    static const uint64_t bases[] = {0x10000, 0x80001000, 0xffffffff80001000, 0x7ffff000};
    nt_random *r = &g->code.random;
    unsigned xlen = nt_random_chance(r, 80) ? 32 : 64;
    g->code.base = bases[nt_random_below(r, 4)] & (xlen == 32 ? UINT32_MAX : UINT64_MAX);
    g->btm = nt_random_chance(r, 100);
    g->repeat_branches = nt_random_chance(r, 128);
    g->changes = nt_random_chance(r, 40);
    g->depth = nt_random_between(r, 1, nt_random_chance(r, 64) ? 3 : 32);
    g->code.image = nt_image_new(xlen);
    g->code.variant = g->changes ? nt_image_new(xlen) : NULL;
    g->code.straight = nt_random_chance(r, 40);
    g->code.isa = (nt_isa){
        .xlen = (uint8_t)xlen, .zcmp = nt_random_chance(r, 128), .zcmt = nt_random_chance(r, 128)};
    g->options = (nt_flow_options){
        .src_bits = src_bits,
        .src = src,
        .tstamp_bits = (uint8_t)(nt_random_chance(r, 128) ? nt_random_between(r, 10, 64) : 0),
        .implicit_returns = nt_random_chance(r, 160),
        .sequential_jumps = nt_random_chance(r, 128),
        .all_jumps = nt_random_chance(r, 64),
        .extend_addr = nt_random_chance(r, 128),
        .rc7 = nt_random_chance(r, 100),
    };
    g->now = g->options.tstamp_bits == 0
                 ? 0
                 : nt_random_next(r) & UINT64_MAX >> (64 - g->options.tstamp_bits);
}

/* ---- between messages ---- */

/* A message with a TCODE that is vendor defined or reserved. */
static inline void gen_unknown(gen_stream *s) {
    nt_random *r = &s->random;
    uint32_t tcode;
    do {
        tcode = nt_random_below(r, NT_TCODES - 1); /* 63: looks like idle */
    } while (nt_message_layouts[tcode].name != NULL);
    uint32_t size = nt_random_between(r, 3, nt_random_chance(r, 16) ? 200 : 10);
    s->kinds[tcode >= 56 ? GEN_VENDOR : GEN_RESERVED]++;
    s->kinds[GEN_LONG_UNKNOWN] += size > NT_FRAME_BYTES;
    assert(s->unknowns.count < sizeof s->unknowns.at / sizeof s->unknowns.at[0]);
    s->unknowns.at[s->unknowns.count++] = s->size;
    s->bytes[s->size++] = (uint8_t)(tcode << 2);
    for (uint32_t i = 1; i < size; i++) {
        uint8_t mseo = i + 1 == size ? 3 : i > 2 && nt_random_chance(r, 40) ? 1 : 0;
        s->bytes[s->size++] = (uint8_t)(nt_random_below(r, 64) << 2 | mseo);
    }
}

static inline void gen_noise(gen_stream *s) {
    uint32_t draw = nt_random_below(&s->random, 40);
    if (s->plain || draw > 2) {
        return;
    }
    if (draw == 0) {
        gen_unknown(s);
        return;
    }
    for (uint32_t idle = nt_random_between(&s->random, 1, 5); idle > 0; idle--) {
        s->bytes[s->size++] = NT_IDLE;
        s->kinds[GEN_IDLE]++;
    }
}

static inline void gen_take_message(gen_stream *s, const generator *g, size_t number) {
    size_t start = number == 0 ? 0 : g->ends[number - 1];
    size_t size = g->ends[number] - start;
    assert(s->size + size + 512 < GEN_STREAM_BYTES);
    gen_noise(s);
    memcpy(s->bytes + s->size, g->bytes + start, size);
    s->size += size;
}

static inline void gen_interleave(gen_stream *s) {
    size_t taken[GEN_SOURCES_MOST] = {0};
    size_t left = 0;
    for (uint32_t i = 0; i < s->sources; i++) {
        left += s->source[i]->message_count;
    }
    for (uint32_t i = 0; left > 0; left--) {
        if (nt_random_chance(&s->random, 100)) {
            i = nt_random_below(&s->random, s->sources);
        }
        while (taken[i] == s->source[i]->message_count) {
            i = (i + 1) % s->sources;
        }
        gen_take_message(s, s->source[i], taken[i]);
        taken[i]++;
    }
    gen_noise(s);
}

/* ---- streams ---- */

static inline gen_stream *gen_stream_new(void) {
    gen_stream *s = calloc(1, sizeof *s);
    assert(s != NULL);
    for (uint32_t i = 0; i < GEN_SOURCES_MOST; i++) {
        s->source[i] = calloc(1, sizeof *s->source[i]);
        assert(s->source[i] != NULL);
    }
    return s;
}

static inline void gen_clear(generator *g) {
    nt_image_free(g->code.image);
    nt_image_free(g->code.variant);
    memset(g, 0, offsetof(generator, items));
}

static inline void gen_stream_free(gen_stream *s) {
    for (uint32_t i = 0; i < GEN_SOURCES_MOST; i++) {
        gen_clear(s->source[i]);
        free(s->source[i]);
    }
    free(s);
}

/* The stream of that number, of about `instructions` a source. `plain`: of one source alone. */
static inline void gen_stream_make(gen_stream *s, uint64_t seed, uint32_t instructions,
                                   bool plain) {
    memset(s->kinds, 0, sizeof s->kinds);
    nt_random_seed(&s->random, seed);
    s->size = 0;
    s->unknowns.count = 0;
    s->plain = plain;
    s->src_bits =
        (uint8_t)(nt_random_chance(&s->random, 128) ? nt_random_between(&s->random, 1, 12) : 0);
    uint32_t sources = s->src_bits < 2 ? 1 + s->src_bits : GEN_SOURCES_MOST;
    s->sources = nt_random_between(&s->random, 1, sources);
    uint32_t first = nt_random_below(&s->random, 1U << s->src_bits);
    for (uint32_t i = 0; i < s->sources; i++) {
        generator *g = s->source[i];
        gen_clear(g);
        nt_random_seed(&g->code.random, seed + ((uint64_t)(i + 1) << 40));
        gen_settings(g, s->src_bits, (uint16_t)((first + i) & ((1U << s->src_bits) - 1)));
        gen_run(g, instructions);
        for (unsigned kind = 0; kind < GEN_KINDS; kind++) {
            s->kinds[kind] += g->kinds[kind];
        }
    }
    s->kinds[GEN_SOURCES] += s->sources > 1;
    s->kinds[GEN_SRC_12_BITS] += s->src_bits == 12;
    if (plain) {
        s->sources = 1;
    }
    gen_interleave(s);
}

#endif
