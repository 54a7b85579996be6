/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/rvfi/rvfi_program.h"

enum {
    AROUND = 100 /* places to which a jump goes at most, before and after it */,
    SMALL = 0x1f000 /* what c.lui loads at most */
};

typedef enum kind {
    ANY_32, /* whatever is no direct jump or branch */
    ANY_16,
    SYSTEM,    /* ecall, ebreak, returns from traps */
    LOAD_JUMP, /* an auipc or lui, and a jump by its register */
    INDIRECT,
    BRANCH,
    C_BRANCH,
    JAL,
    C_JUMP,
    KINDS
} kind;

typedef struct making {
    rvfi_program *program;
    nt_random *random;
    uint32_t load; /* the place before, if it is to be followed by a jump by its register; else 0 */
    uint8_t kind[RVFI_PROGRAM_PLACES];
} making;

static unsigned below(making *m, unsigned bound) {
    return nt_random_below(m->random, bound);
}

static unsigned draw_register(making *m) {
    static const uint8_t often[] = {0, 1, 5, 2};
    return below(m, 2) != 0 ? often[below(m, 4)] : below(m, 32);
}

static nt_insn decode(const making *m, uint32_t code) {
    const uint8_t bytes[4] = {(uint8_t)code, (uint8_t)(code >> 8), (uint8_t)(code >> 16),
                              (uint8_t)(code >> 24)};
    const nt_isa isa = {.xlen = (uint8_t)m->program->xlen};
    nt_insn insn;
    (void)nt_insn_decode(&insn, bytes, sizeof bytes, 0, &isa);
    return insn;
}

static bool is_direct(const nt_insn *insn) {
    return insn->class_ == NT_INSN_BRANCH || insn->class_ == NT_INSN_DIRECT_CALL ||
           insn->class_ == NT_INSN_DIRECT_JUMP || insn->class_ == NT_INSN_DIRECT_JUMP_LINK;
}

/* c.lui of 0 is reserved. */
static bool is_reserved(uint32_t code) {
    return (code & 0xf07f) == 0x6001;
}

/* auipc rd, 0; or lui or c.lui of the program's address, where they can; or c.addi16sp, which loads
 * nothing. */
static uint32_t draw_load(making *m, uint32_t rd) {
    uint64_t base = m->program->base;
    bool by_lui = m->program->xlen == 32 || base >> 31 == 0;
    bool by_c_lui = base <= SMALL && rd != 0 && rd != 2 << 7;
    switch (below(m, 4)) {
    case 0:
        return by_c_lui ? 0x6001 | rd | (uint32_t)(base >> 12) << 2 : 0x17 | rd;
    case 1:
        return by_lui ? 0x37 | rd | (uint32_t)base : 0x17 | rd;
    case 2:
        return rd == 2 << 7 ? 0x6141 : 0x17 | rd;
    default:
        return 0x17 | rd;
    }
}

/* jalr with the target to come; after c.addi16sp it goes anywhere. */
static uint32_t draw_jump(making *m, uint32_t rd) {
    return 0x67 | rd | (m->load & 0xf80) << 8;
}

/* Its target is put in later, since its place is not known. */
static uint32_t draw_code(making *m, kind kind) {
    static const uint32_t system[] = {0x00000073, 0x00100073, 0x30200073, 0x10200073,
                                      0x70200073, 0x7b200073, 0x00200073};
    static const uint32_t branch[] = {0, 1, 4, 5, 6, 7};
    static const uint32_t c_jump[] = {0xa001, 0xa001, 0x2001};
    uint32_t word = (uint32_t)nt_random_next(m->random);
    uint32_t rd = draw_register(m) << 7;
    uint32_t rs1 = draw_register(m);
    switch (kind) {
    case SYSTEM:
        return below(m, 6) == 0 ? 0x9002 : system[below(m, 7)];
    case LOAD_JUMP:
        return m->load != 0 ? draw_jump(m, rd) : draw_load(m, rd);
    case INDIRECT:
        return below(m, 2) != 0 && rs1 != 0 ? 0x8002 | rs1 << 7 | (word & 0x1000)
                                            : (word & 0xfff00000) | rs1 << 15 | rd | 0x67;
    case BRANCH:
        return (word & 0x01ff8000) | 0x63 | branch[below(m, 6)] << 12;
    case C_BRANCH:
        return 0xc001 | (word & 0x2380);
    case JAL:
        return 0x6f | rd;
    case C_JUMP:
        return c_jump[below(m, m->program->xlen == 32 ? 3 : 2)];
    case ANY_16:
        do {
            word = ((uint32_t)nt_random_next(m->random) & 0xfffc) | below(m, 3);
        } while (is_reserved(word) || is_direct(&(nt_insn[]){decode(m, word)}[0]));
        return word;
    default:
        do {
            word = ((uint32_t)nt_random_next(m->random) & ~UINT32_C(31)) | below(m, 7) << 2 | 3;
        } while (is_direct(&(nt_insn[]){decode(m, word)}[0]));
        return word;
    }
}

