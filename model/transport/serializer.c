/* SPDX-License-Identifier: Apache-2.0 */
#include "model/transport/serializer.h"

enum { MSEO_NORMAL = 0, MSEO_END_OF_FIELD = 1, MSEO_END_OF_MESSAGE = 3 };

/* By the settings as they are now, as RTL reads it. */
static nt_part_value value_of(const nt_serializer *s, const nt_serializer_inputs *in) {
    return nt_parts_value(in->config, in->settings, in->head, s->second, s->part);
}

/* Behind TCODE. */
static bool end_of_field(const nt_serializer *s, const nt_serializer_inputs *in) {
    return s->fixed == 0 && s->shift >> 6 == 0 && !(value_of(s, in).extend && s->shift >> 5 != 0);
}

static uint8_t part_after(const nt_serializer *s, const nt_serializer_inputs *in) {
    return nt_parts_after(in->config, in->settings, in->head, s->second, s->part);
}

void nt_serializer_out(const nt_serializer *s, const nt_serializer_inputs *in,
                       nt_serializer_outputs *out) {
    out->last_byte = false;
    if (s->part == NT_PART_TCODE) {
        out->out = (uint8_t)(in->head->tcode << 2 | MSEO_NORMAL);
        return;
    }
    unsigned mdo = (unsigned)(s->shift ^ (value_of(s, in).inverted ? 0x3f : 0)) & 0x3f;
    unsigned mseo = MSEO_NORMAL;
    if (end_of_field(s, in)) {
        mseo = part_after(s, in) == NT_PART_TCODE ? MSEO_END_OF_MESSAGE : MSEO_END_OF_FIELD;
    }
    out->out = (uint8_t)(mdo << 2 | mseo);
    out->last_byte =
        mseo == MSEO_END_OF_MESSAGE && !nt_parts_another(in->config, in->head, s->second);
}

void nt_serializer_step(nt_serializer *s, bool rst, const nt_serializer_inputs *in, bool send) {
    if (rst) {
        s->part = NT_PART_TCODE;
        s->fixed = 0;
        s->second = false;
    } else if (send && (s->part == NT_PART_TCODE || end_of_field(s, in))) {
        s->part = part_after(s, in);
        nt_part_value value = value_of(s, in);
        s->shift = value.value;
        s->fixed = value.fixed;
        if (s->part == NT_PART_TCODE) {
            s->second = nt_parts_another(in->config, in->head, s->second);
        }
    } else if (send) {
        s->fixed = (uint8_t)(s->fixed - (s->fixed != 0));
        s->shift >>= 6;
    }
}
