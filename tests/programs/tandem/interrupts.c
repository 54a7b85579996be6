/* SPDX-License-Identifier: Apache-2.0 */
/* Timer and software interrupts in machine mode, direct and vectored, in the middle of computation:
   right after they are enabled, nested, and ended by a read-modify-write of mip. */
#include "tandem/trap.h"

#define MSIP     ((volatile uint32_t *)0x2000000)
#define MTIMECMP ((volatile uint32_t *)0x2004000)
#define MTIME    ((volatile uint32_t *)0x200bff8)

enum { SOFTWARE = 3, TIMER = 7, MIE = 8, STEP = 4, ROUNDS = 6 };

static volatile unsigned timers, softwares;
static volatile int nested;

static void set_timer(uint32_t from_now) {
    uint64_t at = ((uint64_t)MTIME[1] << 32 | MTIME[0]) + from_now;
    MTIMECMP[1] = UINT32_MAX;
    MTIMECMP[0] = (uint32_t)at;
    MTIMECMP[1] = (uint32_t)(at >> 32);
}

word machine_trap(word cause, word epc, word tval) {
    (void)tval;
    if (cause == (INTERRUPT | SOFTWARE)) {
        *MSIP = 0;
        softwares++;
    } else if (cause == (INTERRUPT | TIMER)) {
        timers++;
        if (timers % 2 != 0) {
            *MSIP = 1; /* pending at once, taken after mret */
        }
        set_timer(STEP);
    } else {
        power_off(8);
    }
    return epc;
}

static uint32_t compute(uint32_t seed, unsigned steps) {
    for (unsigned i = 0; i < steps; i++) {
        seed = next_random(&seed) + i;
    }
    return seed;
}

static uint32_t run(word entry) {
    timers = softwares = 0;
    CSR_WRITE(mtvec, entry);
    set_timer(STEP);
    CSR_WRITE(mie, (word)1 << TIMER | 1 << SOFTWARE);
    *MSIP = 1;
    word old;
    __asm__ volatile("csrrsi %0, mstatus, 8" : "=r"(old) : : "memory"); /* one comes at once */
    uint32_t hash = (uint32_t)old;
    while (timers < ROUNDS) {
        hash ^= compute(1, 20);
    }
    CSR_CLEAR(mstatus, MIE);
    CSR_WRITE(mie, 0);
    return timers == ROUNDS && softwares == 1 + ROUNDS / 2 ? 0 : 1;
}

int main(void) {
    take_traps();
    uint32_t wrong = run((word)machine_entry);
    wrong |= run((word)machine_vectors | 1) << 1;
    /* wfi wakes up by what is pending, although nothing is enabled. */
    CSR_WRITE(mie, (word)1 << TIMER);
    set_timer(5);
    __asm__ volatile("wfi");
    wrong |= (CSR_READ(mip) >> TIMER & 1) == 0 ? 4 : 0;
    return (int)wrong;
}
