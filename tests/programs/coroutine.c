/* SPDX-License-Identifier: Apache-2.0 */
/* Jumps that leave the call tree: setjmp and longjmp, and co-routines that swap by jalr. */
#include "common/program.h"

#include <setjmp.h>

static jmp_buf handler;

__attribute__((noinline)) static void dig(unsigned depth, unsigned limit) {
    if (depth == limit) {
        longjmp(handler, (int)depth + 1);
    }
    if (depth < limit) {
        dig(depth + 1, limit);
    }
    __asm__ volatile(""); /* no tail call */
}

static unsigned throw_and_catch(unsigned rounds) {
    volatile unsigned caught = 0;
    for (volatile unsigned i = 0; i < rounds; i++) {
        int depth = setjmp(handler);
        if (depth == 0) {
            dig(0, i & 15);
        } else {
            caught += (unsigned)depth;
        }
    }
    return caught;
}

/* Producer and consumer, each of which resumes the other where it left off: the two link registers
   x1 and x5 hold where the other one waits. Returns the sum of 1 to n. */
unsigned long swap_sum(unsigned long n);
__asm__(".text\n"
        ".balign 4\n"
        "swap_sum:\n"
        "    mv   t1, ra\n" /* our caller */
        "    mv   t2, a0\n" /* numbers left */
        "    li   a0, 0\n"
        "    la   ra, consume\n"
        "produce:\n"
        "    mv   a1, t2\n"
        "    jalr t0, 0(ra)\n" /* swap: on to the consumer, who comes back here */
        "    addi t2, t2, -1\n"
        "    bnez t2, produce\n"
        "    jr   t1\n"
        "consume:\n"
        "    add  a0, a0, a1\n"
        "    jalr ra, 0(t0)\n" /* swap: back to the producer */
        "    j    consume\n");

int main(void) {
    if (throw_and_catch(500) != 31 * 136 + 1 + 2 + 3 + 4) {
        return 1;
    }
    return swap_sum(4000) == 4000UL * 4001 / 2 ? 0 : 2;
}
