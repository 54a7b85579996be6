/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/rvfi/rvfi.h"

#include <stdlib.h>

/* A view with what it refers to; it comes first. */
typedef struct whole {
    rvfi_view view;
    nt_rvfi model;
    nt_rvfi_params params;
} whole;

rvfi_view *rvfi_new(const nt_value *values, const char **complaint) {
    *complaint = NULL;
    whole *w = calloc(1, sizeof *w);
    if (w == NULL) {
        return NULL;
    }
    w->params = (nt_rvfi_params){
        .xlen = (uint8_t)nt_value_of(values, "XLEN"),
        .nret = (uint8_t)nt_value_of(values, "NRET"),
        .nblocks = (uint8_t)nt_value_of(values, "NBLOCKS"),
        .itype_w = (uint8_t)nt_value_of(values, "ITYPE_W"),
        .iretire_w = (uint8_t)nt_value_of(values, "IRETIRE_W"),
        .sijump = nt_value_of(values, "SIJUMP") != 0,
        .causes = nt_value_of(values, "CAUSES") != 0,
        .depth = (uint8_t)nt_value_of(values, "DEPTH"),
    };
    w->view.model = &w->model;
    return &w->view;
}

void rvfi_free(rvfi_view *view) {
    free(view);
}

void rvfi_settle(rvfi_view *view) {
    whole *w = (whole *)view;
    nt_rvfi_out(&w->model, &view->out);
}

void rvfi_step(rvfi_view *view) {
    whole *w = (whole *)view;
    nt_rvfi_step(&w->model, &w->params, &view->in);
}
