/* SPDX-License-Identifier: Apache-2.0 */
/* Rules of CSRs of physical memory protection (Privileged ISA, 3.7). */
#include "sim/tandem/csr_rules.h"

static uint64_t ones(unsigned bits) {
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

enum { LOCKED = 0x80, TOR = 0x08, KIND = 0x18, NA4 = 0x10, RESERVED = 0x60, W_ALONE = 2 };

/* Bits of mseccfg (Smepmp). */
enum { MML = 1 << 0, MMWP = 1 << 1, RLB = 1 << 2 };

static bool is_set(const nt_tv_shell *shell, uint64_t bit) {
    enum { MSECCFG = 0x747 };
    return (shell->state.csr[MSECCFG] & bit) != 0;
}

uint64_t nt_csr_judge_pmpcfg(nt_tv_shell *shell, const nt_csr_write *write) {
    uint64_t value = 0;
    uint64_t subset = 0;
    for (unsigned at = 0; at < shell->xlen; at += 8) {
        unsigned old = write->old >> at & 0xff;
        unsigned written = write->written >> at & 0xff;
        unsigned said = write->said >> at & 0xff;
        unsigned free = ((written & 3) == 2 ? 7U : 0) | ((written & KIND) == NA4 ? KIND : 0);
        bool writes_alone = (said & 3) == W_ALONE && !is_set(shell, MML);
        if (write->old_known && (old & LOCKED) != 0 && !is_set(shell, RLB)) {
            value |= (uint64_t)old << at;
        } else if (said == 0 || (write->old_known && said == old && said != written)) {
            value |= (uint64_t)said << at;
        } else {
            value |= (uint64_t)(said & free & (writes_alone ? ~7U : ~0U)) << at;
            subset |= (uint64_t)(~free & ~(unsigned)RESERVED & 0xff) << at;
        }
    }
    value |= nt_csr_judge_bits(shell, write, subset, false);
    return nt_csr_same_again(shell, write->csr, write, value);
}

/* Whether an entry is locked; by the next one, if that is TOR. */
static nt_tv_tri is_locked(const nt_tv_shell *shell, unsigned entry) {
    unsigned first = shell->xlen == 64 ? entry / 8 * 2 : entry / 4;
    unsigned at = entry % (shell->xlen / 8) * 8;
    const nt_tv_state *state = &shell->state;
    uint16_t csr = (uint16_t)(0x3a0 + first);
    if (!nt_tv_csr_is_known(state, csr)) {
        return NT_TV_MAYBE;
    }
    bool locked = (state->csr[csr] >> at & LOCKED) != 0 && !is_set(shell, RLB);
    return locked ? NT_TV_YES : NT_TV_NO;
}

static nt_tv_tri is_locked_by_next(const nt_tv_shell *shell, unsigned entry) {
    unsigned next = entry + 1;
    if (next == 64) {
        return NT_TV_NO;
    }
    unsigned first = shell->xlen == 64 ? next / 8 * 2 : next / 4;
    unsigned at = next % (shell->xlen / 8) * 8;
    nt_tv_tri locked = is_locked(shell, next);
    bool tor = (shell->state.csr[0x3a0 + first] >> at & KIND) == TOR;
    return locked == NT_TV_YES ? (tor ? NT_TV_YES : NT_TV_NO) : locked;
}

/* What is below the grain depends on the entry's kind, which is known: the same write leaves the
   same. */
static uint64_t with_grain(nt_tv_shell *shell, const nt_csr_write *write, unsigned entry) {
    unsigned first = shell->xlen == 64 ? entry / 8 * 2 : entry / 4;
    unsigned at = entry % (shell->xlen / 8) * 8;
    uint16_t csr = (uint16_t)(0x3a0 + first);
    if (!nt_tv_csr_is_known(&shell->state, csr)) {
        return write->said;
    }
    nt_csr_write same = *write;
    same.old = shell->state.csr[csr] >> at & KIND;
    same.old_known = true;
    return nt_csr_same_again(shell, write->csr, &same, write->said);
}

uint64_t nt_csr_judge_pmpaddr(nt_tv_shell *shell, const nt_csr_write *write) {
    enum { LEAST_WIDTH = 24 };
    unsigned entry = write->csr - 0x3b0U;
    unsigned bits = shell->xlen == 64 ? 54 : 32;
    uint64_t written = write->written & ones(bits);
    nt_tv_tri locked = is_locked(shell, entry);
    locked = locked == NT_TV_YES ? locked : is_locked_by_next(shell, entry);
    if (write->old_known && locked != NT_TV_NO &&
        (locked == NT_TV_YES || (write->said == write->old && write->said != written))) {
        return write->old;
    }
    uint64_t other = write->said ^ written;
    uint64_t upper = 0;
    for (unsigned low = 1; low < bits; low++) {
        uint64_t below = other & ones(low);
        upper = other & ~ones(low);
        bool grain = below == 0 || (write->said & ones(low)) == 0 ||
                     (write->said & ones(low)) == ones(low) ||
                     (write->said & ones(low)) == ones(low - 1);
        /* the rest are upper bits that the hart lacks */
        bool lacks = upper == 0 || (write->said >> __builtin_ctzll(upper) == 0 &&
                                    __builtin_ctzll(upper) >= LEAST_WIDTH);
        if (grain && lacks && low <= 32) {
            return with_grain(shell, write, entry);
        }
    }
    return write->said == 0 ? 0 : written;
}

static bool locks_any(const nt_tv_state *state) {
    const uint16_t first = 0x3a0;
    const uint16_t end = 0x3b0;
    const uint64_t locked = UINT64_C(0x8080808080808080);
    for (uint16_t csr = first; csr < end; csr++) {
        if (nt_tv_csr_is_known(state, csr) && (state->csr[csr] & locked) != 0) {
            return true;
        }
    }
    return false;
}

uint64_t nt_csr_sticky_mseccfg(const nt_tv_shell *shell, const nt_csr_write *write,
                               uint64_t *ones_out) {
    bool known = write->old_known;
    *ones_out = known ? write->old & (MML | MMWP) : 0;
    return known && (write->old & RLB) == 0 && locks_any(&shell->state) ? RLB : 0;
}
