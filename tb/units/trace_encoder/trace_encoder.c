#include "tb/units/trace_encoder/trace_encoder.h"

#include <stdlib.h>

/* A view with ingress of its own. */
typedef struct whole {
    trace_encoder_view view;
    nt_ingress ingress;
} whole;

trace_encoder_view *trace_encoder_new(const char *build) {
    const nt_config *config = nt_config_find(build);
    whole *w = config != NULL ? calloc(1, sizeof *w) : NULL;
    if (w == NULL) {
        return NULL;
    }
    nt_trace_encoder_init(&w->view.model, config);
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
