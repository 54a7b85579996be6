/* SPDX-License-Identifier: Apache-2.0 */
#include "model/tandem/tv_encoder.h"

#include <string.h>

/* What the buffer gets: merged lanes, or the only one. */
typedef struct incoming {
    const uint8_t *bytes; /* NULL: none */
    unsigned length;
} incoming;

static incoming merged(const nt_tv_encoder *s, const nt_tv_params *p) {
    if (p->nret == 1) {
        const nt_tv_group *lane = &s->lane[0];
        return (incoming){lane->valid ? lane->group.byte : NULL, lane->group.length};
    }
    return (incoming){s->merge.valid ? s->merge.byte : NULL, s->merge.length};
}

bool nt_tv_encoder_go(const nt_tv_encoder *s, const nt_tv_params *p) {
    incoming in = merged(s, p);
    return in.bytes == NULL || nt_tv_buffer_ready(&s->buffer, p, in.length);
}

static bool busy(const nt_tv_encoder *s, const nt_tv_params *p) {
    bool lanes = false;
    for (unsigned l = 0; l < p->nret; l++) {
        lanes |= nt_tv_group_busy(&s->lane[l]);
    }
    return s->intake.pending != 0 || lanes || s->merge.valid || nt_tv_buffer_busy(&s->buffer);
}

void nt_tv_encoder_out(const nt_tv_encoder *s, const nt_tv_params *p, bool rst,
                       nt_tv_outputs *out) {
    out->ready = nt_tv_intake_ready(&s->intake, nt_tv_encoder_go(s, p));
    out->out_valid = s->buffer.out_valid && !rst;
    out->out_count = s->buffer.out_count;
    memcpy(out->out_data, s->buffer.out_data, sizeof out->out_data);
    out->idle = !busy(s, p);
}

void nt_tv_encoder_step(nt_tv_encoder *s, const nt_tv_params *p, const nt_tv_inputs *in) {
    nt_tv_item item[NT_TV_LANES];
    incoming bytes = merged(s, p);
    bool go = nt_tv_encoder_go(s, p);
    nt_tv_intake_items(&s->intake, p, item);
    nt_tv_buffer_step(&s->buffer, p, in->rst, bytes.bytes, bytes.length, in->out_ready);
    if (p->nret > 1) {
        nt_tv_merge_step(&s->merge, p, in->rst, go, s->lane);
    }
    for (unsigned l = 0; l < p->nret; l++) {
        nt_tv_group_step(&s->lane[l], p, in->rst, go, &item[l]);
    }
    nt_tv_intake_step(&s->intake, p, in, go);
}
