/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/hpm/hpm_log.h"

#include <inttypes.h>

int hpm_log_open(nt_log_file *log, const char *path, const nt_hpm_params *p, nt_error *error) {
    if (nt_log_file_open(log, path, error) != 0) {
        return -1;
    }
    nt_log_file_put(
        log, "hpm xlen=%u counters=%u width=%u ext_events=%u u=%d s=%d h=%d cntrpmf=%d cdeleg=%d\n",
        p->xlen, p->ncounters, p->width, p->next_events, p->has_u, p->has_s, p->has_h,
        p->has_cntrpmf, p->has_cdeleg);
    return 0;
}

static void log_access(nt_log_file *log, const nt_hpm_request *csr, const nt_hpm_answer *answer) {
    nt_log_file_put(log, "a %x %u %" PRIx64 " %d %x %u %d %d %d %" PRIx64 " %d %d\n",
                    (unsigned)csr->addr, (unsigned)csr->op, csr->wdata, csr->retires,
                    (unsigned)csr->select, (unsigned)csr->stateen, csr->cde, answer->ready,
                    answer->hit, answer->rdata, answer->illegal, answer->is_virtual);
}

/* c rst priv stop ext_event messages bytes stall loss lcofip; then what else there is of the cycle
 */
void hpm_log_cycle(nt_log_file *log, const hpm_view *view) {
    if (log->file == NULL) {
        return;
    }
    const nt_hpm_inputs *in = &view->in;
    const nt_hpm_cycle_events *events = &in->events;
    const nt_hpm_outputs *out = &view->out;
    nt_log_file_put(log, "c %d %u %d %x %u %u %d %d %d %x %x %x\n", in->rst, (unsigned)in->priv,
                    in->stop, (unsigned)events->ext_event, (unsigned)events->trace_messages,
                    (unsigned)events->trace_bytes, events->trace_stall, events->trace_loss,
                    out->lcofip, (unsigned)out->mcounteren, (unsigned)out->hcounteren,
                    (unsigned)out->scounteren);
    for (unsigned b = 0; b < view->params->nblocks && in->block[b].valid; b++) {
        const nt_hpm_block *block = &in->block[b];
        nt_log_file_put(log, "b %u %u %u\n", (unsigned)block->icount, (unsigned)block->itype,
                        (unsigned)block->tpriv);
    }
    if (in->csr.valid) {
        log_access(log, &in->csr, &view->out.csr);
    }
    if (in->lcofip_write) {
        nt_log_file_put(log, "w %d\n", in->lcofip_wdata);
    }
}

static bool read_hart(FILE *file, nt_hpm_inputs *in) {
    unsigned rst, priv, stop, ext, messages, bytes, stall, loss;
    if (fscanf(file, " c %u %u %u %x %u %u %u %u", &rst, &priv, &stop, &ext, &messages, &bytes,
               &stall, &loss) != 8) {
        return false;
    }
    *in = (nt_hpm_inputs){.rst = rst != 0,
                          .priv = (uint8_t)priv,
                          .stop = stop != 0,
                          .events = {.trace_messages = (uint8_t)messages,
                                     .trace_bytes = (uint8_t)bytes,
                                     .trace_stall = stall != 0,
                                     .trace_loss = loss != 0,
                                     .ext_event = (uint8_t)ext}};
    return true;
}

static bool read_access(FILE *file, nt_hpm_request *csr) {
    unsigned addr, op, retires, select, stateen, cde;
    csr->valid = fscanf(file, " a %x %u %" SCNx64 " %u %x %u %u", &addr, &op, &csr->wdata, &retires,
                        &select, &stateen, &cde) == 7;
    csr->addr = (uint16_t)addr;
    csr->op = (uint8_t)op;
    csr->retires = retires != 0;
    csr->select = (uint16_t)select;
    csr->stateen = (uint8_t)stateen;
    csr->cde = cde != 0;
    return csr->valid;
}

static bool read_block(FILE *file, nt_hpm_block *block) {
    unsigned icount, itype, tpriv;
    block->valid = fscanf(file, " b %u %u %u", &icount, &itype, &tpriv) == 3;
    block->icount = (uint8_t)icount;
    block->itype = (uint8_t)itype;
    block->tpriv = (uint8_t)tpriv;
    return block->valid;
}

static bool read_lcofip(FILE *file, nt_hpm_inputs *in) {
    unsigned value;
    in->lcofip_write = fscanf(file, " w %u", &value) == 1;
    in->lcofip_wdata = value != 0;
    return in->lcofip_write;
}

/* The first letter of the next line, which stays; EOF */
static int next_kind(FILE *file) {
    int kind = fgetc(file);
    while (kind == '\n') {
        kind = fgetc(file);
    }
    return ungetc(kind, file);
}

int hpm_log_read(FILE *file, unsigned nblocks, nt_hpm_inputs *in) {
    if (next_kind(file) == EOF) {
        return 0;
    }
    bool good = read_hart(file, in);
    unsigned blocks = 0;
    for (int kind = next_kind(file); good && kind != EOF && kind != 'c'; kind = next_kind(file)) {
        good = kind == 'a'   ? read_access(file, &in->csr)
               : kind == 'w' ? read_lcofip(file, in)
                             : blocks < nblocks && read_block(file, &in->block[blocks++]);
    }
    return good ? 1 : -1;
}
