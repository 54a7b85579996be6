#include "tb/units/ctr/ctr_vector.h"

#include "sim/vectors/units.h"

#include <stdlib.h>

typedef struct ctr_vector {
    nt_lockstep *lockstep;
    const nt_ctr_config *config;
    nt_ctr model;
    ctr_view view;
    bool begun;
} ctr_vector;

static bool run_cycle(void *context) {
    ctr_vector *v = context;
    nt_ctr_out(&v->model, v->config, &v->view.in, &v->view.out);
    if (!v->begun) {
        nt_lockstep_uncompared(v->lockstep, &v->view);
    } else if (!nt_lockstep_cycle(v->lockstep, &v->view)) {
        return false;
    }
    v->begun = true;
    nt_ctr_step(&v->model, v->config, &v->view.in);
    return true;
}

int ctr_vector_run(nt_lockstep *lockstep, int argc, char **argv, const nt_ctr_config *config) {
    ctr_vector *v = calloc(1, sizeof *v);
    if (v == NULL) {
        return 2;
    }
    v->lockstep = lockstep;
    v->config = config;
    v->view.model = &v->model;
    const nt_vector_bench bench = {.unit = &nt_pins_ctr,
                                   .params = config,
                                   .inputs = &v->view.in,
                                   .outputs = &v->view.out,
                                   .cycle = run_cycle,
                                   .context = v};
    int status = nt_vector_bench_run(lockstep, argc, argv, &bench);
    free(v);
    return status;
}
