/* SPDX-License-Identifier: Apache-2.0 */
/* Where a trap goes, and the CSRs that it writes there. */
#ifndef NT_TANDEM_TRAP_CSRS_H
#define NT_TANDEM_TRAP_CSRS_H

#include "sim/tandem/shell.h"

/* Lists the CSRs of a trap. */
typedef struct nt_tv_trap_csrs {
    uint16_t tvec, epc, cause, tval, status;
} nt_tv_trap_csrs;

/* CSRs of a trap, by the mode that it goes to (nt_tv_target). */
extern const nt_tv_trap_csrs nt_tv_csrs_of_trap[NT_TV_TO_GUEST + 1];

/* Returns the bit of xcause that interrupts have. */
static inline uint64_t nt_tv_interrupt_bit(const nt_tv_shell *shell) {
    return UINT64_C(1) << (shell->xlen - 1);
}

#endif
