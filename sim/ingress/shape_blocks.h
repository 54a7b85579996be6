/* SPDX-License-Identifier: Apache-2.0 */
/* Is the first half of the shaper: converts a hart's events to blocks, each with its signals at
   the ingress port. The second half (shape.c) puts them into cycles. */
#ifndef NT_INGRESS_SHAPE_BLOCKS_H
#define NT_INGRESS_SHAPE_BLOCKS_H

#include "libntrace/util/error.h"
#include "model/config.h"
#include "model/encoder/ingress.h"

typedef struct nt_shaped_block {
    nt_block block;
    uint32_t instructions; /* retired in it; 0 for a trap on its own */
    uint8_t priv;
    uint16_t cause;
    uint64_t context; /* truncated to the port's width */
    uint64_t tval;
} nt_shaped_block;

typedef struct nt_blocks nt_blocks;

/* Opens hart `hart` of a recording; its XLEN must be the build's. `all_jumps`: the build's port
   reports direct jumps as required by trTeInstEnAllJumps. */
int nt_blocks_open(nt_blocks **blocks, const char *recording, const nt_config *config,
                   unsigned hart, bool all_jumps, nt_error *error);

/* Returns the next block, of at most `instructions` instructions (at least 1). A trap is
   reported with the block before it if `ride` is set and the port allows. Returns 1: a block; 0:
   the end; -1: an error. */
int nt_blocks_next(nt_blocks *blocks, uint32_t instructions, bool ride, nt_shaped_block *shaped,
                   nt_error *error);

void nt_blocks_close(nt_blocks *blocks);

#endif
