/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/tv/tv.h"

#include <stdlib.h>

/* A view with what it refers to; it comes first. */
typedef struct whole {
    tv_view view;
    nt_tv_params params;
} whole;

tv_view *tv_new(const nt_value *values, const char **complaint) {
    *complaint = NULL;
    whole *w = calloc(1, sizeof *w);
    if (w == NULL) {
        return NULL;
    }
    w->params = (nt_tv_params){
        .xlen = (uint8_t)nt_value_of(values, "XLEN"),
        .flen = (uint8_t)nt_value_of(values, "FLEN"),
        .mlen = (uint8_t)nt_value_of(values, "MLEN"),
        .nret = (uint8_t)nt_value_of(values, "NRET"),
        .out_bytes = (uint8_t)nt_value_of(values, "OUT_BYTES"),
        .implied_end = nt_value_of(values, "IMPLIED_END") != 0,
        .increment = nt_value_of(values, "INCREMENT") != 0,
        .has_eaddr = nt_value_of(values, "VIRTUAL") != 0,
    };
    w->view.params = &w->params;
    return &w->view;
}

void tv_free(tv_view *view) {
    free(view);
}

void tv_settle(tv_view *view) {
    nt_tv_encoder_out(&view->model, view->params, view->in.rst, &view->out);
}

void tv_step(tv_view *view) {
    nt_tv_encoder_step(&view->model, view->params, &view->in);
}
