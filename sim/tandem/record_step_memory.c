/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses and store data of an instruction. */
#include "sim/tandem/record_step.h"

bool nt_tandem_translates(const nt_tandem_tracer *t, const nt_retired *retired) {
    enum { MPRV = 1 << 17, AT_MPP = 11 };
    unsigned priv = retired->mode.priv;
    uint64_t status = t->csr[NT_CSR_MSTATUS];
    if (priv == NT_TANDEM_M && (status & MPRV) != 0) {
        priv = status >> AT_MPP & 3;
    }
    unsigned mode = t->options.format.xlen == 32 ? 31 : 60;
    return priv != NT_TANDEM_M && t->csr[NT_CSR_SATP] >> mode != 0;
}

static uint64_t sign_extended(uint64_t value, unsigned size) {
    return size == 2 ? (uint64_t)(int64_t)(int32_t)(uint32_t)value : value;
}

/* What an AMO writes, by the upper five bits of its encoding (unprivileged architecture, "A"). */
static uint64_t amo_result(unsigned amo, uint64_t old, uint64_t operand, unsigned size) {
    uint64_t mask = size == 2 ? UINT32_MAX : UINT64_MAX;
    int64_t a = (int64_t)sign_extended(old, size);
    int64_t b = (int64_t)sign_extended(operand, size);
    switch (amo) {
    case 0x00:
        return old + operand;
    case 0x04:
        return old ^ operand;
    case 0x08:
        return old | operand;
    case 0x0c:
        return old & operand;
    case 0x10:
        return a < b ? old : operand;
    case 0x14:
        return a > b ? old : operand;
    case 0x18:
        return (old & mask) < (operand & mask) ? old : operand;
    case 0x1c:
        return (old & mask) > (operand & mask) ? old : operand;
    default:
        return operand; /* amoswap */
    }
}

/* Whether the value that the instruction writes to memory is known. */
static bool stored_value(const nt_tandem_tracer *t, const nt_tandem_step *step, uint64_t *value) {
    const nt_tandem_insn *insn = &step->insn;
    *value = step->store != NULL ? step->store->value : step->operand;
    if (step->store != NULL || step->operand_unknown || insn->access != NT_TANDEM_ACCESS_AMO) {
        return step->store != NULL || !step->operand_unknown;
    }
    uint64_t old = t->x[insn->gpr];
    bool known =
        insn->gpr != 0 ||
        (step->has_paddr && nt_tandem_memory_read(&t->memory, step->paddr, 1U << insn->size, &old));
    *value = amo_result(insn->amo, old, step->operand, insn->size);
    return known;
}

static int put_store(nt_tandem_tracer *t, const nt_tandem_step *step, nt_error *error) {
    unsigned bytes = 1U << step->insn.size;
    uint64_t value;
    if (!stored_value(t, step, &value)) {
        t->counts.absent_stores++;
        if (step->has_paddr) {
            nt_tandem_memory_forget(&t->memory, step->paddr, bytes);
        }
        return 0;
    }
    nt_tandem_put_state(&t->group, NT_TANDEM_STORE8 + step->insn.size,
                        bytes == 8 ? value : value & ((UINT64_C(1) << 8 * bytes) - 1));
    t->counts.stores++;
    t->counts.stored_bytes += bytes;
    return step->has_paddr && nt_tandem_memory_write(&t->memory, step->paddr, bytes, value) != 0
               ? nt_fail_as(error, NT_ERROR_MEMORY, "out of memory")
               : 0;
}

/* A store conditional: it tells in its register, if it has one; else QEMU accesses memory where it
   compares. */
static bool fails(const nt_tandem_tracer *t, const nt_tandem_step *step) {
    uint8_t gpr = step->insn.gpr;
    return step->insn.access == NT_TANDEM_ACCESS_SC &&
           (gpr != 0 ? t->x[gpr] != 0 : step->access == NULL);
}

static void find_paddr(nt_tandem_step *step, bool translated) {
    const nt_access *access = step->access;
    step->has_paddr = !translated || (access != NULL && access->has_physical);
    step->has_paddr &= !step->address_unknown;
    if (step->has_paddr) {
        step->paddr = translated ? access->physical : step->address;
    }
}

int nt_tandem_put_memory(nt_tandem_tracer *t, nt_tandem_step *step, bool translated,
                         nt_error *error) {
    nt_tandem_access kind = step->insn.access;
    bool no_paddr = nt_tandem_trace_lacks(t, NT_TANDEM_ABSENT_PADDR);
    if (kind == NT_TANDEM_ACCESS_NONE || fails(t, step) ||
        (no_paddr && nt_tandem_trace_lacks(t, NT_TANDEM_ABSENT_EADDR))) {
        return 0;
    }
    find_paddr(step, translated);
    if (no_paddr) {
        translated = true; /* the effective address is there, as ever */
    } else if (step->has_paddr) {
        nt_tandem_put_state(&t->group, NT_TANDEM_PADDR, step->paddr);
    } else {
        t->counts.absent_paddrs++;
    }
    if (translated && !step->address_unknown) {
        nt_tandem_put_state(&t->group, NT_TANDEM_EADDR, step->address);
    }
    return kind == NT_TANDEM_ACCESS_LOAD || kind == NT_TANDEM_ACCESS_LR ? 0
                                                                        : put_store(t, step, error);
}
