/* SPDX-License-Identifier: Apache-2.0 */
#include "model/tandem/tv_intake.h"

enum {
    MCYCLE = 0xb00,
    MINSTRET = 0xb02,
    MCYCLEH = 0xb80,
    MINSTRETH = 0xb82,
    GPR_0 = 0x1000,
    FPR_0 = 0x1020,
    SIZE_64 = 3,
};

static unsigned first_of(unsigned pending) {
    return pending & (~pending + 1);
}

bool nt_tv_intake_ready(const nt_tv_intake *s, bool go) {
    return go && (s->pending & ~first_of(s->pending)) == 0;
}

static nt_tv_csr csr(unsigned addr, uint64_t data) {
    return (nt_tv_csr){.valid = true, .addr = (uint16_t)addr, .data = data};
}

/* Registers go where a lane has them. Of data only the bytes that a register has are sent. */
static void put_register(nt_tv_lane *lane, unsigned addr, uint64_t data) {
    if (addr >= FPR_0) {
        lane->fpr_valid = true;
        lane->fpr_addr = (uint8_t)(addr - FPR_0);
        lane->fpr_data = data;
    } else if (addr >= GPR_0) {
        lane->gpr_valid = true;
        lane->gpr_addr = (uint8_t)(addr - GPR_0);
        lane->gpr_data = data;
    } else {
        lane->csr[0] = csr(addr, data);
    }
}

static void put_init(nt_tv_item *item, const nt_tv_inputs *in) {
    nt_tv_lane *lane = &item->lane;
    item->init = true;
    switch (in->init_kind) {
    case NT_TV_INIT_REGISTER:
        put_register(lane, (unsigned)in->init_addr & 0x1fff, in->init_data);
        break;
    case NT_TV_INIT_MEMORY:
        item->request = true;
        lane->paddr_valid = lane->mem_valid = true;
        lane->paddr = in->init_addr;
        lane->mem_size = in->init_size;
        lane->mem_data = in->init_data;
        break;
    case NT_TV_INIT_PC:
        lane->pc_given = true;
        lane->pc_next = in->init_data;
        break;
    default:
        break;
    }
}

static void put_counter(nt_tv_csr *low, const nt_tv_params *p, unsigned addr, unsigned upper,
                        uint64_t value) {
    low[0] = csr(addr, value);
    if (p->xlen == 32) {
        low[1] = csr(upper, value >> 32);
    }
}

static void put_counters(nt_tv_item *item, const nt_tv_params *p, const nt_tv_inputs *in) {
    nt_tv_lane *lane = &item->lane;
    item->init = true;
    if (in->mcycle_valid) {
        put_counter(&lane->csr[0], p, MCYCLE, MCYCLEH, in->mcycle);
    }
    if (in->minstret_valid) {
        put_counter(&lane->csr[2], p, MINSTRET, MINSTRETH, in->minstret);
    }
    if (in->mtime_valid) {
        item->mem_time = true;
        lane->mem_valid = true;
        lane->mem_size = SIZE_64;
        lane->mem_data = in->mtime;
    }
}

static void put_lane(nt_tv_item *item, const nt_tv_params *p, const nt_tv_lane *lane,
                     const nt_tv_old *old) {
    item->valid = lane->valid;
    item->lane = *lane;
    item->lane.gpr_valid = lane->gpr_valid && lane->gpr_addr != 0;
    item->gpr_form = nt_tv_delta(p, old, lane->gpr_data, &item->gpr_amount);
}

void nt_tv_intake_items(const nt_tv_intake *s, const nt_tv_params *p,
                        nt_tv_item item[NT_TV_LANES]) {
    unsigned first = first_of(s->pending);
    for (unsigned l = 0; l < p->nret; l++) {
        item[l] = (nt_tv_item){.valid = l == 0 && first != 0};
        if (first == NT_TV_LANE) {
            put_lane(&item[l], p, &s->taken.lane[l], &s->old[l]);
        }
    }
    item->reset = first == NT_TV_RESET;
    if (first == NT_TV_INIT) {
        put_init(item, &s->taken);
    } else if (first == NT_TV_COUNTERS) {
        put_counters(item, p, &s->taken);
    }
}

static uint8_t pending_of(const nt_tv_params *p, const nt_tv_inputs *in) {
    unsigned pending = in->reset ? NT_TV_RESET : 0U;
    pending |= in->init_valid ? NT_TV_INIT : 0U;
    pending |= in->mtime_valid || in->mcycle_valid || in->minstret_valid ? NT_TV_COUNTERS : 0U;
    for (unsigned l = 0; l < p->nret; l++) {
        pending |= in->lane[l].valid ? NT_TV_LANE : 0U;
    }
    return (uint8_t)pending;
}

void nt_tv_intake_step(nt_tv_intake *s, const nt_tv_params *p, const nt_tv_inputs *in, bool go) {
    if (in->rst) {
        s->pending = 0;
        s->copy.known = 0;
    } else if (nt_tv_intake_ready(s, go)) {
        s->pending = pending_of(p, in);
        s->taken = *in;
        if (p->increment) {
            nt_tv_copy_take(&s->copy, p, in, s->old);
        }
    } else if (go) {
        s->pending &= (uint8_t)~first_of(s->pending);
    }
}
