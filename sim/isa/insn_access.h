/* SPDX-License-Identifier: Apache-2.0 */
/* Tells which registers and memory an instruction reads and writes: what a trace of it has besides
   the pc. */
#ifndef NT_ISA_INSN_ACCESS_H
#define NT_ISA_INSN_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum nt_tandem_access {
    NT_TANDEM_ACCESS_NONE,
    NT_TANDEM_ACCESS_LOAD,
    NT_TANDEM_ACCESS_STORE,
    NT_TANDEM_ACCESS_LR,
    NT_TANDEM_ACCESS_SC,
    NT_TANDEM_ACCESS_AMO,
} nt_tandem_access;

typedef enum nt_tandem_csr_write {
    NT_TANDEM_CSR_READ, /* or no CSR instruction */
    NT_TANDEM_CSR_WRITE,
    NT_TANDEM_CSR_SET,
    NT_TANDEM_CSR_CLEAR,
} nt_tandem_csr_write;

typedef struct nt_tandem_insn {
    uint8_t gpr; /* written; 0: none, or x0 */
    uint8_t fpr;
    bool writes_fpr;
    bool is_return;          /* mret, sret */
    nt_tandem_access access; /* to memory */
    uint8_t size;            /* of the access: log2 of its bytes */
    uint8_t base;            /* the register with its address */
    int16_t offset;          /* of the address from it */
    uint8_t source;          /* the register with the data of a store, sc or AMO */
    bool source_is_fpr;
    uint8_t amo; /* the upper five bits of an AMO */
    nt_tandem_csr_write csr_write;
    uint16_t csr;
    bool immediate;  /* the CSR instruction's operand */
    uint8_t operand; /* its register, or its value */
} nt_tandem_insn;

/* Describes an instruction of RV32 or RV64 with I, M, A, F, D, C, Zicsr; of others, and reserved
   ones, nothing. `size`: 2 or 4 bytes. */
nt_tandem_insn nt_tandem_insn_of(uint32_t bits, unsigned size, unsigned xlen);

#endif
