/* SPDX-License-Identifier: Apache-2.0 */
/* Traps of a program: trap.S saves the registers that C functions change, and calls handle_trap. */
#ifndef TRAP_H
#define TRAP_H

#include <stdint.h>

enum {
    CAUSE_FETCH_FAULT = 1,
    CAUSE_ILLEGAL = 2,
    CAUSE_BREAKPOINT = 3,
    CAUSE_LOAD_MISALIGNED = 4,
    CAUSE_LOAD_FAULT = 5,
    CAUSE_STORE_MISALIGNED = 6,
    CAUSE_STORE_FAULT = 7,
    CAUSE_ECALL_U = 8,
    CAUSE_ECALL_M = 11,
};
#define CAUSE_SOFTWARE 0x80000003U
#define CAUSE_TIMER    0x80000007U

/* The program's: a0 to a7 of the interrupted code in `a`, which may be changed. Returns where to go
 * on. */
uint32_t handle_trap(uint32_t cause, uint32_t epc, uint32_t tval, uint32_t *a);

/* The entry, for mtvec; and one for each cause of interrupts, for its vectored mode. */
void trap_entry(void);
void trap_vectors(void);

/* Runs a function in user mode, on a stack of its own; the handler ends it by leave_user. */
void enter_user(void (*function)(void), uint32_t *stack_top);

/* For handle_trap: goes on behind enter_user. */
uint32_t leave_user(void);

/* The size of the instruction at an address, in bytes. */
static inline uint32_t size_at(uint32_t pc) {
    return (*(const uint16_t *)(uintptr_t)pc & 3) == 3 ? 4 : 2;
}

#endif
