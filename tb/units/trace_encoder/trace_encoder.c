/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/trace_encoder/trace_encoder.h"

#include <stdlib.h>

/* A view with ingress and build of its own. */
typedef struct whole {
    trace_encoder_view view;
    nt_ingress ingress;
    nt_config config;
} whole;

trace_encoder_view *trace_encoder_new(const nt_value *values, const char **complaint) {
    nt_config config;
    *complaint = nt_values_config(values, &config);
    whole *w = *complaint == NULL ? calloc(1, sizeof *w) : NULL;
    if (w == NULL) {
        return NULL;
    }
    w->config = config;
    nt_trace_encoder_init(&w->view.model, &w->config);
    w->view.in.ingress = &w->ingress;
    return &w->view;
}

void trace_encoder_free(trace_encoder_view *view) {
    free(view);
}

void trace_encoder_settle(trace_encoder_view *view) {
    nt_trace_encoder_out(&view->model, &view->in, &view->out);
}

void trace_encoder_step(trace_encoder_view *view) {
    nt_trace_encoder_step(&view->model, &view->in, &view->out);
}
