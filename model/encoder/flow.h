/* SPDX-License-Identifier: Apache-2.0 */
/* Flow: the state of all lanes, periodic synchronization, the time of events, and loss. */
#ifndef NT_MODEL_ENCODER_FLOW_H
#define NT_MODEL_ENCODER_FLOW_H

#include "model/encoder/flow_lane.h"
#include "model/encoder/history_lane.h"
#include "model/encoder/ownership_lane.h"
#include "model/encoder/repeat_lane.h"

enum { NT_MAX_SLOTS = NT_LANE_SLOTS * NT_MAX_BLOCKS };

typedef struct nt_flow_stage {
    nt_flow_state state;
    nt_history_state history;
    bool run; /* nt_history_outputs.run of the last lane */
    nt_ownership_state ownership;
    nt_repeat_state repeat;
    uint32_t interval;      /* messages, cycles or half-words since the last synchronization */
    uint64_t event_time;    /* of what is awaited */
    uint64_t place_context; /* of the last instruction, */
    uint8_t place_prv;      /* and its {V, PRV} */
    bool marked;            /* a trigger without a block was told at the next PC */

    uint16_t valid; /* slots that hold a message, lane 0's first in bit 0 */
    uint16_t late;  /* of these, those that tell of an earlier cycle's event; they come first */
    uint64_t now;   /* timestamp of the blocks that the messages are of */
    uint64_t then;  /* timestamp of the event that the late ones tell of */
    nt_descriptor slot[NT_MAX_SLOTS];
} nt_flow_stage;

typedef struct nt_flow_inputs {
    bool rst;
    const nt_qualify_outputs *qualify;
    const nt_ingress_latch *ingress;
    const nt_options *options;
    unsigned level;        /* entries in the FIFO before this clock edge */
    unsigned resume_level; /* ntResumeLevel; 0: a quarter of the FIFO */
} nt_flow_inputs;

/* What is under way could still overflow the FIFO, which holds `level` entries. */
bool nt_flow_nearly_full(const nt_flow_stage *s, const nt_config *config, unsigned level);

/* No message here, and no stop or Error to come, unless this cycle is traced. */
bool nt_flow_empty(const nt_flow_stage *s);

/* True if the messages of this cycle were dropped. */
bool nt_flow_step(nt_flow_stage *s, const nt_config *config, const nt_flow_inputs *in);

#endif
