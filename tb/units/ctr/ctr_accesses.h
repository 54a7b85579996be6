/* SPDX-License-Identifier: Apache-2.0 */
/* Draws CSR accesses to CTR: all registers of both maps, from every mode, with neighbours that are
   not CTR's. */
#ifndef NT_TB_UNITS_CTR_ACCESSES_H
#define NT_TB_UNITS_CTR_ACCESSES_H

#include "model/ctr/ctr.h"
#include "sim/util/random.h"

/* Puts a request into the inputs; while frozen it often ends that. */
void ctr_draw_access(nt_random *random, const nt_ctr_config *config, bool frozen,
                     nt_ctr_inputs *in);

#endif
