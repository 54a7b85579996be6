/* SPDX-License-Identifier: Apache-2.0 */
#include "model/adapter/tci.h"

void nt_tci_step(nt_groups *state, const nt_groups_params *params, const nt_tci_inputs *in) {
    nt_groups_inputs groups = {.rst = in->rst,
                               .priv = in->priv & 3,
                               .debug = (in->priv & 4) != 0,
                               .cause = in->cause & 63,
                               .tval = in->tval,
                               .hart_reset = in->hart_reset,
                               .hart_lowpower = in->hart_lowpower};
    for (unsigned i = 0; i < params->nret; i++) {
        const nt_tci_group *group = &in->group[i];
        bool returns = group->itype == NT_ITYPE_RETURN; /* what trap returns have */
        groups.group[i] = (nt_group){.valid = group->iretire,
                                     .trap = group->itype == NT_ITYPE_EXCEPTION ||
                                             group->itype == NT_ITYPE_INTERRUPT,
                                     .code = returns ? (uint8_t)NT_ITYPE_TRAP_RETURN : group->itype,
                                     .ends = group->itype != NT_ITYPE_NONE,
                                     .is_32 = group->ilastsize,
                                     .pc = group->iaddr};
    }
    nt_groups_step(state, params, &groups);
}
