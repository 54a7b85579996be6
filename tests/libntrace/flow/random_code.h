/* SPDX-License-Identifier: Apache-2.0 */
/* Random code as bytes: branches, jumps, calls, returns, pairs of a constant load and a jump,
   custom and long instructions. */
#ifndef NT_TESTS_FLOW_RANDOM_CODE_H
#define NT_TESTS_FLOW_RANDOM_CODE_H

#include "libntrace/program/image.h"
#include "sim/util/random.h"

#include <assert.h>

enum {
    RANDOM_CODE = 1024,
    RANDOM_CODE_BYTES = 0x600,
    RANDOM_CODE_CELL = 16,
    RANDOM_CODE_TABLE = 0x800, /* Zcmt's jump table */
    RANDOM_CODE_STRAIGHT = 0x200,
};

typedef struct random_code {
    nt_random random;
    nt_image *image;   /* `base` is set too */
    nt_image *variant; /* NULL, or gets the same code with some instructions replaced */
    uint64_t base;
    nt_isa isa;
    bool straight;             /* few instructions leave the line */
    uint64_t pcs[RANDOM_CODE]; /* of all instructions */
    uint32_t count;
} random_code;

static inline void code_put_in(const random_code *code, nt_image *image, uint32_t at,
                               uint32_t insn) {
    uint8_t bytes[2] = {(uint8_t)insn, (uint8_t)(insn >> 8)};
    assert(image == NULL || nt_image_write(image, code->base + at, bytes, 2) == 0);
}

static inline void code_put16(random_code *code, uint32_t at, uint32_t insn) {
    code_put_in(code, code->image, at, insn);
    code_put_in(code, code->variant, at, insn);
}

static inline void code_put32(random_code *code, uint32_t at, uint32_t insn) {
    code_put16(code, at, insn & 0xffff);
    code_put16(code, at + 2, insn >> 16);
}

static inline uint32_t code_jal(uint32_t rd, int32_t offset) {
    uint32_t o = (uint32_t)offset;
    return 0x6f | rd << 7 | (o >> 12 & 0xff) << 12 | (o >> 11 & 1) << 20 | (o >> 1 & 0x3ff) << 21 |
           (o >> 20 & 1) << 31;
}

static inline uint32_t code_branch(int32_t offset) {
    uint32_t o = (uint32_t)offset;
    return 0x63 | (o >> 11 & 1) << 7 | (o >> 1 & 0xf) << 8 | (o >> 5 & 0x3f) << 25 |
           (o >> 12 & 1) << 31;
}

/* c.j 0xa001, c.jal 0x2001 (RV32) */
static inline uint32_t code_cj(uint32_t opcode, int32_t offset) {
    uint32_t o = (uint32_t)offset;
    return opcode | (o >> 1 & 7) << 3 | (o >> 4 & 1) << 11 | (o >> 5 & 1) << 2 | (o >> 6 & 1) << 7 |
           (o >> 7 & 1) << 6 | (o >> 8 & 3) << 9 | (o >> 10 & 1) << 8 | (o >> 11 & 1) << 12;
}

/* c.beqz, within 256 bytes */
static inline uint32_t code_cb(int32_t offset) {
    uint32_t o = (uint32_t)offset;
    return 0xc001 | (o >> 1 & 3) << 3 | (o >> 3 & 3) << 10 | (o >> 5 & 1) << 2 | (o >> 6 & 3) << 5 |
           (o >> 8 & 1) << 12;
}

