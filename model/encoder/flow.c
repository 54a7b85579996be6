/* SPDX-License-Identifier: Apache-2.0 */
#include "model/encoder/flow.h"

#include "model/codes.h"

#include <string.h>

enum { EVENTS = NT_DUE_EVENT | NT_DUE_EXTERNAL };
enum { HIST_EMPTY = 1, HIST_TAKEN = 3 };
enum { INTERVAL_BITS = 20, FIRST_SYNC_MAX = 4 };
enum { CTYPE_IMPRECISE = 1, CTYPE_DISCONTINUITY = 3 };
enum { SYNC_MESSAGES = 1, SYNC_CYCLES = 2, SYNC_HALFWORDS = 3 };

/* Mostly of none, so that a loop over the bits is the fastest. */
static unsigned count(unsigned bits) {
    unsigned ones = 0;
    for (; bits != 0; bits &= bits - 1) {
        ones++;
    }
    return ones;
}

/* Messages that a lane sends at most while tracing goes on, besides one in slot 0 that a lane
   before it owes: an address message, Ownership, and what comes behind the block. */
static unsigned most_of_lane(const nt_config *config) {
    return 2u + (config->scontext_w != 0);
}

/* Messages that may still come once the stall is asked for: those of three cycles' blocks, what was
   owed before (a target, and a run of history or B-CNT), and, since tracing may be turned off while
   the hart waits, a request of a synchronizing message, with Ownership behind it, and
   ProgTraceCorrelation. In the smallest builds the block that requests leaves room for the message.
 */
static unsigned under_way(const nt_config *config) {
    bool repeats = config->repeat_w != 0;
    bool small = config->stack_depth == 0 && !repeats && config->ntriggers == 0;
    unsigned request = config->scontext_w != 0 ? 2u : small ? 0 : 1u;
    return 3u * config->nblocks * most_of_lane(config) + 2u + repeats + request;
}

bool nt_flow_nearly_full(const nt_flow_stage *s, const nt_config *config, unsigned level) {
    return level + count(s->valid) > config->fifo_depth - under_way(config);
}

bool nt_flow_empty(const nt_flow_stage *s) {
    return s->valid == 0 && s->state.state == NT_FLOW_OFF && !s->state.error;
}

static bool has_address(const nt_descriptor *message) {
    return message->tcode != NT_TCODE_RESOURCE_FULL;
}

/* HIST, and ResourceFull of history: into slots 0, 1 and 3. */
static void lane_history(nt_flow_stage *s, const nt_config *config, const nt_options *options,
                         bool hold, nt_lane_events *events, nt_descriptor *slot) {
    const nt_history_inputs in = {.repeated = options->repeated,
                                  .clear = events->clear,
                                  .flush = events->flush,
                                  .push = events->push,
                                  .taken = events->taken,
                                  .pop = events->pop,
                                  .hold = hold};
    nt_history_outputs out = nt_history_lane(&s->history, &in, config);
    s->run = out.run;
    if (out.flush.valid) {
        slot[0] = (nt_descriptor){.tcode = NT_TCODE_RESOURCE_FULL,
                                  .code = out.flush.rcode,
                                  .hist = out.flush.hist,
                                  .addr = out.flush.hrepeat};
        events->valid |= 1u << 0;
    }
    if (events->flush && !events->clear && out.hist != HIST_EMPTY) {
        bool first = (events->valid >> 1 & 1) != 0 && has_address(&slot[1]);
        unsigned taker = first ? 1 : events->second ? 2 : 3;
        slot[taker].hist = out.hist;
        if (slot[taker].tcode == NT_TCODE_INDIRECT_BRANCH) {
            slot[taker].tcode = NT_TCODE_INDIRECT_BRANCH_HIST;
        } else if (slot[taker].tcode == NT_TCODE_INDIRECT_BRANCH_SYNC) {
            slot[taker].tcode = NT_TCODE_INDIRECT_BRANCH_HIST_SYNC;
        }
    }
    if (events->pop) {
        slot[3].hist = HIST_TAKEN;
    }
    if (out.push.valid) {
        bool icnt_first = (events->valid >> 3 & 1) != 0;
        slot[3] =
            (nt_descriptor){.tcode = NT_TCODE_RESOURCE_FULL,
                            .code = (uint8_t)(out.push.rcode | (icnt_first ? NT_ICNT_FIRST : 0)),
                            .icnt = icnt_first ? slot[3].icnt : 0,
                            .hist = out.push.hist,
                            .addr = out.push.hrepeat};
        events->valid |= 1u << 3;
    }
}

