/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/hpm/lcofi.h"

#include "model/encoder/ingress.h"

enum {
    MHPMEVENT3 = 0x323,
    MHPMCOUNTER3 = 0xb03,
    LOCAL_OVERFLOW = 13,
};

static const nt_hpm_params params = {.xlen = 64,
                                     .nblocks = NT_HPM_BLOCKS,
                                     .icount_w = 8,
                                     .ncounters = 1,
                                     .width = 64,
                                     .has_u = true,
                                     .has_s = true,
                                     .has_h = true};

static void write_csr(nt_lcofi *l, uint16_t addr, uint64_t word) {
    const nt_hpm_inputs in = {
        .stop = true,
        .priv = NT_HPM_M,
        .csr = {.valid = true, .addr = addr, .op = NT_HPM_WRITE, .wdata = word},
        .lcofip_write = true,
    };
    nt_hpm_step(&l->counters, &params, &in);
}

void nt_lcofi_arm(nt_lcofi *l, uint64_t mhpmevent, uint64_t period) {
    /* The value first: else an overflow of the old one would interrupt. */
    write_csr(l, MHPMCOUNTER3, 0 - period);
    write_csr(l, MHPMEVENT3, mhpmevent);
}

void nt_lcofi_count(nt_lcofi *l, const nt_hart_cycle *cycle) {
    nt_hpm_inputs in = {.stop = cycle->halted, .priv = cycle->priv};
    for (unsigned i = 0; i < cycle->count; i++) {
        const nt_transfer *block = &cycle->block[i];
        in.block[i] = (nt_hpm_block){.valid = true,
                                     .icount = (uint8_t)block->instructions,
                                     .itype = block->itype,
                                     .tpriv = block->tpriv};
    }
    nt_hpm_step(&l->counters, &params, &in);
}

bool nt_lcofi_is_pending(const nt_lcofi *l) {
    return l->counters.lcofip;
}

void nt_lcofi_take(nt_lcofi *l, uint8_t priv, uint64_t pc, nt_hart_cycle *cycle) {
    *cycle = (nt_hart_cycle){.priv = priv, .count = 1};
    cycle->block[0] = (nt_transfer){.pc = pc,
                                    .itype = NT_ITYPE_INTERRUPT,
                                    .isrc = pc,
                                    .priv = priv,
                                    .tpriv = NT_HPM_M,
                                    .cause = LOCAL_OVERFLOW};
    l->taken++;
}