/* auipc, lui or c.lui, and a jalr by that register to an instruction. */
static inline uint32_t code_pair(random_code *code, uint32_t at, uint32_t to) {
    static const uint32_t rds[] = {0, 1, 6};
    uint32_t rd = rds[nt_random_below(&code->random, 3)];
    uint32_t reg =
        rd == 1 && nt_random_chance(&code->random, 64) ? 5 : 7; /* 5: a co-routine swap */
    uint32_t low = to;
    uint32_t size = 4;
    uint32_t high = (uint32_t)(code->base >> 12);
    uint32_t draw = nt_random_below(&code->random, 3);
    bool lui = nt_image_xlen(code->image) == 32 || (int64_t)code->base == (int32_t)code->base;
    if (draw == 0 || !lui) {
        code_put32(code, at, 0x17 | reg << 7); /* auipc reg, 0 */
        low = to - at;
    } else if (draw == 1 && high < 32) {
        code_put16(code, at, 0x6001 | reg << 7 | high << 2);
        size = 2;
    } else {
        code_put32(code, at, 0x37 | reg << 7 | high << 12);
    }
    code_put32(code, at + size, 0x67 | rd << 7 | reg << 15 | (low & 0xfff) << 20);
    code->pcs[code->count++] = code->base + at;
    return size;
}

/* A nop; in the variant maybe two c.nop or a branch. None holds anything that, read from its
   middle, goes anywhere. */
static inline void code_nop(random_code *code, uint32_t at, int32_t offset) {
    code_put32(code, at, 0x00000013);
    if (nt_random_chance(&code->random, 100)) {
        uint32_t other =
            nt_random_chance(&code->random, 128) ? code_branch(offset) : UINT32_C(0x00010001);
        code_put_in(code, code->variant, at, other & 0xffff);
        code_put_in(code, code->variant, at + 2, other >> 16);
    }
}

/* custom-0 to custom-3, or an instruction of 6, 8 or 10 bytes. */
static inline void code_unusual(random_code *code, uint32_t at, uint32_t left) {
    static const uint32_t customs[] = {0x0b, 0x2b, 0x5b, 0x7b};
    static const uint32_t longs[] = {0x1f, 0x3f, 0x7f};
    uint32_t draw = nt_random_below(&code->random, 5);
    uint32_t any = (uint32_t)nt_random_next(&code->random);
    if (draw < 2 || left < 10) {
        code_put32(code, at, (any & ~UINT32_C(0x7f)) | customs[nt_random_below(&code->random, 4)]);
        return;
    }
    code_put16(code, at, longs[draw - 2] | (any & 0x8f80));
    for (uint32_t i = 2; i < 2 * draw + 2; i += 2) {
        code_put16(code, at + i, (uint32_t)nt_random_next(&code->random) & 0xffff);
    }
}

static inline void code_direct(random_code *code, uint32_t at, uint32_t left, int32_t offset) {
    static const uint32_t rds[] = {0, 1, 1, 5, 6};
    bool rv32 = nt_image_xlen(code->image) == 32;
    if (left < 4 || nt_random_chance(&code->random, 64)) {
        bool call = rv32 && nt_random_chance(&code->random, 128);
        code_put16(code, at, code_cj(call ? 0x2001 : 0xa001, offset));
    } else {
        code_put32(code, at, code_jal(rds[nt_random_below(&code->random, 5)], offset));
    }
}

/* Often back to where the cell begins, so that there are tight loops. */
static inline void code_conditional(random_code *code, uint32_t at, uint32_t left, int32_t offset) {
    uint32_t back = at % RANDOM_CODE_CELL;
    if (back != 0 && nt_random_chance(&code->random, 128)) {
        offset = -(int32_t)back;
    }
    if ((left < 4 || nt_random_chance(&code->random, 128)) && offset >= -256 && offset < 256) {
        code_put16(code, at, code_cb(offset));
    } else if (left >= 4) {
        code_put32(code, at, code_branch(offset));
    } else {
        code_put16(code, at, 0x0001);
    }
}

/* Zcmt's and Zcmp's encodings, which without them are those of c.fsdsp: cm.jt, cm.jalt, cm.push,
   cm.pop, cm.popretz, cm.popret. */
static inline void code_zcm(random_code *code, uint32_t at) {
    static const uint32_t stack[] = {0xb802, 0xba02, 0xbc02, 0xbe02};
    uint32_t draw = nt_random_below(&code->random, 6);
    uint32_t insn = draw < 4    ? stack[draw] | nt_random_between(&code->random, 4, 15) << 4
                    : draw == 4 ? 0xa002 | nt_random_below(&code->random, 32) << 2
                                : 0xa002 | nt_random_between(&code->random, 32, 255) << 2;
    code_put16(code, at, insn);
}

