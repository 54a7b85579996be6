/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/ctr/ctr.h"

#include <stdlib.h>

/* A view with what it refers to; it comes first. */
typedef struct whole {
    ctr_view view;
    nt_ctr model;
    nt_ctr_config config;
} whole;

ctr_view *ctr_new(const nt_value *values, const char **complaint) {
    *complaint = NULL;
    whole *w = calloc(1, sizeof *w);
    if (w == NULL) {
        return NULL;
    }
    w->config = (nt_ctr_config){
        .xlen = (uint8_t)nt_value_of(values, "XLEN"),
        .nblocks = (uint8_t)nt_value_of(values, "NBLOCKS"),
        .draft = nt_value_of(values, "DRAFT") != 0,
        .depth_min = (uint16_t)nt_value_of(values, "DEPTH_MIN"),
        .depth_max = (uint16_t)nt_value_of(values, "DEPTH_MAX"),
        .has_h = nt_value_of(values, "HAS_H") != 0,
        .has_ras = nt_value_of(values, "HAS_RAS") != 0,
        .has_external = nt_value_of(values, "HAS_EXTERNAL") != 0,
        .has_filters = nt_value_of(values, "HAS_FILTERS") != 0,
        .has_freeze = nt_value_of(values, "HAS_FREEZE") != 0,
        .has_cycles = nt_value_of(values, "HAS_CYCLES") != 0,
        .has_misp = nt_value_of(values, "HAS_MISP") != 0,
        .cce_w = (uint8_t)nt_value_of(values, "CCE_W"),
        .sram = nt_value_of(values, "SRAM") != 0,
    };
    w->view.model = &w->model;
    return &w->view;
}

void ctr_free(ctr_view *view) {
    free(view);
}

void ctr_settle(ctr_view *view) {
    whole *w = (whole *)view;
    nt_ctr_out(&w->model, &w->config, &view->in, &view->out);
}

void ctr_step(ctr_view *view) {
    whole *w = (whole *)view;
    nt_ctr_step(&w->model, &w->config, &view->in);
}
