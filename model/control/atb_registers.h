/* SPDX-License-Identifier: Apache-2.0 */
/* The ATB bridge's control registers behind an APB4 slave (model of
   rtl/control/nt_atb_registers.v). Layout and legal values: nt_atb_map. */
#ifndef NT_MODEL_CONTROL_ATB_REGISTERS_H
#define NT_MODEL_CONTROL_ATB_REGISTERS_H

#include "model/control/apb.h"
#include "model/control/components.h"
#include "model/control/register_map.h"

extern const nt_register_map nt_atb_map; /* fields nt_atb_control, build none */

typedef struct nt_atb_registers {
    nt_atb_control control; /* the fields of nt_atb_map */
} nt_atb_registers;

typedef struct nt_atb_registers_inputs {
    bool rst;
    nt_apb apb;
    bool trAtbBridgeEmpty;
} nt_atb_registers_inputs;

/* As after a reset. */
void nt_atb_registers_init(nt_atb_registers *s);

/* Combinational in the bus and trAtbBridgeEmpty. */
nt_apb_answer nt_atb_registers_out(const nt_atb_registers *s, const nt_atb_registers_inputs *in);
void nt_atb_registers_step(nt_atb_registers *s, const nt_atb_registers_inputs *in);

#endif
