/* SPDX-License-Identifier: Apache-2.0 */
#include "units.h"

#include "model/ctr/ctr.h"
#include "model/hpm/hpm.h"

#include <stdlib.h>

enum {
    SISELECT = 0x150,
    MISELECT = 0x350,
    SSTATEEN0 = 0x10c,
    MSTATEEN0 = 0x30c,
    MSTATEEN0H = 0x31c
};
enum { SE0 = 63, CSRIND = 60, CTR = 54 }; /* bits of mstateen0 */

struct units {
    nt_ctr_config ctr_config;
    nt_hpm_params hpm_params;
    nt_ctr ctr;
    nt_hpm hpm;
    uint16_t siselect, miselect;
    uint64_t mstateen0;
    bool known; /* what the units answered */
    uint64_t rdata;
};

units *units_new(unsigned xlen, unsigned depth, unsigned cce) {
    units *u = calloc(1, sizeof *u);
    if (u != NULL) {
        u->ctr_config = (nt_ctr_config){.xlen = (uint8_t)xlen,
                                        .nblocks = 1,
                                        .depth_min = 16,
                                        .depth_max = (uint16_t)depth,
                                        .has_ras = true,
                                        .has_external = true,
                                        .has_filters = true,
                                        .has_freeze = true,
                                        .has_cycles = true,
                                        .cce_w = (uint8_t)cce};
        u->hpm_params = (nt_hpm_params){.xlen = xlen,
                                        .nblocks = 1,
                                        .icount_w = 1,
                                        .ncounters = 4,
                                        .width = 64,
                                        .has_u = true,
                                        .has_s = true,
                                        .has_cntrpmf = true};
        units_reset(u);
    }
    return u;
}

void units_free(units *u) {
    free(u);
}

static bool bit(uint64_t word, unsigned at) {
    return (word >> at & 1) != 0;
}

static nt_ctr_inputs ctr_inputs(const units *u, const units_inputs *in) {
    nt_ctr_inputs ctr = {.priv = in->mode,
                         .cause = in->cause,
                         .csr_valid = in->access,
                         .csr_clear = in->clear,
                         .csr_addr = in->address,
                         .csr_op = in->op,
                         .csr_wdata = in->operand,
                         .select = u->siselect,
                         .stateen =
                             (uint8_t)((bit(u->mstateen0, CTR) ? NT_STATEEN_M_CTR : 0) |
                                       (bit(u->mstateen0, CSRIND) ? NT_STATEEN_M_CSRIND : 0) |
                                       NT_STATEEN_H_CTR | NT_STATEEN_H_CSRIND)};
    ctr.block[0] = (nt_ctr_block){.valid = in->step,
                                  .itype = in->itype,
                                  .isrc = in->isrc,
                                  .itgt = in->itgt,
                                  .tpriv = in->mode_next};
    return ctr;
}

static nt_hpm_inputs hpm_inputs(const units_inputs *in) {
    nt_hpm_inputs hpm = {.priv = in->mode,
                         .csr = {.valid = in->access && !in->clear,
                                 .addr = in->address,
                                 .op = in->op,
                                 .wdata = in->operand,
                                 .retires = true},
                         .lcofip_write = in->step && in->lcofip_write,
                         .lcofip_wdata = bit(in->wdata, 13)};
    hpm.block[0] = (nt_hpm_block){
        .valid = in->step, .icount = in->retire, .itype = in->itype, .tpriv = in->mode_next};
    return hpm;
}

void units_reset(units *u) {
    const nt_hpm_inputs reset = {.rst = true};
    nt_ctr_reset(&u->ctr, &u->ctr_config);
    nt_hpm_step(&u->hpm, &u->hpm_params, &reset);
    u->siselect = u->miselect = 0;
    u->mstateen0 = 0;
}

static void write_own(units *u, const units_inputs *in) {
    const uint64_t stateen = UINT64_C(1) << SE0 | UINT64_C(1) << CSRIND | UINT64_C(1) << CTR;
    switch (in->address) {
    case SISELECT:
        u->siselect = in->wdata & 0xfff;
        break;
    case MISELECT:
        u->miselect = in->wdata & 0xfff;
        break;
    case MSTATEEN0:
        u->mstateen0 = u->ctr_config.xlen == 64 ? in->wdata & stateen : u->mstateen0;
        break;
    case MSTATEEN0H:
        u->mstateen0 = in->wdata << 32 & stateen;
        break;
    default:
        break;
    }
}

void units_step(units *u, const units_inputs *in) {
    const nt_ctr_inputs ctr = ctr_inputs(u, in);
    const nt_hpm_inputs hpm = hpm_inputs(in);
    if (in->access) {
        nt_ctr_outputs c;
        nt_hpm_outputs h;
        nt_ctr_out(&u->ctr, &u->ctr_config, &ctr, &c);
        nt_hpm_out(&u->hpm, &u->hpm_params, &hpm, &h);
        u->known = (c.csr_ready && c.csr_hit && !c.csr_illegal && !c.csr_virtual) ||
                   (h.csr.ready && h.csr.hit && !h.csr.illegal && !h.csr.is_virtual);
        u->rdata = c.csr_rdata | h.csr.rdata;
    }
    nt_ctr_step(&u->ctr, &u->ctr_config, &ctr);
    nt_hpm_step(&u->hpm, &u->hpm_params, &hpm);
    if (in->step && in->write) {
        write_own(u, in);
    }
}

bool units_read(const units *u, const units_inputs *in, uint64_t *value) {
    const bool machine = in->mode == 3, supervisor = in->mode >= 1, rv32 = u->ctr_config.xlen == 32;
    *value = 0;
    if (in->clear) {
        return u->known;
    }
    switch (in->address) {
    case SISELECT:
        *value = u->siselect;
        return machine || (supervisor && bit(u->mstateen0, CSRIND));
    case MISELECT:
        *value = u->miselect;
        return machine;
    case MSTATEEN0:
        *value = rv32 ? 0 : u->mstateen0;
        return machine;
    case MSTATEEN0H:
        *value = u->mstateen0 >> 32;
        return machine && rv32;
    case MSTATEEN0 + 1:
    case MSTATEEN0 + 2:
    case MSTATEEN0 + 3:
        return machine;
    case MSTATEEN0H + 1:
    case MSTATEEN0H + 2:
    case MSTATEEN0H + 3:
        return machine && rv32;
    case SSTATEEN0:
        return machine || (supervisor && bit(u->mstateen0, SE0));
    default:
        *value = u->rdata;
        return u->known;
    }
}

bool units_lcofip(const units *u) {
    return u->hpm.lcofip;
}
