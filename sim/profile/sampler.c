/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/profile/sampler.h"

#include "model/ctr/ctr_control.h"
#include "sim/ctr/ctr_run.h"
#include "sim/hpm/lcofi.h"
#include "sim/util/progress.h"

#include <stdlib.h>

enum {
    MODES = 7,        /* U, S and M in mctrctl */
    PASSED = 1 << 16, /* addresses whose last pass is known */
};

/* A counter with its periods. */
typedef struct counter {
    nt_lcofi lcofi;
    uint64_t preset; /* the period at hand */
    uint64_t ended;  /* events before it */
    nt_random random;
    bool is_random;
} counter;

/* The last pass of an address. */
typedef struct pass {
    uint64_t pc;
    uint64_t events; /* that had come when it retired, + 1; 0: no pass */
} pass;

typedef struct sampling {
    const nt_sampler_options *options;
    nt_sampler_totals *totals;
    nt_hart_cycles *hart;
    counter main;
    counter referee;
    nt_ctr_run branches;
    nt_ctr_run calls;
    /* Of the overflow that waits for its interrupt. */
    bool overflowed;
    uint64_t event_pc;
    uint8_t event_priv;
    uint64_t event_at; /* instructions retired with it */
    uint64_t lap;
    pass passed[PASSED]; /* by address */
    nt_ctr_record_read branch[NT_SAMPLER_RECORDS];
    nt_ctr_record_read call[NT_SAMPLER_RECORDS];
} sampling;

/* Periods. */

static uint64_t draw(const sampling *s, counter *c) {
    const uint64_t period = s->options->period;
    if (!c->is_random) {
        return period;
    }
    const uint64_t least = period - period / 2;
    const uint64_t drawn = nt_random_next(&c->random) % (period / 2 * 2 + 1);
    return least + drawn;
}

static void begin_counter(const sampling *s, counter *c, bool is_random, uint64_t seed) {
    c->is_random = is_random;
    nt_random_seed(&c->random, seed);
    c->preset = draw(s, c);
    nt_lcofi_arm(&c->lcofi, s->options->event.mhpmevent, c->preset);
}

/* Events so far. */
static uint64_t events_of(const counter *c) {
    return c->ended + c->preset + nt_lcofi_value(&c->lcofi);
}

/* Presets the counter from what it has: what was counted since the overflow is of the next period.
   Returns the events of the periods that ended; `late` gets how many ended unseen. */
static uint64_t begin_period(const sampling *s, counter *c, uint64_t *late) {
    uint64_t since = nt_lcofi_value(&c->lcofi);
    uint64_t ended = c->preset;
    *late = 0;
    while (c->preset = draw(s, c), since >= c->preset) {
        since -= c->preset;
        ended += c->preset;
        ++*late;
    }
    c->ended += ended;
    nt_lcofi_arm(&c->lcofi, s->options->event.mhpmevent, c->preset - since);
    return ended;
}

/* The overflow. */

static void pass_blocks(sampling *s, const nt_hart_cycle *cycle, uint64_t events) {
    for (unsigned i = 0; i < cycle->count; i++) {
        const uint64_t pc = cycle->block[i].pc;
        s->passed[(pc >> 1 ^ pc >> 17) % PASSED] = (pass){pc, events + 1};
    }
}

static uint64_t lap_of(const sampling *s, uint64_t pc, uint64_t events) {
    const pass *p = &s->passed[(pc >> 1 ^ pc >> 17) % PASSED];
    return p->pc == pc && p->events != 0 ? events + 1 - p->events : 0;
}

/* The block of a cycle whose event overflows the counter: that without which it would not. */
static unsigned overflowing(const nt_lcofi *before, const nt_hart_cycle *cycle) {
    for (unsigned count = 1; count < cycle->count; count++) {
        nt_lcofi copy = *before;
        nt_hart_cycle part = *cycle;
        part.count = count;
        nt_lcofi_count(&copy, &part);
        if (nt_lcofi_overflowed(&copy)) {
            return count - 1;
        }
    }
    return cycle->count - 1;
}

static void note_overflow(sampling *s, const nt_lcofi *before, const nt_hart_cycle *cycle,
                          uint64_t events) {
    const unsigned which = overflowing(before, cycle);
    const nt_transfer *block = &cycle->block[which];
    const nt_event_id id = s->options->event.id;
    const bool at_end = id != NT_EVENT_ID_INSTRUCTIONS && id != NT_EVENT_ID_CYCLES;
    s->overflowed = true;
    s->event_pc = at_end && block->itype != 0 ? block->isrc : block->pc;
    s->event_priv = block->priv;
    s->lap = lap_of(s, block->pc, events);
    s->event_at = nt_hart_cycles_instructions(s->hart);
    for (unsigned i = which + 1; i < cycle->count; i++) {
        s->event_at -= cycle->block[i].instructions;
    }
}

/* A cycle of the hart. */

static int take_cycle(sampling *s, const nt_hart_cycle *cycle, nt_error *error) {
    const nt_sampler_options *o = s->options;
    if (o->branches) {
        nt_ctr_run_cycle(&s->branches, cycle->priv, cycle->block, cycle->count);
    }
    if (o->calls) {
        nt_ctr_run_cycle(&s->calls, cycle->priv, cycle->block, cycle->count);
    }
    nt_lcofi before;
    if (cycle->count > 1) {
        before = s->main.lcofi;
    }
    const uint64_t events = events_of(&s->main);
    nt_lcofi_count(&s->main.lcofi, cycle);
    if (!s->overflowed && cycle->count > 0 && nt_lcofi_overflowed(&s->main.lcofi)) {
        note_overflow(s, &before, cycle, events);
    }
    pass_blocks(s, cycle, events);
    if (o->referee != NULL) {
        nt_lcofi_count(&s->referee.lcofi, cycle);
    }
    s->totals->cycles++;
    const uint64_t pc = cycle->count > 0 ? cycle->block[0].pc : 0;
    return o->cycle != NULL && cycle->count > 0 ? o->cycle(o->context, pc, cycle->priv, error) : 0;
}

