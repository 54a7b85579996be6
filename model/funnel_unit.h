/* SPDX-License-Identifier: Apache-2.0 */
/* A funnel with its control registers and its timestamp unit (model of rtl/nt_funnel_unit.v). */
#ifndef NT_MODEL_FUNNEL_UNIT_H
#define NT_MODEL_FUNNEL_UNIT_H

#include "model/control/funnel_registers.h"
#include "model/control/timestamp.h"
#include "model/transport/funnel.h"

typedef struct nt_funnel_unit_params {
    nt_funnel_params funnel;
    uint8_t tstamp_w; /* 0: no timestamp unit */
} nt_funnel_unit_params;

typedef struct nt_funnel_unit {
    nt_funnel_registers registers;
    nt_timestamp ts;
    nt_funnel funnel;
} nt_funnel_unit;

typedef struct nt_funnel_unit_inputs {
    bool rst;
    nt_apb apb;
    bool system_tick;
    uint64_t external_time;
    uint64_t shared_time;
    nt_beat in[NT_MAX_FUNNEL_INPUTS]; /* these and out_ready count in nt_funnel_unit_step alone */
    bool out_ready;
} nt_funnel_unit_inputs;

typedef struct nt_funnel_unit_outputs {
    nt_funnel_outputs funnel;
    nt_funnel_registers_outputs registers;
} nt_funnel_unit_outputs;

/* As after a reset. */
void nt_funnel_unit_init(nt_funnel_unit *s, const nt_funnel_unit_params *params);

/* The timestamp of this cycle, from state and the times alone. */
uint64_t nt_funnel_unit_timestamp(const nt_funnel_unit *s, const nt_funnel_unit_inputs *in);

/* From state and the bus alone. */
void nt_funnel_unit_out(const nt_funnel_unit *s, const nt_funnel_unit_inputs *in,
                        nt_funnel_unit_outputs *out);

/* `out`: of this cycle. */
void nt_funnel_unit_step(nt_funnel_unit *s, const nt_funnel_unit_inputs *in,
                         const nt_funnel_unit_outputs *out);

#endif
