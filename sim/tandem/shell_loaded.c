/* SPDX-License-Identifier: Apache-2.0 */
/* What an access loads or stores: registers, and what the trace has of them. */
#include "sim/tandem/shell_parts.h"

uint64_t nt_tv_width_mask(unsigned width) {
    return width >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * width) - 1;
}

static uint64_t extend(const nt_tv_insn *insn, uint64_t value) {
    uint64_t mask = nt_tv_width_mask(insn->width);
    uint64_t top = UINT64_C(1) << (8 * insn->width - 1);
    value &= mask;
    if (insn->rd >= NT_TV_F0) {
        return value | ~mask;
    }
    return insn->is_signed ? (value ^ top) - top : value;
}

bool nt_tv_is_in_trace(const nt_tv_hint *hint, unsigned reg) {
    return reg != 0 && (reg < NT_TV_F0 ? !hint->no_gpr : !hint->no_fpr) &&
           (hint->after->known >> reg & 1) != 0;
}

uint64_t nt_tv_value_in_trace(const nt_tv_hint *hint, unsigned reg) {
    return reg < NT_TV_F0 ? hint->after->user.x[reg] : hint->after->user.f[reg - NT_TV_F0];
}

bool nt_tv_shell_tells_loaded(const nt_tv_shell *shell) {
    return nt_tv_is_in_trace(shell->hint, shell->outcome->insn.rd);
}

uint64_t nt_tv_shell_said_loaded(const nt_tv_shell *shell) {
    return nt_tv_value_in_trace(shell->hint, shell->outcome->insn.rd);
}

void nt_tv_shell_take_loaded(nt_tv_shell *shell, nt_tv_reason reason) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    bool known = nt_tv_is_in_trace(shell->hint, insn->rd);
    uint64_t value = insn->rd == 0 ? 0 : extend(insn, nt_tv_value_in_trace(shell->hint, insn->rd));
    shell->outcome->reason = reason;
    if (insn->rd >= NT_TV_F0 && shell->flen == 32) {
        value = (uint32_t)value;
    }
    nt_tv_shell_set(shell, insn->rd, value, known);
    if (insn->rd >= NT_TV_F0) {
        nt_tv_shell_dirty_floats(shell, true);
    }
    nt_tv_shell_next(shell);
}

void nt_tv_shell_put_loaded(nt_tv_shell *shell, uint64_t value) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    bool narrow = insn->rd >= NT_TV_F0 && shell->flen == 32;
    value = extend(insn, value);
    nt_tv_shell_set(shell, insn->rd, narrow ? (uint32_t)value : value, true);
    if (insn->rd >= NT_TV_F0) {
        nt_tv_shell_dirty_floats(shell, true);
    }
    nt_tv_shell_next(shell);
}

uint64_t nt_tv_shell_source_value(const nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    const nt_tv_registers *user = &shell->state.user;
    uint64_t value = insn->rs2 < NT_TV_F0 ? user->x[insn->rs2] : user->f[insn->rs2 - NT_TV_F0];
    return value & nt_tv_width_mask(insn->width);
}
