/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/tv/tv_stimulus.h"

enum {
    ALWAYS = 256,
    FPR_0 = 0x1020,
    GPR_0 = 0x1000,
    RESETS = 20000, /* of the encoder: one in so many cycles */
};

/* Written often; and the four of a trap, in order. Those that others overlap are not drawn. */
static const uint16_t usual[] = {0x300, 0x304, 0x340, 0x341, 0x342, 0x343, 0x344, 0x180, 0x141,
                                 0x142, 0x143, 0x140, 0x105, 0x305, 0x302, 0x303, 0x7b1, 0x7c0};
static const uint16_t trap[2][NT_TV_CSRS] = {{0x341, 0x342, 0x300, 0x343},
                                             {0x141, 0x142, 0x300, 0x143}};
static const uint16_t overlapping[] = {0x001, 0x002, 0x003, 0x100, 0x104, 0x144};

static uint64_t low(uint64_t value, unsigned bits) {
    return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

static bool chance(tv_stimulus *s, unsigned of_256) {
    return nt_random_chance(&s->random, of_256);
}

static uint64_t draw_word(tv_stimulus *s) {
    uint64_t word = nt_random_next(&s->random);
    switch (nt_random_below(&s->random, 8)) {
    case 0:
        return 0;
    case 1:
        return UINT64_MAX;
    case 2:
        return word & UINT8_MAX;
    case 3:
        return ~(word & UINT8_MAX);
    default:
        return word;
    }
}

/* Often near the old value: an offset of 8 bits, its borders, some bits set, all the same. */
static uint64_t draw_gpr(tv_stimulus *s, unsigned addr) {
    static const int16_t border[] = {127, 128, -128, -129, 0, 1, -1, 255, 256};
    uint64_t old = s->gpr[addr];
    uint64_t word = nt_random_next(&s->random);
    switch (nt_random_below(&s->random, 8)) {
    case 0:
        word = old + (uint64_t)(int64_t)(int8_t)word;
        break;
    case 1:
        word = old + (uint64_t)(int64_t)border[nt_random_below(&s->random, 9)];
        break;
    case 2:
        word = old | (word & (chance(s, 200) ? 0xff : 0x1ff));
        break;
    case 3:
        word = old & ~(word & UINT8_MAX); /* so that the next may set them */
        break;
    default:
        word = draw_word(s);
        break;
    }
    s->gpr[addr] = low(word, s->params->xlen);
    return s->gpr[addr];
}

static void put_insn(tv_stimulus *s, nt_tv_lane *lane) {
    lane->insn_valid = true;
    lane->insn_size = chance(s, 128);
    lane->insn = (uint32_t)nt_random_next(&s->random);
    if (lane->insn_size) {
        lane->insn |= 3;
    } else {
        lane->insn = (lane->insn & ~UINT32_C(3)) | nt_random_below(&s->random, 3);
    }
    lane->pc_given = false;
}

static void put_gpr(tv_stimulus *s, nt_tv_lane *lane) {
    lane->gpr_valid = true;
    lane->gpr_addr = (uint8_t)nt_random_below(&s->random, chance(s, 128) ? 4 : 32);
    lane->gpr_data = draw_gpr(s, lane->gpr_addr);
}

static void put_access(tv_stimulus *s, nt_tv_lane *lane, bool store) {
    lane->paddr_valid = true;
    lane->eaddr_valid = s->params->has_eaddr && chance(s, 128);
    lane->mem_valid = store;
    if (store) {
        lane->mem_size = (uint8_t)nt_random_below(&s->random, s->params->xlen == 64 ? 4 : 3);
    }
}

static bool overlaps(unsigned addr) {
    for (unsigned i = 0; i < sizeof overlapping / sizeof overlapping[0]; i++) {
        if (addr == overlapping[i]) {
            return true;
        }
    }
    return false;
}

/* Each CSR once, and none that is a part of another. */
static void draw_csrs(tv_stimulus *s, nt_tv_lane *lane, unsigned of_256) {
    for (unsigned i = 0; i < NT_TV_CSRS; i++) {
        unsigned addr = chance(s, 128)
                            ? usual[nt_random_below(&s->random, sizeof usual / sizeof usual[0])]
                            : nt_random_below(&s->random, 0x1000);
        bool again = overlaps(addr);
        for (unsigned j = 0; j < i; j++) {
            again |= lane->csr[j].addr == addr;
        }
        lane->csr[i].addr = (uint16_t)addr;
        lane->csr[i].valid = !again && chance(s, of_256);
    }
}

static void put_trap(tv_stimulus *s, nt_tv_lane *lane) {
    unsigned mode = nt_random_below(&s->random, 2);
    for (unsigned i = 0; i < NT_TV_CSRS; i++) {
        lane->csr[i].valid = true;
        lane->csr[i].addr = trap[mode][i];
    }
    lane->pc_given = true;
    lane->priv_valid = true;
}

static void put_all(tv_stimulus *s, nt_tv_lane *lane) {
    put_insn(s, lane);
    lane->insn_size = true;
    lane->insn |= 3;
    lane->pc_given = lane->flags_valid = lane->fpr_valid = lane->priv_valid = true;
    put_gpr(s, lane);
    put_access(s, lane, true);
    lane->eaddr_valid = true;
    lane->mem_size = 3;
    draw_csrs(s, lane, ALWAYS);
}

static void put_any(tv_stimulus *s, nt_tv_lane *lane) {
    unsigned of_256 = 32 + nt_random_below(&s->random, 192);
    put_insn(s, lane);
    put_gpr(s, lane);
    draw_csrs(s, lane, of_256);
    lane->insn_valid = chance(s, of_256);
    lane->pc_given = chance(s, of_256);
    lane->gpr_valid = chance(s, of_256);
    lane->fpr_valid = chance(s, of_256);
    lane->flags_valid = chance(s, of_256);
    lane->paddr_valid = chance(s, of_256);
    lane->eaddr_valid = chance(s, of_256);
    lane->mem_valid = chance(s, of_256);
    lane->priv_valid = chance(s, of_256);
}

static void put_integer(tv_stimulus *s, nt_tv_lane *lane) {
    put_insn(s, lane);
    switch (nt_random_below(&s->random, 8)) {
    case 0: /* branch or jump, with a link or without */
        lane->pc_given = true;
        if (chance(s, 64)) {
            put_gpr(s, lane);
        }
        break;
    case 1:
        put_access(s, lane, true);
        break;
    case 2:
        put_gpr(s, lane);
        put_access(s, lane, false);
        break;
    default:
        put_gpr(s, lane);
        break;
    }
}

static void put_mixed(tv_stimulus *s, nt_tv_lane *lane) {
    switch (nt_random_below(&s->random, 16)) {
    case 0:
        put_insn(s, lane);
        put_trap(s, lane);
        break;
    case 1:
        put_trap(s, lane);
        break;
    case 2: /* CSR instruction */
        put_insn(s, lane);
        put_gpr(s, lane);
        draw_csrs(s, lane, 64);
        break;
    case 3:
    case 4: /* floating point */
        put_insn(s, lane);
        lane->fpr_valid = true;
        lane->flags_valid = chance(s, 128);
        break;
    case 5: /* atomic */
        put_insn(s, lane);
        put_gpr(s, lane);
        put_access(s, lane, true);
        break;
    case 6: /* return from a trap */
        put_insn(s, lane);
        lane->pc_given = lane->priv_valid = true;
        draw_csrs(s, lane, 64);
        break;
    default:
        put_integer(s, lane);
        break;
    }
}

/* What is not valid is drawn too: it must not matter. */
void tv_stimulus_lane(tv_stimulus *s, tv_code code, nt_tv_lane *lane) {
    static const uint8_t modes[] = {0, 1, 3};
    const nt_tv_params *p = s->params;
    *lane = (nt_tv_lane){.valid = true,
                         .insn = (uint32_t)nt_random_next(&s->random),
                         .pc_next = low(draw_word(s), p->xlen),
                         .gpr_addr = (uint8_t)nt_random_below(&s->random, 32),
                         .gpr_data = low(nt_random_next(&s->random), p->xlen),
                         .fpr_addr = (uint8_t)nt_random_below(&s->random, 32),
                         .fpr_data = low(draw_word(s), p->flen == 0 ? 1 : p->flen),
                         .flags = (uint8_t)nt_random_below(&s->random, 32),
                         .paddr = low(draw_word(s), p->mlen),
                         .eaddr = low(draw_word(s), p->mlen),
                         .mem_size = (uint8_t)nt_random_below(&s->random, 4),
                         .mem_data = draw_word(s),
                         .priv = modes[nt_random_below(&s->random, 3)]};
    draw_csrs(s, lane, 0);
    for (unsigned i = 0; i < NT_TV_CSRS; i++) {
        lane->csr[i].data = low(draw_word(s), p->xlen);
    }
    switch (code) {
    case TV_INTEGER:
        put_integer(s, lane);
        break;
    case TV_MIXED:
        put_mixed(s, lane);
        break;
    case TV_LARGEST:
        put_all(s, lane);
        break;
    default:
        put_any(s, lane);
        break;
    }
}

static void draw_init(tv_stimulus *s, nt_tv_inputs *in) {
    const nt_tv_params *p = s->params;
    in->init_valid = chance(s, s->beside);
    in->init_kind = chance(s, 128) ? NT_TV_INIT_REGISTER : (uint8_t)nt_random_below(&s->random, 3);
    in->init_size = (uint8_t)nt_random_below(&s->random, 4);
    in->init_data = draw_word(s);
    in->init_addr = low(draw_word(s), p->mlen);
    if (in->init_kind == NT_TV_INIT_MEMORY && chance(s, 64)) {
        in->init_addr = GPR_0 + nt_random_below(&s->random, 32); /* it is no register */
    }
    if (in->init_kind == NT_TV_INIT_REGISTER) {
        unsigned kind = nt_random_below(&s->random, p->flen == 0 ? 2 : 3);
        unsigned gpr = 1 + nt_random_below(&s->random, 31);
        in->init_addr = kind == 0   ? nt_random_below(&s->random, 0x1000)
                        : kind == 1 ? GPR_0 + gpr
                                    : FPR_0 + nt_random_below(&s->random, 32);
        /* The next value may be near this one, or near that before */
        if (kind == 1 && chance(s, 128)) {
            s->gpr[gpr] = low(in->init_data, p->xlen);
        }
    }
}

static void draw_beside(tv_stimulus *s, nt_tv_inputs *in) {
    in->rst = nt_random_below(&s->random, RESETS) == 0;
    in->reset = chance(s, s->resets);
    draw_init(s, in);
    in->mtime_valid = chance(s, s->beside);
    in->mcycle_valid = chance(s, s->beside);
    in->minstret_valid = chance(s, s->beside);
    in->mtime = draw_word(s);
    in->mcycle = draw_word(s);
    in->minstret = draw_word(s);
}

static unsigned draw_sink(tv_stimulus *s) {
    static const uint16_t chances[] = {0, 16, 128, 240, ALWAYS, ALWAYS, ALWAYS, ALWAYS};
    return chances[nt_random_below(&s->random, sizeof chances / sizeof chances[0])];
}

static void draw_phase(tv_stimulus *s) {
    static const uint16_t rates[] = {2, 64, 192, 250, ALWAYS, ALWAYS};
    static const uint8_t besides[] = {0, 0, 4, 128};
    static const uint8_t resets[] = {0, 0, 1, 32};
    s->code = (tv_code)nt_random_below(&s->random, TV_CODES);
    s->busy = rates[nt_random_below(&s->random, sizeof rates / sizeof rates[0])];
    s->beside = besides[nt_random_below(&s->random, sizeof besides)];
    s->resets = s->beside == 0 ? 0 : resets[nt_random_below(&s->random, sizeof resets)];
    s->sink = draw_sink(s);
    s->left = nt_random_between(&s->random, 1, s->sink == 0 ? 60 : 400);
}

void tv_stimulus_begin(tv_stimulus *s, const nt_tv_params *params, uint64_t seed) {
    *s = (tv_stimulus){.params = params};
    nt_random_seed(&s->random, seed);
}

void tv_stimulus_cycle(tv_stimulus *s, nt_tv_inputs *in, bool was_ready) {
    if (s->left == 0) {
        draw_phase(s);
    }
    s->left--;
    in->out_ready = chance(s, s->sink);
    if (!was_ready && !in->rst && !chance(s, 16)) {
        return;
    }
    draw_beside(s, in);
    for (unsigned l = 0; l < s->params->nret; l++) {
        tv_stimulus_lane(s, s->code, &in->lane[l]);
        in->lane[l].valid = chance(s, s->busy);
    }
}
