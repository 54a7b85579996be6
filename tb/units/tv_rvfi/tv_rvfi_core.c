/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/tv_rvfi/tv_rvfi_core.h"

#include <stddef.h>

enum { PHASE = 512 /* cycles, on average, until another share of them is busy */ };

/* What one instruction of a core may be; the number is its share of 256. */
typedef struct kind {
    unsigned share;
    void (*draw)(tv_rvfi_core *core, nt_tv_rvfi_channel *channel);
} kind;

static unsigned below(tv_rvfi_core *core, unsigned bound) {
    return nt_random_below(&core->random, bound);
}

static bool chance(tv_rvfi_core *core, unsigned of_256) {
    return nt_random_chance(&core->random, of_256);
}

static uint64_t word(tv_rvfi_core *core) {
    uint64_t value = nt_random_next(&core->random);
    return core->params->xlen == 32 ? (uint32_t)value : value;
}

static uint64_t ones(const tv_rvfi_core *core) {
    return core->params->xlen == 32 ? UINT32_MAX : UINT64_MAX;
}

static uint8_t draw_mode(tv_rvfi_core *core) {
    static const uint8_t modes[] = {0, 1, 3, 3};
    return chance(core, 8) ? 2 : modes[below(core, 4)];
}

/* Memory. */

static uint8_t draw_mask(tv_rvfi_core *core) {
    unsigned bytes = core->params->xlen / 8;
    if (chance(core, 20)) {
        return (uint8_t)(nt_random_next(&core->random) & ((1U << bytes) - 1));
    }
    unsigned size = 1U << below(core, bytes == 8 ? 4 : 3);
    unsigned place = chance(core, 128) ? 0 : below(core, bytes / size) * size;
    return (uint8_t)(((1U << size) - 1) << place);
}

static void draw_access(tv_rvfi_core *core, nt_tv_rvfi_channel *c) {
    unsigned bytes = core->params->xlen / 8;
    c->mem_addr = word(core) & (chance(core, 128) ? ~(uint64_t)(bytes - 1) : ~UINT64_C(0));
    c->mem_addr = chance(core, 4) ? ones(core) - below(core, 8) : c->mem_addr;
    c->mem_paddr = nt_random_next(&core->random);
    c->mem_wdata = word(core);
}

static void draw_load(tv_rvfi_core *core, nt_tv_rvfi_channel *c) {
    draw_access(core, c);
    uint8_t whole = core->params->xlen == 32 ? 15 : 255;
    c->mem_rmask = core->params->loads ? draw_mask(core) : whole;
}

static void draw_store(tv_rvfi_core *core, nt_tv_rvfi_channel *c) {
    draw_access(core, c);
    c->mem_wmask = draw_mask(core);
    c->rd_addr = 0;
    c->rd_wdata = 0;
}

static void draw_amo(tv_rvfi_core *core, nt_tv_rvfi_channel *c) {
    draw_access(core, c);
    c->mem_wmask = draw_mask(core);
    c->mem_rmask = chance(core, 240) ? c->mem_wmask : draw_mask(core);
    c->mem_extamo = chance(core, 24);
}

/* CSRs. */

static const uint16_t CSR[NT_TV_RVFI_CSRS] = {0x341, 0x342, 0x300, 0x343, 0x304, 0x003,
                                              0x141, 0x142, 0x100, 0x143, 0x305, 0x340,
                                              0x105, 0x140, 0x180, 0x7b0};

static void draw_csr_write(tv_rvfi_core *core, nt_tv_rvfi_csr *csr) {
    switch (below(core, 5)) {
    case 0: /* some bits, the others known */
        csr->rmask = ones(core);
        csr->wmask = word(core);
        csr->wmask &= word(core);
        break;
    case 1: /* what it was */
        csr->rmask = csr->wmask = ones(core);
        csr->wdata = csr->rdata;
        break;
    case 2: /* but for one bit */
        csr->rmask = csr->wmask = ones(core);
        csr->wdata = csr->rdata ^ UINT64_C(1) << below(core, core->params->xlen);
        break;
    case 3: /* the others are unknown, or nearly all */
        csr->rmask = chance(core, 128) ? 0 : word(core);
        csr->wmask = chance(core, 224) ? ~csr->rmask & ones(core) : word(core);
        break;
    default: /* all, and nobody knows what they were */
        csr->rmask = 0;
        csr->wmask = ones(core);
        csr->wdata = chance(core, 64) ? csr->rdata : csr->wdata;
        break;
    }
}

