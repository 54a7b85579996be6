/* SPDX-License-Identifier: Apache-2.0 */
/* An access of a CSR by an instruction. */
#ifndef NT_TANDEM_SHELL_CSR_H
#define NT_TANDEM_SHELL_CSR_H

#include "sim/tandem/shell.h"

typedef struct nt_tv_csr_access {
    uint16_t csr;
    uint16_t home;
    uint64_t mask;
    unsigned shift;
    bool reads;
    bool writes;
    bool sure; /* what it writes is worked out of what is known */
} nt_tv_csr_access;

/* Returns whether the table of fields has the CSR. */
bool nt_tv_csr_is_in_table(uint16_t csr);

/* Reads what the CSR shows; `known`: that is not learned now. Sets `sure` where the value is what
   the hart has. */
void nt_tv_shell_csr_read(nt_tv_shell *shell, nt_tv_csr_access *access, uint64_t *old, bool *known);

/* Returns what may be read of a counter where the trace has `said`: of minstret that was written or
   read before (shell_retired.c). */
uint64_t nt_tv_shell_retired_read(nt_tv_shell *shell, uint16_t csr, uint64_t said);
/* Notes that a CSR that changes by itself was written. */
void nt_tv_shell_retired_write(nt_tv_shell *shell, const nt_tv_csr_access *access, uint64_t value);

/* Returns whether the CSR is of vectors: VS off makes it illegal. */
bool nt_tv_csr_is_of_vectors(uint16_t csr);

/* Returns whether the access raises illegal instruction; where the hart decides, the trace tells,
   and what that shows is learned. */
bool nt_tv_shell_csr_traps(nt_tv_shell *shell, const nt_tv_csr_access *access);

/* Returns whether every hart has it in M mode (Privileged ISA, 3.1), or every hart with S, U or H.
 */
nt_tv_tri nt_tv_csr_must_be_there(const nt_tv_shell *shell, uint16_t csr);

/* Returns whether a bit is known to be 0; of a CSR of 64 bits, whose upper half on RV32 is another
   one. */
bool nt_tv_csr_is_clear(const nt_tv_shell *shell, uint16_t csr, unsigned bit);
bool nt_tv_csr_is_clear_of_64(const nt_tv_shell *shell, uint16_t csr, uint16_t upper, unsigned bit);

#endif
