/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/record_csrs.h"

uint16_t nt_csr_whole(uint16_t csr) {
    switch (csr) {
    case NT_CSR_FFLAGS:
    case NT_CSR_FRM:
        return NT_CSR_FCSR;
    case NT_CSR_SSTATUS:
        return NT_CSR_MSTATUS;
    case NT_CSR_SIE:
        return NT_CSR_MIE;
    case NT_CSR_SIP:
        return NT_CSR_MIP;
    default:
        return csr;
    }
}

/* mcycle, minstret, mhpmcounter3 to 31, their upper halves, cycle and so on, mcountinhibit,
   mhpmevent3 to 31 */
bool nt_csr_is_counter(uint16_t csr) {
    return (csr >= 0xb00 && csr <= 0xb9f) || (csr >= 0xc00 && csr <= 0xc9f) ||
           (csr >= 0x320 && csr <= 0x33f) || (csr >= 0x723 && csr <= 0x73f);
}

enum {
    PMPCFG0 = 0x3a0,
    PMPADDR0 = 0x3b0,
    PMPADDR15 = 0x3bf,
    PMPADDR_BITS = 54,
    SCOUNTEREN = 0x106,
    MCOUNTEREN = 0x306,
};

bool nt_csr_is_pmp(uint16_t csr) {
    return csr >= PMPCFG0 && csr <= PMPADDR15;
}

/* Neither locked, nor with reserved bits, nor writable without being readable. */
static bool is_plain_pmpcfg(uint64_t value) {
    enum { R = 1, W = 2, RESERVED = 0x60, L = 0x80 };
    for (; value != 0; value >>= 8) {
        if ((value & (RESERVED | L)) != 0 || (value & (R | W)) == W) {
            return false;
        }
    }
    return true;
}

bool nt_csr_keeps(uint16_t csr, uint64_t value) {
    if (csr == SCOUNTEREN || csr == MCOUNTEREN) {
        return value <= UINT32_MAX;
    }
    if (csr >= PMPADDR0 && csr <= PMPADDR15) {
        return value >> PMPADDR_BITS == 0;
    }
    return nt_csr_is_pmp(csr) && is_plain_pmpcfg(value);
}

unsigned nt_csr_rank(uint16_t csr) {
    static const uint16_t first[] = {NT_CSR_SEPC,     NT_CSR_SEPC + 1, NT_CSR_MEPC,
                                     NT_CSR_MEPC + 1, NT_CSR_MSTATUS,  NT_CSR_SEPC + 2,
                                     NT_CSR_MEPC + 2};
    enum { COUNT = sizeof first / sizeof first[0], LAST = 1 << 13 };
    for (unsigned i = 0; i < COUNT; i++) {
        if (first[i] == csr) {
            return i;
        }
    }
    return csr == NT_CSR_FCSR ? LAST : COUNT + csr;
}
