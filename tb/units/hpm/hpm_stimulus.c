/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/hpm/hpm_stimulus.h"

enum { ALWAYS = 256 };

/* Numbers of CSRs */
enum {
    SCOUNTINHIBIT = 0x120,
    MCOUNTEREN = 0x306,
    SIREG = 0x151,
    SIREG2 = 0x152,
    SIREG4 = 0x155,
    SIREG5 = 0x156,
};

static bool one_in(hpm_stimulus *s, uint32_t n) {
    return nt_random_below(&s->random, n) == 0;
}

static uint64_t low_bits(uint64_t value, unsigned width) {
    return value & (UINT64_MAX >> (64 - width));
}

/* A bit in four is 1. */
static uint64_t sparse(hpm_stimulus *s) {
    const uint64_t word = nt_random_next(&s->random);
    return word & nt_random_next(&s->random);
}

/* A mode of the build; M more often, since it alone writes most. */
static uint8_t draw_mode(hpm_stimulus *s) {
    static const uint8_t modes[] = {NT_HPM_M, NT_HPM_M, NT_HPM_U,  NT_HPM_U,
                                    NT_HPM_S, NT_HPM_S, NT_HPM_VS, NT_HPM_VU};
    const nt_hpm_params *p = s->params;
    const uint32_t count = p->has_h ? 8 : p->has_s ? 6 : p->has_u ? 4 : 2;
    return modes[nt_random_below(&s->random, count)];
}

/* Phases in which much or little happens */
static void draw_phase(hpm_stimulus *s) {
    static const unsigned rates[] = {0, 4, 64, 128, 230, ALWAYS};
    s->blocks = rates[nt_random_below(&s->random, 6)];
    s->full = rates[nt_random_below(&s->random, 6)];
    s->traps = rates[nt_random_below(&s->random, 4)];
    s->happens = rates[nt_random_below(&s->random, 6)];
}

/* Accesses */

/* The number of a counter: one that is there, more often than others */
static unsigned draw_counter(hpm_stimulus *s) {
    if (one_in(s, 8)) {
        return nt_random_below(&s->random, NT_HPM_COUNTERS);
    }
    const uint32_t n = nt_random_below(&s->random, 2 + s->params->ncounters);
    return n == 0 ? 0 : n == 1 ? 2 : n + 1;
}

/* What the hart holds that delegates; in most accesses it does, and where nothing can be delegated
   it has no meaning. `n`: of which counter */
static void draw_delegation(hpm_stimulus *s, unsigned n, nt_hpm_request *request) {
    static const uint16_t beside[] = {0, 0x3f, 0x60, 0x200, 0x840};
    request->select = (uint16_t)(one_in(s, 12)   ? beside[nt_random_below(&s->random, 5)]
                                 : one_in(s, 40) ? nt_random_below(&s->random, 1 << 12)
                                                 : 0x40 + n);
    /* A guest is refused anyway; by what is the question. */
    const uint32_t shut = s->priv == NT_HPM_VS || s->priv == NT_HPM_VU ? 2 : 10;
    request->stateen = (uint8_t)(one_in(s, shut) ? nt_random_below(&s->random, 4) : 3);
    request->cde = !one_in(s, shut);
}

static void ask_of(hpm_stimulus *s, unsigned n, unsigned addr, nt_hpm_op op, uint64_t wdata) {
    nt_hpm_request *request = &s->script[s->left++];
    *request = (nt_hpm_request){.valid = true,
                                .addr = (uint16_t)addr,
                                .op = (uint8_t)op,
                                .wdata = low_bits(wdata, s->params->xlen),
                                .retires = s->executes && !one_in(s, 6)};
    draw_delegation(s, n, request);
}

static void ask(hpm_stimulus *s, unsigned addr, nt_hpm_op op, uint64_t wdata) {
    ask_of(s, draw_counter(s), addr, op, wdata);
}

static uint32_t draw_event(hpm_stimulus *s) {
    static const uint32_t unknown[] = {
        0, 3, 4, 6, 10, 0x7fff, 0x8008, 0x800f, 0x8014, 0x8028, 0x10001, 0x80000005, 0xffffffff};
    if (one_in(s, 8)) {
        return unknown[nt_random_below(&s->random, sizeof unknown / sizeof unknown[0])];
    }
    static const uint32_t numbers[] = {
        1, /* more often than the others: it counts while CSRs are written */
        1, 1, 2, 2,
#define EVENT(name, number, text) number,
#include "model/hpm/hpm_events.def"
#undef EVENT
    };
    return numbers[nt_random_below(&s->random, sizeof numbers / sizeof numbers[0])];
}

