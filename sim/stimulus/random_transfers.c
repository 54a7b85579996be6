/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/stimulus/random_transfers.h"

#include "model/encoder/ingress.h"

#include <string.h>

enum { TYPES = 16, BREAKPOINT = 3, LOCAL_OVERFLOW = 13, LONGEST_PHASE = 600 };

enum { U = 0, S = 1, M = 3, VU = 5, VS = 6 };

/* Relative weights of the types, each a phase. */
static const uint8_t phases[][TYPES] = {
    {8, 1, 1, 2, 4, 4, 0, 0, 3, 3, 2, 2, 2, 3, 2, 2},  /* all */
    {4, 0, 0, 0, 8, 8, 0, 0, 1, 1, 1, 1, 0, 2, 0, 0},  /* loops */
    {1, 0, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0, 2, 2, 0, 0},  /* deeper */
    {1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 2, 8, 0, 0},  /* back */
    {2, 6, 6, 12, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}, /* traps */
};

static void draw_phase(nt_random_transfers *t) {
    unsigned phase = nt_random_below(t->random, sizeof phases / sizeof phases[0]);
    memcpy(t->weights, phases[phase], TYPES);
    t->left = 1 + nt_random_below(t->random, LONGEST_PHASE);
}

void nt_random_transfers_init(nt_random_transfers *t, nt_random *random, unsigned xlen,
                              bool has_h) {
    *t = (nt_random_transfers){.random = random, .xlen = xlen, .has_h = has_h, .priv = M};
    draw_phase(t);
}

static uint64_t draw_address(nt_random_transfers *t) {
    uint64_t address = nt_random_next(t->random) & ~UINT64_C(1);
    return t->xlen == 32 ? address & UINT32_MAX : address;
}

static uint8_t draw_type(nt_random_transfers *t) {
    unsigned sum = 0;
    for (unsigned i = 0; i < TYPES; i++) {
        sum += t->weights[i];
    }
    unsigned at = nt_random_below(t->random, sum);
    uint8_t type = 0;
    while (at >= t->weights[type]) {
        at -= t->weights[type++];
    }
    return type;
}

/* One of the modes, which are in pairs of their privilege and their number. */
static uint8_t pick(nt_random_transfers *t, const uint8_t *modes, unsigned count) {
    return modes[nt_random_below(t->random, count)];
}

static uint8_t trap_target(nt_random_transfers *t) {
    static const uint8_t from_s[] = {S, M};
    static const uint8_t from_guest[] = {VS, S, M};
    if (t->priv == M) {
        return M;
    }
    return t->priv == VU || t->priv == VS ? pick(t, from_guest, 3) : pick(t, from_s, 2);
}

static bool can_return(const nt_random_transfers *t) {
    return t->priv != U && t->priv != VU;
}

static uint8_t return_target(nt_random_transfers *t) {
    static const uint8_t from_m[] = {U, S, M, VU, VS};
    static const uint8_t from_s[] = {U, S, VU, VS};
    static const uint8_t from_vs[] = {VU, VS};
    unsigned guests = t->has_h ? 2 : 0;
    return t->priv == M   ? pick(t, from_m, 3 + guests)
           : t->priv == S ? pick(t, from_s, 2 + guests)
                          : pick(t, from_vs, 2);
}

void nt_random_transfers_jump(nt_random_transfers *t) {
    static const uint8_t modes[] = {U, S, M, VU, VS};
    t->priv = pick(t, modes, t->has_h ? 5 : 3);
}

static uint16_t draw_cause(nt_random_transfers *t, bool interrupt) {
    if (nt_random_chance(t->random, 96)) {
        return interrupt ? LOCAL_OVERFLOW : BREAKPOINT;
    }
    /* Also the other kind's number, which means nothing here; and what is custom or reserved */
    uint64_t draw = nt_random_next(t->random);
    return (uint16_t)(draw >> 16 & 7 ? draw & 15 : draw);
}

void nt_random_transfers_next(nt_random_transfers *t, uint32_t instructions,
                              nt_transfer *transfer) {
    if (t->left-- == 0) {
        draw_phase(t);
    }
    uint8_t type = draw_type(t);
    if (type == NT_ITYPE_TRAP_RETURN && !can_return(t)) {
        type = NT_ITYPE_EXCEPTION;
    }
    bool trap = type == NT_ITYPE_EXCEPTION || type == NT_ITYPE_INTERRUPT;
    *transfer = (nt_transfer){.itype = type, .priv = t->priv, .tpriv = t->priv};
    transfer->isrc = transfer->pc = draw_address(t);
    transfer->itgt = draw_address(t);
    transfer->misp = nt_random_chance(t->random, 64);
    transfer->instructions =
        trap && nt_random_chance(t->random, 64) ? 0 : 1 + nt_random_below(t->random, instructions);
    if (trap) {
        transfer->tpriv = trap_target(t);
        transfer->cause = draw_cause(t, type == NT_ITYPE_INTERRUPT);
    } else if (type == NT_ITYPE_TRAP_RETURN) {
        transfer->tpriv = return_target(t);
    }
    t->priv = transfer->tpriv;
}
