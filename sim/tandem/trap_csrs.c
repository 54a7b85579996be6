/* SPDX-License-Identifier: Apache-2.0 */
/* Where a trap goes, by delegation (Privileged ISA 1.12, 3.1.8), and what the trace has of it. */
#include "sim/tandem/trap_csrs.h"

const nt_tv_trap_csrs nt_tv_csrs_of_trap[] = {
    [NT_TV_TO_M] = {0x305, 0x341, 0x342, 0x343, NT_TV_MSTATUS},
    [NT_TV_TO_S] = {0x105, 0x141, 0x142, 0x143, NT_TV_MSTATUS},
    [NT_TV_TO_GUEST] = {0x205, 0x241, 0x242, 0x243, NT_TV_VSSTATUS},
};

uint64_t nt_tv_hint_cause(const nt_tv_hint *hint) {
    return hint->after->csr[nt_tv_csrs_of_trap[hint->trap_to].cause];
}

uint64_t nt_tv_shell_said_cause(const nt_tv_shell *shell) {
    const nt_tv_hint *hint = shell->hint;
    return hint->no_csr ? NT_TV_ANY_CAUSE : nt_tv_hint_cause(hint);
}

static nt_tv_tri delegates(const nt_tv_shell *shell, uint16_t csr, uint64_t cause) {
    const nt_tv_state *state = &shell->state;
    if (cause == NT_TV_ANY_CAUSE || !nt_tv_csr_is_known(state, csr)) {
        return NT_TV_MAYBE;
    }
    return cause < 64 && (state->csr[csr] >> cause & 1) != 0 ? NT_TV_YES : NT_TV_NO;
}

nt_tv_target nt_tv_shell_target(const nt_tv_shell *shell, uint64_t cause, bool interrupt) {
    enum { HEDELEG = 0x602, HIDELEG = 0x603 };
    const nt_tv_state *state = &shell->state;
    nt_tv_target said = (nt_tv_target)shell->hint->trap_to;
    if (state->privilege == NT_TV_M) {
        return NT_TV_TO_M;
    }
    nt_tv_tri to_s = delegates(shell, interrupt ? NT_TV_MIDELEG : NT_TV_MEDELEG, cause);
    if (to_s == NT_TV_NO || (to_s == NT_TV_MAYBE && said == NT_TV_TO_M)) {
        return NT_TV_TO_M;
    }
    nt_tv_tri to_guest = delegates(shell, interrupt ? HIDELEG : HEDELEG, cause);
    bool guest = to_guest == NT_TV_YES || (to_guest == NT_TV_MAYBE && said == NT_TV_TO_GUEST);
    return state->guest && guest ? NT_TV_TO_GUEST : NT_TV_TO_S;
}
