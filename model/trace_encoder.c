#include "model/trace_encoder.h"

static bool is_held(const nt_trace_encoder *s, const nt_trace_encoder_inputs *in) {
    return in->rst || !s->registers.control.trTeActive;
}

static nt_timestamp_inputs timestamp_inputs(const nt_trace_encoder *s,
                                            const nt_trace_encoder_inputs *in, bool trTsReset) {
    return (nt_timestamp_inputs){.rst = is_held(s, in),
                                 .control = &s->registers.control,
                                 .trTsReset = trTsReset,
                                 .halted = in->ingress->halted,
                                 .system_tick = in->system_tick,
                                 .external_time = in->ingress->time,
                                 .shared_time = in->shared_time};
}

static nt_registers_inputs registers_inputs(const nt_trace_encoder_inputs *in,
                                            const nt_trace_encoder_outputs *out) {
    return (nt_registers_inputs){.rst = in->rst,
                                 .apb = in->apb,
                                 .trTeEmpty = out->encoder.trTeEmpty,
                                 .trace_on = out->triggers.trace_on,
                                 .trace_off = out->triggers.trace_off,
                                 .timestamp = out->timestamp};
}

void nt_trace_encoder_init(nt_trace_encoder *s, const nt_config *config) {
    *s = (nt_trace_encoder){0};
    nt_registers_init(&s->registers, config);
    nt_encoder_init(&s->encoder, config);
}

void nt_trace_encoder_out(const nt_trace_encoder *s, const nt_trace_encoder_inputs *in,
                          nt_trace_encoder_outputs *out) {
    const nt_config *config = s->registers.config;
    const nt_control *control = &s->registers.control;
    nt_encoder_out(&s->encoder, control, &out->encoder);
    nt_trigger_out(config->ntriggers, control, (uint8_t)in->ingress->trigger,
                   in->ingress->ext_trigger, &out->triggers);
    nt_timestamp_inputs time = timestamp_inputs(s, in, false);
    out->timestamp = nt_timestamp_out(&s->timestamp, config->tstamp_w, &time);
    out->ext_trigger_out = s->trigger.ext_trigger_out;
    nt_registers_inputs registers = registers_inputs(in, out);
    nt_registers_out(&s->registers, &registers, &out->bus);
}

/* The registers last: all others see the fields that they had. */
void nt_trace_encoder_step(nt_trace_encoder *s, const nt_trace_encoder_inputs *in,
                           const nt_trace_encoder_outputs *out) {
    const nt_config *config = s->registers.config;
    const nt_control *control = &s->registers.control;
    const nt_encoder_inputs encoder = {.rst = in->rst,
                                       .control = control,
                                       .ingress = in->ingress,
                                       .trace_on = out->triggers.trace_on,
                                       .timestamp = out->timestamp,
                                       .out_ready = in->out_ready};
    nt_encoder_step(&s->encoder, &encoder);
    nt_timestamp_inputs time = timestamp_inputs(s, in, out->bus.trTsReset);
    nt_timestamp_step(&s->timestamp, config->tstamp_w, &time);
    nt_trigger_step(&s->trigger, config->ntriggers, is_held(s, in), control);
    nt_registers_inputs registers = registers_inputs(in, out);
    registers.stall_or_overflow = out->encoder.stall || s->encoder.dropped;
    nt_registers_step(&s->registers, &registers);
}
