#include "model/encoder/history_lane.h"

#include "model/codes.h"

enum { HIST_EMPTY = 1 };

nt_history_outputs nt_history_lane(nt_history_state *state, const nt_history_inputs *in,
                                   const nt_config *config) {
    nt_history_outputs out = {.hist = state->hist};
    if (in->clear || in->flush) {
        state->hist = HIST_EMPTY;
    }
    if (in->push) {
        state->hist = state->hist << 1 | in->taken;
    }
    if (in->push && state->hist >> (config->hist_w - 1)) {
        out.push = (nt_history_message){.valid = true, .rcode = NT_RCODE_HIST, .hist = state->hist};
        state->hist = HIST_EMPTY;
    }
    return out;
}
