/* SPDX-License-Identifier: Apache-2.0 */
/* Counts what a run of CTR has reached. */
#ifndef NT_TB_UNITS_CTR_COUNTS_H
#define NT_TB_UNITS_CTR_COUNTS_H

#include "sim/stimulus/hart_cycles.h"
#include "tb/units/ctr/ctr.h"

#include <jansson.h>

enum { CTR_TYPES = 16 };

typedef struct ctr_counts {
    uint64_t cycles;
    uint64_t blocks;
    uint64_t transfers;
    uint64_t crowded; /* cycles with several transfers */
    uint64_t with_transfers;
    uint64_t entries; /* recorded */
    uint64_t by_type[CTR_TYPES];
    uint64_t pops;
    uint64_t accesses; /* that CTR has */
    uint64_t refused;  /* of these, by an exception */
    uint64_t freezes;  /* by a trap */
    uint64_t clears;
    uint64_t overflows; /* counts of cycles that stopped at their most */
} ctr_counts;

/* Counts a cycle after its clock edge. `was_frozen`, `cycles`: of the model before it. */
void ctr_count(ctr_counts *counts, const nt_ctr_config *config, const ctr_view *view,
               const nt_hart_cycle *cycle, bool was_frozen, uint32_t cycles);

/* Puts them into the summary. */
void ctr_counts_put(const ctr_counts *counts, json_t *root);

#endif
