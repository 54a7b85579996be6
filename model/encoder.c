/* SPDX-License-Identifier: Apache-2.0 */
#include "model/encoder.h"

#include <string.h>

void nt_encoder_init(nt_encoder *s, const nt_config *config) {
    memset(s, 0, sizeof *s);
    s->config = config;
}

static nt_serializer_inputs serializer_inputs(const nt_encoder *s) {
    return (nt_serializer_inputs){s->config, &s->options.format, nt_message_fifo_head(&s->fifo)};
}

/* Tracing has stopped, and all was sent. */
static bool is_empty(const nt_encoder *s) {
    return s->fifo.level == 0 && nt_flow_empty(&s->flow) && !nt_qualify_tracing(&s->ingress) &&
           s->serializer_wide.level == 0;
}

/* What is offered to the sink. */
static void offer(const nt_encoder *s, bool rst, nt_encoder_outputs *out) {
    *out = (nt_encoder_outputs){.out_valid = false};
    if (rst) {
        return;
    }
    if (s->config->out_bytes > 1) {
        nt_serializer_wide_outputs wide;
        nt_serializer_wide_out(&s->serializer_wide, s->config, &wide);
        out->out_valid = wide.out_count != 0;
        out->out = wide.out;
        out->out_count = wide.out_count;
    } else if (s->fifo.level != 0) {
        nt_serializer_outputs serializer;
        nt_serializer_inputs head = serializer_inputs(s);
        nt_serializer_out(&s->serializer, &head, &serializer);
        out->out_valid = true;
        out->out = serializer.out;
        out->out_count = 1;
    }
}

/* One clock edge. True if the oldest entry leaves the FIFO. */
static bool step_serializer(nt_encoder *s, bool rst, bool out_ready) {
    nt_serializer_inputs head = serializer_inputs(s);
    if (s->config->out_bytes > 1) {
        head.head = s->fifo.level != 0 ? head.head : NULL;
        bool read = nt_serializer_wide_reads(&s->serializer_wide, &head, out_ready);
        nt_serializer_wide_step(&s->serializer_wide, rst, &head, out_ready);
        return read;
    }
    bool read = false;
    bool send = s->fifo.level != 0 && out_ready;
    if (send) {
        nt_serializer_outputs serializer;
        nt_serializer_out(&s->serializer, &head, &serializer);
        read = serializer.last_byte;
    }
    if (send || rst) {
        nt_serializer_step(&s->serializer, rst, &head, send);
    }
    return read;
}

void nt_encoder_out(const nt_encoder *s, bool rst, const nt_control *control,
                    nt_encoder_outputs *out) {
    unsigned level = s->fifo.level;
    offer(s, rst, out);
    out->stall = control->trTeEnable && control->trTeInstStallEna &&
                 nt_flow_nearly_full(&s->flow, s->config, level);
    out->trTeEmpty = is_empty(s);
    nt_qualify_out(&s->qualify, s->config, control, &s->ingress, &out->qualify);
}

/* Tracing is on from this cycle on, as far as the control fields say. */
static bool is_asked_for(const nt_encoder_inputs *in) {
    return in->control->trTeEnable && (in->control->trTeInstTracing || in->trace_on);
}

/* From the last stage to the first, so that each sees the state that the one before it had. */
void nt_encoder_step(nt_encoder *s, const nt_encoder_inputs *in, const nt_encoder_outputs *out) {
    bool rst = in->rst || !in->control->trTeActive;
    unsigned level = s->fifo.level;

    nt_flow_inputs flow = {.rst = rst,
                           .ingress = &s->ingress,
                           .qualify = &out->qualify,
                           .options = &s->options,
                           .level = level,
                           .resume_level = in->control->ntResumeLevel};
    bool idle = rst || (is_empty(s) && !is_asked_for(in));
    bool read = step_serializer(s, rst, in->out_ready);
    if (s->flow.valid != 0 || read || rst) {
        unsigned valid = s->flow.valid;
        nt_message_inputs message = {
            .valid = valid, .late = s->flow.late, .now = s->flow.now, .then = s->flow.then};
        nt_message_step(&s->message, s->config, &message, s->flow.slot);
        nt_message_fifo_step(&s->fifo, s->config->fifo_depth, rst, valid, s->flow.slot, read);
    }
    s->dropped = nt_flow_step(&s->flow, s->config, &flow);
    nt_qualify_step(&s->qualify, rst, &s->ingress, &out->qualify);
    const nt_ingress_inputs ingress = {.rst = rst,
                                       .control = in->control,
                                       .ingress = in->ingress,
                                       .all_jumps = s->options.all_jumps,
                                       .trace_on = in->trace_on,
                                       .timestamp = in->timestamp};
    nt_ingress_step(&s->ingress, s->config, &ingress);
    if (idle) {
        s->options = nt_options_of(in->control, s->config);
    }
}
