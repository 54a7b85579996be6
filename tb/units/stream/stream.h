/* SPDX-License-Identifier: Apache-2.0 */
// The stream buffers beside their models in one cycle, and their sources.
#ifndef NT_TB_UNITS_STREAM_H
#define NT_TB_UNITS_STREAM_H

#include "tb/units/beat_bytes.h"
#include "tb/units/link_shapes.h"
#include "tb/units/link_source.h"

namespace nt_stream {

static constexpr auto &SHAPES = STREAM_SHAPES;
constexpr unsigned UNITS = sizeof SHAPES / sizeof *SHAPES;

struct Unit {
    LinkSource source;
    nt_stream_buffer model;
    nt_stream_buffer_outputs out;
    nt_stream_buffer_inputs in;
    unsigned pressure = 0; // nothing is taken in so many of 256 cycles
    uint64_t bytes = 0;
};

struct View {
    Unit unit[UNITS];
};

} // namespace nt_stream

#endif
