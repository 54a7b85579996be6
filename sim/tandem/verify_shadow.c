/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/follow.h"
#include "sim/tandem/verifier_internal.h"

#include <string.h>

/* The new value of an element that holds `old`. */
static uint64_t updated(const nt_tv_verifier *v, const nt_tv_update *update, uint64_t old) {
    return nt_tandem_updated(update->opcode, update->value, old,
                             nt_tandem_register_bits(&v->setup.format, update->reg));
}

static void note(nt_tv_verifier *v, uint16_t reg, uint64_t value, bool known) {
    v->undo[v->undos++] = (nt_tv_undo){reg, known, value};
}

static void update_register(nt_tv_verifier *v, const nt_tv_update *update) {
    nt_tv_state *shadow = &v->shadow;
    unsigned reg = update->reg - NT_TANDEM_GPR;
    uint64_t bit = UINT64_C(1) << reg;
    if (reg == 0) {
        if (update->value != 0) {
            v->outside = update->reg;
            v->outside_value = update->value;
            v->outside_mask = 0;
        }
        return;
    }
    uint64_t *place = reg < NT_TV_F0 ? &shadow->user.x[reg] : &shadow->user.f[reg - NT_TV_F0];
    bool known = (shadow->known & bit) != 0 || update->opcode == NT_TANDEM_REGISTER;
    *place = updated(v, update, *place);
    shadow->known = known ? shadow->known | bit : shadow->known;
    v->written |= known ? bit : 0;
}

/* Adds what an update tells, perhaps of a view, as fflags, to what others of the group told of the
   same CSR. Returns whether that is all of it. */
static bool add_piece(nt_tv_verifier *v, uint16_t home, uint64_t mask, uint64_t value) {
    uint64_t all;
    unsigned shift;
    bool first = v->pieces_of != home;
    (void)nt_tv_csr_home(&v->shadow, home, &all, &shift);
    v->pieces_of = home;
    v->told = (first ? 0 : v->told & ~mask) | (value & mask);
    v->pieces = (first ? 0 : v->pieces) | mask;
    return (all & ~v->pieces) == 0;
}

static void update_csr(nt_tv_verifier *v, const nt_tv_update *update) {
    nt_tv_state *shadow = &v->shadow;
    uint64_t mask;
    unsigned shift;
    uint16_t home = nt_tv_csr_home(shadow, update->reg, &mask, &shift);
    uint64_t old = shadow->csr[home];
    bool known = nt_tv_csr_is_known(shadow, home);
    note(v, home, old, known);
    uint64_t part = updated(v, update, (old & mask) >> shift);
    uint64_t view = nt_tv_cut(&v->shell, mask) >> shift;
    if ((part & ~view) != 0) {
        v->outside = update->reg;
        v->outside_value = part;
        v->outside_mask = view;
    }
    uint64_t value = (old & ~mask) | (part << shift & mask);
    if (!known && update->opcode == NT_TANDEM_REGISTER && add_piece(v, home, mask, value)) {
        value = v->told;
        known = true;
    }
    nt_tv_csr_put(shadow, home, value, known);
}

void nt_tv_shadow_apply(nt_tv_verifier *v) {
    nt_tv_state *shadow = &v->shadow;
    const nt_verify_group *group = &v->group;
    v->before = shadow->user;
    v->known_before = shadow->known;
    v->privilege_before = shadow->privilege;
    v->pc_known_before = shadow->pc_known;
    v->undos = 0;
    v->written = 0;
    v->outside = 0;
    v->pieces_of = 0;
    v->pieces = 0;
    v->told = 0;
    for (size_t i = 0; i < group->count; i++) {
        const nt_tv_update *update = &group->updates[i];
        if (update->opcode == NT_TANDEM_REQUEST) {
            continue; /* memory of initializations (verifier.c) */
        }
        if (update->reg >= NT_TANDEM_GPR) {
            update_register(v, update);
        } else {
            update_csr(v, update);
        }
    }
    if (group->has_pc) {
        shadow->user.pc = group->pc;
        shadow->pc_known = true;
    } else if (group->increment) {
        shadow->user.pc = nt_tv_cut(&v->shell, shadow->user.pc + group->insn_size);
    }
    if (group->has_privilege) {
        shadow->privilege = group->privilege;
    }
}

void nt_tv_shadow_undo(nt_tv_verifier *v) {
    nt_tv_state *shadow = &v->shadow;
    while (v->undos != 0) {
        const nt_tv_undo *undo = &v->undo[--v->undos];
        nt_tv_csr_put(shadow, undo->reg, undo->value, undo->known);
    }
    shadow->user = v->before;
    shadow->known = v->known_before;
    shadow->privilege = v->privilege_before;
    shadow->pc_known = v->pc_known_before;
}

void nt_tv_parts_settle(nt_tv_verifier *v) {
    nt_tv_csr_parts *parts = &v->shell.parts;
    const nt_tv_outcome *outcome = &v->outcome;
    const nt_tv_csr_part *part = &outcome->part;
    bool foreign = outcome->reason == NT_TV_EXTENSION || outcome->all_free || outcome->float_csrs;
    if (foreign) {
        memset(parts, 0, sizeof *parts);
    }
    for (size_t i = 0; i < v->undos; i++) {
        if (v->undo[i].reg != part->csr) {
            nt_tv_csr_part_drop(parts, v->undo[i].reg);
        }
    }
    if (part->csr != 0 && v->report.count == 0) {
        nt_tv_csr_part_add(parts, part);
    } else if (part->csr != 0) {
        nt_tv_csr_part_drop(parts, part->csr);
    }
}
