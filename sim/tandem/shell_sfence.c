/* SPDX-License-Identifier: Apache-2.0 */
/* The instructions that fence address translation: sfence.vma, and those of the hypervisor. */
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell_walk.h"

static nt_tv_tri not_tri(nt_tv_tri tri) {
    return tri == NT_TV_MAYBE ? tri : tri == NT_TV_YES ? NT_TV_NO : NT_TV_YES;
}

void nt_tv_shell_sfence(nt_tv_shell *shell) {
    enum { VTVM = 1 << 20 };
    uint64_t status = shell->state.csr[NT_TV_MSTATUS];
    unsigned privilege = shell->state.privilege;
    unsigned s = nt_tv_letter('S');
    nt_tv_tri has = nt_tv_has(shell, s);
    if (shell->state.guest) {
        has = privilege == NT_TV_U ? NT_TV_NO : not_tri(nt_tv_shell_hstatus(shell, VTVM));
        status = 0;
    }
    if (privilege == NT_TV_U || (privilege == NT_TV_S && (status >> 20 & 1) != 0) ||
        has == NT_TV_NO || (has == NT_TV_MAYBE && shell->hint->trap)) {
        nt_tv_shell_illegal(shell);
        return;
    }
    nt_tv_shell_fence(shell, shell->state.guest ? NT_TV_OF_GUEST : NT_TV_OF_HOST);
    nt_tv_shell_next(shell);
}

void nt_tv_shell_hfence(nt_tv_shell *shell) {
    enum { TVM = 1 << 20, OF_GUEST_PAGES = 0x40000000 };
    const nt_tv_state *state = &shell->state;
    bool second = (shell->outcome->insn.code & OF_GUEST_PAGES) != 0;
    bool tvm = second && state->privilege == NT_TV_S && (state->csr[NT_TV_MSTATUS] & TVM) != 0;
    nt_tv_tri has = nt_tv_has(shell, nt_tv_letter('H'));
    if (state->guest || state->privilege == NT_TV_U || tvm || has == NT_TV_NO ||
        (has == NT_TV_MAYBE && shell->hint->trap)) {
        nt_tv_shell_illegal(shell);
        return;
    }
    nt_tv_shell_fence(shell, second ? NT_TV_OF_SECOND : NT_TV_OF_GUEST);
    nt_tv_shell_next(shell);
}
