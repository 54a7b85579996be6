/* SPDX-License-Identifier: Apache-2.0 */
/* Judges what the trace has of memory that an instruction of vectors accessed, and ends its step.
 */
#include "sim/tandem/shell_vector.h"
#include "sim/tandem/verify_vector_internal.h"

static uint64_t address_mask(const nt_tv_verifier *v) {
    return v->setup.format.mlen == 64 ? UINT64_MAX : (UINT64_C(1) << v->setup.format.mlen) - 1;
}

/* What the instruction did with a byte. */
typedef enum found { NOT_ACCESSED, SAME, ANOTHER } found;

static found find(const nt_tv_verifier *v, uint64_t address, uint8_t value) {
    const nt_tv_vectors *w = v->vectors;
    found found = NOT_ACCESSED;
    for (size_t i = 0; i < w->count && found != SAME; i++) {
        const nt_tv_vector_byte *byte = &w->bytes[i];
        if (((byte->address ^ address) & address_mask(v)) == 0) {
            bool same = !w->plan.store || ((byte->value ^ value) & byte->known) == 0;
            found = same ? SAME : ANOTHER;
        }
    }
    return found;
}

static bool has_kind(const nt_tv_report *report, nt_tv_element_kind kind) {
    for (size_t i = 0; i < report->count; i++) {
        if (report->differences[i].kind == kind) {
            return true;
        }
    }
    return false;
}

static void compare_address(nt_tv_verifier *v, nt_tv_element_kind kind, uint64_t address) {
    const nt_tv_vectors *w = v->vectors;
    if (find(v, address, 0) == NOT_ACCESSED && !has_kind(&v->report, kind)) {
        nt_tv_differ(v, (nt_tv_difference){.kind = kind,
                                           .expected = w->count != 0 ? w->bytes[0].address : 0,
                                           .got = address,
                                           .nothing_expected = w->count == 0});
    }
}

/* The bytes that it stored there; others as the trace has them. */
static uint64_t stored_at(const nt_tv_verifier *v, uint64_t address) {
    const nt_tv_vectors *w = v->vectors;
    uint64_t data = v->group.store;
    for (unsigned k = 0; k < v->group.store_size; k++) {
        for (size_t i = 0; i < w->count; i++) {
            if (((w->bytes[i].address ^ (address + k)) & address_mask(v)) == 0) {
                data = (data & ~(UINT64_C(0xff) << 8 * k)) | (uint64_t)w->bytes[i].value << 8 * k;
            }
        }
    }
    return data;
}

static void compare_data(nt_tv_verifier *v, uint64_t address) {
    const nt_verify_group *group = &v->group;
    bool same = true;
    for (unsigned k = 0; k < group->store_size; k++) {
        same = same && find(v, address + k, (uint8_t)(group->store >> 8 * k)) != ANOTHER;
    }
    v->counts.stored_bytes += group->store_size;
    if (!same) {
        nt_tv_differ(v, (nt_tv_difference){.kind = NT_TV_STORE_DATA,
                                           .expected = stored_at(v, address),
                                           .got = group->store});
    }
}

void nt_tv_vector_compare(nt_tv_verifier *v) {
    const nt_tv_vectors *w = v->vectors;
    const nt_verify_group *group = &v->group;
    if (w == NULL || !w->executed || !w->plan.access || v->outcome.trapped) {
        return;
    }
    bool effective = group->has_eaddr;
    bool physical = group->has_paddr && !nt_tv_shell_may_translate(&v->shell, true);
    if (effective && !nt_tv_is_absent(v, NT_TANDEM_ABSENT_EADDR)) {
        compare_address(v, NT_TV_EADDR, group->eaddr);
    }
    if (physical && !nt_tv_is_absent(v, NT_TANDEM_ABSENT_PADDR)) {
        compare_address(v, NT_TV_PADDR, group->paddr);
    }
    bool stores = group->store_size != 0 && !nt_tv_is_absent(v, NT_TANDEM_ABSENT_STORE);
    if (stores && w->plan.store && (physical || effective)) {
        compare_data(v, effective ? group->eaddr : group->paddr);
    }
}

/* Nothing tells how much is stored where it is not executed, but that it is something. */
bool nt_tv_vector_lacks_data(const nt_tv_verifier *v) {
    enum { STORE_FP = 0x27, VL = 0xc20 };
    const nt_tv_outcome *outcome = &v->outcome;
    const nt_tv_state *state = &v->shell.state;
    bool none = nt_tv_csr_is_known(state, VL) && state->csr[VL] == 0;
    if (outcome->insn.size != 4 || outcome->trapped || (outcome->code & 0x7f) != STORE_FP ||
        !nt_tv_shell_vector_is(outcome->code)) {
        return false;
    }
    bool executed = nt_tv_vector_result_of(v) != NULL;
    return executed ? v->vectors->count > v->group.store_size : !none && v->group.store_size == 0;
}

/* ---- the end of a step ---- */

static int put_byte(nt_tv_verifier *v, const nt_tv_vector_byte *byte, bool known) {
    unsigned slot = nt_tv_stores_slot(byte->address);
    for (unsigned i = 0; i < NT_TV_FENCED; i++) {
        v->stores.pages[i][slot / 64] |= UINT64_C(1) << slot % 64;
    }
    if (!nt_tv_memory_is_ram(&v->memory, byte->address)) {
        return 0;
    }
    if (known) {
        return nt_tv_shell_store(&v->shell, byte->address, byte->value, 1);
    }
    nt_tv_memory_mark(&v->memory, byte->address, 1, false);
    return 0;
}

/* Whether the step may have written vector registers, and nobody knows what. */
static bool is_astray(const nt_tv_verifier *v) {
    const nt_tv_outcome *outcome = &v->outcome;
    bool vector = v->vectors->vector;
    bool differs = v->report.count != 0 && (vector || has_kind(&v->report, NT_TV_INSN));
    bool other = !vector && outcome->reason == NT_TV_EXTENSION;
    return differs || other;
}

int nt_tv_vector_settle(nt_tv_verifier *v) {
    nt_tv_vectors *w = v->vectors;
    int result = 0;
    if (w == NULL) {
        return 0;
    }
    bool right = v->report.count == 0;
    for (size_t i = 0; w->executed && w->result.stores && i < w->count && result == 0; i++) {
        result = put_byte(v, &w->bytes[i], right && w->bytes[i].known == 0xff);
    }
    if (is_astray(v)) {
        nt_tv_vectors_forget(w);
    } else if (w->vector && w->typed) {
        nt_tv_vectors_keep(w);
    }
    if (w->vector) {
        w->started = right && !v->outcome.trapped;
    }
    return result;
}
