/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/tv/tv_log.h"

#include <inttypes.h>
#include <stdio.h>

int tv_log_open(nt_log_file *log, const char *path, const nt_tv_params *p, nt_error *error) {
    if (nt_log_file_open(log, path, error) != 0) {
        return -1;
    }
    if (log->file != NULL) {
        nt_log_file_put(log, "tv %u %u %u %u %u %d %d %d\n", p->xlen, p->flen, p->mlen, p->nret,
                        p->out_bytes, p->has_eaddr, p->implied_end, p->increment);
    }
    return 0;
}

static void put_registers(nt_log_file *log, const nt_tv_lane *lane) {
    if (lane->gpr_valid) {
        nt_log_file_put(log, "- gpr %x %" PRIx64 "\n", lane->gpr_addr, lane->gpr_data);
    }
    if (lane->fpr_valid) {
        nt_log_file_put(log, "- fpr %x %" PRIx64 "\n", lane->fpr_addr, lane->fpr_data);
    }
    for (unsigned i = 0; i < NT_TV_CSRS; i++) {
        if (lane->csr[i].valid) {
            nt_log_file_put(log, "- csr %x %" PRIx64 "\n", lane->csr[i].addr, lane->csr[i].data);
        }
    }
    if (lane->flags_valid) {
        nt_log_file_put(log, "- flags %x\n", lane->flags);
    }
}

static void put_lane(nt_log_file *log, const nt_tv_lane *lane) {
    nt_log_file_put(log, "lane\n");
    if (lane->insn_valid) {
        nt_log_file_put(log, "- insn %x %" PRIx32 "\n", lane->insn_size, lane->insn);
    }
    if (lane->pc_given) {
        nt_log_file_put(log, "- pc %" PRIx64 "\n", lane->pc_next);
    }
    put_registers(log, lane);
    if (lane->paddr_valid) {
        nt_log_file_put(log, "- paddr %" PRIx64 "\n", lane->paddr);
    }
    if (lane->eaddr_valid) {
        nt_log_file_put(log, "- eaddr %" PRIx64 "\n", lane->eaddr);
    }
    if (lane->mem_valid) {
        nt_log_file_put(log, "- mem %x %" PRIx64 "\n", lane->mem_size, lane->mem_data);
    }
    if (lane->priv_valid) {
        nt_log_file_put(log, "- priv %x\n", lane->priv);
    }
}

static const char *number(char text[24], bool valid, uint64_t value) {
    (void)snprintf(text, 24, valid ? "%" PRIx64 : "-", value);
    return text;
}

static void put_taken(nt_log_file *log, const tv_view *view) {
    const nt_tv_inputs *in = &view->in;
    char text[3][24];
    if (in->reset) {
        nt_log_file_put(log, "reset\n");
    }
    if (in->init_valid) {
        nt_log_file_put(log, "init %x %" PRIx64 " %x %" PRIx64 "\n", in->init_kind, in->init_addr,
                        in->init_size, in->init_data);
    }
    if (in->mtime_valid || in->mcycle_valid || in->minstret_valid) {
        nt_log_file_put(log, "counters %s %s %s\n", number(text[0], in->mtime_valid, in->mtime),
                        number(text[1], in->mcycle_valid, in->mcycle),
                        number(text[2], in->minstret_valid, in->minstret));
    }
    for (unsigned l = 0; l < view->params->nret; l++) {
        if (in->lane[l].valid) {
            put_lane(log, &in->lane[l]);
        }
    }
}

static void put_word(nt_log_file *log, const nt_tv_outputs *out) {
    char text[2 * NT_TV_OUT_MOST + 1];
    for (unsigned i = 0; i < out->out_count; i++) {
        (void)snprintf(text + 2 * (size_t)i, 3, "%02x", out->out_data[i]);
    }
    nt_log_file_put(log, "out %s\n", text);
}

void tv_log_cycle(nt_log_file *log, const tv_view *view) {
    if (log->file == NULL) {
        return;
    }
    if (view->in.rst) {
        nt_log_file_put(log, "rst\n");
        return;
    }
    if (view->out.out_valid && view->in.out_ready) {
        put_word(log, &view->out);
    }
    if (view->out.ready) {
        put_taken(log, view);
    }
}
