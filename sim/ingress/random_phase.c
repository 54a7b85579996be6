/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/random_internal.h"

/* Cycles in which I-CNT fills, with blocks as large as can be. */
static uint64_t filling(const generator *g) {
    uint32_t block = (1u << g->config.iretire_w) - 1;
    return (1u << (g->config.icnt_w - 1)) / block + 1;
}

static void draw_common(generator *g) {
    static const uint8_t bubbles[] = {0, 0, 0, 2, 16, 100, 220};
    static const uint8_t traps[] = {0, 0, 0, 2, 8, 32, 128};
    static const uint8_t taken[] = {0, 16, 128, 128, 128, 224, 255};
    static const uint16_t episodes[] = {0, 0, 0, 4, 16, 256};
    static const sink_kind sinks[] = {SINK_READY, SINK_READY,      SINK_READY, SINK_HALF,
                                      SINK_SLOW,  SINK_ALTERNATES, SINK_STOPS};
    nt_walk_style *style = &g->walk.style;
    uint32_t widest = (1u << g->config.iretire_w) - 1;
    g->phase = (phase){
        .left = nt_gen_between(g, 5, 1000),
        .bubbles = bubbles[nt_gen_below(g, 7)],
        .episode = episodes[nt_gen_below(g, 6)],
        .sink = sinks[nt_gen_below(g, 7)],
        .blocks = nt_gen_between(g, 1, g->config.nblocks),
        .specials = g->config.nblocks,
    };
    style->trap = traps[nt_gen_below(g, 7)];
    style->taken = taken[nt_gen_below(g, 7)];
    style->stay = (uint8_t)nt_gen_below(g, 256);
    style->region = (nt_region_kind)nt_gen_below(g, NT_REGION_SPIN);
    static const uint8_t most[] = {1, 1, 3, 8};
    unsigned draw = nt_gen_below(g, 8);
    style->most = (uint16_t)(draw < 4 ? most[draw] : widest);
    style->vary = nt_gen_below(g, 2) == 0;
}

/* A pattern some times over, then a few branches of another kind: as a loop in a loop has it. */
static void draw_pattern(generator *g) {
    nt_walk *walk = &g->walk;
    uint32_t period = nt_gen_between(g, 1, 31);
    uint32_t times = nt_gen_between(g, 1, 1 + nt_gen_below(g, 40));
    uint32_t between = nt_gen_below(g, 6);
    uint32_t bits = (uint32_t)nt_random_next(&g->random);
    walk->pattern_at = 0;
    for (walk->pattern_length = 0; walk->pattern_length < NT_PATTERN_MOST; walk->pattern_length++) {
        uint32_t at = walk->pattern_length;
        if (at >= period * times + between) {
            break;
        }
        bool inner = at < period * times;
        walk->pattern[at] = inner ? (bits >> at % period & 1) != 0 : nt_gen_below(g, 2) == 0;
    }
}

static void draw_everything(generator *g) {
    static const uint16_t triggers[] = {0, 0, 8, 64, 512};
    static const uint16_t contexts[] = {0, 0, 4, 32, 400};
    static const uint8_t strays[] = {0, 0, 4, 16, 100};
    static const uint64_t ticks[] = {1, 1, 1, 0, 3, 1000};
    phase *p = &g->phase;
    p->full = nt_gen_below(g, 3) == 0;
    p->blocks = p->full ? g->config.nblocks : p->blocks;
    p->bubbles = p->full ? 0 : p->bubbles;
    p->specials = nt_gen_below(g, 4) == 0 ? 1 : g->config.nblocks;
    p->trigger = triggers[nt_gen_below(g, 5)];
    p->context = contexts[nt_gen_below(g, 5)];
    p->garbage = nt_gen_below(g, 3) == 0;
    p->ticks = nt_gen_below(g, 16) == 0 ? nt_random_next(&g->random) : ticks[nt_gen_below(g, 6)];
    g->walk.style.stray = strays[nt_gen_below(g, 5)];
    g->walk.pattern_length = 0;
    if (nt_gen_below(g, 2) == 0) {
        draw_pattern(g);
    }
}

/* A phase in which nothing comes between: as fast as it can, nothing lost. */
static void draw_undisturbed(generator *g, uint64_t cycles) {
    nt_walk_style *style = &g->walk.style;
    g->phase.left = cycles + cycles / 4 + 200;
    g->phase.bubbles = 0;
    g->phase.episode = 0;
    g->phase.trigger = 0;
    g->phase.context = 0;
    g->phase.sink = SINK_READY;
    style->trap = 0;
    style->most = (uint16_t)((1u << g->config.iretire_w) - 1);
    style->vary = false;
}

/* The same branch over and over. */
static void draw_loop(generator *g, nt_region_kind region, bool taken) {
    g->walk.style.region = region;
    g->walk.style.stay = 255;
    g->walk.pattern_length = 1;
    g->walk.pattern[0] = taken;
    nt_walk_divert(&g->walk, nt_random_program_region(&g->program, region, &g->random));
}

