/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/mutate.h"

#include "sim/util/random.h"

#include <stdlib.h>

typedef struct mutator {
    nt_source inner;
    nt_config config;
    nt_random random;
    uint32_t chance;
} mutator;

typedef void mutation(const mutator *m, nt_ingress *ingress, uint32_t draw);

static void reserve_itype(const mutator *m, nt_ingress *ingress, uint32_t draw) {
    ingress->block[0].itype = m->config.itype_w == 4 && (draw & 1) != 0 ? 6 : 7;
}

static void retire_nothing(const mutator *m, nt_ingress *ingress, uint32_t draw) {
    (void)m;
    ingress->block[0].iretire = 0;
    ingress->block[0].itype = (uint8_t)(NT_ITYPE_TRAP_RETURN + draw % 3);
}

static void move_block(const mutator *m, nt_ingress *ingress, uint32_t draw) {
    uint64_t mask = m->config.xlen == 64 ? UINT64_MAX : UINT32_MAX;
    ingress->block[0].iaddr = (ingress->block[0].iaddr + 2 * (1 + draw % 1000)) & mask;
}

static void make_odd(const mutator *m, nt_ingress *ingress, uint32_t draw) {
    (void)m;
    (void)draw;
    ingress->block[0].iaddr |= 1;
}

static void enlarge_last(const mutator *m, nt_ingress *ingress, uint32_t draw) {
    (void)m;
    (void)draw;
    ingress->block[0].iretire = 1;
    ingress->block[0].ilastsize = 1;
}

static void reserve_priv(const mutator *m, nt_ingress *ingress, uint32_t draw) {
    (void)m;
    ingress->priv = (draw & 1) != 0 ? 2 : 7;
}

static void stop_hart(const mutator *m, nt_ingress *ingress, uint32_t draw) {
    (void)m;
    ingress->halted = draw % 3 == 0;
    ingress->reset = draw % 3 == 1;
    ingress->lowpower = draw % 3 == 2;
}

/* Leaves the lowest group empty; with one group there is no such thing. */
static void skip_group(const mutator *m, nt_ingress *ingress, uint32_t draw) {
    if (m->config.nblocks == 1) {
        make_odd(m, ingress, draw);
        return;
    }
    ingress->block[1] = ingress->block[0];
    ingress->block[0] = (nt_block){0};
}

/* Trace-on, or notify for the first block, in a cycle in which nothing retires. */
static void trigger_nothing(const mutator *m, nt_ingress *ingress, uint32_t draw) {
    (void)m;
    for (unsigned b = 0; b < NT_MAX_BLOCKS; b++) {
        ingress->block[b] = (nt_block){0};
    }
    ingress->trigger = (draw & 1) != 0 ? 1 : 4;
}

/* A jump that is a block of its own goes on where nothing was, and claims to have a pair. */
static void invent_pair(const mutator *m, nt_ingress *ingress, uint32_t draw) {
    move_block(m, ingress, draw);
    ingress->block[0].iretire = 1;
    ingress->block[0].ilastsize = 0;
    ingress->block[0].itype = m->config.itype_w == 4 ? NT_ITYPE_INDIRECT_JUMP : NT_ITYPE_INDIRECT;
    ingress->block[0].sijump = true;
}

/* A trap before a block that is newer; with one group there is no such thing. */
static void trap_early(const mutator *m, nt_ingress *ingress, uint32_t draw) {
    if (m->config.nblocks == 1) {
        make_odd(m, ingress, draw);
        return;
    }
    ingress->block[1] = ingress->block[0];
    ingress->block[0].itype = (uint8_t)(NT_ITYPE_EXCEPTION + draw % 2);
}

/* Another privilege than before, mostly without a reason. */
static void change_priv(const mutator *m, nt_ingress *ingress, uint32_t draw) {
    (void)m;
    (void)draw;
    ingress->priv = ingress->priv == 3 ? 1 : 3;
}

static mutation *const mutations[] = {reserve_itype, retire_nothing,  move_block,  make_odd,
                                      enlarge_last,  reserve_priv,    stop_hart,   skip_group,
                                      trap_early,    trigger_nothing, invent_pair, change_priv};

static int next_cycle(void *self, bool stall, nt_cycle *cycle, nt_error *error) {
    mutator *m = self;
    int result = m->inner.next(m->inner.self, stall, cycle, error);
    const nt_block *first = &cycle->ingress.block[0];
    if (result == 1 && (first->iretire != 0 || first->itype != 0) &&
        nt_random_below(&m->random, 65536) < m->chance) {
        uint32_t kind = nt_random_below(&m->random, sizeof mutations / sizeof mutations[0]);
        mutations[kind](m, &cycle->ingress, nt_random_below(&m->random, 1u << 30));
    }
    return result;
}

static void close_mutator(void *self) {
    mutator *m = self;
    m->inner.close(m->inner.self);
    free(m);
}

int nt_mutate_open(nt_source *source, nt_source inner, const nt_config *config, uint64_t seed,
                   uint32_t chance, nt_error *error) {
    mutator *m = calloc(1, sizeof *m);
    if (m == NULL) {
        inner.close(inner.self);
        return nt_fail(error, "out of memory");
    }
    m->inner = inner;
    m->config = *config;
    m->chance = chance;
    nt_random_seed(&m->random, ~seed); /* not the inner source's numbers */
    *source = (nt_source){.next = next_cycle, .close = close_mutator, .self = m};
    return 0;
}
