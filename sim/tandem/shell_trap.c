/* SPDX-License-Identifier: Apache-2.0 */
/* Traps and returns (Privileged ISA 1.12, 3.1.6, 3.3.2, 4.1). */
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell_debug.h"
#include "sim/tandem/shell_walk.h"

enum {
    SIE = 1 << 1,
    MIE = 1 << 3,
    SPIE = 1 << 5,
    MPIE = 1 << 7,
    ILLEGAL = 2,
};

/* CSRs of a trap, by the mode that it goes to. */
typedef struct trap_csrs {
    uint16_t tvec, epc, cause, tval, status;
} trap_csrs;

static const trap_csrs csrs_of[] = {
    [NT_TV_TO_M] = {0x305, 0x341, 0x342, 0x343, NT_TV_MSTATUS},
    [NT_TV_TO_S] = {0x105, 0x141, 0x142, 0x143, NT_TV_MSTATUS},
    [NT_TV_TO_GUEST] = {0x205, 0x241, 0x242, 0x243, NT_TV_VSSTATUS},
};

uint64_t nt_tv_hint_cause(const nt_tv_hint *hint) {
    return hint->after->csr[csrs_of[hint->trap_to].cause];
}

static uint64_t interrupt_bit(const nt_tv_shell *shell) {
    return UINT64_C(1) << (shell->xlen - 1);
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

uint64_t nt_tv_shell_said_cause(const nt_tv_shell *shell) {
    const nt_tv_hint *hint = shell->hint;
    return hint->no_csr ? NT_TV_ANY_CAUSE : nt_tv_hint_cause(hint);
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
static uint64_t chosen_tval(nt_tv_shell *shell, const trap_csrs *csrs, uint64_t cause,
                            uint64_t value) {
    uint64_t said = shell->hint->after->csr[csrs->tval];
    unsigned choice = NT_TV_TVAL + (csrs == csrs_of ? 0 : 64U) + (unsigned)(cause & 63);
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
static void set_tval(nt_tv_shell *shell, const trap_csrs *csrs, uint64_t cause, uint64_t value) {
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

static uint64_t real_cause(const nt_tv_shell *shell, uint64_t said) {
    bool moved = shell->hint->trap_to == NT_TV_TO_GUEST && (said == 1 || said == 5 || said == 9);
    return moved ? said + 1 : said;
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
    enum { MENVCFG = 0x30a, MENVCFGH = 0x31a, LPE = 1 << 2, MDT = 42, PELP = 23 };
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
    const trap_csrs *csrs = &csrs_of[to];
    uint64_t status = state->csr[csrs->status];
    bool known = nt_tv_csr_is_known(state, csrs->status);
    uint64_t shown = shown_cause(to, cause, interrupt);
    status |= to == NT_TV_TO_GUEST ? 0 : imprecise(shell, status);
    set_epc(shell, csrs->epc);
    nt_tv_shell_touch(shell, csrs->cause, shown | (interrupt ? interrupt_bit(shell) : 0),
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

/* ---- traps without an instruction ---- */

/* Whether the page tables permit the fetch of all of an instruction, and of its first half alone
   where nobody tells its length. */
static bool may_not_fault(nt_tv_shell *shell) {
    enum { PAGE_OFFSET = 0xfff, LAST_HALF = 0xffe };
    uint64_t pc = shell->state.user.pc;
    bool updates = nt_tv_shell_updates_ad(shell) == NT_TV_YES;
    unsigned halves = (pc & PAGE_OFFSET) == LAST_HALF ? 2 : 1;
    for (unsigned i = 0; i < halves; i++) {
        nt_tv_walk walk = nt_tv_shell_walk(shell, nt_tv_cut(shell, pc + 2 * i), NT_TV_ACCESS_FETCH);
        if (nt_tv_walk_faults(&walk) != NT_TV_NO || (walk.missing != 0 && !updates)) {
            return false;
        }
    }
    return true;
}

/* Causes that are designated for custom use (table 14). */
static bool is_custom(uint64_t cause) {
    return (cause >= 24 && cause <= 31) || (cause >= 48 && cause <= 63);
}

void nt_tv_shell_fetch_fault(nt_tv_shell *shell, uint64_t said) {
    enum { MISALIGNED = 0, ACCESS = 1, PAGE = 12, HARDWARE = 19, GUEST_PAGE = 20 };
    uint64_t pc = shell->state.user.pc;
    if (nt_tv_shell_runs_narrow(shell)) {
        pc = nt_tv_shell_narrow_pc(pc, shell->hint->after->csr[csrs_of[shell->hint->trap_to].tval]);
    }
    uint64_t cause = ACCESS;
    bool page = (said == PAGE && nt_tv_shell_may_translate(shell, false)) ||
                (said == GUEST_PAGE && shell->state.guest);
    bool impossible = page && may_not_fault(shell);
    if (said == PAGE && page && !impossible) {
        cause = PAGE;
    } else if (said == GUEST_PAGE && page && !impossible) {
        cause = GUEST_PAGE;
    } else if (said == HARDWARE || is_custom(said)) {
        cause = said;
    } else if (said == MISALIGNED && (pc & 3) != 0 && nt_tv_aligns_to_4(shell) != NT_TV_NO) {
        cause = MISALIGNED;
    }
    nt_tv_shell_trap(shell, cause, false, pc);
}

/* An interrupt that cannot be masked should have the bit of interrupts in mcause, but need not
   (3.5): cause 0 without address, and it does not go where exceptions go. */
static bool is_nmi_without_bit(const nt_tv_shell *shell, uint64_t said) {
    const nt_tv_state *after = shell->hint->after;
    const trap_csrs *csrs = &csrs_of[NT_TV_TO_M];
    uint64_t handler = shell->state.csr[csrs->tvec] & ~UINT64_C(3);
    return said == 0 && shell->hint->trap_to == NT_TV_TO_M && after->csr[csrs->tval] == 0 &&
           nt_tv_csr_is_known(&shell->state, csrs->tvec) && after->user.pc != handler;
}

void nt_tv_shell_outside_trap(nt_tv_shell *shell) {
    const nt_tv_hint *hint = shell->hint;
    const nt_tv_state *state = &shell->state;
    uint64_t said = nt_tv_hint_cause(hint);
    uint64_t pc = state->user.pc;
    if (hint->no_csr) {
        nt_tv_shell_trap(shell, NT_TV_ANY_CAUSE, true, pc);
    } else if ((said & interrupt_bit(shell)) != 0) {
        nt_tv_shell_interrupt(shell, real_cause(shell, said & ~interrupt_bit(shell)));
    } else if (is_nmi_without_bit(shell, said)) {
        nt_tv_shell_trap(shell, said, false, 0);
        shell->outcome->pc_free = true;
    } else { /* the instruction could not be fetched */
        nt_tv_shell_fetch_fault(shell, said);
    }
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
    const trap_csrs *csrs = &csrs_of[from_m ? NT_TV_TO_M : in_guest ? NT_TV_TO_GUEST : NT_TV_TO_S];
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
    if (from_m) {
        clear_upper_status(shell);
    }
    nt_tv_shell_touch(shell, csrs->status, status, known, loose_status(shell));
    state->privilege = (uint8_t)to;
    shell->outcome->privilege_free = !known;
    shell->outcome->pc_free = !nt_tv_csr_is_known(state, csrs->epc);
    state->user.pc = return_address(shell, csrs->epc);
    if (nt_tv_shell_runs_narrow(shell)) {
        state->user.pc = nt_tv_shell_narrow_pc(state->user.pc, shell->hint->after->user.pc);
    }
}
