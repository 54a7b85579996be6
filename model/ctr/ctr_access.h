/* SPDX-License-Identifier: Apache-2.0 */
/* CSR accesses to CTR: what they reach, and who may. */
#ifndef NT_MODEL_CTR_CTR_ACCESS_H
#define NT_MODEL_CTR_CTR_ACCESS_H

#include "model/ctr/ctr.h"

/* What an access reaches. */
typedef enum nt_ctr_register {
    NT_CTR_NONE, /* nothing of this unit */
    NT_CTR_MCTRCTL,
    NT_CTR_SCTRCTL,
    NT_CTR_VSCTRCTL,
    NT_CTR_STATUS,
    NT_CTR_DEPTH,
    NT_CTR_SOURCE, /* of an entry, and so on */
    NT_CTR_TARGET,
    NT_CTR_DATA,
    NT_CTR_ZERO, /* *ireg4 to 6 */
    NT_CTR_SCTRCLR,
} nt_ctr_register;

typedef struct nt_ctr_access {
    nt_ctr_register what; /* as the mode sees it: sctrctl is vsctrctl in VS */
    bool upper;           /* its bits 63 to 32, on RV32 */
    bool is_illegal;      /* illegal-instruction exception */
    bool is_virtual;      /* virtual-instruction exception */
} nt_ctr_access;

/* Judges the access of this cycle. */
nt_ctr_access nt_ctr_access_of(const nt_ctr_config *config, const nt_ctr_inputs *in);

static inline bool nt_ctr_is_entry(nt_ctr_register what) {
    return what == NT_CTR_SOURCE || what == NT_CTR_TARGET || what == NT_CTR_DATA;
}

#endif