/* The immediate of a jump or branch over `distance` bytes. */
static uint32_t offset_of(kind kind, uint32_t d) {
    switch (kind) {
    case BRANCH:
        return (d >> 12 & 1) << 31 | (d >> 5 & 0x3f) << 25 | (d >> 1 & 15) << 8 |
               (d >> 11 & 1) << 7;
    case C_BRANCH:
        return (d >> 8 & 1) << 12 | (d >> 3 & 3) << 10 | (d >> 6 & 3) << 5 | (d >> 1 & 3) << 3 |
               (d >> 5 & 1) << 2;
    case JAL:
        return (d >> 20 & 1) << 31 | (d >> 1 & 0x3ff) << 21 | (d >> 11 & 1) << 20 |
               (d >> 12 & 0xff) << 12;
    case C_JUMP:
        return (d >> 11 & 1) << 12 | (d >> 4 & 1) << 11 | (d >> 8 & 3) << 9 | (d >> 10 & 1) << 8 |
               (d >> 6 & 1) << 7 | (d >> 7 & 1) << 6 | (d >> 1 & 7) << 3 | (d >> 5 & 1) << 2;
    case LOAD_JUMP: /* of the jump */
        return d << 20;
    default:
        return 0;
    }
}

static kind draw_kind(making *m) {
    static const uint8_t share[KINDS] = {56, 56, 16, 14, 24, 30, 20, 20, 20};
    if (m->load != 0) {
        return LOAD_JUMP;
    }
    unsigned which = below(m, 256);
    unsigned i = 0;
    while (which >= share[i]) {
        which -= share[i++];
    }
    return (kind)i;
}

/* Another place near it, but not the next one: a branch there is taken or not. */
static unsigned draw_target(making *m, unsigned at) {
    const rvfi_program *p = m->program;
    unsigned low = at > AROUND / 2 ? at - AROUND / 2 : 0;
    unsigned high = at + AROUND / 2 < p->count ? at + AROUND / 2 : p->count;
    unsigned target;
    do {
        target = low + below(m, high - low);
    } while (target == at + 1);
    return target;
}

static void put_place(making *m, kind kind) {
    rvfi_program *p = m->program;
    rvfi_place *place = &p->place[p->count];
    place->code = draw_code(m, kind);
    place->pc = p->base + p->size;
    bool loads = kind == LOAD_JUMP && m->load == 0 && (place->code & 0xf80) != 0;
    m->load = loads ? place->code : 0;
    p->size += decode(m, place->code).size;
    m->kind[p->count++] = (uint8_t)kind;
}

/* Whether it jumps by what the place before it loads: there. */
static bool jumps_by(const making *m, unsigned at, uint64_t *to) {
    const rvfi_program *p = m->program;
    const uint8_t *before = p->bytes + (p->place[at == 0 ? 0 : at - 1].pc - p->base);
    const uint8_t *bytes = p->bytes + (p->place[at].pc - p->base);
    nt_insn_constant constant;
    return at > 0 && nt_insn_loads_constant(&constant, before, 4, p->place[at - 1].pc, p->xlen) &&
           nt_insn_jumps_by(&constant, bytes, 4, p->xlen, to);
}

/* The immediate of a jump that goes to `pc` is its distance to what it finds without. */
static void finish_pair(making *m, rvfi_place *place, unsigned at) {
    const rvfi_program *p = m->program;
    uint64_t to = 0;
    if (!jumps_by(m, at, &to)) {
        return;
    }
    place->pair = m->kind[at] == LOAD_JUMP;
    place->lost = !place->pair;
    if (place->pair) {
        bool by_lui = (p->place[at - 1].code & 0x7f) != 0x17;
        place->target = by_lui ? below(m, AROUND) : place->target;
        place->code |= offset_of(LOAD_JUMP, (uint32_t)(p->place[place->target].pc - to));
    }
}

static void put_bytes(rvfi_program *p, const rvfi_place *place, unsigned size) {
    unsigned start = (unsigned)(place->pc - p->base);
    for (unsigned i = 0; i < size; i++) {
        p->bytes[start + i] = (uint8_t)(place->code >> 8 * i);
    }
}

static void finish(making *m, unsigned at) {
    rvfi_program *p = m->program;
    rvfi_place *place = &p->place[at];
    place->target = draw_target(m, at);
    if (m->kind[at] >= BRANCH) {
        uint32_t distance = (uint32_t)(p->place[place->target].pc - place->pc);
        place->code |= offset_of((kind)m->kind[at], distance);
    }
    unsigned size = decode(m, place->code).size;
    put_bytes(p, place, size);
    finish_pair(m, place, at);
    put_bytes(p, place, size);
    place->insn = decode(m, place->code);
}

void rvfi_program_make(rvfi_program *program, unsigned xlen, nt_random *random) {
    making m = {.program = program, .random = random};
    *program = (rvfi_program){.xlen = xlen};
    uint64_t base = nt_random_next(random) & ~UINT64_C(0xfff);
    switch (nt_random_below(random, 3)) {
    case 0:
        program->base = (1 + nt_random_below(random, SMALL >> 12)) << 12;
        break;
    case 1:
        program->base = base & 0x7fffffff;
        break;
    default:
        program->base = xlen == 32 ? (uint32_t)base & 0xbfffffff : base & ~(UINT64_C(1) << 62);
        break;
    }
    while (program->size < RVFI_PROGRAM_BYTES - 12) {
        put_place(&m, draw_kind(&m));
    }
    m.load = 0;
    put_place(&m, JAL);
    for (unsigned i = 0; i < program->count; i++) {
        finish(&m, i);
    }
}
