/* SPDX-License-Identifier: Apache-2.0 */
// The shapes that the benches of links run side by side, as in nt_NAME_top.
#ifndef NT_TB_LINK_SHAPES_H
#define NT_TB_LINK_SHAPES_H

extern "C" {
#include "model/transport/atb_bridge.h"
#include "model/transport/funnel.h"
#include "model/transport/sink_switch.h"
#include "model/transport/stream_buffer.h"
}

// in, out, whole, depth. The fourth is the default.
const nt_stream_buffer_params STREAM_SHAPES[] = {
    {4, 4, false, 0},   {1, 1, false, 4},  {1, 4, true, 0},  {8, 8, false, 0}, {4, 8, false, 24},
    {8, 16, false, 32}, {1, 16, false, 0}, {2, 8, true, 16}, {8, 2, true, 64}, {4, 1, true, 8},
};

// inputs, in_bytes, bytes, whole
const nt_funnel_params FUNNEL_SHAPES[] = {
    {2, 4, 4, 0}, {3, 1, 4, 7},  {16, 4, 4, 0}, {4, 8, 8, 0},
    {2, 1, 1, 0}, {5, 2, 8, 31}, {3, 4, 4, 2},
};

// sinks, bytes
const nt_sink_switch_params SWITCH_SHAPES[] = {{3, 4}, {1, 4}, {3, 8}, {2, 1}, {8, 2}};

// bytes, atb_w, idle_cycles
const nt_atb_bridge_params ATB_SHAPES[] = {
    {4, 32, 16},  {1, 8, 4},   {8, 128, 16}, {8, 8, 3},
    {1, 128, 40}, {4, 64, 16}, {2, 16, 1},   {8, 64, 16},
};

#endif
