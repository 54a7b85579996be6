/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ctr/ctr_run.h"

#include "model/ctr/ctr_control.h"
#include "sim/ctr/ctr_port.h"

#include <inttypes.h>

enum {
    MCTRCTL = 0x34e,
    MCTRCONTROL = 0x381,
    MCTRCONTROLH = 0x382,
    SCTRDEPTH = 0x15f,
    SCTRSTATUS = 0x14f,
    DRAFT_DEPTH = 16,
    FROZEN = 31,
    LONGEST_BLOCK = 1 << 20, /* instructions: transfers alone matter */
};

nt_ctr_config nt_ctr_full_config(bool draft, unsigned xlen) {
    return (nt_ctr_config){.xlen = (uint8_t)xlen,
                           .nblocks = NT_CTR_BLOCKS,
                           .draft = draft,
                           .depth_min = 16,
                           .depth_max = NT_CTR_ENTRIES,
                           .has_h = true,
                           .has_ras = true,
                           .has_external = true,
                           .has_filters = true,
                           .has_freeze = true,
                           .has_cycles = true,
                           .has_misp = true,
                           .cce_w = 4};
}

static void access(nt_ctr_run *run, uint16_t address, nt_csr_op op, uint64_t word) {
    const nt_ctr_inputs in = {.priv = NT_CTR_M,
                              .csr_valid = true,
                              .csr_addr = address,
                              .csr_op = (uint8_t)op,
                              .csr_wdata = word,
                              .stateen = 15};
    nt_ctr_step(&run->ctr, &run->config, &in);
}

static void write_csr(nt_ctr_run *run, uint16_t address, uint64_t word) {
    access(run, address, NT_CSR_WRITE, word);
}

static uint8_t depth_code(unsigned depth) {
    uint8_t code = 0;
    while (16U << code < depth) {
        code++;
    }
    return code;
}

static void configure(nt_ctr_run *run) {
    uint8_t code = depth_code(run->depth);
    if (run->draft) {
        uint64_t word = run->control | nt_ctr_depth_shown(&run->config, code) << DRAFT_DEPTH;
        write_csr(run, MCTRCONTROL, word);
        if (run->config.xlen == 32) {
            write_csr(run, MCTRCONTROLH, word >> 32);
        }
    } else {
        write_csr(run, SCTRDEPTH, code);
        write_csr(run, MCTRCTL, run->control);
    }
}

void nt_ctr_run_begin(nt_ctr_run *run, unsigned xlen) {
    run->config = nt_ctr_full_config(run->draft, xlen);
    nt_ctr_reset(&run->ctr, &run->config);
    configure(run);
    run->instructions = run->cycles = 0;
}

void nt_ctr_run_thaw(nt_ctr_run *run, bool clear) {
    if (clear) {
        const nt_ctr_inputs in = {.priv = NT_CTR_M, .csr_valid = true, .csr_clear = true};
        nt_ctr_step(&run->ctr, &run->config, &in);
    }
    access(run, SCTRSTATUS, NT_CSR_CLEAR, UINT64_C(1) << FROZEN);
}

void nt_ctr_run_cycle(nt_ctr_run *run, uint8_t priv, const nt_transfer *block, unsigned count) {
    nt_ctr_inputs in = {.priv = priv, .stateen = 15};
    nt_ctr_put_blocks(&in, block, count);
    nt_ctr_step(&run->ctr, &run->config, &in);
    run->cycles++;
}

/* Whether a block may share the cycle with those before it. */
static bool fits(const nt_transfer *before, const nt_transfer *block) {
    return before->tpriv == block->priv && before->itype != 1 && before->itype != 2;
}

static uint32_t room(const nt_ctr_run *run) {
    uint64_t left = run->limit - run->instructions;
    return run->has_limit && left < LONGEST_BLOCK ? (uint32_t)left : LONGEST_BLOCK;
}

static int run_blocks(nt_ctr_run *run, nt_transfers *transfers, nt_error *error) {
    nt_transfer block[NT_CTR_BLOCKS + 1];
    unsigned count = 0;
    int result = 1;
    while (room(run) > 0 &&
           (result = nt_transfers_next(transfers, room(run), &block[count], error)) > 0) {
        run->instructions += block[count].instructions;
        if (count > 0 && !fits(&block[count - 1], &block[count])) {
            nt_ctr_run_cycle(run, block[0].priv, block, count);
            block[0] = block[count];
            count = 0;
        }
        if (++count == run->blocks) {
            nt_ctr_run_cycle(run, block[0].priv, block, count);
            count = 0;
        }
    }
    if (count > 0) {
        nt_ctr_run_cycle(run, block[0].priv, block, count);
    }
    return result < 0 ? -1 : 0;
}

int nt_ctr_run_all(nt_ctr_run *run, nt_error *error) {
    nt_transfers *transfers;
    if (nt_transfers_open(&transfers, run->recording, run->hart, error) != 0) {
        return -1;
    }
    nt_ctr_run_begin(run, nt_transfers_header(transfers)->xlen);
    int result = run_blocks(run, transfers, error);
    nt_transfers_close(transfers);
    if (result == 0 && run->has_limit && run->instructions < run->limit) {
        return nt_fail(error, "%s: hart %u has %" PRIu64 " instructions, not %" PRIu64,
                       run->recording, run->hart, run->instructions, run->limit);
    }
    return result;
}
