/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/rvfi/rvfi_hart.h"

enum { U, S, M = 3, PHASE = 400 /* cycles, on average */ };

static unsigned below(rvfi_hart *h, unsigned bound) {
    return nt_random_below(h->random, bound);
}

static bool chance(rvfi_hart *h, unsigned of_256) {
    return nt_random_chance(h->random, of_256);
}

static uint64_t word(rvfi_hart *h) {
    uint64_t value = nt_random_next(h->random);
    return h->params->xlen == 32 ? (uint32_t)value : value;
}

static uint8_t priv_of(const rvfi_context *c) {
    return c->is_virtual ? (uint8_t)(5 + c->mode) : c->mode;
}

static const rvfi_place *place_of(const rvfi_hart *h) {
    return &h->program->place[h->now.at];
}

static uint64_t pc_of(const rvfi_hart *h) {
    return place_of(h)->pc;
}

static void tell(rvfi_hart *h, rvfi_event event) {
    if (h->take != NULL) {
        h->take(h->context, &event);
    }
}

/* What follows an instruction. */

/* A handler in S or M mode, whence a trap return goes back, until too many are open. */
static void enter_handler(rvfi_hart *h, unsigned back) {
    if (h->traps == RVFI_TRAP_DEPTH) {
        h->traps = 0;
    }
    rvfi_context *after = &h->trapped[h->traps++];
    *after = (rvfi_context){back, h->now.mode, h->now.is_virtual};
    h->now.mode = h->now.mode < M && chance(h, 128) ? S : M;
    h->now.is_virtual = false;
    if (chance(h, 128)) { /* to another task */
        after->mode = chance(h, 128) ? U : S;
        after->is_virtual = !h->no_guests && chance(h, 128);
    }
    h->now.at = below(h, h->program->count);
}

/* sret is of S mode or M mode, the others of M mode. */
static bool may_return(const rvfi_hart *h, uint32_t code) {
    bool of_m = code != 0x10200073;
    return h->traps > 0 && (h->now.mode == M || (!of_m && h->now.mode == S && !h->now.is_virtual &&
                                                 h->trapped[h->traps - 1].mode < M));
}

static bool traps_always(const rvfi_hart *h, const rvfi_place *place) {
    switch (place->code) {
    case 0x00000073:
    case 0x00100073:
    case 0x9002:
        return true;
    default:
        return place->insn.class_ == NT_INSN_TRAP_RETURN && !may_return(h, place->code);
    }
}

/* Where it leads; the privilege changes with a trap return. */
static void leave(rvfi_hart *h, const rvfi_place *place, bool taken) {
    switch (place->insn.class_) {
    case NT_INSN_OTHER:
        h->now.at++;
        break;
    case NT_INSN_BRANCH:
        h->now.at = taken ? place->target : h->now.at + 1;
        break;
    case NT_INSN_DIRECT_CALL:
    case NT_INSN_DIRECT_JUMP:
    case NT_INSN_DIRECT_JUMP_LINK:
        h->now.at = place->target;
        break;
    case NT_INSN_TRAP_RETURN:
        h->now = h->trapped[--h->traps];
        break;
    default:
        h->now.at = place->pair && h->follows ? place->target : below(h, h->program->count);
        break;
    }
}

/* An instruction. */

static void draw_rest(rvfi_hart *h, nt_rvfi_channel *c) {
    *c = (nt_rvfi_channel){.insn = (uint32_t)nt_random_next(h->random),
                           .trap = chance(h, 128),
                           .halt = chance(h, 128),
                           .intr = chance(h, 128),
                           .mode = (uint8_t)below(h, 4),
                           .pc_rdata = word(h),
                           .pc_wdata = word(h),
                           .hart_virtual = chance(h, 128),
                           .hart_debug = chance(h, 128),
                           .hart_cause = (uint8_t)below(h, 64),
                           .hart_tval = word(h)};
}

/* What comes before it: the handler of an exception begins, or an interrupt comes. Returns whether.
 */