/* The interrupt. */

static unsigned read_ctr(nt_ctr_run *ctr, nt_ctr_record_read *records, const nt_hart_cycle *trap,
                         bool clear, nt_error *error) {
    unsigned count = 0;
    nt_ctr_run_cycle(ctr, trap->priv, trap->block, trap->count);
    if (!ctr->ctr.frozen) {
        nt_fail(error, "CTR did not freeze");
        return 0;
    }
    while (count < ctr->depth && nt_ctr_read(&ctr->ctr, &ctr->config, count, &records[count])) {
        count++;
    }
    nt_ctr_run_thaw(ctr, clear);
    return count;
}

static int take_sample(sampling *s, uint64_t pc, nt_error *error) {
    const nt_sampler_options *o = s->options;
    nt_sampler_totals *t = s->totals;
    nt_sample sample = {.pc = pc,
                        .priv = nt_hart_cycles_priv(s->hart),
                        .event_pc = s->event_pc,
                        .event_priv = s->event_priv,
                        .lap = s->lap,
                        .branches = s->branch,
                        .calls = s->call};
    nt_hart_cycle trap;
    nt_lcofi_take(&s->main.lcofi, sample.priv, pc, &trap);
    if (o->branches) {
        sample.branch_count = read_ctr(&s->branches, s->branch, &trap, true, error);
    }
    if (o->calls) { /* its frames are still to return: nothing is cleared */
        sample.call_count = read_ctr(&s->calls, s->call, &trap, false, error);
        t->cut_calls += sample.call_count == s->calls.depth;
    }
    uint64_t late;
    sample.skid = (uint32_t)(nt_hart_cycles_instructions(s->hart) - s->event_at);
    sample.period = begin_period(s, &s->main, &late);
    s->overflowed = false;
    t->samples++;
    t->late += late;
    t->sampled += sample.period;
    t->longest = s->main.preset > t->longest ? s->main.preset : t->longest;
    t->skid += sample.skid;
    t->most_skid = sample.skid > t->most_skid ? sample.skid : t->most_skid;
    return error->text[0] != '\0' ? -1 : o->sample(o->context, &sample, error);
}

static int take_referee(sampling *s, uint64_t pc, nt_error *error) {
    uint64_t late;
    (void)begin_period(s, &s->referee, &late);
    s->totals->referee++;
    return s->options->referee(s->options->context, pc, nt_hart_cycles_priv(s->hart), error);
}

/* Interrupts that are pending come before the next instruction: 1, 0: there is none, -1. */
static int interrupt(sampling *s, nt_error *error) {
    const bool main = nt_lcofi_is_pending(&s->main.lcofi);
    const bool referee = s->options->referee != NULL && nt_lcofi_is_pending(&s->referee.lcofi);
    uint64_t pc;
    if (!main && !referee) {
        return 1;
    }
    int result = nt_hart_cycles_pc(s->hart, &pc, error);
    if (result > 0 && main && take_sample(s, pc, error) != 0) {
        result = -1;
    }
    if (result > 0 && referee && take_referee(s, pc, error) != 0) {
        result = -1;
    }
    return result;
}

/* The run. */

static int run(sampling *s, nt_error *error) {
    nt_hart_cycle cycle;
    nt_progress progress;
    int result;
    nt_progress_start(&progress, "profile", "instructions");
    while ((result = nt_hart_cycles_next(s->hart, false, &cycle, error)) > 0) {
        if (take_cycle(s, &cycle, error) != 0 || (result = interrupt(s, error)) < 0) {
            result = -1;
            break;
        }
        if ((s->totals->cycles & 0xffff) == 0) {
            nt_progress_show(&progress, nt_hart_cycles_instructions(s->hart), s->options->limit);
        }
    }
    nt_progress_end(&progress);
    s->totals->instructions = nt_hart_cycles_instructions(s->hart);
    s->totals->events = events_of(&s->main);
    s->totals->unserved = s->overflowed;
    s->totals->sampled += s->overflowed ? s->main.preset : 0;
    return result < 0 ? -1 : 0;
}

static nt_ctr_run ctr_of(const nt_sampler_options *o, bool calls) {
    nt_ctr_run ctr = {.depth = o->depth,
                      .control = MODES | UINT64_C(1) << NT_CTRCTL_LCOFIFRZ |
                                 (uint64_t)calls << NT_CTRCTL_RASEMU};
    nt_ctr_run_begin(&ctr, o->xlen);
    return ctr;
}

int nt_sampler_run(nt_sampler_totals *totals, const nt_sampler_options *o, nt_error *error) {
    const nt_hart_options hart = {.recording = o->recording,
                                  .hart = o->hart,
                                  .xlen = o->xlen,
                                  .blocks = o->blocks,
                                  .instructions = o->instructions,
                                  .limit = o->limit};
    *totals = (nt_sampler_totals){.samples = 0};
    sampling *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return nt_fail(error, "out of memory");
    }
    s->options = o;
    s->totals = totals;
    s->branches = ctr_of(o, false);
    s->calls = ctr_of(o, true);
    begin_counter(s, &s->main, o->is_random, o->seed);
    begin_counter(s, &s->referee, true, ~o->seed);
    totals->longest = s->main.preset;
    int result = nt_hart_cycles_open(&s->hart, &hart, error);
    if (result == 0) {
        result = run(s, error);
    }
    nt_hart_cycles_close(s->hart);
    free(s);
    return result;
}