static void draw_csrs(tv_rvfi_core *core, nt_tv_rvfi_channel *c, unsigned writes) {
    bool known = chance(core, 200);
    for (unsigned i = 0; i < NT_TV_RVFI_CSRS; i++) { /* those that are too many, too */
        nt_tv_rvfi_csr *csr = &c->csr[i];
        *csr = (nt_tv_rvfi_csr){.addr = CSR[i],
                                .rmask = known ? ones(core) : 0,
                                .rdata = word(core),
                                .wdata = word(core)};
        if (chance(core, 16)) {
            static const uint16_t of_no_trap[] = {0x041, 0x042, 0x000, 0x043, 0x241, 0x200};
            csr->addr =
                chance(core, 192) ? of_no_trap[below(core, 6)] : (uint16_t)below(core, 4096);
        }
        if (chance(core, writes)) {
            draw_csr_write(core, csr);
        }
    }
}

static void draw_csr(tv_rvfi_core *core, nt_tv_rvfi_channel *c) {
    draw_csrs(core, c, chance(core, 32) ? 200 : 64);
}

/* What changes the flow. */

static void draw_plain(tv_rvfi_core *core, nt_tv_rvfi_channel *c) {
    (void)core;
    (void)c;
}

static void draw_jump(tv_rvfi_core *core, nt_tv_rvfi_channel *c) {
    int64_t distance = 2 * ((int64_t)below(core, 16) - 8);
    c->pc_wdata =
        (chance(core, 128) ? word(core) & ~UINT64_C(1) : c->pc_rdata + (uint64_t)distance) &
        ones(core);
}

static void draw_fp(tv_rvfi_core *core, nt_tv_rvfi_channel *c) {
    c->frd_wvalid = chance(core, 224);
    c->rd_addr = chance(core, 240) ? 0 : c->rd_addr;
}

static void draw_trap(tv_rvfi_core *core, nt_tv_rvfi_channel *c) {
    c->trap = true;
    c->frd_wvalid = chance(core, 128);
    draw_csrs(core, c, 128);
    core->trapped = true;
    if (chance(core, 128)) {
        draw_amo(core, c);
    }
    if (chance(core, 128)) { /* pc_wdata is where it traps to, or anything */
        c->pc_wdata = word(core) & ~UINT64_C(1);
    }
    core->mode = chance(core, 128) ? draw_mode(core) : core->mode;
}

static void draw_xret(tv_rvfi_core *core, nt_tv_rvfi_channel *c) {
    static const uint32_t xret[] = {0x30200073, 0x10200073, 0x00200073, 0x7b200073,
                                    0x70200073, 0x50200073, 0x30200077};
    c->insn = xret[below(core, 7)];
    c->rd_addr = 0;
    c->pc_wdata = word(core) & ~UINT64_C(1);
    core->mode = chance(core, 192) ? draw_mode(core) : core->mode;
}

static void draw_halt(tv_rvfi_core *core, nt_tv_rvfi_channel *c) {
    (void)core;
    c->halt = true;
}

static void draw_strange(tv_rvfi_core *core, nt_tv_rvfi_channel *c) {
    switch (below(core, 4)) {
    case 0:
        c->insn |= 31;
        break;
    case 1:
        core->order += 1 + below(core, 300);
        break;
    case 2:
        core->mode = draw_mode(core);
        break;
    default:
        core->pc = word(core) & ~UINT64_C(1);
        break; /* the next comes from elsewhere */
    }
}

