/* Flow, one lane: what one ingress block does to the flow state, and the messages it causes. */
#ifndef NT_MODEL_ENCODER_FLOW_LANE_H
#define NT_MODEL_ENCODER_FLOW_LANE_H

#include "model/config.h"
#include "model/encoder/descriptor.h"
#include "model/encoder/qualify.h"

enum nt_flow_mode {
    NT_FLOW_OFF = 0,   /* not tracing */
    NT_FLOW_ARMED = 1, /* tracing starts at the next block with an address */
    NT_FLOW_ON = 2,
};

/* The state that one lane hands to the next. */
typedef struct nt_flow_state {
    uint8_t state;         /* nt_flow_mode */
    bool is_htm;           /* mode of the running trace */
    bool error;            /* messages were lost, and no Error message tells of it yet */
    bool overrun;          /* armed because of a loss */
    bool pending;          /* the target of the last instruction, or the handler, is awaited */
    uint8_t pending_btype; /* B-TYPE of the message that awaits it */
    uint32_t icnt;         /* I-CNT; valid while on */
    uint32_t hist;         /* HIST with its stop bit; valid while on */
} nt_flow_state;

/* The messages of a lane: slot 0 Error; 1 ProgTraceSync, IndirectBranch(Hist);
   2 ProgTraceCorrelation, DirectBranch, ResourceFull RCODE=0; 3 ResourceFull RCODE=1. */
enum { NT_LANE_SLOTS = 4 };

/* Combinational: takes the state on to behind the block. Returns which slots are valid, slot 0 in
   bit 0; the others are left as they are. `drained`: the FIFO has room to resume after a loss. */
uint8_t nt_flow_lane(nt_flow_state *state, const nt_block *block, const nt_qualify_outputs *qualify,
                     bool drained, const nt_config *config, nt_descriptor slot[NT_LANE_SLOTS]);

#endif
