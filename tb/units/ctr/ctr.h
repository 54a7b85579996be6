/* SPDX-License-Identifier: Apache-2.0 */
/* Control Transfer Records beside their model in one cycle, as the harness compares them. */
#ifndef NT_TB_UNITS_CTR_H
#define NT_TB_UNITS_CTR_H

#include "model/ctr/ctr.h"
#include "tb/lockstep/names.h"
#include "tb/lockstep/values.h"

typedef struct ctr_view {
    nt_ctr_inputs in;
    nt_ctr_outputs out;
    const nt_ctr *model;
} ctr_view;

/* Makes a model with these parameters, which must be ones that the RTL can have, as after power-on;
   NULL without memory. */
ctr_view *ctr_new(const nt_value *values, const char **complaint);
void ctr_free(ctr_view *view);

/* Lets the outputs settle by state and inputs. */
void ctr_settle(ctr_view *view);

/* Takes the model over a clock edge, with inputs and outputs that have settled. */
void ctr_step(ctr_view *view);

/* A transfer from or to `address` retires. */
static inline bool ctr_transfers(const nt_ctr_inputs *in, uint64_t address) {
    for (const nt_ctr_block *block = in->block; block < in->block + NT_CTR_BLOCKS; block++) {
        if (block->valid && (block->isrc == address || block->itgt == address)) {
            return true;
        }
    }
    return false;
}

#endif
