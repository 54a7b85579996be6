/* SPDX-License-Identifier: Apache-2.0 */
/* Counters: what an instruction writes the next one reads, what counts, and 100 interrupts by
 * overflow. */
#include "board.h"
#include "trap.h"

#define CAUSE_LCOFI 0x8000000dU
#define LCOFI       (1U << 13)
#define OF          0x80000000U

enum { INSTRUCTIONS = 2, BRANCHES = 5, CALLS = 0x8002, LCOFIS = 100 };

static uint32_t stack[256];
static volatile uint32_t lcofis, odd;

/* Writes a counter, and reads it by the next instruction. */
#define ROUND(csr, value)                                                                          \
    __extension__({                                                                                \
        uint32_t read_;                                                                            \
        __asm__ volatile("csrw " #csr ", %1\n csrr %0, " #csr : "=&r"(read_) : "r"(value));        \
        read_;                                                                                     \
    })

/* What counts from a write to a read: the six instructions between them, not the one that writes.
 */
#define COUNTED(csr)                                                                               \
    __extension__({                                                                                \
        uint32_t read_;                                                                            \
        __asm__ volatile("csrw " #csr                                                              \
                         ", zero\n nop\n nop\n j 1f\n 1: nop\n nop\n nop\n csrr %0, " #csr         \
                         : "=&r"(read_));                                                          \
        read_;                                                                                     \
    })

uint32_t handle_trap(uint32_t cause, uint32_t epc, uint32_t tval, uint32_t *a) {
    (void)a;
    odd += cause != CAUSE_LCOFI || tval != 0;
    lcofis++;
    odd += (csr_read(0x723) & OF) == 0;
    csr_write(0xb83, UINT32_MAX);
    csr_write(0xb03, -(20 + lcofis % 7)); /* so many branches until the next one */
    csr_clear(0x723, OF);
    csr_clear(mip, LCOFI);
    return epc;
}

static int reads_back(void) {
    for (uint32_t value = 1; value != 0; value <<= 1) {
        if (ROUND(minstret, value) != value || ROUND(minstreth, value) != value ||
            ROUND(mhpmcounter3, value) != value || ROUND(mhpmcounter6, value) != value ||
            ROUND(mhpmcounter5h, value) != value || ROUND(mcycleh, value) != value) {
            return 1;
        }
    }
    return ROUND(mhpmcounter7, 5U) != 0; /* there is none */
}

int main(void) {
    csr_write(mhpmevent3, INSTRUCTIONS);
    csr_write(mhpmevent5, INSTRUCTIONS);
    csr_write(mhpmevent6, INSTRUCTIONS);
    if (reads_back() != 0) {
        return 1;
    }
    if (COUNTED(minstret) != 6 || COUNTED(mhpmcounter3) != 6) {
        return 2;
    }
    csr_write(0xb83, UINT32_MAX);
    csr_write(0xb03, -20);
    csr_write(mhpmevent3, BRANCHES);
    csr_write(0x723, 0);
    csr_write(mscratch, (uintptr_t)&stack[256]);
    csr_write(mtvec, (uintptr_t)trap_entry);
    csr_write(mie, LCOFI);
    csr_set(mstatus, 8);
    while (lcofis < LCOFIS) {
        __asm__ volatile("nop");
    }
    csr_clear(mstatus, 8);
    return odd != 0 ? 3 : 0;
}
