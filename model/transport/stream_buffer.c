/* SPDX-License-Identifier: Apache-2.0 */
#include "model/transport/stream_buffer.h"

static uint8_t default_depth(const nt_stream_buffer_params *params) {
    uint8_t widest = params->in > params->out ? params->in : params->out;
    uint8_t lanes = 2;
    while (lanes < widest) {
        lanes = (uint8_t)(2 * lanes);
    }
    return params->whole ? NT_STREAM_WHOLE_DEPTH : (uint8_t)(3 * lanes);
}

void nt_stream_buffer_init(nt_stream_buffer *s, const nt_stream_buffer_params *params) {
    *s = (nt_stream_buffer){.params = *params};
    if (s->params.depth == 0) {
        s->params.depth = default_depth(params);
    }
}

/* One byte of room is kept for the one that ends a message. */
bool nt_stream_buffer_ready(const nt_stream_buffer *s) {
    return s->level + s->params.in + 1 <= s->params.depth;
}

void nt_stream_buffer_out(const nt_stream_buffer *s, nt_stream_buffer_outputs *out) {
    *out = (nt_stream_buffer_outputs){
        .in_ready = nt_stream_buffer_ready(s),
        .empty = s->level == 0,
        .count = s->whole < s->params.out ? s->whole : s->params.out,
    };
    for (unsigned i = 0; i < out->count; i++) {
        out->byte[i] = s->byte[(s->first + i) % s->params.depth];
    }
}

static void append(nt_stream_buffer *s, uint8_t byte) {
    s->byte[(s->first + s->level) % s->params.depth] = byte;
    s->level++;
    s->in_message = !nt_byte_ends_message(byte);
    if (!s->in_message) {
        s->whole = s->level;
        s->passes = false;
    }
}

void nt_stream_buffer_step(nt_stream_buffer *s, const nt_stream_buffer_inputs *in) {
    if (in->rst) {
        nt_stream_buffer_init(s, &s->params);
        return;
    }
    bool ready = nt_stream_buffer_ready(s);
    s->passes = s->passes || (s->whole == 0 && !ready);
    s->level = (uint8_t)(s->level - in->take);
    s->whole = (uint8_t)(s->whole - in->take);
    s->first = (uint8_t)((s->first + in->take) % s->params.depth);
    if (s->in_message && in->in.count == 0 && !in->in.waits) {
        append(s, NT_CUT_BYTE);
    }
    for (unsigned i = 0; ready && i < in->in.count; i++) {
        append(s, in->in.byte[i]);
    }
    if (s->passes || !s->params.whole) {
        s->whole = s->level;
    }
}
