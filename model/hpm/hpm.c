/* SPDX-License-Identifier: Apache-2.0 */
#include "model/hpm/hpm.h"

/* Places in hpm_events.def */
enum {
    EVENT_NONE, /* nothing has it */
#define EVENT(name, number, text) EVENT_##name,
#include "model/hpm/hpm_events.def"
#undef EVENT
};

/* Numbers of counters */
enum { MCYCLE = 0, MINSTRET = 2, MCYCLECFG = 1, MINSTRETCFG = 2 /* as of mhpmevent */ };

/* The bit of mhpmevent that inhibits a mode. */
static unsigned inhibit_of(unsigned priv) {
    switch (priv) {
    case NT_HPM_M:
    case NT_HPM_DEBUG:
        return NT_HPM_INH_M;
    case NT_HPM_S:
        return NT_HPM_INH_S;
    case NT_HPM_U:
        return NT_HPM_INH_U;
    case NT_HPM_VS:
        return NT_HPM_INH_VS;
    case NT_HPM_VU:
        return NT_HPM_INH_VU;
    default:
        return 0;
    }
}

/* How often an event is in a block, by its place. */
static uint32_t of_block(unsigned place, const nt_hpm_block *block) {
    const unsigned t = block->itype;
    switch (place) {
    case EVENT_INSTRUCTIONS:
        return block->icount;
    case EVENT_BRANCHES:
        return t == 4 || t == 5;
    case EVENT_TAKEN:
        return t == 5;
    case EVENT_NOT_TAKEN:
        return t == 4;
    case EVENT_CALLS:
        return t == 8 || t == 9;
    case EVENT_RETURNS:
        return t == 13;
    case EVENT_JUMPS:
        return t >= 10 && t != 13;
    case EVENT_EXCEPTIONS:
        return t == 1;
    case EVENT_INTERRUPTS:
        return t == 2;
    case EVENT_TRAP_RETURNS:
        return t == 3;
    default:
        return 0;
    }
}

static uint32_t of_cycle(unsigned place, const nt_hpm_cycle_events *events) {
    switch (place) {
    case EVENT_CYCLES:
        return 1;
    case EVENT_TRACE_MESSAGES:
        return events->trace_messages;
    case EVENT_TRACE_BYTES:
        return events->trace_bytes;
    case EVENT_TRACE_STALLS:
        return events->trace_stall;
    case EVENT_TRACE_LOSSES:
        return events->trace_loss;
    default:
        return place >= EVENT_EXT_0 ? events->ext_event >> (place - EVENT_EXT_0) & 1U : 0;
    }
}

/* `own`: the first instruction wrote the counter, and does not count. */
static uint32_t amount_of(const nt_hpm_params *p, const nt_hpm_inputs *in, unsigned place,
                          unsigned inhibit, bool own) {
    unsigned priv = in->priv;
    uint32_t amount = (inhibit & inhibit_of(priv)) != 0 ? 0 : of_cycle(place, &in->events);
    for (unsigned b = 0; b < p->nblocks && in->block[b].valid; b++) {
        /* What ends a block belongs to the mode that it leaves. */
        if ((inhibit & inhibit_of(priv)) == 0) {
            amount += of_block(place, &in->block[b]);
            amount -= own && b == 0 && place == EVENT_INSTRUCTIONS && in->block[0].icount > 0;
        }
        priv = in->block[b].tpriv;
    }
    return amount;
}

void nt_hpm_out(const nt_hpm *s, const nt_hpm_params *p, const nt_hpm_inputs *in,
                nt_hpm_outputs *out) {
    *out = (nt_hpm_outputs){.mcounteren = s->mcounteren,
                            .hcounteren = s->hcounteren,
                            .scounteren = s->scounteren,
                            .lcofip = s->lcofip};
    if (in->csr.valid && !in->block[0].valid) {
        nt_hpm_answer_access(s, p, in->priv, &in->csr, &out->csr);
    }
}

