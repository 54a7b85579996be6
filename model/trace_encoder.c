/* SPDX-License-Identifier: Apache-2.0 */
#include "model/trace_encoder.h"

static nt_encoder_core_inputs core_inputs(const nt_trace_encoder *s,
                                          const nt_trace_encoder_inputs *in, bool trTsReset) {
    return (nt_encoder_core_inputs){.rst = in->rst,
                                    .control = &s->registers.control,
                                    .ingress = in->ingress,
                                    .trTsReset = trTsReset,
                                    .system_tick = in->system_tick,
                                    .shared_time = in->shared_time};
}

nt_encoder_registers_inputs nt_trace_encoder_status(const nt_encoder_core *core,
                                                    const nt_encoder_core_outputs *out) {
    return (nt_encoder_registers_inputs){.trTeEmpty = out->encoder.trTeEmpty,
                                         .stall_or_overflow =
                                             out->encoder.stall || core->encoder.dropped,
                                         .trace_on = out->triggers.trace_on,
                                         .trace_off = out->triggers.trace_off,
                                         .timestamp = out->timestamp};
}

void nt_trace_encoder_init(nt_trace_encoder *s, const nt_config *config) {
    nt_encoder_registers_init(&s->registers, config);
    nt_encoder_core_init(&s->core, config);
}

void nt_trace_encoder_out(const nt_trace_encoder *s, const nt_trace_encoder_inputs *in,
                          nt_trace_encoder_outputs *out) {
    const nt_encoder_core_inputs core = core_inputs(s, in, false);
    nt_encoder_core_out(&s->core, &core, &out->core);
    nt_encoder_registers_inputs registers = nt_trace_encoder_status(&s->core, &out->core);
    registers.apb = in->apb;
    nt_encoder_registers_out(&s->registers, &registers, &out->bus);
    out->ext_trigger_out = s->core.trigger.ext_trigger_out;
}

/* The registers last: all others see the fields that they had. */
void nt_trace_encoder_step(nt_trace_encoder *s, const nt_trace_encoder_inputs *in,
                           const nt_trace_encoder_outputs *out) {
    const nt_encoder_core_inputs core = core_inputs(s, in, out->bus.trTsReset);
    nt_encoder_core_step(&s->core, &core, &out->core, in->out_ready);
    nt_encoder_registers_inputs registers = nt_trace_encoder_status(&s->core, &out->core);
    registers.rst = in->rst;
    registers.apb = in->apb;
    nt_encoder_registers_step(&s->registers, &registers);
}
