/* SPDX-License-Identifier: Apache-2.0 */
/* Translated code: the reference sees physical memory alone. Its instructions are executed at a
   place of their own, and what depends on the pc is set right. */
#include "sim/tandem/shell.h"

#include <stdlib.h>
#include <string.h>

enum { SLOT = 16, SLOTS = 1 << 12, MULTIPLIER = 0x9e3779b1 };

typedef struct nt_tv_scratch {
    nt_tv_page *page;
    uint32_t code[SLOTS]; /* that each slot holds; 0: none */
} scratch;

/* The highest page that the trace has not touched. */
static uint64_t free_address(const nt_tv_shell *shell) {
    uint64_t address = nt_tv_cut(shell, ~(uint64_t)(NT_TV_PAGE - 1));
    while (nt_tv_memory_page(shell->memory, address) != NULL) {
        address -= NT_TV_PAGE;
    }
    return address;
}

static int make_scratch(nt_tv_shell *shell) {
    scratch *made = calloc(1, sizeof *made);
    if (made == NULL || (made->page = nt_tv_page_new(free_address(shell))) == NULL) {
        free(made);
        return nt_fail_as(shell->error, NT_ERROR_MEMORY, "out of memory");
    }
    shell->scratch = made;
    return nt_tv_reference_map(shell->reference, shell->self, made->page, shell->error);
}

void nt_tv_shell_free_scratch(nt_tv_shell *shell) {
    if (shell->scratch != NULL) {
        nt_tv_page_free(shell->scratch->page);
        free(shell->scratch);
        shell->scratch = NULL;
    }
}

bool nt_tv_shell_yield_scratch(nt_tv_shell *shell, nt_tv_page *page) {
    if (shell->scratch == NULL || shell->scratch->page->address != page->address) {
        return false;
    }
    nt_tv_page taken = *shell->scratch->page;
    *shell->scratch->page = *page;
    *page = taken;
    memset(page->bytes, 0, NT_TV_PAGE);
    shell->reference->forget(shell->self, page->address, NT_TV_PAGE);
    nt_tv_shell_free_scratch(shell);
    return true;
}

int nt_tv_shell_slot(nt_tv_shell *shell, uint64_t *pc) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    uint32_t code = insn->extension != 0 ? insn->code : shell->outcome->code;
    if (shell->scratch == NULL && make_scratch(shell) != 0) {
        return -1;
    }
    uint32_t slot = code * MULTIPLIER >> 20;
    *pc = shell->scratch->page->address + slot * SLOT;
    if (shell->scratch->code[slot] != code) {
        shell->scratch->code[slot] = code;
        memcpy(shell->scratch->page->bytes + (size_t)slot * SLOT, &code, sizeof code);
        shell->reference->forget(shell->self, *pc, sizeof code);
    }
    return 0;
}

void nt_tv_shell_leave_slot(nt_tv_shell *shell, uint64_t slot, uint64_t pc) {
    enum { AUIPC = 0x17, JALR = 0x67, JAL = 0x6f };
    const nt_tv_insn *insn = &shell->outcome->insn;
    nt_tv_registers *user = &shell->state.user;
    unsigned opcode = insn->code & 0x7f;
    if (insn->extension != 0) { /* Zcb, expanded */
        user->pc = nt_tv_cut(shell, pc + insn->size);
        return;
    }
    if (opcode != JALR) {
        user->pc = nt_tv_cut(shell, user->pc - slot + pc);
    }
    if ((opcode == AUIPC || opcode == JALR || opcode == JAL) && insn->rd != 0) {
        user->x[insn->rd] = nt_tv_cut(shell, user->x[insn->rd] - slot + pc);
    }
}
