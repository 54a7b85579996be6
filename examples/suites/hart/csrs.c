/* SPDX-License-Identifier: Apache-2.0 */
#include "hart.h"

enum { U, S, M = 3 };
enum {
    SIE_BIT = 1,
    MIE_BIT = 3,
    SPIE = 5,
    MPIE = 7,
    SPP = 8,
    MPP = 11,
    MPRV = 17,
    TVM = 20,
    TW = 21,
    TSR = 22
};

#define BIT(n) (UINT64_C(1) << (n))
#define MSTATUS_BITS                                                                               \
    (BIT(SIE_BIT) | BIT(MIE_BIT) | BIT(SPIE) | BIT(MPIE) | BIT(SPP) | BIT(MPRV) | BIT(TVM) |       \
     BIT(TW) | BIT(TSR))
#define SSTATUS_BITS (BIT(SIE_BIT) | BIT(SPIE) | BIT(SPP))
#define XL           (BIT(33) | BIT(35)) /* UXL and SXL: 64 */
#define INTERRUPTS   (BIT(1) | BIT(3) | BIT(5) | BIT(7) | BIT(9) | BIT(11) | BIT(13))
#define DELEGABLE    (BIT(1) | BIT(5) | BIT(9) | BIT(13))
#define MEDELEG_BITS 0x3feU
#define LCOFI        BIT(13)

static uint64_t top(const hart *h) {
    return BIT(h->xlen - 1);
}

static uint64_t pending(const hart *h) {
    return h->csrs.mip | (units_lcofip(h->beside) ? LCOFI : 0);
}

bool hart_wakes(const hart *h) {
    return (pending(h) & h->csrs.mie) != 0;
}

bool hart_interrupt(const hart *h, uint64_t *cause) {
    static const uint8_t order[] = {11, 3, 7, 9, 1, 5, 13};
    const uint64_t chosen = pending(h) & h->csrs.mie;
    const uint64_t to_m =
        h->mode < M || (h->csrs.mstatus & BIT(MIE_BIT)) != 0 ? chosen & ~h->csrs.mideleg : 0;
    const uint64_t to_s = h->mode < S || (h->mode == S && (h->csrs.mstatus & BIT(SIE_BIT)) != 0)
                              ? chosen & h->csrs.mideleg
                              : 0;
    const uint64_t taken = to_m != 0 ? to_m : to_s;
    for (size_t i = 0; i < sizeof order; i++) {
        if ((taken & BIT(order[i])) != 0) {
            *cause = top(h) | order[i];
            return true;
        }
    }
    return false;
}

uint8_t hart_trap(hart *h, uint64_t cause, uint64_t epc, uint64_t tval, uint64_t *handler) {
    hart_csrs *c = &h->csrs;
    const bool is_interrupt = (cause & top(h)) != 0;
    const uint64_t deleg = is_interrupt ? c->mideleg : c->medeleg;
    const uint8_t to = h->mode != M && (deleg & BIT(cause & 31)) != 0 ? S : M;
    if (to == S) {
        const uint64_t ie = c->mstatus >> SIE_BIT & 1;
        c->mstatus = (c->mstatus & ~(BIT(SPP) | BIT(SPIE) | BIT(SIE_BIT))) |
                     (uint64_t)(h->mode & 1) << SPP | ie << SPIE;
    } else {
        const uint64_t ie = c->mstatus >> MIE_BIT & 1;
        c->mstatus = (c->mstatus & ~((uint64_t)3 << MPP | BIT(MPIE) | BIT(MIE_BIT))) |
                     (uint64_t)h->mode << MPP | ie << MPIE;
    }
    c->epc[to] = epc;
    c->cause[to] = cause;
    c->tval[to] = tval;
    *handler = (c->tvec[to] & ~UINT64_C(3)) +
               ((c->tvec[to] & 1) != 0 && is_interrupt ? 4 * (cause & 31) : 0);
    return to;
}

uint64_t hart_return(hart *h, uint8_t by) {
    hart_csrs *c = &h->csrs;
    const unsigned ie = by == M ? MIE_BIT : SIE_BIT, pie = by == M ? MPIE : SPIE;
    const uint8_t to = by == M ? c->mstatus >> MPP & 3 : c->mstatus >> SPP & 1;
    const uint64_t enabled = c->mstatus >> pie & 1;
    c->mstatus = (c->mstatus & ~(BIT(ie) | (by == M ? (uint64_t)3 << MPP : BIT(SPP)))) |
                 enabled << ie | BIT(pie);
    if (to != M) {
        c->mstatus &= ~BIT(MPRV);
    }
    h->mode = to;
    return c->epc[by];
}

