/* SPDX-License-Identifier: Apache-2.0 */
#include "model/tandem/tv_rvfi.h"

#include "model/tandem/tv_rvfi_channel.h"

#include <string.h>

/* A cycle: what the state is after it, and the lanes, if they are taken. */
typedef struct cycle {
    nt_tv_rvfi next;
    nt_tv_lane lane[NT_TV_LANES];
    bool stopped; /* an entry comes first: this channel and the younger ones wait */
} cycle;

/* The port. */

static uint8_t valid_channels(const nt_tv_rvfi_params *params, const nt_tv_rvfi_channel *channel) {
    uint8_t valid = 0;
    for (unsigned i = 0; i < params->nret; i++) {
        valid |= (uint8_t)(channel[i].valid << i);
    }
    return valid;
}

/* Channels that had to stay have not. */
static bool channels_changed(const nt_tv_rvfi *s, const nt_tv_rvfi_params *params,
                             const nt_tv_rvfi_inputs *in) {
    bool same = valid_channels(params, in->channel) == s->waiting;
    for (unsigned i = 0; i < params->nret; i++) {
        same = same && (uint8_t)in->channel[i].order == s->low_order[i];
    }
    return s->wait && !same;
}

/* Lanes. */

static nt_tv_lane lane_alone(const nt_tv_rvfi_item *item) {
    nt_tv_lane lane = item->lane;
    lane.pc_given = lane.pc_given || item->trap;
    lane.priv_valid = item->entry && item->mode != 2;
    lane.priv = item->mode;
    return lane;
}

/* Of an item that the channel's instruction follows, directly unless there is an entry between. */
static nt_tv_lane lane_before(const nt_tv_rvfi_item *item, const nt_tv_rvfi_channel *next,
                              bool entry) {
    nt_tv_lane lane = lane_alone(item);
    if (item->trap) {
        lane.pc_next = next->pc_rdata;
    }
    if (!entry && (item->trap || item->xret || next->mode != item->mode)) {
        lane.priv_valid = next->mode != 2;
        lane.priv = next->mode;
    }
    return lane;
}

static bool is_loss(const nt_tv_rvfi_item *item) {
    return item->entry && !item->lane.pc_given;
}

/* Whether something came between an item and an instruction that no instruction made. */
static bool comes_between(const nt_tv_rvfi *s, const nt_tv_rvfi_channel *c) {
    const nt_tv_rvfi_item *item = &s->item;
    bool other = c->pc_rdata != item->lane.pc_next;
    if (!s->valid) {
        return true;
    }
    if (s->sent) {
        return c->intr || other || item->trap || c->mode != item->mode || is_loss(item);
    }
    if (item->entry) {
        return other || is_loss(item);
    }
    return !item->trap && (c->intr || other);
}

static void accept(nt_tv_rvfi *s, const nt_tv_rvfi_params *params, const nt_tv_rvfi_channel *c) {
    s->refused |= nt_tv_rvfi_instruction(c, params, &s->item);
    s->gap = s->gap || (s->order_known && c->order != s->order);
    s->order_known = true;
    s->order = c->order + 1;
}

/* A group with nothing in it stands for what is lost. */
static void take_loss(cycle *y, uint8_t pending) {
    nt_tv_rvfi *s = &y->next;
    uint64_t pc = s->item.lane.pc_next;
    y->lane[0] = lane_alone(&s->item);
    y->lane[0].valid = s->valid && !s->sent;
    s->item = (nt_tv_rvfi_item){.entry = true, .mode = 2, .lane.pc_next = pc};
    s->valid = true;
    s->sent = false;
    s->halt = false;
    y->stopped = pending != 0;
    s->noted = y->stopped;
}

/* Takes the instructions of the channels, oldest first, until one has to wait for an entry. */
static void take(cycle *y, const nt_tv_rvfi_params *params, const nt_tv_rvfi_channel *channel,
                 uint8_t pending) {
    nt_tv_rvfi *s = &y->next;
    for (unsigned i = 0; i < params->nret; i++) {
        const nt_tv_rvfi_channel *c = &channel[i];
        y->lane[i] = lane_alone(&s->item);
        if ((pending >> i & 1) == 0 || y->stopped) {
            continue;
        }
        bool entry = comes_between(s, c);
        y->lane[i] = lane_before(&s->item, c, entry);
        y->lane[i].valid = s->valid && !s->sent;
        s->valid = true;
        s->halt = c->halt;
        s->sent = false;
        if (entry) {
            nt_tv_rvfi_entry(c, params, &s->item);
            y->stopped = true;
        } else {
            accept(s, params, c);
            s->done |= (uint8_t)(1 << i);
        }
    }
    s->done = y->stopped ? s->done : 0;
    s->noted = s->noted && y->stopped;
}

