/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/flow/insn.h"

#include <stdbool.h>

/* Where an immediate's bits lie in the instruction; a list ends with an entry without width. */
typedef struct bits {
    uint8_t from;  /* lowest bit in the instruction */
    uint8_t width; /* bits */
    uint8_t to;    /* lowest bit in the immediate */
} bits;

static const bits b_imm[] = {{8, 4, 1}, {25, 6, 5}, {7, 1, 11}, {31, 1, 12}, {0, 0, 0}};
static const bits j_imm[] = {{21, 10, 1}, {20, 1, 11}, {12, 8, 12}, {31, 1, 20}, {0, 0, 0}};
static const bits cb_imm[] = {{3, 2, 1}, {10, 2, 3}, {2, 1, 5}, {5, 2, 6}, {12, 1, 8}, {0, 0, 0}};
static const bits cj_imm[] = {{3, 3, 1}, {11, 1, 4}, {2, 1, 5},   {7, 1, 6}, {6, 1, 7},
                              {9, 2, 8}, {8, 1, 10}, {12, 1, 11}, {0, 0, 0}};

/* The immediate of `width` bits, sign-extended. */
static uint64_t immediate(uint32_t code, const bits *list, unsigned width) {
    uint64_t value = 0;
    for (const bits *b = list; b->width != 0; b++) {
        value |= (uint64_t)((code >> b->from) & ((1U << b->width) - 1)) << b->to;
    }
    uint64_t sign = UINT64_C(1) << (width - 1);
    return (value ^ sign) - sign;
}

static bool is_link(unsigned reg) {
    return reg == 1 || reg == 5;
}

static nt_insn_class jal_class(unsigned rd) {
    if (is_link(rd)) {
        return NT_INSN_DIRECT_CALL;
    }
    return rd == 0 ? NT_INSN_DIRECT_JUMP : NT_INSN_DIRECT_JUMP_LINK;
}

static nt_insn_class jalr_class(unsigned rd, unsigned rs1) {
    if (is_link(rd)) {
        return is_link(rs1) && rs1 != rd ? NT_INSN_COROUTINE_SWAP : NT_INSN_INDIRECT_CALL;
    }
    if (is_link(rs1)) {
        return NT_INSN_RETURN;
    }
    return rd == 0 ? NT_INSN_INDIRECT_JUMP : NT_INSN_INDIRECT_JUMP_LINK;
}

/* Sizes by the standard's length encoding; where even that is reserved, the least it can be. */
static uint8_t length(unsigned code) {
    if ((code & 0x03) != 0x03) {
        return 2;
    }
    if ((code & 0x1f) != 0x1f) {
        return 4;
    }
    if ((code & 0x3f) == 0x1f) {
        return 6;
    }
    if ((code & 0x7f) == 0x3f) {
        return 8;
    }
    return (uint8_t)(10 + 2 * ((code >> 12) & 7));
}

static bool is_table_jump(uint32_t code, unsigned *index) {
    *index = (code >> 2) & 0xff;
    return (code & 0xfc03) == 0xa002;
}

/* Zcmp and Zcmt. Of Zcmp only returns matter: cm.push, cm.pop and the moves do not jump. */
static void decode_zcm(nt_insn *insn, uint32_t code, const nt_isa *isa) {
    unsigned index;
    if (isa->zcmt && is_table_jump(code, &index)) { /* cm.jt; from 32 on cm.jalt */
        insn->class_ = index < 32 ? NT_INSN_DIRECT_JUMP : NT_INSN_DIRECT_CALL;
    } else if (isa->zcmp && (code & 0xfd03) == 0xbc02 && (code & 0xf0) >= 0x40) {
        insn->class_ = NT_INSN_RETURN; /* cm.popretz, cm.popret; rlist below 4 is reserved */
    }
}

static void decode16(nt_insn *insn, uint32_t code, uint64_t pc, const nt_isa *isa) {
    unsigned rs1 = (code >> 7) & 31;
    switch (code & 0xe003) {
    case 0x2001: /* c.jal; c.addiw in RV64 */
        if (isa->xlen == 32) {
            insn->class_ = NT_INSN_DIRECT_CALL;
            insn->target = pc + immediate(code, cj_imm, 12);
        }
        break;
    case 0xa001: /* c.j */
        insn->class_ = NT_INSN_DIRECT_JUMP;
        insn->target = pc + immediate(code, cj_imm, 12);
        break;
    case 0xc001: /* c.beqz */
    case 0xe001: /* c.bnez */
        insn->class_ = NT_INSN_BRANCH;
        insn->target = pc + immediate(code, cb_imm, 9);
        break;
    case 0x8002: /* c.jr, c.jalr where rs2 is 0; without rs1 too: reserved, c.ebreak */
        if ((code & 0x007c) == 0 && rs1 != 0) {
            insn->class_ = (uint8_t)jalr_class((code >> 12) & 1, rs1);
        }
        break;
    case 0xa002: /* c.fsdsp */
        decode_zcm(insn, code, isa);
        break;
    default:
        break;
    }
}

static bool is_trap_return(uint32_t code) {
    return code == 0x30200073    /* mret */
           || code == 0x10200073 /* sret */
           || code == 0x70200073 /* mnret */
           || code == 0x7b200073 /* dret */;
}

