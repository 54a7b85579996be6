/* SPDX-License-Identifier: Apache-2.0 */
/* From RVFI to the trace ingress port beside its model in one cycle, as the harness compares them.
 */
#ifndef NT_TB_UNITS_RVFI_H
#define NT_TB_UNITS_RVFI_H

#include "model/adapter/rvfi.h"
#include "tb/lockstep/values.h"

typedef struct rvfi_view {
    nt_rvfi_inputs in;
    nt_rvfi_outputs out;
    const nt_rvfi *model;
} rvfi_view;

/* Makes a model with these parameters, which must be ones that the RTL can have, as after power-on;
   NULL without memory. */
rvfi_view *rvfi_new(const nt_value *values, const char **complaint);
void rvfi_free(rvfi_view *view);

/* Lets the outputs settle by state and inputs. */
void rvfi_settle(rvfi_view *view);

/* Takes the model over a clock edge, with inputs and outputs that have settled. */
void rvfi_step(rvfi_view *view);

#endif
