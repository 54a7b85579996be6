/* SPDX-License-Identifier: Apache-2.0 */
/* One step of the reference beside a group, and how it is taken back. */
#include "sim/tandem/verifier_internal.h"

static void fill_hint(nt_tv_verifier *v) {
    const nt_verify_group *group = &v->group;
    bool no_csr = nt_tv_is_absent(v, NT_TANDEM_ABSENT_CSR);
    v->hint = (nt_tv_hint){
        .after = &v->shadow,
        .number = group->number,
        .insn = group->insn,
        .insn_size = group->insn_size,
        .trap = no_csr ? nt_tv_looks_like_trap(v) : group->trap,
        .trap_to = no_csr ? (uint8_t)nt_tv_looks_like_trap_to(v) : group->trap_to,
        .enters = no_csr ? NT_TV_ENTERS_NOTHING : group->enters,
        .has_address = group->has_paddr,
        .has_eaddr = group->has_eaddr,
        .has_store = group->store_size != 0,
        .no_gpr = nt_tv_is_absent(v, NT_TANDEM_ABSENT_GPR),
        .no_fpr = nt_tv_is_absent(v, NT_TANDEM_ABSENT_FPR),
        .no_csr = no_csr,
        .no_store = nt_tv_is_absent(v, NT_TANDEM_ABSENT_STORE),
        .address = group->paddr,
        .eaddr = group->eaddr,
        .written = v->written,
        .vector = nt_tv_vector_result_of(v),
        .told = {v->pieces_of, v->pieces, v->told},
    };
}

void nt_tv_step_begin(nt_tv_verifier *v) {
    nt_tv_shadow_apply(v);
    fill_hint(v);
}

int nt_tv_step_do(nt_tv_verifier *v) {
    nt_tv_step_begin(v);
    return nt_tv_shell_step(&v->shell, &v->hint, &v->outcome);
}

void nt_tv_stores_undo(nt_tv_verifier *v) {
    for (size_t i = v->stores.count; i-- > 0;) {
        const nt_tv_store *store = &v->stores.store[i];
        for (unsigned at = 0; at < store->size; at++) {
            nt_tv_shell_store(&v->shell, store->address + at, store->before >> 8 * at, 1);
            nt_tv_memory_mark(&v->memory, store->address + at, 1, (store->known >> at & 1) != 0);
        }
    }
    v->stores.count = 0;
}

void nt_tv_step_undo(nt_tv_verifier *v) {
    nt_tv_state *state = &v->shell.state;
    uint16_t changed[NT_TV_UNDOS + NT_TV_TOUCHED];
    size_t count = 0;
    for (size_t i = 0; i < v->undos; i++) {
        changed[count++] = v->undo[i].reg;
    }
    for (size_t i = 0; i < v->outcome.touched_count; i++) {
        changed[count++] = v->outcome.touched[i].csr;
    }
    nt_tv_stores_undo(v);
    nt_tv_shadow_undo(v);
    state->user = v->shadow.user;
    state->known = v->shadow.known;
    state->pc_known = v->shadow.pc_known;
    state->privilege = v->shadow.privilege;
    state->guest = v->shadow.guest;
    for (size_t i = 0; i < count; i++) {
        nt_tv_csr_put(state, changed[i], v->shadow.csr[changed[i]],
                      nt_tv_csr_is_known(&v->shadow, changed[i]));
    }
}
