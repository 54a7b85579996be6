/* SPDX-License-Identifier: Apache-2.0 */
#include "model/transport/serializer_wide.h"

#include <string.h>

static uint8_t offered(const nt_serializer_wide *s, const nt_config *config) {
    return s->level < config->out_bytes ? s->level : config->out_bytes;
}

void nt_serializer_wide_out(const nt_serializer_wide *s, const nt_config *config,
                            nt_serializer_wide_outputs *out) {
    out->out_count = offered(s, config);
    out->out = 0;
    for (unsigned i = 0; i < out->out_count; i++) {
        out->out |= (uint64_t)s->byte[i] << (8 * i);
    }
}

/* Bytes left once those offered are taken. */
static uint8_t kept(const nt_serializer_wide *s, const nt_config *config, bool out_ready) {
    return out_ready ? (uint8_t)(s->level - offered(s, config)) : s->level;
}

static bool appends(const nt_serializer_wide *s, const nt_serializer_inputs *in, bool out_ready) {
    return in->head != NULL && kept(s, in->config, out_ready) < in->config->out_bytes;
}

bool nt_serializer_wide_reads(const nt_serializer_wide *s, const nt_serializer_inputs *in,
                              bool out_ready) {
    return appends(s, in, out_ready) && !nt_parts_another(in->config, in->head, s->second);
}

/* The message as bytes, by the serializer of one byte: it differs in time only. */
static void append(nt_serializer_wide *s, const nt_serializer_inputs *in) {
    nt_serializer one = {.second = s->second};
    do {
        nt_serializer_outputs out;
        nt_serializer_out(&one, in, &out);
        s->byte[s->level++] = out.out;
        nt_serializer_step(&one, false, in, true);
    } while (one.part != NT_PART_TCODE);
    s->second = one.second;
}

void nt_serializer_wide_step(nt_serializer_wide *s, bool rst, const nt_serializer_inputs *in,
                             bool out_ready) {
    if (rst) {
        s->level = 0;
        s->second = false;
        return;
    }
    bool append_now = appends(s, in, out_ready);
    uint8_t left = kept(s, in->config, out_ready);
    memmove(s->byte, s->byte + (s->level - left), left);
    s->level = left;
    if (append_now) {
        append(s, in);
    }
}
