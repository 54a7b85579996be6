/* SPDX-License-Identifier: Apache-2.0 */
/* Entries for traps to machine and supervisor mode. Each has a stack of its own, in mscratch and
   sscratch, and calls a function of the program that returns where execution goes on. */
#ifndef TANDEM_TRAP_H
#define TANDEM_TRAP_H

#include "common/program.h"

typedef uintptr_t word;

#define INTERRUPT (~((word)-1 >> 1))

/* Is the instruction that stores a word. */
#if __riscv_xlen == 64
#define STORE_WORD "sd"
#else
#define STORE_WORD "sw"
#endif

/* Are entries: direct, and a table of jumps to them for vectored mode. */
extern char machine_entry[], machine_vectors[], supervisor_entry[], supervisor_vectors[];

/* Get cause, epc and tval, and return the new epc. */
word machine_trap(word cause, word epc, word tval);
word supervisor_trap(word cause, word epc, word tval);

/* Goes to the function in another mode: 0 user, 1 supervisor. It returns by a trap. */
void run_in_mode(unsigned mode, void (*function)(void));

#define CSR_READ(csr)                                                                              \
    ({                                                                                             \
        word value_;                                                                               \
        __asm__ volatile("csrr %0, " #csr : "=r"(value_) : : "memory");                            \
        value_;                                                                                    \
    })
#define CSR_WRITE(csr, value) __asm__ volatile("csrw " #csr ", %0" : : "rK"(value) : "memory")
#define CSR_SET(csr, value)   __asm__ volatile("csrs " #csr ", %0" : : "rK"(value) : "memory")
#define CSR_CLEAR(csr, value) __asm__ volatile("csrc " #csr ", %0" : : "rK"(value) : "memory")

/* Behind the instruction at an address. */
static inline word behind(word epc) {
    return epc + ((*(const uint16_t *)epc & 3) == 3 ? 4 : 2);
}

/* Makes all memory accessible to the lower modes, by PMP. */
static inline void open_memory(void) {
    CSR_WRITE(pmpaddr0, __riscv_xlen == 64 ? (word)-1 >> 10 : (word)-1);
    CSR_WRITE(pmpcfg0, 0x1f);
}

/* Sets up the entries. */
void take_traps(void);

#endif
