/* Traps and returns (Privileged ISA 1.12, 3.1.6, 3.3.2, 4.1). */
#include "sim/tandem/shell.h"

enum {
    SIE = 1 << 1,
    MIE = 1 << 3,
    SPIE = 1 << 5,
    MPIE = 1 << 7,
    ILLEGAL = 2,
};

/* CSRs of a trap, by the mode that it goes to. */
typedef struct trap_csrs {
    uint16_t tvec, epc, cause, tval;
} trap_csrs;

static const trap_csrs machine = {0x305, 0x341, 0x342, 0x343};
static const trap_csrs supervisor = {0x105, 0x141, 0x142, 0x143};

static uint64_t interrupt_bit(const nt_tv_shell *shell) {
    return UINT64_C(1) << (shell->xlen - 1);
}

/* Without knowing the cause, or what is delegated, the trace tells. */
static bool goes_to_s(const nt_tv_shell *shell, uint64_t cause, bool interrupt) {
    const nt_tv_state *state = &shell->state;
    uint16_t delegation = interrupt ? NT_TV_MIDELEG : NT_TV_MEDELEG;
    if (state->privilege == NT_TV_M) {
        return false;
    }
    return cause != NT_TV_ANY_CAUSE && nt_tv_csr_is_known(state, delegation)
               ? cause < 64 && (state->csr[delegation] >> cause & 1) != 0
               : shell->hint->trap_to_s;
}

static uint64_t status_of_trap(uint64_t status, unsigned privilege, bool to_s) {
    if (to_s) {
        uint64_t kept = status & ~(uint64_t)(SIE | SPIE | NT_TV_SPP);
        return kept | ((status & SIE) != 0 ? SPIE : 0) | (privilege == NT_TV_S ? NT_TV_SPP : 0);
    }
    uint64_t kept = status & ~(uint64_t)(MIE | MPIE | NT_TV_MPP);
    return kept | ((status & MIE) != 0 ? MPIE : 0) | (uint64_t)privilege << 11;
}

/* Where in a table of vectors the trace goes. */
static uint64_t said_offset(const nt_tv_shell *shell, uint64_t base) {
    uint64_t offset = nt_tv_cut(shell, shell->hint->after->user.pc - base);
    return offset < UINT64_C(4) * 64 && offset % 4 == 0 ? offset : 0;
}

static void jump_to_handler(nt_tv_shell *shell, uint16_t tvec_csr, uint64_t cause, bool interrupt) {
    nt_tv_state *state = &shell->state;
    uint64_t tvec = state->csr[tvec_csr];
    if (!nt_tv_csr_is_known(state, tvec_csr)) {
        shell->outcome->pc_free = true;
        return;
    }
    uint64_t base = tvec & ~UINT64_C(3);
    uint64_t offset = interrupt && (tvec & 3) == 1 ? 4 * cause : 0;
    if (cause == NT_TV_ANY_CAUSE) {
        offset = said_offset(shell, base);
    }
    state->user.pc = nt_tv_cut(shell, base + offset);
}

/* 0 is accepted instead of a value: without CSRs, nobody tells which it is. */
static void set_tval(nt_tv_shell *shell, uint16_t csr, uint64_t value) {
    if (shell->hint->no_csr) {
        nt_tv_shell_touch(shell, csr, 0, value == 0, 0);
    } else {
        nt_tv_shell_touch(shell, csr, shell->hint->after->csr[csr] == 0 ? 0 : value, true, 0);
    }
}

void nt_tv_shell_trap(nt_tv_shell *shell, uint64_t cause, bool interrupt, uint64_t tval) {
    nt_tv_state *state = &shell->state;
    bool to_s = goes_to_s(shell, cause, interrupt);
    const trap_csrs *csrs = to_s ? &supervisor : &machine;
    uint64_t status = state->csr[NT_TV_MSTATUS];
    nt_tv_shell_touch(shell, csrs->epc, state->user.pc, true, 0);
    nt_tv_shell_touch(shell, csrs->cause, cause | (interrupt ? interrupt_bit(shell) : 0),
                      cause != NT_TV_ANY_CAUSE, 0);
    set_tval(shell, csrs->tval, tval);
    nt_tv_shell_touch(shell, NT_TV_MSTATUS, status_of_trap(status, state->privilege, to_s),
                      nt_tv_csr_is_known(state, NT_TV_MSTATUS), 0);
    jump_to_handler(shell, csrs->tvec, cause, interrupt);
    state->privilege = to_s ? NT_TV_S : NT_TV_M;
    shell->outcome->trapped = true;
}

