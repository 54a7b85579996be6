/* First half of the shaper: a hart's events become blocks, each with what the ingress port says of
   it. The second half (shape.c) puts them into cycles. */
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
    uint64_t context; /* what of it the port has */
    uint64_t tval;
} nt_shaped_block;

typedef struct nt_blocks nt_blocks;

/* Opens hart `hart` of a recording; its XLEN must be the build's. `all_jumps`: the build's port
   reports direct jumps as trTeInstEnAllJumps wants. */
int nt_blocks_open(nt_blocks **blocks, const char *recording, const nt_config *config,
                   unsigned hart, bool all_jumps, nt_error *error);

/* The next block, of at most `instructions` instructions (at least 1). A trap rides with the block
   before it where `ride` is set and the port allows. 1: a block; 0: the end; -1: an error. */
int nt_blocks_next(nt_blocks *blocks, uint32_t instructions, bool ride, nt_shaped_block *shaped,
                   nt_error *error);

void nt_blocks_close(nt_blocks *blocks);

#endif
