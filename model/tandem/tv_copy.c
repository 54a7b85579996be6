/* SPDX-License-Identifier: Apache-2.0 */
#include "model/tandem/tv_copy.h"

enum { GPR_0 = 0x1000, REGISTERS = 0x1fff }; /* addresses of registers, and their bits */

static void write_gpr(nt_tv_copy *s, unsigned addr, uint64_t data) {
    if (addr != 0) {
        s->known |= UINT32_C(1) << addr;
        s->value[addr] = data;
    }
}

void nt_tv_copy_take(nt_tv_copy *s, const nt_tv_params *p, const nt_tv_inputs *in,
                     nt_tv_old old[NT_TV_LANES]) {
    if (in->reset) {
        s->known = 0;
    }
    if (in->init_valid && in->init_kind == NT_TV_INIT_REGISTER &&
        (in->init_addr & REGISTERS) >> 5 == GPR_0 >> 5) {
        write_gpr(s, in->init_addr & 31, p->xlen == 32 ? (uint32_t)in->init_data : in->init_data);
    }
    for (unsigned l = 0; l < p->nret; l++) {
        const nt_tv_lane *lane = &in->lane[l];
        old[l].known = (s->known >> lane->gpr_addr & 1) != 0;
        old[l].value = s->value[lane->gpr_addr];
        if (lane->valid && lane->gpr_valid) {
            write_gpr(s, lane->gpr_addr, lane->gpr_data);
        }
    }
}

nt_tv_form nt_tv_delta(const nt_tv_params *p, const nt_tv_old *old, uint64_t now, uint8_t *amount) {
    uint64_t offset = now - old->value;
    int64_t moved = p->xlen == 32 ? (int32_t)(uint32_t)offset : (int64_t)offset;
    uint64_t changed = now ^ old->value;
    if (!old->known) {
        return NT_TV_FULL;
    }
    if (moved >= INT8_MIN && moved <= INT8_MAX) {
        *amount = (uint8_t)offset;
        return NT_TV_ADD;
    }
    if (changed <= UINT8_MAX && (changed & old->value) == 0) {
        *amount = (uint8_t)changed;
        return NT_TV_OR;
    }
    return NT_TV_FULL;
}
