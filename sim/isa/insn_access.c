/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/isa/insn_access.h"

enum { MRET = 0x30200073, SRET = 0x10200073, RA = 1, SP = 2 };

static uint8_t field(uint32_t bits, unsigned at, unsigned width) {
    return (uint8_t)(bits >> at & ((1U << width) - 1));
}

static void writes_gpr(nt_tandem_insn *insn, uint32_t bits) {
    insn->gpr = field(bits, 7, 5);
}

static void writes_fpr(nt_tandem_insn *insn, uint32_t bits) {
    insn->fpr = field(bits, 7, 5);
    insn->writes_fpr = true;
}

static int16_t signed_12(unsigned value) {
    return (int16_t)(value >= 1U << 11 ? (int)value - (1 << 12) : (int)value);
}

static void loads(nt_tandem_insn *insn, uint32_t bits) {
    insn->access = NT_TANDEM_ACCESS_LOAD;
    insn->size = field(bits, 12, 2);
    insn->base = field(bits, 15, 5);
    insn->offset = signed_12(bits >> 20);
}

static void stores(nt_tandem_insn *insn, uint32_t bits, bool fpr) {
    insn->access = NT_TANDEM_ACCESS_STORE;
    insn->size = field(bits, 12, 2);
    insn->source = field(bits, 20, 5);
    insn->source_is_fpr = fpr;
    insn->base = field(bits, 15, 5);
    insn->offset = signed_12((unsigned)field(bits, 25, 7) << 5 | field(bits, 7, 5));
}

static void atomic(nt_tandem_insn *insn, uint32_t bits) {
    enum { LR = 2, SC = 3 };
    insn->amo = field(bits, 27, 5);
    insn->access = insn->amo == LR   ? NT_TANDEM_ACCESS_LR
                   : insn->amo == SC ? NT_TANDEM_ACCESS_SC
                                     : NT_TANDEM_ACCESS_AMO;
    insn->size = field(bits, 12, 2);
    insn->base = field(bits, 15, 5);
    insn->source = field(bits, 20, 5);
    writes_gpr(insn, bits);
}

/* feq and the like, fcvt to integers, fmv to integers with fclass: 10100, 11000, 11100 */
static void computes(nt_tandem_insn *insn, uint32_t bits) {
    unsigned kind = field(bits, 27, 5);
    if (kind == 0x14 || kind == 0x18 || kind == 0x1c) {
        writes_gpr(insn, bits);
    } else {
        writes_fpr(insn, bits);
    }
}

/* csrrs and csrrc write only with another operand than x0 or 0. */
static void of_system(nt_tandem_insn *insn, uint32_t bits) {
    unsigned kind = field(bits, 12, 2);
    if (kind == 0) {
        insn->is_return = bits == MRET || bits == SRET;
        return;
    }
    writes_gpr(insn, bits);
    insn->csr = (uint16_t)(bits >> 20);
    insn->immediate = field(bits, 14, 1) != 0;
    insn->operand = field(bits, 15, 5);
    if (kind == NT_TANDEM_CSR_WRITE || insn->operand != 0) {
        insn->csr_write = (nt_tandem_csr_write)kind;
    }
}

/* Accesses of vectors have other widths than those of FPRs (V 7.3). */
static bool is_of_vectors(uint32_t bits) {
    enum { LOAD_FP = 0x07, STORE_FP = 0x27 };
    unsigned opcode = bits & 0x7f;
    unsigned width = field(bits, 12, 3);
    return (opcode == LOAD_FP || opcode == STORE_FP) && (width == 0 || width > 4);
}

static nt_tandem_insn of_word(uint32_t bits) {
    nt_tandem_insn insn = {.gpr = 0};
    if (is_of_vectors(bits)) {
        return insn;
    }
    switch (bits & 0x7f) {
    case 0x03:
        loads(&insn, bits);
        writes_gpr(&insn, bits);
        break;
    case 0x07:
        loads(&insn, bits);
        writes_fpr(&insn, bits);
        break;
    case 0x23:
    case 0x27:
        stores(&insn, bits, (bits & 4) != 0);
        break;
    case 0x2f:
        atomic(&insn, bits);
        break;
    case 0x13:
    case 0x17:
    case 0x1b:
    case 0x33:
    case 0x37:
    case 0x3b:
    case 0x67:
    case 0x6f:
        writes_gpr(&insn, bits);
        break;
    case 0x43:
    case 0x47:
    case 0x4b:
    case 0x4f:
        writes_fpr(&insn, bits);
        break;
    case 0x53:
        computes(&insn, bits);
        break;
    case 0x73:
        of_system(&insn, bits);
        break;
    default:
        break;
    }
    return insn;
}

