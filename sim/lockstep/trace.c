/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/lockstep/trace.h"

static int add_images(const nt_lockstep_options *o, nt_sidecar *sidecar, nt_error *error) {
    int result = 0;
    for (unsigned i = 0; i < o->input_count && !o->is_ingress && result == 0; i++) {
        result = nt_sidecar_add_image(sidecar, o->inputs[i], error);
    }
    for (size_t i = 0; i < o->images.count && result == 0; i++) {
        result = nt_sidecar_add_image(sidecar, o->images.specs[i].path, error);
    }
    return result;
}

int nt_lockstep_commit_trace(const nt_lockstep_options *o, const nt_watch *settings,
                             nt_trace_output *trace, nt_error *error) {
    nt_sidecar *sidecar = nt_trace_output_sidecar(trace);
    sidecar->config = o->settings.config;
    sidecar->settings = *settings;
    bool knows_hart = !o->system && !o->random && (!o->is_ingress || o->images.count != 0);
    if (knows_hart) {
        sidecar->hart = (int)o->shape.hart;
    }
    if (add_images(o, sidecar, error) != 0) {
        nt_trace_output_abort(trace);
        return -1;
    }
    return nt_trace_output_commit(trace, error);
}
