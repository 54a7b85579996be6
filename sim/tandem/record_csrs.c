#include "sim/tandem/record_csrs.h"

#include <stddef.h>

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

typedef struct plain {
    uint16_t first, last;
    uint64_t mask;
} plain;

static const plain plains[] = {
    {0x106, 0x106, UINT32_MAX}, /* scounteren */
    {0x306, 0x306, UINT32_MAX}, /* mcounteren */
};

bool nt_csr_is_plain(uint16_t csr, uint64_t *mask) {
    for (size_t i = 0; i < sizeof plains / sizeof plains[0]; i++) {
        if (csr >= plains[i].first && csr <= plains[i].last) {
            *mask = plains[i].mask;
            return true;
        }
    }
    return false;
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