void nt_tv_shell_illegal(nt_tv_shell *shell) {
    const nt_tv_outcome *outcome = shell->outcome;
    shell->outcome->accessed = false;
    nt_tv_shell_trap(shell, ILLEGAL, false, outcome->code);
}

/* ---- interrupts ---- */

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
static uint64_t interrupt_cause(const nt_tv_state *state, uint64_t said) {
    static const uint8_t priorities[] = {11, 3, 7, 9, 1, 5};
    if (!can_predict(state)) {
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

void nt_tv_shell_outside_trap(nt_tv_shell *shell) {
    const nt_tv_hint *hint = shell->hint;
    const nt_tv_state *state = &shell->state;
    uint64_t said = hint->after->csr[hint->trap_to_s ? supervisor.cause : machine.cause];
    uint64_t pc = state->user.pc;
    if (hint->no_csr) {
        nt_tv_shell_trap(shell, NT_TV_ANY_CAUSE, true, pc);
    } else if ((said & interrupt_bit(shell)) != 0) {
        said &= ~interrupt_bit(shell);
        nt_tv_shell_trap(shell, interrupt_cause(state, said), true, 0);
    } else { /* the instruction could not be fetched */
        nt_tv_shell_trap(shell, said == 0 || said == 12 ? said : 1, false, pc);
    }
}

/* ---- returns ---- */

void nt_tv_shell_return(nt_tv_shell *shell, bool from_m) {
    nt_tv_state *state = &shell->state;
    uint64_t status = state->csr[NT_TV_MSTATUS];
    bool known = nt_tv_csr_is_known(state, NT_TV_MSTATUS);
    unsigned needed = from_m ? NT_TV_M : NT_TV_S;
    uint16_t epc_csr = from_m ? machine.epc : supervisor.epc;
    if (state->privilege < needed ||
        (!from_m && state->privilege == NT_TV_S && known && (status >> 22 & 1) != 0)) {
        nt_tv_shell_illegal(shell);
        return;
    }
    uint64_t said = shell->hint->after->csr[NT_TV_MSTATUS];
    uint64_t free = 0;
    unsigned to;
    if (from_m) {
        to = (unsigned)(status & NT_TV_MPP) >> 11;
        status = (status & ~(uint64_t)(MIE | NT_TV_MPP)) | MPIE | ((status & MPIE) != 0 ? MIE : 0);
        if ((said & NT_TV_MPP) == NT_TV_MPP) { /* a hart without U mode */
            free |= NT_TV_MPP;
        }
    } else {
        to = (status & NT_TV_SPP) != 0 ? NT_TV_S : NT_TV_U;
        status = (status & ~(uint64_t)(SIE | NT_TV_SPP)) | SPIE | ((status & SPIE) != 0 ? SIE : 0);
    }
    if (to != NT_TV_M) { /* version 1.12 clears MPRV, before it nothing did */
        free |= status & NT_TV_MPRV;
        status &= ~(uint64_t)NT_TV_MPRV;
    }
    nt_tv_shell_touch(shell, NT_TV_MSTATUS, status, known, free);
    state->privilege = (uint8_t)to;
    shell->outcome->privilege_free = !known;
    shell->outcome->pc_free = !nt_tv_csr_is_known(state, epc_csr);
    uint64_t epc = state->csr[epc_csr] & ~UINT64_C(1);
    bool aligned = shell->hint->after->user.pc == (epc & ~UINT64_C(3)); /* without C */
    state->user.pc = aligned ? epc & ~UINT64_C(3) : epc;
}
