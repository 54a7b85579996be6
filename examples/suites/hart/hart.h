/* SPDX-License-Identifier: Apache-2.0 */
/* A small RV32 or RV64 hart in C with machine, supervisor and user mode, as examples/core is one in
 * RTL: I, C and Zicsr; an instruction takes a cycle, one that accesses a CSR two. */
#ifndef SUITE_HART_H
#define SUITE_HART_H

#include "units.h"

#include <stddef.h>

enum { HART_BASE = 0x80000000U, HART_MEMORY = 0x10000, HART_FINISH = 0x00100000 };

/* CSRs that are the hart's own; of mstatus, mie, mip all bits that are there */
typedef struct hart_csrs {
    uint64_t mstatus, mie, mip, medeleg, mideleg;
    uint64_t tvec[4], scratch[4], epc[4], cause[4], tval[4]; /* by mode: 1 S, 3 M */
} hart_csrs;

typedef struct hart {
    unsigned xlen;
    units *beside;
    uint8_t mode;
    uint64_t pc;
    uint64_t x[32];
    hart_csrs csrs;
    bool waits;    /* in wfi */
    bool finished; /* the program wrote to HART_FINISH: */
    uint32_t status;
    uint64_t cycles;
    uint8_t memory[HART_MEMORY];
} hart;

/* What an instruction does. */
typedef struct hart_insn {
    uint32_t code; /* of 32 bits */
    uint64_t next; /* where it leads */
    uint8_t itype;
    bool trap; /* it does not retire: */
    uint64_t cause, tval;
} hart_insn;

void hart_reset(hart *h);

/* An instruction, an interrupt, or a cycle of waiting. */
void hart_step(hart *h);

/* ---- csrs.c */

/* A trap's mode, with what its entry writes. */
uint8_t hart_trap(hart *h, uint64_t cause, uint64_t epc, uint64_t tval, uint64_t *handler);

/* mret (3) or sret (1): where it goes. */
uint64_t hart_return(hart *h, uint8_t by);

/* The interrupt to be taken. */
bool hart_interrupt(const hart *h, uint64_t *cause);
bool hart_wakes(const hart *h);

/* A register of the hart itself: whether it is one, which the mode may access, and its value. */
bool hart_csr_own(uint16_t number);
bool hart_csr_read(const hart *h, uint16_t number, uint64_t *value);
void hart_csr_write(hart *h, uint16_t number, uint64_t value);

/* XLEN bits of a value, with its sign on RV32. */
static inline uint64_t hart_word(const hart *h, uint64_t value) {
    return h->xlen == 64 ? value : (uint32_t)value;
}

#endif
