/* SPDX-License-Identifier: Apache-2.0 */
/* What an instruction is to a trace (model of rtl/adapter/nt_instruction.v). */
#ifndef NT_MODEL_ADAPTER_INSTRUCTION_H
#define NT_MODEL_ADAPTER_INSTRUCTION_H

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_instruction {
    uint8_t bytes;  /* 2 or 4 */
    uint8_t itype;  /* nt_itype; of a branch NT_ITYPE_NOT_TAKEN, whichever way it goes */
    bool trap_call; /* ecall, ebreak or c.ebreak */
    bool loads;     /* lui, c.lui or auipc: `rd` has what the code alone tells */
    uint8_t rd;     /* with `loads` */
    uint8_t rs1;    /* of an indirect jump: its register */
} nt_instruction;

/* Returns what `insn` is; one of 16 bits is in the low half. xlen: 32 or 64, c.jal is of RV32
 * alone. */
nt_instruction nt_instruction_of(uint32_t insn, unsigned xlen);

#endif
