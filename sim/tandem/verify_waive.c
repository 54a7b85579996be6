/* SPDX-License-Identifier: Apache-2.0 */
/* Habits and waivers in the course of verification: what they take out of the differences. */
#include "sim/tandem/verifier_internal.h"

/* ---- habits ---- */

bool nt_tv_is_habit(const nt_tv_verifier *v, nt_tv_habit habit) {
    return (v->setup.habits >> habit & 1) != 0;
}

bool nt_tv_by_habit(nt_tv_verifier *v, nt_tv_habit habit) {
    v->habits[habit].explains++;
    return nt_tv_is_habit(v, habit);
}

void nt_tv_contradict(nt_tv_verifier *v, nt_tv_habit habit) {
    v->habits[habit].contrary++;
}

const nt_tv_habit_count *nt_tv_verifier_habits(const nt_tv_verifier *v) {
    return v->habits;
}

/* ---- waivers ---- */

/* What is loaded or stored. */
static bool is_of_data(const nt_tv_verifier *v, const nt_tv_difference *difference) {
    switch (difference->kind) {
    case NT_TV_REGISTER:
        return difference->reg == NT_TANDEM_GPR + v->outcome.insn.rd;
    case NT_TV_STORE_DATA:
    case NT_TV_STORE_SIZE:
    case NT_TV_MEMORY:
        return true;
    default:
        return false;
    }
}

static nt_tv_waiver *waiver_of_memory(const nt_tv_verifier *v) {
    const nt_tv_outcome *outcome = &v->outcome;
    nt_tv_waivers *waivers = v->setup.waivers;
    if (!outcome->accessed) {
        return NULL;
    }
    nt_tv_waiver *waiver = nt_tv_waiver_of_address(waivers, outcome->address);
    return waiver != NULL || outcome->hidden ? waiver
                                             : nt_tv_waiver_of_address(waivers, outcome->place);
}

static nt_tv_waiver *waiver_of(const nt_tv_verifier *v, const nt_tv_difference *difference) {
    nt_tv_waivers *waivers = v->setup.waivers;
    bool csr = difference->reg < NT_TANDEM_GPR &&
               (difference->kind == NT_TV_REGISTER || difference->kind == NT_TV_OUTSIDE);
    nt_tv_waiver *waiver = NULL;
    if (v->outcome.code != 0) {
        waiver = nt_tv_waiver_of_insn(waivers, v->outcome.code);
    }
    if (waiver == NULL && csr) {
        waiver = nt_tv_waiver_of_csr(waivers, difference->reg);
    }
    return waiver == NULL && is_of_data(v, difference) ? waiver_of_memory(v) : waiver;
}

/* The trace's value goes on. */
static void take_waived(nt_tv_verifier *v, const nt_tv_difference *difference) {
    nt_tv_state *state = &v->shell.state;
    const nt_tv_state *shadow = &v->shadow;
    unsigned reg = difference->reg - NT_TANDEM_GPR;
    switch (difference->kind) {
    case NT_TV_PC:
        state->user.pc = shadow->user.pc;
        break;
    case NT_TV_PRIVILEGE:
        state->privilege = shadow->privilege;
        break;
    case NT_TV_REGISTER:
        if (difference->reg < NT_TANDEM_GPR) {
            nt_tv_csr_put(state, difference->reg, shadow->csr[difference->reg],
                          nt_tv_csr_is_known(shadow, difference->reg));
        } else if (reg < NT_TV_F0) {
            state->user.x[reg] = shadow->user.x[reg];
        } else {
            state->user.f[reg - NT_TV_F0] = shadow->user.f[reg - NT_TV_F0];
        }
        break;
    default:
        break;
    }
}

void nt_tv_waive(nt_tv_verifier *v, bool count) {
    size_t left = 0;
    for (size_t i = 0; v->setup.waivers != NULL && i < v->report.count; i++) {
        nt_tv_waiver *waiver = waiver_of(v, &v->report.differences[i]);
        if (waiver == NULL) {
            v->report.differences[left++] = v->report.differences[i];
        } else {
            waiver->used += count;
            take_waived(v, &v->report.differences[i]);
        }
    }
    v->report.count = v->setup.waivers != NULL ? left : v->report.count;
}

bool nt_tv_is_waived(nt_tv_verifier *v) {
    enum { SYSTEM = 0x73, FUNCTIONS = 0x3000 };
    const nt_tv_outcome *outcome = &v->outcome;
    nt_tv_waiver *waiver = nt_tv_waiver_of_insn(v->setup.waivers, outcome->code);
    if (waiver == NULL && (outcome->code & 0x7f) == SYSTEM && (outcome->code & FUNCTIONS) != 0) {
        waiver = nt_tv_waiver_of_csr(v->setup.waivers, (uint16_t)(outcome->code >> 20));
    }
    waiver = waiver == NULL ? waiver_of_memory(v) : waiver;
    if (waiver != NULL) {
        waiver->used++;
    }
    return waiver != NULL;
}
