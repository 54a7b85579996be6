/* SPDX-License-Identifier: Apache-2.0 */
/* From Rocket's TraceCoreInterface to the trace ingress port (model of rtl/adapter/nt_tci.v).
   docs/adapters.md. */
#ifndef NT_MODEL_ADAPTER_TCI_H
#define NT_MODEL_ADAPTER_TCI_H

#include "model/adapter/groups.h"

/* Is a group, by the names of its signals. */
typedef struct nt_tci_group {
    bool iretire;
    uint64_t iaddr;
    uint8_t itype; /* 4 bits */
    bool ilastsize;
} nt_tci_group;

typedef struct nt_tci_inputs {
    bool rst;
    nt_tci_group group[NT_GROUPS];
    uint8_t priv; /* 4 bits: the mode in the low two, bit 2 debug mode */
    uint64_t tval;
    uint64_t cause; /* with the interrupt bit */
    bool hart_reset;
    bool hart_lowpower;
} nt_tci_inputs;

/* Takes the state over a clock edge. */
void nt_tci_step(nt_groups *state, const nt_groups_params *params, const nt_tci_inputs *in);

#endif
