/* SPDX-License-Identifier: Apache-2.0 */
#include "model/tandem/tv_rvfi_channel.h"

static uint64_t ones(unsigned width) {
    return width == 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1;
}

/* The instruction. */

static bool is_long(uint32_t insn) {
    return (insn & 31) == 31;
}

/* uret, sret, mret, mnret, dret */
static bool returns_from_trap(uint32_t insn) {
    return insn == 0x00200073 || insn == 0x10200073 || insn == 0x30200073 || insn == 0x70200073 ||
           insn == 0x7b200073;
}

static void put_insn(const nt_tv_rvfi_channel *c, const nt_tv_rvfi_params *p, nt_tv_lane *lane) {
    lane->insn = c->insn;
    lane->insn_valid = !is_long(c->insn);
    lane->insn_size = (c->insn & 3) == 3;
    uint64_t next = (c->pc_rdata + (lane->insn_size ? 4 : 2)) & ones(p->xlen);
    lane->pc_next = c->pc_wdata;
    lane->pc_given = is_long(c->insn) || c->pc_wdata != next;
}

/* Memory. */

static unsigned lowest(uint8_t mask) {
    unsigned place = 0;
    while (mask != 0 && (mask >> place & 1) == 0) {
        place++;
    }
    return place;
}

static bool is_access(unsigned mask) {
    return mask == 0 || mask == 1 || mask == 3 || mask == 15 || mask == 255;
}

static uint8_t size_of(unsigned mask) {
    return (mask & 128) != 0 ? 3 : (mask & 8) != 0 ? 2 : (mask & 2) != 0 ? 1 : 0;
}

static uint8_t put_memory(const nt_tv_rvfi_channel *c, const nt_tv_rvfi_params *p,
                          nt_tv_lane *lane) {
    uint8_t read = p->loads ? c->mem_rmask : 0;
    unsigned first = lowest(read | c->mem_wmask);
    unsigned stored = c->mem_wmask >> first;
    lane->paddr = p->addresses == NT_TV_RVFI_BOTH ? c->mem_paddr + first
                                                  : (c->mem_addr + first) & ones(p->xlen);
    lane->paddr &= ones(p->mlen);
    lane->eaddr = (c->mem_addr + first) & ones(p->xlen) & ones(p->mlen);
    lane->mem_size = size_of(stored);
    lane->mem_data = (c->mem_wdata & ones(p->xlen)) >> 8 * first;
    if (c->trap || (read | c->mem_wmask) == 0) {
        return 0;
    }
    bool stores = c->mem_wmask != 0;
    uint8_t refused = stores && c->mem_extamo ? NT_TV_RVFI_EXTAMO : 0;
    if (!is_access(stored) || !is_access((unsigned)read >> first)) {
        return refused | NT_TV_RVFI_MASK;
    }
    lane->paddr_valid = p->addresses != NT_TV_RVFI_EFFECTIVE;
    lane->eaddr_valid = p->addresses != NT_TV_RVFI_PHYSICAL;
    lane->mem_valid = stores && !c->mem_extamo;
    return refused;
}

/* CSRs. */

static uint8_t put_csrs(const nt_tv_rvfi_channel *c, const nt_tv_rvfi_params *p, nt_tv_lane *lane) {
    uint64_t all = ones(p->xlen);
    bool part = false;
    bool many = false;
    unsigned count = 0;
    for (unsigned i = 0; i < p->csrs; i++) {
        const nt_tv_rvfi_csr *csr = &c->csr[i];
        uint64_t value = (csr->wdata & csr->wmask) | (csr->rdata & ~csr->wmask);
        uint64_t same = csr->rmask & ~(csr->rdata ^ value);
        if ((csr->wmask & ~same) == 0) {
            continue;
        }
        if ((csr->rmask | csr->wmask) != all) {
            part = true;
        } else if (count == NT_TV_CSRS) {
            many = true;
        } else {
            lane->csr[count++] = (nt_tv_csr){.valid = true, .addr = csr->addr, .data = value};
        }
    }
    return (part ? NT_TV_RVFI_PART : 0) | (many ? NT_TV_RVFI_MANY : 0);
}

static void put_trap_csrs(const nt_tv_rvfi_channel *c, const nt_tv_rvfi_params *p,
                          nt_tv_lane *lane) {
    static const uint16_t trap[NT_TV_CSRS] = {0x41, 0x42, 0x00,
                                              0x43}; /* epc, cause, status, tval */
    for (unsigned t = 0; t < NT_TV_CSRS; t++) {
        lane->csr[t].addr = (uint16_t)(c->mode << 8 | trap[t]);
        for (unsigned i = 0; i < p->csrs; i++) {
            const nt_tv_rvfi_csr *csr = &c->csr[i];
            if ((c->mode & 1) != 0 && csr->addr == lane->csr[t].addr &&
                csr->rmask == ones(p->xlen)) {
                lane->csr[t].valid = true;
                lane->csr[t].data = csr->rdata;
            }
        }
    }
}

/* Items. */

uint8_t nt_tv_rvfi_instruction(const nt_tv_rvfi_channel *channel, const nt_tv_rvfi_params *params,
                               nt_tv_rvfi_item *item) {
    const nt_tv_rvfi_channel *c = channel;
    *item = (nt_tv_rvfi_item){.trap = c->trap, .xret = returns_from_trap(c->insn), .mode = c->mode};
    nt_tv_lane *lane = &item->lane;
    put_insn(c, params, lane);
    lane->gpr_addr = c->rd_addr;
    lane->gpr_data = c->rd_wdata;
    lane->gpr_valid = !c->trap && c->rd_addr != 0;
    lane->fpr_addr = c->frd_addr;
    lane->fpr_data = c->frd_wdata;
    lane->fpr_valid = params->flen != 0 && !c->trap && c->frd_wvalid;
    uint8_t refused = put_memory(c, params, lane);
    refused |= put_csrs(c, params, lane);
    return refused | (is_long(c->insn) ? NT_TV_RVFI_LONG : 0) |
           (c->mode == 2 ? NT_TV_RVFI_MODE : 0);
}

void nt_tv_rvfi_entry(const nt_tv_rvfi_channel *channel, const nt_tv_rvfi_params *params,
                      nt_tv_rvfi_item *item) {
    *item = (nt_tv_rvfi_item){.entry = true, .mode = channel->mode};
    item->lane.pc_given = true;
    item->lane.pc_next = channel->pc_rdata;
    put_trap_csrs(channel, params, &item->lane);
}
