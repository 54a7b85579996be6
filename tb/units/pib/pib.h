/* SPDX-License-Identifier: Apache-2.0 */
/* The PIB beside its model in one cycle, as the harness compares them. */
#ifndef NT_TB_UNITS_PIB_H
#define NT_TB_UNITS_PIB_H

#include "model/transport/pib.h"
#include "tb/lockstep/values.h"
#include "tb/units/beat_bytes.h"

typedef struct pib_view {
    bool rst;
    nt_pib_control control;
    nt_beat in;
    nt_pib_outputs out;
    nt_pib model;
} pib_view;

/* Makes a model with these parameters, which must be ones that the RTL can have, as after power-on;
   NULL without memory. */
pib_view *pib_new(const nt_value *values, const char **complaint);
void pib_free(pib_view *view);

/* Set inputs that the table works out of the view. */
void pib_put_trPibActive(pib_view *view, uint64_t value);
void pib_put_trPibEnable(pib_view *view, uint64_t value);
void pib_put_trPibClkCenter(pib_view *view, uint64_t value);
void pib_put_trPibCalibrate(pib_view *view, uint64_t value);
void pib_put_in_valid(pib_view *view, uint64_t value);
void pib_put_in(pib_view *view, uint64_t value);

/* Lets the outputs settle by state and inputs. */
void pib_settle(pib_view *view);

/* Takes the model over a clock edge, with inputs and outputs that have settled. */
void pib_step(pib_view *view);

#endif
