/* SPDX-License-Identifier: Apache-2.0 */
/* The trace encoder as a whole beside its model in one cycle, as the harness compares them. */
#ifndef NT_TB_UNITS_TRACE_ENCODER_H
#define NT_TB_UNITS_TRACE_ENCODER_H

#include "model/trace_encoder.h"
#include "tb/lockstep/names.h"
#include "tb/lockstep/values.h"
#include "tb/units/encoder_fields.h"

typedef struct trace_encoder_view {
    nt_trace_encoder_inputs in;
    nt_trace_encoder_outputs out;
    nt_trace_encoder model;
} trace_encoder_view;

/* Makes a model of the build with these parameters, with ingress of its own, as after power-on;
   NULL without memory, or with `complaint` set if the RTL cannot have them. */
trace_encoder_view *trace_encoder_new(const nt_value *values, const char **complaint);
void trace_encoder_free(trace_encoder_view *view);

/* Lets the outputs settle by state and inputs. */
void trace_encoder_settle(trace_encoder_view *view);

/* Takes the model over a clock edge, with inputs and outputs that have settled. */
void trace_encoder_step(trace_encoder_view *view);

#endif
