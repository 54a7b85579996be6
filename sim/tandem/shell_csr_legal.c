/* SPDX-License-Identifier: Apache-2.0 */
/* Which CSRs there are, and who may access them. */
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell_csr.h"

/* Without S medeleg and mideleg "should not exist", as mcounteren without U (3.1.8, 3.1.11): they
 * may. */
static bool is_only_advised(uint16_t csr) {
    return csr == NT_TV_MEDELEG || csr == NT_TV_MIDELEG;
}

nt_tv_tri nt_tv_csr_must_be_there(const nt_tv_shell *shell, uint16_t csr) {
    static const uint16_t machine[] = {0x300, 0x301, 0x304, 0x305, 0x340, 0x341, 0x342, 0x343,
                                       0x344, 0xf11, 0xf12, 0xf13, 0xf14, 0xb00, 0xb02};
    static const uint16_t with_s[] = {0x100, 0x104, 0x105, 0x106, 0x140, 0x141,
                                      0x142, 0x143, 0x144, 0x180, 0x302, 0x303};
    static const uint16_t with_h[] = {0x200, 0x204, 0x205, 0x240, 0x241, 0x242, 0x243, 0x244,
                                      0x280, 0x34a, 0x34b, 0x600, 0x602, 0x603, 0x604, 0x605,
                                      0x606, 0x643, 0x644, 0x645, 0x64a, 0x680};
    for (unsigned i = 0; i < sizeof machine / sizeof machine[0]; i++) {
        if (machine[i] == csr) {
            return NT_TV_YES;
        }
    }
    for (unsigned i = 0; i < sizeof with_s / sizeof with_s[0]; i++) {
        nt_tv_tri has = nt_tv_has(shell, nt_tv_letter('S'));
        if (with_s[i] == csr) {
            return has == NT_TV_NO && is_only_advised(csr) ? NT_TV_MAYBE : has;
        }
    }
    for (unsigned i = 0; i < sizeof with_h / sizeof with_h[0]; i++) {
        if (with_h[i] == csr) {
            return nt_tv_has(shell, nt_tv_letter('H'));
        }
    }
    if (csr == 0x14d && (shell->state.csr[0x30a] >> 63 & 1) != 0) { /* menvcfg.STCE */
        return NT_TV_YES;
    }
    bool u = csr == NT_TV_MCOUNTEREN && nt_tv_has(shell, nt_tv_letter('U')) == NT_TV_YES;
    return u ? NT_TV_YES : NT_TV_MAYBE;
}

/* Whether it is the upper half of a CSR of 64 bits, or of a pair: RV32 alone has them. */
static bool is_upper_half(uint16_t csr) {
    static const uint16_t some[] = {0x310, 0x31a, 0x31c, 0x31d, 0x31e, 0x31f,       0x354,
                                    0x114, 0x154, 0x15d, 0x214, 0x254, 0x25d,       0x318,
                                    0x319, 0x61a, 0x655, 0x656, 0x657, 0x747 + 0x10};
    bool counter = (csr >= 0xb80 && csr < 0xba0) || (csr >= 0xc80 && csr < 0xca0) ||
                   (csr >= 0x721 && csr < 0x740);
    bool delegation = (csr >= 0x312 && csr <= 0x314) || csr == 0x612 || csr == 0x613 ||
                      csr == 0x615 || csr == 0x618 || (csr >= 0x61c && csr <= 0x61f);
    bool odd_pmpcfg = csr >= 0x3a0 && csr < 0x3b0 && (csr & 1) != 0;
    for (unsigned i = 0; i < sizeof some / sizeof some[0]; i++) {
        if (some[i] == csr) {
            return true;
        }
    }
    return counter || delegation || odd_pmpcfg;
}

bool nt_tv_csr_is_clear(const nt_tv_shell *shell, uint16_t csr, unsigned bit) {
    return nt_tv_csr_is_known(&shell->state, csr) && (shell->state.csr[csr] >> bit & 1) == 0;
}

bool nt_tv_csr_is_clear_of_64(const nt_tv_shell *shell, uint16_t csr, uint16_t upper,
                              unsigned bit) {
    enum { HALF = 32 };
    bool moved = shell->xlen == 32 && bit >= HALF;
    return nt_tv_csr_is_clear(shell, moved ? upper : csr, moved ? bit - HALF : bit);
}

/* Whether menvcfg, mcounteren or, in a guest, henvcfg and hcounteren have stimecmp off (Sstc). */
static bool is_timer_off(const nt_tv_shell *shell, uint16_t csr) {
    enum { STIMECMP = 0x14d, UPPER = 0x15d, TM = 1, STCE = 63, OF_GUEST = 0x100 };
    const nt_tv_state *state = &shell->state;
    bool own = csr == STIMECMP || csr == UPPER;
    if ((!own && csr != STIMECMP + OF_GUEST && csr != UPPER + OF_GUEST) ||
        state->privilege == NT_TV_M) {
        return false;
    }
    bool off = nt_tv_csr_is_clear(shell, NT_TV_MCOUNTEREN, TM) ||
               nt_tv_csr_is_clear_of_64(shell, 0x30a, 0x31a, STCE);
    bool off_for_guest =
        nt_tv_csr_is_clear(shell, 0x606, TM) || nt_tv_csr_is_clear_of_64(shell, 0x60a, 0x61a, STCE);
    return off || (state->guest && off_for_guest);
}