/* The row whose turn it is. */
static nt_tv_rvfi_row row_of(const nt_tv_rvfi *state, const nt_tv_rvfi_params *params,
                             const nt_tv_rvfi_inputs *in) {
    const nt_tv_rvfi_queue *queue = state->queue;
    nt_tv_rvfi_row row = {.lost = false};
    if (params->depth == 0) {
        memcpy(row.channel, in->channel, sizeof row.channel);
    } else if (queue->level != 0) {
        row = queue->row[queue->head];
    }
    return row;
}

static cycle cycle_of(const nt_tv_rvfi *state, const nt_tv_rvfi_params *params,
                      const nt_tv_rvfi_inputs *in) {
    cycle y = {.next = *state};
    nt_tv_rvfi_row row = row_of(state, params, in);
    uint8_t pending = valid_channels(params, row.channel) & (uint8_t)~state->done;
    bool losing = row.lost && !state->noted;
    bool resting = pending == 0 && !losing && (in->flush || state->halt);
    if (losing) {
        take_loss(&y, pending);
    } else {
        take(&y, params, row.channel, pending);
    }
    if (resting) {
        y.lane[0].valid = state->valid && !state->sent;
        y.next.sent = state->valid;
    }
    return y;
}

/* ---- the queue ---- */

static bool has_room(const nt_tv_rvfi *state, const nt_tv_rvfi_params *params) {
    return state->queue->level < params->depth;
}

static void put_row(nt_tv_rvfi *state, const nt_tv_rvfi_params *params, const nt_tv_rvfi_inputs *in,
                    bool changed) {
    nt_tv_rvfi_queue *queue = state->queue;
    bool lost = queue->lost || changed;
    bool put = has_room(state, params) && (valid_channels(params, in->channel) != 0 || lost);
    queue->lost = lost && !put;
    if (put) {
        nt_tv_rvfi_row *row = &queue->row[(queue->head + queue->level) % params->depth];
        memcpy(row->channel, in->channel, sizeof row->channel);
        row->lost = lost;
        queue->level++;
    }
}

static void take_row(nt_tv_rvfi_queue *queue, const nt_tv_rvfi_params *params) {
    queue->head = (queue->head + 1) % params->depth;
    queue->level--;
}

/* ---- a cycle ---- */

static bool is_ready(const nt_tv_rvfi *state, const nt_tv_rvfi_params *params,
                     const nt_tv_rvfi_inputs *in, const cycle *y) {
    return params->depth == 0 ? in->ready && !y->stopped : has_room(state, params);
}

void nt_tv_rvfi_out(const nt_tv_rvfi *state, const nt_tv_rvfi_params *params,
                    const nt_tv_rvfi_inputs *in, nt_tv_rvfi_outputs *out) {
    cycle y = cycle_of(state, params, in);
    bool waiting = params->depth != 0 && state->queue->level != 0;
    *out = (nt_tv_rvfi_outputs){.rvfi_ready = is_ready(state, params, in, &y),
                                .held = (state->valid && !state->sent) || waiting,
                                .overrun = state->overrun,
                                .gap = state->gap,
                                .refused = state->refused};
    for (unsigned i = 0; i < params->nret; i++) {
        out->lane[i] = y.lane[i];
        out->lane[i].valid = y.lane[i].valid && !in->rst;
    }
}

void nt_tv_rvfi_step(nt_tv_rvfi *state, const nt_tv_rvfi_params *params,
                     const nt_tv_rvfi_inputs *in) {
    if (in->rst) {
        *state = (nt_tv_rvfi){.queue = state->queue};
        if (state->queue != NULL) {
            state->queue->level = 0;
            state->queue->head = 0;
            state->queue->lost = false;
        }
        return;
    }
    bool changed = channels_changed(state, params, in);
    cycle y = cycle_of(state, params, in);
    bool ready = is_ready(state, params, in, &y);
    if (in->ready) {
        *state = y.next;
    }
    if (params->depth != 0) {
        bool take = in->ready && !y.stopped && state->queue->level != 0;
        put_row(state, params, in, changed);
        if (take) {
            take_row(state->queue, params);
        }
    }
    state->overrun = state->overrun || changed;
    state->waiting = valid_channels(params, in->channel);
    state->wait = state->waiting != 0 && !ready;
    for (unsigned i = 0; i < params->nret; i++) {
        state->low_order[i] = (uint8_t)in->channel[i].order;
    }
}
