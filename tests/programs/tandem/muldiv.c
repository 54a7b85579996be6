/* SPDX-License-Identifier: Apache-2.0 */
/* Multiplication and division, with the cases that the specification singles out. */
#include "common/program.h"

typedef unsigned long word;

#define LOWEST ((long)1 << (sizeof(long) * 8 - 1))

static int wrong;

static void check(int right) {
    wrong += !right;
}

#define DO(operation, a, b)                                                                        \
    ({                                                                                             \
        word result_;                                                                              \
        __asm__ volatile(operation " %0, %1, %2"                                                   \
                         : "=r"(result_)                                                           \
                         : "r"((word)(a)), "r"((word)(b)));                                        \
        (long)result_;                                                                             \
    })

static void single_cases(void) {
    check(DO("div", 7, 0) == -1 && DO("rem", 7, 0) == 7);
    check(DO("divu", 7, 0) == -1 && DO("remu", 7, 0) == 7);
    check(DO("div", LOWEST, -1) == LOWEST && DO("rem", LOWEST, -1) == 0);
    check(DO("div", -7, 2) == -3 && DO("rem", -7, 2) == -1);
    check(DO("divu", -7, 2) == (long)((word)-7 / 2) && DO("remu", -7, 2) == 1);
    check(DO("mulh", -1, -1) == 0 && DO("mulhu", -1, -1) == -2 && DO("mulhsu", -1, -1) == -1);
    check(DO("mulh", LOWEST, LOWEST) == (long)1 << (sizeof(long) * 8 - 2));
#if __riscv_xlen == 64
    check(DO("mulw", 0x10000, 0x8000) == (int32_t)0x80000000);
    check(DO("divw", 0x100000007, 0) == -1 && DO("remw", 0x80000000, 0) == (int32_t)0x80000000);
    check(DO("divuw", -1, 16) == 0x0fffffff && DO("remuw", -1, 16) == 15);
    check(DO("divw", 0x80000000, -1) == (int32_t)0x80000000 && DO("remw", 0x80000000, -1) == 0);
#endif
}

/* a = (a / b) * b + a % b, and the upper half by parts. */
static void random_cases(uint32_t *seed) {
    for (int i = 0; i < 24; i++) {
        long a = (long)((uint64_t)next_random(seed) << 32 | next_random(seed));
        long b = (long)(next_random(seed) >> (i & 15) * 2) + 1;
        check(DO("mul", DO("div", a, b), b) + DO("rem", a, b) == a);
        check(DO("mul", DO("divu", a, b), b) + DO("remu", a, b) == a);
        word upper = (word)DO("mulhu", a, b);
        check((word)DO("mulh", a, b) == upper - (a < 0 ? (word)b : 0) - (b < 0 ? (word)a : 0));
        check((word)DO("mulhsu", a, b) == upper - (a < 0 ? (word)b : 0));
    }
}

int main(void) {
    uint32_t seed = 88675123;
    single_cases();
    random_cases(&seed);
    return wrong != 0;
}
