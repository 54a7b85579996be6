/* SPDX-License-Identifier: Apache-2.0 */
/* CSRs that an instruction or trap writes, as far as the stream tells. */
#include "sim/tandem/record_step.h"

void nt_tandem_put_csr(nt_tandem_tracer *t, unsigned reg) {
    nt_tandem_put_register(&t->group, NT_TANDEM_CSR + reg, t->csr[reg]);
    t->counts.csrs++;
}

static bool is_written(const nt_tandem_step *step, uint16_t csr) {
    for (unsigned i = 0; i < step->csrs; i++) {
        if (step->csr[i] == csr) {
            return true;
        }
    }
    return false;
}

void nt_tandem_add_csr(nt_tandem_step *step, uint16_t csr) {
    if (step->csrs == NT_TANDEM_MOST_CSRS || is_written(step, csr)) {
        return;
    }
    unsigned at = step->csrs++;
    for (; at > 0 && nt_csr_rank(step->csr[at - 1]) > nt_csr_rank(csr); at--) {
        step->csr[at] = step->csr[at - 1];
    }
    step->csr[at] = csr;
}

/* What a CSR instruction makes of a CSR that keeps it as it is. Returns false: that is not
   known. */
static bool written_value(const nt_tandem_tracer *t, const nt_tandem_step *step, uint64_t *value) {
    const nt_tandem_insn *insn = &step->insn;
    uint64_t before = insn->gpr != 0 ? t->x[insn->gpr] : t->csr[insn->csr];
    *value = insn->csr_write == NT_TANDEM_CSR_WRITE ? step->operand
             : insn->csr_write == NT_TANDEM_CSR_SET ? before | step->operand
                                                    : before & ~step->operand;
    return nt_csr_keeps(insn->csr, *value) &&
           (insn->csr_write == NT_TANDEM_CSR_WRITE || insn->gpr != 0 || t->known[insn->csr]);
}

void nt_tandem_find_csr(nt_tandem_tracer *t, nt_tandem_step *step) {
    if (step->insn.csr_write == NT_TANDEM_CSR_READ) {
        return;
    }
    uint16_t csr = nt_csr_whole(step->insn.csr);
    bool declared = (csr == NT_CSR_FCSR && nt_tandem_trace_lacks(t, NT_TANDEM_ABSENT_FCSR)) ||
                    (nt_csr_is_counter(csr) && nt_tandem_trace_lacks(t, NT_TANDEM_ABSENT_COUNTERS));
    uint64_t value;
    if (declared || is_written(step, csr)) {
        return;
    }
    if (!nt_tandem_stream_has(t, NT_ACCESS_CSR)) {
        t->counts.absent_csrs++;
    } else if (t->stream_has[csr]) { /* what a write does not change is not in the stream */
        nt_tandem_add_csr(step, csr);
    } else if (!t->pmp_locked && written_value(t, step, &value)) {
        t->csr[csr] = value;
        t->known[csr] = true;
        nt_tandem_add_csr(step, csr);
    } else {
        t->known[csr] = false;
        t->pmp_locked |= nt_csr_is_pmp(csr);
        t->counts.absent_csrs++;
    }
}

void nt_tandem_take_hvip(nt_tandem_tracer *t, const nt_tandem_step *step) {
    enum { HVIP = 0x645, OF_GUEST = 0x444 };
    if (nt_tandem_trace_lacks(t, NT_TANDEM_ABSENT_TRAP_STATUS) && is_written(step, HVIP)) {
        uint64_t bits = OF_GUEST;
        t->csr[NT_CSR_MIP] = (t->csr[NT_CSR_MIP] & ~bits) | (t->csr[HVIP] & bits);
    }
}

void nt_tandem_set_mip_aside(nt_tandem_tracer *t, nt_tandem_step *step) {
    unsigned kept = 0;
    bool own =
        step->insn.csr_write != NT_TANDEM_CSR_READ && nt_csr_whole(step->insn.csr) == NT_CSR_MIP;
    for (unsigned i = 0; i < step->csrs; i++) {
        if (step->csr[i] != NT_CSR_MIP || own) {
            step->csr[kept++] = step->csr[i];
        } else {
            t->mip_changed = true;
        }
    }
    step->csrs = kept;
}

int nt_tandem_put_mip(nt_tandem_tracer *t, nt_error *error) {
    if (!t->mip_changed) {
        return 0;
    }
    t->mip_changed = false;
    nt_tandem_field field = {
        .opcode = NT_TANDEM_REGISTER, .reg = NT_CSR_MIP, .value = t->csr[NT_CSR_MIP]};
    return nt_tandem_put_alone(t, &field, error);
}

void nt_tandem_put_csrs(nt_tandem_tracer *t, const nt_tandem_step *step) {
    for (unsigned i = 0; i < step->csrs; i++) {
        uint16_t csr = step->csr[i];
        uint64_t now = t->csr[csr];
        if (csr == NT_CSR_FCSR && step->insn.csr_write == NT_TANDEM_CSR_READ &&
            (step->fcsr & ~now) == 0) {
            nt_tandem_put(&t->group, (nt_tandem_field){.opcode = NT_TANDEM_REGISTER_OR,
                                                       .reg = csr,
                                                       .value = now & ~step->fcsr});
            t->counts.csrs++;
        } else {
            nt_tandem_put_csr(t, csr);
        }
    }
}
