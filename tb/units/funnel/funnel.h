/* SPDX-License-Identifier: Apache-2.0 */
// The funnels beside their models in one cycle, and what each source has sent.
#ifndef NT_TB_UNITS_FUNNEL_H
#define NT_TB_UNITS_FUNNEL_H

#include <deque>

#include "tb/units/beat_bytes.h"
#include "tb/units/link_shapes.h"
#include "tb/units/link_source.h"

namespace nt_funnel_view {

static constexpr auto &SHAPES = FUNNEL_SHAPES;
constexpr unsigned UNITS = sizeof SHAPES / sizeof *SHAPES;

struct Unit {
    nt_funnel_params shape;
    LinkSource source[NT_MAX_FUNNEL_INPUTS];
    unsigned mix = 0;                         // a source's tag is its number XOR this
    bool discards[NT_MAX_FUNNEL_INPUTS] = {}; // the message under way is not expected
    std::deque<uint8_t> expected[NT_MAX_FUNNEL_INPUTS];
    int from = -1; // whose message is at the output, -1: none is under way
    nt_funnel model;
    nt_funnel_control control{};
    nt_funnel_outputs out;
    nt_funnel_inputs in{};
    unsigned pressure = 0; // the sink takes nothing in so many of 256 cycles
    uint64_t bytes = 0;

    // A reset: each source begins again, with another tag.
    void reset(unsigned draw) {
        mix = draw;
        for (unsigned i = 0; i < shape.inputs; i++) {
            source[i].reset();
            source[i].tag = static_cast<int>(i ^ mix);
        }
    }

    // A bit for each input: something is offered there, or it is to wait.
    unsigned offered() const {
        unsigned bits = 0;
        for (unsigned i = 0; i < shape.inputs; i++) {
            bits |= (in.in[i].count > 0 || in.in[i].waits ? 1u : 0u) << i;
        }
        return bits;
    }

    // What the funnel must give in the end.
    void follow_input(unsigned i, bool hold) {
        bool was_inside = source[i].in_message;
        const nt_beat &beat = in.in[i];
        if (out.in_ready >> i & 1 && !in.rst) {
            for (unsigned k = 0; k < beat.count; k++) {
                bool begins = k == 0 && !was_inside;
                discards[i] = begins ? control.trFunnelDisInput >> i & 1 : discards[i];
                if (!discards[i]) {
                    expected[i].push_back(beat.byte[k]);
                }
            }
            source[i].take(beat);
        }
        if (hold) {
            expected[i].clear();
            discards[i] = true;
        }
    }

    // The source is reset now: what it has begun is ended.
    void cut(unsigned i) {
        if (source[i].in_message && !discards[i]) {
            expected[i].push_back(NT_CUT_BYTE);
        }
        source[i].reset();
    }

    bool follow_output() {
        for (unsigned k = 0; k < out.out.count; k++) {
            uint8_t byte = out.out.byte[k];
            from = from < 0 ? byte >> 4 ^ static_cast<int>(mix) : from;
            if (from >= shape.inputs || expected[from].empty() || expected[from].front() != byte) {
                return false;
            }
            expected[from].pop_front();
            from = nt_byte_ends_message(byte) ? -1 : from;
        }
        bytes += out.out.count;
        return true;
    }
};

struct View {
    Unit unit[UNITS];
};

} // namespace nt_funnel_view

#endif
