/* SPDX-License-Identifier: Apache-2.0 */
#include "model/transport/funnel.h"

#include <string.h>

/* What one cycle of turns moves. */
typedef struct merge {
    nt_beat beat;
    uint8_t take[NT_MAX_FUNNEL_INPUTS];
    uint8_t turn;
    bool unended;
    uint8_t began[NT_MAX_FUNNEL_INPUTS]; /* messages of each input that began */
} merge;

static void reset(nt_funnel *s) {
    const nt_funnel_params *p = &s->params;
    for (uint8_t i = 0; i < p->inputs; i++) {
        nt_stream_buffer_init(&s->input[i], &(nt_stream_buffer_params){.in = p->in_bytes,
                                                                       .out = p->bytes,
                                                                       .whole = p->whole >> i & 1});
        s->turns[i].waits = 0;
    }
    nt_stream_buffer_init(&s->output, &(nt_stream_buffer_params){.in = p->bytes, .out = p->bytes});
    s->turn = (uint8_t)(p->inputs - 1);
    s->unended = false;
}

void nt_funnel_init(nt_funnel *s, const nt_funnel_params *params) {
    memset(s, 0, sizeof *s);
    s->params = *params;
    reset(s);
}

static uint16_t all(const nt_funnel *s) {
    return (uint16_t)((1u << s->params.inputs) - 1);
}

/* Changes where no message is under way. */
static uint16_t discarded(const nt_funnel *s, const nt_funnel_control *control) {
    return (uint16_t)((s->inside & s->discard) | (~s->inside & control->trFunnelDisInput & all(s)));
}

static uint16_t read(const nt_funnel *s, const nt_funnel_control *control) {
    return control->trFunnelActive ? control->trFunnelEnable ? all(s) : s->inside : 0;
}

void nt_funnel_out(const nt_funnel *s, bool rst, const nt_funnel_control *control,
                   nt_funnel_outputs *out) {
    uint16_t ready = discarded(s, control);
    out->trFunnelEmpty = s->output.level == 0 && (s->inside & ~s->discard) == 0;
    for (unsigned i = 0; i < s->params.inputs; i++) {
        ready = (uint16_t)(ready | (unsigned)nt_stream_buffer_ready(&s->input[i]) << i);
        out->trFunnelEmpty = out->trFunnelEmpty && s->input[i].level == 0;
    }
    out->in_ready = ready & read(s, control);

    nt_stream_buffer_outputs output;
    nt_stream_buffer_out(&s->output, &output);
    out->out = (nt_beat){.count = rst ? 0 : output.count};
    memcpy(out->out.byte, output.byte, out->out.count);
}

/* Bytes of input i's message into the beat, as far as they fit; true where that was its end. */
static bool take(merge *m, const nt_funnel *s, const nt_stream_buffer_outputs *offered, uint8_t i) {
    while (m->beat.count < s->params.bytes && m->take[i] < offered[i].count) {
        uint8_t byte = offered[i].byte[m->take[i]++];
        m->beat.byte[m->beat.count++] = byte;
        if (nt_byte_ends_message(byte)) {
            return true;
        }
    }
    return false;
}

/* The next input behind `turn` that has bytes, `except` aside; `inputs` if there is none. */
static uint8_t next(const nt_funnel *s, const nt_stream_buffer_outputs *offered, uint8_t turn,
                    uint8_t except) {
    for (unsigned i = 1; i <= s->params.inputs; i++) {
        uint8_t input = (uint8_t)((turn + i) % s->params.inputs);
        if (input != except && offered[input].count > 0) {
            return input;
        }
    }
    return s->params.inputs;
}

/* The turn that goes on or begins, and in the same beat the next one. */
static void turns(merge *m, const nt_funnel *s, const nt_stream_buffer_outputs *offered) {
    uint8_t none = s->params.inputs;
    *m = (merge){.turn = s->turn};
    if (!s->unended) {
        uint8_t first = next(s, offered, s->turn, none);
        if (first == none) {
            return;
        }
        m->turn = first;
        m->began[first]++;
    }
    m->unended = !take(m, s, offered, m->turn);
    if (m->unended || m->beat.count == s->params.bytes) {
        return;
    }
    uint8_t second = next(s, offered, m->turn, m->turn);
    if (second == none) {
        second = m->turn;
        if (m->take[second] == offered[second].count) {
            return;
        }
    }
    m->turn = second;
    m->began[second]++;
    m->unended = !take(m, s, offered, second);
}

/* Counts for the report: who waits while another begins. */
static void count_turns(nt_funnel *s, const nt_stream_buffer_outputs *offered, const merge *m) {
    unsigned begun = 0;
    for (unsigned i = 0; i < s->params.inputs; i++) {
        begun += m->began[i];
    }
    for (unsigned i = 0; i < s->params.inputs; i++) {
        nt_funnel_turns *t = &s->turns[i];
        t->turns += m->began[i];
        if (m->began[i] > 0) {
            t->waits = 0;
        } else if (offered[i].count > 0 && !(s->unended && s->turn == i)) {
            t->waits += begun;
        }
        t->longest = t->waits > t->longest ? t->waits : t->longest;
    }
}

static void step_input(nt_funnel *s, const nt_funnel_inputs *in, unsigned i, uint8_t taken,
                       bool hold) {
    nt_beat beat = in->in[i];
    bool reads = read(s, in->control) >> i & 1;
    bool discards = discarded(s, in->control) >> i & 1;
    bool valid = beat.count > 0 || beat.waits;
    bool ready = reads && (discards || nt_stream_buffer_ready(&s->input[i]));
    uint16_t bit = (uint16_t)(1u << i);

    if (!reads || discards) {
        beat = (nt_beat){.count = 0};
    }
    nt_stream_buffer_step(&s->input[i], &(nt_stream_buffer_inputs){.in = beat, .take = taken});

    bool inside = s->inside & bit;
    if (in->rst || !valid) { /* a source that offers nothing within a message was reset */
        inside = false;
    } else if (ready && in->in[i].count > 0) {
        inside = !nt_byte_ends_message(in->in[i].byte[in->in[i].count - 1]);
    }
    s->inside = (uint16_t)(inside ? s->inside | bit : s->inside & ~bit);
    s->discard = (uint16_t)(discards || hold ? s->discard | bit : s->discard & ~bit);
}

void nt_funnel_step(nt_funnel *s, const nt_funnel_inputs *in) {
    bool hold = in->rst || !in->control->trFunnelActive;
    bool moves = nt_stream_buffer_ready(&s->output);
    nt_stream_buffer_outputs offered[NT_MAX_FUNNEL_INPUTS];
    nt_stream_buffer_outputs output;
    for (unsigned i = 0; i < s->params.inputs; i++) {
        nt_stream_buffer_out(&s->input[i], &offered[i]);
    }
    nt_stream_buffer_out(&s->output, &output);
    merge m;
    turns(&m, s, offered);
    if (moves && !hold) {
        count_turns(s, offered, &m);
    }

    for (unsigned i = 0; i < s->params.inputs; i++) {
        step_input(s, in, i, moves ? m.take[i] : 0, hold);
    }
    m.beat.waits = true; /* what was cut has been ended by the inputs' buffers */
    nt_stream_buffer_step(&s->output, &(nt_stream_buffer_inputs){
                                          .in = m.beat, .take = in->out_ready ? output.count : 0});
    if (moves) {
        s->turn = m.turn;
        s->unended = m.unended;
    }
    if (hold) {
        reset(s);
    }
}
