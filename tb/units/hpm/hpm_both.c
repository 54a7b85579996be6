/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/hpm/hpm_both.h"

#include "tb/units/hpm/hpm_log.h"

const char *const hpm_counted_names[HPM_COUNTS] = {
    "cycles",      "blocks",       "instructions",     "full_cycles",
    "accesses",    "refused",      "waited",           "writes",
    "illegal",     "virtual",      "not_ours",         "stopped",
    "sets",        "presets",      "overflows",        "large_overflows",
    "while_of",    "met_by_write", "of_met_by_write",  "lcofis",
    "lcofip_kept", "delegated",    "delegated_writes",
};

/* What a counter did in a cycle. A write aside, it has overflowed if it is less than before. */
static void count_overflow(hpm_both *b, const nt_hpm *before, unsigned n, bool writes) {
    const nt_hpm *after = &b->view.model;
    const nt_hpm_params *p = b->view.params;
    if (after->count[n] >= before->count[n]) {
        return;
    }
    if (writes) {
        const bool of = nt_hpm_written_of(p, &b->view.in.csr) == n;
        b->counts[HPM_OF_MET_BY_WRITE] += of;
        b->counts[HPM_MET_BY_WRITE] += !of && before->count[n] == UINT64_MAX >> (64 - p->width);
        return;
    }
    b->counts[HPM_OVERFLOWS]++;
    b->counts[HPM_WHILE_OF] += (before->flags[n] & NT_HPM_OF) != 0;
    b->counts[HPM_LARGE_OVERFLOWS] += after->count[n] > UINT8_MAX;
}

static void count_blocks(hpm_both *b) {
    const nt_hpm_inputs *in = &b->view.in;
    const unsigned most = b->view.params->nblocks;
    unsigned blocks = 0;
    while (blocks < most && in->block[blocks].valid) {
        b->counts[HPM_INSTRUCTIONS] += in->block[blocks].icount;
        blocks++;
    }
    b->counts[HPM_BLOCKS] += blocks;
    b->counts[HPM_FULL_CYCLES] += blocks == most;
}

/* Of Ssccfg, where it is done: sireg* or scountinhibit */
static bool is_delegated(unsigned addr) {
    enum { SCOUNTINHIBIT = 0x120, SIREG = 0x150, PLACES = 7 };
    return addr == SCOUNTINHIBIT || (addr & ~(unsigned)PLACES) == SIREG;
}

/* Returns whether it writes. */
static bool count_access(hpm_both *b) {
    const nt_hpm_inputs *in = &b->view.in;
    const nt_hpm_answer *answer = &b->view.out.csr;
    const bool refused = answer->illegal || answer->is_virtual;
    const bool writes = answer->hit && !refused && in->csr.op != NT_HPM_READ;
    b->counts[HPM_ACCESSES] += answer->ready;
    b->counts[HPM_REFUSED] += refused;
    b->counts[HPM_WAITED] += in->csr.valid && !answer->ready;
    b->counts[HPM_WRITES] += writes;
    b->counts[HPM_ILLEGAL] += answer->illegal;
    b->counts[HPM_VIRTUAL] += answer->is_virtual;
    b->counts[HPM_NOT_OURS] += answer->ready && !answer->hit;
    if (answer->hit && !refused && is_delegated(in->csr.addr)) {
        b->counts[writes ? HPM_DELEGATED_WRITES : HPM_DELEGATED]++;
    }
    return writes;
}

static void count_cycle(hpm_both *b, const nt_hpm *before) {
    const nt_hpm_params *p = b->view.params;
    const nt_hpm_inputs *in = &b->view.in;
    b->counts[HPM_CYCLES]++;
    b->counts[HPM_STOPPED] += in->stop;
    b->counts[HPM_LCOFIS] += before->request && !before->lcofip;
    b->counts[HPM_LCOFIP_KEPT] += before->request && in->lcofip_write && !in->lcofip_wdata;
    count_blocks(b);
    const bool writes = count_access(b);
    for (unsigned n = NT_HPM_FIRST; n < NT_HPM_FIRST + p->ncounters && !in->rst; n++) {
        count_overflow(b, before, n, writes);
    }
}

static void check_port(hpm_both *b) {
    const nt_hpm_inputs *in = &b->view.in;
    const nt_hpm_answer *csr = &b->view.out.csr;
    const nt_hart_request request = {.valid = in->csr.valid,
                                     .op = in->csr.op,
                                     .addr = in->csr.addr,
                                     .select = in->csr.select,
                                     .stateen = in->csr.stateen,
                                     .cde = in->csr.cde,
                                     .wdata = in->csr.wdata,
                                     .retires = in->csr.retires};
    const nt_hart_answer answer = {.ready = csr->ready,
                                   .taken = csr->hit && !csr->illegal && !csr->is_virtual};
    nt_hart_cycle cycle = {.priv = in->priv, .halted = in->priv == NT_HPM_DEBUG};
    uint8_t priv = in->priv;
    for (; cycle.count < b->view.params->nblocks && in->block[cycle.count].valid; cycle.count++) {
        const nt_hpm_block *block = &in->block[cycle.count];
        cycle.block[cycle.count] = (nt_transfer){.instructions = block->icount,
                                                 .itype = block->itype,
                                                 .priv = priv,
                                                 .tpriv = block->tpriv};
        priv = block->tpriv;
    }
    const char *rule = nt_hart_monitor_check(&b->monitor, &cycle, &request, answer);
    if (rule != NULL && b->illegal++ == 0) {
        b->first_rule = rule;
    }
    if (in->rst) {
        nt_hart_monitor_reset(&b->monitor);
    }
}

void hpm_both_begin(hpm_both *b, nt_lockstep *lockstep, const nt_hpm_params *params) {
    *b = (hpm_both){
        .lockstep = lockstep, .view = {.params = params}, .monitor = {.blocks = params->nblocks}};
}

bool hpm_both_cycle(hpm_both *b) {
    hpm_view *v = &b->view;
    const bool first = !b->begun;
    b->begun = true;
    v->in.rst |= first;
    nt_hpm_out(&v->model, v->params, &v->in, &v->out);
    if (first) {
        nt_lockstep_uncompared(b->lockstep, v);
    } else if (!nt_lockstep_cycle(b->lockstep, v)) {
        return false;
    }
    hpm_log_cycle(&b->log, v);
    check_port(b);
    const nt_hpm before = v->model;
    nt_hpm_step(&v->model, v->params, &v->in);
    if (!first) {
        count_cycle(b, &before);
    }
    return true;
}
