/* SPDX-License-Identifier: Apache-2.0 */
/* Traps without an instruction: interrupts, and faults of the fetch. */
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell_walk.h"
#include "sim/tandem/trap_csrs.h"

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
        const nt_tv_hint *hint = shell->hint;
        pc = nt_tv_shell_narrow_pc(pc, hint->after->csr[nt_tv_csrs_of_trap[hint->trap_to].tval]);
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
    const nt_tv_trap_csrs *csrs = &nt_tv_csrs_of_trap[NT_TV_TO_M];
    uint64_t handler = shell->state.csr[csrs->tvec] & ~UINT64_C(3);
    return said == 0 && shell->hint->trap_to == NT_TV_TO_M && after->csr[csrs->tval] == 0 &&
           nt_tv_csr_is_known(&shell->state, csrs->tvec) && after->user.pc != handler;
}

static uint64_t real_cause(const nt_tv_shell *shell, uint64_t said) {
    bool moved = shell->hint->trap_to == NT_TV_TO_GUEST && (said == 1 || said == 5 || said == 9);
    return moved ? said + 1 : said;
}

void nt_tv_shell_outside_trap(nt_tv_shell *shell) {
    const nt_tv_hint *hint = shell->hint;
    const nt_tv_state *state = &shell->state;
    uint64_t said = nt_tv_hint_cause(hint);
    uint64_t pc = state->user.pc;
    if (hint->no_csr) {
        nt_tv_shell_trap(shell, NT_TV_ANY_CAUSE, true, pc);
    } else if ((said & nt_tv_interrupt_bit(shell)) != 0) {
        nt_tv_shell_interrupt(shell, real_cause(shell, said & ~nt_tv_interrupt_bit(shell)));
    } else if (is_nmi_without_bit(shell, said)) {
        nt_tv_shell_trap(shell, said, false, 0);
        shell->outcome->pc_free = true;
    } else { /* the instruction could not be fetched */
        nt_tv_shell_fetch_fault(shell, said);
    }
}
