/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/hpm/hpm.h"

#include <stdlib.h>

/* A view with what it refers to; it comes first. */
typedef struct whole {
    hpm_view view;
    nt_hpm_params params;
} whole;

hpm_view *hpm_new(const nt_value *values, const char **complaint) {
    *complaint = NULL;
    whole *w = calloc(1, sizeof *w);
    if (w == NULL) {
        return NULL;
    }
    w->params = (nt_hpm_params){
        .xlen = (uint8_t)nt_value_of(values, "XLEN"),
        .nblocks = (uint8_t)nt_value_of(values, "NBLOCKS"),
        .icount_w = (uint8_t)nt_value_of(values, "ICOUNT_W"),
        .ncounters = (uint8_t)nt_value_of(values, "NCOUNTERS"),
        .width = (uint8_t)nt_value_of(values, "WIDTH"),
        .next_events = (uint8_t)nt_value_of(values, "NEXT_EVENTS"),
        .has_u = nt_value_of(values, "HAS_U") != 0,
        .has_s = nt_value_of(values, "HAS_S") != 0,
        .has_h = nt_value_of(values, "HAS_H") != 0,
        .has_cntrpmf = nt_value_of(values, "HAS_CNTRPMF") != 0,
        .has_cdeleg = nt_value_of(values, "HAS_CDELEG") != 0,
    };
    w->view.params = &w->params;
    return &w->view;
}

void hpm_free(hpm_view *view) {
    free(view);
}

void hpm_settle(hpm_view *view) {
    nt_hpm_out(&view->model, view->params, &view->in, &view->out);
}

void hpm_step(hpm_view *view) {
    nt_hpm_step(&view->model, view->params, &view->in);
}
