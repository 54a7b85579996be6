/* SPDX-License-Identifier: Apache-2.0 */
#include "hart.h"

#include "sim/tandem/shell_insn.h"

#include <string.h>

enum { U, S, M = 3 };
enum {
    FETCH_FAULT = 1,
    ILLEGAL = 2,
    BREAKPOINT = 3,
    LOAD_MISALIGNED = 4,
    LOAD_FAULT = 5,
    STORE_MISALIGNED = 6,
    STORE_FAULT = 7,
    ECALL_U = 8
};

void hart_reset(hart *h) {
    units_reset(h->beside);
    h->mode = M;
    h->pc = HART_BASE;
    memset(h->x, 0, sizeof h->x);
    h->csrs = (hart_csrs){.mstatus = 0};
    h->waits = h->finished = false;
    h->cycles = 0;
}

static void raise(hart_insn *i, uint64_t cause, uint64_t tval) {
    i->trap = true;
    i->cause = cause;
    i->tval = tval;
}

/* ---- Memory */

static uint8_t *place(hart *h, uint64_t address, unsigned size) {
    return address >= HART_BASE && address + size <= (uint64_t)HART_BASE + HART_MEMORY
               ? &h->memory[address - HART_BASE]
               : NULL;
}

static void load(hart *h, hart_insn *i, unsigned rd, uint64_t address, unsigned funct3) {
    const unsigned size = 1U << (funct3 & 3);
    const uint8_t *at = place(h, address, size);
    if ((address & (size - 1)) != 0 || at == NULL) {
        raise(i, at == NULL ? LOAD_FAULT : LOAD_MISALIGNED, address);
        return;
    }
    uint64_t value = 0;
    memcpy(&value, at, size);
    if (funct3 < 4 && size < 8) {
        const uint64_t sign = UINT64_C(1) << (8 * size - 1);
        value = (value ^ sign) - sign;
    }
    h->x[rd] = hart_word(h, value);
}

static void store(hart *h, hart_insn *i, uint64_t value, uint64_t address, unsigned funct3) {
    const unsigned size = 1U << funct3;
    uint8_t *at = place(h, address, size);
    if (address == HART_FINISH) {
        h->finished = true;
        h->status = (uint32_t)value;
    } else if ((address & (size - 1)) != 0 || at == NULL) {
        raise(i, at == NULL ? STORE_FAULT : STORE_MISALIGNED, address);
    } else {
        memcpy(at, &value, size);
    }
}

/* ---- Computation */

static uint64_t extended(const hart *h, uint64_t value) { /* to 64 bits */
    return h->xlen == 64 ? value : (uint64_t)(int64_t)(int32_t)(uint32_t)value;
}

static uint64_t compute(unsigned width, unsigned funct3, bool other, uint64_t a, uint64_t b) {
    const unsigned shift = (unsigned)b & (width - 1);
    const uint64_t low = width == 64 ? a : (uint32_t)a;
    switch (funct3) {
    case 0:
        return other ? a - b : a + b;
    case 1:
        return a << shift;
    case 2:
        return (int64_t)a < (int64_t)b;
    case 3:
        return a < b;
    case 4:
        return a ^ b;
    case 5:
        return other ? (uint64_t)((int64_t)a >> shift) : low >> shift;
    case 6:
        return a | b;
    default:
        return a & b;
    }
}

static bool taken(unsigned funct3, uint64_t a, uint64_t b) {
    const bool yes = funct3 < 4 ? a == b : funct3 < 6 ? (int64_t)a < (int64_t)b : a < b;
    return yes != ((funct3 & 1) != 0);
}

static uint64_t sign(uint64_t value, unsigned bits) {
    const uint64_t top = UINT64_C(1) << (bits - 1);
    return (value ^ top) - top;
}

/* ---- Transfers, by "Control Transfer Type Definitions" */

static bool is_link(unsigned reg) {
    return reg == 1 || reg == 5;
}