/* The offset of a compressed load or store; its size says which bits are where. */
static int16_t half_offset(uint32_t bits, unsigned size, bool by_sp, bool store) {
    unsigned word = size == 2;
    if (!by_sp) {
        unsigned low = field(bits, 5, 2);
        unsigned high = (unsigned)field(bits, 10, 3) << 3;
        return (int16_t)(word ? high | (low & 2) << 1 | (low & 1) << 6 : high | low << 6);
    }
    /* From bit 12 or 7 on: 5 4 3 2 7 6 or 5 4 3 8 7 6; a load has bit 5 at 12, the others at 2. */
    unsigned six =
        store ? field(bits, 7, 6) : (unsigned)field(bits, 12, 1) << 5 | field(bits, 2, 5);
    return (int16_t)(word ? (six & 0x3c) | (six & 3) << 6 : (six & 0x38) | (six & 7) << 6);
}

/* funct3 of a compressed load or store, its upper bit cleared: 1 fld, 2 lw, 3 ld or flw */
static void of_memory(nt_tandem_insn *insn, uint32_t bits, unsigned xlen) {
    unsigned kind = field(bits, 13, 2);
    bool store = field(bits, 15, 1) != 0;
    bool by_sp = (bits & 3) == 2;
    uint8_t reg = !by_sp  ? (uint8_t)(field(bits, 2, 3) + 8)
                  : store ? field(bits, 2, 5)
                          : field(bits, 7, 5);
    bool fpr = kind == 1 || (kind == 3 && xlen == 32);
    insn->size = kind == 2 || (kind == 3 && xlen == 32) ? 2 : 3;
    insn->base = by_sp ? SP : (uint8_t)(field(bits, 7, 3) + 8);
    insn->offset = half_offset(bits, insn->size, by_sp, store);
    if (store) {
        insn->access = NT_TANDEM_ACCESS_STORE;
        insn->source = reg;
        insn->source_is_fpr = fpr;
        return;
    }
    insn->access = NT_TANDEM_ACCESS_LOAD;
    insn->writes_fpr = fpr;
    *(fpr ? &insn->fpr : &insn->gpr) = reg;
}

/* Quadrant 1: immediates, jumps and branches */
static void of_quadrant1(nt_tandem_insn *insn, uint32_t bits, unsigned kind, unsigned xlen) {
    if (kind == 1 && xlen == 32) {
        insn->gpr = RA; /* c.jal */
    } else if (kind <= 3) {
        writes_gpr(insn, bits);
    } else if (kind == 4) {
        insn->gpr = field(bits, 7, 3) + 8;
    }
}

/* c.jr, c.mv, c.ebreak, c.jalr, c.add */
static void of_jumps(nt_tandem_insn *insn, uint32_t bits) {
    bool link = field(bits, 12, 1) != 0;
    if (field(bits, 2, 5) != 0) {
        writes_gpr(insn, bits);
    } else if (link && field(bits, 7, 5) != 0) {
        insn->gpr = RA;
    }
}

static nt_tandem_insn of_half(uint32_t bits, unsigned xlen) {
    nt_tandem_insn insn = {.gpr = 0};
    unsigned quadrant = bits & 3;
    unsigned kind = field(bits, 13, 3);
    if (quadrant == 1) {
        of_quadrant1(&insn, bits, kind, xlen);
    } else if (quadrant == 0 && kind == 0) {
        insn.gpr = field(bits, 2, 3) + 8; /* c.addi4spn */
    } else if (quadrant == 2 && kind == 0) {
        writes_gpr(&insn, bits); /* c.slli */
    } else if (quadrant == 2 && kind == 4) {
        of_jumps(&insn, bits);
    } else if (kind != 4) {
        of_memory(&insn, bits, xlen);
    }
    return insn;
}

nt_tandem_insn nt_tandem_insn_of(uint32_t bits, unsigned size, unsigned xlen) {
    return size == 2 ? of_half(bits, xlen) : of_word(bits);
}