/* Ownership told of the last instruction, or of the next PC without a block, or with one to which
   it does not lead, is as it was there; but the last instruction may have written the context. */
static bool is_of_place(const nt_lane_inputs *block, const nt_lane_events *events) {
    bool empty = block->block->iretire == 0 && block->block->itype == NT_ITYPE_NONE;
    bool elsewhere = !block->traced && (block->ctype == CTYPE_DISCONTINUITY || block->crosses);
    return block->first &&
           (events->ends ? block->ctype != CTYPE_IMPRECISE : events->marks && (empty || elsewhere));
}

static void lane_ownership(nt_flow_stage *s, const nt_config *config, const nt_flow_inputs *in,
                           const nt_lane_inputs *block, bool on, nt_lane_events *events,
                           nt_descriptor *slot) {
    bool address = (events->valid >> 1 & 1) != 0 && has_address(&slot[1]) && !events->stopped;
    bool told = address || events->second;
    const nt_ownership_inputs ownership = {
        .enable = in->options->ownership,
        .rc7 = in->options->rc7,
        .priv = in->ingress->priv,
        .ctype = block->ctype,
        .context = in->ingress->context,
        .traced = block->traced,
        .on = on && !events->stopped,
        .events = events,
        .told = told,
    };
    unsigned taker = events->second ? 3 : 2;
    if (nt_ownership_lane(&s->ownership, &ownership, config, &slot[taker])) {
        events->valid |= (uint8_t)(1u << taker);
        if (is_of_place(block, events)) {
            s->ownership.prv = s->place_prv;
            slot[taker].code = s->place_prv;
            slot[taker].addr = s->place_context;
        }
    }
    if (!told || events->second) {
        events->late &= (uint8_t) ~(1u << 2);
    }
}

/* It goes with the cycle's first block; without one it means nothing. */
static uint8_t ctype_of(const nt_ingress_latch *ingress, unsigned lane) {
    const nt_block *first = &ingress->block[0];
    bool empty = first->iretire == 0 && first->itype == NT_ITYPE_NONE;
    return lane == 0 && !empty ? ingress->ctype : 0;
}

/* The last instruction before the cycle, as far as nothing has told it. */
static uint8_t tail_of(const nt_flow_stage *s, const nt_config *config) {
    bool told = s->state.tail_taken && s->history.pending == 0;
    return config->ntriggers == 0 || told ? 0 : s->state.tail;
}

/* One block through all parts of its lane. */
static nt_lane_events run_lane(nt_flow_stage *s, const nt_config *config, const nt_flow_inputs *in,
                               unsigned lane, uint8_t told_prv, bool drained) {
    nt_descriptor *slot = &s->slot[lane * NT_LANE_SLOTS];
    const nt_lane_inputs inputs = {
        .block = &in->ingress->block[lane],
        .traced = in->qualify->traced[lane],
        .notify6 = in->qualify->notify6[lane],
        .notify0 = in->qualify->notify0[lane],
        .crosses = lane == 0 && in->qualify->crosses,
        .hold = in->qualify->hold[lane],
        .here = lane == 0 && config->ntriggers != 0 && in->qualify->notify_idle && !s->marked,
        .prv_moves = nt_ownership_prv(in->ingress->priv) != told_prv,
        .first = lane == 0,
        .tail = lane == 0 ? tail_of(s, config) : 0,
        .ctype = ctype_of(in->ingress, lane),
        .sync_reason = in->qualify->sync_reason[lane],
        .qualify = in->qualify,
        .options = in->options,
        .drained = drained,
    };
    bool on = s->state.state == NT_FLOW_ON;
    nt_lane_events events = nt_flow_lane(&s->state, &inputs, config, slot);
    if (events.clear || events.flush || events.push) {
        lane_history(s, config, in->options, inputs.hold, &events, slot);
    }
    lane_ownership(s, config, in, &inputs, on, &events, slot);
    events.valid =
        nt_repeat_lane(&s->repeat, in->options->repeat_branch,
                       s->run || s->state.awaits == NT_AWAIT_BRANCH, events.valid, slot, config);
    return events;
}

/* The messages of a cycle did not fit: none of them is kept, and tracing starts anew.
   `error_context`: Ownership was lost before, which an Error that is lost itself has not told. */
