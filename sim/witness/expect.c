/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/witness/expect_internal.h"

enum { EVCODE_DISABLED = 4 };
enum { NOWHERE = NT_EXPECT_NOWHERE };

enum { CTYPE_DISCONTINUITY = 3 };

int nt_expect_init(nt_expect *expect, const nt_config *config, const nt_witness_code *code) {
    *expect = (nt_expect){.config = config, .code = code};
    nt_witness_filter_init(&expect->filter, config);
    nt_expect_reset(expect);
    return nt_expect_allocate(expect);
}

void nt_expect_reset(nt_expect *expect) {
    expect->first = expect->next;
    expect->told = expect->next;
    expect->found = 0;
    expect->found_once = false;
    expect->events = 0;
    expect->state = NT_EXPECT_OFF;
    expect->sync = SYNC_ENABLE;
    nt_expect_forget(expect);
    expect->stopping = expect->firm = false;
    expect->evcodes = 0;
    expect->enabled = expect->halted = expect->lowpower = false;
    expect->debug = expect->marked = false;
    expect->early = 0;
    expect->time_stepped = false;
    expect->turned_on = expect->turned_off = false;
    expect->edges = 0;
    nt_witness_filter_reset(&expect->filter);
}

/* ---- blocks ---- */

/* A target may be in no message. What the flow stage still awaits at the end of the cycle it has
   awaited since. Of a stranger nobody knows whether it waits: NT_EXPECT_PAUSE stands where it does
   not. */
static bool is_awaited(const nt_expect *expect, const nt_expect_now *now) {
    bool may_wait = expect->stranger || (now->waits && (!expect->wait.inferred || now->in->awaits));
    return expect->wait.target && may_wait;
}

/* Where a jump or trap leads to which a late stop may await: Ownership may tell how the hart is. */
static void arrive_behind_edge(nt_expect *expect, const nt_block *block, const nt_expect_now *now) {
    if (expect->edge_leads && nt_expect_has_address(expect, block)) {
        expect->edge_leads = false;
        if (now->ingress.priv != expect->priv) {
            nt_expect_push_hart(expect, &now->ingress, NT_EXPECT_LEFT, false);
        }
    }
}

static void block_while_not_on(nt_expect *expect, const nt_block *block, unsigned b,
                               const nt_expect_now *now) {
    bool lost = expect->state == NT_EXPECT_LOST;
    if (expect->state == NT_EXPECT_OFF || (lost && expect->off_since_drop)) {
        expect->btm = now->in->control->trTeInstMode == MODE_BTM;
    }
    if (!now->block[b].traced) {
        if (now->tracing && nt_expect_is_empty(block)) {
            return;
        }
        arrive_behind_edge(expect, block, now);
        nt_expect_push_skipped(expect, block, false);
        expect->off_since_drop = true;
        expect->early = 0;
        expect->state = lost ? NT_EXPECT_LOST : NT_EXPECT_OFF;
        return;
    }
    if (!lost) {
        expect->state = NT_EXPECT_ARMED;
    }
    if (lost && !now->in->resumed) {
        nt_expect_push_skipped(expect, block, true);
    } else if (nt_expect_has_address(expect, block)) {
        nt_expect_start(expect, block, b, now);
    }
}

/* Tracing starts again, and a stop that waited for the target comes at last. */
static void end_pause(nt_expect *expect, const nt_block *block, unsigned b,
                      const nt_expect_now *now) {
    if (nt_expect_has_address(expect, block)) {
        nt_expect_resolve(expect, block, false, 0, &now->ingress);
        nt_expect_push_stop(expect, NOWHERE, EVCODE_DISABLED);
        block_while_not_on(expect, block, b, now);
    }
}

