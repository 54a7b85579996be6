/* SPDX-License-Identifier: Apache-2.0 */
/* Code of a mode with a narrower XLEN than the hart's (3.1.6.2: SXL and UXL, VSXL of a guest): RV32
   on a hart of RV64. The reference has no such mode, so what it computes is the trace's; which
   registers it writes, the mode, traps and where it goes on are judged. */
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/trap_csrs.h"

enum { NARROW = 32 };

static uint64_t sign_extended(uint64_t value) {
    return (uint64_t)(int64_t)(int32_t)value;
}

/* ---- traps ---- */

static void trap(nt_tv_shell *shell) {
    enum { ECALL_FIRST = 8, ECALL_LAST = 11 };
    const nt_tv_hint *hint = shell->hint;
    uint64_t cause = nt_tv_shell_said_cause(shell);
    if ((cause >= ECALL_FIRST && cause <= ECALL_LAST) || cause == 2) {
        nt_tv_shell_illegal(shell);
        return;
    }
    shell->outcome->reason = NT_TV_EXTENSION;
    nt_tv_shell_trap(shell, cause, false, hint->after->csr[nt_tv_csrs_of_trap[hint->trap_to].tval]);
}

/* ---- what it may do ---- */

/* Results are extended by their sign; a hint that writes a register to itself may leave it. */
static void take_result(nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    const nt_tv_hint *hint = shell->hint;
    bool told = (hint->after->known >> insn->rd & 1) != 0;
    if (insn->rd >= NT_TV_F0 || hint->no_gpr || !told) {
        shell->outcome->free = UINT64_C(1) << insn->rd & ~UINT64_C(1);
        return;
    }
    uint64_t said = hint->after->user.x[insn->rd];
    bool stays = (shell->state.known >> insn->rd & 1) != 0 &&
                 said == shell->state.user.x[insn->rd] && insn->rd == insn->rs1;
    nt_tv_shell_set(shell, insn->rd, stays ? said : sign_extended(said), true);
}

static bool jumps(const nt_tv_insn *insn) {
    enum { JUMP = 0x63 };
    return insn->class_ == NT_TV_PLAIN && (insn->code & JUMP) == JUMP;
}

static void execute(nt_tv_shell *shell) {
    nt_tv_outcome *outcome = shell->outcome;
    const nt_tv_insn *insn = &outcome->insn;
    uint64_t pc = shell->state.user.pc + insn->size;
    bool unknown = insn->class_ == NT_TV_UNKNOWN;
    bool reserves = insn->class_ == NT_TV_LR || insn->class_ == NT_TV_SC;
    shell->reserve = reserves ? NT_TV_MAYBE : shell->reservation;
    nt_tv_shell_give_up(shell, NT_TV_EXTENSION);
    outcome->privilege_free = false;
    outcome->no_csrs = shell->state.privilege == NT_TV_U || insn->class_ != NT_TV_CSR;
    outcome->float_csrs = true;
    outcome->forgets = unknown;
    outcome->pc_free = unknown || jumps(insn);
    if (!unknown) {
        outcome->free = 0;
        take_result(shell);
        nt_tv_shell_dirty_floats(shell, false);
    }
    shell->state.user.pc = nt_tv_shell_narrow_pc(pc, shell->hint->after->user.pc);
}

void nt_tv_shell_step_narrow(nt_tv_shell *shell) {
    nt_tv_outcome *outcome = shell->outcome;
    nt_tv_insn_decode(&outcome->insn, outcome->code, outcome->insn.size, NARROW, shell->flen);
    switch ((nt_tv_class)outcome->insn.class_) {
    case NT_TV_ECALL:
        nt_tv_shell_trap(shell,
                         8 + (uint64_t)shell->state.privilege +
                             shell->state.guest * (uint64_t)(shell->state.privilege == NT_TV_S),
                         false, 0);
        return;
    case NT_TV_MRET:
    case NT_TV_SRET:
        nt_tv_shell_return(shell, outcome->insn.class_ == NT_TV_MRET);
        return;
    case NT_TV_CSR:
        if ((outcome->insn.code >> 28 & 3) > shell->state.privilege) {
            nt_tv_shell_illegal(shell);
            return;
        }
        break;
    default:
        break;
    }
    if (shell->hint->trap) {
        trap(shell);
    } else if (outcome->fetch_faults) {
        nt_tv_shell_trap(shell, outcome->fetch_faults_guest ? 20 : 12, false, shell->state.user.pc);
    } else if (outcome->insn.class_ == NT_TV_EBREAK) {
        nt_tv_shell_trap(shell, 3, false, shell->state.user.pc);
    } else if (outcome->code == 0 || outcome->code == UINT32_MAX) {
        nt_tv_shell_illegal(shell);
    } else {
        execute(shell);
    }
}
