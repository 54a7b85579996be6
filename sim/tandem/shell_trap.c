/* SPDX-License-Identifier: Apache-2.0 */
/* Traps and returns (Privileged ISA 1.12, 3.1.6, 3.3.2, 4.1). */
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/trap_csrs.h"

enum {
    SIE = 1 << 1,
    MIE = 1 << 3,
    SPIE = 1 << 5,
    MPIE = 1 << 7,
    ILLEGAL = 2,
};

static uint64_t status_of_trap(uint64_t status, unsigned privilege, nt_tv_target to) {
    if (to != NT_TV_TO_M) {
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

/* ---- what a trap writes ---- */

/* Part of an access alone may fault: the part behind the border of a page, or of what is protected.
   tval has its address. */
static bool is_part(const nt_tv_shell *shell, uint64_t cause, uint64_t value, uint64_t said) {
    enum { PAGE = 4096, GRAIN = 4, FETCH_PAGE = 12 };
    bool fetch = cause == 1 || cause == FETCH_PAGE;
    unsigned width = fetch ? 4 : shell->outcome->width;
    bool memory = fetch || cause == 5 || cause == 7 || cause == 13 || cause == 15;
    unsigned border = cause >= FETCH_PAGE ? PAGE : fetch ? 2 : GRAIN;
    return memory && said > value && said - value < width && said % border == 0;
}

/* By cause a hart has a value there, or 0; or read-only 0 for all of them. */
static uint64_t chosen_tval(nt_tv_shell *shell, const nt_tv_trap_csrs *csrs, uint64_t cause,
                            uint64_t value) {
    uint64_t said = shell->hint->after->csr[csrs->tval];
    unsigned choice = NT_TV_TVAL + (csrs == nt_tv_csrs_of_trap ? 0 : 64U) + (unsigned)(cause & 63);
    nt_tv_tri has = (nt_tv_tri)shell->choices->answer[choice];
    if (value == 0) {
        return 0;
    }
    if (said == 0 && has != NT_TV_YES) {
        nt_tv_teach_answer(shell, choice, false);
        return 0;
    }
    if (has == NT_TV_NO || shell->choices->fixed[csrs->tval] != 0) {
        return 0;
    }
    bool fits = said == value || is_part(shell, cause, value, said) ||
                (cause != ILLEGAL && nt_csr_conversions(shell, value, said) != 0);
    if (fits) {
        nt_tv_teach_answer(shell, choice, true);
        nt_tv_teach_bits(shell, NT_TV_LEARN_HOLDS, csrs->tval, 1);
    }
    return fits ? said : value;
}

/* 0 is accepted instead of a value: without CSRs, nobody tells which it is. */
static void set_tval(nt_tv_shell *shell, const nt_tv_trap_csrs *csrs, uint64_t cause,
                     uint64_t value) {
    value = nt_tv_cut(shell, value);
    if (shell->hint->no_csr) {
        nt_tv_shell_touch(shell, csrs->tval, 0, value == 0, 0);
    } else {
        nt_tv_shell_touch(shell, csrs->tval, chosen_tval(shell, csrs, cause, value), true, 0);
    }
}

/* An address that no instruction can have may be converted. */
static void set_epc(nt_tv_shell *shell, uint16_t csr) {
    uint64_t pc = shell->state.user.pc;
    uint64_t said = shell->hint->after->csr[csr];
    bool converted = !shell->hint->no_csr && nt_csr_conversions(shell, pc, said) != 0;
    pc = nt_tv_shell_runs_narrow(shell) ? nt_tv_shell_narrow_pc(pc, said) : pc;
    nt_tv_shell_touch(shell, csr, converted ? said : pc, true, 0);
}

/* An instruction of floating point that traps may have made FS dirty (imprecise). */
static uint64_t imprecise(const nt_tv_shell *shell, uint64_t status) {
    uint64_t dirty = NT_TV_FS | UINT64_C(1) << (shell->xlen - 1);
    bool floats = nt_tv_insn_uses_floats(&shell->outcome->insn) && (status & NT_TV_FS) != 0;
    return floats && !shell->hint->no_csr &&
                   (shell->hint->after->csr[NT_TV_MSTATUS] & NT_TV_FS) == NT_TV_FS
               ? dirty
               : 0;
}

static void teach_cause(nt_tv_shell *shell, uint16_t csr, uint64_t cause, bool interrupt) {
    size_t count;
    uint16_t row = (uint16_t)(nt_csr_fields_of(csr, &count) - nt_csr_field_table);
    if (!interrupt && cause < 64) {
        nt_tv_teach_bits(shell, NT_TV_LEARN_HAS, row, UINT64_C(1) << cause);
    }
}

/* Interrupts of the guest have the numbers of supervisor mode there. */
static uint64_t shown_cause(nt_tv_target to, uint64_t cause, bool interrupt) {
    bool moved = to == NT_TV_TO_GUEST && interrupt && (cause == 2 || cause == 6 || cause == 10);
    return moved ? cause - 1 : cause;
}

/* Whether tval has an address. */
static bool has_address(uint64_t cause, bool interrupt) {
    return !interrupt &&
           (cause <= 1 || (cause >= 3 && cause <= 7) || (cause >= 12 && cause <= 15) ||
            cause >= 20) &&
           cause != 22;
}

/* Bits of mstatus that extensions change with a trap or return: of double traps and of landing
   pads, where the program switched them on. */
static uint64_t loose_status(const nt_tv_shell *shell) {
    enum { MENVCFG = 0x30a, MENVCFGH = 0x31a, MDT = 42, PELP = 23 };
    const nt_tv_state *state = &shell->state;
    uint64_t sdt = UINT64_C(1) << 24;
    bool dte = (state->csr[MENVCFG] >> 59 & 1) != 0 || (state->csr[MENVCFGH] >> 27 & 1) != 0;
    uint64_t mdt = shell->choices->holds[NT_TV_MSTATUS] & UINT64_C(1) << MDT;
    uint64_t pads = UINT64_C(1) << PELP | UINT64_C(1) << 41;
    return (dte ? sdt : 0) | mdt | (nt_tv_shell_has_pads(shell) ? pads : 0);
}

void nt_tv_shell_trap(nt_tv_shell *shell, uint64_t cause, bool interrupt, uint64_t tval) {
    nt_tv_state *state = &shell->state;
    nt_tv_target to = nt_tv_shell_target(shell, cause, interrupt);
    const nt_tv_trap_csrs *csrs = &nt_tv_csrs_of_trap[to];
    uint64_t status = state->csr[csrs->status];
    bool known = nt_tv_csr_is_known(state, csrs->status);
    uint64_t shown = shown_cause(to, cause, interrupt);
    status |= to == NT_TV_TO_GUEST ? 0 : imprecise(shell, status);
    set_epc(shell, csrs->epc);
    nt_tv_shell_touch(shell, csrs->cause, shown | (interrupt ? nt_tv_interrupt_bit(shell) : 0),
                      cause != NT_TV_ANY_CAUSE, 0);
    set_tval(shell, csrs, cause, tval);
    teach_cause(shell, csrs->cause, cause, interrupt);
    status = status_of_trap(status, state->privilege, to);
    bool address = has_address(cause, interrupt) && state->csr[csrs->tval] != 0;
    status = nt_tv_shell_leave_guest(shell, to, status, address);
    nt_tv_shell_touch(shell, csrs->status, status, known, loose_status(shell));
    jump_to_handler(shell, csrs->tvec, shown, interrupt);
    shell->outcome->pc_free |= !interrupt && nt_tv_shell_is_in_nmi(shell);
    state->privilege = to == NT_TV_TO_M ? NT_TV_M : NT_TV_S;
    shell->outcome->trapped = true;
}

void nt_tv_shell_illegal(nt_tv_shell *shell) {
    enum { VIRTUAL = 22 };
    const nt_tv_outcome *outcome = shell->outcome;
    nt_tv_tri is_virtual = nt_tv_shell_is_virtual_instruction(shell);
    bool guest = is_virtual == NT_TV_YES ||
                 (is_virtual == NT_TV_MAYBE && nt_tv_shell_said_cause(shell) == VIRTUAL);
    shell->outcome->accessed = false;
    nt_tv_shell_trap(shell, guest ? VIRTUAL : ILLEGAL, false, outcome->code);
}

/* ---- returns ---- */

/* MPP after mret: the least privileged mode that there is (3.3.2). */
static uint64_t least_mode(nt_tv_shell *shell, unsigned to) {
    unsigned u = nt_tv_letter('U');
    nt_tv_tri has = to == NT_TV_U || to == NT_TV_S ? NT_TV_YES : nt_tv_has(shell, u);
    uint64_t said = shell->hint->after->csr[NT_TV_MSTATUS] & NT_TV_MPP;
    if (has == NT_TV_MAYBE && !shell->hint->no_csr) {
        has = said == NT_TV_MPP ? NT_TV_NO : NT_TV_YES;
        nt_tv_teach_extension(shell, u, has == NT_TV_YES);
    }
    return has == NT_TV_NO ? NT_TV_MPP : 0;
}

/* Version 1.12 clears MPRV, before it nothing did. */
static uint64_t mprv_after(nt_tv_shell *shell, uint64_t status, unsigned to) {
    uint64_t mprv = status & NT_TV_MPRV;
    nt_tv_tri keeps = (nt_tv_tri)shell->choices->answer[NT_TV_RETURN_KEEPS];
    if (to == NT_TV_M || mprv == 0) {
        return mprv;
    }
    if (keeps == NT_TV_MAYBE) {
        keeps = (shell->hint->after->csr[NT_TV_MSTATUS] & mprv) != 0 ? NT_TV_YES : NT_TV_NO;
        nt_tv_teach_answer(shell, NT_TV_RETURN_KEEPS, keeps == NT_TV_YES);
    }
    return keeps == NT_TV_YES ? mprv : 0;
}

static bool return_traps(nt_tv_shell *shell, bool from_m) {
    enum { TSR = 22, VTSR = 1 << 22 };
    const nt_tv_state *state = &shell->state;
    bool tsr =
        nt_tv_csr_is_known(state, NT_TV_MSTATUS) && (state->csr[NT_TV_MSTATUS] >> TSR & 1) != 0;
    if (state->privilege < (from_m ? NT_TV_M : NT_TV_S)) {
        return true;
    }
    if (state->guest) {
        nt_tv_tri vtsr = nt_tv_shell_hstatus(shell, VTSR);
        return vtsr == NT_TV_YES || (vtsr == NT_TV_MAYBE && shell->hint->trap);
    }
    if (!from_m && state->privilege == NT_TV_S && tsr) {
        return true;
    }
    nt_tv_tri has = from_m ? NT_TV_YES : nt_tv_has(shell, nt_tv_letter('S'));
    if (has == NT_TV_MAYBE) {
        has = shell->hint->trap ? NT_TV_NO : NT_TV_YES;
        nt_tv_teach_extension(shell, nt_tv_letter('S'), has == NT_TV_YES);
    }
    return has == NT_TV_NO;
}

/* On RV32 mret clears MDT, MPELP and MPV too (Smdbltrp, Zicfilp, 3.3.2 with H). */
static void clear_upper_status(nt_tv_shell *shell) {
    enum { CLEARED = 1 << 10 | 1 << 9 | 1 << 7 };
    const nt_tv_state *state = &shell->state;
    const nt_tv_state *after = shell->hint->after;
    bool known = nt_tv_csr_is_known(state, NT_TV_MSTATUSH);
    if (shell->xlen == 32 && (known || nt_tv_csr_is_known(after, NT_TV_MSTATUSH))) {
        uint64_t old = known ? state->csr[NT_TV_MSTATUSH] : after->csr[NT_TV_MSTATUSH];
        nt_tv_shell_touch(shell, NT_TV_MSTATUSH, old & ~(uint64_t)CLEARED, true, 0);
    }
}

/* The status that mret or sret leaves, but for what is of the hypervisor; `to`: the mode. */
static uint64_t status_of_return(nt_tv_shell *shell, bool from_m, uint64_t status, unsigned *to) {
    if (!from_m) {
        *to = (status & NT_TV_SPP) != 0 ? NT_TV_S : NT_TV_U;
        return (status & ~(uint64_t)(SIE | NT_TV_SPP)) | SPIE | ((status & SPIE) != 0 ? SIE : 0);
    }
    *to = (unsigned)(status & NT_TV_MPP) >> 11;
    status = (status & ~(uint64_t)(MIE | NT_TV_MPP)) | MPIE | ((status & MPIE) != 0 ? MIE : 0);
    return status | least_mode(shell, *to);
}

/* A hart may return from the handler of an interrupt that cannot be masked with what that
   overwrote: mepc, mcause, MPIE and MPP (3.5 leaves such harts free; Ibex does). Returns the status
   then. */
static uint64_t give_back(nt_tv_shell *shell, uint64_t status) {
    enum { GIVEN = MPIE | NT_TV_MPP };
    const nt_tv_trap_csrs *csrs = &nt_tv_csrs_of_trap[NT_TV_TO_M];
    const nt_tv_state *after = shell->hint->after;
    const nt_tv_kept *kept = &shell->unmaskable;
    bool gives = kept->is_kept && !shell->hint->no_csr && after->csr[csrs->epc] == kept->epc &&
                 after->csr[csrs->cause] == kept->cause &&
                 ((after->csr[csrs->status] ^ kept->status) & GIVEN) == 0;
    shell->unmaskable_after.is_kept = false;
    if (!gives) {
        return status;
    }
    nt_tv_shell_touch(shell, csrs->epc, kept->epc, true, 0);
    nt_tv_shell_touch(shell, csrs->cause, kept->cause, true, 0);
    return (status & ~(uint64_t)GIVEN) | (kept->status & GIVEN);
}

static uint64_t return_address(nt_tv_shell *shell, uint16_t csr) {
    uint64_t epc = shell->state.csr[csr] & ~UINT64_C(1);
    uint64_t without_c = epc & ~UINT64_C(3);
    nt_tv_tri four = nt_tv_aligns_to_4(shell);
    bool masked =
        four == NT_TV_YES || (four == NT_TV_MAYBE && shell->hint->after->user.pc == without_c);
    if (masked && epc != without_c) {
        nt_tv_teach_answer(shell, NT_TV_IALIGN_32, true);
    }
    return masked ? without_c : epc;
}

void nt_tv_shell_return(nt_tv_shell *shell, bool from_m) {
    nt_tv_state *state = &shell->state;
    bool in_guest = state->guest;
    const nt_tv_trap_csrs *csrs = &nt_tv_csrs_of_trap[from_m     ? NT_TV_TO_M
                                                      : in_guest ? NT_TV_TO_GUEST
                                                                 : NT_TV_TO_S];
    if (return_traps(shell, from_m)) {
        nt_tv_shell_illegal(shell);
        return;
    }
    bool known = nt_tv_csr_is_known(state, csrs->status);
    unsigned to;
    uint64_t status = status_of_return(shell, from_m, state->csr[csrs->status], &to);
    if (!in_guest) {
        status = (status & ~(uint64_t)NT_TV_MPRV) | mprv_after(shell, status, to);
        status = nt_tv_shell_enter_guest(shell, from_m, to, status);
    }
    shell->outcome->pc_free = !nt_tv_csr_is_known(state, csrs->epc);
    state->user.pc = return_address(shell, csrs->epc);
    if (from_m) {
        clear_upper_status(shell);
        status = give_back(shell, status);
    }
    nt_tv_shell_touch(shell, csrs->status, status, known, loose_status(shell));
    state->privilege = (uint8_t)to;
    shell->outcome->privilege_free = !known;
    if (nt_tv_shell_runs_narrow(shell)) {
        state->user.pc = nt_tv_shell_narrow_pc(state->user.pc, shell->hint->after->user.pc);
    }
}
