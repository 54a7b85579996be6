/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/random_pair.h"

#include "sim/stimulus/itype.h"

enum { OPCODE_AUIPC = 0x17, OPCODE_LUI = 0x37, OPCODE_JALR = 0x67, C_JR = 0x8002, C_JALR = 0x9002 };

/* Registers that make a jalr of each class: rd links, rs1 is jumped by. */
typedef struct registers {
    uint8_t rd, rs1;
} registers;

static const registers choices[NT_INSN_CLASSES][2] = {
    [NT_INSN_INDIRECT_CALL] = {{1, 6}, {1, 1}},      [NT_INSN_INDIRECT_JUMP] = {{0, 6}, {0, 31}},
    [NT_INSN_COROUTINE_SWAP] = {{1, 5}, {5, 1}},     [NT_INSN_RETURN] = {{0, 1}, {0, 5}},
    [NT_INSN_INDIRECT_JUMP_LINK] = {{7, 6}, {6, 6}},
};

/* The part of a distance that lui or auipc adds, and the rest that jalr does. */
static bool split(uint64_t distance, unsigned xlen, uint32_t *upper, uint32_t *lower) {
    if (xlen == 64 && distance + 0x80000800 > UINT32_MAX) {
        return false;
    }
    uint32_t low = (uint32_t)distance;
    *upper = (low + 0x800) & 0xfffff000;
    *lower = (low - *upper) & 0xfff;
    return true;
}

bool nt_pair_encode(nt_pair *pair, unsigned xlen) {
    registers r = choices[pair->class_][pair->draw & 1];
    bool compressed = pair->size == 2;
    bool absolute = compressed || (pair->draw & 6) == 0;
    uint32_t upper, lower;
    if (r.rs1 == 0 || (compressed && r.rd > 1) ||
        !split(absolute ? pair->target : pair->target - pair->load_pc, xlen, &upper, &lower) ||
        (compressed && lower != 0)) {
        return false;
    }
    bool other = (pair->draw >> 3) % 8 == 0; /* loads a register that the jump does not use */
    unsigned loaded = other ? 28 : r.rs1;
    pair->load = upper | loaded << 7 | (absolute ? OPCODE_LUI : OPCODE_AUIPC);
    pair->jump = compressed
                     ? (r.rd == 1 ? C_JALR : C_JR) | (uint32_t)r.rs1 << 7
                     : lower << 20 | (uint32_t)r.rs1 << 15 | (uint32_t)r.rd << 7 | OPCODE_JALR;
    pair->is_pair = !other && nt_itype_has_sijump(pair->class_);
    return true;
}