static void drop(nt_flow_stage *s, const nt_config *config, const nt_flow_inputs *in,
                 bool error_context) {
    bool traced = in->qualify->traced[config->nblocks - 1u];
    s->state.error_context |= error_context;
    for (unsigned i = 0; s->valid >> i; i++) {
        s->state.error_context |= (s->valid >> i & 1) && s->slot[i].tcode == NT_TCODE_OWNERSHIP;
    }
    s->state.state = traced ? NT_FLOW_ARMED : NT_FLOW_OFF;
    s->state.error = true;
    s->state.overrun = traced;
    s->state.awaits = NT_AWAIT_NONE;
    s->state.due = 0;
    s->repeat = (nt_repeat_state){0};
    s->valid = 0;
}

/* Periodic synchronization: how far it is to the next. */
static void count_interval(nt_flow_stage *s, const nt_config *config, const nt_flow_inputs *in,
                           bool synced) {
    uint32_t more = 0;
    if (in->options->sync_mode == SYNC_MESSAGES) {
        more = count(s->valid);
    } else if (in->options->sync_mode == SYNC_CYCLES) {
        more = 1;
    } else if (in->options->sync_mode == SYNC_HALFWORDS) {
        for (unsigned i = 0; i < config->nblocks; i++) {
            more += in->qualify->traced[i] ? in->ingress->block[i].iretire : 0;
        }
    }
    if (synced || s->state.state != NT_FLOW_ON) {
        s->interval = 0;
        return;
    }
    s->interval = (s->interval + more) & ((1u << INTERVAL_BITS) - 1);
    if (s->interval >> (in->options->sync_max + FIRST_SYNC_MAX) != 0) {
        s->state.due |= NT_DUE_PERIODIC;
    }
}

static void reset(nt_flow_stage *s) {
    memset(s, 0, offsetof(nt_flow_stage, slot));
}

bool nt_flow_step(nt_flow_stage *s, const nt_config *config, const nt_flow_inputs *in) {
    if (in->rst) {
        reset(s);
        return false;
    }
    unsigned occupied = in->level + count(s->valid);
    unsigned resume = in->resume_level != 0 ? in->resume_level : config->fifo_depth / 4u;
    bool drained = occupied <= resume;
    bool error_context = s->state.error_context;
    bool has_event = false;
    bool synced = false;
    bool place = false;
    bool marks = false;
    bool quiet = true;
    s->valid = 0;
    s->late = 0;
    s->then = s->event_time;
    s->now = in->ingress->timestamp;
    s->state.carried = s->state.awaits != NT_AWAIT_NONE || (s->state.due & EVENTS) != 0;
    uint8_t told_prv = s->ownership.prv;
    uint8_t events_before = s->state.due & EVENTS;
    for (unsigned lane = 0; lane < config->nblocks; lane++) {
        nt_lane_events events = run_lane(s, config, in, lane, told_prv, drained);
        const nt_block *block = &in->ingress->block[lane];
        s->valid |= (uint16_t)(events.valid << lane * NT_LANE_SLOTS);
        s->late |= (uint16_t)(events.late << lane * NT_LANE_SLOTS);
        synced |= events.synced;
        marks |= events.marks;
        quiet &= block->iretire == 0 && block->itype == NT_ITYPE_NONE;
        if (in->qualify->traced[lane] && nt_block_has_address(block, config)) {
            place = true;
        }
        has_event |= block->iretire != 0 || block->itype == NT_ITYPE_EXCEPTION ||
                     block->itype == NT_ITYPE_INTERRUPT;
    }
    s->late &= s->valid;
    if (place) {
        s->place_prv = nt_ownership_prv(in->ingress->priv);
        s->place_context = in->ingress->context;
    }
    bool idle = config->ntriggers != 0 && in->qualify->notify_idle;
    bool keeps = events_before != 0 && !synced && (s->state.due & EVENTS) != 0;
    s->event_time = (has_event || idle) && !keeps ? s->now : s->event_time;
    bool dropped = occupied + count(s->valid) > config->fifo_depth;
    if (dropped) {
        drop(s, config, in, error_context);
    }
    bool told = !dropped && (s->marked || marks); /* of several triggers the first */
    s->state.due |= idle && !told ? NT_DUE_EXTERNAL : 0;
    s->marked = !dropped && s->state.state == NT_FLOW_ON && quiet && (s->marked || (idle && marks));
    count_interval(s, config, in, synced);
    return dropped;
}
