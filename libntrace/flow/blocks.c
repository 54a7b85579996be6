/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/flow/blocks.h"

#include "libntrace/flow/code.h"

#include <string.h>

/* Bounds the work for one block; longer straight code is several blocks. */
enum { LONGEST_BLOCK = 256 };

static uint64_t generation_of(const nt_code *code) {
    return code->generation == NULL ? 0 : code->generation(code->context);
}

static uint64_t space_of(const nt_code *code) {
    return code->space == NULL ? 0 : code->space(code->context);
}

static uint32_t new_epoch(nt_code_blocks *blocks) {
    blocks->epochs++;
    if (blocks->epochs == 0) { /* all numbers were given: nothing old may look new */
        memset(blocks->block, 0, sizeof blocks->block);
        memset(blocks->spaces, 0, sizeof blocks->spaces);
        if (blocks->paths != NULL) {
            nt_paths_forget(blocks->paths);
        }
        blocks->epochs = 1;
    }
    return blocks->epochs;
}

static void enter_space(nt_code_blocks *blocks, uint64_t number, uint64_t generation) {
    nt_code_space *space = &blocks->spaces[number % NT_CODE_SPACES];
    if (space->epoch == 0 || space->number != number || space->generation != generation) {
        uint32_t epoch = new_epoch(blocks);
        *space = (nt_code_space){number, generation, epoch};
    }
    blocks->space = number;
    blocks->generation = generation;
    blocks->epoch = space->epoch;
    blocks->shift = (number * UINT64_C(0x9e3779b97f4a7c15) >> 40) % NT_CODE_SHIFTS;
    blocks->first = &blocks->block[blocks->shift];
}

void nt_code_blocks_init(nt_code_blocks *blocks, const nt_code *code) {
    blocks->code = *code;
    blocks->mask = code->isa.xlen == 32 ? UINT32_MAX : UINT64_MAX;
    enter_space(blocks, space_of(code), generation_of(code)); /* epochs are from 1 on */
}

void nt_code_blocks_refresh(nt_code_blocks *blocks) {
    uint64_t space = space_of(&blocks->code);
    uint64_t generation = generation_of(&blocks->code);
    if (space != blocks->space || generation != blocks->generation) {
        enter_space(blocks, space, generation);
    }
}

nt_code_block nt_code_blocks_cut(nt_code_blocks *blocks, uint64_t pc, uint64_t instructions,
                                 uint64_t halfwords) {
    nt_code_block block = {.pc = pc, .next = pc, .exit = NT_INSN_OTHER};
    while (block.instructions < instructions && block.exit == NT_INSN_OTHER) {
        nt_insn insn = blocks->code.at(blocks->code.context, block.next);
        if (insn.size == 0 || block.halfwords + insn.size / 2u > halfwords) {
            break;
        }
        uint64_t target;
        if (!nt_code_target(&blocks->code, block.next, &insn, &target)) {
            break;
        }
        block.target = target & blocks->mask;
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
    blocks->asked += block.instructions + 1;
    return block;
}

const nt_code_block *nt_code_blocks_fill(nt_code_blocks *blocks, uint64_t pc) {
    nt_code_block *slot = nt_code_blocks_slot(blocks, pc);
    if (slot->epoch != 0) {
        blocks->evicted[(slot - blocks->block) % NT_CODE_GROUPS] = ++blocks->evictions;
    }
    uint64_t asked = blocks->asked;
    *slot = nt_code_blocks_cut(blocks, pc, LONGEST_BLOCK, UINT64_MAX);
    blocks->filled += blocks->asked - asked;
    slot->epoch = blocks->epoch;
    return slot;
}

bool nt_code_blocks_evicted(const nt_code_blocks *blocks, uint64_t groups, uint64_t evictions) {
    for (uint64_t left = groups; left != 0; left &= left - 1) {
        if (blocks->evicted[__builtin_ctzll(left)] > evictions) {
            return true;
        }
    }
    return false;
}
