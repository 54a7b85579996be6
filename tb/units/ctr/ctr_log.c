/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/ctr/ctr_log.h"

#include <inttypes.h>

int ctr_log_open(nt_log_file *log, const char *path, const nt_ctr_config *c, nt_error *error) {
    if (nt_log_file_open(log, path, error) != 0) {
        return -1;
    }
    nt_log_file_put(
        log,
        "ctr map=%s xlen=%u depths=%u..%u ras=%d external=%d filters=%d freeze=%d misp=%d h=%d "
        "cce=",
        c->draft ? "draft" : "ratified", c->xlen, c->depth_min, c->depth_max, c->has_ras,
        c->has_external, c->has_filters, c->has_freeze, c->has_misp, c->has_h);
    if (c->has_cycles) {
        nt_log_file_put(log, "%u\n", c->cce_w);
    } else {
        nt_log_file_put(log, "none\n");
    }
    return 0;
}

static void put_access(nt_log_file *log, const nt_ctr_inputs *in, const nt_ctr_outputs *out) {
    const char *outcome = !out->csr_hit      ? "none"
                          : out->csr_illegal ? "illegal"
                          : out->csr_virtual ? "virtual"
                                             : "hit";
    if (in->csr_clear) {
        nt_log_file_put(log, "x %u %u -> %s\n", in->priv, in->stateen, outcome);
    } else {
        nt_log_file_put(log, "a %x %u %" PRIx64 " %u %x %u -> %s %" PRIx64 "\n", in->csr_addr,
                        in->csr_op, in->csr_wdata, in->priv, in->select, in->stateen, outcome,
                        out->csr_rdata);
    }
}

void ctr_log_cycle(nt_log_file *log, const ctr_view *view, const nt_hart_cycle *cycle) {
    if (log->file == NULL) {
        return;
    }
    if (view->in.rst) {
        nt_log_file_put(log, "r\n");
        return;
    }
    nt_log_file_put(log, "c 1 %u %d\n", cycle->priv, cycle->halted);
    for (unsigned i = 0; i < cycle->count; i++) {
        const nt_transfer *b = &cycle->block[i];
        nt_log_file_put(log, "b %u %" PRIx64 " %" PRIx64 " %u %u %u %d\n", b->itype, b->isrc,
                        b->itgt, b->priv, b->tpriv, b->cause, b->misp);
    }
    if (view->out.csr_ready) {
        put_access(log, &view->in, &view->out);
    }
}

void ctr_log_sample(nt_log_file *log, const char *why, uint64_t instructions, uint64_t transfers) {
    nt_log_file_put(log, "# %s, %" PRIu64 " instructions, %" PRIu64 " transfers\n", why,
                    instructions, transfers);
}
