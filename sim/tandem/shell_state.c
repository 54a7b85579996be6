/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the hart: what it says of modes and addresses, and small steps of it. */
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell.h"

void nt_tv_shell_give_up(nt_tv_shell *shell, nt_tv_reason reason) {
    nt_tv_outcome *outcome = shell->outcome;
    outcome->reason = reason;
    outcome->all_free = true;
    outcome->pc_free = true;
    outcome->privilege_free = true;
    outcome->address_free = true;
    outcome->free = ~UINT64_C(1);
}

void nt_tv_shell_next(nt_tv_shell *shell) {
    nt_tv_registers *user = &shell->state.user;
    user->pc = nt_tv_cut(shell, user->pc + shell->outcome->insn.size);
}

void nt_tv_shell_set(nt_tv_shell *shell, unsigned reg, uint64_t value, bool known) {
    nt_tv_state *state = &shell->state;
    if (reg == 0) {
        return;
    }
    if (reg < NT_TV_F0) {
        state->user.x[reg] = nt_tv_cut(shell, value);
    } else {
        state->user.f[reg - NT_TV_F0] = value;
        shell->outcome->floats = true;
    }
    uint64_t bit = UINT64_C(1) << reg;
    state->known = known ? state->known | bit : state->known & ~bit;
}

/* ---- modes ---- */

bool nt_tv_shell_is_modified(const nt_tv_shell *shell) {
    enum { DCSR = 0x7b0, MPRVEN = 1 << 4 };
    const uint64_t *csr = shell->state.csr;
    bool on = shell->debug != NT_TV_YES || (csr[DCSR] & MPRVEN) != 0;
    return on && (csr[NT_TV_MSTATUS] & NT_TV_MPRV) != 0;
}

unsigned nt_tv_shell_mode(const nt_tv_shell *shell, bool data) {
    const nt_tv_state *state = &shell->state;
    uint64_t status = state->csr[NT_TV_MSTATUS];
    bool modified = data && nt_tv_shell_is_modified(shell) && state->privilege == NT_TV_M;
    return modified ? (unsigned)(status & NT_TV_MPP) >> 11 : state->privilege;
}

bool nt_tv_shell_is_in_nmi(const nt_tv_shell *shell) {
    const nt_tv_state *state = &shell->state;
    return state->privilege == NT_TV_M && nt_tv_csr_is_known(state, NT_TV_MNSTATUS) &&
           (state->csr[NT_TV_MNSTATUS] & NT_TV_NMIE) == 0;
}

bool nt_tv_shell_has_pads(const nt_tv_shell *shell) {
    enum {
        SENVCFG = 0x10a,
        MENVCFG = 0x30a,
        HENVCFG = 0x60a,
        MSECCFG = 0x747,
        LPE = 4,
        MLPE = 1 << 10
    };
    const uint64_t *csr = shell->state.csr;
    return ((csr[SENVCFG] | csr[MENVCFG] | csr[HENVCFG]) & LPE) != 0 || (csr[MSECCFG] & MLPE) != 0;
}

nt_tv_tri nt_tv_shell_hstatus(const nt_tv_shell *shell, uint64_t bit) {
    const nt_tv_state *state = &shell->state;
    if (!nt_tv_csr_is_known(state, NT_TV_HSTATUS)) {
        return NT_TV_MAYBE;
    }
    return (state->csr[NT_TV_HSTATUS] & bit) != 0 ? NT_TV_YES : NT_TV_NO;
}

/* ---- translation ---- */

bool nt_tv_shell_is_guest(const nt_tv_shell *shell, bool data) {
    enum { MPV = 1 << 7 };
    const nt_tv_state *state = &shell->state;
    bool modified = data && state->privilege == NT_TV_M && nt_tv_shell_is_modified(shell) &&
                    (state->csr[NT_TV_MSTATUS] & NT_TV_MPP) != NT_TV_MPP;
    if (!modified) {
        return state->guest;
    }
    return (state->csr[nt_tv_upper_status(shell)] & nt_tv_upper_bit(shell, MPV)) != 0;
}

nt_tv_tri nt_tv_shell_translates_guest(const nt_tv_shell *shell) {
    const nt_tv_state *state = &shell->state;
    unsigned at = shell->xlen == 64 ? 60 : 31;
    if (state->csr[NT_TV_VSATP] >> at != 0 || state->csr[NT_TV_HGATP] >> at != 0) {
        return NT_TV_YES;
    }
    bool known = nt_tv_csr_is_known(state, NT_TV_VSATP) && nt_tv_csr_is_known(state, NT_TV_HGATP);
    return known ? NT_TV_NO : NT_TV_MAYBE;
}

bool nt_tv_shell_is_translated(const nt_tv_shell *shell, bool data) {
    uint64_t satp = shell->state.csr[NT_TV_SATP];
    uint64_t mode = shell->xlen == 64 ? satp >> 60 : satp >> 31;
    if (nt_tv_shell_is_guest(shell, data)) {
        return nt_tv_shell_translates_guest(shell) == NT_TV_YES;
    }
    return nt_tv_shell_mode(shell, data) != NT_TV_M && mode != 0;
}

bool nt_tv_shell_may_translate(const nt_tv_shell *shell, bool data) {
    const nt_tv_state *state = &shell->state;
    bool unknown = data && state->privilege == NT_TV_M && !nt_tv_csr_is_known(state, NT_TV_MSTATUS);
    if (nt_tv_has(shell, nt_tv_letter('S')) == NT_TV_NO) {
        return false;
    }
    if (nt_tv_shell_is_guest(shell, data)) {
        return nt_tv_shell_translates_guest(shell) != NT_TV_NO;
    }
    if (unknown || !nt_tv_csr_is_known(state, NT_TV_SATP)) {
        return unknown || nt_tv_shell_mode(shell, data) != NT_TV_M;
    }
    return nt_tv_shell_is_translated(shell, data);
}

/* ---- memory ---- */

int nt_tv_shell_store(nt_tv_shell *shell, uint64_t address, uint64_t value, size_t size) {
    if (nt_tv_memory_write(shell->memory, address, value, size) != 0) {
        return -1;
    }
    shell->reference->forget(shell->self, address, size);
    return 0;
}

int nt_tv_shell_poke(nt_tv_shell *shell, uint64_t address, uint64_t value, size_t size,
                     bool learned) {
    nt_tv_stores_note(shell->stores, shell->memory, address, size, learned);
    return nt_tv_shell_store(shell, address, value, size);
}
