/* SPDX-License-Identifier: Apache-2.0 */
/* The counters beside their model in one cycle, as the harness compares them. */
#ifndef NT_TB_UNITS_HPM_HPM_H
#define NT_TB_UNITS_HPM_HPM_H

#ifdef __cplusplus
extern "C" {
#endif
#include "model/hpm/hpm.h"
#ifdef __cplusplus
}
#endif
#include "tb/lockstep/names.h"
#include "tb/lockstep/values.h"

typedef struct hpm_view {
    const nt_hpm_params *params;
    nt_hpm_inputs in;
    nt_hpm_outputs out;
    nt_hpm model;
} hpm_view;

/* Makes a model with these parameters, which must be ones that the RTL can have, as after power-on;
   NULL without memory. */
hpm_view *hpm_new(const nt_value *values, const char **complaint);
void hpm_free(hpm_view *view);

/* Lets the outputs settle by state and inputs. */
void hpm_settle(hpm_view *view);

/* Takes the model over a clock edge, with inputs and outputs that have settled. */
void hpm_step(hpm_view *view);

#endif
