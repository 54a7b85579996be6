#include "model/trace_encoder.h"

static nt_direct_inputs direct_inputs(const nt_trace_encoder *s, const nt_trace_encoder_inputs *in,
                                      bool trTsReset) {
    return (nt_direct_inputs){.rst = in->rst,
                              .control = &s->registers.control,
                              .ingress = in->ingress,
                              .trTsReset = trTsReset,
                              .system_tick = in->system_tick,
                              .shared_time = in->shared_time};
}

nt_registers_inputs nt_trace_encoder_status(const nt_direct *direct, const nt_direct_outputs *out) {
    return (nt_registers_inputs){.trTeEmpty = out->encoder.trTeEmpty,
                                 .stall_or_overflow = out->encoder.stall || direct->encoder.dropped,
                                 .trace_on = out->triggers.trace_on,
                                 .trace_off = out->triggers.trace_off,
                                 .timestamp = out->timestamp};
}

void nt_trace_encoder_init(nt_trace_encoder *s, const nt_config *config) {
    nt_registers_init(&s->registers, config);
    nt_direct_init(&s->direct, config);
}

void nt_trace_encoder_out(const nt_trace_encoder *s, const nt_trace_encoder_inputs *in,
                          nt_trace_encoder_outputs *out) {
    const nt_direct_inputs direct = direct_inputs(s, in, false);
    nt_direct_out(&s->direct, &direct, &out->direct);
    nt_registers_inputs registers = nt_trace_encoder_status(&s->direct, &out->direct);
    registers.apb = in->apb;
    nt_registers_out(&s->registers, &registers, &out->bus);
    out->ext_trigger_out = s->direct.trigger.ext_trigger_out;
}

/* The registers last: all others see the fields that they had. */
void nt_trace_encoder_step(nt_trace_encoder *s, const nt_trace_encoder_inputs *in,
                           const nt_trace_encoder_outputs *out) {
    const nt_direct_inputs direct = direct_inputs(s, in, out->bus.trTsReset);
    nt_direct_step(&s->direct, &direct, &out->direct, in->out_ready);
    nt_registers_inputs registers = nt_trace_encoder_status(&s->direct, &out->direct);
    registers.rst = in->rst;
    registers.apb = in->apb;
    nt_registers_step(&s->registers, &registers);
}
