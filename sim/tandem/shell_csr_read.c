/* SPDX-License-Identifier: Apache-2.0 */
/* What CSR instructions read; what nobody told is learned. */
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell_csr.h"

enum {
    SIE = 0x104,
    SIP = 0x144,
    HIDELEG = 0x603,
};

/* Whether what the shell holds of a CSR is what the hart has. Without CSRs in the trace nobody
   tells what changes by itself, or what becomes of CSRs that the shell does not know. */
static bool is_followed(const nt_tv_shell *shell, const nt_tv_csr_access *access) {
    if (nt_tv_csr_is_input(access->home)) {
        return access->home == NT_TV_MIP && shell->tells_pending && !shell->hint->no_csr;
    }
    if ((access->csr == SIE || access->csr == SIP) && !shell->hint->no_csr &&
        !nt_tv_csr_is_known(&shell->state, NT_TV_MIDELEG)) {
        return false; /* which bits it shows is not known */
    }
    if (access->csr == NT_TV_VSIE && !nt_tv_csr_is_known(&shell->state, HIDELEG)) {
        return false;
    }
    return !shell->hint->no_csr || access->home == NT_TV_FCSR ||
           nt_tv_csr_is_in_table(access->home);
}

/* Without CSRs in the trace the bits that an implementation decides are those that it reads. */
static void take_loose_bits(nt_tv_shell *shell, const nt_tv_csr_access *access, uint64_t read) {
    uint64_t held = shell->state.csr[access->home];
    uint64_t sure = nt_csr_sure(shell, access->home, held);
    if (access->home == NT_TV_MSTATUS) {
        sure &= ~(uint64_t)(NT_TV_FS | NT_TV_MPRV);
    }
    uint64_t loose = access->mask & ~sure;
    nt_tv_shell_touch(shell, access->home, (held & ~loose) | (read << access->shift & loose), true,
                      0);
}

static bool is_epc(uint16_t csr) {
    return csr == 0x341 || csr == 0x141 || csr == 0x241;
}

/* What a CSR shows differs from what it holds: bit 1 of epc without 2-byte instructions, bits of
   pmpaddr below the grain. */
static bool shows(const nt_tv_shell *shell, uint16_t csr, uint64_t held, uint64_t read) {
    if (is_epc(csr)) {
        return nt_tv_aligns_to_4(shell) != NT_TV_NO && read == (held & ~UINT64_C(2));
    }
    uint64_t low = held ^ read;
    bool grain = (low & (low + 1)) == 0 && ((read & low) == 0 || (read & low) == low);
    return csr >= 0x3b0 && csr < 0x3f0 && grain && low < UINT32_MAX;
}

/* What may be read of a CSR that nobody set: what the view shows, of what the hart may hold. */
static uint64_t first_read(nt_tv_shell *shell, const nt_tv_csr_access *access, uint64_t said) {
    const nt_tv_state *state = &shell->state;
    bool by_mideleg = access->csr == SIE || access->csr == SIP;
    bool by_hideleg = access->csr == NT_TV_VSIE || access->csr == NT_TV_VSIP;
    uint64_t shown = nt_tv_cut(shell, access->mask >> access->shift);
    if ((by_mideleg && !nt_tv_csr_is_known(state, NT_TV_MIDELEG)) ||
        (by_hideleg && !nt_tv_csr_is_known(state, HIDELEG))) {
        bool known = access->home == NT_TV_MIE && nt_tv_csr_is_known(state, NT_TV_MIE);
        return known && !shell->hint->no_csr ? said & state->csr[NT_TV_MIE] >> access->shift : said;
    }
    if (nt_tv_csr_is_counter(access->home)) {
        return said;
    }
    if (nt_tv_csr_is_input(access->home) || shell->hint->no_csr) {
        return said & shown;
    }
    return nt_csr_legal(shell, access->home, access->mask, said << access->shift) >> access->shift;
}

/* Bits of a view that change without an instruction that the shell follows. */
static uint64_t loose_of(const nt_tv_shell *shell, uint16_t home) {
    enum { XS = 0x18000 };
    bool status = home == NT_TV_MSTATUS || home == NT_TV_VSSTATUS;
    return status ? UINT64_C(1) << (shell->xlen - 1) | XS | NT_TV_FS | NT_TV_VS : 0;
}

/* A view that is read for the first time, of a CSR that nobody told: its bits are known then. */
static void learn_view(nt_tv_shell *shell, const nt_tv_csr_access *access, uint64_t said) {
    shell->outcome->part = (nt_tv_csr_part){.csr = access->home,
                                            .mask = access->mask & ~loose_of(shell, access->home),
                                            .value = said << access->shift};
}

void nt_tv_shell_csr_read(nt_tv_shell *shell, nt_tv_csr_access *access, uint64_t *old,
                          bool *known) {
    nt_tv_state *state = &shell->state;
    const nt_tv_hint *hint = shell->hint;
    unsigned rd = shell->outcome->insn.rd;
    bool told = rd != 0 && !hint->no_gpr && (hint->after->known >> rd & 1) != 0;
    bool followed = is_followed(shell, access);
    *known = followed && nt_tv_csr_is_known(state, access->home);
    if (*known && told && hint->no_csr && access->home != NT_TV_FCSR) {
        take_loose_bits(shell, access, hint->after->user.x[rd]);
    }
    *old = (state->csr[access->home] & access->mask & ~nt_csr_zeros(shell, access->home)) >>
           access->shift;
    if (*known && told && shows(shell, access->home, *old, hint->after->user.x[rd])) {
        *old = hint->after->user.x[rd];
    } else if (*known && is_epc(access->home) && nt_tv_aligns_to_4(shell) == NT_TV_YES) {
        *old &= ~UINT64_C(2);
    }
    uint64_t part = 0;
    uint64_t bits = *known || !followed ? 0 : nt_tv_csr_part_of(&shell->parts, access->home, &part);
    bits &= access->mask;
    if (bits != 0 && bits == access->mask) {
        *old = part >> access->shift & bits >> access->shift;
        *known = true;
    }
    access->sure = *known;
    if (*known || rd == 0 || !access->reads) {
        return;
    }
    shell->outcome->reason = nt_tv_csr_is_input(access->home) ? NT_TV_COUNTER : NT_TV_CSR_UNKNOWN;
    if (!told) {
        nt_tv_shell_set(shell, rd, 0, false);
        return;
    }
    uint64_t said = hint->after->user.x[rd];
    *old = nt_tv_shell_retired_read(shell, access->csr, first_read(shell, access, said));
    *old = (*old & ~(bits >> access->shift)) | (part & bits) >> access->shift;
    access->sure = followed;
    if (followed && access->csr == access->home) {
        nt_tv_shell_learn_csr(shell, access->home, said);
        *known = true;
    } else if (followed) {
        learn_view(shell, access, said);
    }
}
