/* SPDX-License-Identifier: Apache-2.0 */
/* Each operation of F (SUFFIX "s") or D (SUFFIX "d") on many operands: single.c, double.c. Uses
   BITS, the integer of the same width, and REAL. */
#include "common/program.h"

typedef unsigned long word;

static int wrong;
static REAL memory[4];

static void check(int right) {
    wrong += !right;
}

static word flags(void) {
    word value;
    __asm__ volatile("fsflags %0, zero" : "=r"(value));
    return value;
}

static BITS bits_of(REAL value) {
    union {
        REAL real;
        BITS bits;
    } both = {.real = value};
    return both.bits;
}

static REAL real_of(BITS bits) {
    union {
        BITS bits;
        REAL real;
    } both = {.bits = bits};
    return both.real;
}

#define TWO(operation, a, b)                                                                       \
    ({                                                                                             \
        REAL result_;                                                                              \
        __asm__ volatile(operation "." SUFFIX " %0, %1, %2" : "=f"(result_) : "f"(a), "f"(b));     \
        result_;                                                                                   \
    })
#define ONE(operation, a)                                                                          \
    ({                                                                                             \
        REAL result_;                                                                              \
        __asm__ volatile(operation "." SUFFIX " %0, %1" : "=f"(result_) : "f"(a));                 \
        result_;                                                                                   \
    })
#define THREE(operation, a, b, c)                                                                  \
    ({                                                                                             \
        REAL result_;                                                                              \
        __asm__ volatile(operation "." SUFFIX " %0, %1, %2, %3"                                    \
                         : "=f"(result_)                                                           \
                         : "f"(a), "f"(b), "f"(c));                                                \
        result_;                                                                                   \
    })
#define COMPARE(operation, a, b)                                                                   \
    ({                                                                                             \
        word result_;                                                                              \
        __asm__ volatile(operation "." SUFFIX " %0, %1, %2" : "=r"(result_) : "f"(a), "f"(b));     \
        result_;                                                                                   \
    })
#define TO_INTEGER(type, mode, a)                                                                  \
    ({                                                                                             \
        word result_;                                                                              \
        __asm__ volatile("fcvt." type "." SUFFIX " %0, %1, " mode : "=r"(result_) : "f"(a));       \
        (int32_t) result_;                                                                         \
    })
#define FROM_INTEGER(type, a)                                                                      \
    ({                                                                                             \
        REAL result_;                                                                              \
        __asm__ volatile("fcvt." SUFFIX "." type " %0, %1" : "=f"(result_) : "r"((word)(a)));      \
        result_;                                                                                   \
    })
#define CLASS(a)                                                                                   \
    ({                                                                                             \
        word result_;                                                                              \
        __asm__ volatile("fclass." SUFFIX " %0, %1" : "=r"(result_) : "f"(a));                     \
        result_;                                                                                   \
    })

/* All of them on two operands, which are any bits at all. */
static void each(REAL a, REAL b) {
    memory[0] = TWO("fadd", a, b);
    memory[1] = TWO("fsub", a, b);
    check(bits_of(TWO("fsgnj", a, a)) == bits_of(a));
    memory[2] = TWO("fmul", memory[0], b);
    memory[3] = TWO("fdiv", memory[1], memory[2]);
    memory[0] = ONE("fsqrt", memory[3]);
    memory[1] = THREE("fmadd", a, b, memory[0]);
    memory[2] = THREE("fmsub", a, b, memory[1]);
    memory[3] = THREE("fnmadd", a, memory[2], b);
    memory[0] = THREE("fnmsub", memory[3], b, a);
    memory[1] = TWO("fmin", TWO("fsgnjn", a, b), memory[0]);
    memory[2] = TWO("fmax", TWO("fsgnjx", a, b), memory[1]);
    check(COMPARE("flt", a, b) + COMPARE("feq", a, b) + COMPARE("flt", b, a) ==
          (CLASS(a) < 256 && CLASS(b) < 256));
    check(COMPARE("fle", a, b) == (COMPARE("flt", a, b) | COMPARE("feq", a, b)));
    memory[3] = FROM_INTEGER("w", TO_INTEGER("w", "dyn", a));
    memory[3] = FROM_INTEGER("wu", TO_INTEGER("wu", "rtz", b));
#if __riscv_xlen == 64
    memory[3] = FROM_INTEGER("l", TO_INTEGER("l", "rdn", a));
    memory[3] = FROM_INTEGER("lu", TO_INTEGER("lu", "rup", b));
#endif
}

/* Results and flags that the standard gives: NX 1, UF 2, OF 4, DZ 8, NV 16. */
static void known(void) {
    const volatile REAL one = 1, three = 3, zero = 0, minus = -1;
    flags();
    REAL third = TWO("fdiv", one, three);
    check(flags() == 1);
    check(third > 0 && TWO("fdiv", one, one) == 1 && flags() == 0);
    check(CLASS(TWO("fdiv", minus, zero)) == 1 && flags() == 8);
    check(CLASS(ONE("fsqrt", minus)) == 512 && flags() == 16);
    check(TO_INTEGER("w", "rtz", (REAL)-2.5) == -2 && TO_INTEGER("w", "rdn", (REAL)-2.5) == -3);
    check(TO_INTEGER("w", "rne", (REAL)2.5) == 2 && TO_INTEGER("w", "rmm", (REAL)2.5) == 3);
    check(flags() == 1);
    check(TO_INTEGER("w", "rtz", TWO("fdiv", one, zero)) == INT32_MAX && flags() == (8 | 16));
    check(THREE("fmadd", three, three, minus) == 8 && flags() == 0);
    word old;
    __asm__ volatile("fsrm %0, %1" : "=r"(old) : "r"(3)); /* up */
    check(old == 0);
    REAL up = TWO("fdiv", one, three);
    __asm__ volatile("fsrmi %0, 2" : "=r"(old)); /* down */
    check(old == 3 && TWO("fdiv", one, three) < up && up >= third);
    __asm__ volatile("fsrmi %0, 0" : "=r"(old));
    check(old == 2 && flags() == 1);
    __asm__ volatile("fscsr %0, %1" : "=r"(old) : "r"(0x5f));
    check(old == 0);
    __asm__ volatile("frcsr %0\n fscsr zero" : "=r"(old));
    check(old == 0x5f);
}

static REAL random_real(uint32_t *seed, int i) {
    BITS bits = (BITS)((uint64_t)next_random(seed) << 32 | next_random(seed));
    return i % 3 == 0 ? real_of(bits) : (REAL)(int32_t)(uint32_t)bits / (REAL)1024;
}

int main(void) {
    uint32_t seed = 362436069;
    known();
    for (int i = 0; i < 24; i++) {
        each(random_real(&seed, i), random_real(&seed, i + 1));
    }
    return wrong != 0;
}
