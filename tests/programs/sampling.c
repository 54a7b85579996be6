/* SPDX-License-Identifier: Apache-2.0 */
/* Samples itself: a counter of instructions overflows again and again, each time with a local
   counter overflow interrupt (cause 13), and breakpoints come in between. Needs Sscofpmf. */
#include "common/program.h"

#define EVENT_INSTRUCTIONS 2 /* of QEMU's mhpmevent: the SBI's event_idx */
#define PERIOD             4000
#define SAMPLES            170
#define BREAKPOINTS        170
#define LCOFI              13
#define CAUSE_ILLEGAL      2
#define CAUSE_BREAKPOINT   3
#define SCOUNTOVF          "0xda0" /* of Sscofpmf */

static volatile unsigned samples;
static volatile unsigned breakpoints;
static volatile unsigned wrong;
static volatile unsigned probing;

static void arm(void) {
    __asm__ volatile("csrw mhpmcounter3, %0\n\t"
                     "csrw mhpmevent3, %1" ::"r"(-(long)PERIOD),
                     "r"((long)EVENT_INSTRUCTIONS));
    __asm__ volatile("csrw mhpmcounter3, %0" ::"r"(-(long)PERIOD)); /* starts QEMU's timer */
}

__attribute__((interrupt("machine"), aligned(4))) static void trap(void) {
    unsigned long cause;
    unsigned long epc;
    __asm__ volatile("csrr %0, mcause" : "=r"(cause));
    __asm__ volatile("csrr %0, mepc" : "=r"(epc));
    if (cause == ((1UL << 63) | LCOFI)) {
        __asm__ volatile("csrc mip, %0" ::"r"(1L << LCOFI));
        samples++;
        arm();
    } else if (cause == CAUSE_BREAKPOINT) {
        unsigned size = (*(const uint16_t *)epc & 3) == 3 ? 4 : 2;
        __asm__ volatile("csrw mepc, %0" ::"r"(epc + size));
        breakpoints++;
    } else if (cause == CAUSE_ILLEGAL && probing) {
        __asm__ volatile("csrw mepc, %0" ::"r"(epc + 4));
        samples = SAMPLES; /* there will be none */
    } else {
        wrong++;
        power_off(2);
    }
}

/* Work with transfers of every kind. */

static uint32_t seed = 2463534242;

static unsigned leaf(unsigned n) {
    return n * 2654435761U;
}

static unsigned other(unsigned n) {
    return n ^ (n >> 7);
}

static unsigned (*volatile const functions[])(unsigned) = {leaf, other};

static unsigned choose(unsigned n) {
    switch (n & 7) {
    case 0:
        return n + 1;
    case 1:
        return n * 3;
    case 2:
        return n ^ 5;
    case 3:
        return n - 9;
    case 4:
        return ~n;
    case 5:
        return n << 1;
    case 6:
        return n >> 1;
    default:
        return n;
    }
}

__attribute__((noinline)) static unsigned descend(unsigned n) {
    if (n == 0) {
        return functions[seed & 1](seed);
    }
    return choose(descend(n - 1)) + n;
}

/* A jump that links neither to ra nor to t0, direct and not, and a co-routine swap. */
__attribute__((noinline)) static unsigned links(unsigned n) {
    __asm__ volatile("jal t1, 1f\n"
                     "1: la t2, 2f\n"
                     "jalr t1, 0(t2)\n"
                     "2: la t0, 3f\n"
                     "jalr ra, 0(t0)\n"
                     "3:\n" ::
                         : "ra", "t0", "t1", "t2");
    return n;
}

int main(void) {
    __asm__ volatile("csrw mtvec, %0" ::"r"(trap));
    probing = 1;
    __asm__ volatile("csrr t0, " SCOUNTOVF ::: "t0");
    probing = 0;
    __asm__ volatile("csrw mcountinhibit, zero");
    __asm__ volatile("csrs mie, %0" ::"r"(1L << LCOFI));
    arm();
    __asm__ volatile("csrsi mstatus, 8");
    unsigned sum = 0;
    for (unsigned i = 0; samples < SAMPLES || breakpoints < BREAKPOINTS; i++) {
        sum += links(descend(next_random(&seed) & 15));
        if (i % 24 == 0 && breakpoints < BREAKPOINTS) {
            __asm__ volatile("ebreak");
        }
    }
    __asm__ volatile("csrci mstatus, 8");
    return wrong != 0 || sum == 0;
}
