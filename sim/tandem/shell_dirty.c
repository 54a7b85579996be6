/* SPDX-License-Identifier: Apache-2.0 */
/* FS and VS of mstatus and vsstatus: whether floating point and vectors are off, and that they were
   written. */
#include "sim/tandem/shell.h"

static bool is_off_in(const nt_tv_state *state, uint16_t csr, uint64_t field) {
    return nt_tv_csr_is_known(state, csr) && (state->csr[csr] & field) == 0;
}

bool nt_tv_shell_is_off(const nt_tv_shell *shell, uint64_t field) {
    const nt_tv_state *state = &shell->state;
    return is_off_in(state, NT_TV_MSTATUS, field) ||
           (state->guest && is_off_in(state, NT_TV_VSSTATUS, field));
}

static void dirty_in(nt_tv_shell *shell, uint16_t csr, uint64_t field, bool must) {
    nt_tv_state *state = &shell->state;
    uint64_t old = state->csr[csr];
    uint64_t said = shell->hint->after->csr[csr];
    if (!nt_tv_csr_is_known(state, csr)) {
        nt_tv_shell_touch(shell, csr, 0, false, UINT64_MAX);
    } else if ((old & field) != 0 && (old & field) != field && (must || (said & field) == field)) {
        uint64_t dirty = field | UINT64_C(1) << (shell->xlen - 1);
        nt_tv_shell_touch(shell, csr, old | dirty, true, 0);
    }
}

void nt_tv_shell_dirty(nt_tv_shell *shell, uint64_t field, bool must) {
    dirty_in(shell, NT_TV_MSTATUS, field, must);
    if (shell->state.guest) {
        dirty_in(shell, NT_TV_VSSTATUS, field, must);
    }
}

void nt_tv_shell_dirty_floats(nt_tv_shell *shell, bool must) {
    nt_tv_shell_dirty(shell, NT_TV_FS, must);
}
