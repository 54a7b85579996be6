/* SPDX-License-Identifier: Apache-2.0 */
/* History, one lane: HIST of a block in HTM, HIST full, and repeated history. */
#ifndef NT_MODEL_ENCODER_HISTORY_LANE_H
#define NT_MODEL_ENCODER_HISTORY_LANE_H

#include "model/config.h"

#include <stdbool.h>
#include <stdint.h>

/* The state that one lane hands to the next; valid once tracing has started. */
typedef struct nt_history_state {
    uint64_t recent; /* the latest branches, bit 0 the last one, 1 taken; 0 before the first */
    uint8_t
        pending;    /* how many of them are not sent; in a run: its bits, or more than HIST holds */
    bool run;       /* the pending bits, and those before, repeat a pattern */
    uint8_t period; /* bits of the pattern; this and the next two: valid in a run */
    uint8_t phase;  /* bits of the occurrence that is under way */
    uint32_t count; /* occurrences that are whole */
} nt_history_state;

typedef struct nt_history_inputs {
    bool repeated; /* trTeInstEnRepeatedHistory */
    bool clear;    /* tracing starts: HIST is empty */
    bool flush;    /* a message takes HIST; all is empty after it */
    bool push;     /* the block ends in a branch, after a flush or clear */
    bool taken;    /* the branch is taken */
    bool pop;      /* the message that flushes is of before the last branch */
    bool hold;     /* a taken branch may still be asked about, and is not sent at once */
} nt_history_inputs;

/* ResourceFull of history. */
typedef struct nt_history_message {
    bool valid;
    uint8_t rcode;    /* NT_RCODE_HIST or NT_RCODE_HREPEAT */
    uint32_t hist;    /* RDATA[0]: history with its stop bit */
    uint32_t hrepeat; /* RCODE=2: how often `hist` occurs, all in all */
} nt_history_message;

typedef struct nt_history_outputs {
    uint32_t hist;            /* HIST of the message that flushes, behind `flush` */
    nt_history_message flush; /* to be sent before the message that flushes */
    nt_history_message push;  /* caused by the branch */
    bool run; /* a run is held behind the block: the next flush may have a ResourceFull before it */
} nt_history_outputs;

/* Combinational: takes the state on to behind the block. Fields of a message that is not valid
   mean nothing. */
nt_history_outputs nt_history_lane(nt_history_state *state, const nt_history_inputs *in,
                                   const nt_config *config);

#endif
