/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts: which may be taken (Privileged ISA, 3.1.6.1, 3.1.9). */
#include "sim/tandem/trap_csrs.h"

enum { SIE = 1 << 1, MIE = 1 << 3 };

/* Interrupts that the hart would take now: mask of causes. */
static uint64_t pending(const nt_tv_state *state) {
    uint64_t status = state->csr[NT_TV_MSTATUS];
    uint64_t both = state->csr[NT_TV_MIP] & state->csr[NT_TV_MIE];
    uint64_t delegated = state->csr[NT_TV_MIDELEG];
    uint64_t to_m = both & ~delegated;
    uint64_t to_s = both & delegated;
    if (state->privilege == NT_TV_M && (status & MIE) == 0) {
        to_m = 0;
    }
    if (state->privilege == NT_TV_M || (state->privilege == NT_TV_S && (status & SIE) == 0)) {
        to_s = 0;
    }
    return to_m != 0 ? to_m : to_s;
}

static bool can_predict(const nt_tv_state *state) {
    static const uint16_t needed[] = {NT_TV_MIP, NT_TV_MIE, NT_TV_MSTATUS};
    for (unsigned i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        if (!nt_tv_csr_is_known(state, needed[i])) {
            return false;
        }
    }
    return state->privilege == NT_TV_M || nt_tv_csr_is_known(state, NT_TV_MIDELEG);
}

/* The cause that is said, unless others alone are pending. */
static uint64_t interrupt_cause(const nt_tv_shell *shell, uint64_t said) {
    const nt_tv_state *state = &shell->state;
    static const uint8_t priorities[] = {11, 3, 7, 9, 1, 5};
    if (!shell->tells_pending || state->guest || !can_predict(state)) {
        return said;
    }
    uint64_t causes = pending(state);
    if (causes == 0 || (said < 64 && (causes >> said & 1) != 0)) {
        return said;
    }
    for (unsigned i = 0; i < sizeof priorities; i++) {
        if ((causes >> priorities[i] & 1) != 0) {
            return priorities[i];
        }
    }
    return said;
}

/* Why the interrupt cannot be taken (3.1.6.1, 3.1.9); NULL: it can. */
static const char *why_not(const nt_tv_shell *shell, uint64_t cause) {
    const nt_tv_state *state = &shell->state;
    uint64_t bit = cause < 64 ? UINT64_C(1) << cause : 0;
    uint64_t status = state->csr[NT_TV_MSTATUS];
    bool status_known = nt_tv_csr_is_known(state, NT_TV_MSTATUS);
    bool to_s = nt_tv_csr_is_known(state, NT_TV_MIDELEG) && (state->csr[NT_TV_MIDELEG] & bit) != 0;
    bool to_guest = nt_tv_shell_target(shell, cause, true) == NT_TV_TO_GUEST;
    if (shell->debug == NT_TV_YES) {
        return "the hart is in debug mode";
    }
    if (nt_tv_shell_is_in_nmi(shell)) {
        return "mnstatus.NMIE is 0";
    }
    if (state->privilege == NT_TV_M && to_s) {
        return "it is delegated, and the hart is in M mode";
    }
    if (to_guest && state->privilege == NT_TV_S && nt_tv_csr_is_known(state, NT_TV_VSSTATUS) &&
        (state->csr[NT_TV_VSSTATUS] & SIE) == 0) {
        return "vsstatus.SIE is 0";
    }
    if (state->privilege == NT_TV_M && status_known && (status & MIE) == 0) {
        return "mstatus.MIE is 0";
    }
    if (state->privilege == NT_TV_S && !state->guest && to_s && status_known &&
        (status & SIE) == 0) {
        return "mstatus.SIE is 0";
    }
    if (nt_tv_csr_is_known(state, NT_TV_MIE) && (state->csr[NT_TV_MIE] & bit) == 0) {
        return "it is not enabled in mie";
    }
    uint64_t pending = state->csr[NT_TV_MIP] | shell->hint->after->csr[NT_TV_MIP];
    return shell->tells_pending && (pending & bit) == 0 ? "it is not pending in mip" : NULL;
}

/* Causes that no standard interrupt has may be those of one that cannot be masked, which goes where
   the hart likes (3.5), but where mie has a bit for it. */
static bool may_be_unmaskable(const nt_tv_shell *shell, uint64_t cause) {
    enum { PLATFORM = 16 };
    const nt_tv_state *state = &shell->state;
    uint64_t enabled = nt_tv_csr_is_known(state, NT_TV_MIE) ? state->csr[NT_TV_MIE] : 0;
    uint64_t bits = enabled | shell->choices->holds[NT_TV_MIE];
    bool masked = cause < 64 && (bits >> cause & 1) != 0;
    return !masked && (cause == 0 || cause >= PLATFORM);
}

/* What it overwrites, mret may give back. */
static void keep(nt_tv_shell *shell) {
    const nt_tv_trap_csrs *csrs = &nt_tv_csrs_of_trap[NT_TV_TO_M];
    const nt_tv_state *state = &shell->state;
    shell->unmaskable_after = (nt_tv_kept){.is_kept = nt_tv_csr_is_known(state, csrs->epc) &&
                                                      nt_tv_csr_is_known(state, csrs->cause) &&
                                                      nt_tv_csr_is_known(state, csrs->status),
                                           .epc = state->csr[csrs->epc],
                                           .cause = state->csr[csrs->cause],
                                           .status = state->csr[csrs->status]};
}

void nt_tv_shell_interrupt(nt_tv_shell *shell, uint64_t said) {
    uint64_t cause = interrupt_cause(shell, said);
    uint64_t bit = UINT64_C(1) << (shell->xlen - 1);
    if (may_be_unmaskable(shell, said)) {
        keep(shell);
    }
    if (may_be_unmaskable(shell, said) && why_not(shell, said) != NULL) {
        nt_tv_shell_trap(shell, said, true, 0);
        shell->outcome->pc_free = true;
        return;
    }
    if (cause == said) {
        shell->outcome->forbids = why_not(shell, said);
        shell->outcome->interrupt = said | bit;
    }
    nt_tv_shell_trap(shell, cause, true, 0);
}
