/* SPDX-License-Identifier: Apache-2.0 */
/* The encoder's control fields, cycle by cycle: written directly by an ingress file, or by APB to
   registers from the first transfer on. */
#ifndef NT_INGRESS_CONTROL_STATE_H
#define NT_INGRESS_CONTROL_STATE_H

#include "model/control/encoder_registers.h"
#include "sim/ingress/ingress_file.h"

typedef struct nt_control_state {
    nt_control control; /* of the cycle */
    nt_encoder_registers registers;
    bool by_registers; /* they hold the fields, but those of the PIB */
} nt_control_state;

void nt_control_state_init(nt_control_state *fields, const nt_config *config);

/* Applies what a cycle writes before it. Returns whether `control` may have changed. */
bool nt_control_state_begin(nt_control_state *fields, const nt_cycle *cycle);

/* Steps to the next cycle. `status`: rst, apb, and what the encoder shows in this cycle. Returns
   whether `control` may have changed. */
bool nt_control_state_step(nt_control_state *fields, const nt_encoder_registers_inputs *status);

#endif
