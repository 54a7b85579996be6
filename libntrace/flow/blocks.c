#include "libntrace/flow/blocks.h"

#include "libntrace/flow/code.h"

#include <stdlib.h>
#include <string.h>

/* Bounds the work for one block; longer straight code is several blocks. */
enum { LONGEST_BLOCK = 256 };

static uint64_t generation_of(const nt_code *code) {
    return code->generation == NULL ? 0 : code->generation(code->context);
}

nt_code_blocks *nt_code_blocks_new(nt_code code) {
    nt_code_blocks *blocks = calloc(1, sizeof *blocks);
    if (blocks == NULL) {
        return NULL;
    }
    blocks->code = code;
    blocks->mask = code.xlen == 32 ? UINT32_MAX : UINT64_MAX;
    blocks->generation = generation_of(&code);
    blocks->epoch = 1; /* the slots, all 0, are of none */
    return blocks;
}

void nt_code_blocks_free(nt_code_blocks *blocks) {
    free(blocks);
}

void nt_code_blocks_refresh(nt_code_blocks *blocks) {
    uint64_t generation = generation_of(&blocks->code);
    if (generation == blocks->generation) {
        return;
    }
    blocks->generation = generation;
    blocks->epoch++;
    if (blocks->epoch == 0) {
        memset(blocks->block, 0, sizeof blocks->block);
        blocks->epoch = 1;
    }
}

nt_code_block nt_code_blocks_cut(const nt_code_blocks *blocks, uint64_t pc, uint64_t instructions,
                                 uint64_t halfwords) {
    nt_code_block block = {.pc = pc, .next = pc, .exit = NT_INSN_OTHER};
    while (block.instructions < instructions && block.exit == NT_INSN_OTHER) {
        nt_insn insn = blocks->code.at(blocks->code.context, block.next);
        if (insn.size == 0 || block.halfwords + insn.size / 2u > halfwords) {
            break;
        }
        block.target = insn.target & blocks->mask;
        if (insn.class_ >= NT_INSN_INDIRECT_CALL && block.instructions != 0) {
            uint64_t load = (block.next - block.last) & blocks->mask;
            block.inferable =
                nt_code_sequential_jump(&blocks->code, load, block.next, &block.target);
        }
        block.instructions++;
        block.halfwords += insn.size / 2u;
        block.next = (block.next + insn.size) & blocks->mask;
        block.exit = insn.class_;
        block.last = insn.size;
    }
    return block;
}

const nt_code_block *nt_code_blocks_fill(nt_code_blocks *blocks, uint64_t pc) {
    nt_code_block *slot = nt_code_blocks_slot(blocks, pc);
    *slot = nt_code_blocks_cut(blocks, pc, LONGEST_BLOCK, UINT64_MAX);
    slot->epoch = blocks->epoch;
    return slot;
}
