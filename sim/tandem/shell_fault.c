/* SPDX-License-Identifier: Apache-2.0 */
/* Faults of accesses to memory: those that the trace has, if they are possible, and those that have
   to be. */
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell_walk.h"

static bool loads(const nt_tv_shell *shell) {
    nt_tv_class class_ = (nt_tv_class)shell->outcome->insn.class_;
    return class_ == NT_TV_LOAD || class_ == NT_TV_LR ||
           (class_ == NT_TV_AMO && shell->amo_load_causes);
}

static void raise_fault(nt_tv_shell *shell, uint64_t cause) {
    shell->outcome->accessed = false;
    nt_tv_shell_trap(shell, cause, false, shell->outcome->address);
    shell->outcome->trapped = true;
}

/* The trace says that the access faults: as misaligned, by a page or otherwise. The kind of access
   decides between the causes of loads and stores; a page fault needs translation that does not
   permit the access, a misaligned address has to be one. */
static void fault(nt_tv_shell *shell, const nt_tv_walk *walk) {
    const nt_tv_outcome *outcome = shell->outcome;
    bool load = loads(shell);
    bool misaligned = outcome->address % outcome->width != 0;
    uint64_t said = nt_tv_shell_said_cause(shell);
    uint64_t cause = load ? 5 : 7;
    enum { HARDWARE = 19, GUEST_LOAD = 21, GUEST_STORE = 23 };
    if (said == NT_TV_ANY_CAUSE) {
        cause = NT_TV_ANY_CAUSE;
    } else if ((said == 4 || said == 6) && misaligned) {
        cause = load ? 4 : 6;
    } else if (said == HARDWARE) {
        cause = HARDWARE;
    } else if ((said == GUEST_LOAD || said == GUEST_STORE) && nt_tv_shell_is_guest(shell, true) &&
               (!walk->known || walk->guest)) {
        cause = load ? GUEST_LOAD : GUEST_STORE;
    } else if (walk->known && walk->guest) {
        cause = load ? GUEST_LOAD : GUEST_STORE;
    } else if ((said == 13 || said == 15) && nt_tv_shell_may_translate(shell, true)) {
        cause = load ? 13 : 15;
        if (nt_tv_walk_faults(walk) == NT_TV_NO && walk->missing != 0) {
            nt_tv_shell_teach_ad(shell, false);
        }
        nt_tv_shell_teach_walk(shell, walk, true);
    }
    raise_fault(shell, cause);
}

/* Whether the trace has a page fault where there is none. */
static bool may_not_fault(const nt_tv_shell *shell, const nt_tv_walk *walk) {
    uint64_t said = nt_tv_shell_said_cause(shell);
    return (said == 13 || said == 15 || said == 21 || said == 23) &&
           nt_tv_shell_cannot_fault(shell, walk);
}

/* An sc that fails stores nothing: whether it looks for the page is the hart's. */
static bool fails(const nt_tv_shell *shell) {
    const nt_tv_hint *hint = shell->hint;
    unsigned rd = shell->outcome->insn.rd;
    return shell->outcome->insn.class_ == NT_TV_SC && rd != 0 && !hint->no_gpr &&
           (hint->after->known >> rd & 1) != 0 && hint->after->user.x[rd] != 0;
}

/* lr and sc always trap where they are not aligned (8.2). */
static bool traps_misaligned(const nt_tv_shell *shell) {
    const nt_tv_outcome *outcome = shell->outcome;
    nt_tv_class class_ = (nt_tv_class)outcome->insn.class_;
    return (class_ == NT_TV_LR || class_ == NT_TV_SC) && outcome->address % outcome->width != 0;
}

bool nt_tv_shell_faults(nt_tv_shell *shell, const nt_tv_walk *walk) {
    if (shell->hint->trap && !may_not_fault(shell, walk)) {
        fault(shell, walk);
    } else if (traps_misaligned(shell)) {
        raise_fault(shell, loads(shell) ? 4 : 6);
    } else if (nt_tv_shell_has_to_fault(shell, walk) && !fails(shell)) {
        raise_fault(shell, (loads(shell) ? 13 : 15) + (walk->guest ? 8U : 0));
    } else {
        return false;
    }
    return true;
}