static bool counts(const nt_hpm *s, const nt_hpm_inputs *in, unsigned n) {
    return !in->stop && (s->mcountinhibit >> n & 1) == 0;
}

/* Whether the first instruction of the next block wrote this counter. Zicsr: "the write is done
   instead of the increment". */
static bool is_own(const nt_hpm *s, unsigned n) {
    return s->own && s->own_number == n;
}

/* Adds; true if it wraps. */
static bool add(uint64_t *value, unsigned width, uint32_t amount) {
    const uint64_t most = UINT64_MAX >> (64 - width);
    const bool wraps = amount > most - *value;
    *value = (*value + amount) & most;
    return wraps;
}

/* mcycle or minstret, which have no OF; inhibit bits with Smcntrpmf */
static void step_fixed(nt_hpm *s, const nt_hpm_params *p, const nt_hpm_inputs *in, unsigned n,
                       unsigned place) {
    const unsigned inhibit = s->flags[n == MCYCLE ? MCYCLECFG : MINSTRETCFG];
    if (counts(s, in, n)) {
        (void)add(&s->count[n], NT_HPM_FIXED_W, amount_of(p, in, place, inhibit, is_own(s, n)));
    }
}

/* A programmable counter. True: it asks for an interrupt. */
static bool step_counter(nt_hpm *s, const nt_hpm_params *p, const nt_hpm_inputs *in, unsigned n) {
    const unsigned place = nt_hpm_event_place(p, s->event[n]);
    const uint32_t amount = amount_of(p, in, place, s->flags[n], is_own(s, n));
    if (!counts(s, in, n) || !add(&s->count[n], p->width, amount)) {
        return false;
    }
    const bool asks = (s->flags[n] & NT_HPM_OF) == 0;
    s->flags[n] |= NT_HPM_OF;
    return asks;
}

/* A write comes after the cycle's increments: OF that is written is not set, and a value that is
   written, even half of it, has no increment at all. */
static bool step_counters(nt_hpm *s, const nt_hpm_params *p, const nt_hpm_inputs *in,
                          const nt_hpm_answer *answer) {
    const bool writes =
        answer->hit && !answer->illegal && !answer->is_virtual && in->csr.op != NT_HPM_READ;
    const unsigned count_written = writes ? nt_hpm_written_count(p, &in->csr) : NT_HPM_COUNTERS;
    const unsigned of_written = writes ? nt_hpm_written_of(p, &in->csr) : NT_HPM_COUNTERS;
    bool request = false;
    if (count_written != MCYCLE) {
        step_fixed(s, p, in, MCYCLE, EVENT_CYCLES);
    }
    step_fixed(s, p, in, MINSTRET, EVENT_INSTRUCTIONS); /* beside a write there are no blocks */
    for (unsigned n = NT_HPM_FIRST; n < NT_HPM_FIRST + p->ncounters; n++) {
        if (n != count_written) {
            request |= step_counter(s, p, in, n) && n != of_written;
        }
    }
    if (count_written < NT_HPM_COUNTERS) {
        /* What a debugger writes is of no instruction. */
        s->own = in->csr.retires && in->priv != NT_HPM_DEBUG;
        s->own_number = (uint8_t)count_written;
    } else if (in->block[0].valid) {
        s->own = false;
    }
    if (writes) {
        nt_hpm_write(s, p, &in->csr, answer);
    }
    return request;
}

void nt_hpm_step(nt_hpm *s, const nt_hpm_params *p, const nt_hpm_inputs *in) {
    if (in->rst) {
        *s = (nt_hpm){.request = false};
        return;
    }
    nt_hpm_outputs out;
    nt_hpm_out(s, p, in, &out);
    s->lcofip = s->request || (in->lcofip_write ? in->lcofip_wdata : s->lcofip);
    s->request = step_counters(s, p, in, &out.csr);
}
