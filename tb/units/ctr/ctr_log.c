#include "tb/units/ctr/ctr_log.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { LINE = 200 };

static void put(ctr_log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(ctr_log *log, const char *format, ...) {
    char line[LINE];
    va_list arguments;
    if (log->file == NULL || log->failed) {
        return;
    }
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    log->failed = nt_output_file_write(log->file, line, (size_t)size, &log->error) != 0;
}

int ctr_log_open(ctr_log *log, const char *path, const nt_ctr_config *c, nt_error *error) {
    *log = (ctr_log){.file = NULL};
    if (path == NULL) {
        return 0;
    }
    if (nt_output_file_open(&log->file, path, error) != 0) {
        return -1;
    }
    put(log,
        "ctr map=%s xlen=%u depths=%u..%u ras=%d external=%d filters=%d freeze=%d misp=%d h=%d "
        "cce=",
        c->draft ? "draft" : "ratified", c->xlen, c->depth_min, c->depth_max, c->has_ras,
        c->has_external, c->has_filters, c->has_freeze, c->has_misp, c->has_h);
    if (c->has_cycles) {
        put(log, "%u\n", c->cce_w);
    } else {
        put(log, "none\n");
    }
    return 0;
}

int ctr_log_close(ctr_log *log, bool keep, nt_error *error) {
    nt_output_file *file = log->file;
    log->file = NULL;
    if (file == NULL) {
        return 0;
    }
    if (keep && !log->failed) {
        return nt_output_file_commit(file, error);
    }
    nt_output_file_abort(file);
    return log->failed ? nt_fail(error, "%s", log->error.text) : 0;
}

static void put_access(ctr_log *log, const nt_ctr_inputs *in, const nt_ctr_outputs *out) {
    const char *outcome = !out->csr_hit      ? "none"
                          : out->csr_illegal ? "illegal"
                          : out->csr_virtual ? "virtual"
                                             : "hit";
    if (in->csr_clear) {
        put(log, "x %u %u -> %s\n", in->priv, in->stateen, outcome);
    } else {
        put(log, "a %x %u %" PRIx64 " %u %x %u -> %s %" PRIx64 "\n", in->csr_addr, in->csr_op,
            in->csr_wdata, in->priv, in->select, in->stateen, outcome, out->csr_rdata);
    }
}

void ctr_log_cycle(ctr_log *log, const ctr_view *view, const nt_hart_cycle *cycle) {
    if (log->file == NULL) {
        return;
    }
    if (view->in.rst) {
        put(log, "r\n");
        return;
    }
    put(log, "c 1 %u %d\n", cycle->priv, cycle->halted);
    for (unsigned i = 0; i < cycle->count; i++) {
        const nt_transfer *b = &cycle->block[i];
        put(log, "b %u %" PRIx64 " %" PRIx64 " %u %u %u %d\n", b->itype, b->isrc, b->itgt, b->priv,
            b->tpriv, b->cause, b->misp);
    }
    if (view->out.csr_ready) {
        put_access(log, &view->in, &view->out);
    }
}

void ctr_log_sample(ctr_log *log, const char *why, uint64_t instructions, uint64_t transfers) {
    put(log, "# %s, %" PRIu64 " instructions, %" PRIu64 " transfers\n", why, instructions,
        transfers);
}