static void block_while_on(nt_expect *expect, const nt_block *block, unsigned b,
                           const nt_expect_now *now) {
    bool traced = now->block[b].traced;
    if (now->tracing && nt_expect_is_empty(block)) {
        return; /* says nothing, and no filter looks at it */
    }
    if (traced && expect->firm) {
        end_pause(expect, block, b, now);
        return;
    }
    if (traced && b == 0 && now->crosses) {
        nt_expect_cross(expect, block, now);
        return;
    }
    if (nt_expect_asked(expect, b, now) != 0 && nt_expect_head_of(block) == 0 &&
        nt_expect_is_exact(expect, block, false)) {
        nt_expect_request(expect, now->block[b].notify6 ? SYNC_EVENT : SYNC_EXTERNAL);
    }
    unsigned flags = nt_expect_take_ctype(expect, block, b, now);
    bool asks = b == 0 && !nt_expect_is_empty(block) && now->ingress.ctype == CTYPE_DISCONTINUITY;
    if (!traced && expect->stranger && expect->wait.target && !asks) {
        nt_expect_pause_at(expect, now);
    }
    bool has_address = nt_expect_has_address(expect, block);
    /* A discontinuity that is not traced, or debug mode, to which straight code does not lead: what
       was awaited will never come. */
    bool branch = expect->btm && expect->closed_by_branch && expect->wait.btype == BTYPE_JUMP;
    bool jumps = expect->wait.target && !branch;
    bool leaves = !traced && b == 0 && !nt_expect_is_empty(block) &&
                  (now->ingress.ctype == CTYPE_DISCONTINUITY || (now->crosses && !jumps));
    if (has_address && nt_expect_has_waiting(&expect->wait) && !leaves) {
        nt_expect_resolve(expect, block, traced, flags, &now->ingress);
        flags = 0;
    } else if (!traced && !nt_expect_is_empty(block) && !(leaves && !expect->stranger) &&
               (expect->wait.placed || ((has_address || flags != 0) && !leaves))) {
        /* SYNC=2 or 4 may still come at its address, and Ownership as it is there; the instruction
           before it may have written the context; what is due where straight code led comes now. */
        nt_expect_push_hart(expect, &now->ingress, flags | NT_EXPECT_LEFT, false);
    }
    if (traced) {
        if (expect->stopping) {
            nt_expect_resume(expect, block);
        }
        nt_expect_push_hart(expect, &now->ingress, flags, false);
        nt_expect_retire(expect, block, b, now, false);
    } else if (is_awaited(expect, now) && !leaves) {
        nt_expect_pause_at(expect, now);
        if (nt_expect_is_trap(block)) {
            nt_expect_await_trap(expect, block->itype == NT_ITYPE_EXCEPTION);
        }
    } else {
        nt_expect_stop(expect, block, now);
    }
}

/* Ownership was certainly among the messages of this cycle: behind a synchronizing message, or the
   target of a discontinuity, at its first block with an address. */
static bool drops_ownership(const nt_expect *expect, const nt_expect_now *now) {
    const nt_expect_wait *wait = &expect->wait;
    unsigned b = 0;
    while (b < expect->config->nblocks && nt_expect_is_empty(&now->ingress.block[b])) {
        b++;
    }
    if (b == expect->config->nblocks || !now->block[b].traced || !nt_expect_owns(expect) ||
        !nt_expect_has_address(expect, &now->ingress.block[b])) {
        return false;
    }
    bool leaves = b == 0 && now->ingress.ctype == CTYPE_DISCONTINUITY;
    bool told = wait->requests != 0 || wait->context || (wait->change && expect->settings.ntRc7);
    return expect->state == NT_EXPECT_ON ? told && !leaves : expect->state != NT_EXPECT_LOST;
}

/* All messages of this cycle were dropped. */
static void drop(nt_expect *expect, const nt_expect_now *now) {
    const nt_block *block = now->ingress.block;
    bool traced = now->block[0].traced;
    bool mixed = false;
    for (unsigned b = 1; b < expect->config->nblocks; b++) {
        mixed = mixed || now->block[b].traced != traced;
        traced = now->block[b].traced;
    }
    nt_expect_push_early(expect);
    nt_expect_push_loss(expect, drops_ownership(expect, now));
    expect->state = NT_EXPECT_LOST;
    nt_expect_forget(expect);
    expect->marked = expect->stopping = false;
    expect->off_since_drop = !traced;
    expect->off_in_drop = mixed;
    for (unsigned b = 0; b < expect->config->nblocks; b++) {
        nt_expect_push_skipped(expect, &block[b], now->block[b].traced);
    }
}

/* ---- cycles ---- */

/* The times are kept without the wrap, so that one can tell how far two are apart. */
static void keep_time(nt_expect *expect, uint64_t timestamp) {
    unsigned width = expect->config->tstamp_w;
    uint64_t mask = width == 0 ? 0 : UINT64_MAX >> (64 - width);
    uint64_t step = (timestamp - expect->timestamp) & mask;
    bool runs_over = expect->timestamp + step < step;
    expect->time_stepped = expect->time_stepped || step > mask >> 1 || runs_over;
    expect->timestamp += step;
    expect->cycle++;
}

static void take_block(nt_expect *expect, unsigned b, const nt_expect_now *now) {
    const nt_block *block = &now->ingress.block[b];
    expect->marked = expect->marked && expect->state == NT_EXPECT_ON && nt_expect_is_empty(block);
    if (expect->state == NT_EXPECT_ON) {
        block_while_on(expect, block, b, now);
    } else {
        block_while_not_on(expect, block, b, now);
    }
}

