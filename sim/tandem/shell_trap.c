/* Traps and returns (Privileged ISA 1.12, 3.1.6, 3.3.2, 4.1). */
#include "sim/tandem/csr_rules.h"
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

uint64_t nt_tv_shell_said_cause(const nt_tv_shell *shell) {
    const nt_tv_hint *hint = shell->hint;
    return hint->no_csr ? NT_TV_ANY_CAUSE
                        : hint->after->csr[hint->trap_to_s ? supervisor.cause : machine.cause];
}

/* ---- what a trap writes ---- */

/* Part of an access alone may fault: the part behind the border of a page, or of what is protected.
   tval has its address. */
static bool is_part(const nt_tv_shell *shell, uint64_t cause, uint64_t value, uint64_t said) {
    enum { PAGE = 4096, GRAIN = 4, FETCH_PAGE = 12 };
    unsigned width = shell->outcome->accessed ? shell->outcome->width : 4;
    bool fetch = cause == 1 || cause == FETCH_PAGE;
    bool memory = fetch || cause == 5 || cause == 7 || cause == 13 || cause == 15;
    unsigned border = cause >= FETCH_PAGE ? PAGE : fetch ? 2 : GRAIN;
    return memory && said > value && said - value < width && said % border == 0;
}

/* By cause a hart has a value there, or 0; or read-only 0 for all of them. */
static uint64_t chosen_tval(nt_tv_shell *shell, const trap_csrs *csrs, uint64_t cause,
                            uint64_t value) {
    uint64_t said = shell->hint->after->csr[csrs->tval];
    unsigned choice = NT_TV_TVAL + (csrs == &supervisor ? 64U : 0) + (unsigned)(cause & 63);
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

void nt_tv_shell_trap(nt_tv_shell *shell, uint64_t cause, bool interrupt, uint64_t tval) {
    nt_tv_state *state = &shell->state;
    bool to_s = goes_to_s(shell, cause, interrupt);
    const trap_csrs *csrs = to_s ? &supervisor : &machine;
    uint64_t status = state->csr[NT_TV_MSTATUS];
    status |= imprecise(shell, status);
    set_epc(shell, csrs->epc);
    nt_tv_shell_touch(shell, csrs->cause, cause | (interrupt ? interrupt_bit(shell) : 0),
                      cause != NT_TV_ANY_CAUSE, 0);
    set_tval(shell, csrs, cause, tval);
    teach_cause(shell, csrs->cause, cause, interrupt);
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
static uint64_t interrupt_cause(const nt_tv_shell *shell, uint64_t said) {
    const nt_tv_state *state = &shell->state;
    static const uint8_t priorities[] = {11, 3, 7, 9, 1, 5};
    if (!shell->tells_pending || !can_predict(state)) {
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
    if (state->privilege == NT_TV_M && to_s) {
        return "it is delegated, and the hart is in M mode";
    }
    if (state->privilege == NT_TV_M && status_known && (status & MIE) == 0) {
        return "mstatus.MIE is 0";
    }
    if (state->privilege == NT_TV_S && to_s && status_known && (status & SIE) == 0) {
        return "mstatus.SIE is 0";
    }
    if (nt_tv_csr_is_known(state, NT_TV_MIE) && (state->csr[NT_TV_MIE] & bit) == 0) {
        return "it is not enabled in mie";
    }
    uint64_t pending = state->csr[NT_TV_MIP] | shell->hint->after->csr[NT_TV_MIP];
    return shell->tells_pending && (pending & bit) == 0 ? "it is not pending in mip" : NULL;
}

/* Causes that no standard interrupt has may be those of one that cannot be masked, which goes where
   the hart likes (3.5). */
static bool may_be_unmaskable(uint64_t cause) {
    enum { PLATFORM = 16 };
    return cause == 0 || cause >= PLATFORM;
}

static void take_interrupt(nt_tv_shell *shell, uint64_t said) {
    uint64_t cause = interrupt_cause(shell, said);
    if (may_be_unmaskable(said) && why_not(shell, said) != NULL) {
        nt_tv_shell_trap(shell, said, true, 0);
        shell->outcome->pc_free = true;
        return;
    }
    if (cause == said) {
        shell->outcome->forbids = why_not(shell, said);
        shell->outcome->interrupt = said | interrupt_bit(shell);
    }
    nt_tv_shell_trap(shell, cause, true, 0);
}

void nt_tv_shell_fetch_fault(nt_tv_shell *shell, uint64_t said) {
    enum { MISALIGNED = 0, ACCESS = 1, PAGE = 12 };
    uint64_t pc = shell->state.user.pc;
    uint64_t cause = ACCESS;
    if (said == PAGE && nt_tv_shell_may_translate(shell, false)) {
        cause = PAGE;
    } else if (said == MISALIGNED && (pc & 3) != 0 && nt_tv_aligns_to_4(shell) != NT_TV_NO) {
        cause = MISALIGNED;
    }
    nt_tv_shell_trap(shell, cause, false, pc);
}

void nt_tv_shell_outside_trap(nt_tv_shell *shell) {
    const nt_tv_hint *hint = shell->hint;
    const nt_tv_state *state = &shell->state;
    uint64_t said = hint->after->csr[hint->trap_to_s ? supervisor.cause : machine.cause];
    uint64_t pc = state->user.pc;
    if (hint->no_csr) {
        nt_tv_shell_trap(shell, NT_TV_ANY_CAUSE, true, pc);
    } else if ((said & interrupt_bit(shell)) != 0) {
        take_interrupt(shell, said & ~interrupt_bit(shell));
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
    const nt_tv_state *state = &shell->state;
    bool tsr =
        nt_tv_csr_is_known(state, NT_TV_MSTATUS) && (state->csr[NT_TV_MSTATUS] >> 22 & 1) != 0;
    if (state->privilege < (from_m ? NT_TV_M : NT_TV_S) ||
        (!from_m && state->privilege == NT_TV_S && tsr)) {
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

void nt_tv_shell_return(nt_tv_shell *shell, bool from_m) {
    nt_tv_state *state = &shell->state;
    uint64_t status = state->csr[NT_TV_MSTATUS];
    bool known = nt_tv_csr_is_known(state, NT_TV_MSTATUS);
    uint16_t epc_csr = from_m ? machine.epc : supervisor.epc;
    if (return_traps(shell, from_m)) {
        nt_tv_shell_illegal(shell);
        return;
    }
    unsigned to;
    if (from_m) {
        clear_upper_status(shell);
        to = (unsigned)(status & NT_TV_MPP) >> 11;
        status = (status & ~(uint64_t)(MIE | NT_TV_MPP)) | MPIE | ((status & MPIE) != 0 ? MIE : 0);
        status |= least_mode(shell, to);
    } else {
        to = (status & NT_TV_SPP) != 0 ? NT_TV_S : NT_TV_U;
        status = (status & ~(uint64_t)(SIE | NT_TV_SPP)) | SPIE | ((status & SPIE) != 0 ? SIE : 0);
    }
    status = (status & ~(uint64_t)NT_TV_MPRV) | mprv_after(shell, status, to);
    nt_tv_shell_touch(shell, NT_TV_MSTATUS, status, known, 0);
    state->privilege = (uint8_t)to;
    shell->outcome->privilege_free = !known;
    shell->outcome->pc_free = !nt_tv_csr_is_known(state, epc_csr);
    uint64_t epc = state->csr[epc_csr] & ~UINT64_C(1);
    uint64_t without_c = epc & ~UINT64_C(3);
    nt_tv_tri four = nt_tv_aligns_to_4(shell);
    bool masked =
        four == NT_TV_YES || (four == NT_TV_MAYBE && shell->hint->after->user.pc == without_c);
    if (masked && epc != without_c) {
        nt_tv_teach_answer(shell, NT_TV_IALIGN_32, true);
    }
    state->user.pc = masked ? without_c : epc;
}
