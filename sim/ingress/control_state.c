/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/control_state.h"

#include "model/encoder_core.h"

void nt_control_state_init(nt_control_state *fields, const nt_config *config) {
    *fields = (nt_control_state){.control = nt_control_reset()};
    nt_encoder_registers_init(&fields->registers, config);
}

/* The PIB has registers of its own. */
static void obey_registers(nt_control_state *fields) {
    nt_control *control = &fields->control;
    const nt_control old = *control;
    *control = fields->registers.control;
    control->trPibActive = old.trPibActive;
    control->trPibEnable = old.trPibEnable;
    control->trPibMode = old.trPibMode;
    control->trPibDivider = old.trPibDivider;
}

bool nt_control_state_begin(nt_control_state *fields, const nt_cycle *cycle) {
    bool begins = cycle->apb.PSEL && !fields->by_registers;
    if (cycle->writes == 0 && !begins) {
        return false;
    }
    for (unsigned i = 0; i < cycle->writes; i++) {
        nt_control_set(&fields->control, cycle->write[i].field, cycle->write[i].value);
    }
    fields->by_registers |= begins;
    if (fields->by_registers) {
        obey_registers(fields);
    }
    return true;
}

bool nt_control_state_step(nt_control_state *fields, const nt_encoder_registers_inputs *status) {
    bool moved = status->trace_on || status->trace_off;
    if (!fields->by_registers) {
        const nt_trigger_outputs triggers = {.trace_on = status->trace_on,
                                             .trace_off = status->trace_off};
        nt_encoder_core_pull(&fields->control, &triggers);
        return moved;
    }
    nt_encoder_registers_step(&fields->registers, status);
    moved |= status->rst || nt_apb_is_write(&status->apb);
    if (moved) {
        obey_registers(fields);
    }
    return moved;
}