/* mhpmevent as 64 bits, mostly without OF, so that its overflow asks for an interrupt */
static uint64_t draw_selection(hpm_stimulus *s) {
    uint64_t flags = one_in(s, 2) ? 0 : sparse(s);
    flags &= one_in(s, 4) ? UINT64_MAX : ~(UINT64_C(1) << 63);
    return (flags & ~(uint64_t)UINT32_MAX) | draw_event(s);
}

/* Both halves of a 64-bit register of a counter, whose upper one is at another number on RV32. Like
   all of a script it is written backwards: the upper half goes first. */
static void write_whole(hpm_stimulus *s, unsigned n, unsigned low, unsigned high, uint64_t value) {
    ask_of(s, n, low, NT_HPM_WRITE, value);
    if (s->params->xlen == 32) {
        ask_of(s, n, high, NT_HPM_WRITE, value >> 32);
    }
}

/* The counter, or its mhpmevent: by sireg*, or directly */
static void write_count(hpm_stimulus *s, unsigned n, bool index, uint64_t value) {
    write_whole(s, n, index ? SIREG : 0xb00 + n, index ? SIREG4 : 0xb80 + n, value);
}

static void write_event(hpm_stimulus *s, unsigned n, bool index, uint64_t value) {
    const unsigned place = n == 0 ? 1 : n; /* of mcyclecfg */
    write_whole(s, n, index ? SIREG2 : 0x320 + place, index ? SIREG5 : 0x720 + place, value);
}

static uint64_t draw_count(hpm_stimulus *s, unsigned n, bool near) {
    const unsigned width = n < NT_HPM_FIRST ? NT_HPM_FIXED_W : s->params->width;
    return near ? (UINT64_MAX >> (64 - width)) - nt_random_below(&s->random, 4)
                : nt_random_next(&s->random);
}

/* Sets a counter, to within 3 of overflow in a third of the cases, and selects its event. Half of
   those count cycles, and are written to again in about the cycle in which they overflow. */
static void draw_preset(hpm_stimulus *s) {
    static const uint16_t pages[] = {0xb00, 0x320, 0xb80, 0x720}; /* upper halves on RV32 alone */
    const unsigned n = draw_counter(s);
    const bool near = one_in(s, s->params->has_cdeleg ? 2 : 3);
    const bool again = near && one_in(s, 2);
    if (again) {
        ask(s, pages[nt_random_below(&s->random, s->params->xlen == 32 ? 4 : 2)] + n,
            (nt_hpm_op)nt_random_between(&s->random, NT_HPM_WRITE, NT_HPM_CLEAR),
            nt_random_next(&s->random));
    }
    const bool index = s->params->has_cdeleg && (s->priv == NT_HPM_S || one_in(s, 3));
    write_count(s, n, index, draw_count(s, n, near));
    if (n < NT_HPM_FIRST && s->params->has_cntrpmf) {
        write_event(s, n, index, draw_selection(s));
    }
    if (n >= NT_HPM_FIRST) {
        write_event(s, n, index, again ? 1 : draw_selection(s));
        s->presets += near;
        s->sets++;
    }
}

static uint64_t draw_word(hpm_stimulus *s) {
    const uint64_t word = nt_random_next(&s->random);
    switch (nt_random_below(&s->random, 5)) {
    case 0:
        return UINT64_MAX;
    case 1:
        return 0;
    case 2:
        return word & sparse(s);
    default:
        return word;
    }
}

/* Of Ssccfg: sireg*, vsireg*, or scountinhibit */
static unsigned draw_delegated(hpm_stimulus *s) {
    const unsigned place = nt_random_below(&s->random, 8);
    return one_in(s, 5) ? SCOUNTINHIBIT : (one_in(s, 5) ? 0x250 : 0x150) + place;
}

