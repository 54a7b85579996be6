/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/shell_insn.h"

/* Fields of a compressed instruction (Unprivileged ISA, chapter C). */

static uint32_t bits(uint32_t code, unsigned from, unsigned width, unsigned to) {
    return (code >> from & ((1U << width) - 1)) << to;
}

static uint32_t sign(uint32_t value, unsigned width) {
    uint32_t top = 1U << (width - 1);
    return (value ^ top) - top;
}

static uint32_t i_type(uint32_t immediate, uint32_t rs1, uint32_t f3, uint32_t rd, uint32_t op) {
    return (immediate & 0xfff) << 20 | rs1 << 15 | f3 << 12 | rd << 7 | op;
}

static uint32_t s_type(uint32_t immediate, uint32_t rs2, uint32_t rs1, uint32_t f3, uint32_t op) {
    return (immediate >> 5 & 0x7f) << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 |
           (immediate & 31) << 7 | op;
}

static uint32_t r_type(uint32_t f7, uint32_t rs2, uint32_t rs1, uint32_t f3, uint32_t rd,
                       uint32_t op) {
    return f7 << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 | rd << 7 | op;
}

static uint32_t b_type(uint32_t offset, uint32_t rs1, uint32_t f3) {
    return (offset >> 12 & 1) << 31 | (offset >> 5 & 63) << 25 | rs1 << 15 | f3 << 12 |
           (offset >> 1 & 15) << 8 | (offset >> 11 & 1) << 7 | 0x63;
}

static uint32_t j_type(uint32_t offset, uint32_t rd) {
    return (offset >> 20 & 1) << 31 | (offset >> 1 & 0x3ff) << 21 | (offset >> 11 & 1) << 20 |
           (offset >> 12 & 0xff) << 12 | rd << 7 | 0x6f;
}

enum {
    LOAD = 0x03,
    LOAD_FP = 0x07,
    OP_IMM = 0x13,
    OP_IMM_32 = 0x1b,
    STORE = 0x23,
    STORE_FP = 0x27,
    OP = 0x33,
    LUI = 0x37,
    OP_32 = 0x3b,
    JALR = 0x67,
    SP = 2,
};

typedef struct hart {
    unsigned xlen;
    unsigned flen;
} hart;

static uint32_t word_offset(uint32_t c) {
    return bits(c, 6, 1, 2) | bits(c, 10, 3, 3) | bits(c, 5, 1, 6);
}

static uint32_t double_offset(uint32_t c) {
    return bits(c, 10, 3, 3) | bits(c, 5, 2, 6);
}

static uint32_t quadrant0(uint32_t c, hart h) {
    uint32_t low = 8 + bits(c, 2, 3, 0);
    uint32_t high = 8 + bits(c, 7, 3, 0);
    uint32_t stack = bits(c, 6, 1, 2) | bits(c, 5, 1, 3) | bits(c, 11, 2, 4) | bits(c, 7, 4, 6);
    switch (c >> 13) {
    case 0:
        return stack == 0 ? 0 : i_type(stack, SP, 0, low, OP_IMM);
    case 1:
        return h.flen == 64 ? i_type(double_offset(c), high, 3, low, LOAD_FP) : 0;
    case 2:
        return i_type(word_offset(c), high, 2, low, LOAD);
    case 3:
        return h.xlen == 64  ? i_type(double_offset(c), high, 3, low, LOAD)
               : h.flen != 0 ? i_type(word_offset(c), high, 2, low, LOAD_FP)
                             : 0;
    case 5:
        return h.flen == 64 ? s_type(double_offset(c), low, high, 3, STORE_FP) : 0;
    case 6:
        return s_type(word_offset(c), low, high, 2, STORE);
    case 7:
        return h.xlen == 64  ? s_type(double_offset(c), low, high, 3, STORE)
               : h.flen != 0 ? s_type(word_offset(c), low, high, 2, STORE_FP)
                             : 0;
    default:
        return 0;
    }
}

/* c.srli to c.and */
static uint32_t arithmetic(uint32_t c, hart h) {
    uint32_t rd = 8 + bits(c, 7, 3, 0);
    uint32_t rs2 = 8 + bits(c, 2, 3, 0);
    uint32_t amount = bits(c, 2, 5, 0) | bits(c, 12, 1, 5);
    unsigned which = bits(c, 12, 1, 2) | bits(c, 5, 2, 0);
    static const uint8_t functions[4] = {0, 4, 6, 7}; /* sub, xor, or, and */
    switch (bits(c, 10, 2, 0)) {
    case 0:
        return h.xlen == 32 && amount > 31 ? 0 : i_type(amount, rd, 5, rd, OP_IMM);
    case 1:
        return h.xlen == 32 && amount > 31 ? 0 : i_type(amount | 0x400, rd, 5, rd, OP_IMM);
    case 2:
        return i_type(sign(amount, 6), rd, 7, rd, OP_IMM);
    default:
        if (which < 4) {
            return r_type(which == 0 ? 0x20 : 0, rs2, rd, functions[which], rd, OP);
        }
        return which < 6 && h.xlen == 64 ? r_type(which == 4 ? 0x20 : 0, rs2, rd, 0, rd, OP_32) : 0;
    }
}

