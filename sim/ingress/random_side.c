/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/random_internal.h"

#include "model/control/trigger.h"

/* Halt, reset and low power. */

/* Something comes between the block at hand and the one before. */
static void split_pair(generator *g) {
    nt_block *block = &g->held.block;
    g->walk.has_before &= g->is_held;
    if (g->is_held && block->iretire == 1u << block->ilastsize) {
        block->sijump = false;
    }
}

void nt_gen_begin_side(generator *g) {
    if (g->options.everything && !g->is_held && g->walk.priv != 4 && nt_gen_below(g, 8) == 0) {
        nt_walk_debug(&g->walk);
        split_pair(g);
        return;
    }
    unsigned draw = nt_gen_below(g, 8);
    g->halted = draw < 3 || draw == 7;
    g->reset = draw == 3 || draw == 4 || draw == 7;
    g->lowpower = draw == 5 || draw == 6;
    g->side = nt_gen_below(g, 2) == 0 ? 1 : nt_gen_between(g, 1, 40);
    if (g->reset || (g->halted && nt_gen_below(g, 2) == 0)) {
        nt_walk_restart(&g->walk);
        g->is_held = false;
    }
    split_pair(g);
}

void nt_gen_set_side(generator *g, nt_ingress *ingress) {
    g->side--;
    ingress->halted = g->halted;
    ingress->reset = g->reset;
    ingress->lowpower = g->lowpower;
    ingress->priv = g->halted ? 4 : g->walk.priv;
}

/* Context. */

static bool is_chance(generator *g, uint16_t of_4096) {
    return of_4096 > 0 && nt_gen_below(g, 4096) < of_4096;
}

static unsigned context_width(const generator *g) {
    return (unsigned)g->config.scontext_w + g->config.hcontext_w;
}

/* Some few tasks, and now and then any value. */
static uint64_t draw_context(generator *g) {
    uint64_t any = nt_random_next(&g->random) >> (64 - context_width(g));
    return nt_gen_below(g, 4) == 0 ? any : any & 7;
}

int nt_gen_begin_context(generator *g) {
    static const uint8_t ctypes[] = {0, 1, 1, 2, 2, 2, 3, 3};
    if (context_width(g) == 0 || !is_chance(g, g->phase.context)) {
        return -1;
    }
    int ctype = ctypes[nt_gen_below(g, sizeof ctypes)];
    if (ctype == 3) {
        split_pair(g);
        if (!g->is_held && nt_gen_below(g, 2) == 0) { /* another task, or hart, elsewhere */
            nt_walk_switch(&g->walk);
            g->held_priv = g->walk.priv;
            nt_walk_step_plain(&g->walk, &g->held);
            g->is_held = true;
        }
    }
    return ctype;
}

/* Only what retires has a context that can be told. */
static void set_context(generator *g, int ctype, nt_ingress *ingress) {
    if (ctype >= 0 && ingress->block[0].iretire != 0) {
        g->context = draw_context(g);
        ingress->ctype = (uint8_t)ctype;
    }
    ingress->context = g->context;
}

/* Triggers. */

static bool retires(const nt_ingress *ingress) {
    for (unsigned b = 0; b < NT_MAX_BLOCKS; b++) {
        if (ingress->block[b].iretire != 0) {
            return true;
        }
    }
    return false;
}

static void draw_triggers(generator *g, nt_ingress *ingress) {
    uint32_t draw = (uint32_t)nt_random_next(&g->random);
    for (unsigned b = 0; b < g->config.nblocks; b++) {
        bool notify = ingress->block[b].iretire != 0 && (draw >> b & 1) != 0;
        ingress->trigger = (uint16_t)(ingress->trigger | (unsigned)notify << (2 + b));
    }
    if (retires(ingress) && (draw >> 4 & 1) != 0) {
        ingress->trigger |= draw >> 5 & 3;
    }
    if (g->config.ntriggers > 0 && (draw >> 7 & 1) != 0) {
        ingress->ext_trigger =
            (uint8_t)(1u << nt_gen_below(g, g->config.ntriggers) |
                      ((draw >> 8 & 7) == 0 ? 1u << nt_gen_below(g, g->config.ntriggers) : 0));
    }
}

/* Whether tracing may be turned on or off by them now: not while it is off by another field, or
   settings change, or a write of the same register is under way. */
static bool may_turn(const generator *g, bool writing) {
    const pause *p = &g->pause;
    bool busy = p->pib > 0 || p->settings != SETTINGS_NONE || g->turned || writing;
    return !busy && g->control.trTeEnable != 0;
}

static void set_triggers(generator *g, nt_cycle *cycle) {
    nt_ingress *ingress = &cycle->ingress;
    if (!is_chance(g, g->phase.trigger)) {
        return;
    }
    draw_triggers(g, ingress);
    nt_trigger_outputs out;
    nt_trigger_out(g->config.ntriggers, &g->control, (uint8_t)ingress->trigger,
                   ingress->ext_trigger, &out);
    /* Until a write is done, what triggers do is not yet what `control` says. */
    bool writing = g->options.registers && (g->apb.count > 0 || cycle->writes > 0);
    if (!out.trace_on && !out.trace_off && !writing) {
        return;
    }
    if (!may_turn(g, writing)) {
        ingress->trigger &= (uint16_t)~3u;
        ingress->ext_trigger = 0;
        return;
    }
    bool tracing = !out.trace_off;
    if (tracing == g->pause.on) {
        nt_gen_turn(g, tracing);
    }
}

/* Values that mean nothing. */

static void set_garbage(generator *g, nt_ingress *ingress) {
    uint64_t draw = nt_random_next(&g->random);
    bool used = false;
    for (unsigned b = 0; b < g->config.nblocks; b++) {
        nt_block *block = &ingress->block[b];
        bool indirect = block->itype == 6 || block->itype == 8 || block->itype == 10 ||
                        block->itype == 12 || block->itype == 14;
        bool retires = block->iretire != 0 || block->itype != 0;
        if (!retires) {
            block->ilastsize = (uint8_t)(draw >> (16 + 2 * b) & 3);
        }
        used |= retires;
        block->sijump |= !indirect && (draw >> b & 1) != 0;
    }
    if (!used && context_width(g) > 0) {
        ingress->context = draw >> (64 - context_width(g));
    }
    if (!used) {
        ingress->priv = (uint8_t)(draw >> 4 & 7);
        ingress->ctype = draw >> 7 & 3;
        ingress->cause = draw >> 9 & 63;
    }
}

void nt_gen_set_signals(generator *g, int ctype, nt_cycle *cycle) {
    nt_ingress *ingress = &cycle->ingress;
    set_context(g, ctype, ingress);
    if (nt_gen_below(g, 64) == 0) {
        g->impdef =
            nt_gen_below(g, 16) == 0 ? (uint32_t)nt_random_next(&g->random) : nt_gen_below(g, 4);
    }
    ingress->impdef = g->impdef;
    set_triggers(g, cycle);
    if (g->phase.garbage) {
        set_garbage(g, ingress);
    }
}
