/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/shell.h"

#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell_bits.h"
#include "sim/tandem/shell_debug.h"
#include "sim/tandem/shell_half.h"
#include "sim/tandem/shell_walk.h"

#include <string.h>

enum { BRANCH = 0x63, JALR = 0x67 };

static const char *const reason_names[NT_TV_REASONS] = {
    [NT_TV_VERIFIED] = "verified",
    [NT_TV_PC_UNKNOWN] = "pc-unknown",
    [NT_TV_SOURCE_UNKNOWN] = "source-unknown",
    [NT_TV_MEMORY_UNKNOWN] = "memory-unknown",
    [NT_TV_DEVICE] = "device",
    [NT_TV_CSR_UNKNOWN] = "csr-unknown",
    [NT_TV_COUNTER] = "counter",
    [NT_TV_EXTENSION] = "extension",
    [NT_TV_TRANSLATED] = "translated",
    [NT_TV_FLOAT_WIDE] = "fpr-wider-than-xlen",
    [NT_TV_SC_UNSEEN] = "sc-result-unseen",
    [NT_TV_VECTOR_UNKNOWN] = "vector-unknown",
    [NT_TV_NO_INSN] = "no-instruction",
};

const char *nt_tv_reason_name(nt_tv_reason reason) {
    return reason_names[reason];
}

void nt_tv_state_reset(nt_tv_state *state) {
    uint8_t xlen = state->xlen;
    memset(state, 0, sizeof *state);
    state->xlen = xlen;
    state->known = 1;
    state->privilege = NT_TV_M;
}

/* What it computes is the trace's. */
static void take_float(nt_tv_shell *shell, nt_tv_reason reason) {
    nt_tv_outcome *outcome = shell->outcome;
    outcome->reason = reason;
    outcome->free |= UINT64_C(1) << outcome->insn.rd;
    nt_tv_shell_touch(shell, NT_TV_FCSR, 0, false, UINT64_MAX);
    nt_tv_shell_dirty_floats(shell, outcome->insn.rd >= NT_TV_F0);
    outcome->floats = true;
    nt_tv_shell_next(shell);
}

/* With a rounding mode that is reserved (5, 6; of frm 7 too) what the instruction does is reserved
   (F, 20.2): illegal, or something. Those that do not round have other values there. */
static bool is_rounded_somehow(const nt_tv_shell *shell) {
    enum { RESERVED = 5, DYNAMIC = 7 };
    bool known = nt_tv_csr_is_known(&shell->state, NT_TV_FCSR);
    unsigned mode = shell->outcome->insn.code >> 12 & 7;
    unsigned frm = shell->state.csr[NT_TV_FCSR] >> 5 & 7;
    return mode == DYNAMIC ? known && frm >= RESERVED : mode >= RESERVED;
}

static int step_float(nt_tv_shell *shell) {
    const nt_tv_outcome *outcome = shell->outcome;
    if (nt_tv_shell_is_off(shell, NT_TV_FS)) {
        nt_tv_shell_illegal(shell);
    } else if (!shell->hint->trap && is_rounded_somehow(shell)) {
        take_float(shell, NT_TV_EXTENSION);
    } else if (outcome->insn.class_ == NT_TV_HALF) {
        nt_tv_shell_half(shell);
    } else if (nt_tv_lacks_wide(shell)) {
        take_float(shell, NT_TV_FLOAT_WIDE);
    } else {
        return nt_tv_shell_attempt(shell);
    }
    return 0;
}

/* In U mode, where it is optional (3.3.3), and with TW it may raise illegal instruction (3.1.6.5).
 */
static void step_wfi(nt_tv_shell *shell) {
    enum { TW = 1 << 21, VTW = 1 << 21 };
    const nt_tv_state *state = &shell->state;
    bool known = nt_tv_csr_is_known(state, NT_TV_MSTATUS);
    bool waits = !known || (state->csr[NT_TV_MSTATUS] & TW) != 0 || state->privilege == NT_TV_U ||
                 (state->guest && nt_tv_shell_hstatus(shell, VTW) != NT_TV_NO);
    if (shell->hint->trap && state->privilege != NT_TV_M && waits) {
        nt_tv_shell_illegal(shell);
    } else {
        nt_tv_shell_next(shell);
    }
}

/* Whether the instruction does nothing but compute: wherever its sources are unknown, its result
   alone is. */
static bool only_computes(const nt_tv_insn *insn) {
    unsigned opcode = insn->code & 0x7f;
    return insn->class_ == NT_TV_PLAIN && opcode != BRANCH && opcode != JALR;
}

static void step_unknown(nt_tv_shell *shell) {
    nt_tv_outcome *outcome = shell->outcome;
    if (shell->hint->trap || !only_computes(&outcome->insn)) {
        nt_tv_shell_give_up(shell, NT_TV_SOURCE_UNKNOWN);
        return;
    }
    outcome->reason = NT_TV_SOURCE_UNKNOWN;
    outcome->free |= UINT64_C(1) << outcome->insn.rd;
    nt_tv_shell_next(shell);
}