static void decode32(nt_insn *insn, uint32_t code, uint64_t pc) {
    unsigned rd = (code >> 7) & 31;
    unsigned funct3 = (code >> 12) & 7;
    unsigned rs1 = (code >> 15) & 31;
    switch (code & 0x7f) {
    case 0x63:
        if (funct3 != 2 && funct3 != 3) { /* those are reserved */
            insn->class_ = NT_INSN_BRANCH;
            insn->target = pc + immediate(code, b_imm, 13);
        }
        break;
    case 0x67:
        if (funct3 == 0) {
            insn->class_ = (uint8_t)jalr_class(rd, rs1);
        }
        break;
    case 0x6f:
        insn->class_ = (uint8_t)jal_class(rd);
        insn->target = pc + immediate(code, j_imm, 21);
        break;
    default:
        insn->class_ = is_trap_return(code) ? NT_INSN_TRAP_RETURN : NT_INSN_OTHER;
        break;
    }
}

int nt_insn_decode(nt_insn *insn, const uint8_t *bytes, size_t available, uint64_t pc,
                   const nt_isa *isa) {
    if (available < 2) {
        return -1;
    }
    uint32_t code = bytes[0] | (uint32_t)bytes[1] << 8;
    uint8_t size = length(code);
    if (available < size) {
        return -1;
    }
    *insn = (nt_insn){.size = size, .class_ = NT_INSN_OTHER};
    if (size == 2) {
        decode16(insn, code, pc, isa);
    } else if (size == 4) {
        decode32(insn, code | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24, pc);
    }
    if (isa->xlen == 32) {
        insn->target &= UINT32_MAX;
    }
    return 0;
}

bool nt_insn_is_direct(nt_insn_class class_) {
    return class_ == NT_INSN_BRANCH || class_ == NT_INSN_DIRECT_CALL ||
           class_ == NT_INSN_DIRECT_JUMP || class_ == NT_INSN_DIRECT_JUMP_LINK;
}

/* ---- what a jump's target needs ---- */

/* The instruction of 2 or 4 bytes; 0, which no code has, where it is longer or not all there. */
static uint32_t code_of(const uint8_t *bytes, size_t available) {
    uint32_t low = available < 2 ? 0 : bytes[0] | (uint32_t)bytes[1] << 8;
    uint8_t size = length(low);
    if (size > 4 || available < size) {
        return 0;
    }
    return size == 2 ? low : low | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static const bits u_imm[] = {{12, 20, 12}, {0, 0, 0}};
static const bits clui_imm[] = {{2, 5, 12}, {12, 1, 17}, {0, 0, 0}};
static const bits i_imm[] = {{20, 12, 0}, {0, 0, 0}};

static uint64_t cut(uint64_t address, unsigned xlen) {
    return xlen == 32 ? address & UINT32_MAX : address;
}

bool nt_insn_loads_constant(nt_insn_constant *constant, const uint8_t *bytes, size_t available,
                            uint64_t pc, unsigned xlen) {
    uint32_t code = code_of(bytes, available);
    unsigned rd = (code >> 7) & 31;
    uint64_t value;
    if ((code & 0xe003) == 0x6001 && length(code) == 2) {
        value = immediate(code, clui_imm, 18);
        if (rd == 2 || value == 0) { /* c.addi16sp, reserved */
            return false;
        }
    } else if ((code & 0x7f) == 0x37) { /* lui */
        value = immediate(code, u_imm, 32);
    } else if ((code & 0x7f) == 0x17) { /* auipc */
        value = pc + immediate(code, u_imm, 32);
    } else {
        return false;
    }
    *constant = (nt_insn_constant){(uint8_t)rd, cut(value, xlen)};
    return rd != 0;
}

bool nt_insn_jumps_by(const nt_insn_constant *constant, const uint8_t *bytes, size_t available,
                      unsigned xlen, uint64_t *target) {
    uint32_t code = code_of(bytes, available);
    unsigned rs1;
    uint64_t offset = 0;
    if ((code & 0x707f) == 0x67) { /* jalr */
        rs1 = (code >> 15) & 31;
        offset = immediate(code, i_imm, 12);
    } else if ((code & 0xe07f) == 0x8002) { /* c.jr, c.jalr */
        rs1 = (code >> 7) & 31;
    } else {
        return false;
    }
    *target = cut((constant->value + offset) & ~UINT64_C(1), xlen);
    return rs1 != 0 && rs1 == constant->reg;
}

bool nt_insn_table_entry(const uint8_t *bytes, size_t available, const nt_isa *isa,
                         uint64_t *address) {
    unsigned index;
    bool table = isa->zcmt && is_table_jump(code_of(bytes, available), &index);
    *address = 0;
    if (table) {
        *address = cut((isa->jvt & ~UINT64_C(63)) + (uint64_t)index * (isa->xlen / 8), isa->xlen);
    }
    return table;
}

bool nt_insn_is_custom(const uint8_t *bytes, size_t available) {
    uint32_t opcode = code_of(bytes, available) & 0x7f;
    return opcode == 0x0b || opcode == 0x2b || opcode == 0x5b || opcode == 0x7b;
}
