/* SPDX-License-Identifier: Apache-2.0 */
#include "model/funnel_unit.h"

#include <string.h>

void nt_funnel_unit_init(nt_funnel_unit *s, const nt_funnel_unit_params *params) {
    const nt_funnel_registers_params registers = {.inputs = params->funnel.inputs,
                                                  .tstamp_w = params->tstamp_w};
    s->ts = (nt_timestamp){0};
    nt_funnel_registers_init(&s->registers, &registers);
    nt_funnel_init(&s->funnel, &params->funnel);
}

/* Where the funnel is reset so is trTsActive, which holds the unit in reset. */
static nt_timestamp_inputs timestamp_inputs(const nt_funnel_unit *s,
                                            const nt_funnel_unit_inputs *in) {
    return (nt_timestamp_inputs){.control = &s->registers.fields.timestamp,
                                 .system_tick = in->system_tick,
                                 .external_time = in->external_time,
                                 .shared_time = in->shared_time};
}

uint64_t nt_funnel_unit_timestamp(const nt_funnel_unit *s, const nt_funnel_unit_inputs *in) {
    const nt_timestamp_inputs ts = timestamp_inputs(s, in);
    return nt_timestamp_out(&s->ts, s->registers.params.tstamp_w, &ts);
}

static nt_funnel_registers_inputs bus_of(const nt_funnel_unit_inputs *in,
                                         const nt_funnel_outputs *out) {
    return (nt_funnel_registers_inputs){
        .rst = in->rst, .apb = in->apb, .trFunnelEmpty = out->trFunnelEmpty};
}

void nt_funnel_unit_out(const nt_funnel_unit *s, const nt_funnel_unit_inputs *in,
                        nt_funnel_unit_outputs *out) {
    nt_funnel_out(&s->funnel, in->rst, &s->registers.fields.control, &out->funnel);
    const nt_funnel_registers_inputs bus = bus_of(in, &out->funnel);
    nt_funnel_registers_out(&s->registers, &bus, &out->registers);
}

void nt_funnel_unit_step(nt_funnel_unit *s, const nt_funnel_unit_inputs *in,
                         const nt_funnel_unit_outputs *out) {
    nt_funnel_inputs funnel = {
        .rst = in->rst, .control = &s->registers.fields.control, .out_ready = in->out_ready};
    memcpy(funnel.in, in->in, sizeof funnel.in);
    nt_funnel_step(&s->funnel, &funnel);
    nt_funnel_registers_inputs bus = bus_of(in, &out->funnel);
    bus.timestamp = nt_funnel_unit_timestamp(s, in);
    nt_timestamp_inputs ts = timestamp_inputs(s, in);
    ts.trTsReset = out->registers.trTsReset;
    nt_timestamp_step(&s->ts, s->registers.params.tstamp_w, &ts);
    nt_funnel_registers_step(&s->registers, &bus);
}
