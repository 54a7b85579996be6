/* SPDX-License-Identifier: Apache-2.0 */
/* From what CVA6 gives its ITI to the trace ingress port beside its model in one cycle, as the
   harness compares them. */
#ifndef NT_TB_UNITS_ITI_H
#define NT_TB_UNITS_ITI_H

#include "model/adapter/iti.h"

typedef struct iti_view {
    nt_iti_inputs in;
    const nt_groups *model;
} iti_view;

#endif
