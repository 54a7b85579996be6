/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the instruction at the pc, in memory or in the trace. */
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell.h"
#include "sim/tandem/shell_walk.h"

/* Two bytes of code, the first or the second ones of the instruction. Since they were stored to, no
   fence.i was: the hart may have what was there before (Zifencei). */
static uint32_t read_half(nt_tv_shell *shell, uint64_t place, unsigned index) {
    const nt_tv_hint *hint = shell->hint;
    uint32_t half = (uint32_t)nt_tv_memory_read(shell->memory, place, 2);
    uint16_t said = (uint16_t)(hint->insn >> 16 * index);
    if (half != said && hint->insn_size > 2 * index &&
        nt_tv_memory_may_fetch(shell->memory, place, said)) {
        shell->outcome->old_code = true;
        return said;
    }
    return half;
}

/* Reads two bytes of translated code, where the page tables and memory are known. Returns 1; 0:
   they are not; -1: the error is set. */
static int fetch_half(nt_tv_shell *shell, uint64_t pc, unsigned index, uint32_t *half) {
    nt_tv_walk walk = nt_tv_shell_walk(shell, pc, NT_TV_ACCESS_FETCH);
    nt_tv_tri updates = nt_tv_shell_updates_ad(shell);
    if (!walk.known) {
        return 0;
    }
    if (walk.faults || (walk.missing != 0 && updates == NT_TV_NO)) {
        shell->outcome->fetch_faults = true;
        shell->outcome->fetch_faults_guest = walk.guest;
        return 0;
    }
    nt_tv_shell_teach_walk(shell, &walk, false);
    if (walk.missing != 0) {
        nt_tv_shell_teach_ad(shell, true);
        if (nt_tv_shell_update_ad(shell, &walk) != 0) {
            return -1;
        }
    }
    shell->outcome->code_walked = true;
    *half = read_half(shell, walk.place, index);
    return nt_tv_memory_is_known(shell->memory, walk.place, 2);
}

static int fetch_translated(nt_tv_shell *shell, uint64_t pc, uint32_t *code, uint8_t *size) {
    uint32_t half = 0;
    int result = fetch_half(shell, pc, 0, &half);
    if (result <= 0) {
        return result;
    }
    *code = half;
    if ((half & 3) != 3) {
        *size = 2;
        return 0;
    }
    result = fetch_half(shell, nt_tv_cut(shell, pc + 2), 1, &half);
    if (result > 0) {
        *code |= half << 16;
        *size = 4;
    }
    return result < 0 ? -1 : 0;
}

int nt_tv_shell_fetch(nt_tv_shell *shell) {
    const nt_tv_hint *hint = shell->hint;
    nt_tv_outcome *outcome = shell->outcome;
    uint64_t pc = shell->state.user.pc;
    pc = nt_tv_shell_runs_narrow(shell) ? (uint32_t)pc : pc;
    bool translated =
        nt_tv_shell_is_translated(shell, false) || nt_tv_shell_has_narrow_pages(shell);
    outcome->virtual_code = translated;
    uint32_t code = 0;
    uint8_t size = 0;
    if (!translated && nt_tv_memory_is_known(shell->memory, pc, 2)) {
        code = read_half(shell, pc, 0);
        size = (code & 3) == 3 ? 4 : 2;
        if (size == 4) {
            bool known = nt_tv_memory_is_known(shell->memory, pc + 2, 2);
            code |= read_half(shell, pc + 2, 1) << 16;
            size = known ? 4 : 0;
        }
    }
    if (translated && !hint->trap && fetch_translated(shell, pc, &code, &size) != 0) {
        return -1;
    }
    outcome->code_known = size != 0;
    if (size == 0) {
        code = hint->insn;
        size = hint->insn_size;
        if (size != 0 && !translated && nt_tv_shell_poke(shell, pc, code, size, true) != 0) {
            return -1;
        }
    }
    outcome->code = code;
    if (size != 0) {
        nt_tv_insn_decode(&outcome->insn, code, size, shell->xlen, shell->flen);
    }
    return 0;
}
