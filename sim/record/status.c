/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/record/status.h"

/* Bits of mstatus (privileged architecture, 3.1.6) */
enum {
    SIE = 1 << 1,
    MIE = 1 << 3,
    SPIE = 1 << 5,
    MPIE = 1 << 7,
    SPP = 1 << 8,
    AT_MPP = 11,
    MPP = 3 << AT_MPP,
    SSTATUS = SIE | SPIE | SPP, /* of them, those in sstatus */
};

enum { U, S, M = 3 };
enum { MRET = 0x30200073, SRET = 0x10200073, SYSTEM = 0x73 };
enum { CSR_SSTATUS = 0x100, CSR_MSTATUS = 0x300 };

static void set(nt_status *status, uint64_t bits, bool value) {
    status->mstatus = value ? status->mstatus | bits : status->mstatus & ~bits;
}

static bool is_set(const nt_status *status, uint64_t bit) {
    return (status->mstatus & bit) != 0;
}

static void write_csr(nt_status *status, uint32_t insn, const uint64_t x[32]) {
    unsigned csr = insn >> 20;
    unsigned field = insn >> 15 & 31;
    uint64_t operand = (insn & 1 << 14) != 0 ? field : x[field];
    uint64_t mask = csr == CSR_MSTATUS   ? (uint64_t)NT_STATUS_TRAP_BITS
                    : csr == CSR_SSTATUS ? (uint64_t)SSTATUS
                                         : 0;
    switch (insn >> 12 & 3) {
    case 1:
        status->mstatus = (status->mstatus & ~mask) | (operand & mask);
        break;
    case 2:
        status->mstatus |= operand & mask;
        break;
    case 3:
        status->mstatus &= ~(operand & mask);
        break;
    default:
        break;
    }
}

/* 3.1.6.1, xRET */
void nt_status_run(nt_status *status, uint32_t insn, const uint64_t x[32]) {
    if (insn == MRET) {
        status->priv = (uint8_t)(status->mstatus >> AT_MPP & 3);
        set(status, MIE, is_set(status, MPIE));
        set(status, MPIE, true);
        set(status, MPP, false);
    } else if (insn == SRET) {
        status->priv = is_set(status, SPP) ? S : U;
        set(status, SIE, is_set(status, SPIE));
        set(status, SPIE, true);
        set(status, SPP, false);
    } else if ((insn & 0x7f) == SYSTEM) {
        write_csr(status, insn, x);
    }
}

bool nt_status_trap(nt_status *status, uint64_t cause, uint64_t delegated) {
    bool to_s = status->priv != M && cause < 64 && (delegated >> cause & 1) != 0;
    if (to_s) {
        set(status, SPIE, is_set(status, SIE));
        set(status, SIE, false);
        set(status, SPP, status->priv == S);
    } else {
        set(status, MPIE, is_set(status, MIE));
        set(status, MIE, false);
        set(status, MPP, false);
        set(status, (uint64_t)status->priv << AT_MPP, true);
    }
    status->priv = to_s ? S : M;
    return to_s;
}
