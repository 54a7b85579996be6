/* SPDX-License-Identifier: Apache-2.0 */
#include "model/tandem/tv_group.h"

/* Opcodes and identifiers (chapter 2) */
enum {
    BEGIN = 1,
    END = 2,
    STEP = 3,
    REGISTER = 4,
    REGISTER_ADD = 5,
    REGISTER_OR = 6,
    STATE = 7,
    REQUEST = 8,
    RESET = 10,
    INITIALIZATION = 11,
    INSN16 = 16,
    INSN32 = 17,
    ID_PRIVILEGE = 1,
    ID_PADDR = 2,
    ID_EADDR = 3,
    ID_STORE8 = 4,
    ID_MTIME = 8,
    ID_PC = 10,
    REQUEST_STORE = 1,
    FCSR = 3,
    GPR_0 = 0x1000,
    FPR_0 = 0x1020,
};

static void put_state(nt_tv_piece *piece, unsigned id, uint64_t value, unsigned bytes) {
    nt_tv_put(piece, STATE, 1);
    nt_tv_put(piece, id, 1);
    nt_tv_put(piece, value, bytes);
}

static void put_register(nt_tv_piece *piece, unsigned opcode, unsigned addr, uint64_t value,
                         unsigned bytes) {
    nt_tv_put(piece, opcode, 1);
    nt_tv_put(piece, addr, 2);
    nt_tv_put(piece, value, bytes);
}

static void put_pc(nt_tv_piece *piece, const nt_tv_params *p, const nt_tv_lane *lane) {
    nt_tv_put(piece, BEGIN, 1);
    if (lane->pc_given) {
        put_state(piece, ID_PC, lane->pc_next, p->xlen / 8U);
    } else if (lane->insn_valid) {
        nt_tv_put(piece, STEP, 1);
    }
}

static void put_insn(nt_tv_piece *piece, const nt_tv_item *item) {
    if (item->reset) {
        nt_tv_put(piece, RESET, 1);
    } else if (item->init) {
        nt_tv_put(piece, INITIALIZATION, 1);
    } else if (item->lane.insn_valid) {
        nt_tv_put(piece, item->lane.insn_size ? INSN32 : INSN16, 1);
        nt_tv_put(piece, item->lane.insn, item->lane.insn_size ? 4 : 2);
    }
}

static void put_gpr(nt_tv_piece *piece, const nt_tv_params *p, const nt_tv_item *item) {
    unsigned addr = GPR_0 + item->lane.gpr_addr;
    if (!item->lane.gpr_valid) {
        return;
    }
    switch (item->gpr_form) {
    case NT_TV_ADD:
        put_register(piece, REGISTER_ADD, addr, item->gpr_amount, 1);
        break;
    case NT_TV_OR:
        put_register(piece, REGISTER_OR, addr, item->gpr_amount, 1);
        break;
    default:
        put_register(piece, REGISTER, addr, item->lane.gpr_data, p->xlen / 8U);
        break;
    }
}

static void put_fpr(nt_tv_piece *piece, const nt_tv_params *p, const nt_tv_lane *lane) {
    if (lane->fpr_valid && p->flen != 0) {
        put_register(piece, REGISTER, FPR_0 + (unsigned)lane->fpr_addr, lane->fpr_data,
                     p->flen / 8U);
    }
}

static void put_csr(nt_tv_piece *piece, const nt_tv_params *p, const nt_tv_csr *csr) {
    if (csr->valid) {
        put_register(piece, REGISTER, csr->addr, csr->data, p->xlen / 8U);
    }
}

static unsigned address_bytes(const nt_tv_params *p) {
    return (p->mlen + 7U) / 8;
}

static void put_paddr(nt_tv_piece *piece, const nt_tv_params *p, const nt_tv_item *item) {
    if (!item->lane.paddr_valid) {
        return;
    }
    if (item->request) {
        nt_tv_put(piece, REQUEST, 1);
        nt_tv_put(piece, item->lane.paddr, address_bytes(p));
    } else {
        put_state(piece, ID_PADDR, item->lane.paddr, address_bytes(p));
    }
}

static void put_mem(nt_tv_piece *piece, const nt_tv_item *item) {
    unsigned size = item->lane.mem_size;
    if (!item->lane.mem_valid) {
        return;
    }
    if (item->request) {
        nt_tv_put(piece, size << 4 | REQUEST_STORE, 1);
        nt_tv_put(piece, item->lane.mem_data, 1U << size);
    } else {
        put_state(piece, item->mem_time ? ID_MTIME : ID_STORE8 + size, item->lane.mem_data,
                  1U << size);
    }
}

static void make_pairs(nt_tv_piece *pair, const nt_tv_params *p, const nt_tv_item *item) {
    const nt_tv_lane *lane = &item->lane;
    for (unsigned i = 0; i < NT_TV_PAIRS; i++) {
        pair[i] = (nt_tv_piece){.length = 0};
    }
    put_pc(&pair[NT_TV_PC_INSN], p, lane);
    put_insn(&pair[NT_TV_PC_INSN], item);
    put_gpr(&pair[NT_TV_GPR_FPR], p, item);
    put_fpr(&pair[NT_TV_GPR_FPR], p, lane);
    put_csr(&pair[NT_TV_CSRS_LOW], p, &lane->csr[0]);
    put_csr(&pair[NT_TV_CSRS_LOW], p, &lane->csr[1]);
    put_csr(&pair[NT_TV_CSRS_HIGH], p, &lane->csr[2]);
    put_csr(&pair[NT_TV_CSRS_HIGH], p, &lane->csr[3]);
    if (lane->flags_valid) {
        put_register(&pair[NT_TV_FLAGS_PADDR], REGISTER_OR, FCSR, lane->flags, 1);
    }
    put_paddr(&pair[NT_TV_FLAGS_PADDR], p, item);
    if (lane->eaddr_valid && p->has_eaddr) {
        put_state(&pair[NT_TV_EADDR_MEM], ID_EADDR, lane->eaddr, address_bytes(p));
    }
    put_mem(&pair[NT_TV_EADDR_MEM], item);
    if (lane->priv_valid) {
        put_state(&pair[NT_TV_PRIV_END], ID_PRIVILEGE, lane->priv, 1);
    }
    if (!p->implied_end) {
        nt_tv_put(&pair[NT_TV_PRIV_END], END, 1);
    }
}

static nt_tv_piece joined(const nt_tv_piece *pair, nt_tv_pair first, nt_tv_pair last) {
    nt_tv_piece piece = pair[first];
    for (unsigned i = (unsigned)first + 1; i <= last; i++) {
        nt_tv_join(&piece, &pair[i]);
    }
    return piece;
}

bool nt_tv_group_busy(const nt_tv_group *s) {
    return s->pairs_valid || s->halves_valid || s->valid;
}

void nt_tv_group_step(nt_tv_group *s, const nt_tv_params *p, bool rst, bool go,
                      const nt_tv_item *item) {
    if (rst) {
        s->pairs_valid = s->halves_valid = s->valid = false;
        return;
    }
    if (!go) {
        return;
    }
    if (s->halves_valid) {
        s->group = s->front;
        nt_tv_join(&s->group, &s->back);
    }
    s->valid = s->halves_valid;
    if (s->pairs_valid) {
        s->front = joined(s->pair, NT_TV_PC_INSN, NT_TV_CSRS_HIGH);
        s->back = joined(s->pair, NT_TV_FLAGS_PADDR, NT_TV_PRIV_END);
    }
    s->halves_valid = s->pairs_valid;
    if (item->valid) {
        make_pairs(s->pair, p, item);
    }
    s->pairs_valid = item->valid;
}
