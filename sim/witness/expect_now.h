/* What one cycle is, before it is put in the sequence: which blocks are traced, and told. */
#ifndef NT_WITNESS_EXPECT_NOW_H
#define NT_WITNESS_EXPECT_NOW_H

#include "sim/witness/expect.h"

typedef struct nt_expect_now {
    const nt_witness_inputs *in;
    nt_ingress ingress; /* with itype as 1.0 has it */
    bool enabled;       /* tracing is asked for */
    bool hart_runs;     /* neither halted, nor in reset, nor in low power */
    bool tracing;       /* and enabled: blocks are traced, but for filters */
    nt_witness_filtered block[NT_MAX_BLOCKS];
} nt_expect_now;

void nt_expect_qualify(nt_expect *expect, const nt_witness_inputs *in, nt_expect_now *now);

static inline bool nt_expect_is_empty(const nt_block *block) {
    return block->iretire == 0 && block->itype == NT_ITYPE_NONE;
}

#endif
