/* SPDX-License-Identifier: Apache-2.0 */
/* Debug mode (Debug Specification 1.0, 4) and interrupts that resume (Smrnmi): what enters them,
   where it goes is the hart's, and dret and mnret. */
#include "sim/tandem/shell_debug.h"

enum {
    DCSR = 0x7b0,
    DPC = 0x7b1,
    MNEPC = 0x741,
    MNCAUSE = 0x742,
    /* dcsr */
    DCSR_PRV = 3,
    DCSR_NMIP = 1 << 3,
    DCSR_V = 1 << 5,
    DCSR_CAUSE = 7 << 6,
    CAUSE_EBREAK = 1 << 6,
    DCSR_PELP = 1 << 18,
    /* mnstatus */
    MNPV = 1 << 7,
    MNPELP = 1 << 9,
    MODULE = 1 << 12, /* bytes where debug mode begins */
};

static void touch(nt_tv_shell *shell, uint16_t csr, uint64_t value, uint64_t free) {
    nt_tv_shell_touch(shell, csr, value, nt_tv_csr_is_known(&shell->state, csr), free);
}

static void enter(nt_tv_shell *shell) {
    shell->state.privilege = NT_TV_M;
    shell->state.guest = false;
    shell->outcome->pc_free = true;
}

/* ---- debug mode ---- */

void nt_tv_shell_enter_debug(nt_tv_shell *shell) {
    const nt_tv_state *state = &shell->state;
    bool ebreak = shell->outcome->insn.class_ == NT_TV_EBREAK;
    uint64_t kept = state->csr[DCSR] & ~(uint64_t)(DCSR_PRV | DCSR_V | DCSR_CAUSE);
    uint64_t from = state->privilege | (state->guest ? (uint64_t)DCSR_V : 0);
    nt_tv_shell_touch(shell, DPC, state->user.pc, true, 0);
    touch(shell, DCSR, kept | from | (ebreak ? (uint64_t)CAUSE_EBREAK : 0),
          DCSR_NMIP | DCSR_PELP | (ebreak ? 0U : (uint64_t)DCSR_CAUSE));
    shell->debug_after = NT_TV_YES;
    shell->debug_module = shell->hint->after->user.pc & ~(uint64_t)(MODULE - 1);
    enter(shell);
}

void nt_tv_shell_forget_module(nt_tv_shell *shell) {
    if (shell->debug == NT_TV_YES) {
        nt_tv_memory_mark(shell->memory, shell->debug_module, MODULE, false);
    }
}

bool nt_tv_shell_steps_debug(nt_tv_shell *shell) {
    const nt_tv_hint *hint = shell->hint;
    const nt_tv_insn *insn = &shell->outcome->insn;
    bool leaves = nt_tv_cut(shell, shell->state.user.pc + insn->size) != hint->after->user.pc;
    bool jumps = insn->class_ == NT_TV_PLAIN; /* jumps, and what computes, as ever */
    if (shell->debug != NT_TV_YES || insn->size == 0) {
        return false;
    }
    if (insn->class_ != NT_TV_EBREAK && (!leaves || jumps)) {
        return false;
    }
    if (insn->class_ == NT_TV_UNKNOWN && (insn->code & 0x7f) == 0x73) { /* dret */
        return false;
    }
    shell->outcome->pc_free = true; /* an exception there changes the pc alone */
    return true;
}

/* ---- interrupts that resume ---- */

void nt_tv_shell_enter_nmi(nt_tv_shell *shell) {
    const nt_tv_state *state = &shell->state;
    uint64_t status = (uint64_t)state->privilege << 11 | (state->guest ? (uint64_t)MNPV : 0);
    uint64_t interrupt = UINT64_C(1) << (shell->xlen - 1);
    if (nt_tv_csr_is_known(state, NT_TV_MNSTATUS) &&
        (state->csr[NT_TV_MNSTATUS] & NT_TV_NMIE) == 0) {
        shell->outcome->forbids = "mnstatus.NMIE is 0";
        shell->outcome->interrupt = shell->hint->after->csr[MNCAUSE];
    }
    nt_tv_shell_touch(shell, MNEPC, state->user.pc, true, 0);
    nt_tv_shell_touch(shell, MNCAUSE, interrupt, true, ~interrupt);
    touch(shell, NT_TV_MNSTATUS, status, MNPELP);
    enter(shell);
}

/* ---- returns ---- */

/* To a mode below M: MPRV is cleared, or was before version 1.12 of the architecture. */
static void leave(nt_tv_shell *shell, uint16_t pc, uint16_t mode, unsigned at, bool guest) {
    nt_tv_state *state = &shell->state;
    shell->outcome->pc_free = !nt_tv_csr_is_known(state, pc);
    state->user.pc = state->csr[pc] & ~UINT64_C(1);
    state->guest = guest;
    if (!nt_tv_csr_is_known(state, mode)) {
        shell->outcome->privilege_free = true;
        return;
    }
    state->privilege = (uint8_t)(state->csr[mode] >> at & 3);
    if (state->privilege != NT_TV_M) {
        touch(shell, NT_TV_MSTATUS, state->csr[NT_TV_MSTATUS], NT_TV_MPRV);
    }
}

bool nt_tv_shell_leaves_debug(nt_tv_shell *shell) {
    enum { DRET = 0x7b200073, MNRET = 0x70200073 };
    nt_tv_state *state = &shell->state;
    uint32_t code = shell->outcome->insn.size == 4 ? shell->outcome->code : 0;
    if ((code != DRET && code != MNRET) || shell->hint->trap) {
        return false;
    }
    if (state->privilege != NT_TV_M || (code == DRET && shell->debug == NT_TV_NO)) {
        nt_tv_shell_illegal(shell);
    } else if (code == DRET) {
        shell->debug_after = NT_TV_NO;
        leave(shell, DPC, DCSR, 0, (state->csr[DCSR] & DCSR_V) != 0);
    } else {
        leave(shell, MNEPC, NT_TV_MNSTATUS, 11, (state->csr[NT_TV_MNSTATUS] & MNPV) != 0);
        touch(shell, NT_TV_MNSTATUS, state->csr[NT_TV_MNSTATUS] | NT_TV_NMIE, MNPELP);
    }
    return true;
}
