/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/ctr/ctr_accesses.h"

enum { ENTRIES = 0x200, MOST_MODES = 7, ALL_STATEEN = 15, STATUS_KIND = 55 };

static const uint16_t controls[2][6] = {{0x34e, 0x14e, 0x24e, 0x34e, 0x14e, 0x14e},
                                        {0x381, 0x181, 0x281, 0x382, 0x182, 0x282}};
static const uint16_t statuses[2][2] = {{0x14f, 0x14f}, {0x183, 0x383}};
static const uint16_t entries[] = {0x151, 0x152, 0x153, 0x251, 0x252, 0x253, 0x351, 0x352, 0x353,
                                   0x151, 0x152, 0x153, 0x155, 0x156, 0x157, 0x255, 0x357};
static const uint16_t edges[] = {0x1ff, 0x20f, 0x210, 0x21f, 0x220, 0x27f, 0x280, 0x2ff, 0x300};

static uint16_t pick(nt_random *random, const uint16_t *from, unsigned count) {
    return from[nt_random_below(random, count)];
}

static uint16_t draw_select(nt_random *random) {
    if (nt_random_chance(random, 24)) {
        return pick(random, edges, sizeof edges / sizeof edges[0]);
    }
    unsigned range = nt_random_chance(random, 128) ? 16 : 256;
    uint64_t draw = nt_random_next(random);
    bool any = (draw & 63) == 0;
    return (uint16_t)(any ? draw >> 6 & 0xfff : ENTRIES + (draw >> 32) % range);
}

/* Some bits, most, few, none or all. */
static uint64_t draw_word(nt_random *random) {
    uint64_t word = nt_random_next(random);
    switch (nt_random_below(random, 8)) {
    case 0:
        return 0;
    case 1:
        return UINT64_MAX;
    case 2:
    case 3:
        return word & nt_random_next(random) & nt_random_next(random);
    case 4:
        return word | nt_random_next(random);
    default:
        return word;
    }
}

/* Mostly so that something is recorded: modes on, few filters. External traps want one off. */
static uint64_t draw_control(nt_random *random) {
    uint64_t word = draw_word(random);
    if (nt_random_chance(random, 160)) {
        word |= MOST_MODES;
    }
    if (nt_random_chance(random, 128)) {
        word &= UINT32_MAX | nt_random_next(random) << 32;
        word &= ~(nt_random_next(random) << 32);
    }
    if (nt_random_chance(random, 160)) {
        word &= ~UINT64_C(0x480); /* RASEMU of either map; CLR */
    }
    return word;
}

static uint64_t draw_status(nt_random *random) {
    uint64_t word = draw_word(random);
    return nt_random_chance(random, 160) ? word & 255 : word; /* not frozen */
}

void ctr_draw_access(nt_random *random, const nt_ctr_config *config, bool frozen,
                     nt_ctr_inputs *in) {
    bool thaws = frozen && nt_random_chance(random, 128);
    unsigned kind = thaws ? STATUS_KIND : nt_random_below(random, 64);
    in->csr_valid = true;
    in->csr_op = (uint8_t)nt_random_below(random, 4);
    in->csr_wdata = draw_word(random);
    in->select = draw_select(random);
    in->stateen = nt_random_chance(random, 48) ? (uint8_t)nt_random_below(random, 16) : ALL_STATEEN;
    if (kind < 36) {
        in->csr_addr = pick(random, entries, sizeof entries / sizeof entries[0]);
        in->csr_op = nt_random_chance(random, 160) ? NT_CSR_READ : in->csr_op;
    } else if (kind < 46) {
        in->csr_addr = pick(random, controls[config->draft], 6);
        in->csr_wdata = draw_control(random);
    } else if (kind <= STATUS_KIND) {
        in->csr_addr = pick(random, statuses[config->draft], 2);
        in->csr_wdata = thaws ? 0 : draw_status(random);
        in->csr_op = thaws ? NT_CSR_WRITE : in->csr_op;
    } else if (kind < 58) {
        in->csr_addr = 0x15f;
    } else if (kind < 60) {
        in->csr_clear = true;
    } else {
        /* Numbers of the other map, their neighbours, any; 0 */
        in->csr_addr = nt_random_chance(random, 16)
                           ? 0
                           : (uint16_t)(nt_random_below(random, 0x1000) & ~UINT32_C(0x0c0)) |
                                 (nt_random_chance(random, 128) ? 0x40 : 0x80);
    }
    if (config->xlen == 32) {
        in->csr_wdata &= UINT32_MAX;
    }
}
