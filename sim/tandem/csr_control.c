/* SPDX-License-Identifier: Apache-2.0 */
/* CSRs that decide what others may hold (Privileged ISA, 2.4): after a write of the one, a field of
   the other has some value of its new legal ones. */
#include "sim/tandem/csr_rules.h"

enum {
    MPP = 0x1800,
    U_BITS = 1 << 17 | 1 << 21 | 1 << 6,                     /* MPRV, TW, UBE */
    S_BITS = 0x7 << 18 | 1 << 22 | 1 << 8 | 1 << 5 | 1 << 1, /* SUM to TSR, SPP, SPIE, SIE */
    OF_S = 0x2222,
};

#define ALL      UINT64_MAX
#define UXL      (UINT64_C(3) << 32)
#define SXL      (UINT64_C(13) << 34) /* and MBE's neighbour SBE */
#define OF_GUEST (UINT64_C(3) << 38)

/* Is a letter of misa, and what is 0 without it. */
typedef struct letter_row {
    char letter;
    uint16_t first; /* CSRs */
    uint16_t last;
    uint64_t bits;
} letter_row;

static const letter_row letters[] = {
    {'F', NT_TV_MSTATUS, NT_TV_MSTATUS, NT_TV_FS},
    {'F', NT_TV_VSSTATUS, NT_TV_VSSTATUS, NT_TV_FS},
    {'V', NT_TV_MSTATUS, NT_TV_MSTATUS, NT_TV_VS},
    {'V', NT_TV_VSSTATUS, NT_TV_VSSTATUS, NT_TV_VS},
    {'U', NT_TV_MSTATUS, NT_TV_MSTATUS, U_BITS | UXL | MPP},
    {'S', NT_TV_MSTATUS, NT_TV_MSTATUS, S_BITS | SXL | MPP},
    {'S', NT_TV_MEDELEG, NT_TV_MIDELEG, ALL},
    {'S', NT_TV_MIE, NT_TV_MIE, OF_S},
    {'S', 0x100, 0x1ff, ALL},
    {'C', 0x341, 0x341, 2},
    {'C', 0x141, 0x141, 2},
    {'C', 0x241, 0x241, 2},
    {'H', NT_TV_MSTATUS, NT_TV_MSTATUS, OF_GUEST},
    {'H', NT_TV_MSTATUSH, NT_TV_MSTATUSH, OF_GUEST >> 32},
    {'H', NT_TV_MEDELEG, NT_TV_MEDELEG, 0xf00400},
    {'H', NT_TV_MIDELEG, NT_TV_MIE, NT_TV_GUEST_INTERRUPTS},
    {'H', 0x200, 0x2ff, ALL},
    {'H', 0x34a, 0x34b, ALL},
    {'H', 0x600, 0x6ff, ALL},
};

/* Is a CSR whose bits are 0 where those of another one are. */
typedef struct bit_row {
    uint16_t control;
    uint16_t csr;
    uint8_t count; /* so many of both */
    uint64_t bits;
} bit_row;

static const bit_row bits_of[] = {
    {0x30a, 0x60a, 1, UINT64_C(31) << 59 | 1 << 3}, /* menvcfg, henvcfg: STCE to DTE, SSE */
    {0x31a, 0x61a, 1, UINT64_C(31) << 27},
    {0x30a, 0x10a, 1, 1 << 3}, /* senvcfg */
    {0x30c, 0x60c, 4, ALL},    /* mstateen, hstateen, sstateen */
    {0x31c, 0x61c, 4, ALL},
    {0x30c, 0x10c, 4, UINT32_MAX},
};

enum { LETTERS = sizeof letters / sizeof letters[0], BITS = sizeof bits_of / sizeof bits_of[0] };

uint64_t nt_csr_zeros(const nt_tv_shell *shell, uint16_t csr) {
    const nt_tv_state *state = &shell->state;
    uint64_t zeros = 0;
    for (unsigned i = 0; i < BITS; i++) {
        const bit_row *row = &bits_of[i];
        uint16_t control = (uint16_t)(row->control + csr - row->csr);
        bool of_row = csr >= row->csr && csr < row->csr + row->count;
        if (of_row && nt_tv_csr_is_known(state, control)) {
            zeros |= row->bits & ~state->csr[control];
        }
    }
    return zeros;
}

