/* SPDX-License-Identifier: Apache-2.0 */
/* The tandem-verification trace encoder beside its model in one cycle, as the harness compares
   them. */
#ifndef NT_TB_UNITS_TV_H
#define NT_TB_UNITS_TV_H

#include "model/tandem/tv_encoder.h"
#include "tb/lockstep/values.h"

typedef struct tv_view {
    nt_tv_inputs in;
    nt_tv_outputs out;
    nt_tv_encoder model;
    const nt_tv_params *params;
} tv_view;

/* Makes a model with these parameters, which must be ones that the RTL can have, as after power-on;
   NULL without memory. */
tv_view *tv_new(const nt_value *values, const char **complaint);
void tv_free(tv_view *view);

/* Lets the outputs settle by state and inputs. */
void tv_settle(tv_view *view);

/* Takes the model over a clock edge, with inputs and outputs that have settled. */
void tv_step(tv_view *view);

#endif
