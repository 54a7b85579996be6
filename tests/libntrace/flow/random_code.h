/* Random code as bytes: branches, jumps, calls, returns and pairs of a constant load and a jump. */
#ifndef NT_TESTS_DECODE_RANDOM_CODE_H
#define NT_TESTS_DECODE_RANDOM_CODE_H

#include "libntrace/program/image.h"
#include "sim/util/random.h"

#include <assert.h>

enum { RANDOM_CODE = 1024 };

typedef struct random_code {
    nt_random random;
    nt_image *image; /* `base` is set too */
    uint64_t base;
    uint64_t pcs[RANDOM_CODE]; /* of all instructions */
    uint32_t count;
} random_code;

static inline void code_put16(random_code *code, uint32_t at, uint32_t insn) {
    uint8_t bytes[2] = {(uint8_t)insn, (uint8_t)(insn >> 8)};
    assert(nt_image_write(code->image, code->base + at, bytes, 2) == 0);
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
    code->pcs[code->count++] = code->base + at + size;
    return size + 4;
}

/* Instructions with every kind of exit. At each multiple of 16 one starts, which is where branches
   and jumps lead. */
static inline void random_code_make(random_code *code) {
    static const uint32_t indirect16[] = {0x8502, 0x9502, 0x8082, 0x8082, 0x8082, 0x8282};
    static const uint32_t indirect32[] = {0x00050367, 0x000280e7, 0x00028067, 0x30200073,
                                          0x00008067};
    uint32_t end = 0x600;
    for (uint32_t at = 0; at < end;) {
        uint32_t left = 16 - at % 16;
        uint32_t to = nt_random_below(&code->random, end / 16) * 16;
        int32_t offset = (int32_t)(to - at);
        uint32_t draw = nt_random_below(&code->random, 32);
        if (at == end - 16) { /* the way back; nothing stands behind it */
            code_put32(code, at, code_jal(0, offset));
            end = at;
        } else if (draw < 2 && left >= 8) {
            at += code_pair(code, at, to);
            continue;
        } else if (draw < 8 && left >= 4) {
            code_put32(code, at, code_branch(offset));
        } else if (draw < 12 && left >= 4) {
            static const uint32_t rds[] = {0, 1, 1, 5, 6};
            code_put32(code, at, code_jal(rds[nt_random_below(&code->random, 5)], offset));
        } else if (draw < 14) {
            code_put16(code, at, indirect16[nt_random_below(&code->random, 6)]);
        } else if (draw < 15 && left >= 4) {
            code_put32(code, at, indirect32[nt_random_below(&code->random, 5)]);
        } else if (draw < 22 && left >= 4) {
            code_put32(code, at, 0x00000013);
        } else {
            code_put16(code, at, 0x0001);
        }
        code->pcs[code->count++] = code->base + at;
        at += nt_image_at(code->image, code->base + at).size;
    }
}

#endif
