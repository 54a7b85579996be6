/* SPDX-License-Identifier: Apache-2.0 */
/* Follows mstatus and privilege through what QEMU's log does not show: between an instruction and
   the traps that come before the next one. */
#ifndef NT_RECORD_STATUS_H
#define NT_RECORD_STATUS_H

#include <stdbool.h>
#include <stdint.h>

/* Are the bits of mstatus that traps and trap returns change: SIE, MIE, SPIE, MPIE, SPP, MPP. */
enum { NT_STATUS_TRAP_BITS = 0x19aa };

typedef struct nt_status {
    uint64_t mstatus;
    uint8_t priv; /* 0 U, 1 S, 3 M */
} nt_status;

/* Does what an instruction does to these bits and to privilege: mret, sret, writes of mstatus or
   sstatus; all others do nothing. `x`: the integer registers before it. */
void nt_status_run(nt_status *status, uint32_t insn, const uint64_t x[32]);

/* Takes a trap. Returns whether it goes to S. `delegated`: medeleg, or mideleg for interrupts. */
bool nt_status_trap(nt_status *status, uint64_t cause, uint64_t delegated);

#endif