/* Each entry is a cell; its lowest bit does not count. */
static inline void code_table(random_code *code) {
    uint32_t size = code->isa.xlen / 8;
    uint32_t cells = RANDOM_CODE_BYTES / RANDOM_CODE_CELL;
    for (uint32_t entry = 0; entry < 256; entry++) {
        uint64_t cell = nt_random_below(&code->random, cells);
        uint64_t target = code->base + cell * RANDOM_CODE_CELL + nt_random_below(&code->random, 2);
        for (uint32_t i = 0; i < size; i += 2) {
            code_put16(code, RANDOM_CODE_TABLE + entry * size + i, target >> 8 * i & 0xffff);
        }
    }
}

static inline void code_indirect(random_code *code, uint32_t at, uint32_t left) {
    static const uint32_t indirect16[] = {0x8502, 0x9502, 0x8082, 0x8082, 0x8082, 0x8282};
    static const uint32_t indirect32[] = {0x00050367, 0x000280e7, 0x00028067, 0x30200073,
                                          0x00008067};
    if (left < 4 || nt_random_chance(&code->random, 170)) {
        code_put16(code, at, indirect16[nt_random_below(&code->random, 6)]);
    } else {
        code_put32(code, at, indirect32[nt_random_below(&code->random, 5)]);
    }
}

/* 255 instructions and the first of a pair, more than the decoder looks at as one block. */
static inline uint32_t code_straight(random_code *code, uint32_t at, uint32_t to) {
    code_put32(code, at, 0x00000013);
    code->pcs[code->count++] = code->base + at;
    for (at += 4; at < RANDOM_CODE_STRAIGHT; at += 2) {
        code_put16(code, at, 0x0001);
        code->pcs[code->count++] = code->base + at;
    }
    return RANDOM_CODE_STRAIGHT + code_pair(code, at, to);
}

/* Instructions with every kind of exit. At each cell's begin one starts, which is where branches
   and jumps lead. */
static inline void random_code_make(random_code *code) {
    code->isa.jvt = code->base + RANDOM_CODE_TABLE;
    nt_image_set_isa(code->image, &code->isa);
    if (code->variant != NULL) {
        nt_image_set_isa(code->variant, &code->isa);
    }
    code_table(code);
    uint32_t end = RANDOM_CODE_BYTES;
    for (uint32_t at = 0; at < end;) {
        uint32_t left = RANDOM_CODE_CELL - at % RANDOM_CODE_CELL;
        uint32_t to =
            nt_random_below(&code->random, RANDOM_CODE_BYTES / RANDOM_CODE_CELL) * RANDOM_CODE_CELL;
        int32_t offset = (int32_t)(to - at);
        uint32_t draw = nt_random_below(&code->random, 32);
        if (at == end - RANDOM_CODE_CELL) { /* the way back; nothing stands behind it */
            code_put32(code, at, code_jal(0, offset));
            end = at;
        } else if (code->straight && at < RANDOM_CODE_STRAIGHT) {
            at += code_straight(code, at, to);
        } else if (draw < 2 && left >= 8) {
            at += code_pair(code, at, to);
        } else if (draw < 8) {
            code_conditional(code, at, left, offset);
        } else if (draw < 11) {
            code_direct(code, at, left, offset);
        } else if (draw < 14) {
            code_indirect(code, at, left);
        } else if (draw == 14) {
            code_zcm(code, at);
        } else if (draw < 17 && left >= 4) {
            code_unusual(code, at, left);
        } else if (draw < 23 && left >= 4) {
            code_nop(code, at, offset);
        } else {
            code_put16(code, at, 0x0001);
        }
        code->pcs[code->count++] = code->base + at;
        at += nt_image_at(code->image, code->base + at).size;
    }
}

#endif
