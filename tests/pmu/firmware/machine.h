/* SPDX-License-Identifier: Apache-2.0 */
/* CSRs and devices of QEMU's "virt", as far as the firmware uses them; the board of examples/core
   has the same, but for the UART. */
#ifndef NT_TESTS_PMU_MACHINE_H
#define NT_TESTS_PMU_MACHINE_H

#include "tests/pmu/firmware/map.h"

#include <stdbool.h>
#include <stdint.h>

typedef unsigned long word;

#define CSR_READ(name)                                                                             \
    ({                                                                                             \
        word csr_value;                                                                            \
        __asm__ volatile("csrr %0, " name : "=r"(csr_value)::"memory");                            \
        csr_value;                                                                                 \
    })
#define CSR_WRITE(name, value) __asm__ volatile("csrw " name ", %0" ::"rK"(value) : "memory")
#define CSR_SET(name, value)   __asm__ volatile("csrs " name ", %0" ::"rK"(value) : "memory")
#define CSR_CLEAR(name, value) __asm__ volatile("csrc " name ", %0" ::"rK"(value) : "memory")

#define INTERRUPT(cause) ((word)1 << (8 * sizeof(word) - 1) | (cause))

enum {
    IRQ_S_SOFT = 1,
    IRQ_M_SOFT = 3,
    IRQ_S_TIMER = 5,
    IRQ_M_TIMER = 7,
    IRQ_S_EXTERNAL = 9,
    IRQ_LCOF = 13,
    CAUSE_ECALL_S = 9,
};

/* Writes a character to the UART. */
static inline void machine_put(char c) {
#ifdef MAP_CONSOLE
    *(volatile uint8_t *)MAP_CONSOLE = (uint8_t)c;
#else
    volatile uint8_t *uart = (volatile uint8_t *)0x10000000u;
    while ((uart[5] & 0x20) == 0) {
    }
    uart[0] = (uint8_t)c;
#endif
}

/* Ends QEMU, with exit status 1 if it failed. */
_Noreturn static inline void machine_off(bool failed) {
    *(volatile uint32_t *)0x100000u = failed ? 0x13333 : 0x5555;
    for (;;) {
        __asm__ volatile("wfi");
    }
}

/* Interrupts a hart in M mode, or takes that back. */
static inline void machine_software_interrupt(unsigned hart, bool pending) {
    ((volatile uint32_t *)0x2000000u)[hart] = pending;
}

/* Interrupts this hart in M mode when `time` has come. */
static inline void machine_timer(unsigned hart, uint64_t time) {
    volatile uint32_t *compare = (volatile uint32_t *)0x2004000u + 2 * hart;
    compare[1] = UINT32_MAX;
    compare[0] = (uint32_t)time;
    compare[1] = (uint32_t)(time >> 32);
}

#endif
