/* SPDX-License-Identifier: Apache-2.0 */
/* Copy of the integer registers as the trace has told them (model of rtl/tandem/nt_tv_copy.v and
   nt_tv_delta.v). */
#ifndef NT_MODEL_TANDEM_TV_COPY_H
#define NT_MODEL_TANDEM_TV_COPY_H

#include "model/tandem/tv_port.h"

typedef struct nt_tv_copy {
    uint32_t known; /* bit n: xn has had an update since the reset */
    uint64_t value[32];
} nt_tv_copy;

/* What a GPR was. */
typedef struct nt_tv_old {
    bool known;
    uint64_t value;
} nt_tv_old;

/* How a GPR is told. */
typedef enum nt_tv_form { NT_TV_FULL, NT_TV_ADD, NT_TV_OR } nt_tv_form;

/* One clock edge in which a cycle's inputs are taken; `old` gets what each lane's GPR was before
   the lane. */
void nt_tv_copy_take(nt_tv_copy *s, const nt_tv_params *p, const nt_tv_inputs *in,
                     nt_tv_old old[NT_TV_LANES]);

/* Chooses the form; `amount` gets the offset or the bits to set, if it is one of these. Nothing is
   known without INCREMENT. */
nt_tv_form nt_tv_delta(const nt_tv_params *p, const nt_tv_old *old, uint64_t now, uint8_t *amount);

#endif
