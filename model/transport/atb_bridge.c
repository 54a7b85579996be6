/* SPDX-License-Identifier: Apache-2.0 */
#include "model/transport/atb_bridge.h"

#include <string.h>

void nt_atb_bridge_init(nt_atb_bridge *s, const nt_atb_bridge_params *params) {
    const nt_stream_buffer_params buffer = {.in = params->bytes, .out = params->atb_w / 8};
    *s = (nt_atb_bridge){.params = *params};
    nt_stream_buffer_init(&s->buffer, &buffer);
}

static bool accepts(const nt_atb_bridge *s, const nt_atb_control *control) {
    return control->trAtbBridgeActive && !s->flush && (control->trAtbBridgeEnable || s->in_message);
}

void nt_atb_bridge_out(const nt_atb_bridge *s, bool rst, const nt_atb_control *control,
                       nt_atb_bridge_outputs *out) {
    bool empty = s->buffer.level == 0 && !s->valid;
    *out = (nt_atb_bridge_outputs){
        .in_ready = accepts(s, control) && nt_stream_buffer_ready(&s->buffer),
        .trAtbBridgeEmpty = empty && !s->in_message,
        .sync_request = s->sync_request,
        .ATVALID = s->valid && !rst,
        .ATID = s->id,
        .ATBYTES = s->last,
        .AFREADY = s->flush && empty && !rst,
    };
    memcpy(out->ATDATA, s->data, sizeof out->ATDATA);
}

/* What the buffer is offered: of a source that has to wait a beat of no bytes. */
static nt_beat offered(const nt_beat *in, bool accepted) {
    return accepted ? *in : (nt_beat){.waits = in->count != 0 || in->waits};
}

/* Bytes that become the next transfer. */
static uint8_t taken(const nt_atb_bridge *s, const nt_atb_bridge_inputs *in,
                     const nt_stream_buffer_outputs *buffer) {
    bool full = buffer->count == s->params.atb_w / 8;
    bool flush = s->flush || !in->control->trAtbBridgeEnable || s->idle == s->params.idle_cycles;
    bool free = !s->valid || in->ATREADY;
    return free && (full || flush) ? buffer->count : 0;
}

static void load(nt_atb_bridge *s, const nt_atb_bridge_inputs *in,
                 const nt_stream_buffer_outputs *buffer) {
    s->id = (uint8_t)in->control->trAtbBridgeID;
    s->last = (uint8_t)(buffer->count - 1);
    memcpy(s->data, buffer->byte, sizeof s->data);
}

void nt_atb_bridge_step(nt_atb_bridge *s, const nt_atb_bridge_inputs *in) {
    bool hold = in->rst || !in->control->trAtbBridgeActive;
    bool accepted = accepts(s, in->control);
    bool takes = accepted && nt_stream_buffer_ready(&s->buffer) && in->in.count != 0;
    bool answered = s->flush && s->buffer.level == 0 && !s->valid;
    nt_stream_buffer_outputs buffer;
    nt_stream_buffer_out(&s->buffer, &buffer);
    uint8_t take = taken(s, in, &buffer);

    s->in_message = !hold && (takes ? !nt_byte_ends_message(in->in.byte[in->in.count - 1])
                                    : s->in_message && (in->in.count != 0 || in->in.waits));
    s->flush = !in->rst && in->AFVALID && !answered;
    s->sync_request = !hold && in->SYNCREQ;
    s->idle = hold || take != 0 || buffer.count == 0 || takes ? 0
              : s->idle == s->params.idle_cycles              ? s->idle
                                                              : (uint8_t)(s->idle + 1);
    s->valid = !in->rst && ((s->valid && !in->ATREADY) || (take != 0 && !hold));
    if (take != 0) {
        load(s, in, &buffer);
    }
    const nt_stream_buffer_inputs to_buffer = {
        .rst = hold, .in = offered(&in->in, accepted), .take = take};
    nt_stream_buffer_step(&s->buffer, &to_buffer);
}
