/* SPDX-License-Identifier: Apache-2.0 */
#include "model/transport/sink_switch.h"

void nt_sink_switch_init(nt_sink_switch *s, const nt_sink_switch_params *params) {
    *s = (nt_sink_switch){.params = *params};
}

static uint8_t wanted(const nt_sink_switch_inputs *in) {
    return in->active & in->enable;
}

static uint8_t joined(const nt_sink_switch *s, const nt_sink_switch_inputs *in) {
    return s->inside ? s->joined & in->active : wanted(in);
}

/* Who takes the next message of the same beat: with nobody to be had those that are there. */
static uint8_t heirs(const nt_sink_switch *s, const nt_sink_switch_inputs *in) {
    return wanted(in) != 0 ? wanted(in) : joined(s, in);
}

/* All sinks that a beat concerns are ready, `except` aside. */
static bool ready(const nt_sink_switch *s, const nt_sink_switch_inputs *in, uint8_t except) {
    return ((joined(s, in) | heirs(s, in)) & ~(in->out_ready | except)) == 0;
}

bool nt_sink_switch_ready(const nt_sink_switch *s, const nt_sink_switch_inputs *in) {
    return heirs(s, in) != 0 && ready(s, in, 0);
}

/* The beat goes byte by byte to who has joined; who that is changes between messages. */
static void send(const nt_sink_switch *s, const nt_sink_switch_inputs *in, unsigned sink,
                 nt_beat *out) {
    bool has_joined = joined(s, in) >> sink & 1;
    bool is_heir = heirs(s, in) >> sink & 1;
    for (unsigned i = 0; i < in->in.count; i++) {
        if (has_joined) {
            out->byte[out->count++] = in->in.byte[i];
        }
        if (nt_byte_ends_message(in->in.byte[i])) {
            has_joined = is_heir;
        }
    }
}

void nt_sink_switch_out(const nt_sink_switch *s, const nt_sink_switch_inputs *in,
                        nt_beat out[NT_MAX_SINKS]) {
    for (unsigned i = 0; i < s->params.sinks; i++) {
        out[i] = (nt_beat){.count = 0};
        if (ready(s, in, (uint8_t)(1u << i))) {
            send(s, in, i, &out[i]);
        }
        bool valid = in->in.count > 0 || in->in.waits;
        out[i].waits = valid && out[i].count == 0 && (joined(s, in) >> i & 1);
    }
}

void nt_sink_switch_step(nt_sink_switch *s, const nt_sink_switch_inputs *in) {
    bool take = nt_sink_switch_ready(s, in);
    uint8_t joined_next = joined(s, in);
    bool inside = s->inside && (in->in.count > 0 || in->in.waits); /* else the source was reset */
    for (unsigned i = 0; take && i < in->in.count; i++) {
        inside = !nt_byte_ends_message(in->in.byte[i]);
        joined_next = inside ? joined_next : heirs(s, in);
    }
    s->inside = !in->rst && inside;
    s->joined = joined_next;
}
