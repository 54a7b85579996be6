/* SPDX-License-Identifier: Apache-2.0 */
/* The table of CSR fields (csr_fields.def): what the privileged architecture (1.13) leaves open. */
#ifndef NT_TANDEM_CSR_FIELDS_H
#define NT_TANDEM_CSR_FIELDS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Lists how a core may hold what is written to a field. */
typedef enum nt_csr_rule {
    NT_CSR_ZERO,    /* reserved, or what no hart has: 0 */
    NT_CSR_HELD,    /* what is written */
    NT_CSR_SUBSET,  /* each bit: what is written, or read-only 0 */
    NT_CSR_FIXABLE, /* each bit: what is written, or read-only */
    NT_CSR_ANY,     /* each bit: as written or as before */
    NT_CSR_CBIE,
    NT_CSR_PMM,
    NT_CSR_CONSTANT, /* read-only */
    NT_CSR_SD,
    NT_CSR_XS,
    NT_CSR_STATUS,
    NT_CSR_MODE,
    NT_CSR_WIDTH,
    NT_CSR_MISA,
    NT_CSR_TVEC,
    NT_CSR_EPC,
    NT_CSR_TVAL,
    NT_CSR_CAUSE,
    NT_CSR_SATP,
    NT_CSR_HGATP,
    NT_CSR_PENDING,
    NT_CSR_SMEPMP,
    NT_CSR_PMPCFG,
    NT_CSR_PMPADDR,
    NT_CSR_RULES,
} nt_csr_rule;

/* Lists extensions without which a field is 0. */
typedef enum nt_csr_needs {
    NT_CSR_NEEDS_NOTHING,
    NT_CSR_NEEDS_U,
    NT_CSR_NEEDS_S,
    NT_CSR_NEEDS_F,
    NT_CSR_NEEDS_V,
    NT_CSR_NEEDS_H,
} nt_csr_needs;

/* Is a row of the table. */
typedef struct nt_csr_field {
    uint16_t first;
    uint16_t last;
    const char *csr;
    uint8_t high;
    uint8_t low;
    const char *name;
    uint8_t rule;  /* nt_csr_rule */
    uint8_t needs; /* nt_csr_needs */
    const char *note;
} nt_csr_field;

extern const nt_csr_field nt_csr_field_table[];
extern const size_t nt_csr_field_count;

/* Returns the rows of a CSR; `count`: how many; NULL: the table does not have it. */
const nt_csr_field *nt_csr_fields_of(uint16_t csr, size_t *count);

/* Prints the table as docs/tandem-verify.md has it. */
void nt_csr_fields_print(FILE *out);

#endif
