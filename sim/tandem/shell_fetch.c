/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the instruction at the pc, in memory or in the trace. */
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell.h"
#include "sim/tandem/shell_walk.h"

/* Reads two bytes of translated code, where the page tables and memory are known. Returns 1; 0:
   they are not; -1: the error is set. */
static int fetch_half(nt_tv_shell *shell, uint64_t pc, uint32_t *half) {
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
    *half = (uint32_t)nt_tv_memory_read(shell->memory, walk.place, 2);
    return nt_tv_memory_is_known(shell->memory, walk.place, 2);
}

static int fetch_translated(nt_tv_shell *shell, uint64_t pc, uint32_t *code, uint8_t *size) {
    uint32_t half = 0;
    int result = fetch_half(shell, pc, &half);
    if (result <= 0) {
        return result;
    }
    *code = half;
    if ((half & 3) != 3) {
        *size = 2;
        return 0;
    }
    result = fetch_half(shell, nt_tv_cut(shell, pc + 2), &half);
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
    bool translated = nt_tv_shell_is_translated(shell, false);
    outcome->virtual_code = translated;
    uint32_t code = 0;
    uint8_t size = 0;
    if (!translated && nt_tv_memory_is_known(shell->memory, pc, 2)) {
        code = (uint32_t)nt_tv_memory_read(shell->memory, pc, 2);
        size = (code & 3) == 3 ? 4 : 2;
        if (size == 4) {
            bool known = nt_tv_memory_is_known(shell->memory, pc + 2, 2);
            code |= (uint32_t)nt_tv_memory_read(shell->memory, pc + 2, 2) << 16;
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
