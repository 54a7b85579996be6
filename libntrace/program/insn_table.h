/* The instructions that the disassembler knows, and how it writes them. */
#ifndef NT_PROGRAM_INSN_TABLE_H
#define NT_PROGRAM_INSN_TABLE_H

#include "ntrace/flow.h"

#include <stddef.h>
#include <stdint.h>

typedef struct nt_insn_row {
    const char *name;
    uint32_t mask;        /* the bits that tell the instruction, ... */
    uint32_t match;       /* ... and their values */
    const char *operands; /* letters that disassemble.c explains; all else stands for itself */
    uint8_t xlen;         /* 32 or 64: only there; 0: in both */
    uint16_t nonzero;     /* of these bits one must be set; 0: none need be */
} nt_insn_row;

/* The row of an instruction of 16 or 32 bits; NULL: unknown. Where the same bits are several, the
   more special one. */
const nt_insn_row *nt_insn_row_of(uint32_t code, const nt_isa *isa);

enum { NT_CSR_NAME = 32 };

/* The CSR's name, or its number in hex where it has none. */
void nt_csr_name(unsigned csr, char name[NT_CSR_NAME]);

#endif
