/* SPDX-License-Identifier: Apache-2.0 */
/* Tells of CSRs what a trace of them needs. */
#ifndef NT_TANDEM_RECORD_CSRS_H
#define NT_TANDEM_RECORD_CSRS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    NT_CSR_FFLAGS = 1,
    NT_CSR_FRM = 2,
    NT_CSR_FCSR = 3,
    NT_CSR_SSTATUS = 0x100,
    NT_CSR_SIE = 0x104,
    NT_CSR_SEPC = 0x141,
    NT_CSR_VSEPC = 0x241,
    NT_CSR_SIP = 0x144,
    NT_CSR_SATP = 0x180,
    NT_CSR_MSTATUS = 0x300,
    NT_CSR_MIE = 0x304,
    NT_CSR_MEPC = 0x341,
    NT_CSR_MIP = 0x344,
};

/* Returns the CSR that a trace shows for one that is a part of it: mstatus for sstatus, mie for
   sie, mip for sip, fcsr for fflags and frm; else the CSR itself. */
uint16_t nt_csr_whole(uint16_t csr);

/* Returns whether the CSR is a counter, or what selects or shows one. */
bool nt_csr_is_counter(uint16_t csr);

/* Returns whether the CSR configures PMP. */
bool nt_csr_is_pmp(uint16_t csr);

/* Returns whether QEMU 7.2 and the privileged text both keep the value as it is when it is written
   to the CSR, one of those that QEMU's log does not show; as long as no PMP entry is locked. */
bool nt_csr_keeps(uint16_t csr, uint64_t value);

/* Returns the place of a CSR in a group: cause follows epc, then status and tval, then the others
   by number, fcsr last. */
unsigned nt_csr_rank(uint16_t csr);

#endif
