/* SPDX-License-Identifier: Apache-2.0 */
/* What the CSR instructions do; what a write leaves is judged by the table of fields
   (csr_rules.c). */
#include "sim/tandem/shell_csr.h"
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell_walk.h"

enum { SIE = 0x104, HIDELEG = 0x603 };

/* ---- writes ---- */

/* Where the trace has no CSRs: what is written, as far as every hart holds it; a later read tells
   the rest. */
static void write_unseen(nt_tv_shell *shell, uint16_t csr, uint64_t all, bool known) {
    bool in_table = nt_tv_csr_is_in_table(csr);
    all = csr == NT_TV_MSTATUS ? nt_csr_with_sd(shell, all) : all;
    nt_tv_shell_touch(shell, csr, all, known && in_table, 0);
}

/* A CSR that the table does not have: what it holds is the hart's. */
static void write_unknown(nt_tv_shell *shell, const nt_tv_csr_access *access) {
    const nt_tv_state *after = shell->hint->after;
    uint16_t csr = access->home;
    bool changes =
        !nt_tv_csr_is_known(&shell->state, csr) || after->csr[csr] != shell->state.csr[csr];
    if (changes && shell->outcome->reason == NT_TV_VERIFIED) {
        shell->outcome->reason = NT_TV_CSR_UNKNOWN;
    }
    nt_tv_shell_touch(shell, csr, after->csr[csr], true, UINT64_MAX);
}

/* Which bits sie shows is not known: each of them is as written or as before, and shows nothing. */
static void write_view(nt_tv_shell *shell, uint16_t csr, uint64_t all, uint64_t old) {
    uint64_t said = shell->hint->after->csr[csr];
    uint64_t may = ~(said ^ all) | ~(said ^ old);
    nt_tv_shell_touch(shell, csr, (said & may) | (all & ~may), true, 0);
}

/* What a write leaves of a CSR that nobody knows otherwise: the bits that the trace has of it, by
   its views, and where it has none those that every hart holds. */
static void write_part(nt_tv_shell *shell, const nt_tv_csr_access *access, uint64_t all) {
    const nt_tv_csr_part *told = &shell->hint->told;
    uint16_t csr = access->home;
    uint64_t mask = nt_tv_cut(shell, access->mask);
    uint64_t value = all & mask;
    if (!access->sure || shell->hint->no_csr || !nt_tv_csr_is_in_table(csr)) {
        return;
    }
    if (told->csr == csr) {
        nt_csr_write write = {
            .csr = csr, .mask = mask, .written = value, .said = told->value & mask};
        value = nt_csr_judge(shell, &write) & mask;
        bool status = csr == NT_TV_MSTATUS || csr == NT_TV_VSSTATUS;
        value = status ? nt_csr_with_sd(shell, value) : value;
        mask &= told->mask;
    } else {
        mask &= nt_csr_sure(shell, csr, value);
    }
    shell->outcome->part = (nt_tv_csr_part){.csr = csr, .mask = mask, .value = value & mask};
    shell->outcome->part_written = told->csr == csr;
}

/* Whether nobody knows which interrupts the view shows. */
static bool is_unclear_view(const nt_tv_state *state, uint16_t csr) {
    return (csr == SIE && !nt_tv_csr_is_known(state, NT_TV_MIDELEG)) ||
           (csr == NT_TV_VSIE && !nt_tv_csr_is_known(state, HIDELEG));
}

/* What the CSR holds after `written` was written to its bits of the mask. */
static void write_csr(nt_tv_shell *shell, const nt_tv_csr_access *access, uint64_t written) {
    nt_tv_state *state = &shell->state;
    const nt_tv_state *after = shell->hint->after;
    uint16_t csr = access->home;
    bool old_known = nt_tv_csr_is_known(state, csr);
    uint64_t old = state->csr[csr];
    uint64_t all = nt_tv_cut(shell, (old & ~access->mask) | (written & access->mask));
    if (nt_tv_csr_is_input(csr)) {
        nt_tv_shell_retired_write(shell, access, written);
    }
    if (nt_tv_csr_is_counter(csr)) {
        nt_tv_shell_touch(shell, csr, 0, false, UINT64_MAX);
        return;
    }
    bool in_table = nt_tv_csr_is_in_table(csr);
    bool whole = old_known || (access->csr == csr && in_table && nt_csr_sure(shell, csr, all) != 0);
    if (shell->hint->no_csr && csr != NT_TV_FCSR) {
        write_unseen(shell, csr, all, whole);
        return;
    }
    if (!nt_tv_csr_is_known(after, csr)) {
        if (old_known && all == old) { /* read just now, and written back */
            nt_tv_shell_learn_csr(shell, csr, old);
        } else {
            nt_tv_shell_touch(shell, csr, all, whole && in_table, 0);
            if (!whole && !is_unclear_view(state, access->csr)) {
                write_part(shell, access, all);
            }
        }
        return;
    }
    if (!in_table) {
        write_unknown(shell, access);
        return;
    }
    if (is_unclear_view(state, access->csr)) {
        write_view(shell, csr, all, old);
        return;
    }
    nt_csr_write write = {.csr = csr,
                          .mask = access->mask,
                          .written = all,
                          .old = old,
                          .old_known = old_known,
                          .said = after->csr[csr]};
    uint64_t value = nt_csr_judge(shell, &write);
    if (csr == NT_TV_MSTATUS || csr == NT_TV_VSSTATUS) {
        value = nt_csr_with_sd(shell, value);
    }
    if (csr == NT_TV_MISA && old_known && value != old) {
        nt_tv_teach(&shell->lessons,
                    (nt_tv_lesson){.kind = NT_TV_LEARN_MISA, .old = old, .value = value});
    }
    nt_tv_shell_touch(shell, csr, value, true, 0);
    nt_csr_settle_others(shell, csr, old);
    if (csr == NT_TV_SATP || csr == NT_TV_VSATP || csr == NT_TV_HGATP) {
        nt_tv_shell_satp_written(shell, csr, old);
    }
}

