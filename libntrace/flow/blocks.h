/* SPDX-License-Identifier: Apache-2.0 */
/* Finds basic blocks of the code once and keeps them: the flow decoder walks these instead of
   single instructions. */
#ifndef NT_FLOW_BLOCKS_H
#define NT_FLOW_BLOCKS_H

#include "libntrace/flow/paths.h"
#include "ntrace/flow.h"

#include <stdbool.h>
#include <stdint.h>

/* Describes a basic block: instructions at consecutive addresses, up to and with the first that
   can change the flow. */
typedef struct nt_code_block {
    uint64_t pc;
    uint64_t next; /* the address after the last instruction */
    uint64_t
        target; /* of the last instruction, where it is a direct branch or jump, or inferable */
    uint32_t instructions; /* 0: no code at pc, or no whole instruction within the limits */
    uint32_t halfwords;
    uint32_t epoch; /* of the space and its generation when it was decoded */
    uint8_t exit;   /* nt_insn_class of the last instruction; NT_INSN_OTHER: continues at `next` */
    bool inferable; /* it is an indirect jump whose `target` is known from the instruction before */
    uint8_t last;   /* bytes of the last instruction */
} nt_code_block;

enum { NT_CODE_BLOCKS = 1 << 14, NT_CODE_SPACES = 64, NT_CODE_SHIFTS = 1 << 10 };
enum { NT_CODE_GROUPS = 64 }; /* of places for blocks */

/* Describes an address space with decoded blocks, which have its epoch. */
typedef struct nt_code_space {
    uint64_t number;
    uint64_t generation;
    uint32_t epoch; /* 0: none */
} nt_code_space;

typedef struct nt_code_blocks {
    nt_code code;
    nt_paths *paths; /* through this code; NULL: none are remembered */
    uint64_t mask;   /* of an address */
    uint64_t space;
    uint64_t generation;
    uint64_t asked;                       /* instructions requested from the code so far, */
    uint64_t filled;                      /* and those of them for blocks that are kept */
    uint64_t evictions;                   /* blocks that made room for others */
    uint64_t evicted[NT_CODE_GROUPS];     /* by group: `evictions` after the last one */
    uint32_t epoch;                       /* of `space` at `generation` */
    uint32_t epochs;                      /* assigned so far */
    nt_code_space spaces[NT_CODE_SPACES]; /* direct-mapped by number */
    uint64_t shift;                       /* the place of `first` */
    nt_code_block *first; /* of `block` for `space`: offsets equal addresses of several spaces */
    nt_code_block block[NT_CODE_BLOCKS + NT_CODE_SHIFTS]; /* direct-mapped by address from there */
} nt_code_blocks;

/* Initializes `blocks`, which is all 0 before and must not be moved. */
void nt_code_blocks_init(nt_code_blocks *blocks, const nt_code *code);

/* Follows the code to another space, and drops its blocks that have changed since. */
void nt_code_blocks_refresh(nt_code_blocks *blocks);

/* Returns the block at `pc` with at most that many instructions and half-words; not kept. */
nt_code_block nt_code_blocks_cut(nt_code_blocks *blocks, uint64_t pc, uint64_t instructions,
                                 uint64_t halfwords);

const nt_code_block *nt_code_blocks_fill(nt_code_blocks *blocks, uint64_t pc);

static inline nt_code_block *nt_code_blocks_slot(nt_code_blocks *blocks, uint64_t pc) {
    return &blocks->first[(pc >> 1 ^ pc >> 15) % NT_CODE_BLOCKS];
}

/* Returns the group of the block at `pc`, as a bit. */
static inline uint64_t nt_code_blocks_group(const nt_code_blocks *blocks, uint64_t pc) {
    return UINT64_C(1) << ((pc >> 1 ^ pc >> 15) + blocks->shift) % NT_CODE_GROUPS;
}

/* Returns whether blocks of these groups may have been evicted since there were that many
   evictions. */
bool nt_code_blocks_evicted(const nt_code_blocks *blocks, uint64_t groups, uint64_t evictions);

/* Returns the block at `pc`; valid until the next call. */
static inline const nt_code_block *nt_code_blocks_at(nt_code_blocks *blocks, uint64_t pc) {
    const nt_code_block *block = nt_code_blocks_slot(blocks, pc);
    if (block->pc == pc && block->epoch == blocks->epoch) {
        return block;
    }
    return nt_code_blocks_fill(blocks, pc);
}

#endif
