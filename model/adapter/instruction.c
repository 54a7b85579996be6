/* SPDX-License-Identifier: Apache-2.0 */
#include "model/adapter/instruction.h"

#include "model/encoder/ingress.h"

enum { RA = 1, T0 = 5, SP = 2 };

static bool is_link(unsigned reg) {
    return reg == RA || reg == T0;
}

/* An indirect jump by rs1 that links to rd. */
static uint8_t indirect(unsigned rd, unsigned rs1) {
    if (!is_link(rd)) {
        return is_link(rs1) ? NT_ITYPE_RETURN
               : rd == 0    ? NT_ITYPE_INDIRECT_JUMP
                            : NT_ITYPE_OTHER_INDIRECT;
    }
    return is_link(rs1) && rs1 != rd ? NT_ITYPE_COROUTINE_SWAP : NT_ITYPE_INDIRECT_CALL;
}

static uint8_t direct(unsigned rd) {
    return is_link(rd) ? NT_ITYPE_DIRECT_CALL
           : rd == 0   ? NT_ITYPE_DIRECT_JUMP
                       : NT_ITYPE_OTHER_DIRECT;
}

/* SYSTEM with nothing but a funct12: environment calls and returns from traps. */
static void of_system(uint32_t funct12, nt_instruction *is) {
    switch (funct12) {
    case 0x000: /* ecall */
    case 0x001: /* ebreak */
        is->trap_call = true;
        break;
    case 0x102: /* sret, mret, mnret, dret */
    case 0x302:
    case 0x702:
    case 0x7b2:
        is->itype = NT_ITYPE_TRAP_RETURN;
        break;
    default:
        break;
    }
}

static nt_instruction of_32(uint32_t insn) {
    nt_instruction is = {.bytes = 4, .rd = insn >> 7 & 31, .rs1 = insn >> 15 & 31};
    unsigned funct3 = insn >> 12 & 7;
    switch (insn & 0x7f) {
    case 0x17: /* auipc */
    case 0x37: /* lui */
        is.loads = true;
        break;
    case 0x63: /* branches; funct3 2 and 3 are reserved */
        is.itype = funct3 == 2 || funct3 == 3 ? NT_ITYPE_NONE : NT_ITYPE_NOT_TAKEN;
        break;
    case 0x67: /* jalr */
        is.itype = funct3 == 0 ? indirect(is.rd, is.rs1) : NT_ITYPE_NONE;
        break;
    case 0x6f: /* jal */
        is.itype = direct(is.rd);
        break;
    case 0x73:
        if ((insn & 0x000fff80) == 0) {
            of_system(insn >> 20, &is);
        }
        break;
    default:
        break;
    }
    return is;
}

/* c.jr, c.jalr and c.ebreak: no second register. */
static void by_register(uint32_t insn, nt_instruction *is) {
    bool links = (insn >> 12 & 1) != 0;
    if (is->rs1 != 0) {
        is->itype = indirect(links ? RA : 0, is->rs1);
    } else {
        is->trap_call = links;
    }
}

static nt_instruction of_16(uint32_t insn, unsigned xlen) {
    nt_instruction is = {.bytes = 2, .rd = insn >> 7 & 31, .rs1 = insn >> 7 & 31};
    unsigned funct3 = insn >> 13 & 7;
    if ((insn & 3) == 1) {
        switch (funct3) {
        case 1: /* c.jal; of RV64 c.addiw */
            is.itype = xlen == 32 ? direct(RA) : NT_ITYPE_NONE;
            break;
        case 3: /* c.lui; c.addi16sp */
            is.loads = is.rd != SP;
            break;
        case 5: /* c.j */
            is.itype = direct(0);
            break;
        case 6: /* c.beqz, c.bnez */
        case 7:
            is.itype = NT_ITYPE_NOT_TAKEN;
            break;
        default:
            break;
        }
    } else if ((insn & 3) == 2 && funct3 == 4 && (insn >> 2 & 31) == 0) {
        by_register(insn, &is);
    }
    return is;
}

nt_instruction nt_instruction_of(uint32_t insn, unsigned xlen) {
    return (insn & 3) == 3 ? of_32(insn) : of_16(insn, xlen);
}