/* ---- instructions ---- */

static uint64_t new_value(const nt_tv_shell *shell, uint64_t old) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    unsigned function = insn->code >> 12 & 7;
    uint64_t operand = function < 4 ? shell->state.user.x[insn->rs1] : insn->rs1;
    switch (function & 3) {
    case 1:
        return operand;
    case 2:
        return old | operand;
    default:
        return old & ~operand;
    }
}

static bool tells_bits(const nt_tv_shell *shell, const nt_tv_csr_access *access) {
    const nt_tv_csr_part *told = &shell->hint->told;
    return told->csr == access->home && (nt_tv_cut(shell, access->mask) & ~told->mask) == 0;
}

/* Whether bits are set or cleared of what nobody knows. Of fcsr the rounding mode is that of reset.
 */
static bool needs_bits(const nt_tv_shell *shell, const nt_tv_csr_access *access) {
    return access->home != NT_TV_FCSR ||
           (!nt_tv_csr_is_known(shell->hint->after, NT_TV_FCSR) && tells_bits(shell, access));
}

/* Sets or clears bits of what nobody knows: what the trace has afterwards has them so. */
static void write_bits(nt_tv_shell *shell, nt_tv_csr_access *access, uint64_t value) {
    const nt_tv_state *after = shell->hint->after;
    uint16_t csr = access->home;
    bool known = nt_tv_csr_is_known(after, csr);
    uint64_t told = known ? after->csr[csr] : shell->hint->told.value;
    bool unclear = is_unclear_view(&shell->state, access->csr);
    if (unclear && nt_tv_csr_is_known(&shell->state, csr) && !shell->hint->no_csr) {
        uint64_t old = shell->state.csr[csr] & access->mask;
        write_csr(shell, access, new_value(shell, old >> access->shift) << access->shift);
    } else if (shell->hint->no_csr || (!known && !access->sure && !tells_bits(shell, access))) {
        nt_tv_shell_touch(shell, csr, 0, false, UINT64_MAX);
    } else if (!known && access->sure) {
        write_csr(shell, access, value << access->shift);
    } else {
        access->sure = true;
        value = new_value(shell, (told & access->mask) >> access->shift);
        write_csr(shell, access, value << access->shift);
    }
}

void nt_tv_shell_csr(nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    unsigned function = insn->code >> 12 & 3;
    nt_tv_csr_access access = {.csr = (uint16_t)(insn->code >> 20),
                               .reads = function != 1 || insn->rd != 0,
                               .writes = function == 1 || insn->rs1 != 0};
    uint64_t old;
    bool known;
    access.home = nt_tv_csr_home(&shell->state, access.csr, &access.mask, &access.shift);
    if (nt_tv_shell_csr_traps(shell, &access)) {
        nt_tv_shell_illegal(shell);
        return;
    }
    access.csr = nt_tv_shell_guest_csr(shell, access.csr);
    access.home = nt_tv_csr_home(&shell->state, access.csr, &access.mask, &access.shift);
    nt_tv_shell_csr_read(shell, &access, &old, &known);
    access.sure = access.sure || function == 1;
    uint64_t value = new_value(shell, old);
    if (insn->rd != 0 &&
        (known || (shell->outcome->reason != NT_TV_VERIFIED && !shell->hint->no_gpr))) {
        nt_tv_shell_set(shell, insn->rd, old, true);
    }
    if (access.home == NT_TV_FCSR) {
        nt_tv_shell_dirty_floats(shell, access.writes);
    }
    if (nt_tv_csr_is_of_vectors(access.home) && nt_tv_csr_is_known(&shell->state, NT_TV_MSTATUS)) {
        nt_tv_shell_dirty(shell, NT_TV_VS, access.writes);
    }
    if (access.writes) {
        if (!known && function != 1 && needs_bits(shell, &access)) {
            write_bits(shell, &access, value);
        } else {
            write_csr(shell, &access, value << access.shift);
        }
    }
    nt_tv_shell_next(shell);
}
