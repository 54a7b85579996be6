/* SPDX-License-Identifier: Apache-2.0 */
/* The trace system in one cycle, as the harness compares it. The table is system.ports. */
#ifndef NT_TB_SYSTEM_VIEW_H
#define NT_TB_SYSTEM_VIEW_H

#include "model/system.h"
#include "tb/units/encoder_fields.h"

typedef struct nt_system_view {
    const nt_system_inputs *in;
    const nt_system_outputs *out; /* of the golden model */
} nt_system_view;

/* An instruction at `address` retires on a hart. */
static inline bool system_retires(const nt_system_view *v, unsigned harts, uint64_t address) {
    for (unsigned hart = 0; hart < harts; hart++) {
        if (retires(v->in->ingress[hart], address)) {
            return true;
        }
    }
    return false;
}

#endif
