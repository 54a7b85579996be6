/* SPDX-License-Identifier: Apache-2.0 */
/* Ownership, one lane: it follows messages with an address, and comes by itself where a context was
   written and there is none (N-Trace 1.0, "Ownership Message"). */
#ifndef NT_MODEL_ENCODER_OWNERSHIP_LANE_H
#define NT_MODEL_ENCODER_OWNERSHIP_LANE_H

#include "model/config.h"
#include "model/encoder/descriptor.h"
#include "model/encoder/flow_lane.h"

#include <stdbool.h>
#include <stdint.h>

/* The state that one lane hands to the next. */
typedef struct nt_ownership_state {
    uint8_t prv; /* {V, PRV} as last told; valid while tracing */
} nt_ownership_state;

typedef struct nt_ownership_inputs {
    bool enable; /* trTeContext */
    bool rc7;    /* at every trap and trap return */
    uint8_t priv;
    uint8_t ctype;
    uint64_t context;
    bool traced;
    bool on; /* tracing, before the block */
    const nt_lane_events *events;
    bool told; /* slot 1 holds a message with an address */
} nt_ownership_inputs;

/* V and PRV of a privilege level, {V, PRV[1:0]}; debug mode is told as M. */
uint8_t nt_ownership_prv(uint8_t priv);

/* Combinational. True with a message in `slot`. */
bool nt_ownership_lane(nt_ownership_state *state, const nt_ownership_inputs *in,
                       const nt_config *config, nt_descriptor *slot);

#endif
