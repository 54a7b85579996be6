/* SPDX-License-Identifier: Apache-2.0 */
#include "model/encoder/repeat_lane.h"

#include "model/codes.h"

enum { HIST_EMPTY = 1 };

static bool is_indirect(const nt_descriptor *message) {
    return message->tcode == NT_TCODE_INDIRECT_BRANCH ||
           message->tcode == NT_TCODE_INDIRECT_BRANCH_HIST;
}

static nt_repeat_state after(const nt_descriptor *message) {
    bool indirect = is_indirect(message);
    return (nt_repeat_state){.valid = indirect || message->tcode == NT_TCODE_DIRECT_BRANCH,
                             .indirect = indirect,
                             .btype = message->btype,
                             .icnt = message->icnt,
                             .addr = message->addr,
                             .hist = message->hist};
}

/* Whether a message repeats the last one. */
static bool is_same(const nt_repeat_state *last, const nt_descriptor *message) {
    nt_repeat_state one = after(message);
    return last->valid && one.valid && last->indirect == one.indirect && last->icnt == one.icnt &&
           (!one.indirect ||
            (last->btype == one.btype && last->addr == one.addr && last->hist == one.hist));
}

static nt_descriptor repeat_message(uint32_t count) {
    return (nt_descriptor){.tcode = NT_TCODE_REPEAT_BRANCH, .addr = count, .hist = HIST_EMPTY};
}

uint8_t nt_repeat_lane(nt_repeat_state *state, bool enable, bool run, uint8_t valid,
                       nt_descriptor slot[4], const nt_config *config) {
    if (config->repeat_w == 0) {
        return valid;
    }
    if (!enable || (valid & 1)) {
        /* In slot 0 comes Error, which tells that the count is lost too, or a run of history,
           before which nothing is counted. */
        *state = (nt_repeat_state){0};
    }
    if (!enable) {
        return valid;
    }
    const uint32_t most = (1u << config->repeat_w) - 1;
    unsigned at = 0; /* where RepeatBranch goes: the slot that was swallowed, else 0 */
    for (unsigned i = 1; i < 4; i++) {
        if (!(valid >> i & 1)) {
            continue;
        }
        if (is_same(state, &slot[i])) {
            at = i;
            valid &= (uint8_t) ~(1u << i);
            state->count++;
        } else {
            if (state->count != 0) {
                slot[at] = repeat_message(state->count);
                valid |= (uint8_t)(1u << at);
            }
            *state = after(&slot[i]);
        }
    }
    if (state->count != 0 && (run || state->count == most)) {
        slot[at] = repeat_message(state->count);
        valid |= (uint8_t)(1u << at);
        state->count = 0;
    }
    state->valid = state->valid && !run;
    return valid;
}
