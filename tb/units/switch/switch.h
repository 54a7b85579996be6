/* SPDX-License-Identifier: Apache-2.0 */
// The sink switches beside their models in one cycle, and what each sink must get.
#ifndef NT_TB_UNITS_SWITCH_H
#define NT_TB_UNITS_SWITCH_H

#include <cstring>

#include "tb/units/beat_bytes.h"
#include "tb/units/link_shapes.h"
#include "tb/units/link_source.h"

namespace nt_switch {

static constexpr auto &SHAPES = SWITCH_SHAPES;
constexpr unsigned UNITS = sizeof SHAPES / sizeof *SHAPES;

struct Unit {
    nt_sink_switch_params shape;
    LinkSource source;
    bool inside = false; // a message is under way, of which these sinks get the bytes
    bool gets[NT_MAX_SINKS] = {};
    nt_sink_switch model;
    nt_sink_switch_inputs in{};
    nt_beat out[NT_MAX_SINKS] = {};
    bool ready = false;
    unsigned pressure[NT_MAX_SINKS] = {}; // each sink is not ready in so many of 256 cycles
    uint64_t bytes = 0;

    // A bit for each sink: something is offered to it, or it is to wait.
    unsigned offered() const {
        unsigned bits = 0;
        for (unsigned i = 0; i < shape.sinks; i++) {
            bits |= (out[i].count > 0 || out[i].waits ? 1u : 0u) << i;
        }
        return bits;
    }

    // What each sink must get of the beat that goes over: messages from their beginning on. Where
    // nobody is wanted, who has the message before has the next one of the same beat too.
    bool follow() {
        nt_beat expected[NT_MAX_SINKS] = {};
        for (unsigned k = 0; k < in.in.count; k++) {
            for (unsigned i = 0; i < shape.sinks; i++) {
                unsigned wanted = in.active & in.enable;
                gets[i] = inside || wanted == 0 ? gets[i] : (wanted >> i & 1) != 0;
                if (gets[i]) {
                    expected[i].byte[expected[i].count++] = in.in.byte[k];
                }
            }
            inside = !nt_byte_ends_message(in.in.byte[k]);
        }
        bool same = true;
        for (unsigned i = 0; i < shape.sinks; i++) {
            same = same && expected[i].count == out[i].count &&
                   std::memcmp(expected[i].byte, out[i].byte, NT_MAX_BEAT) == 0;
            bytes += out[i].count;
        }
        return same;
    }
};

struct View {
    Unit unit[UNITS];
};

} // namespace nt_switch

#endif
