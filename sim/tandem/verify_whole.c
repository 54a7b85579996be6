/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/shell_walk.h"
#include "sim/tandem/verify_whole_internal.h"

#include <stdlib.h>
#include <string.h>

enum { SYSTEM = 0x73 };

nt_tv_whole *nt_tv_whole_new(const nt_tv_shell *shell) {
    nt_tv_whole *w = calloc(1, sizeof *w);
    if (w != NULL) {
        w->shell = (nt_tv_shell){.xlen = shell->xlen,
                                 .flen = shell->flen,
                                 .reference = shell->reference,
                                 .self = shell->self,
                                 .memory = shell->memory,
                                 .stores = shell->stores,
                                 .error = shell->error,
                                 .choices = &w->choices,
                                 .follows = true};
        w->shell.state.xlen = (uint8_t)shell->xlen;
        w->after.xlen = (uint8_t)shell->xlen;
        nt_tv_choices_start(&w->choices);
        (void)shell->reference->read_csr(shell->self, NT_TV_MISA, &w->misa);
    }
    return w;
}

void nt_tv_whole_free(nt_tv_whole *whole) {
    free(whole);
}

/* ---- which steps ---- */

static bool is_custom_interrupt(const nt_tv_verifier *v) {
    uint64_t cause = nt_tv_hint_cause(&v->hint);
    bool unmaskable = (uint32_t)cause == 0 && cause >> (v->setup.format.xlen - 1) != 0;
    return (uint32_t)cause >= 16 || unmaskable;
}

/* Whether memory has what the instruction is translated by. */
static bool is_walked(nt_tv_verifier *v) {
    nt_tv_shell *shell = &v->shell;
    shell->hint = &v->hint;
    shell->outcome = &v->outcome;
    return !nt_tv_shell_is_translated(shell, false) ||
           nt_tv_shell_walk(shell, shell->state.user.pc, NT_TV_ACCESS_FETCH).known;
}

/* A step in which more than a user-level instruction happens, of state that is known. */
static bool is_whole(nt_tv_verifier *v, const nt_tv_insn *insn) {
    const nt_tv_shell *shell = &v->shell;
    const nt_tv_state *state = &shell->state;
    bool outside = v->hint.insn_size == 0;
    if (shell->debug == NT_TV_YES || v->hint.enters != NT_TV_ENTERS_NOTHING || v->hint.no_csr ||
        v->hint.no_gpr || !state->pc_known || v->doubt_count != 0 ||
        !nt_tv_csr_is_known(state, NT_TV_MSTATUS) || (outside && is_custom_interrupt(v))) {
        return false;
    }
    if (state->privilege != NT_TV_M && nt_tv_shell_is_modified(shell)) {
        return false; /* the hart's choice */
    }
    if (outside && !nt_tv_csr_is_known(state, NT_TV_MIE)) {
        return false;
    }
    bool may = nt_tv_shell_may_translate(shell, true) || nt_tv_shell_may_translate(shell, false);
    bool is = nt_tv_shell_is_translated(shell, true) || nt_tv_shell_is_translated(shell, false);
    if (may && !nt_tv_csr_is_known(state, NT_TV_SATP)) {
        return false;
    }
    if (outside) {
        return v->hint.trap;
    }
    uint64_t mask;
    unsigned shift;
    unsigned csr = nt_tv_csr_home(state, (uint16_t)(insn->code >> 20), &mask, &shift);
    if (insn->class_ == NT_TV_CSR && !nt_tv_whole_shares(csr)) {
        return false;
    }
    return insn->class_ != NT_TV_UNKNOWN && insn->class_ != NT_TV_SC &&
           (insn->reads & ~state->known) == 0 &&
           (v->hint.trap || is || (insn->code & 0x7f) == SYSTEM) && is_walked(v);
}

/* ---- the hart's state ---- */

static void hand_csr(nt_tv_verifier *v, unsigned csr) {
    nt_tv_whole *w = v->whole;
    const nt_reference *reference = v->shell.reference;
    uint64_t bit = UINT64_C(1) << csr % 64;
    uint64_t value = v->shell.state.csr[csr];
    if ((w->lacking[csr / 64] & bit) != 0 ||
        ((w->current[csr / 64] & bit) != 0 && w->given[csr] == value)) {
        return;
    }
    if (csr == NT_TV_MISA) { /* extensions come and go with it */
        w->choices.missing = 0;
        w->choices.present = 0;
    }
    w->given[csr] = value;
    w->current[csr / 64] |= bit;
    value = csr == NT_TV_MISA && value == 0 ? w->misa : value; /* 0 says nothing */
    if (!reference->write_csr(v->shell.self, csr, value) ||
        !reference->read_csr(v->shell.self, csr, &w->held[csr])) {
        w->lacking[csr / 64] |= bit;
    }
}

/* Makes the state before the step the hart's. What the hart holds of it is what it is judged by. */
static void hand_state(nt_tv_verifier *v) {
    nt_tv_whole *w = v->whole;
    const nt_tv_state *state = &v->shell.state;
    nt_tv_state *copies[] = {&w->shell.state, &w->after};
    for (unsigned i = 0; i < 2; i++) {
        copies[i]->user = state->user;
        copies[i]->known = state->known;
        copies[i]->pc_known = state->pc_known;
        copies[i]->privilege = state->privilege;
        copies[i]->guest = state->guest;
        memcpy(copies[i]->csr_known, state->csr_known, sizeof state->csr_known);
    }
    for (unsigned word = 0; word < NT_TV_CSR_WORDS; word++) {
        for (uint64_t left = state->csr_known[word]; left != 0; left &= left - 1) {
            unsigned csr = word * 64 + (unsigned)__builtin_ctzll(left);
            if (nt_tv_whole_shares(csr)) {
                hand_csr(v, csr);
            }
            bool lacks = !nt_tv_whole_shares(csr) || (w->lacking[word] >> csr % 64 & 1) != 0;
            w->shell.state.csr[csr] = lacks ? state->csr[csr] : w->held[csr];
            w->after.csr[csr] = w->shell.state.csr[csr];
        }
    }
}

