/* SPDX-License-Identifier: Apache-2.0 */
#include "model/encoder/qualify.h"

#include "model/codes.h"
#include "model/encoder/comparator.h"
#include "model/encoder/filter.h"

#include <string.h>

enum { MODE_BTM = 3, MODE_HTM = 6 };
enum { ACTION_NOTIFY = 4 };  /* trTeTrigExtInAction */
enum { TRIGGER_NOTIFY = 2 }; /* the bit of block 0 in `trigger` */

static bool is_enabled(const nt_ingress_latch *in) {
    return in->enable && in->asked && (in->mode == MODE_BTM || in->mode == MODE_HTM);
}

static bool is_block(const nt_block *block) {
    return block->iretire != 0 || block->itype != NT_ITYPE_NONE;
}

/* Whether the latest block is one of debug mode; all blocks of a cycle have the same privilege. */
static bool is_debug(const nt_qualify *s, const nt_ingress_latch *in) {
    return is_block(&in->block[0]) ? in->priv == NT_PRIV_DEBUG : s->debug;
}

static uint8_t evcode(const nt_qualify *s, const nt_ingress_latch *in) {
    if (in->reset) {
        return NT_EVCODE_DISABLED;
    }
    if (in->halted) {
        return NT_EVCODE_DEBUG;
    }
    if (in->lowpower) {
        return NT_EVCODE_LOWPOWER;
    }
    return is_debug(s, in) && !s->debug ? NT_EVCODE_DEBUG : NT_EVCODE_DISABLED;
}

bool nt_qualify_tracing(const nt_ingress_latch *in) {
    return is_enabled(in) && !in->halted && !in->reset && !in->lowpower;
}

/* What a cycle's blocks are judged by. */
typedef struct judge {
    const nt_config *config;
    const nt_control *control;
    const nt_ingress_latch *in;
    unsigned filters;     /* that trTeInstFilters selects */
    unsigned comparators; /* that are in use; the others' outputs change nothing */
} judge;

/* Mostly no filter and no comparator is set up: then a look at these is all that they cost. */
static bool is_set_up(const judge *j) {
    uint32_t any = j->filters;
    for (unsigned i = 0; i < j->config->ncomparators; i++) {
        any |= j->control->comparator[i].control;
    }
    return any != 0;
}

/* Filters that are not selected count no traps. */
static void set_up_filters(nt_qualify *s, const judge *j) {
    for (unsigned i = 0; i < j->config->nfilters; i++) {
        if (!(j->filters >> i & 1)) {
            s->nest[i] = 0;
        }
    }
}

/* Which comparators are in use; and the latches before the cycle's first block: those newly primed
   are 1. */
static unsigned set_up_comparators(nt_qualify *s, const judge *j) {
    unsigned used = 0;
    unsigned latched = 0;
    unsigned primes = 0;
    for (unsigned i = 0; i < j->config->ncomparators; i++) {
        const nt_comparator_control *unit = &j->control->comparator[i];
        used |= (unsigned)nt_comparator_notifies(unit) << i;
        latched |= (unsigned)nt_comparator_latches(unit) << i;
        primes |= (unsigned)nt_comparator_primes(unit) << i;
    }
    s->latch = (uint8_t)((s->latch | (primes & ~s->primes)) & latched);
    s->primes = (uint8_t)primes;
    for (unsigned i = 0; j->filters >> i; i++) {
        if (j->filters >> i & 1) {
            used |= nt_filter_comparators(&j->control->filter[i]);
        }
    }
    return (used | latched) & ((1u << j->config->ncomparators) - 1);
}

/* Returns the comparators that match, as a bit mask. */
static unsigned compare_block(nt_qualify *s, const judge *j, const nt_block *block, bool *notify) {
    unsigned match = 0;
    for (unsigned i = 0; j->comparators >> i; i++) {
        if (j->comparators >> i & 1) {
            bool latch = s->latch >> i & 1;
            nt_comparator_outputs out =
                nt_comparator(&latch, &j->control->comparator[i], j->config, block, j->in);
            s->latch = (uint8_t)((s->latch & ~(1u << i)) | (unsigned)latch << i);
            match |= (unsigned)out.match << i;
            *notify |= out.notify;
        }
    }
    return match;
}

/* An empty block, and an interrupt with nothing retired, has no address to judge it by: it is
   traced if the block before it was. */
