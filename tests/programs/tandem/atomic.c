/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic operations: each of them on words and double words, with and without a destination; load
   reserved and store conditional, which succeed, fail, and are repeated. */
#include "common/program.h"

typedef unsigned long word;

static word place[2];
static int wrong;

static void check(int right) {
    wrong += !right;
}

#define AMO(operation, before, operand)                                                            \
    ({                                                                                             \
        word old_;                                                                                 \
        place[0] = (word)(before);                                                                 \
        __asm__ volatile(operation " %0, %1, (%2)"                                                 \
                         : "=r"(old_)                                                              \
                         : "r"((word)(operand)), "r"(place)                                        \
                         : "memory");                                                              \
        (int32_t) old_ == (int32_t)(before);                                                       \
    })

/* Without a destination. */
#define AMO_TO_X0(operation, before, operand)                                                      \
    ({                                                                                             \
        place[0] = (word)(before);                                                                 \
        __asm__ volatile(operation " x0, %0, (%1)"                                                 \
                         :                                                                         \
                         : "r"((word)(operand)), "r"(place)                                        \
                         : "memory");                                                              \
        1;                                                                                         \
    })

#define EACH(width, how, a, b)                                                                     \
    check(how("amoswap." width, a, b) && (int32_t)place[0] == (int32_t)(b));                       \
    check(how("amoadd." width, a, b) && (int32_t)place[0] == (int32_t)((a) + (b)));                \
    check(how("amoxor." width, a, b) && (int32_t)place[0] == (int32_t)((a) ^ (b)));                \
    check(how("amoand." width, a, b) && (int32_t)place[0] == (int32_t)((a) & (b)));                \
    check(how("amoor." width, a, b) && (int32_t)place[0] == (int32_t)((a) | (b)));                 \
    check(how("amomin." width, a, b) && (int32_t)place[0] == ((a) < (b) ? (a) : (b)));             \
    check(how("amomax." width, a, b) && (int32_t)place[0] == ((a) > (b) ? (a) : (b)));             \
    check(how("amominu." width, a, b) &&                                                           \
          (uint32_t)place[0] == ((uint32_t)(a) < (uint32_t)(b) ? (uint32_t)(a) : (uint32_t)(b)));  \
    check(how("amomaxu." width, a, b) &&                                                           \
          (uint32_t)place[0] == ((uint32_t)(a) > (uint32_t)(b) ? (uint32_t)(a) : (uint32_t)(b)))

static void operations(int32_t a, int32_t b) {
    EACH("w", AMO, a, b);
    EACH("w.aqrl", AMO_TO_X0, a, b);
#if __riscv_xlen == 64
    EACH("d", AMO, a, b);
    EACH("d", AMO_TO_X0, a, b);
#endif
}

static word reserve_and_store(void) {
    word old, failed, again;
    place[0] = 5;
    __asm__ volatile("1: lr.w %0, (%3)\n"
                     "addi %0, %0, 1\n"
                     "sc.w %1, %0, (%3)\n"
                     "bnez %1, 1b\n"
                     "sc.w %2, zero, (%3)\n" /* no reservation: it fails */
                     : "=&r"(old), "=&r"(failed), "=&r"(again)
                     : "r"(place)
                     : "memory");
    check(old == 6 && failed == 0 && again != 0 && place[0] == 6);
    __asm__ volatile("lr.w %0, (%2)\n"
                     "sc.w %1, %0, (%3)\n" /* elsewhere: it fails */
                     "lr.w x0, (%2)\n"
                     "sc.w x0, %4, (%2)\n"
                     : "=&r"(old), "=&r"(failed)
                     : "r"(place), "r"(place + 1), "r"(9)
                     : "memory");
    check(failed != 0 && place[1] == 0 && place[0] == 9);
#if __riscv_xlen == 64
    __asm__ volatile("lr.d.aq %0, (%2)\n"
                     "sc.d.rl %1, %3, (%2)\n"
                     : "=&r"(old), "=&r"(failed)
                     : "r"(place), "r"(-3L)
                     : "memory");
    check(old == 9 && failed == 0 && (long)place[0] == -3);
#endif
    return old;
}

int main(void) {
    uint32_t seed = 521288629;
    operations(3, 5);
    operations(-3, 5);
    for (int i = 0; i < 3; i++) {
        operations((int32_t)next_random(&seed), (int32_t)next_random(&seed));
    }
    for (int i = 0; i < 8; i++) {
        reserve_and_store();
    }
    return wrong != 0;
}