static int step_class(nt_tv_shell *shell) {
    const nt_tv_state *state = &shell->state;
    uint64_t in_guest = state->guest && state->privilege == NT_TV_S; /* ecall from VS mode is 10 */
    nt_tv_class class_ = (nt_tv_class)shell->outcome->insn.class_;
    switch (class_) {
    case NT_TV_UNKNOWN:
        if (!nt_tv_shell_leaves_debug(shell)) {
            nt_tv_shell_foreign(shell);
        }
        return 0;
    case NT_TV_PLAIN:
        return nt_tv_shell_jumps_misaligned(shell) ? 0 : nt_tv_shell_attempt(shell);
    case NT_TV_BITS:
        nt_tv_shell_bits(shell);
        return 0;
    case NT_TV_FLOAT:
    case NT_TV_HALF:
        return step_float(shell);
    case NT_TV_CSR:
        nt_tv_shell_csr(shell);
        return 0;
    case NT_TV_ECALL:
        nt_tv_shell_trap(shell, 8 + (uint64_t)state->privilege + in_guest, false, 0);
        return 0;
    case NT_TV_EBREAK:
        nt_tv_shell_trap(shell, 3, false, state->user.pc);
        return 0;
    case NT_TV_MRET:
    case NT_TV_SRET:
        nt_tv_shell_return(shell, class_ == NT_TV_MRET);
        return 0;
    case NT_TV_WFI:
        step_wfi(shell);
        return 0;
    case NT_TV_FENCE:
        if (nt_tv_insn_is_fence_i(&shell->outcome->insn)) {
            nt_tv_memory_fence(shell->memory);
        }
        nt_tv_shell_next(shell);
        return 0;
    case NT_TV_SFENCE:
        nt_tv_shell_sfence(shell);
        return 0;
    case NT_TV_HFENCE:
        nt_tv_shell_hfence(shell);
        return 0;
    default:
        return nt_tv_shell_access(shell);
    }
}

/* A pc need not hold each address that is not valid, as xepc need not (3.1.14): it may be another
   one, where a fetch faults as well (4.4.1). */
static void convert_pc(nt_tv_shell *shell) {
    const nt_tv_state *after = shell->hint->after;
    uint64_t pc = shell->state.user.pc;
    uint64_t said = after->user.pc;
    if (after->pc_known && said != pc &&
        (nt_csr_conversions(shell, pc, said) & nt_csr_conversions(shell, said, said)) != 0) {
        shell->state.user.pc = said;
    }
}

/* Exceptions that come before the instruction executes. */
static bool stops_before(nt_tv_shell *shell) {
    enum { ACCESS = 1, PAGE = 12, GUEST_PAGE = 20 };
    const nt_tv_hint *hint = shell->hint;
    uint64_t cause = nt_tv_shell_said_cause(shell);
    bool trap = hint->trap && !nt_tv_shell_is_of_ecall(shell, cause);
    if (trap && (cause == ACCESS || cause == PAGE || (cause == GUEST_PAGE && shell->state.guest))) {
        nt_tv_shell_fetch_fault(shell, cause);
        return true;
    }
    if (trap && nt_tv_shell_may_stop(shell, cause)) {
        nt_tv_shell_stop(shell, cause);
        return true;
    }
    if (shell->outcome->fetch_faults) {
        bool guest = shell->outcome->fetch_faults_guest;
        nt_tv_shell_trap(shell, guest ? GUEST_PAGE : PAGE, false, shell->state.user.pc);
        return true;
    }
    if (nt_tv_shell_means_another(shell) || nt_tv_shell_is_otherwise(shell)) {
        shell->outcome->insn =
            (nt_tv_insn){.code = shell->outcome->insn.code, .size = shell->outcome->insn.size};
    }
    if ((nt_tv_insn_uses_floats(&shell->outcome->insn) && nt_tv_shell_is_off(shell, NT_TV_FS)) ||
        (shell->outcome->insn.class_ != NT_TV_UNKNOWN && nt_tv_shell_lacks(shell))) {
        nt_tv_shell_illegal(shell);
        return true;
    }
    return false;
}

int nt_tv_shell_step(nt_tv_shell *shell, const nt_tv_hint *hint, nt_tv_outcome *outcome) {
    memset(outcome, 0, sizeof *outcome);
    shell->hint = hint;
    shell->outcome = outcome;
    shell->stores->count = 0;
    shell->lessons.count = 0;
    shell->reserve = shell->reservation;
    shell->debug_after = shell->debug;
    shell->retired_after = shell->retired;
    shell->unmaskable_after = shell->unmaskable;
    if (!shell->state.pc_known) {
        nt_tv_shell_give_up(shell, NT_TV_PC_UNKNOWN);
        return 0;
    }
    if (hint->insn_size == 0 && hint->enters != NT_TV_ENTERS_NOTHING) {
        (hint->enters == NT_TV_ENTERS_DEBUG ? nt_tv_shell_enter_debug
                                            : nt_tv_shell_enter_nmi)(shell);
        return 0;
    }
    if (hint->insn_size == 0 && hint->trap) {
        nt_tv_shell_outside_trap(shell);
        return 0;
    }
    nt_tv_shell_forget_module(shell);
    if (nt_tv_shell_fetch(shell) != 0) {
        return -1;
    }
    const nt_tv_insn *insn = &outcome->insn;
    if (insn->size == 0) {
        nt_tv_shell_give_up(shell, NT_TV_NO_INSN);
        return 0;
    }
    if (hint->enters == NT_TV_ENTERS_DEBUG && insn->class_ == NT_TV_EBREAK) {
        nt_tv_shell_enter_debug(shell);
        return 0;
    }
    if (nt_tv_shell_runs_narrow(shell)) {
        nt_tv_shell_step_narrow(shell);
        return 0;
    }
    if (nt_tv_shell_steps_debug(shell) || stops_before(shell)) {
        return 0;
    }
    if ((insn->reads & ~shell->state.known) != 0) {
        step_unknown(shell);
        return 0;
    }
    int result = step_class(shell);
    convert_pc(shell);
    return result;
}