static uint8_t jal_type(unsigned rd) {
    return is_link(rd) ? 9 : rd == 0 ? 11 : 15;
}

static uint8_t jalr_type(unsigned rd, unsigned rs1) {
    if (is_link(rd)) {
        return is_link(rs1) && rs1 != rd ? 12 : 8;
    }
    if (is_link(rs1)) {
        return 13;
    }
    return rd == 0 ? 10 : 14;
}

/* ---- CSR instructions, SCTRCLR */

static void end_cycle(hart *h, const units_inputs *in) {
    units_step(h->beside, in);
    h->cycles++;
}

/* Whether the register is there for the mode; `in` then has what is to be written when it retires.
 */
static bool access(hart *h, units_inputs *in, uint64_t *old) {
    if (hart_csr_own(in->address) && !in->clear) {
        return hart_csr_read(h, in->address, old);
    }
    in->access = true;
    end_cycle(h, in);
    in->access = false;
    return units_read(h->beside, in, old);
}

static void csr(hart *h, hart_insn *i, units_inputs *in) {
    const unsigned funct3 = i->code >> 12 & 7, rs1 = i->code >> 15 & 31, rd = i->code >> 7 & 31;
    const bool writes = (funct3 & 3) == 1 || rs1 != 0;
    in->address = (uint16_t)(i->code >> 20);
    in->op = writes ? funct3 & 3 : 0;
    in->operand = funct3 >= 4 ? rs1 : h->x[rs1];
    uint64_t old;
    if (!access(h, in, &old) || (writes && in->address >> 10 == 3)) {
        raise(i, ILLEGAL, i->tval);
        return;
    }
    in->wdata = in->op == 1 ? in->operand : in->op == 2 ? old | in->operand : old & ~in->operand;
    if (writes) {
        in->write = true;
        in->lcofip_write =
            in->address == 0x344 || (in->address == 0x144 && (h->csrs.mideleg >> 13 & 1) != 0);
        hart_csr_write(h, in->address, in->wdata);
    }
    h->x[rd] = old;
}

static void system_insn(hart *h, hart_insn *i, units_inputs *in) {
    const bool machine = h->mode == M, tsr = (h->csrs.mstatus >> 22 & 1) != 0;
    uint64_t none;
    if ((i->code >> 12 & 3) != 0) {
        csr(h, i, in);
    } else if (i->code == 0x00000073) {
        raise(i, ECALL_U + h->mode, 0);
    } else if (i->code == 0x00100073) {
        raise(i, BREAKPOINT, h->pc);
    } else if ((i->code == 0x30200073 && machine) ||
               (i->code == 0x10200073 && (machine || (h->mode == S && !tsr)))) {
        i->itype = 3;
        i->next = hart_return(h, i->code >> 28 == 3 ? M : S);
    } else if (i->code == 0x10400073) {
        in->clear = true;
        if (!access(h, in, &none)) {
            raise(i, ILLEGAL, i->tval);
        }
        in->clear = false;
    } else if (i->code == 0x10500073) {
        h->waits = true;
    } else if (i->code >> 25 != 0x09 || h->mode == U) { /* sfence.vma */
        raise(i, ILLEGAL, i->tval);
    }
}

