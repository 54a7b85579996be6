/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluates one cycle before it is added to the sequence: the blocks that are traced, and
   reported. */
#ifndef NT_WITNESS_EXPECT_NOW_H
#define NT_WITNESS_EXPECT_NOW_H

#include "sim/witness/expect.h"

typedef struct nt_expect_now {
    const nt_witness_inputs *in;
    nt_ingress ingress; /* with itype as 1.0 has it */
    bool enabled;       /* tracing is on */
    bool hart_runs;     /* neither halted, nor in reset, nor in low power */
    bool waits;         /* and trTeEnable is 1: a stop waits for a target */
    bool tracing;       /* and enabled: blocks are traced, unless filtered */
    bool debug;         /* the latest block is one of debug mode, by `priv`, */
    bool crosses;       /* which begins or ends with the first block of this cycle */
    nt_witness_filtered block[NT_MAX_BLOCKS];
} nt_expect_now;

/* Lists actions, as in trTeTrigExtInAction; of the debug module's triggers they are bits 0 and
   1. */
typedef enum nt_witness_action { NT_ASK_TRACE_ON = 2, NT_ASK_TRACE_OFF = 3 } nt_witness_action;

/* Returns whether triggers of the cycle turn tracing on, or off. */
bool nt_witness_asks(const nt_config *config, const nt_control *control, const nt_ingress *ingress,
                     nt_witness_action action);

/* Returns whether an external trigger may request a message. */
bool nt_witness_may_ask(const nt_config *config, const nt_control *live);

void nt_expect_qualify(nt_expect *expect, const nt_witness_inputs *in, nt_expect_now *now);

static inline bool nt_expect_is_empty(const nt_block *block) {
    return block->iretire == 0 && block->itype == NT_ITYPE_NONE;
}

/* Returns whether `iaddr` is valid: for a block that retires something, and for an exception,
   except in the draft. */
static inline bool nt_expect_has_address(const nt_expect *expect, const nt_block *block) {
    return block->iretire > 0 || (block->itype == NT_ITYPE_EXCEPTION && !expect->config->draft);
}

#endif