static bool draw_entry(rvfi_hart *h, nt_rvfi_channel *c, bool known) {
    bool interrupt = !h->handler && known && chance(h, 6);
    c->intr = (h->handler && chance(h, 128)) || interrupt;
    if (!h->handler && !interrupt) {
        return false;
    }
    uint64_t epc = h->handler ? h->epc : pc_of(h);
    if (interrupt) {
        unsigned from = h->now.at;
        enter_handler(h, from);
        h->now.at = chance(h, 32) ? from : h->now.at;
        c->intr = pc_of(h) == epc || chance(h, 192);
    }
    h->exceptions += h->handler;
    h->interrupts += interrupt;
    tell(h, (rvfi_event){.kind = RVFI_TRAPPED,
                         .priv = h->priv,
                         .pc = epc,
                         .interrupt = interrupt,
                         .cause = c->hart_cause,
                         .tval = c->hart_tval});
    h->handler = false;
    h->follows = false;
    return true;
}

/* Of an ecall some cores do not say that it traps. */
static void trap(rvfi_hart *h, nt_rvfi_channel *c, const rvfi_place *place) {
    bool call = place->insn.class_ == NT_INSN_OTHER && traps_always(h, place);
    h->epc = place->pc;
    h->handler = true;
    enter_handler(h, h->now.at + (call && h->now.at + 1 < h->program->count));
    bool silent = call && pc_of(h) != place->pc + place->insn.size && chance(h, 64);
    c->trap = !silent;
    c->pc_wdata = silent || chance(h, 128) ? pc_of(h) : word(h);
    h->follows = false;
}

static void retire(rvfi_hart *h, nt_rvfi_channel *c, const rvfi_place *place) {
    bool taken = place->insn.class_ == NT_INSN_BRANCH && chance(h, 128);
    tell(h, (rvfi_event){.kind = RVFI_RETIRED,
                         .priv = h->priv,
                         .pc = place->pc,
                         .place = place,
                         .taken = taken,
                         .directly = h->follows});
    leave(h, place, taken);
    h->retired++;
    h->follows = true;
    c->pc_wdata = pc_of(h);
    if (place->insn.class_ == NT_INSN_OTHER && chance(h, 3)) {
        c->pc_wdata = word(h); /* some cores say where an interrupt goes */
    }
}

/* Returns whether other instructions may retire in this cycle and the next ones. */
static bool draw_instruction(rvfi_hart *h, nt_rvfi_channel *c, bool known) {
    draw_rest(h, c);
    c->valid = true;
    c->hart_debug = false;
    c->halt = chance(h, 2);
    bool moved = draw_entry(h, c, known);
    const rvfi_place *place = place_of(h);
    c->insn = place->code;
    c->pc_rdata = place->pc;
    c->mode = h->now.mode;
    c->hart_virtual = h->now.is_virtual;
    h->priv = priv_of(&h->now);
    if (traps_always(h, place) || (place->lost && h->follows) || chance(h, 4)) {
        trap(h, c, place);
        return false;
    }
    c->trap = false;
    retire(h, c, place);
    return !moved && !c->halt && (place->insn.class_ != NT_INSN_TRAP_RETURN || chance(h, 128));
}

/* A cycle. */

static void stop(rvfi_hart *h, unsigned status) {
    tell(h, (rvfi_event){.kind = RVFI_STOPPED, .status = (uint8_t)status});
    h->stops++;
    h->handler = false;
    h->follows = false;
}

/* After a reset it begins anywhere. */
static void restart(rvfi_hart *h) {
    h->now = (rvfi_context){.at = below(h, h->program->count), .mode = M};
    h->traps = 0;
}

static void go_to_sleep(rvfi_hart *h) {
    h->in_lowpower = true;
    stop(h, NT_STOP_LOWPOWER);
}

static void draw_pause(rvfi_hart *h) {
    h->idle = 4 + below(h, 12);
    switch (below(h, 4)) {
    case 0:
        h->in_reset = true;
        stop(h, NT_STOP_RESET);
        restart(h);
        break;
    case 1:
        go_to_sleep(h);
        break;
    case 2:
        h->debug = 1 + below(h, 20);
        stop(h, NT_STOP_HALTED);
        if (chance(h, 128)) {
            h->now.at = below(h, h->program->count);
        }
        break;
    default: /* it waits for something */
        break;
    }
}

/* In debug mode all is possible. */
static void draw_debug(rvfi_hart *h, nt_rvfi_channel *c) {
    draw_rest(h, c);
    c->valid = chance(h, 128);
    c->hart_debug = true;
    h->debug -= c->valid;
}

