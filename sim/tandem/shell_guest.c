/* SPDX-License-Identifier: Apache-2.0 */
/* The hypervisor extension (Privileged ISA 1.13, 18): V, and what changes with it. What is in
   hstatus is followed as far as it is known. */
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell.h"

enum {
    GVA = 1 << 6, /* of hstatus, as in mstatush */
    SPV = 1 << 7, /* ... MPV */
    SPVP = 1 << 8,
    MOVED = 32, /* from mstatush to mstatus of RV64 */
};

uint16_t nt_tv_shell_guest_csr(const nt_tv_shell *shell, uint16_t csr) {
    static const uint16_t replaced[] = {0x100, 0x104, 0x105, 0x140, 0x141, 0x142,
                                        0x143, 0x144, 0x14d, 0x15d, 0x180};
    enum { GUEST = 0x100 };
    if (!shell->state.guest) {
        return csr;
    }
    for (unsigned i = 0; i < sizeof replaced / sizeof replaced[0]; i++) {
        if (replaced[i] == csr) {
            return csr + GUEST;
        }
    }
    return csr;
}

static bool has_hypervisor(const nt_tv_shell *shell) {
    return shell->state.guest || nt_tv_has(shell, nt_tv_letter('H')) != NT_TV_NO;
}

/* hlv and hsv access memory of a guest from outside. */
static bool accesses_guest(const nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    return (insn->code & 0x7f) == 0x73 && (insn->code >> 12 & 7) == 4 && insn->size == 4;
}

/* Sets MPV and GVA. */
static uint64_t note_in_machine(nt_tv_shell *shell, uint64_t status, uint64_t bits, uint64_t free) {
    uint64_t mask = GVA | SPV;
    if (shell->xlen == 64) {
        uint64_t said = shell->hint->after->csr[NT_TV_MSTATUS] >> MOVED & free;
        bits = (bits & ~free) | said;
        return (status & ~(mask << MOVED)) | bits << MOVED;
    }
    uint64_t old = shell->state.csr[NT_TV_MSTATUSH];
    uint64_t now = (old & ~mask) | bits;
    if (nt_tv_csr_is_known(&shell->state, NT_TV_MSTATUSH) && (now != old || free != 0)) {
        nt_tv_shell_touch(shell, NT_TV_MSTATUSH, now, true, free);
    }
    return status;
}

uint64_t nt_tv_shell_leave_guest(nt_tv_shell *shell, nt_tv_target target, uint64_t status,
                                 bool address) {
    nt_tv_state *state = &shell->state;
    bool guest = state->guest;
    bool other = accesses_guest(shell) || (!guest && nt_tv_shell_is_guest(shell, true));
    uint64_t free = address && other ? GVA : 0;
    uint64_t bits = (guest ? SPV : 0) | (guest && address ? GVA : 0);
    if (target == NT_TV_TO_GUEST || !has_hypervisor(shell)) {
        return status;
    }
    state->guest = false;
    if (target == NT_TV_TO_M) {
        return note_in_machine(shell, status, bits, free);
    }
    if (nt_tv_csr_is_known(state, NT_TV_HSTATUS)) {
        uint64_t mask = GVA | SPV | (guest ? SPVP : 0);
        bits |= guest && state->privilege == NT_TV_S ? SPVP : 0;
        nt_tv_shell_touch(shell, NT_TV_HSTATUS, (state->csr[NT_TV_HSTATUS] & ~mask) | bits, true,
                          free);
    }
    return status;
}

uint64_t nt_tv_shell_enter_guest(nt_tv_shell *shell, bool from_m, unsigned to, uint64_t status) {
    nt_tv_state *state = &shell->state;
    if (!has_hypervisor(shell)) {
        return status;
    }
    uint16_t csr = from_m ? nt_tv_upper_status(shell) : NT_TV_HSTATUS;
    uint64_t bit = from_m ? nt_tv_upper_bit(shell, SPV) : SPV;
    bool set = nt_tv_csr_is_known(state, csr) && (state->csr[csr] & bit) != 0;
    if (from_m && to == NT_TV_M && !set) {
        return status;
    }
    state->guest = set && to != NT_TV_M;
    if (from_m && shell->xlen == 64) {
        return status & ~bit;
    }
    if (set && !from_m) { /* of mstatush nt_tv_shell_return clears it */
        nt_tv_shell_touch(shell, csr, state->csr[csr] & ~bit, true, 0);
    }
    return status;
}
