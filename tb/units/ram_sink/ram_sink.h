/* SPDX-License-Identifier: Apache-2.0 */
/* The RAM sink beside its model in one cycle, as the harness compares them. */
#ifndef NT_TB_UNITS_RAM_SINK_H
#define NT_TB_UNITS_RAM_SINK_H

#include "model/transport/ram_sink.h"
#include "tb/units/beat_bytes.h"

typedef struct ram_sink_view {
    nt_ram_sink_inputs in;
    nt_ram_sink_outputs out;
    nt_ram_sink model;
} ram_sink_view;

#endif
