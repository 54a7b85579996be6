/* SPDX-License-Identifier: Apache-2.0 */
/* Collects what the log of the Sail model says of a trap, over several lines. */
#ifndef NT_RECORDING_SAIL_TRAP_H
#define NT_RECORDING_SAIL_TRAP_H

#include "sim/recording/hart_log.h"

enum { NT_SAIL_NO_MODE = 0xff, NT_SAIL_NO_CSR = 0xffff };

typedef struct nt_sail_trap {
    bool there;
    bool has_epc;
    nt_event event;
    nt_held_accesses accesses; /* CSRs that it wrote */
} nt_sail_trap;

/* Returns the privilege in "[M]:", HS, VS and VU among them; NT_SAIL_NO_MODE: it is none. */
uint8_t nt_sail_mode(const char *word);

/* Returns the number of a CSR of traps by its name; NT_SAIL_NO_CSR: it is another one. */
uint16_t nt_sail_csr(const char *name);

/* Begins with "handling exc#0x0B at priv M with tval 0x0". False: the line is no such. */
bool nt_sail_trap_begin(nt_sail_trap *trap, const nt_hart_log *hart, char *text);
/* Takes a CSR that the trap writes. Returns 0, or -1 with the error set. */
int nt_sail_trap_csr(nt_sail_trap *trap, nt_hart_log *hart, const nt_access *access,
                     nt_error *error);
/* Writes the trap and its CSRs. Returns 0, or -1 with the error set. */
int nt_sail_trap_write(nt_sail_trap *trap, nt_hart_log *hart, nt_error *error);

#endif
