/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of rtl/nt_trace_encoder.v: control registers, triggers, timestamp unit and
   encoder together.

   A cycle: set the inputs, call nt_trace_encoder_out, then nt_trace_encoder_step, one clock edge.
   No I/O, no allocation, no global state. */
#ifndef NT_MODEL_TRACE_ENCODER_H
#define NT_MODEL_TRACE_ENCODER_H

#include "model/control/encoder_registers.h"
#include "model/encoder_core.h"

typedef struct nt_trace_encoder {
    nt_encoder_registers registers;
    nt_encoder_core core;
} nt_trace_encoder;

typedef struct nt_trace_encoder_inputs {
    bool rst;
    nt_apb apb;
    const nt_ingress *ingress;
    bool system_tick;     /* a clock of the system's counter */
    uint64_t shared_time; /* the timestamp of another component */
    bool out_ready;       /* the bytes offered in this cycle are taken */
} nt_trace_encoder_inputs;

typedef struct nt_trace_encoder_outputs {
    nt_encoder_registers_outputs bus;
    nt_encoder_core_outputs core;
    uint8_t ext_trigger_out;
} nt_trace_encoder_outputs;

/* All state 0; the first cycles must reset it, as in RTL. */
void nt_trace_encoder_init(nt_trace_encoder *s, const nt_config *config);
void nt_trace_encoder_out(const nt_trace_encoder *s, const nt_trace_encoder_inputs *in,
                          nt_trace_encoder_outputs *out);

/* `out`: of this cycle, by nt_trace_encoder_out. */
void nt_trace_encoder_step(nt_trace_encoder *s, const nt_trace_encoder_inputs *in,
                           const nt_trace_encoder_outputs *out);

/* What the registers get from the rest: before nt_encoder_core_step for nt_encoder_registers_out,
   after it for nt_encoder_registers_step. */
nt_encoder_registers_inputs nt_trace_encoder_status(const nt_encoder_core *core,
                                                    const nt_encoder_core_outputs *out);

#endif
