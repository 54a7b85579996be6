#include "model/tandem/tv_rvfi.h"

#include "model/tandem/tv_rvfi_channel.h"

/* A cycle: what the state is after it, and the lanes, if they are taken. */
typedef struct cycle {
    nt_tv_rvfi next;
    nt_tv_lane lane[NT_TV_LANES];
    bool stopped; /* an entry comes first: this channel and the younger ones wait */
} cycle;

/* The port. */

static uint8_t valid_channels(const nt_tv_rvfi_params *params, const nt_tv_rvfi_inputs *in) {
    uint8_t valid = 0;
    for (unsigned i = 0; i < params->nret; i++) {
        valid |= (uint8_t)(in->channel[i].valid << i);
    }
    return valid;
}

/* Channels that had to stay have not. */
static bool channels_changed(const nt_tv_rvfi *s, const nt_tv_rvfi_params *params,
                             const nt_tv_rvfi_inputs *in) {
    bool same = valid_channels(params, in) == s->waiting;
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

/* Whether something came between an item and an instruction that no instruction made. */
static bool comes_between(const nt_tv_rvfi *s, const nt_tv_rvfi_channel *c) {
    const nt_tv_rvfi_item *item = &s->item;
    bool other = c->pc_rdata != item->lane.pc_next;
    if (!s->valid) {
        return true;
    }
    if (s->sent) {
        return c->intr || other || item->trap || c->mode != item->mode;
    }
    if (item->entry) {
        return other;
    }
    return !item->trap && (c->intr || other);
}

static void accept(nt_tv_rvfi *s, const nt_tv_rvfi_params *params, const nt_tv_rvfi_channel *c) {
    s->refused |= nt_tv_rvfi_instruction(c, params, &s->item);
    s->gap = s->gap || (s->order_known && c->order != s->order);
    s->order_known = true;
    s->order = c->order + 1;
}

/* Takes the instructions of the channels, oldest first, until one has to wait for an entry. */
static void take(cycle *y, const nt_tv_rvfi_params *params, const nt_tv_rvfi_inputs *in,
                 uint8_t pending) {
    nt_tv_rvfi *s = &y->next;
    for (unsigned i = 0; i < params->nret; i++) {
        const nt_tv_rvfi_channel *c = &in->channel[i];
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
}

static cycle cycle_of(const nt_tv_rvfi *state, const nt_tv_rvfi_params *params,
                      const nt_tv_rvfi_inputs *in) {
    cycle y = {.next = *state};
    uint8_t pending = valid_channels(params, in) & (uint8_t)~state->done;
    bool resting = pending == 0 && (in->flush || state->halt);
    take(&y, params, in, pending);
    if (resting) {
        y.lane[0].valid = state->valid && !state->sent;
        y.next.sent = state->valid;
    }
    return y;
}

void nt_tv_rvfi_out(const nt_tv_rvfi *state, const nt_tv_rvfi_params *params,
                    const nt_tv_rvfi_inputs *in, nt_tv_rvfi_outputs *out) {
    cycle y = cycle_of(state, params, in);
    *out = (nt_tv_rvfi_outputs){.rvfi_ready = in->ready && !y.stopped,
                                .held = state->valid && !state->sent,
                                .overrun = state->overrun,
                                .gap = state->gap,
                                .refused = state->refused};
    for (unsigned i = 0; i < params->nret; i++) {
        out->lane[i] = y.lane[i];
    }
}

void nt_tv_rvfi_step(nt_tv_rvfi *state, const nt_tv_rvfi_params *params,
                     const nt_tv_rvfi_inputs *in) {
    if (in->rst) {
        *state = (nt_tv_rvfi){.valid = false};
        return;
    }
    bool changed = channels_changed(state, params, in);
    cycle y = cycle_of(state, params, in);
    if (in->ready) {
        *state = y.next;
    }
    state->overrun = state->overrun || changed;
    state->waiting = valid_channels(params, in);
    state->wait = state->waiting != 0 && !(in->ready && !y.stopped);
    for (unsigned i = 0; i < params->nret; i++) {
        state->low_order[i] = (uint8_t)in->channel[i].order;
    }
}
