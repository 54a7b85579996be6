/* SPDX-License-Identifier: Apache-2.0 */
// The ATB bridges beside their models in one cycle, and what has not come out yet.
#ifndef NT_TB_UNITS_ATB_H
#define NT_TB_UNITS_ATB_H

extern "C" {
#include "receive/atb_receiver.h"
}
#include <deque>

#include "tb/units/beat_bytes.h"
#include "tb/units/link_shapes.h"
#include "tb/units/link_source.h"

namespace nt_atb_view {

static constexpr auto &SHAPES = ATB_SHAPES;
constexpr unsigned UNITS = sizeof SHAPES / sizeof *SHAPES;

struct Unit {
    LinkSource source;
    nt_atb_bridge model;
    nt_atb_bridge_outputs out;
    nt_atb_bridge_inputs in;
    nt_atb_control control;
    nt_atb_receiver receiver;
    std::deque<uint8_t> inside; // bytes that went in and have not come out
    bool in_message = false;
    bool greedy = false;
    unsigned pressure = 0; // ATREADY is 0 in so many of 256 cycles
    unsigned flushes = 0;  // AFVALID in so many of 65536
    uint64_t bytes = 0;    // that came out
    uint64_t partial = 0;
    uint64_t syncs = 0;
};

struct View {
    Unit unit[UNITS];
};

} // namespace nt_atb_view

#endif
