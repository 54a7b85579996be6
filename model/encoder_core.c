/* SPDX-License-Identifier: Apache-2.0 */
#include "model/encoder_core.h"

#include <string.h>

void nt_encoder_core_init(nt_encoder_core *s, const nt_config *config) {
    memset(&s->trigger, 0, sizeof s->trigger);
    memset(&s->ts, 0, sizeof s->ts);
    nt_encoder_init(&s->encoder, config);
}

/* The timestamp unit is there in any build; without timestamps nobody looks at it. */
static unsigned time_width(const nt_encoder_core *s) {
    unsigned width = s->encoder.config->tstamp_w;
    return width > 0 ? width : 1;
}

static nt_timestamp_inputs timestamp_inputs(const nt_encoder_core_inputs *in) {
    return (nt_timestamp_inputs){.rst = in->rst || !in->control->trTeActive,
                                 .control = in->control,
                                 .trTsReset = in->trTsReset,
                                 .halted = in->ingress->halted,
                                 .system_tick = in->system_tick,
                                 .external_time = in->ingress->time,
                                 .shared_time = in->shared_time};
}

void nt_encoder_core_out(const nt_encoder_core *s, const nt_encoder_core_inputs *in,
                         nt_encoder_core_outputs *out) {
    const nt_timestamp_inputs ts = timestamp_inputs(in);
    nt_trigger_out(s->encoder.config->ntriggers, in->control, (uint8_t)in->ingress->trigger,
                   in->ingress->ext_trigger, &out->triggers);
    out->timestamp = nt_timestamp_out(&s->ts, time_width(s), &ts);
    nt_encoder_out(&s->encoder, in->rst, in->control, &out->encoder);
}

void nt_encoder_core_step(nt_encoder_core *s, const nt_encoder_core_inputs *in,
                          const nt_encoder_core_outputs *out, bool out_ready) {
    const nt_encoder_inputs encoder = {.rst = in->rst,
                                       .control = in->control,
                                       .ingress = in->ingress,
                                       .trace_on = out->triggers.trace_on,
                                       .timestamp = out->timestamp,
                                       .out_ready = out_ready};
    nt_encoder_step(&s->encoder, &encoder, &out->encoder);
    const nt_timestamp_inputs ts = timestamp_inputs(in);
    nt_timestamp_step(&s->ts, time_width(s), &ts);
    nt_trigger_step(&s->trigger, s->encoder.config->ntriggers, ts.rst, in->control);
}

void nt_encoder_core_pull(nt_control *control, const nt_trigger_outputs *triggers) {
    if (triggers->trace_off) {
        control->trTeInstTracing = 0;
    } else if (triggers->trace_on) {
        control->trTeInstTracing = 1;
    }
}