static void execute(hart *h, hart_insn *i, units_inputs *in) {
    const uint32_t c = i->code;
    const unsigned rd = c >> 7 & 31, funct3 = c >> 12 & 7, rs1 = c >> 15 & 31, rs2 = c >> 20 & 31;
    const uint64_t a = h->x[rs1], b = h->x[rs2], imm = sign(c >> 20, 12);
    const uint64_t upper = sign(c & 0xfffff000U, 32);
    const uint64_t store_imm = sign((c >> 25 << 5) | rd, 12);
    const uint64_t branch_imm =
        sign((c >> 31) << 12 | (c >> 7 & 1) << 11 | (c >> 25 & 63) << 5 | (c >> 8 & 15) << 1, 13);
    const uint64_t jump_imm = sign(
        (c >> 31) << 20 | (c >> 12 & 255) << 12 | (c >> 20 & 1) << 11 | (c >> 21 & 1023) << 1, 21);
    const uint64_t ea = extended(h, a), eb = extended(h, b);
    const bool other = (c >> 30 & 1) != 0, is_imm = (c & 0x7f) == 0x13 || (c & 0x7f) == 0x1b;
    const uint64_t behind = i->next;
    switch (c & 0x7f) {
    case 0x37:
        h->x[rd] = hart_word(h, upper);
        break;
    case 0x17:
        h->x[rd] = hart_word(h, h->pc + upper);
        break;
    case 0x6f:
        i->itype = jal_type(rd);
        i->next = hart_word(h, h->pc + jump_imm);
        h->x[rd] = behind;
        break;
    case 0x67:
        i->itype = jalr_type(rd, rs1);
        i->next = hart_word(h, (a + imm) & ~UINT64_C(1));
        h->x[rd] = behind;
        break;
    case 0x63:
        i->itype = taken(funct3, ea, eb) ? 5 : 4;
        i->next = i->itype == 5 ? hart_word(h, h->pc + branch_imm) : behind;
        break;
    case 0x03:
        load(h, i, rd, hart_word(h, a + imm), funct3);
        break;
    case 0x23:
        store(h, i, b, hart_word(h, a + store_imm), funct3);
        break;
    case 0x13:
    case 0x33:
        h->x[rd] = hart_word(
            h, compute(h->xlen, funct3, other && (!is_imm || funct3 == 5), ea, is_imm ? imm : eb));
        break;
    case 0x1b:
    case 0x3b:
        h->x[rd] =
            sign((uint32_t)compute(32, funct3, other && (!is_imm || funct3 == 5),
                                   sign((uint32_t)a, 32), is_imm ? imm : sign((uint32_t)b, 32)),
                 32);
        break;
    case 0x0f:
        break;
    case 0x73:
        system_insn(h, i, in);
        break;
    default:
        raise(i, ILLEGAL, i->tval);
        break;
    }
    h->x[0] = 0;
}

static void fetch(hart *h, hart_insn *i) {
    uint32_t code = 0;
    const uint8_t *at = place(h, h->pc, 4);
    if (at == NULL) {
        raise(i, FETCH_FAULT, h->pc);
        return;
    }
    memcpy(&code, at, sizeof code);
    const bool is_short = (code & 3) != 3;
    code = is_short ? code & 0xffff : code;
    i->next = hart_word(h, h->pc + (is_short ? 2 : 4));
    i->tval = code;
    i->code = is_short ? nt_tv_insn_expand(code, h->xlen, 0) : code;
}

static void enter(hart *h, units_inputs *in, uint64_t cause, uint64_t tval, uint8_t itype) {
    in->itype = itype;
    in->cause = cause & 31;
    in->mode_next = hart_trap(h, cause, h->pc, tval, &in->itgt);
}

void hart_step(hart *h) {
    units_inputs in = {.mode = h->mode, .isrc = h->pc, .mode_next = h->mode};
    hart_insn i = {.code = 0};
    uint64_t cause;
    if (h->waits) {
        h->waits = !hart_wakes(h);
        end_cycle(h, &in);
        return;
    }
    if (hart_interrupt(h, &cause)) {
        enter(h, &in, cause, 0, 2);
    } else {
        fetch(h, &i);
        if (!i.trap) {
            execute(h, &i, &in);
        }
        if (i.trap) {
            enter(h, &in, i.cause, i.tval, 1);
        } else {
            in.retire = true;
            in.itype = i.itype;
            in.itgt = i.next;
            in.mode_next = h->mode;
        }
    }
    in.step = true;
    h->mode = in.mode_next;
    h->pc = in.itgt;
    end_cycle(h, &in);
}
