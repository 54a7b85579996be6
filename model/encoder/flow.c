#include "model/encoder/flow.h"

#include <string.h>

/* Mostly of none, so that a loop over the bits is the fastest. */
static unsigned count(unsigned bits) {
    unsigned ones = 0;
    for (; bits != 0; bits &= bits - 1) {
        ones++;
    }
    return ones;
}

/* The messages of a cycle did not fit: none of them is kept, and tracing starts anew. */
static void drop(nt_flow_stage *s, const nt_flow_inputs *in) {
    s->state.state = in->qualify.tracing ? NT_FLOW_ARMED : NT_FLOW_OFF;
    s->state.error = true;
    s->state.overrun = in->qualify.tracing;
    s->state.pending = false;
    s->state.pending_btype = 0;
    s->valid = 0;
}

/* Three cycles' blocks still come once this is passed, at most two messages a lane; an Error, which
   may be a third, needs a drained FIFO. */
bool nt_flow_nearly_full(const nt_flow_stage *s, const nt_config *config, unsigned level) {
    unsigned under_way = 2u * NT_LANE_SLOTS * config->nblocks;
    return level + count(s->valid) > config->fifo_depth - under_way;
}

bool nt_flow_empty(const nt_flow_stage *s) {
    return s->valid == 0 && s->state.state == NT_FLOW_OFF && !s->state.error;
}

void nt_flow_step(nt_flow_stage *s, const nt_config *config, const nt_flow_inputs *in) {
    if (in->rst) {
        memset(&s->state, 0, sizeof s->state);
        s->valid = 0;
        return;
    }
    unsigned occupied = in->level + count(s->valid);
    bool drained = occupied <= config->fifo_depth / 4u;
    unsigned valid = 0;
    for (unsigned lane = 0; lane < config->nblocks; lane++) {
        unsigned first = lane * NT_LANE_SLOTS;
        valid |= (unsigned)nt_flow_lane(&s->state, &in->block[lane], &in->qualify, drained, config,
                                        &s->slot[first])
                 << first;
    }
    s->valid = (uint16_t)valid;
    if (occupied + count(valid) > config->fifo_depth) {
        drop(s, in);
    }
}