static uint32_t jump_offset(uint32_t c) {
    return sign(bits(c, 3, 3, 1) | bits(c, 11, 1, 4) | bits(c, 2, 1, 5) | bits(c, 7, 1, 6) |
                    bits(c, 6, 1, 7) | bits(c, 9, 2, 8) | bits(c, 8, 1, 10) | bits(c, 12, 1, 11),
                12);
}

static uint32_t branch_offset(uint32_t c) {
    return sign(bits(c, 3, 2, 1) | bits(c, 10, 2, 3) | bits(c, 2, 1, 5) | bits(c, 5, 2, 6) |
                    bits(c, 12, 1, 8),
                9);
}

/* c.lui and c.addi16sp */
static uint32_t upper(uint32_t c, uint32_t rd, uint32_t immediate) {
    uint32_t stack = sign(bits(c, 6, 1, 4) | bits(c, 2, 1, 5) | bits(c, 5, 1, 6) |
                              bits(c, 3, 2, 7) | bits(c, 12, 1, 9),
                          10);
    if (immediate == 0) {
        return 0;
    }
    return rd == SP ? i_type(stack, SP, 0, SP, OP_IMM) : immediate << 12 | rd << 7 | LUI;
}

static uint32_t quadrant1(uint32_t c, hart h) {
    uint32_t rd = bits(c, 7, 5, 0);
    uint32_t immediate = sign(bits(c, 2, 5, 0) | bits(c, 12, 1, 5), 6);
    switch (c >> 13) {
    case 0:
        return i_type(immediate, rd, 0, rd, OP_IMM);
    case 1:
        if (h.xlen == 32) {
            return j_type(jump_offset(c), 1);
        }
        return rd == 0 ? 0 : i_type(immediate, rd, 0, rd, OP_IMM_32);
    case 2:
        return i_type(immediate, 0, 0, rd, OP_IMM);
    case 3:
        return upper(c, rd, immediate);
    case 4:
        return arithmetic(c, h);
    case 5:
        return j_type(jump_offset(c), 0);
    default:
        return b_type(branch_offset(c), 8 + bits(c, 7, 3, 0), c >> 13 & 1);
    }
}

/* c.jr, c.mv, c.ebreak, c.jalr, c.add */
static uint32_t jumps_and_moves(uint32_t c) {
    uint32_t rd = bits(c, 7, 5, 0);
    uint32_t rs2 = bits(c, 2, 5, 0);
    bool second = (c >> 12 & 1) != 0;
    if (rs2 != 0) {
        return r_type(0, rs2, second ? rd : 0, 0, rd, OP);
    }
    if (rd != 0) {
        return i_type(0, rd, 0, second, JALR);
    }
    return second ? 0x00100073 : 0;
}

static uint32_t quadrant2(uint32_t c, hart h) {
    uint32_t rd = bits(c, 7, 5, 0);
    uint32_t rs2 = bits(c, 2, 5, 0);
    uint32_t amount = rs2 | bits(c, 12, 1, 5);
    uint32_t word = bits(c, 4, 3, 2) | bits(c, 12, 1, 5) | bits(c, 2, 2, 6);
    uint32_t wide = bits(c, 5, 2, 3) | bits(c, 12, 1, 5) | bits(c, 2, 3, 6);
    uint32_t word_store = bits(c, 9, 4, 2) | bits(c, 7, 2, 6);
    uint32_t wide_store = bits(c, 10, 3, 3) | bits(c, 7, 3, 6);
    switch (c >> 13) {
    case 0:
        return h.xlen == 32 && amount > 31 ? 0 : i_type(amount, rd, 1, rd, OP_IMM);
    case 1:
        return h.flen == 64 ? i_type(wide, SP, 3, rd, LOAD_FP) : 0;
    case 2:
        return rd == 0 ? 0 : i_type(word, SP, 2, rd, LOAD);
    case 3:
        if (h.xlen == 32) {
            return h.flen != 0 ? i_type(word, SP, 2, rd, LOAD_FP) : 0;
        }
        return rd == 0 ? 0 : i_type(wide, SP, 3, rd, LOAD);
    case 4:
        return jumps_and_moves(c);
    case 5:
        return h.flen == 64 ? s_type(wide_store, rs2, SP, 3, STORE_FP) : 0;
    case 6:
        return s_type(word_store, rs2, SP, 2, STORE);
    default:
        if (h.xlen == 32) {
            return h.flen != 0 ? s_type(word_store, rs2, SP, 2, STORE_FP) : 0;
        }
        return s_type(wide_store, rs2, SP, 3, STORE);
    }
}

uint32_t nt_tv_insn_expand(uint32_t code, unsigned xlen, unsigned flen) {
    static uint32_t (*const quadrants[3])(uint32_t, hart) = {quadrant0, quadrant1, quadrant2};
    hart h = {xlen, flen};
    return (code & 3) == 3 ? 0 : quadrants[code & 3](code & 0xffff, h);
}
