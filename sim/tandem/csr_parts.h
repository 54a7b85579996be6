/* SPDX-License-Identifier: Apache-2.0 */
/* CSRs of which some bits are known, by their views (fflags and frm of fcsr, sstatus, sie), while
   nobody told all of them. */
#ifndef NT_TANDEM_CSR_PARTS_H
#define NT_TANDEM_CSR_PARTS_H

#include <stdint.h>

enum { NT_TV_CSR_PARTS = 6 }; /* more than there are CSRs with views that have a state */

typedef struct nt_tv_csr_part {
    uint16_t csr; /* 0: none */
    uint64_t mask;
    uint64_t value;
} nt_tv_csr_part;

typedef struct nt_tv_csr_parts {
    nt_tv_csr_part part[NT_TV_CSR_PARTS];
} nt_tv_csr_parts;

/* Returns which bits are known; `value` gets them. */
uint64_t nt_tv_csr_part_of(const nt_tv_csr_parts *parts, uint16_t csr, uint64_t *value);

/* Adds what is known of a CSR. */
void nt_tv_csr_part_add(nt_tv_csr_parts *parts, const nt_tv_csr_part *part);

/* Nothing is known of the CSR. */
void nt_tv_csr_part_drop(nt_tv_csr_parts *parts, uint16_t csr);

#endif
