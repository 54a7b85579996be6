#include "model/encoder/flow.h"

#include "model/codes.h"

#include <string.h>

enum { INTERVAL_BITS = 20, FIRST_SYNC_MAX = 4 };
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
   owed before, and, since tracing may be turned off while the hart waits, a request of a
   synchronizing message, with Ownership behind it, and ProgTraceCorrelation. In the smallest builds
   the block that requests leaves room for the message. */
static unsigned under_way(const nt_config *config) {
    bool small = config->stack_depth == 0 && config->repeat_w == 0;
    unsigned request = config->scontext_w != 0 ? 2u : small ? 0 : 1u;
    return 3u * config->nblocks * most_of_lane(config) + 2u + request;
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
                         nt_lane_events *events, nt_descriptor *slot) {
    const nt_history_inputs in = {.repeated = options->repeated,
                                  .clear = events->clear,
                                  .flush = events->flush,
                                  .push = events->push,
                                  .taken = events->taken};
    nt_history_outputs out = nt_history_lane(&s->history, &in, config);
    s->run = out.run;
    if (out.flush.valid) {
        slot[0] = (nt_descriptor){.tcode = NT_TCODE_RESOURCE_FULL,
                                  .code = out.flush.rcode,
                                  .hist = out.flush.hist,
                                  .addr = out.flush.hrepeat};
        events->valid |= 1u << 0;
    }
    if (events->flush && !events->clear && out.hist != 1) {
        unsigned taker = (events->valid >> 1 & 1) != 0 && has_address(&slot[1]) ? 1 : 3;
        slot[taker].hist = out.hist;
        if (slot[taker].tcode == NT_TCODE_INDIRECT_BRANCH) {
            slot[taker].tcode = NT_TCODE_INDIRECT_BRANCH_HIST;
        } else if (slot[taker].tcode == NT_TCODE_INDIRECT_BRANCH_SYNC) {
            slot[taker].tcode = NT_TCODE_INDIRECT_BRANCH_HIST_SYNC;
        }
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

static void lane_ownership(nt_flow_stage *s, const nt_config *config, const nt_flow_inputs *in,
                           const nt_lane_inputs *block, bool on, nt_lane_events *events,
                           nt_descriptor *slot) {
    bool told = (events->valid >> 1 & 1) != 0 && has_address(&slot[1]);
    const nt_ownership_inputs ownership = {
        .enable = in->options->ownership,
        .rc7 = in->options->rc7,
        .priv = in->ingress->priv,
        .ctype = block->ctype,
        .context = in->ingress->context,
        .traced = block->traced,
        .on = on,
        .events = events,
        .told = told,
    };
    if (nt_ownership_lane(&s->ownership, &ownership, config, &slot[2])) {
        events->valid |= 1u << 2;
    }
    if (!told) {
        events->late &= (uint8_t) ~(1u << 2);
    }
}

/* It goes with the cycle's first block; without one it means nothing. */
static uint8_t ctype_of(const nt_ingress_latch *ingress, unsigned lane) {
    const nt_block *first = &ingress->block[0];
    bool empty = first->iretire == 0 && first->itype == NT_ITYPE_NONE;
    return lane == 0 && !empty ? ingress->ctype : 0;
}

/* One block through all parts of its lane. */
static nt_lane_events run_lane(nt_flow_stage *s, const nt_config *config, const nt_flow_inputs *in,
                               unsigned lane, bool drained) {
    nt_descriptor *slot = &s->slot[lane * NT_LANE_SLOTS];
    const nt_lane_inputs inputs = {
        .block = &in->ingress->block[lane],
        .traced = in->qualify->traced[lane],
        .notify6 = in->qualify->notify6[lane],
        .notify0 = in->qualify->notify0[lane],
        .ctype = ctype_of(in->ingress, lane),
        .sync_reason = in->qualify->sync_reason[lane],
        .qualify = in->qualify,
        .options = in->options,
        .drained = drained,
    };
    bool on = s->state.state == NT_FLOW_ON;
    nt_lane_events events = nt_flow_lane(&s->state, &inputs, config, slot);
    if (events.clear || events.flush || events.push) {
        lane_history(s, config, in->options, &events, slot);
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
    for (unsigned i = 0; i < config->nblocks; i++) {
        s->state.error_context |= (s->valid >> (i * NT_LANE_SLOTS + 2) & 1) != 0;
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
    s->valid = 0;
    s->late = 0;
    s->then = s->event_time;
    s->now = in->ingress->timestamp;
    s->state.carried =
        s->state.awaits != NT_AWAIT_NONE || (s->state.due & (NT_DUE_EVENT | NT_DUE_EXTERNAL)) != 0;
    for (unsigned lane = 0; lane < config->nblocks; lane++) {
        nt_lane_events events = run_lane(s, config, in, lane, drained);
        const nt_block *block = &in->ingress->block[lane];
        s->valid |= (uint16_t)(events.valid << lane * NT_LANE_SLOTS);
        s->late |= (uint16_t)(events.late << lane * NT_LANE_SLOTS);
        synced |= events.synced;
        has_event |= block->iretire != 0 || block->itype == NT_ITYPE_EXCEPTION ||
                     block->itype == NT_ITYPE_INTERRUPT;
    }
    s->late &= s->valid;
    s->event_time = has_event ? s->now : s->event_time;
    bool dropped = occupied + count(s->valid) > config->fifo_depth;
    if (dropped) {
        drop(s, config, in, error_context);
    }
    count_interval(s, config, in, synced);
    return dropped;
}
