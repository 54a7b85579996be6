/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/tv/tv_trace.h"

#include "sim/tandem/lanes.h"

enum { STOP = 2, WRONG = 1, SINK_SLOW = 160, FEWER = 96 };

/* The order of what a cycle has. Several lanes are of one rank. */
enum { EMPTY, RESET, INIT, COUNTERS, LANES };

static unsigned rank_of(const nt_tv_inputs *in) {
    return in->reset ? RESET : in->init_valid ? INIT : in->lane[0].valid ? LANES : COUNTERS;
}

/* A cycle in which the hart has these inputs; it waits until they are taken. */
static bool show(tv_trace *t, const nt_tv_inputs *in) {
    bool taken = false;
    while (!taken) {
        t->both->view.in = *in;
        t->both->view.in.out_ready =
            !t->options->shape.vary || nt_random_chance(&t->random, SINK_SLOW);
        if (!tv_both_cycle(t->both)) {
            return false;
        }
        taken = t->both->view.out.ready;
    }
    return true;
}

static bool flush(tv_trace *t) {
    static const nt_tv_inputs nothing;
    const nt_tv_inputs in = t->next;
    bool good = true;
    while (good && t->options->shape.bubbles != 0 &&
           nt_random_chance(&t->random, t->options->shape.bubbles)) {
        good = show(t, &nothing);
    }
    t->next = nothing;
    t->lanes = 0;
    t->rank = EMPTY;
    return good && show(t, &in);
}

static bool is_full(tv_trace *t, unsigned rank) {
    unsigned most =
        t->options->shape.blocks != 0 ? t->options->shape.blocks : t->both->view.params->nret;
    if (t->rank == EMPTY) {
        return false;
    }
    if (t->options->shape.vary && nt_random_chance(&t->random, FEWER)) {
        return true;
    }
    return rank < t->rank || (rank == t->rank && (rank != LANES || t->lanes == most));
}

static void add(nt_tv_inputs *next, const nt_tv_inputs *in, unsigned lanes) {
    nt_tv_lane lane[NT_TV_LANES];
    for (unsigned l = 0; l < NT_TV_LANES; l++) {
        lane[l] = l == lanes ? in->lane[0] : next->lane[l];
    }
    nt_tv_inputs before = *next;
    *next = *in;
    for (unsigned l = 0; l < NT_TV_LANES; l++) {
        next->lane[l] = lane[l];
    }
    next->reset |= before.reset;
    if (before.init_valid) {
        next->init_valid = true;
        next->init_kind = before.init_kind;
        next->init_addr = before.init_addr;
        next->init_size = before.init_size;
        next->init_data = before.init_data;
    }
    if (before.mtime_valid || before.mcycle_valid || before.minstret_valid) {
        next->mtime_valid = before.mtime_valid;
        next->mtime = before.mtime;
        next->mcycle_valid = before.mcycle_valid;
        next->mcycle = before.mcycle;
        next->minstret_valid = before.minstret_valid;
        next->minstret = before.minstret;
    }
}

static int take(void *context, const nt_tv_inputs *in, const nt_tandem_group *whole) {
    tv_trace *t = context;
    const nt_lockstep_options *o = t->options;
    unsigned rank = rank_of(in);
    if ((o->cycles != 0 && t->both->counts[TV_CYCLES] >= o->cycles) ||
        (o->shape.limit != 0 && t->taken >= o->shape.limit)) {
        return STOP;
    }
    if (is_full(t, rank) && !flush(t)) {
        return WRONG;
    }
    add(&t->next, in, rank == LANES ? t->lanes : NT_TV_LANES);
    t->lanes += rank == LANES;
    t->rank = rank;
    t->taken += in->lane[0].insn_valid;
    tv_judge_original(&t->both->judge, whole);
    return 0;
}

int tv_trace_run(tv_trace *t, tv_both *both, const nt_lockstep_options *o, nt_error *error) {
    *t = (tv_trace){.options = o, .both = both};
    nt_random_seed(&t->random, o->shape.seed);
    if (!tv_both_cycle(both)) {
        return 1;
    }
    int result = nt_lanes_read(o->input, both->view.params, take, t, &t->format, error);
    if (result == 0 || result == STOP) {
        return t->rank == EMPTY || flush(t) ? 0 : 1;
    }
    return result;
}
