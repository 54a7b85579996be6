/* SPDX-License-Identifier: Apache-2.0 */
/* Integer computation, loads, stores, branches, jumps, with a result that is known. */
#include "common/program.h"

typedef unsigned long word;

static uint8_t bytes[64];
static uint16_t halves[16];
static uint32_t words[16];
static uint64_t doubles[8];

static word mix(word hash, word value) {
    hash ^= value;
    return hash + (hash << 5) + (hash >> 3);
}

static word loads_and_stores(uint32_t *seed) {
    word hash = 1;
    for (unsigned i = 0; i < 16; i++) {
        uint32_t value = next_random(seed);
        bytes[i * 4] = (uint8_t)value;
        halves[i] = (uint16_t)(value >> 8);
        words[i] = value;
        doubles[i / 2] += (uint64_t)value << 16;
    }
    for (unsigned i = 0; i < 16; i++) {
        hash = mix(hash, (word)(long)(int8_t)bytes[i * 4] + bytes[i]);
        hash = mix(hash, (word)(long)(int16_t)halves[i] + halves[15 - i]);
        hash = mix(hash, (word)(long)(int32_t)words[i] ^ words[15 - i]);
        hash = mix(hash, (word)doubles[i / 2]);
    }
    return (uint32_t)hash;
}

static int compare(long a, long b) {
    return (a < b) + 2 * ((word)a < (word)b) + 4 * (a == b);
}

static word shifts_and_compares(uint32_t *seed) {
    word hash = 2;
    for (unsigned i = 0; i < 12; i++) {
        long a = (long)(int32_t)next_random(seed);
        unsigned by = next_random(seed) & 31;
        hash = mix(hash, (word)(a << by) & 0xffffffff);
        hash = mix(hash, (word)(a >> by) & 0xffffffff);
        hash = mix(hash, ((uint32_t)a >> by) | (uint32_t)a << (by ^ 31));
        hash = mix(hash & 0xffffffff, (word)compare(a, (long)(int32_t)next_random(seed)));
        hash &= 0xffffffff;
    }
    return hash;
}

/* The same, one at a time, so that each operation is in the trace whatever the compiler does. */
static int operations(void) {
    word a = (word)-7, b = 3, r;
    int wrong = 0;
#define IS(operation, expected)                                                                    \
    __asm__ volatile(operation : "=r"(r) : "r"(a), "r"(b));                                        \
    wrong += r != (word)(expected)
    IS("add %0, %1, %2", -4);
    IS("sub %0, %1, %2", -10);
    IS("sll %0, %1, %2", -56);
    IS("slt %0, %1, %2", 1);
    IS("sltu %0, %1, %2", 0);
    IS("xor %0, %1, %2", -6);
    IS("srl %0, %1, %2", (word)-1 >> 3);
    IS("sra %0, %1, %2", -1);
    IS("or %0, %1, %2", -5);
    IS("and %0, %1, %2", 1);
    IS("addi %0, %1, -2048", -2055);
    IS("slti %0, %1, -7", 0);
    IS("sltiu %0, %1, -1", 1);
    IS("xori %0, %1, -1", 6);
    IS("ori %0, %1, 0x700", -7);
    IS("andi %0, %1, 0x70f", 0x709);
    IS("slli %0, %1, 4", -112);
    IS("srli %0, %1, 1", (word)-7 >> 1);
    IS("srai %0, %1, 1", -4);
    IS("lui %0, 0x80000", (long)(int32_t)0x80000000);
    IS("mv %0, %2", 3);
#if __riscv_xlen == 64
    IS("addw %0, %1, %2", -4);
    IS("subw %0, %2, %1", 10);
    IS("sllw %0, %1, %2", -56);
    IS("srlw %0, %1, %2", 0x1fffffff);
    IS("sraw %0, %1, %2", -1);
    IS("addiw %0, %1, 8", 1);
    IS("slliw %0, %2, 31", (long)(int32_t)0x80000000);
    IS("srliw %0, %1, 28", 15);
    IS("sraiw %0, %1, 2", -2);
#endif
    return wrong;
}

int main(void) {
    uint32_t seed = 2463534242;
    word first = loads_and_stores(&seed);
    word second = shifts_and_compares(&seed);
    seed = 2463534242;
    for (unsigned i = 0; i < 8; i++) {
        doubles[i] = 0;
    }
    int same = loads_and_stores(&seed) == first && shifts_and_compares(&seed) == second;
    return operations() != 0 ? 1 : same ? 0 : 2;
}
