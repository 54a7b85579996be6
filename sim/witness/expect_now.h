/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluates one cycle before it is added to the sequence: the blocks that are traced, and
   reported; and what a block is. */
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

/* Returns whether it is a trap, or may change the privilege. */
static inline bool nt_expect_is_trap(const nt_block *block) {
    return block->itype == NT_ITYPE_EXCEPTION || block->itype == NT_ITYPE_INTERRUPT;
}

static inline bool nt_expect_leads(const nt_block *block) {
    return nt_expect_is_trap(block) || block->itype == NT_ITYPE_TRAP_RETURN;
}

/* Returns the half-words before the last instruction, and its address. */
static inline unsigned nt_expect_head_of(const nt_block *block) {
    unsigned last = 1u << block->ilastsize;
    return block->iretire > last ? block->iretire - last : 0;
}

uint64_t nt_expect_last_of(const nt_expect *expect, const nt_block *block);

/* Returns the address behind straight code, which is known at once, as where nothing retires; else
   NT_EXPECT_NOWHERE. */
uint64_t nt_expect_behind(const nt_expect *expect, const nt_block *block);

/* Returns the way that the block's branch has taken (nt_expected_run), where the two lead to
   different addresses; else 0. */
unsigned nt_expect_outcome(const nt_expect *expect, const nt_block *block);

#endif
