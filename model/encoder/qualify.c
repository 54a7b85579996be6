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

static uint8_t evcode(const nt_ingress_latch *in) {
    if (in->reset) {
        return NT_EVCODE_DISABLED;
    }
    if (in->halted) {
        return NT_EVCODE_DEBUG;
    }
    return in->lowpower ? NT_EVCODE_LOWPOWER : NT_EVCODE_DISABLED;
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

static bool fires_notify(const judge *j) {
    for (unsigned i = 0; i < j->config->ntriggers; i++) {
        unsigned action = j->control->trTeTrigExtInControl >> (4 * i) & 15;
        if ((j->in->ext_trigger >> i & 1) && action == ACTION_NOTIFY) {
            return true;
        }
    }
    return false;
}

/* Takes the state on to after the cycle's blocks. */
static void judge_blocks(nt_qualify *s, const judge *j, nt_qualify_outputs *out) {
    bool held = s->held || (j->in->ext_trigger != 0 && fires_notify(j));
    for (unsigned b = 0, last = 0; b < j->config->nblocks; b++) {
        const nt_block *block = &j->in->block[b];
        bool notify = j->in->trigger >> (TRIGGER_NOTIFY + b) & 1;
        judge_block(s, j, block, &notify);
        out->traced[b] = out->tracing && !s->unmatched;
        out->sync_reason[b] = s->sync;
        if (out->tracing && s->unmatched && nt_block_has_address(block, j->config)) {
            s->sync = NT_SYNC_ENABLE;
        }
        if (block->iretire != 0 || block->itype != NT_ITYPE_NONE) {
            s->held = false;
            out->notify6[b] = out->traced[b] && notify;
            out->notify0[last] = false;
            out->notify0[b] = out->traced[b] && held;
            last = b;
        } else if (b == 0) {
            s->held = held && out->tracing;
        }
    }
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
    out->evcode = evcode(in);
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
    } else if (!is_enabled(in)) {
        s->sync = NT_SYNC_ENABLE;
    }
}
