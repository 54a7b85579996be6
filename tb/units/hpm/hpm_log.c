#include "tb/units/hpm/hpm_log.h"

#include <inttypes.h>

void hpm_log_begin(FILE *file, const nt_hpm_params *p) {
    fprintf(file, "hpm xlen=%u counters=%u width=%u ext_events=%u u=%d s=%d h=%d\n", p->xlen,
            p->ncounters, p->width, p->next_events, p->has_u, p->has_s, p->has_h);
}

static void log_access(FILE *file, const nt_hpm_request *csr, const nt_hpm_answer *answer) {
    fprintf(file, "a %x %u %" PRIx64 " %d %" PRIx64 " %d %d\n", (unsigned)csr->addr,
            (unsigned)csr->op, csr->wdata, answer->hit, answer->rdata, answer->illegal,
            answer->is_virtual);
}

/* c rst priv stop ext_event messages bytes stall loss lcofip; then what else there is of the cycle
 */
void hpm_log_cycle(FILE *file, const hpm_view *view) {
    const nt_hpm_inputs *in = &view->in;
    const nt_hpm_cycle_events *events = &in->events;
    fprintf(file, "c %d %u %d %x %u %u %d %d %d\n", in->rst, (unsigned)in->priv, in->stop,
            (unsigned)events->ext_event, (unsigned)events->trace_messages,
            (unsigned)events->trace_bytes, events->trace_stall, events->trace_loss,
            view->out.lcofip);
    if (view->out.csr.ready) {
        log_access(file, &in->csr, &view->out.csr);
    }
    for (unsigned b = 0; b < view->params->nblocks && in->block[b].valid; b++) {
        const nt_hpm_block *block = &in->block[b];
        fprintf(file, "b %u %u %u\n", (unsigned)block->icount, (unsigned)block->itype,
                (unsigned)block->tpriv);
    }
    if (in->lcofip_write) {
        fprintf(file, "w %d\n", in->lcofip_wdata);
    }
}
