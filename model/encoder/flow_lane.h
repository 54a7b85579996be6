/* SPDX-License-Identifier: Apache-2.0 */
/* Flow, one lane: what one ingress block does to I-CNT, to awaited targets and to the return
   stack, where tracing starts, stops and synchronizes, and the messages that this causes. */
#ifndef NT_MODEL_ENCODER_FLOW_LANE_H
#define NT_MODEL_ENCODER_FLOW_LANE_H

#include "model/config.h"
#include "model/encoder/descriptor.h"
#include "model/encoder/options.h"
#include "model/encoder/qualify.h"
#include "model/encoder/return_stack.h"

enum nt_flow_mode {
    NT_FLOW_OFF = 0,   /* not tracing */
    NT_FLOW_ARMED = 1, /* tracing starts at the next block with an address */
    NT_FLOW_ON = 2,
};

/* What the next address is awaited for. */
enum nt_await {
    NT_AWAIT_NONE = 0,
    NT_AWAIT_TARGET = 1, /* of a jump or a trap */
    NT_AWAIT_RETURN = 2, /* of a return that is implicit if it goes to `expected` */
    NT_AWAIT_BRANCH = 3, /* of a taken branch, for DirectBranchSync */
};

/* Requests of a synchronizing message; bit 0 has the least precedence. */
enum nt_due {
    NT_DUE_PERIODIC = 1, /* SYNC=2 */
    NT_DUE_ICNT = 2,     /* SYNC=4 */
    NT_DUE_EXTERNAL = 4, /* SYNC=0 */
    NT_DUE_EVENT = 8,    /* SYNC=6 */
};

/* The state that one lane hands to the next. */
typedef struct nt_flow_state {
    uint8_t state;      /* nt_flow_mode */
    bool is_htm;        /* mode of the running trace */
    bool error;         /* messages were lost, and no Error message tells of it yet */
    bool error_context; /* Ownership messages among them */
    bool overrun;       /* armed because of a loss */
    uint8_t awaits;     /* nt_await */
    uint8_t btype;      /* B-TYPE of the message for NT_AWAIT_TARGET */
    bool trap;          /* what NT_AWAIT_TARGET awaits comes of a trap or a trap return; with
                           NT_AWAIT_BRANCH a trap came behind the branch */
    uint8_t due;        /* nt_due, a mask */
    bool carried;       /* within a cycle: what is awaited or due is of an earlier one */
    uint32_t icnt;      /* I-CNT; valid while on */
    bool placed;        /* `expected` is where straight code has led to */
    uint64_t expected;  /* the next PC, where `placed`, or where the awaited return goes if it is
                           implicit; no bit 0 */
    uint64_t last;      /* the last instruction; no bit 0 */
    uint8_t tail;       /* its half-words; 0: I-CNT lacks it */
    bool tail_taken;    /* it is a taken branch in HTM */
    nt_return_stack stack;
} nt_flow_state;

/* The messages of a lane, in the order sent: slot 0 Error, what a flush of history sends, or
   DirectBranch whose target never came; 1 the message with an address; 2 Ownership; 3
   ProgTraceCorrelation, DirectBranch, ResourceFull. Where a synchronizing message at the block's
   last instruction, or a new start, follows slot 1, it stands in slot 2, and its Ownership in
   slot 3. */
enum { NT_LANE_SLOTS = 4 };

typedef struct nt_lane_inputs {
    const nt_block *block;
    bool traced;
    bool notify6;   /* SYNC=6 at this block's last instruction */
    bool notify0;   /* SYNC=0 there */
    bool here;      /* SYNC=0 at the next PC, where there is no block */
    bool crosses;   /* debug mode begins or ends with this block */
    bool hold;      /* the block may still be asked about */
    bool prv_moves; /* the privilege may differ from the one last told */
    bool first;     /* of the cycle's lanes */
    uint8_t tail; /* half-words of the last instruction before the block that a stop may take out of
                     I-CNT and HIST again; 0: none */
    uint8_t ctype;
    uint8_t sync_reason;
    const nt_qualify_outputs *qualify;
    const nt_options *options;
    bool drained; /* the FIFO has room to resume after a loss */
} nt_lane_inputs;

/* What a lane tells the parts behind it. */
typedef struct nt_lane_events {
    uint8_t valid; /* slots, slot 0 in bit 0 */
    uint8_t late;  /* slots that tell of an event in an earlier cycle, if they are valid */
    bool clear;    /* tracing starts */
    bool flush;    /* a message takes HIST, or all that is pending must be sent before it */
    bool synced;   /* slot 1 or 2 has SYNC */
    bool second;   /* slot 2 is a message with an address */
    bool stopped;  /* slot 1 is ProgTraceCorrelation, as debug mode begins or ends */
    bool marks;    /* slot 1 tells the next PC, before the block, */
    bool ends;     /* or the last instruction, */
    bool pop;      /* which is a branch that slot 3 reports */
    bool arrives;  /* slot 1 tells of what was awaited or due */
    bool asked;    /* which is the message that is asked for at this block */
    bool trap;     /* slot 1 tells of a trap or of a trap return */
    bool push;     /* the block ends in a branch, in HTM */
    bool taken;
} nt_lane_events;

/* Combinational: takes the state on to behind the block. Slots that are not valid are left as they
   are; IndirectBranch becomes IndirectBranchHist later, by HIST. */
nt_lane_events nt_flow_lane(nt_flow_state *state, const nt_lane_inputs *in, const nt_config *config,
                            nt_descriptor slot[NT_LANE_SLOTS]);

#endif