/* Fields of several bits become 0 as a whole, or stay. */
static uint64_t whole_fields(uint64_t value, uint64_t old) {
    static const uint64_t fields[] = {NT_TV_FS, NT_TV_VS, UXL, UINT64_C(3) << 34};
    for (unsigned i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        value = (value & fields[i]) != 0 ? (value & ~fields[i]) | (old & fields[i]) : value;
    }
    return value;
}

/* mstatus with the MPP that is told, if the hart has still the mode; U in place of S. */
static uint64_t with_mode(const nt_tv_shell *shell, uint64_t value, uint64_t said) {
    uint64_t mode = said >> 11 & 3;
    bool user = mode == NT_TV_U && nt_tv_has(shell, nt_tv_letter('U')) != NT_TV_NO;
    return mode == NT_TV_M || user ? (value & ~(uint64_t)MPP) | (said & MPP) : value;
}

uint64_t nt_csr_with_sd(const nt_tv_shell *shell, uint64_t status) {
    uint64_t sd = UINT64_C(1) << (shell->xlen - 1);
    bool dirty = (status & NT_TV_FS) == NT_TV_FS || (status & 0x18000) == 0x18000 ||
                 (status & NT_TV_VS) == NT_TV_VS;
    return dirty ? status | sd : status & ~sd;
}

/* What the trace has of another CSR in the group: of its bits those that are 0 there. */
static void settle(nt_tv_shell *shell, uint16_t csr, uint64_t bits) {
    const nt_tv_state *state = &shell->state;
    uint64_t old = state->csr[csr];
    uint64_t said = shell->hint->after->csr[csr];
    bool room = shell->outcome->touched_count < NT_TV_TOUCHED - 2;
    bool status = csr == NT_TV_MSTATUS || csr == NT_TV_VSSTATUS;
    if (said == old || !room || !nt_tv_csr_is_known(state, csr) ||
        !nt_tv_csr_is_known(shell->hint->after, csr)) {
        return;
    }
    uint64_t value = old & ~(bits & ~said & ~(status ? (uint64_t)MPP : 0));
    if (status) {
        value = whole_fields(value, old);
        value = (bits & MPP) != 0 ? with_mode(shell, value, said) : value;
        value = nt_csr_with_sd(shell, value);
    }
    if (value != old) {
        nt_tv_shell_touch(shell, csr, value, true, 0);
    }
}

static void settle_letters(nt_tv_shell *shell, uint64_t gone) {
    for (unsigned i = 0; i < LETTERS; i++) {
        const letter_row *row = &letters[i];
        bool is_gone = (gone >> nt_tv_letter(row->letter) & 1) != 0;
        for (uint16_t csr = row->first; is_gone && csr <= row->last; csr++) {
            settle(shell, csr, row->bits);
        }
    }
}

/* Bits of pmpaddr below the grain are those of the entry's kind (3.7.1). */
static void settle_grain(nt_tv_shell *shell, uint16_t csr) {
    enum { PMPCFG = 0x3a0, PMPADDR = 0x3b0, OF_CSR = 4 };
    int first = PMPADDR + (csr - PMPCFG) * OF_CSR;
    int end = first + (int)shell->xlen / 8;
    for (uint16_t entry = (uint16_t)first; entry < (uint16_t)end; entry++) {
        uint64_t old = shell->state.csr[entry];
        uint64_t said = shell->hint->after->csr[entry];
        uint64_t low = old ^ said;
        bool all = (low & (low + 1)) == 0 && ((said & low) == 0 || (said & low) == low);
        if (all && low != 0 && low < UINT32_MAX && nt_tv_csr_is_known(&shell->state, entry) &&
            shell->outcome->touched_count < NT_TV_TOUCHED - 2) {
            nt_tv_shell_touch(shell, entry, said, true, 0);
        }
    }
}

void nt_csr_settle_others(nt_tv_shell *shell, uint16_t csr, uint64_t old) {
    enum { PMPCFG = 0x3a0, PMPADDR = 0x3b0 };
    uint64_t now = shell->state.csr[csr];
    if (shell->hint->no_csr || now == old) {
        return;
    }
    if (csr == NT_TV_MISA) {
        settle_letters(shell, old & ~now);
    } else if (csr >= PMPCFG && csr < PMPADDR) {
        settle_grain(shell, csr);
    }
    for (unsigned i = 0; i < BITS; i++) {
        const bit_row *row = &bits_of[i];
        if (csr >= row->control && csr < row->control + row->count) {
            settle(shell, (uint16_t)(row->csr + csr - row->control), row->bits & ~now);
        }
    }
}
