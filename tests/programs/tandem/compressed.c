/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of 16 bits: each form of C, and such as straddle a word. */
#include "common/program.h"

typedef unsigned long word;

static uint64_t memory[17];
static int wrong;

static void check(int right) {
    wrong += !right;
}

/* Immediates, moves, arithmetic. */
static word computes(word a, word b) {
    register word x __asm__("a0") = a;
    register word y __asm__("a1") = b;
    __asm__ volatile(".option push\n .option rvc\n"
                     "c.addi a0, -3\n"
                     "c.li a2, -32\n"
                     "c.lui a3, 0x1f\n"
                     "c.lui a4, 0xfffe1\n"
                     "c.srli a0, 2\n"
                     "c.srai a2, 1\n"
                     "c.andi a2, -7\n"
                     "c.sub a0, a2\n"
                     "c.xor a0, a3\n"
                     "c.or a0, a4\n"
                     "c.and a1, a0\n"
                     "c.mv t1, a0\n"
                     "c.add t1, a1\n"
                     "c.slli t1, 5\n"
                     "c.mv a0, t1\n"
#if __riscv_xlen == 64
                     "c.addiw a0, 1\n"
                     "c.addw a0, a1\n"
                     "c.subw a0, a2\n"
#endif
                     "c.nop\n"
                     ".option pop"
                     : "+r"(x), "+r"(y)
                     :
                     : "a2", "a3", "a4", "t1");
    return (uint32_t)x;
}

/* The same in plain C. */
static word expected(word a, word b) {
    long a2 = -32;
    word a3 = 0x1f000, a4 = (word)-0x1f000;
    a = (a - 3) >> 2;
    a2 = (a2 >> 1) & -7;
    a = ((a - (word)a2) ^ a3) | a4;
    b &= a;
    word r = (a + b) << 5;
#if __riscv_xlen == 64
    r = (uint32_t)r + 1 + (uint32_t)b - (uint32_t)a2;
#endif
    return (uint32_t)r;
}

/* Loads and stores, also by the stack pointer. */
static void accesses(void) {
    word low = 0, high = 0;
    register uint64_t *at __asm__("a5") = memory;
    __asm__ volatile(".option push\n .option rvc\n"
                     "li a2, 0x12345678\n"
                     "c.sw a2, 0(a5)\n"
                     "c.sw a2, 124(a5)\n"
                     "c.lw a3, 0(a5)\n"
                     "c.addi16sp sp, -64\n"
                     "c.swsp a3, 60(sp)\n"
                     "c.lwsp a4, 60(sp)\n"
                     "c.addi4spn a2, sp, 60\n"
                     "c.lw a2, 0(a2)\n"
#if __riscv_xlen == 64
                     "c.sd a4, 8(a5)\n"
                     "c.ld a3, 8(a5)\n"
                     "c.sdsp a3, 40(sp)\n"
                     "c.ldsp a4, 40(sp)\n"
#endif
                     "c.addi16sp sp, 64\n"
                     ".option pop\n"
                     "mv %0, a4\n"
                     "mv %1, a2"
                     : "=&r"(low), "=&r"(high)
                     : "r"(at)
                     : "a2", "a3", "a4", "memory");
    check(low == 0x12345678 && high == 0x12345678);
}

/* Jumps and branches, both ways. */
static word jumps(word count) {
    register word n __asm__("a0") = count;
    register word sum __asm__("a1") = 0;
    __asm__ volatile(".option push\n .option rvc\n .option norelax\n"
                     "c.mv t2, ra\n"
                     "1: c.beqz a0, 4f\n"
                     "c.j 2f\n"
                     "c.ebreak\n"
                     "2: la t0, 3f\n"
                     "c.jalr t0\n"
#if __riscv_xlen == 32
                     "c.jal 3f\n"
#else
                     "jal 3f\n"
#endif
                     "c.addi a0, -1\n"
                     "c.bnez a0, 1b\n"
                     "c.j 1b\n"
                     "3: c.add a1, a0\n"
                     "c.jr ra\n"
                     "4: c.mv ra, t2\n"
                     ".option pop"
                     : "+r"(n), "+r"(sum)
                     :
                     : "t0", "t2", "memory");
    return sum;
}

int main(void) {
    uint32_t seed = 123456789;
    for (int i = 0; i < 12; i++) {
        word a = next_random(&seed), b = next_random(&seed);
        check(computes(a, b) == expected(a, b));
        accesses();
    }
    check(jumps(20) == 20 * 21);
    return wrong != 0;
}
