/* SPDX-License-Identifier: Apache-2.0 */
#include "model/adapter/iti.h"

static uint8_t code_of(const nt_iti_port *port) {
    if (port->op_return) {
        return NT_ITYPE_TRAP_RETURN;
    }
    if (port->op_branch) {
        return port->is_taken ? NT_ITYPE_TAKEN : NT_ITYPE_NOT_TAKEN;
    }
    return port->op_jalr ? NT_ITYPE_OTHER_INDIRECT : NT_ITYPE_NONE;
}

void nt_iti_step(nt_groups *state, const nt_groups_params *params, const nt_iti_inputs *in) {
    nt_groups_inputs groups = {.rst = in->rst,
                               .priv = in->priv_lvl,
                               .debug = in->hart_debug,
                               .cause = in->cause & 63,
                               .tval = in->tval,
                               .hart_reset = in->hart_reset,
                               .hart_lowpower = in->hart_lowpower};
    bool interrupt = (in->cause >> (params->xlen - 1) & 1) != 0;
    for (unsigned i = 0; i < params->nret; i++) {
        const nt_iti_port *port = &in->port[i];
        bool first = i == 0;
        uint8_t trap = interrupt ? NT_ITYPE_INTERRUPT : NT_ITYPE_EXCEPTION;
        groups.group[i] = (nt_group){.valid = in->ex_valid ? first : port->valid,
                                     .trap = in->ex_valid && first,
                                     .code = in->ex_valid ? trap : code_of(port),
                                     .ends = true,
                                     .is_32 = !port->is_compressed,
                                     .pc = port->pc};
    }
    nt_groups_step(state, params, &groups);
}
