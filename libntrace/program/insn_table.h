/* SPDX-License-Identifier: Apache-2.0 */
/* Is the table of instructions of the disassembler. */
#ifndef NT_PROGRAM_INSN_TABLE_H
#define NT_PROGRAM_INSN_TABLE_H

#include "ntrace/flow.h"

#include <stddef.h>
#include <stdint.h>

typedef struct nt_insn_row {
    const char *name;
    uint32_t mask;        /* the bits that identify the instruction, ... */
    uint32_t match;       /* ... and their values */
    const char *operands; /* letters, explained in disassemble.c; other characters are literal */
    uint8_t xlen;         /* 32 or 64: only there; 0: in both */
    uint16_t nonzero;     /* at least one of these bits must be set; 0: no condition */
} nt_insn_row;

/* Returns the row of an instruction of 16 or 32 bits; NULL: unknown. If several match, the most
   specific one. */
const nt_insn_row *nt_insn_row_of(uint32_t code, const nt_isa *isa);

/* Are the names of integer and floating-point registers, as the psABI has them. */
extern const char nt_register_names[32][8];
extern const char nt_float_register_names[32][8];

enum { NT_CSR_NAME = 32 };

/* Writes the CSR's name, or its number in hex if it has none. */
void nt_csr_name(unsigned csr, char name[NT_CSR_NAME]);

#endif