static void judge_block(nt_qualify *s, const judge *j, const nt_block *block, bool *notify) {
    bool has_address = nt_block_has_address(block, j->config);
    unsigned comparators = has_address ? compare_block(s, j, block, notify) : 0;
    bool match = j->filters == 0;
    for (unsigned i = 0; j->filters >> i; i++) {
        if (j->filters >> i & 1) {
            match |= nt_filter(&s->nest[i], &j->control->filter[i], block, j->in, comparators);
        }
    }
    if (has_address) {
        s->unmatched = !match;
    }
}

/* External triggers whose action is trace-notify, as a bit mask. */
static unsigned notify_triggers(const judge *j) {
    unsigned notify = 0;
    for (unsigned i = 0; i < j->config->ntriggers; i++) {
        unsigned action = j->control->trTeTrigExtInControl >> (4 * i) & 15;
        notify |= (unsigned)(action == ACTION_NOTIFY) << i;
    }
    return notify;
}

/* The reason "exit from debug mode" is none for a start within it. */
static uint8_t start_reason(const nt_qualify *s, bool debug) {
    return debug && s->sync == NT_SYNC_DEBUG ? NT_SYNC_ENABLE : s->sync;
}

/* External triggers ask at the newest block, if there is one. */
static void judge_triggers(const judge *j, unsigned blocks, unsigned newest,
                           nt_qualify_outputs *out) {
    unsigned notify = notify_triggers(j);
    bool fires = (j->in->ext_trigger & notify) != 0;
    out->notify0[newest] = fires && blocks != 0 && out->traced[newest];
    out->notify_idle = fires && blocks == 0 && out->traced[0];
    for (unsigned b = j->config->nblocks; b-- > 0 && notify != 0;) {
        const nt_block *block = &j->in->block[b];
        out->hold[b] = is_block(block);
        if (nt_block_has_address(block, j->config)) {
            break;
        }
    }
}

/* Takes the state on to after the cycle's blocks. */
static void judge_blocks(nt_qualify *s, const judge *j, nt_qualify_outputs *out) {
    unsigned blocks = 0;
    unsigned newest = 0;
    bool debug = is_debug(s, j->in);
    for (unsigned b = 0; b < j->config->nblocks; b++) {
        const nt_block *block = &j->in->block[b];
        bool notify = j->in->trigger >> (TRIGGER_NOTIFY + b) & 1;
        judge_block(s, j, block, &notify);
        out->traced[b] = out->tracing && !s->unmatched;
        out->sync_reason[b] = start_reason(s, debug);
        if (out->tracing && s->unmatched && nt_block_has_address(block, j->config)) {
            s->sync = debug ? NT_SYNC_DEBUG : NT_SYNC_ENABLE;
        }
        if (is_block(block)) {
            out->notify6[b] = out->traced[b] && notify;
            blocks++;
            newest = b;
        }
    }
    judge_triggers(j, blocks, newest, out);
    out->crosses = debug != s->debug;
    s->debug = debug && !j->in->reset;
}

void nt_qualify_out(const nt_qualify *state, const nt_config *config, const nt_control *control,
                    const nt_ingress_latch *in, nt_qualify_outputs *out) {
    memset(out, 0, sizeof *out);
    out->after = *state;
    nt_qualify *s = &out->after;
    judge j = {.config = config, .control = control, .in = in};
    j.filters = control->trTeInstFilters & ((1u << config->nfilters) - 1);
    if (is_set_up(&j)) {
        set_up_filters(s, &j);
        j.comparators = set_up_comparators(s, &j);
    } else {
        s->latch = 0;
        s->primes = 0;
        memset(s->nest, 0, sizeof s->nest);
    }
    out->may_wait = in->enable && !(in->halted || in->reset || in->lowpower);
    out->tracing = nt_qualify_tracing(in);
    out->htm = in->mode == MODE_HTM;
    out->evcode = evcode(state, in);
    judge_blocks(s, &j, out);
}

/* The latest reason for not tracing is the reason for the next start. */
void nt_qualify_step(nt_qualify *s, bool rst, const nt_ingress_latch *in,
                     const nt_qualify_outputs *out) {
    if (rst) {
        memset(s, 0, sizeof *s);
        s->sync = NT_SYNC_ENABLE;
        return;
    }
    *s = out->after;
    if (in->reset) {
        memset(s->nest, 0, sizeof s->nest); /* traps do not return out of a reset */
        s->sync = NT_SYNC_RESET;
    } else if (in->halted) {
        s->sync = NT_SYNC_DEBUG;
    } else if (in->lowpower) {
        s->sync = NT_SYNC_LOWPOWER;
    } else if (s->debug) {
        s->sync = NT_SYNC_DEBUG;
    } else if (!is_enabled(in)) {
        s->sync = NT_SYNC_ENABLE;
    }
}
