/* SPDX-License-Identifier: Apache-2.0 */
/* From Rocket's TraceCoreInterface to the trace ingress port beside its model in one cycle, as the
   harness compares them. */
#ifndef NT_TB_UNITS_TCI_H
#define NT_TB_UNITS_TCI_H

#include "model/adapter/tci.h"

typedef struct tci_view {
    nt_tci_inputs in;
    const nt_groups *model;
} tci_view;

#endif
