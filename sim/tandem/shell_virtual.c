/* SPDX-License-Identifier: Apache-2.0 */
/* Of a guest: which instructions raise virtual instruction, and which illegal instruction
   (Privileged ISA 1.13, 18.6.1). */
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell_csr.h"

enum { MCOUNTEREN = 0x306, MENVCFG = 0x30a, MENVCFGH = 0x31a };

static bool is_set(const nt_tv_shell *shell, uint16_t csr, unsigned bit) {
    return nt_tv_csr_is_known(&shell->state, csr) && (shell->state.csr[csr] >> bit & 1) != 0;
}

/* What M mode has off is illegal; what it has on is the hypervisor's. */
static nt_tv_tri of_switch(bool off, bool on) {
    return off ? NT_TV_NO : on ? NT_TV_YES : NT_TV_MAYBE;
}

static nt_tv_tri of_csr(const nt_tv_shell *shell) {
    enum { COUNTERS = 0xc, STIMECMP = 0x14d, TM = 1, STCE = 63, HYPERVISOR = 2 };
    const nt_tv_insn *insn = &shell->outcome->insn;
    uint16_t csr = (uint16_t)(insn->code >> 20);
    unsigned needed = csr >> 8 & 3U;
    bool writes = (insn->code >> 12 & 3) == 1 || insn->rs1 != 0;
    if (needed == NT_TV_M || (csr >> 10 == 3 && writes)) {
        return NT_TV_NO;
    }
    if (csr >> 8 == COUNTERS) {
        return of_switch(nt_tv_csr_is_clear(shell, MCOUNTEREN, csr & 31),
                         is_set(shell, MCOUNTEREN, csr & 31));
    }
    if (csr == STIMECMP) {
        bool off = nt_tv_csr_is_clear(shell, MCOUNTEREN, TM) ||
                   nt_tv_csr_is_clear_of_64(shell, MENVCFG, MENVCFGH, STCE);
        return of_switch(off, false);
    }
    if (needed == HYPERVISOR || (needed == NT_TV_S && shell->state.privilege == NT_TV_U)) {
        return nt_tv_csr_must_be_there(shell, csr) == NT_TV_YES ? NT_TV_YES : NT_TV_MAYBE;
    }
    return csr == NT_TV_SATP ? NT_TV_YES : NT_TV_MAYBE;
}

nt_tv_tri nt_tv_shell_is_virtual_instruction(const nt_tv_shell *shell) {
    enum { TW = 21 };
    const nt_tv_outcome *outcome = shell->outcome;
    if (!shell->state.guest) {
        return NT_TV_NO;
    }
    switch ((nt_tv_class)outcome->insn.class_) {
    case NT_TV_CSR:
        return of_csr(shell);
    case NT_TV_SRET:
    case NT_TV_SFENCE:
    case NT_TV_HFENCE:
        return nt_tv_has(shell, nt_tv_letter('H')) == NT_TV_YES ? NT_TV_YES : NT_TV_MAYBE;
    case NT_TV_WFI:
        return of_switch(is_set(shell, NT_TV_MSTATUS, TW),
                         nt_tv_csr_is_clear(shell, NT_TV_MSTATUS, TW));
    case NT_TV_BITS: /* wrs.nto */
    case NT_TV_UNKNOWN:
        return nt_tv_insn_accesses_guest(outcome->code) ? NT_TV_YES : NT_TV_MAYBE;
    default:
        return NT_TV_NO;
    }
}
