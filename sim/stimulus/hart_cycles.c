/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/stimulus/hart_cycles.h"

#include "model/encoder/ingress.h"

#include <inttypes.h>
#include <stdlib.h>

enum { HALTED_MOST = 40, PRIV_RESET = 3 };

struct nt_hart_cycles {
    nt_hart_options options;
    nt_random random;
    nt_random_transfers drawn;
    nt_transfers *recorded; /* NULL: random */
    nt_transfer ahead;      /* read, and not yet in a cycle */
    bool held;
    bool ended;
    uint8_t priv; /* after what was given */
    uint64_t instructions;
    uint32_t halted; /* cycles left in debug mode */
};

/* The most instructions of the next block. */
static uint32_t room(const nt_hart_cycles *c) {
    const uint32_t most = c->options.instructions;
    const uint64_t left = c->options.limit - c->instructions;
    return c->options.limit != 0 && left < most ? (uint32_t)left : most;
}

/* Reads on; 1, 0 at the end, -1. */
static int look_ahead(nt_hart_cycles *c, nt_error *error) {
    if (c->held || c->ended) {
        return c->held;
    }
    if (c->recorded == NULL) {
        nt_random_transfers_next(&c->drawn, c->options.instructions, &c->ahead);
    } else {
        bool limited = c->options.limit != 0 && c->instructions >= c->options.limit;
        int result = limited ? 0 : nt_transfers_next(c->recorded, room(c), &c->ahead, error);
        c->ended = result <= 0;
        if (result <= 0) {
            return result;
        }
    }
    c->held = true;
    return 1;
}

static bool is_trap(const nt_transfer *block) {
    return block->itype == NT_ITYPE_EXCEPTION || block->itype == NT_ITYPE_INTERRUPT;
}

static unsigned blocks_wanted(nt_hart_cycles *c) {
    if (nt_random_chance(&c->random, c->options.bubbles)) {
        return 0;
    }
    return c->options.vary ? 1 + nt_random_below(&c->random, c->options.blocks) : c->options.blocks;
}

/* Random harts alone halt: a recording knows what ran, not when it stood still. */
static bool halt(nt_hart_cycles *c, nt_hart_cycle *cycle) {
    if (c->recorded != NULL || c->held) {
        return false;
    }
    if (c->halted == 0 && nt_random_below(&c->random, 1000) == 0) {
        c->halted = 1 + nt_random_below(&c->random, HALTED_MOST);
        if (nt_random_chance(&c->random, 64)) {
            nt_random_transfers_jump(&c->drawn);
            c->priv = c->drawn.priv;
        }
    }
    if (c->halted == 0) {
        return false;
    }
    c->halted--;
    cycle->halted = true;
    cycle->priv = NT_HART_DEBUG;
    return true;
}

static int fill(nt_hart_cycles *c, nt_hart_cycle *cycle, nt_error *error) {
    unsigned wanted = blocks_wanted(c);
    int result = 1;
    while (cycle->count < wanted && (result = look_ahead(c, error)) > 0) {
        if (cycle->count == 0) {
            cycle->priv = c->ahead.priv;
        } else if (c->ahead.priv != c->priv || is_trap(&cycle->block[cycle->count - 1])) {
            break; /* the mode changed without a transfer, or the newest block has to be the trap's
                    */
        }
        cycle->block[cycle->count++] = c->ahead;
        c->instructions += c->ahead.instructions;
        c->priv = c->ahead.tpriv;
        c->held = false;
    }
    return result < 0 ? -1 : cycle->count > 0 || !c->ended;
}

int nt_hart_cycles_next(nt_hart_cycles *c, bool hold, nt_hart_cycle *cycle, nt_error *error) {
    *cycle = (nt_hart_cycle){.priv = c->priv};
    if (hold) {
        if (c->halted != 0) {
            cycle->halted = true;
            cycle->priv = NT_HART_DEBUG;
        }
        return 1;
    }
    return halt(c, cycle) ? 1 : fill(c, cycle, error);
}

uint8_t nt_hart_cycles_priv(const nt_hart_cycles *c) {
    return c->priv;
}

int nt_hart_cycles_pc(nt_hart_cycles *c, uint64_t *pc, nt_error *error) {
    int result = look_ahead(c, error);
    *pc = result > 0 ? c->ahead.pc : 0;
    return result;
}

uint64_t nt_hart_cycles_instructions(const nt_hart_cycles *c) {
    return c->instructions;
}

int nt_hart_cycles_open(nt_hart_cycles **cycles, const nt_hart_options *options, nt_error *error) {
    nt_hart_cycles *c = calloc(1, sizeof *c);
    if (c == NULL) {
        return nt_fail(error, "out of memory");
    }
    c->options = *options;
    c->priv = PRIV_RESET;
    nt_random_seed(&c->random, options->seed);
    if (options->recording == NULL) {
        nt_random_transfers_init(&c->drawn, &c->random, options->xlen, options->has_h);
    } else if (nt_transfers_open(&c->recorded, options->recording, options->hart, error) != 0) {
        nt_hart_cycles_close(c);
        return -1;
    } else if (nt_transfers_header(c->recorded)->xlen != options->xlen) {
        unsigned xlen = nt_transfers_header(c->recorded)->xlen;
        nt_hart_cycles_close(c);
        return nt_fail(error, "%s: the recording is RV%u, the build RV%u", options->recording, xlen,
                       options->xlen);
    }
    *cycles = c;
    return 0;
}

void nt_hart_cycles_close(nt_hart_cycles *c) {
    if (c != NULL) {
        nt_transfers_close(c->recorded);
        free(c);
    }
}