static unsigned draw_addr(hpm_stimulus *s) {
    static const uint16_t registers[] = {0x320, 0x306, 0x106, 0x606, 0xda0, 0xda0};
    static const uint16_t pages[] = {0xb00, 0xb80, 0xc00, 0xc80, 0xc00, 0xc80, 0x320, 0x720};
    if (one_in(s, s->params->has_cdeleg ? 2 : 16)) {
        return draw_delegated(s);
    }
    switch (nt_random_below(&s->random, 8)) {
    case 0:
    case 1:
    case 2:
        return registers[nt_random_below(&s->random, 6)];
    case 3:
        return nt_random_below(&s->random, 1 << 12);
    default:
        return pages[nt_random_below(&s->random, 8)] + draw_counter(s);
    }
}

static void draw_access(hpm_stimulus *s) {
    const bool may = s->priv == NT_HPM_M || s->priv == NT_HPM_DEBUG;
    if (s->params->has_cdeleg && may && one_in(s, 8)) {
        ask(s, MCOUNTEREN, NT_HPM_WRITE, one_in(s, 3) ? nt_random_next(&s->random) : UINT64_MAX);
        return;
    }
    const bool delegates = s->params->has_cdeleg && s->priv == NT_HPM_S;
    if (may ? !one_in(s, 3) : one_in(s, delegates ? 2 : 8)) {
        draw_preset(s);
        return;
    }
    const unsigned addr = draw_addr(s);
    uint64_t word = draw_word(s);
    if (addr == 0x320 || addr == SCOUNTINHIBIT) {
        word &= sparse(s) | 2; /* most count; there is no bit 1 */
    }
    if (addr == SCOUNTINHIBIT && one_in(s, 2)) {
        word &= sparse(s); /* it is written more often */
    }
    const unsigned op = one_in(s, 2) ? NT_HPM_READ : nt_random_below(&s->random, 4);
    ask(s, addr, op, word);
}

/* Blocks */

/* Modes by rank: VU, VS and U, HS, M. */
static unsigned rank(uint8_t mode) {
    return mode == NT_HPM_M ? 4 : mode == NT_HPM_S ? 3 : mode == NT_HPM_VS ? 2 : 1;
}

/* Where a trap may lead, or a return from one */
static uint8_t draw_next_mode(hpm_stimulus *s, uint8_t priv, bool is_return) {
    uint8_t mode = draw_mode(s);
    while (is_return ? rank(mode) > rank(priv) : rank(mode) < rank(priv)) {
        mode = draw_mode(s);
    }
    return mode;
}

static void draw_block(hpm_stimulus *s, nt_hpm_block *block, uint8_t priv, bool newest) {
    static const uint8_t kinds[] = {0, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15};
    const uint32_t most = (UINT32_C(1) << s->params->icount_w) - 1;
    block->valid = true;
    block->tpriv = priv;
    if (nt_random_chance(&s->random, s->traps)) {
        block->itype = newest ? (uint8_t)nt_random_between(&s->random, 1, 3) : 3;
        block->tpriv = draw_next_mode(s, priv, block->itype == 3);
    } else {
        block->itype = kinds[nt_random_below(&s->random, sizeof kinds)];
    }
    const bool alone = (block->itype == 1 || block->itype == 2) && one_in(s, 3);
    block->icount =
        (uint8_t)(alone                                   ? 0
                  : nt_random_chance(&s->random, s->full) ? most
                                                          : nt_random_between(&s->random, 1, most));
}

static void draw_blocks(hpm_stimulus *s, nt_hpm_inputs *in) {
    /* An instruction whose access is done retires soon, whatever the phase. */
    const bool none = !nt_random_chance(&s->random, s->blocks) && !(s->owes && one_in(s, 3));
    if (s->priv == NT_HPM_DEBUG || none) {
        return;
    }
    const uint32_t count =
        one_in(s, 2) ? s->params->nblocks : nt_random_between(&s->random, 1, s->params->nblocks);
    uint8_t priv = s->priv;
    for (uint32_t b = 0; b < count; b++) {
        draw_block(s, &in->block[b], priv, b + 1 == count);
        priv = in->block[b].tpriv;
    }
    if (s->owes && in->block[0].icount == 0) {
        in->block[0].icount = 1;
    }
}