static void change(nt_tv_whole *w, unsigned csr, uint64_t value) {
    if (w->changes < NT_TV_CHANGES) {
        w->changed[w->changes++] = (uint16_t)csr;
    }
    nt_tv_csr_put(&w->after, (uint16_t)csr, value, true);
    w->current[csr / 64] &= ~(UINT64_C(1) << csr % 64);
}

/* What the hart holds now. */
static void take_csr(nt_tv_verifier *v, unsigned csr) {
    nt_tv_whole *w = v->whole;
    uint64_t value;
    bool known = nt_tv_csr_is_known(&v->shell.state, (uint16_t)csr);
    if ((w->lacking[csr / 64] >> csr % 64 & 1) != 0 ||
        !v->shell.reference->read_csr(v->shell.self, csr, &value)) {
        return;
    }
    if (!known || value != w->held[csr]) {
        change(w, csr, value);
    }
}

/* CSRs that nobody knew, and that the step wrote. */
static void take_written(nt_tv_verifier *v, const nt_tv_insn *insn) {
    static const uint16_t of_trap[3][3] = {
        {0x341, 0x342, 0x343}, {0x141, 0x142, 0x143}, {0x241, 0x242, 0x243}};
    nt_tv_whole *w = v->whole;
    const nt_tv_state *state = &v->shell.state;
    for (unsigned i = 0; w->event.trapped && i < 3; i++) {
        uint16_t csr = of_trap[w->event.guest ? 2 : w->event.privilege == NT_TV_S][i];
        if (!nt_tv_csr_is_known(state, csr)) {
            take_csr(v, csr);
        }
    }
    uint64_t mask;
    unsigned shift;
    uint16_t home = nt_tv_csr_home(state, (uint16_t)(insn->code >> 20), &mask, &shift);
    if (insn->class_ == NT_TV_CSR && !w->event.trapped && nt_tv_whole_shares(home) &&
        !nt_tv_csr_is_known(state, home)) {
        take_csr(v, home);
    }
}

static void take_state(nt_tv_verifier *v, const nt_tv_insn *insn) {
    nt_tv_whole *w = v->whole;
    const nt_tv_state *state = &v->shell.state;
    bool all = w->event.trapped || insn->size == 0 || (insn->code & 0x7f) == SYSTEM;
    w->changes = 0;
    w->after.user = w->event.registers;
    w->after.known |= w->event.trapped ? 0 : UINT64_C(1) << insn->rd;
    w->after.privilege = w->event.privilege;
    w->after.guest = w->event.guest;
    for (unsigned word = 0; all && word < NT_TV_CSR_WORDS; word++) {
        for (uint64_t left = state->csr_known[word]; left != 0; left &= left - 1) {
            unsigned csr = word * 64 + (unsigned)__builtin_ctzll(left);
            if (nt_tv_whole_shares(csr)) {
                take_csr(v, csr);
            }
        }
    }
    if (!all) { /* what an instruction of floating point writes */
        take_csr(v, NT_TV_MSTATUS);
        if (nt_tv_csr_is_known(state, NT_TV_FCSR)) {
            take_csr(v, NT_TV_FCSR);
        }
    }
    take_written(v, insn);
}

static void start(nt_tv_verifier *v) {
    nt_tv_whole *w = v->whole;
    const nt_tv_state *after = v->hint.after;
    unsigned rd = 0;
    nt_tv_insn insn;
    nt_tv_insn_decode(&insn, v->hint.insn, v->hint.insn_size == 0 ? 2 : v->hint.insn_size,
                      v->setup.format.xlen, v->setup.format.flen);
    rd = insn.rd;
    w->event = (nt_reference_event){.registers = v->shell.state.user,
                                    .privilege = v->shell.state.privilege,
                                    .guest = v->shell.state.guest,
                                    .interrupt = v->hint.insn_size == 0,
                                    .loaded = rd < NT_TV_F0 ? after->user.x[rd]
                                                            : after->user.f[rd - NT_TV_F0]};
    if (w->event.interrupt) {
        uint64_t cause = nt_tv_hint_cause(&v->hint);
        w->event.interrupt = cause >> (v->setup.format.xlen - 1) != 0;
        bool of_guest = v->hint.trap_to == NT_TV_TO_GUEST; /* with the numbers of S */
        w->event.cause = w->event.interrupt ? (uint32_t)cause + of_guest : 0;
    }
}

int nt_tv_whole_step(nt_tv_verifier *v) {
    nt_tv_whole *w = v->whole;
    nt_tv_insn insn = {0};
    if (w == NULL) {
        return 0;
    }
    w->count = 0;
    if (v->hint.insn_size != 0) {
        nt_tv_insn_decode(&insn, v->hint.insn, v->hint.insn_size, v->setup.format.xlen,
                          v->setup.format.flen);
    }
    if (!is_whole(v, &insn)) {
        return 0;
    }
    hand_state(v);
    start(v);
    v->stores.count = 0;
    v->shell.reference->step_whole(v->shell.self, &w->event);
    nt_tv_stores_undo(v);
    if (w->event.code_size != 0 && w->event.code_size <= 4) { /* perhaps the trace has another */
        nt_tv_insn_decode(&insn, w->event.code, w->event.code_size, v->setup.format.xlen,
                          v->setup.format.flen);
    }
    take_state(v, &insn);
    int result = nt_tv_whole_judge(v, &insn);
    nt_tv_stores_undo(v);
    return result;
}
