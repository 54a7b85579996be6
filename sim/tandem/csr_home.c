/* SPDX-License-Identifier: Apache-2.0 */
/* CSRs that show part of another one, and kinds of CSRs. */
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell_csr.h"

enum {
    FFLAGS = 0x001,
    FRM = 0x002,
    SSTATUS = 0x100,
    SIE = 0x104,
    SIP = 0x144,
    SUPERVISOR_INTERRUPTS = 0x2222,
    VXSAT = 0x009,
    VXRM = 0x00a,
    HIE = 0x604,
    HIP = 0x644,
    HIDELEG = 0x603,
};

static const uint64_t SSTATUS_BITS = UINT64_C(0x3018de762); /* and SD */

/* Interrupts that the guest takes itself, as hie has them. */
static uint64_t guest_delegated(const nt_tv_state *state) {
    enum { OF_GUEST = 0x444 };
    return OF_GUEST & (nt_tv_csr_is_known(state, HIDELEG) ? state->csr[HIDELEG] : UINT64_MAX);
}

uint16_t nt_tv_csr_home(const nt_tv_state *state, uint16_t csr, uint64_t *mask, unsigned *shift) {
    uint64_t delegated = nt_tv_csr_is_known(state, NT_TV_MIDELEG) ? state->csr[NT_TV_MIDELEG]
                                                                  : SUPERVISOR_INTERRUPTS;
    *shift = 0;
    *mask = UINT64_MAX;
    switch (csr) {
    case FFLAGS:
        *mask = 0x1f;
        return NT_TV_FCSR;
    case FRM:
        *mask = 0xe0;
        *shift = 5;
        return NT_TV_FCSR;
    case NT_TV_FCSR:
        *mask = 0xff;
        return NT_TV_FCSR;
    case SSTATUS:
        *mask = state->xlen == 32 ? (uint32_t)SSTATUS_BITS | UINT64_C(1) << 31
                                  : SSTATUS_BITS | UINT64_C(1) << 63;
        return NT_TV_MSTATUS;
    case VXSAT:
        *mask = 1;
        return NT_TV_VCSR;
    case VXRM:
        *mask = 6;
        *shift = 1;
        return NT_TV_VCSR;
    case NT_TV_VCSR:
        *mask = 7;
        return NT_TV_VCSR;
    case SIE: /* interrupts of the guest are in hie */
        *mask = delegated & ~(uint64_t)NT_TV_GUEST_INTERRUPTS;
        return NT_TV_MIE;
    case SIP:
        *mask = delegated & ~(uint64_t)NT_TV_GUEST_INTERRUPTS;
        return NT_TV_MIP;
    case HIE:
        *mask = NT_TV_GUEST_INTERRUPTS;
        return NT_TV_MIE;
    case HIP:
        *mask = NT_TV_GUEST_INTERRUPTS;
        return NT_TV_MIP;
    case NT_TV_VSIE: /* one bit lower than in hie */
        *mask = guest_delegated(state);
        *shift = 1;
        return NT_TV_MIE;
    case NT_TV_VSIP:
        *mask = guest_delegated(state);
        *shift = 1;
        return NT_TV_MIP;
    default:
        return csr;
    }
}

bool nt_tv_csr_is_counter(uint16_t csr) {
    unsigned block = csr >> 5;
    return block == 0xb00 >> 5 || block == 0xb80 >> 5 || block == 0xc00 >> 5 || block == 0xc80 >> 5;
}

/* mireg to mireg6, sireg*, vsireg* (Sscsrind): what they show is of elsewhere. */
static bool is_indirect(uint16_t csr) {
    enum { LOWEST = 0x51, HIGHEST = 0x57, NONE = 0x54, LEVELS = 0x300 };
    unsigned low = csr & 0xff;
    return csr < LEVELS + 0x100 && csr >= 0x100 && low >= LOWEST && low <= HIGHEST && low != NONE;
}

/* Addresses for custom use (Privileged ISA, 2.1): what changes such a CSR is the hart's. */
static bool is_custom(uint16_t csr) {
    enum { UNPRIVILEGED = 0x8, LAST_QUARTER = 3 };
    static const uint16_t some = 0xfee0; /* bits: values of the upper four with a quarter of them */
    return csr >> 8 == UNPRIVILEGED ||
           ((csr >> 6 & 3) == LAST_QUARTER && (some >> (csr >> 8) & 1) != 0);
}

bool nt_tv_csr_is_input(uint16_t csr) {
    enum { SEED = 0x015, SCTRSTATUS = 0x14f, MVIP = 0x309, SCOUNTOVF = 0xda0, HGEIP = 0xe12 };
    static const uint16_t top[] = {0x15c, 0x25c, 0x35c, 0xdb0, 0xeb0, 0xfb0}; /* stopei, stopi */
    for (unsigned i = 0; i < sizeof top / sizeof top[0]; i++) {
        if (top[i] == csr) {
            return true;
        }
    }
    return nt_tv_csr_is_counter(csr) || csr == NT_TV_MIP || csr == SCOUNTOVF || csr == SEED ||
           csr == MVIP || csr == SCTRSTATUS || csr == HGEIP || is_indirect(csr) || is_custom(csr);
}

bool nt_tv_csr_is_in_table(uint16_t csr) {
    size_t count;
    return nt_csr_fields_of(csr, &count) != NULL;
}
