/* SPDX-License-Identifier: Apache-2.0 */
/* The lanes of history and of RepeatBranch beside their models in one cycle, as the harness
   compares them. */
#ifndef NT_TB_UNITS_LANES_H
#define NT_TB_UNITS_LANES_H

#include "model/codes.h"
#include "model/encoder/history_lane.h"
#include "model/encoder/repeat_lane.h"

typedef struct lanes_view {
    bool rst;
    /* History, by block */
    bool repeated;
    nt_history_inputs in[4];
    nt_history_outputs out[4];
    nt_history_state before; /* the first lane's */
    nt_repeat_state last;    /* likewise */
    /* RepeatBranch, by block and by slot */
    bool enable;
    bool run[4];
    uint8_t valid[4];
    uint8_t left[4]; /* of the valid ones, and RepeatBranch */
    nt_descriptor slot[16];
    nt_descriptor sent[16];
} lanes_view;

static inline bool lanes_has_hrepeat(const nt_history_message *message) {
    return message->valid && message->rcode != NT_RCODE_HIST;
}

#endif