static const kind KIND[] = {{86, draw_plain}, {24, draw_jump}, {32, draw_load},  {32, draw_store},
                            {12, draw_amo},   {16, draw_csr},  {16, draw_fp},    {18, draw_trap},
                            {12, draw_xret},  {2, draw_halt},  {6, draw_strange}};

/* An instruction. */

static void draw_common(tv_rvfi_core *core, nt_tv_rvfi_channel *c) {
    bool is_small = chance(core, 80);
    uint32_t insn = (uint32_t)nt_random_next(&core->random);
    *c = (nt_tv_rvfi_channel){.valid = true,
                              .insn = is_small ? (insn & 0xffff & ~3U) | below(core, 3)
                                               : (insn & ~31U) | 3 | below(core, 7) << 2,
                              .mode = core->mode,
                              .rd_addr = (uint8_t)below(core, 32),
                              .pc_rdata = core->pc,
                              .mem_extamo = chance(core, 4),
                              .frd_addr = (uint8_t)below(core, 32)};
    c->pc_wdata = (core->pc + (is_small ? 2 : 4)) & ones(core);
    c->rd_wdata = c->rd_addr == 0 ? 0 : word(core);
    c->frd_wdata = nt_random_next(&core->random);
    if (core->params->flen < 64) {
        c->frd_wdata &= core->params->flen == 32 ? UINT32_MAX : 1;
    }
    draw_csrs(core, c, 0);
}

/* Where it begins: mostly where the one before has left, or in a handler. */
static bool draw_begin(tv_rvfi_core *core) {
    bool handler = core->trapped;
    core->trapped = false;
    if (chance(core, 6)) {
        core->pc = chance(core, 192) ? word(core) & ~UINT64_C(1) : core->pc;
        core->mode = chance(core, 128) ? draw_mode(core) : core->mode;
        return true;
    }
    if (handler && chance(core, 128)) {
        core->pc = word(core) & ~UINT64_C(1);
    }
    return handler && chance(core, 128);
}

static void draw_instruction(tv_rvfi_core *core, nt_tv_rvfi_channel *c) {
    bool intr = draw_begin(core);
    draw_common(core, c);
    c->intr = intr;
    unsigned which = below(core, 256);
    size_t i = 0;
    while (which >= KIND[i].share) {
        which -= KIND[i].share;
        i++;
    }
    uint64_t pc = core->pc;
    KIND[i].draw(core, c);
    c->order = core->order++;
    core->pc = core->pc == pc ? c->pc_wdata : core->pc;
}

/* A cycle. */

static void draw_phase(tv_rvfi_core *core) {
    static const unsigned share[] = {256, 256, 200, 40};
    core->busy = share[below(core, 4)];
    core->ready = share[below(core, 4)];
}

void tv_rvfi_core_reset(tv_rvfi_core *core) {
    core->pc = chance(core, 128) ? 0 : word(core) & ~UINT64_C(1);
    core->order = word(core);
    core->trapped = false;
}

void tv_rvfi_core_begin(tv_rvfi_core *core, const nt_tv_rvfi_params *params, uint64_t seed,
                        bool rude) {
    *core = (tv_rvfi_core){.params = params, .mode = 3, .rude = rude};
    nt_random_seed(&core->random, seed);
    tv_rvfi_core_reset(core);
    draw_phase(core);
}

void tv_rvfi_core_cycle(tv_rvfi_core *core, bool stays, nt_tv_rvfi_inputs *in) {
    if (below(core, PHASE) == 0) {
        draw_phase(core);
    }
    in->ready = chance(core, core->ready);
    in->flush = chance(core, 96);
    if (stays && !(core->rude && chance(core, 32))) {
        return;
    }
    for (unsigned i = 0; i < core->params->nret; i++) {
        if (chance(core, core->busy)) {
            draw_instruction(core, &in->channel[i]);
        } else {
            nt_tv_rvfi_channel *c = &in->channel[i];
            draw_common(core, c);
            c->valid = false;
        }
    }
}
