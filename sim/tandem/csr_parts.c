/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/csr_parts.h"

#include <stddef.h>

static size_t find(const nt_tv_csr_parts *parts, uint16_t csr) {
    size_t at = 0;
    while (at < NT_TV_CSR_PARTS && parts->part[at].csr != csr) {
        at++;
    }
    return at;
}

uint64_t nt_tv_csr_part_of(const nt_tv_csr_parts *parts, uint16_t csr, uint64_t *value) {
    size_t at = find(parts, csr);
    *value = at < NT_TV_CSR_PARTS ? parts->part[at].value : 0;
    return at < NT_TV_CSR_PARTS ? parts->part[at].mask : 0;
}

void nt_tv_csr_part_add(nt_tv_csr_parts *parts, const nt_tv_csr_part *part) {
    size_t at = find(parts, part->csr);
    at = at < NT_TV_CSR_PARTS ? at : find(parts, 0);
    if (at < NT_TV_CSR_PARTS) {
        nt_tv_csr_part *found = &parts->part[at];
        found->csr = part->csr;
        found->mask |= part->mask;
        found->value = (found->value & ~part->mask) | (part->value & part->mask);
    }
}

void nt_tv_csr_part_drop(nt_tv_csr_parts *parts, uint16_t csr) {
    size_t at = find(parts, csr);
    if (at < NT_TV_CSR_PARTS) {
        parts->part[at] = (nt_tv_csr_part){.csr = 0};
    }
}
