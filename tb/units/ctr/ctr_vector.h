/* SPDX-License-Identifier: Apache-2.0 */
/* RTL and model of nt_ctr on the ingress of a compliance vector. */
#ifndef NT_TB_UNITS_CTR_CTR_VECTOR_H
#define NT_TB_UNITS_CTR_CTR_VECTOR_H

#include "tb/lockstep/vector.h"
#include "tb/units/ctr/ctr.h"

/* The body of `bench vector FILE OUTPUT`, of a bench of this build. The exit status. */
int ctr_vector_run(nt_lockstep *lockstep, int argc, char **argv, const nt_ctr_config *config);

#endif
