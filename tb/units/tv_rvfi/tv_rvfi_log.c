/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/tv_rvfi/tv_rvfi_log.h"

#include <inttypes.h>

int tv_rvfi_log_open(nt_log_file *log, const char *path, const nt_tv_rvfi_params *p,
                     nt_error *error) {
    if (nt_log_file_open(log, path, error) != 0) {
        return -1;
    }
    nt_log_file_put(log,
                    "tv_rvfi xlen=%u flen=%u mlen=%u nret=%u csrs=%u addresses=%d loads=%d "
                    "depth=%u\n",
                    p->xlen, p->flen, p->mlen, p->nret, p->csrs, p->addresses, p->loads, p->depth);
    return 0;
}

/* A channel, with the names of its signals, all in hexadecimal. */
static void put_channel(nt_log_file *log, const nt_tv_rvfi_params *p, const nt_tv_rvfi_channel *c) {
    nt_log_file_put(log,
                    "rvfi order=%" PRIx64 " insn=%" PRIx32 " trap=%d halt=%d intr=%d mode=%u "
                    "rd_addr=%x rd_wdata=%" PRIx64 " pc_rdata=%" PRIx64 " pc_wdata=%" PRIx64,
                    c->order, c->insn, c->trap, c->halt, c->intr, c->mode, c->rd_addr, c->rd_wdata,
                    c->pc_rdata, c->pc_wdata);
    nt_log_file_put(log,
                    " mem_addr=%" PRIx64 " mem_rmask=%x mem_wmask=%x mem_wdata=%" PRIx64
                    " mem_extamo=%d mem_paddr=%" PRIx64,
                    c->mem_addr, c->mem_rmask, c->mem_wmask, c->mem_wdata, c->mem_extamo,
                    c->mem_paddr);
    nt_log_file_put(log, " frd_wvalid=%d frd_addr=%x frd_wdata=%" PRIx64, c->frd_wvalid,
                    c->frd_addr, c->frd_wdata);
    for (unsigned i = 0; i < p->csrs; i++) {
        const nt_tv_rvfi_csr *csr = &c->csr[i];
        nt_log_file_put(log, " csr_%03x=%" PRIx64 "/%" PRIx64 "/%" PRIx64 "/%" PRIx64, csr->addr,
                        csr->rmask, csr->wmask, csr->rdata, csr->wdata);
    }
    nt_log_file_put(log, "\n");
}

/* A lane: what it has, in the order of the trace. */
static void put_lane(nt_log_file *log, const nt_tv_lane *l) {
    nt_log_file_put(log, "lane");
    if (l->pc_given) {
        nt_log_file_put(log, " pc=%" PRIx64, l->pc_next);
    }
    if (l->insn_valid) {
        nt_log_file_put(log, " insn%u=%" PRIx32, l->insn_size ? 32 : 16, l->insn);
    }
    if (l->gpr_valid) {
        nt_log_file_put(log, " x%u=%" PRIx64, l->gpr_addr, l->gpr_data);
    }
    if (l->fpr_valid) {
        nt_log_file_put(log, " f%u=%" PRIx64, l->fpr_addr, l->fpr_data);
    }
    for (unsigned i = 0; i < NT_TV_CSRS; i++) {
        if (l->csr[i].valid) {
            nt_log_file_put(log, " csr_%03x=%" PRIx64, l->csr[i].addr, l->csr[i].data);
        }
    }
    if (l->paddr_valid) {
        nt_log_file_put(log, " paddr=%" PRIx64, l->paddr);
    }
    if (l->eaddr_valid) {
        nt_log_file_put(log, " eaddr=%" PRIx64, l->eaddr);
    }
    if (l->mem_valid) {
        unsigned bits = 8U << l->mem_size;
        uint64_t data = l->mem_data & (bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1);
        nt_log_file_put(log, " store%u=%" PRIx64, bits, data);
    }
    if (l->priv_valid) {
        nt_log_file_put(log, " priv=%u", l->priv);
    }
    nt_log_file_put(log, "\n");
}

void tv_rvfi_log_cycle(nt_log_file *log, const nt_tv_rvfi_params *params,
                       const tv_rvfi_view *view) {
    if (log->file == NULL) {
        return;
    }
    if (view->in.rst) {
        nt_log_file_put(log, "reset\n");
        return;
    }
    const nt_tv_rvfi_outputs *out = &view->out;
    nt_log_file_put(log,
                    "cycle ready=%d flush=%d rvfi_ready=%d held=%d overrun=%d gap=%d refused=%x\n",
                    view->in.ready, view->in.flush, out->rvfi_ready, out->held, out->overrun,
                    out->gap, out->refused);
    for (unsigned i = 0; i < params->nret; i++) {
        if (view->in.channel[i].valid) {
            put_channel(log, params, &view->in.channel[i]);
        }
    }
    for (unsigned i = 0; view->in.ready && i < params->nret; i++) {
        if (out->lane[i].valid) {
            put_lane(log, &out->lane[i]);
        }
    }
}
