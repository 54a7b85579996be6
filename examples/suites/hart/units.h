/* SPDX-License-Identifier: Apache-2.0 */
/* What lies beside the hart, as examples/core/nt_core_units.v: counters, control transfer records,
 * the select registers and mstateen0. Behind it is the golden model (units_model.c) or the RTL
 * (units_rtl.cpp). */
#ifndef SUITE_UNITS_H
#define SUITE_UNITS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A cycle. */
typedef struct units_inputs {
    bool step;     /* an instruction retires, or a trap comes */
    bool retire;   /* no trap */
    uint8_t itype; /* the code of the ingress */
    uint64_t isrc; /* pc; of a trap epc */
    uint64_t itgt; /* where execution goes on */
    uint8_t cause; /* of a trap */
    uint8_t mode;  /* before it: 3 M, 1 S, 0 U */
    uint8_t mode_next;
    bool access; /* a CSR instruction or SCTRCLR, in the cycle before it retires */
    bool clear;  /* SCTRCLR */
    uint8_t op;  /* 0 reads, 1 writes, 2 sets, 3 clears bits of `operand` */
    uint64_t operand;
    uint16_t address;
    bool write; /* with `step`: of a register that is no unit's */
    uint64_t wdata;
    bool lcofip_write; /* with `step`: of bit 13 of mip by wdata */
} units_inputs;

typedef struct units units;

/* xlen 32 or 64; the deepest buffer; bits of CCE. */
units *units_new(unsigned xlen, unsigned depth, unsigned cce);
void units_free(units *u);
void units_reset(units *u);

/* A clock edge. */
void units_step(units *u, const units_inputs *in);

/* After an access: what the register holds, and whether there is one that this mode may access. */
bool units_read(const units *u, const units_inputs *in, uint64_t *value);
bool units_lcofip(const units *u);

#ifdef __cplusplus
}
#endif

#endif
