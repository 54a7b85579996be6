/* SPDX-License-Identifier: Apache-2.0 */
/* User-level instructions, by the reference: what it does wrong is made good. */
#include "sim/tandem/shell.h"

static const uint64_t BOX = UINT64_C(0xffffffff00000000);
static const uint32_t CANONICAL_NAN = 0x7fc00000;

/* Unicorn takes the low half of an FPR as a number whatever the upper half is. */
static void check_boxes(const nt_tv_insn *insn, nt_tv_registers *user) {
    for (unsigned i = 0; i < 32; i++) {
        if ((insn->reads >> (NT_TV_F0 + i) & 1) != 0 && user->f[i] < BOX) {
            user->f[i] = BOX | CANONICAL_NAN;
        }
    }
}

/* Registers as the reference is to see them: translated data is where the trace says, inputs that
   are not boxed are NaNs. */
static void change_sources(const nt_tv_shell *shell, nt_tv_registers *user, bool floats) {
    const nt_tv_outcome *outcome = shell->outcome;
    if (floats) {
        user->fcsr = (uint32_t)shell->state.csr[NT_TV_FCSR];
        if (nt_tv_is_wrong(shell, NT_REFERENCE_WRONG_SINGLES) && shell->flen == 64 &&
            outcome->insn.sources_single) {
            check_boxes(&outcome->insn, user);
        }
    }
    if (outcome->virtual_data) {
        user->x[outcome->insn.rs1] =
            nt_tv_cut(shell, outcome->place - (uint64_t)(int64_t)outcome->insn.offset);
    }
}

/* Whether the instruction reads it as one. */
static bool is_nan(const nt_tv_shell *shell, uint64_t value) {
    if (shell->outcome->insn.width == 8) {
        return (value & INT64_MAX) > UINT64_C(0x7ff0000000000000);
    }
    return (shell->flen == 64 && value < BOX) || ((uint32_t)value & INT32_MAX) > 0x7f800000;
}

/* Of a signaling NaN and a number Unicorn's fmin and fmax make a NaN, as F had it before 2.2. */
static void choose_number(const nt_tv_shell *shell, const nt_tv_registers *before,
                          nt_tv_registers *user) {
    enum { OP_FP = 0x53, MINMAX = 0x05 };
    const nt_tv_insn *insn = &shell->outcome->insn;
    if ((insn->code & 0x7f) != OP_FP || insn->code >> 27 != MINMAX) {
        return;
    }
    uint64_t one = before->f[insn->rs1 - NT_TV_F0];
    uint64_t two = before->f[insn->rs2 - NT_TV_F0];
    bool one_is_nan = is_nan(shell, one);
    if (one_is_nan != is_nan(shell, two)) {
        user->f[insn->rd - NT_TV_F0] = one_is_nan ? two : one;
    }
}

/* Sources that were changed are what they were. */
static void restore_sources(const nt_tv_shell *shell, nt_tv_registers *user,
                            const nt_tv_registers *before, bool floats) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    if (shell->outcome->virtual_data && insn->rd != insn->rs1) {
        user->x[insn->rs1] = before->x[insn->rs1];
    }
    for (unsigned i = 0; floats && i < 32; i++) {
        if ((insn->reads >> (NT_TV_F0 + i) & 1) != 0 && insn->rd != NT_TV_F0 + i) {
            user->f[i] = before->f[i];
        }
    }
}

/* Returns 0 also for a trap; -1 with the error set. */
static int execute(nt_tv_shell *shell, bool floats) {
    nt_tv_registers *user = &shell->state.user;
    const nt_tv_outcome *outcome = shell->outcome;
    nt_tv_registers before = *user;
    uint64_t at = user->pc;
    bool in_slot = outcome->virtual_code || outcome->old_code || outcome->insn.extension != 0;
    if (in_slot && nt_tv_shell_slot(shell, &at) != 0) {
        return -1;
    }
    change_sources(shell, user, floats);
    shell->reference->write(shell->self, user, floats);
    nt_reference_attempt attempt = shell->reference->step(shell->self, at, 1, NULL, NULL);
    if (attempt.trapped) {
        *user = before;
        if (attempt.cause == 2) {
            nt_tv_shell_illegal(shell);
        } else {
            nt_tv_shell_give_up(shell, NT_TV_EXTENSION);
        }
        return 0;
    }
    shell->reference->read(shell->self, user, true, floats);
    if (nt_tv_is_wrong(shell, NT_REFERENCE_WRONG_SINGLES)) {
        choose_number(shell, &before, user);
    }
    restore_sources(shell, user, &before, floats);
    if (in_slot) {
        nt_tv_shell_leave_slot(shell, at, before.pc);
    }
    return 0;
}

static void finish_floats(nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    nt_tv_state *state = &shell->state;
    bool to_float = insn->rd >= NT_TV_F0;
    if (to_float && insn->width == 4 && shell->flen == 64) {
        state->user.f[insn->rd - NT_TV_F0] |= BOX;
    }
    bool flags = state->user.fcsr != (uint32_t)state->csr[NT_TV_FCSR];
    if (flags) {
        nt_tv_shell_touch(shell, NT_TV_FCSR, state->user.fcsr,
                          nt_tv_csr_is_known(state, NT_TV_FCSR), 0);
    }
    nt_tv_shell_dirty_floats(shell, to_float);
}

int nt_tv_shell_attempt(nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    bool floats = nt_tv_insn_uses_floats(insn);
    if (execute(shell, floats) != 0) {
        return -1;
    }
    if (shell->outcome->trapped || shell->outcome->all_free) {
        return 0;
    }
    shell->state.known |= UINT64_C(1) << insn->rd;
    shell->outcome->floats = floats;
    if (floats) {
        finish_floats(shell);
    }
    return 0;
}