/* The flow stage awaits no more: what it inferred, or told without an address. */
static void end_waits(nt_expect *expect, const nt_expect_now *now) {
    nt_expect_wait *wait = &expect->wait;
    if (now->in->awaits) {
        return;
    }
    if (wait->inferred && !expect->stranger) {
        wait->target = wait->inferred = false;
        wait->time = wait->until;
    }
    if (expect->branch > expect->told) {
        expect->told = expect->branch;
    }
}

/* Low power, which an encoder need not regard. */
static bool rests_unseen(const nt_expect *expect, const nt_expect_now *now) {
    return now->ingress.lowpower && !now->ingress.halted && !now->ingress.reset &&
           nt_may(expect->freedoms, NT_FREEDOM_REST_IGNORED);
}

/* Before the cycle's blocks: while nothing is traced, the hart enters debug mode or low power, or
   tracing is enabled there. Where something is, that is a stop. */
static void take_idle(nt_expect *expect, const nt_expect_now *now) {
    bool halted = now->ingress.halted || (expect->stranger && now->debug);
    bool lowpower = now->ingress.lowpower && !halted;
    bool enters = now->enabled && !expect->enabled;
    expect->turned_off = expect->stranger && !now->enabled && now->hart_runs &&
                         (expect->enabled || (expect->turned_off && expect->stopping));
    expect->turned_on = expect->stranger && (expect->turned_on || enters) &&
                        (now->hart_runs || rests_unseen(expect, now));
    if (expect->stranger && (expect->state != NT_EXPECT_ON || expect->stopping)) {
        nt_expect_push_idle(expect, halted && (enters || !expect->halted),
                            lowpower && (enters || !expect->lowpower));
    }
    expect->enabled = now->enabled;
    expect->halted = halted;
    expect->lowpower = lowpower;
}

/* A block behind the stop, which may be traced. */
static void push_behind_stop(nt_expect *expect, unsigned b, const nt_expect_now *now) {
    const unsigned reasons = (now->block[b].asks6 ? 1u << SYNC_EVENT : 0) |
                             (now->block[b].asks0 ? 1u << SYNC_EXTERNAL : 0);
    nt_expect_push_edge(expect, &now->ingress.block[b], reasons, expect->timestamp);
}

/* After the cycle's blocks: what retired while tracing was turned off, before it may be turned on
   or after it was. The run before it ends there. */
static void keep_edge(nt_expect *expect, const nt_expect_now *now) {
    bool retired = false;
    for (unsigned b = 0; b < expect->config->nblocks; b++) {
        retired = retired || now->ingress.block[b].iretire != 0;
    }
    const bool off = !now->enabled && now->hart_runs;
    if (!retired) {
        for (unsigned b = 0; b < expect->config->nblocks && expect->ends_edge && off; b++) {
            push_behind_stop(expect, b, now);
            expect->edge_leads = expect->edge_leads || nt_expect_leads(&now->ingress.block[b]);
        }
        return;
    }
    expect->edges = 0;
    expect->edge_at = expect->timestamp;
    for (unsigned b = 0; b < expect->config->nblocks && off; b++) {
        expect->edge[expect->edges++] = now->ingress.block[b];
        if (expect->ends_edge) {
            push_behind_stop(expect, b, now);
            expect->edge_leads = nt_expect_is_empty(&now->ingress.block[b])
                                     ? expect->edge_leads
                                     : nt_expect_leads(&now->ingress.block[b]);
        }
    }
    expect->ends_edge = false;
    expect->turned_on = expect->turned_on && !now->enabled; /* a filter decides from here on */
    if (expect->starts_edge) {
        expect->apart = expect->next;
        expect->starts_edge = false;
    }
}

void nt_expect_cycle(nt_expect *expect, const nt_witness_inputs *in) {
    nt_expect_now now;
    keep_time(expect, in->timestamp);
    nt_expect_qualify(expect, in, &now);
    expect->branch = 0;
    take_idle(expect, &now);
    if (in->dropped) {
        expect->early = 0;
        drop(expect, &now);
    }
    for (unsigned b = 0; b < expect->config->nblocks; b++) {
        if (!in->dropped) {
            take_block(expect, b, &now);
        }
        /* A filter leaves alone what it does not judge: blocks without an address. */
        bool judged = !now.tracing || nt_expect_has_address(expect, &now.ingress.block[b]);
        if (!now.block[b].traced && judged) {
            expect->sync = nt_expect_start_reason(&now);
        }
    }
    end_waits(expect, &now);
    if (expect->stranger) {
        keep_edge(expect, &now);
    }
    nt_expect_take_trigger(expect);
    expect->debug = now.debug && !now.ingress.reset;
    if (expect->debug && !now.ingress.lowpower) {
        expect->sync = SYNC_DEBUG;
    }
}
