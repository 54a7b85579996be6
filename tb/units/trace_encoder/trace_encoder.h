/* The trace encoder as a whole beside its model in one cycle, as the harness compares them. */
#ifndef NT_TB_UNITS_TRACE_ENCODER_H
#define NT_TB_UNITS_TRACE_ENCODER_H

#include "model/trace_encoder.h"
#include "tb/units/encoder_fields.h"

typedef struct trace_encoder_view {
    nt_trace_encoder_inputs in;
    nt_trace_encoder_outputs out;
    nt_trace_encoder model;
} trace_encoder_view;

#endif