/* Whether mstateen0 has it off (Smstateen, 2.3); in a guest hstateen0 too. */
static bool is_state_off(const nt_tv_shell *shell, uint16_t csr) {
    static const struct {
        uint16_t first;
        uint16_t last;
        uint8_t bit;
    } rows[] = {{0x10c, 0x10c, 63}, {0x60c, 0x60c, 63}, {0x10a, 0x10a, 62}, {0x60a, 0x60a, 62},
                {0x61a, 0x61a, 62}, {0x150, 0x157, 60}, {0x250, 0x257, 60}, {0x5a8, 0x5a8, 57},
                {0x6a8, 0x6a8, 57}, {0x14e, 0x14f, 54}, {0x15f, 0x15f, 54}, {0x017, 0x017, 2}};
    const nt_tv_state *state = &shell->state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0] && state->privilege != NT_TV_M; i++) {
        if (csr >= rows[i].first && csr <= rows[i].last) {
            return nt_tv_csr_is_clear_of_64(shell, 0x30c, 0x31c, rows[i].bit) ||
                   (state->guest && nt_tv_csr_is_clear_of_64(shell, 0x60c, 0x61c, rows[i].bit));
        }
    }
    return false;
}

/* CSRs of debug mode (Debug Specification 1.0, 4.9). */
static bool is_of_debug(uint16_t csr) {
    return csr >= 0x7b0 && csr < 0x7c0;
}

/* Whether the mode has a counter: mcounteren and scounteren allow it. */
static bool is_counter_off(const nt_tv_shell *shell, uint16_t csr) {
    enum { SCOUNTEREN = 0x106, HCOUNTEREN = 0x606 };
    const nt_tv_state *state = &shell->state;
    unsigned bit = csr & 31;
    if (csr >> 8 != 0xc || state->privilege == NT_TV_M || shell->hint->no_csr) {
        return false;
    }
    if (nt_tv_csr_is_clear(shell, NT_TV_MCOUNTEREN, bit) ||
        (state->guest && nt_tv_csr_is_clear(shell, HCOUNTEREN, bit))) {
        return true;
    }
    return state->privilege == NT_TV_U && nt_tv_csr_is_clear(shell, SCOUNTEREN, bit) &&
           nt_tv_has(shell, nt_tv_letter('S')) == NT_TV_YES;
}

bool nt_tv_csr_is_of_vectors(uint16_t csr) {
    return csr == 0x008 || csr == NT_TV_VCSR || (csr >= 0xc20 && csr <= 0xc22);
}

/* Whether the mode is too low; those of the hypervisor are for supervisor mode outside of guests.
 */
static bool is_too_low(const nt_tv_state *state, uint16_t csr) {
    enum { HYPERVISOR = 2 };
    unsigned needed = csr >> 8 & 3U;
    if (needed == HYPERVISOR) {
        return state->privilege < NT_TV_S || state->guest;
    }
    return needed > state->privilege;
}

/* Whether a guest's access is for the hypervisor to do: VTVM. */
static bool is_trapped_for_guest(const nt_tv_shell *shell, uint16_t csr) {
    enum { VTVM = 1 << 20 };
    return shell->state.guest && csr == NT_TV_SATP && nt_tv_shell_hstatus(shell, VTVM) == NT_TV_YES;
}

/* Whether the access raises illegal instruction; MAYBE: the hart decides. */
static nt_tv_tri is_illegal(const nt_tv_shell *shell, const nt_tv_csr_access *access) {
    const nt_tv_state *state = &shell->state;
    uint64_t status = state->csr[NT_TV_MSTATUS];
    bool known = nt_tv_csr_is_known(state, NT_TV_MSTATUS);
    if (is_too_low(state, access->csr) || is_trapped_for_guest(shell, access->csr) ||
        (access->csr >> 10 == 3 && access->writes) ||
        (shell->xlen == 64 && is_upper_half(access->csr)) ||
        (is_of_debug(access->csr) && shell->debug == NT_TV_NO)) {
        return NT_TV_YES;
    }
    if (access->home == NT_TV_FCSR) {
        bool zfinx = nt_tv_has(shell, nt_tv_letter('F')) == NT_TV_NO || shell->flen == 0;
        bool off = nt_tv_shell_is_off(shell, NT_TV_FS);
        return off && zfinx                ? NT_TV_MAYBE
               : off                       ? NT_TV_YES
               : known && shell->flen != 0 ? NT_TV_NO
                                           : NT_TV_MAYBE;
    }
    if (nt_tv_csr_is_of_vectors(access->home) && nt_tv_shell_is_off(shell, NT_TV_VS)) {
        return NT_TV_YES;
    }
    if ((access->csr == NT_TV_SATP || access->csr == NT_TV_HGATP) && state->privilege == NT_TV_S &&
        known && !state->guest && (status >> 20 & 1) != 0) {
        return NT_TV_YES;
    }
    if (is_counter_off(shell, access->csr) || is_timer_off(shell, access->csr) ||
        is_state_off(shell, access->csr)) {
        return NT_TV_YES;
    }
    nt_tv_tri there = nt_tv_csr_must_be_there(shell, access->csr);
    uint8_t answer = shell->choices->answer[NT_TV_CSR_THERE + access->csr];
    there = there == NT_TV_MAYBE && state->privilege == NT_TV_M ? (nt_tv_tri)answer : there;
    return there == NT_TV_MAYBE ? NT_TV_MAYBE : there == NT_TV_YES ? NT_TV_NO : NT_TV_YES;
}

bool nt_tv_shell_csr_traps(nt_tv_shell *shell, const nt_tv_csr_access *access) {
    nt_tv_tri illegal = is_illegal(shell, access);
    bool trap = illegal == NT_TV_YES || (illegal == NT_TV_MAYBE && shell->hint->trap);
    if (illegal == NT_TV_MAYBE && shell->state.privilege == NT_TV_M) {
        nt_tv_teach_answer(shell, NT_TV_CSR_THERE + access->csr, !trap);
    }
    if (!trap && access->csr >> 8 == 1) {
        nt_tv_teach_extension(shell, nt_tv_letter('S'), true);
    }
    return trap;
}
