/* SPDX-License-Identifier: Apache-2.0 */
/* The funnel's control registers behind an APB4 slave, with those of its timestamp unit (model of
   rtl/control/nt_funnel_registers.v). Layout and legal values: nt_funnel_map. */
#ifndef NT_MODEL_CONTROL_FUNNEL_REGISTERS_H
#define NT_MODEL_CONTROL_FUNNEL_REGISTERS_H

#include "model/control/apb.h"
#include "model/control/components.h"
#include "model/control/control.h"
#include "model/control/register_map.h"
#include "model/control/timestamp_access.h"

extern const nt_register_map
    nt_funnel_map; /* fields nt_funnel_fields, build nt_funnel_registers_params */

typedef struct nt_funnel_registers_params {
    unsigned inputs;   /* 2 to 16 */
    unsigned tstamp_w; /* width of timestamps, 1 to 63; 0: no timestamp unit */
} nt_funnel_registers_params;

/* The fields of nt_funnel_map. */
typedef struct nt_funnel_fields {
    nt_funnel_control control;
    nt_control timestamp; /* the trTs* alone, for nt_timestamp */
} nt_funnel_fields;

typedef struct nt_funnel_registers {
    nt_funnel_registers_params params;
    nt_funnel_fields fields;
    nt_timestamp_access counter;
} nt_funnel_registers;

typedef struct nt_funnel_registers_inputs {
    bool rst;
    nt_apb apb;
    bool trFunnelEmpty;
    uint64_t timestamp; /* of nt_timestamp */
} nt_funnel_registers_inputs;

typedef struct nt_funnel_registers_outputs {
    nt_apb_answer bus;
    bool trTsReset; /* the timestamp counter is reset at the coming clock edge */
} nt_funnel_registers_outputs;

/* As after a reset. */
void nt_funnel_registers_init(nt_funnel_registers *s, const nt_funnel_registers_params *params);

/* Combinational in the bus; of the other inputs only trFunnelEmpty counts. */
void nt_funnel_registers_out(const nt_funnel_registers *s, const nt_funnel_registers_inputs *in,
                             nt_funnel_registers_outputs *out);
void nt_funnel_registers_step(nt_funnel_registers *s, const nt_funnel_registers_inputs *in);

#endif
