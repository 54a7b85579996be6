/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/ctr/ctr_vector.h"

#include "sim/stimulus/hart_monitor.h"
#include "sim/vectors/units.h"

#include <stdlib.h>

typedef struct ctr_vector {
    nt_lockstep *lockstep;
    const nt_ctr_config *config;
    nt_ctr model;
    ctr_view view;
    nt_hart_monitor monitor;
    bool begun;
} ctr_vector;

/* Which rule of the port the cycle breaks; NULL: none. */
static const char *broken_rule(ctr_vector *v) {
    const nt_ctr_inputs *in = &v->view.in;
    const nt_hart_request request = {.valid = in->csr_valid,
                                     .clear = in->csr_clear,
                                     .op = in->csr_op,
                                     .addr = in->csr_addr,
                                     .select = in->select,
                                     .stateen = in->stateen,
                                     .wdata = in->csr_wdata};
    nt_hart_cycle cycle = {.priv = in->priv, .halted = in->halted};
    uint8_t priv = in->priv;
    for (; cycle.count < v->config->nblocks && in->block[cycle.count].valid; cycle.count++) {
        const nt_ctr_block *block = &in->block[cycle.count];
        cycle.block[cycle.count] = (nt_transfer){.instructions = 1,
                                                 .itype = block->itype,
                                                 .isrc = block->isrc,
                                                 .itgt = block->itgt,
                                                 .priv = priv,
                                                 .tpriv = block->tpriv};
        priv = block->tpriv;
    }
    return nt_hart_monitor_check(&v->monitor, &cycle, &request,
                                 (nt_hart_answer){.ready = v->view.out.csr_ready});
}

static bool run_cycle(void *context) {
    ctr_vector *v = context;
    nt_ctr_out(&v->model, v->config, &v->view.in, &v->view.out);
    if (!v->begun) {
        nt_lockstep_uncompared(v->lockstep, &v->view);
    } else if (!nt_lockstep_cycle(v->lockstep, &v->view)) {
        return false;
    }
    v->begun = true;
    const char *rule = broken_rule(v);
    if (rule != NULL) {
        return nt_lockstep_fail(v->lockstep, "%s", rule);
    }
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
    v->monitor.blocks = config->nblocks;
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
