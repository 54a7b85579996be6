#include "model/encoder/repeat_lane.h"

#include "model/codes.h"

enum { HIST_EMPTY = 1 };

static bool is_branch(const nt_descriptor *message) {
    return message->tcode == NT_TCODE_DIRECT_BRANCH || message->tcode == NT_TCODE_INDIRECT_BRANCH;
}

static bool is_same(const nt_repeat_state *last, const nt_descriptor *message) {
    bool indirect = message->tcode == NT_TCODE_INDIRECT_BRANCH;
    return last->valid && is_branch(message) && last->indirect == indirect &&
           last->icnt == message->icnt &&
           (!indirect || (last->btype == message->btype && last->addr == message->addr));
}

static nt_repeat_state after(const nt_descriptor *message) {
    return (nt_repeat_state){.valid = is_branch(message),
                             .indirect = message->tcode == NT_TCODE_INDIRECT_BRANCH,
                             .btype = message->btype,
                             .icnt = message->icnt,
                             .addr = message->addr};
}

static nt_descriptor repeat_message(uint32_t count) {
    return (nt_descriptor){.tcode = NT_TCODE_REPEAT_BRANCH, .addr = count, .hist = HIST_EMPTY};
}

uint8_t nt_repeat_lane(nt_repeat_state *state, bool enable, uint8_t valid, nt_descriptor slot[4],
                       const nt_config *config) {
    if (config->repeat_w == 0) {
        return valid;
    }
    if (!enable) {
        *state = (nt_repeat_state){0};
        return valid;
    }
    const uint32_t most = (1u << config->repeat_w) - 1;
    unsigned at = 0; /* where RepeatBranch goes: the slot that was swallowed, else 0 */
    for (unsigned i = 0; i < 4; i++) {
        if (!(valid >> i & 1)) {
            continue;
        }
        if (is_same(state, &slot[i])) {
            valid &= (uint8_t) ~(1u << i);
            at = i;
            if (++state->count == most) {
                slot[i] = repeat_message(most);
                valid |= (uint8_t)(1u << i);
                state->count = 0;
            }
            continue;
        }
        /* Never with i = 0: that is Error. */
        if (state->count != 0 && i != 0) {
            slot[at] = repeat_message(state->count);
            valid |= (uint8_t)(1u << at);
        }
        *state = after(&slot[i]);
    }
    return valid;
}
