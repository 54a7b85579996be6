/* Flow: the flow state, its lanes, and loss. */
#ifndef NT_MODEL_ENCODER_FLOW_H
#define NT_MODEL_ENCODER_FLOW_H

#include "model/encoder/flow_lane.h"

enum { NT_MAX_SLOTS = NT_LANE_SLOTS * NT_MAX_BLOCKS };

typedef struct nt_flow_stage {
    nt_flow_state state;
    uint16_t valid; /* slots that hold a message, lane 0's first in bit 0 */
    nt_descriptor slot[NT_MAX_SLOTS];
} nt_flow_stage;

typedef struct nt_flow_inputs {
    bool rst;
    nt_qualify_outputs qualify;
    const nt_block *block; /* the latched blocks */
    unsigned level;        /* messages in the FIFO before this clock edge */
} nt_flow_inputs;

/* What is under way could still overflow the FIFO, which holds `level` messages. */
bool nt_flow_nearly_full(const nt_flow_stage *s, const nt_config *config, unsigned level);

/* No message here, and no stop or Error to come, unless this cycle is traced. */
bool nt_flow_empty(const nt_flow_stage *s);

void nt_flow_step(nt_flow_stage *s, const nt_config *config, const nt_flow_inputs *in);

#endif
