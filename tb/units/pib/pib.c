/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/pib/pib.h"

#include <stdlib.h>

pib_view *pib_new(const nt_value *values, const char **complaint) {
    *complaint = NULL;
    pib_view *view = calloc(1, sizeof *view);
    if (view != NULL) {
        const nt_pib_params params = {.bytes = (uint8_t)nt_value_of(values, "BYTES")};
        nt_pib_init(&view->model, &params);
    }
    return view;
}

void pib_free(pib_view *view) {
    free(view);
}

void pib_put_trPibActive(pib_view *view, uint64_t value) {
    view->control.trPibActive = (uint32_t)value;
}

void pib_put_trPibEnable(pib_view *view, uint64_t value) {
    view->control.trPibEnable = (uint32_t)value;
}

void pib_put_trPibClkCenter(pib_view *view, uint64_t value) {
    view->control.trPibClkCenter = (uint32_t)value;
}

void pib_put_trPibCalibrate(pib_view *view, uint64_t value) {
    view->control.trPibCalibrate = (uint32_t)value;
}

void pib_put_in_valid(pib_view *view, uint64_t value) {
    view->in.waits = value != 0;
}

void pib_put_in(pib_view *view, uint64_t value) {
    nt_beat_put(&view->in, value);
}

void pib_settle(pib_view *view) {
    nt_pib_out(&view->model, view->rst, &view->control, &view->out);
}

void pib_step(pib_view *view) {
    const nt_pib_inputs in = {view->rst, &view->control, view->in};
    nt_pib_step(&view->model, &in);
}
