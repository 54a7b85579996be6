/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/shape.h"

#include "sim/ingress/control_sequence.h"
#include "sim/ingress/shape_blocks.h"
#include "sim/settings/settings.h"
#include "sim/util/random.h"

#include <stdlib.h>

typedef enum { PHASE_START, PHASE_RUN, PHASE_SETTLE, PHASE_STOP, PHASE_DRAIN } phase;

typedef struct shaper {
    nt_blocks *blocks;
    nt_shape_options options;
    nt_control control;
    nt_random random;
    phase phase;
    unsigned step; /* of the start */
    uint32_t most; /* instructions a block at most */
    uint64_t left; /* instructions up to the limit */
    uint64_t idle; /* cycles left to settle or drain */
    uint64_t drain;
    bool held; /* `next` was read and not yet sent */
    nt_shaped_block next;
    uint64_t time;
    uint64_t context; /* the last that ctype told of */
    bool has_context;
} shaper;

static uint32_t draw_instructions(shaper *s) {
    uint32_t most = s->most;
    if (s->options.vary) {
        /* Twice, since short blocks are where most happens. */
        most = 1 + nt_random_below(&s->random, nt_random_between(&s->random, 1, most));
    }
    return s->left < most ? (uint32_t)s->left : most;
}

/* Reads the next block into `next`: 1, 0 at the end, -1. */
static int read_block(shaper *s, nt_error *error) {
    if (s->left == 0) {
        return 0;
    }
    bool ride = !s->options.vary || nt_random_chance(&s->random, 192);
    int result = nt_blocks_next(s->blocks, draw_instructions(s), ride, &s->next, error);
    s->held = result == 1;
    if (s->held) {
        s->left -= s->next.instructions;
    }
    return result;
}

/* The first retirement after a change of context says so. */
static void tell_context(shaper *s, const nt_shaped_block *next, nt_ingress *ingress) {
    if (next->instructions > 0 && (!s->has_context || next->context != s->context)) {
        ingress->ctype = s->has_context ? (uint8_t)s->options.ctype : 0;
        s->context = next->context;
        s->has_context = true;
    }
}

/* Fills a cycle with blocks; ends at a trap and before a change of privilege or context, as the
   port has one of each. */
static int fill(shaper *s, nt_cycle *cycle, nt_error *error) {
    unsigned blocks =
        s->options.vary ? nt_random_between(&s->random, 1, s->options.blocks) : s->options.blocks;
    unsigned specials = s->options.specials == 0 ? blocks : s->options.specials;
    for (unsigned i = 0; i < blocks; i++) {
        if (!s->held) {
            int result = read_block(s, error);
            if (result <= 0) {
                return result < 0 ? -1 : i > 0;
            }
        }
        const nt_shaped_block *next = &s->next;
        nt_ingress *ingress = &cycle->ingress;
        if (i > 0 && (next->priv != ingress->priv || next->context != ingress->context)) {
            break;
        }
        if (next->block.itype != NT_ITYPE_NONE && specials-- == 0) {
            break;
        }
        if (i == 0) {
            tell_context(s, next, ingress);
        }
        ingress->priv = next->priv;
        ingress->context = next->context;
        ingress->cause = next->cause;
        ingress->tval = next->tval;
        ingress->block[i] = next->block;
        s->held = false;
        if (next->block.itype == NT_ITYPE_EXCEPTION || next->block.itype == NT_ITYPE_INTERRUPT) {
            break;
        }
    }
    return 1;
}

static int run_cycle(shaper *s, bool stall, nt_cycle *cycle, nt_error *error) {
    if (stall || (s->options.bubbles > 0 && nt_random_chance(&s->random, s->options.bubbles))) {
        return 1;
    }
    return fill(s, cycle, error);
}

static int next_cycle(void *self, bool stall, nt_cycle *cycle, nt_error *error) {
    shaper *s = self;
    *cycle = (nt_cycle){.sink_ready = true, .ingress.time = s->time++};
    int result;
    switch (s->phase) {
    case PHASE_START:
        if (nt_control_start(&s->control, s->step++, cycle)) {
            return 1;
        }
        s->phase = PHASE_RUN;
        /* fall through */
    case PHASE_RUN:
        result = run_cycle(s, stall, cycle, error);
        if (result != 0) {
            return result;
        }
        s->phase = PHASE_SETTLE;
        s->idle = NT_SETTLE_CYCLES;
        /* fall through */
    case PHASE_SETTLE:
        if (s->idle-- > 0) {
            return 1;
        }
        s->phase = PHASE_STOP;
        /* fall through */
    case PHASE_STOP:
        nt_control_end(cycle);
        s->phase = PHASE_DRAIN;
        s->idle = s->drain;
        return 1;
    case PHASE_DRAIN:
        if (s->idle == 0) {
            return 0;
        }
        s->idle--;
        return 1;
    }
    return 0;
}

static void close_shaper(void *self) {
    shaper *s = self;
    nt_blocks_close(s->blocks);
    free(s);
}

int nt_shape_open(nt_source *source, const char *recording, const nt_config *config,
                  const nt_shape_options *options, nt_error *error) {
    if (options->blocks < 1 || options->blocks > config->nblocks) {
        return nt_fail(error, "%u blocks per cycle: the build %s has 1 to %u", options->blocks,
                       config->name, config->nblocks);
    }
    if (options->bubbles > 255) {
        return nt_fail(error, "%u bubbles: a chance is 0 to 255 of 256", options->bubbles);
    }
    if (options->ctype > 3) {
        return nt_fail(error, "ctype %u: takes 0 to 3", options->ctype);
    }
    shaper *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return nt_fail(error, "%s: out of memory", recording);
    }
    uint32_t widest = (1u << config->iretire_w) - 1; /* 2-byte instructions in a block */
    s->options = *options;
    s->most = options->instructions == 0 || options->instructions > widest ? widest
                                                                           : options->instructions;
    s->left = options->limit == 0 ? UINT64_MAX : options->limit;
    s->control = options->settings->control;
    bool all_jumps = config->options != 0 && s->control.trTeInstEnAllJumps != 0;
    s->drain = nt_drain_cycles(config, &s->control);
    nt_random_seed(&s->random, options->seed);
    if (nt_blocks_open(&s->blocks, recording, config, options->hart, all_jumps, error) != 0) {
        free(s);
        return -1;
    }
    *source = (nt_source){.next = next_cycle, .close = close_shaper, .self = s};
    return 0;
}

int nt_shape_take_single(void *options, const char *none, nt_error *error) {
    (void)none;
    (void)error;
    nt_shape_options *o = options;
    o->instructions = 1;
    return 0;
}

uint64_t nt_shape_instructions(const nt_source *source) {
    const shaper *s = source->self;
    uint64_t all = s->options.limit == 0 ? UINT64_MAX : s->options.limit;
    return all - s->left - (s->held ? s->next.instructions : 0);
}
