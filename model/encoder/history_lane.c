/* SPDX-License-Identifier: Apache-2.0 */
#include "model/encoder/history_lane.h"

#include "model/codes.h"

/* What follows from the build's parameters. */
typedef struct history_sizes {
    unsigned room;    /* bits that HIST holds beside its stop bit */
    unsigned full;    /* pending bits at which it is decided what to send */
    unsigned periods; /* the longest period */
    unsigned kept;    /* the latest branches that are kept: a pattern, and one under way */
} history_sizes;

static history_sizes sizes_of(const nt_config *config) {
    unsigned room = config->hist_w - 1u;
    unsigned full = room + room / 2;
    unsigned periods = (1u << config->period_w) - 1;
    return (history_sizes){.room = room,
                           .full = full,
                           .periods = periods,
                           .kept = 2 * periods > full ? 2 * periods - 1 : full};
}

/* How many of the latest bits must equal those a period before. */
static unsigned evidence(const history_sizes *sizes, unsigned period) {
    unsigned wanted = sizes->room / 2 - 1 + period / 4;
    return wanted + period <= sizes->full ? wanted : sizes->full - period;
}

static uint64_t low_bits(uint64_t bits, unsigned count) {
    return bits & (((uint64_t)1 << count) - 1);
}

/* `count` bits, of which `skip` later ones are left out, with the stop bit. */
static uint32_t hist_of(uint64_t recent, unsigned skip, unsigned count) {
    return (uint32_t)(low_bits(recent >> skip, count) | (uint64_t)1 << count);
}

/* The shortest period for which there is evidence; 0: none. */
static unsigned find_period(uint64_t recent, const history_sizes *sizes) {
    for (unsigned period = 1; period <= sizes->periods; period++) {
        if (low_bits(recent ^ recent >> period, evidence(sizes, period)) == 0) {
            return period;
        }
    }
    return 0;
}

/* How many of the pending bits, which are `full`, the run reaches back. */
static unsigned run_length(uint64_t recent, unsigned period, const history_sizes *sizes) {
    unsigned length = period;
    while (length < sizes->full && !((recent >> (length - period) ^ recent >> length) & 1)) {
        length++;
    }
    return length;
}

static nt_history_message run_message(const nt_history_state *state) {
    bool once = state->count == 1;
    return (nt_history_message){.valid = true,
                                .rcode = once ? NT_RCODE_HIST : NT_RCODE_HREPEAT,
                                .hist = hist_of(state->recent, state->phase, state->period),
                                .hrepeat = once ? 0 : state->count};
}

static nt_history_message plain_message(const nt_history_state *state, unsigned skip) {
    return (nt_history_message){.valid = true,
                                .rcode = NT_RCODE_HIST,
                                .hist = hist_of(state->recent, skip, state->pending - skip)};
}

/* The pending bits are full: what does not belong to a run goes out, and the run begins. */
static nt_history_message decide(nt_history_state *state, const history_sizes *sizes) {
    nt_history_message message = {0};
    unsigned period = find_period(state->recent, sizes);
    unsigned rest =
        period != 0 ? run_length(state->recent, period, sizes) : sizes->full - sizes->room;
    if (rest != sizes->full) {
        message = plain_message(state, rest);
    }
    state->pending = (uint8_t)rest;
    state->run = period != 0;
    if (state->run) {
        state->period = (uint8_t)period;
        state->phase = (uint8_t)(rest % period);
        state->count = rest / period;
    }
    return message;
}

/* In a run a branch goes on with the pattern. */
static nt_history_message go_on(nt_history_state *state, const nt_config *config,
                                const history_sizes *sizes) {
    nt_history_message message = {0};
    state->pending = (uint8_t)(state->pending + (state->pending <= sizes->room));
    state->phase++;
    if (state->phase == state->period) {
        state->phase = 0;
        state->count++;
    }
    if (state->count == (1u << config->repeat_w) - 1) {
        message = run_message(state);
        state->run = false;
        state->pending = 0;
    }
    return message;
}

/* One more branch, repeated history: at most one message of what was there before it. */
static nt_history_message push_repeated(nt_history_state *state, bool taken, bool hold,
                                        const nt_config *config) {
    const history_sizes sizes = sizes_of(config);
    nt_history_message message = {0};
    uint64_t recent = state->recent << 1 | taken;
    if (!state->run && state->pending == sizes.full) {
        message = decide(state, &sizes);
    }
    bool expected = state->run && (state->recent >> (state->period - 1) & 1) == taken;
    bool whole = expected && state->phase + 1 == state->period;
    bool most = whole && state->count + 1 == (1u << config->repeat_w) - 1;
    if (expected && !(most && hold)) {
        state->recent = recent;
        nt_history_message full = go_on(state, config, &sizes);
        return full.valid ? full : message;
    }
    if (state->run && state->pending >= sizes.room && !message.valid) {
        message = run_message(state);
        state->pending = state->phase;
    }
    state->run = false;
    state->pending++;
    state->recent = recent;
    return message;
}

/* One more branch, plain: HIST goes out as soon as it is full; held, with the next branch. */
static nt_history_message push_plain(nt_history_state *state, bool taken, bool hold,
                                     const nt_config *config) {
    nt_history_message message = {0};
    if (state->pending == config->hist_w - 1) {
        message = plain_message(state, 0);
        state->pending = 0;
    }
    state->recent = state->recent << 1 | taken;
    state->pending++;
    if (state->pending == config->hist_w - 1 && !hold) {
        message = plain_message(state, 0);
        state->pending = 0;
    }
    return message;
}

/* All that is pending: what HIST cannot take goes out before the message that flushes. Without the
   last branch that is a bit less, and if this ends an occurrence of the pattern, one less of them.
 */
static nt_history_outputs flush(const nt_history_state *state, bool pop,
                                const history_sizes *sizes) {
    nt_history_outputs out = {0};
    nt_history_state run = *state;
    unsigned left = state->pending;
    if (left > sizes->room) {
        left = state->run ? state->phase : left - sizes->room;
        if (pop && left == 0) {
            run.count--;
            left = state->period;
        }
        out.flush = state->run ? run_message(&run) : plain_message(state, left);
    }
    out.hist = hist_of(state->recent, pop, left - pop);
    return out;
}

nt_history_outputs nt_history_lane(nt_history_state *state, const nt_history_inputs *in,
                                   const nt_config *config) {
    const history_sizes sizes = sizes_of(config);
    nt_history_outputs out = flush(state, in->pop, &sizes);
    out.flush.valid = out.flush.valid && in->flush && !in->clear;
    if (in->clear || in->flush) {
        state->run = false;
        state->pending = 0;
    }
    if (in->clear) {
        state->recent = 0;
    }
    if (in->push) {
        bool repeated = in->repeated && config->period_w != 0;
        bool hold = in->hold && in->taken;
        out.push = repeated ? push_repeated(state, in->taken, hold, config)
                            : push_plain(state, in->taken, hold, config);
        state->recent = low_bits(state->recent, sizes.kept);
    }
    out.run = state->pending > sizes.room;
    return out;
}