/* I-CNT fills. */
static void draw_filling(generator *g, nt_region_kind region) {
    uint64_t cycles = filling(g);
    draw_undisturbed(g, cycles);
    g->phase.left += nt_gen_below(g, (uint32_t)cycles);
    if (region == NT_REGION_BOTH) {
        g->walk.pattern_length = 0;
        g->phase.until_round = true;
        nt_walk_divert(&g->walk, g->program.both_entry);
    } else if (region == NT_REGION_LOOP) {
        draw_loop(g, region, true);
    } else {
        nt_walk_divert(&g->walk, nt_random_program_region(&g->program, region, &g->random));
    }
}

static bool is_htm(const generator *g) {
    return g->control.trTeInstMode == 6;
}

/* HREPEAT or B-CNT fills: the same branch over and over, or the same indirect jump. */
static void draw_repeating(generator *g, uint64_t repeats) {
    bool history = is_htm(g) && g->control.trTeInstEnRepeatedHistory;
    bool jump = g->control.ntEnRepeatBranch && nt_gen_below(g, history ? 3 : 2) == 0;
    draw_undisturbed(g, repeats * (jump ? 3 : 2));
    draw_loop(g, NT_REGION_TIGHT, !jump);
}

/* No message comes between that has nothing to do with what runs. */
static bool is_quiet(const generator *g) {
    bool quiet = g->control.trTeInstSyncMode == 0 && g->control.trTeInstFilters == 0;
    for (unsigned i = 0; i < g->config.ncomparators; i++) {
        quiet = quiet && (g->control.comparator[i].control & NT_COMPARATOR_NOTIFIES) == 0;
    }
    return quiet;
}

static bool has_repeats(const generator *g) {
    return g->control.ntEnRepeatBranch || (is_htm(g) && g->control.trTeInstEnRepeatedHistory);
}

/* The longer it takes the rarer it is; `share` is larger where it is likely to get where it shall.
 */
static bool draw_is_long(generator *g, uint64_t cycles, unsigned share) {
    uint64_t often = cycles / share;
    return nt_gen_below(g, (uint32_t)(often < 12 ? 12 : often)) == 0;
}

/* Where I-CNT fills, and with what. */
static nt_region_kind draw_filling_region(generator *g) {
    bool both = is_htm(g) && g->program.both_rounds > 0; /* BTM has no HIST */
    switch (nt_gen_below(g, 4)) {
    case 0:
    case 1:
        return both ? NT_REGION_BOTH : NT_REGION_SPIN;
    case 2:
        return g->options.everything ? NT_REGION_LOOP : NT_REGION_SPIN;
    default:
        return NT_REGION_SPIN;
    }
}

static void draw_phase(generator *g) {
    draw_common(g);
    if (g->options.everything) {
        draw_everything(g);
        uint64_t repeats = UINT64_C(1) << g->config.repeat_w;
        bool likely = is_quiet(g) && has_repeats(g);
        if (g->config.repeat_w > 0 && draw_is_long(g, 4 * repeats, likely ? 3000 : 100)) {
            draw_repeating(g, repeats);
            return;
        }
    }
    if (draw_is_long(g, filling(g), is_quiet(g) ? 400 : 100)) {
        draw_filling(g, draw_filling_region(g));
    } else if (nt_gen_below(g, 4) != 0) {
        nt_walk_divert(&g->walk,
                       nt_random_program_region(&g->program, g->walk.style.region, &g->random));
    }
}

/* Fields that act at once change at any time; those that do not, sometimes, and then act after the
   next pause. */
static void redraw(generator *g) {
    nt_control drawn = g->control;
    nt_gen_draw_settings(g, &drawn);
    bool latched = nt_gen_below(g, 8) == 0;
    g->target = g->control;
    for (unsigned i = 0; i < nt_control_field_count; i++) {
        nt_field_role role = nt_random_role(i);
        if (role == NT_ROLE_AT_ONCE || (latched && role == NT_ROLE_LATCHED)) {
            nt_control_set(&g->target, i, nt_control_get(&drawn, i));
        }
    }
    g->reaching = true;
}

void nt_gen_advance_phase(generator *g, nt_cycle *cycle) {
    bool in_round = g->phase.until_round && (g->walk.leave || g->walk.both_round > 0);
    if (g->phase.left > 0) {
        g->phase.left--;
        return;
    }
    if (in_round || g->pause.on) {
        return;
    }
    draw_phase(g);
    if (g->options.keep_control) {
        return;
    }
    if (!g->options.everything && nt_gen_below(g, 4) == 0) {
        nt_gen_write(g, cycle, "trTeInstStallEna", nt_gen_below(g, 3) == 0 || g->options.lossless);
    }
    if (g->options.everything && !g->reaching && nt_gen_below(g, 8) == 0) {
        redraw(g);
    }
}