static void draw_channels(rvfi_hart *h, nt_rvfi_inputs *in) {
    unsigned specials = 0;
    bool goes_on = h->idle == 0;
    bool halted = false;
    for (unsigned i = 0; i < h->params->nret; i++) {
        nt_rvfi_channel *c = &in->channel[i];
        draw_rest(h, c);
        c->valid = false;
        if (h->debug > 0) {
            draw_debug(h, c);
        } else if (goes_on && specials < h->params->nblocks && chance(h, h->busy)) {
            specials += place_of(h)->insn.class_ != NT_INSN_OTHER;
            goes_on = draw_instruction(h, c, h->follows || h->handler);
            if (c->halt) {
                stop(h, NT_STOP_HALTED);
                halted = true;
                goes_on = chance(h, 128); /* resumed, as a younger channel of the cycle shows */
            } else if (goes_on && chance(h, 1)) {
                h->debug = 1 + below(h, 4); /* from the next channel on */
                stop(h, NT_STOP_HALTED);
                halted = true;
            }
            h->idle = goes_on && !halted ? 0 : 3 + below(h, 4);
        }
    }
}

void rvfi_hart_begin(rvfi_hart *hart, const nt_rvfi_params *params, const rvfi_program *program,
                     nt_random *random) {
    *hart = (rvfi_hart){.params = params, .program = program, .random = random, .busy = 256};
    restart(hart);
    hart->sleeps = chance(hart, 128);
}

void rvfi_hart_cycle(rvfi_hart *h, nt_rvfi_inputs *in) {
    static const unsigned busy[] = {256, 200, 64};
    if (below(h, PHASE) == 0) {
        h->busy = busy[below(h, 3)];
    }
    if (h->sleeps) {
        h->sleeps = false;
        h->idle = 4;
        go_to_sleep(h);
    } else if (h->idle == 0 && h->debug == 0) {
        h->in_reset = h->in_lowpower = false;
        if (below(h, h->follows ? 300 : 4) == 0 && !h->handler) { /* often another after one */
            draw_pause(h);
        }
    }
    draw_channels(h, in);
    in->hart_reset = h->in_reset;
    in->hart_lowpower = h->in_lowpower;
    h->idle -= h->idle > 0;
}

/* Anything. */

static void draw_wild(const nt_rvfi_params *p, nt_random *random, uint64_t pc, nt_rvfi_channel *c) {
    static const uint8_t modes[] = {U, S, M, M};
    static const uint32_t codes[] = {0x00000013, 0x00000001, 0x00000063, 0x0000c001, 0x000000ef,
                                     0x0000006f, 0x0000a001, 0x00008067, 0x00030067, 0x000280e7,
                                     0x00008082, 0x30200073, 0x00000073, 0x00009002, 0x00000337,
                                     0x00006305, 0x00030367, 0x10200073};
    uint64_t mask = p->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    bool simple = nt_random_chance(random, 192);
    c->valid = nt_random_chance(random, 160);
    c->insn = simple ? codes[nt_random_below(random, sizeof codes / sizeof codes[0])]
                     : (uint32_t)nt_random_next(random);
    c->trap = nt_random_chance(random, 24);
    c->halt = nt_random_chance(random, 8);
    c->intr = nt_random_chance(random, 24);
    c->mode = modes[nt_random_below(random, nt_random_chance(random, 32) ? 4 : 1)];
    c->pc_rdata = nt_random_chance(random, 224) ? pc : nt_random_next(random) & mask & ~UINT64_C(1);
    c->pc_wdata = nt_random_chance(random, 128)
                      ? (c->pc_rdata + ((c->insn & 3) == 3 ? 4 : 2)) & mask
                      : nt_random_next(random) & mask & ~UINT64_C(1);
    c->hart_virtual = nt_random_chance(random, 8);
    c->hart_debug = nt_random_chance(random, 8);
    c->hart_cause = (uint8_t)nt_random_below(random, 64);
    c->hart_tval = nt_random_next(random) & mask;
}

void rvfi_hart_wild(const nt_rvfi_params *params, nt_random *random, uint64_t pc,
                    nt_rvfi_inputs *in) {
    bool rests = nt_random_chance(random, 64);
    for (unsigned i = 0; i < params->nret; i++) {
        nt_rvfi_channel *c = &in->channel[i];
        draw_wild(params, random, pc, c);
        c->valid = c->valid && !rests;
        pc = c->valid ? c->pc_wdata : pc;
    }
    in->hart_reset = nt_random_chance(random, 24);
    in->hart_lowpower = nt_random_chance(random, 24);
}