/* Lanes without a block have anything. */
static void draw_rest(hpm_stimulus *s, nt_hpm_inputs *in) {
    for (unsigned b = 0; b < s->params->nblocks; b++) {
        if (!in->block[b].valid) {
            const uint64_t word = nt_random_next(&s->random);
            in->block[b] = (nt_hpm_block){.icount = (uint8_t)low_bits(word, s->params->icount_w),
                                          .itype = (uint8_t)(word >> 8 & 15),
                                          .tpriv = (uint8_t)(word >> 12 & 7)};
        }
    }
}

static void draw_events(hpm_stimulus *s, nt_hpm_cycle_events *events) {
    const uint64_t word = nt_random_next(&s->random);
    if (nt_random_chance(&s->random, s->happens)) {
        events->trace_messages = (uint8_t)(word & 15);
        events->trace_stall = word >> 4 & 1;
        events->trace_loss = word >> 5 & 1;
    }
    if (nt_random_chance(&s->random, s->happens)) {
        events->trace_bytes = (uint8_t)(word >> 8 & 15);
    }
    if (nt_random_chance(&s->random, s->happens) && s->params->next_events > 0) {
        events->ext_event = (uint8_t)low_bits(word >> 16, s->params->next_events);
    }
}

/* Into debug mode and out of it, without a block */
static void draw_debug(hpm_stimulus *s) {
    if (s->priv == NT_HPM_DEBUG ? one_in(s, 10) : one_in(s, 150)) {
        const uint8_t before = s->priv;
        s->priv = before == NT_HPM_DEBUG ? s->resume : NT_HPM_DEBUG;
        s->resume = before;
        s->stopcount = one_in(s, 2);
    }
}

void hpm_stimulus_begin(hpm_stimulus *s, const nt_hpm_params *params, uint64_t seed) {
    *s = (hpm_stimulus){.params = params, .priv = NT_HPM_M, .resume = NT_HPM_M};
    nt_random_seed(&s->random, seed);
    draw_phase(s);
}

void hpm_stimulus_before(hpm_stimulus *s, nt_hpm_inputs *in) {
    if (one_in(s, 300)) {
        draw_phase(s);
    }
    if (!s->owes) {
        draw_debug(s);
    }
    /* Half of the accesses of a script follow at once, so that a write meets an overflow. */
    if (s->left == 0 && one_in(s, 8)) {
        draw_access(s);
    }
    *in = (nt_hpm_inputs){.priv = s->priv, .stop = s->priv == NT_HPM_DEBUG && s->stopcount};
    s->asks = s->asks || (s->left > 0 && !s->owes && one_in(s, 2));
    in->csr = s->asks ? s->script[s->left - 1]
                      : (nt_hpm_request){.addr = (uint16_t)nt_random_below(&s->random, 1 << 12),
                                         .op = (uint8_t)nt_random_below(&s->random, 4),
                                         .retires = one_in(s, 2)};
}

void hpm_stimulus_after(hpm_stimulus *s, const nt_hpm *m, nt_hpm_inputs *in) {
    draw_rest(s, in);
    draw_events(s, &in->events);
    in->lcofip_write = one_in(s, m->request ? 2 : 40);
    in->lcofip_wdata = one_in(s, 8);
}

void hpm_stimulus_cycle(hpm_stimulus *s, const nt_hpm *m, nt_hpm_inputs *in) {
    hpm_stimulus_before(s, in);
    in->rst = one_in(s, m->request ? 30 : 20000); /* also where a request is pending */
    draw_blocks(s, in);
    hpm_stimulus_after(s, m, in);
}

bool hpm_stimulus_holds(hpm_stimulus *s) {
    return s->priv == NT_HPM_DEBUG || (s->asks && !one_in(s, 5));
}

void hpm_stimulus_taken(hpm_stimulus *s, const nt_hpm_inputs *in, const nt_hpm_answer *answer) {
    for (unsigned b = 0; b < s->params->nblocks && in->block[b].valid; b++) {
        s->priv = in->block[b].tpriv;
    }
    if (answer->hit && !answer->illegal && !answer->is_virtual) {
        s->owes = in->csr.retires && in->priv != NT_HPM_DEBUG;
    } else if (in->block[0].valid) {
        s->owes = false;
    }
    if (in->rst) {
        s->priv = NT_HPM_M;
        s->owes = false;
    }
    if (answer->ready) {
        s->left--;
        s->asks = false;
    }
}
