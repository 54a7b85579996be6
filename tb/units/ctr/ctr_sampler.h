/* SPDX-License-Identifier: Apache-2.0 */
/* Samples CTR as a debugger does: it halts the hart, sets FROZEN, reads every entry and goes on;
   and after each trap that froze CTR by itself it reads likewise. */
#ifndef NT_TB_UNITS_CTR_SAMPLER_H
#define NT_TB_UNITS_CTR_SAMPLER_H

#include "model/ctr/ctr.h"
#include "sim/util/random.h"

typedef enum ctr_sampling {
    CTR_SETS_DEPTH,   /* at the beginning: 64 entries if there are, ... */
    CTR_SETS_CONTROL, /* ... all modes and types, traps that freeze */
    CTR_SETS_UPPER,   /* its upper half in the draft on RV32 */
    CTR_RUNS,
    CTR_FREEZES,
    CTR_READS,
    CTR_THAWS,
} ctr_sampling;

typedef struct ctr_sampler {
    uint32_t every; /* cycles, on average, between samples by a write; 0: none */
    ctr_sampling phase;
    unsigned index;     /* of the entry's register to read */
    uint64_t frozen[3]; /* samples: by a write, by a breakpoint, by an LCOFI */
    uint64_t empty;     /* samples without a valid entry */
    uint64_t entries;   /* valid ones */
    bool any;           /* one in this sample */
} ctr_sampler;

/* Chooses the next access. True: the hart halts for it. `cause`: of the last cycle's trap. */
bool ctr_sampler_next(ctr_sampler *sampler, nt_random *random, const nt_ctr_config *config,
                      const nt_ctr *ctr, nt_ctr_inputs *in);

/* Takes what an access answered. */
void ctr_sampler_took(ctr_sampler *sampler, const nt_ctr_config *config, const nt_ctr *ctr,
                      const nt_ctr_inputs *in, const nt_ctr_outputs *out);

#endif