/* Registers that each of M and S has, in the order of their numbers from 0x300 and 0x100. */
static uint64_t *of_mode(hart_csrs *c, uint16_t number) {
    const unsigned mode = number >> 8;
    if (mode != M && mode != S) {
        return NULL;
    }
    switch (number & 0xff) {
    case 0x05:
        return &c->tvec[mode];
    case 0x40:
        return &c->scratch[mode];
    case 0x41:
        return &c->epc[mode];
    case 0x42:
        return &c->cause[mode];
    case 0x43:
        return &c->tval[mode];
    default:
        return NULL;
    }
}

bool hart_csr_own(uint16_t number) {
    static const uint16_t own[] = {0x100, 0x104, 0x144, 0x180, 0x10a, 0x300, 0x301,
                                   0x302, 0x303, 0x304, 0x344, 0x30a, 0x310, 0x312,
                                   0x31a, 0xf11, 0xf12, 0xf13, 0xf14, 0xf15};
    hart_csrs none;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (own[i] == number) {
            return true;
        }
    }
    return of_mode(&none, number) != NULL;
}

bool hart_csr_read(const hart *h, uint16_t number, uint64_t *value) {
    hart_csrs c = h->csrs;
    const uint64_t xl = h->xlen == 64 ? XL : 0;
    const uint64_t *one = of_mode(&c, number);
    *value = 0;
    switch (number) {
    case 0x300:
        *value = c.mstatus | xl;
        break;
    case 0x100:
        *value = (c.mstatus & SSTATUS_BITS) | (xl & BIT(33));
        break;
    case 0x301:
        *value = (h->xlen == 64 ? UINT64_C(2) << 62 : BIT(30)) | 0x140104;
        break;
    case 0x302:
        *value = c.medeleg;
        break;
    case 0x303:
        *value = c.mideleg;
        break;
    case 0x304:
        *value = c.mie;
        break;
    case 0x104:
        *value = c.mie & c.mideleg;
        break;
    case 0x344:
        *value = pending(h);
        break;
    case 0x144:
        *value = pending(h) & c.mideleg;
        break;
    case 0x180:
        return h->mode == M || (h->mode == S && (c.mstatus & BIT(TVM)) == 0);
    case 0x310:
    case 0x312:
    case 0x31a:
        return h->mode == M && h->xlen == 32;
    default:
        *value = one != NULL ? *one : 0;
        break;
    }
    return h->mode >= (number >> 8 & 3);
}

static void write_status(hart_csrs *c, uint64_t value, uint64_t bits) {
    c->mstatus = (c->mstatus & ~bits) | (value & bits);
}

void hart_csr_write(hart *h, uint16_t number, uint64_t value) {
    hart_csrs *c = &h->csrs;
    uint64_t *one = of_mode(c, number);
    switch (number) {
    case 0x300:
        write_status(c, value, MSTATUS_BITS | ((value >> MPP & 3) != 2 ? (uint64_t)3 << MPP : 0));
        break;
    case 0x100:
        write_status(c, value, SSTATUS_BITS);
        break;
    case 0x302:
        c->medeleg = value & MEDELEG_BITS;
        break;
    case 0x303:
        c->mideleg = value & DELEGABLE;
        break;
    case 0x304:
        c->mie = value & INTERRUPTS;
        break;
    case 0x104:
        c->mie = (c->mie & ~c->mideleg) | (value & c->mideleg);
        break;
    case 0x344:
        c->mip = value & (BIT(1) | BIT(5) | BIT(9));
        break;
    case 0x144:
        c->mip = (c->mip & ~(c->mideleg & BIT(1))) | (value & c->mideleg & BIT(1));
        break;
    default:
        if (one != NULL) {
            const unsigned kind = number & 0xff;
            *one = kind == 0x05   ? value & ~UINT64_C(2)
                   : kind == 0x41 ? value & ~UINT64_C(1)
                   : kind == 0x42 ? value & (top(h) | 31)
                                  : value;
        }
        break;
    }
}
