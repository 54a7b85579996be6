/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/shell_insn.h"

#include "sim/tandem/shell_bits.h"
#include "sim/tandem/shell_half.h"

#include <stddef.h>

static uint8_t field(uint32_t code, unsigned from) {
    return code >> from & 31;
}

static uint64_t bit(unsigned reg) {
    return reg == 0 ? 0 : UINT64_C(1) << reg;
}

static int32_t i_offset(uint32_t code) {
    return (int32_t)code >> 20;
}

static int32_t s_offset(uint32_t code) {
    return ((int32_t)code >> 25) * 32 + field(code, 7);
}

/* Loads and stores of integer and floating point registers. */

static void decode_load(nt_tv_insn *insn, unsigned most, bool is_float) {
    unsigned f3 = insn->code >> 12 & 7;
    uint8_t width = (uint8_t)(1U << (f3 & 3));
    if (is_float ? f3 < 1 || f3 > 3 || width > most
                 : width > most || f3 == 7 || (f3 == 6 && most == 4)) {
        return;
    }
    insn->class_ = NT_TV_LOAD;
    insn->width = width;
    insn->is_signed = !is_float && f3 < 4;
    insn->rd = (uint8_t)(field(insn->code, 7) + (is_float ? NT_TV_F0 : 0));
    insn->rs1 = field(insn->code, 15);
    insn->offset = i_offset(insn->code);
    insn->extension = is_float && f3 == 1 ? NT_TV_EXT_ZFHMIN : 0;
    insn->reads = bit(insn->rs1);
}

static void decode_store(nt_tv_insn *insn, unsigned most, bool is_float) {
    unsigned f3 = insn->code >> 12 & 7;
    if (f3 > 3 || (is_float && f3 < 1) || 1U << f3 > most) {
        return;
    }
    insn->class_ = NT_TV_STORE;
    insn->width = (uint8_t)(1U << f3);
    insn->rs1 = field(insn->code, 15);
    insn->rs2 = (uint8_t)(field(insn->code, 20) + (is_float ? NT_TV_F0 : 0));
    insn->offset = s_offset(insn->code);
    insn->extension = is_float && f3 == 1 ? NT_TV_EXT_ZFHMIN : 0;
    insn->reads = bit(insn->rs1) | bit(insn->rs2);
}

static void decode_amo(nt_tv_insn *insn, unsigned xlen) {
    static const uint32_t amos = 1U << 0 | 1U << 1 | 1U << 4 | 1U << 8 | 1U << 12 | 1U << 16 |
                                 1U << 20 | 1U << 24 | 1U << 28;
    unsigned f3 = insn->code >> 12 & 7;
    unsigned f5 = insn->code >> 27;
    if ((f3 != 2 && f3 != 3) || (f3 == 3 && xlen == 32)) {
        return;
    }
    if (f5 == 2) {
        insn->class_ = field(insn->code, 20) == 0 ? NT_TV_LR : NT_TV_UNKNOWN;
    } else if (f5 == 3) {
        insn->class_ = NT_TV_SC;
    } else if ((amos >> f5 & 1) != 0) {
        insn->class_ = NT_TV_AMO;
    } else {
        return;
    }
    insn->width = (uint8_t)(1U << f3);
    insn->is_signed = true;
    insn->rd = field(insn->code, 7);
    insn->rs1 = field(insn->code, 15);
    insn->rs2 = field(insn->code, 20);
    insn->reads = bit(insn->rs1) | bit(insn->rs2);
}

/* Integer computation. */

static bool is_op_imm(uint32_t code, unsigned width) {
    unsigned f3 = code >> 12 & 7;
    unsigned upper = code >> 25;
    unsigned allowed = width == 64 ? ~1U : ~0U; /* bit 25 is of the amount */
    if (f3 == 1) {
        return (upper & allowed) == 0;
    }
    return f3 != 5 || (upper & allowed) == 0 || (upper & allowed) == 0x20;
}

static bool is_op(uint32_t code, bool is_word) {
    unsigned f3 = code >> 12 & 7;
    unsigned f7 = code >> 25;
    if (f7 == 1) {
        return !is_word || f3 == 0 || f3 >= 4;
    }
    if (f7 == 0x20) {
        return f3 == 0 || f3 == 5;
    }
    return f7 == 0 && (!is_word || f3 == 0 || f3 == 1 || f3 == 5);
}

static void plain(nt_tv_insn *insn, bool writes, bool first, bool second) {
    insn->class_ = NT_TV_PLAIN;
    insn->rd = writes ? field(insn->code, 7) : 0;
    insn->rs1 = first ? field(insn->code, 15) : 0;
    insn->rs2 = second ? field(insn->code, 20) : 0;
    insn->reads = bit(insn->rs1) | bit(insn->rs2);
}

/* Floating point. */

typedef struct float_form {
    uint8_t f5;         /* bits 31 to 27 */
    bool to_integer;    /* the result is a GPR */
    bool from_integer;  /* the source is */
    uint8_t sources;    /* FPRs read */
    uint16_t selection; /* bits: values of rs2 that exist, if that selects; 0: it does not */
    uint8_t functions;  /* bits: values of funct3 that exist; 0xff: it is the rounding mode */
} float_form;

static const float_form float_forms[] = {
    {0x00, false, false, 2, 0, 0xff},   /* fadd */
    {0x01, false, false, 2, 0, 0xff},   /* fsub */
    {0x02, false, false, 2, 0, 0xff},   /* fmul */
    {0x03, false, false, 2, 0, 0xff},   /* fdiv */
    {0x0b, false, false, 1, 0x1, 0xff}, /* fsqrt */
    {0x04, false, false, 2, 0, 0x07},   /* fsgnj */
    {0x05, false, false, 2, 0, 0x03},   /* fmin, fmax */
    {0x08, false, false, 1, 0x3, 0xff}, /* fcvt between formats */
    {0x14, true, false, 2, 0, 0x07},    /* fle, flt, feq */
    {0x18, true, false, 1, 0xf, 0xff},  /* fcvt to an integer */
    {0x1a, false, true, 0, 0xf, 0xff},  /* fcvt from one */
    {0x1c, true, false, 1, 0x1, 0x03},  /* fmv to a GPR, fclass */
    {0x1e, false, true, 0, 0x1, 0x01},  /* fmv from one */
};

static void decode_float(nt_tv_insn *insn, unsigned xlen, unsigned flen) {
    uint32_t code = insn->code;
    unsigned format = code >> 25 & 3;
    unsigned f5 = code >> 27;
    unsigned rs2 = field(code, 20);
    const float_form *form = NULL;
    for (unsigned i = 0; i < sizeof float_forms / sizeof float_forms[0]; i++) {
        form = float_forms[i].f5 == f5 ? &float_forms[i] : form;
    }
    if (form == NULL || format > 1 || (format == 1 && flen < 64) ||
        (form->functions >> (code >> 12 & 7) & 1) == 0 ||
        (form->selection != 0 && (form->selection >> rs2 & 1) == 0)) {
        return;
    }
    if ((form->selection == 0xf && rs2 > 1 && xlen == 32) ||
        (f5 == 8 && (rs2 == format || flen < 64)) ||
        ((f5 == 0x1c || f5 == 0x1e) && format == 1 && xlen == 32 && (code >> 12 & 7) == 0)) {
        return;
    }
    insn->class_ = NT_TV_FLOAT;
    insn->width = format == 0 ? 4 : 8;
    insn->sources_single = f5 == 8 ? rs2 == 0 : format == 0;
    insn->rd = (uint8_t)(field(code, 7) + (form->to_integer ? 0 : NT_TV_F0));
    insn->rs1 = form->from_integer ? field(code, 15) : (uint8_t)(field(code, 15) + NT_TV_F0);
    insn->rs2 = form->sources == 2 ? (uint8_t)(rs2 + NT_TV_F0) : 0;
    insn->reads = bit(insn->rs1) | bit(insn->rs2);
    if (f5 == 0x1c && (code >> 12 & 7) == 0) {
        insn->sources_single = false; /* bits are moved as they are */
    }
}

static void decode_fused(nt_tv_insn *insn, unsigned flen) {
    unsigned format = insn->code >> 25 & 3;
    if (format > 1 || (format == 1 && flen < 64) || flen == 0) {
        return;
    }
    insn->class_ = NT_TV_FLOAT;
    insn->width = format == 0 ? 4 : 8;
    insn->sources_single = format == 0;
    insn->rd = (uint8_t)(field(insn->code, 7) + NT_TV_F0);
    insn->rs1 = (uint8_t)(field(insn->code, 15) + NT_TV_F0);
    insn->rs2 = (uint8_t)(field(insn->code, 20) + NT_TV_F0);
    insn->reads = bit(insn->rs1) | bit(insn->rs2) | bit(insn->code >> 27) << NT_TV_F0;
    insn->reads |= insn->code >> 27 == 0 ? bit(NT_TV_F0) : 0;
}

/* System. */

static void decode_system(nt_tv_insn *insn) {
    static const struct {
        uint32_t code;
        nt_tv_class class_;
    } whole[] = {
        {0x00000073, NT_TV_ECALL}, {0x00100073, NT_TV_EBREAK}, {0x30200073, NT_TV_MRET},
        {0x10200073, NT_TV_SRET},  {0x10500073, NT_TV_WFI},
    };
    unsigned f3 = insn->code >> 12 & 7;
    if (f3 == 4) {
        return;
    }
    if (f3 != 0) {
        insn->class_ = NT_TV_CSR;
        insn->rd = field(insn->code, 7);
        insn->rs1 = field(insn->code, 15);
        insn->reads = f3 < 4 ? bit(insn->rs1) : 0;
        return;
    }
    for (unsigned i = 0; i < sizeof whole / sizeof whole[0]; i++) {
        if (whole[i].code == insn->code) {
            insn->class_ = (uint8_t)whole[i].class_;
        }
    }
    uint32_t fence = insn->code & 0xfe007fff;
    if (fence == 0x12000073 || fence == 0x22000073 || fence == 0x62000073) {
        insn->class_ = fence == 0x12000073 ? NT_TV_SFENCE : NT_TV_HFENCE;
        insn->rs1 = field(insn->code, 15);
        insn->rs2 = field(insn->code, 20);
        insn->reads = bit(insn->rs1) | bit(insn->rs2);
    }
}

static void decode_wide(nt_tv_insn *insn, unsigned xlen, unsigned flen) {
    uint32_t code = insn->code;
    unsigned f3 = code >> 12 & 7;
    switch (code & 0x7f) {
    case 0x03:
        decode_load(insn, xlen / 8, false);
        break;
    case 0x07:
        decode_load(insn, flen / 8, true);
        break;
    case 0x0f:
        insn->class_ = f3 < 2 ? NT_TV_FENCE : NT_TV_UNKNOWN;
        break;
    case 0x13:
        if (is_op_imm(code, xlen)) {
            plain(insn, true, true, false);
        }
        break;
    case 0x17: /* auipc, lui */
    case 0x37:
    case 0x6f: /* jal */
        plain(insn, true, false, false);
        break;
    case 0x1b:
        if (xlen == 64 && (f3 == 0 || f3 == 1 || f3 == 5) && is_op_imm(code, 32)) {
            plain(insn, true, true, false);
        }
        break;
    case 0x23:
        decode_store(insn, xlen / 8, false);
        break;
    case 0x27:
        decode_store(insn, flen / 8, true);
        break;
    case 0x2f:
        decode_amo(insn, xlen);
        break;
    case 0x33:
        if (is_op(code, false)) {
            plain(insn, true, true, true);
        }
        break;
    case 0x3b:
        if (xlen == 64 && is_op(code, true)) {
            plain(insn, true, true, true);
        }
        break;
    case 0x43:
    case 0x47:
    case 0x4b:
    case 0x4f:
        decode_fused(insn, flen);
        break;
    case 0x53:
        if (flen != 0) {
            decode_float(insn, xlen, flen);
        }
        break;
    case 0x63:
        if (f3 != 2 && f3 != 3) {
            plain(insn, false, true, true);
        }
        break;
    case 0x67:
        if (f3 == 0) {
            plain(insn, true, true, false);
        }
        break;
    case 0x73:
        decode_system(insn);
        break;
    default:
        break;
    }
}

void nt_tv_insn_decode(nt_tv_insn *insn, uint32_t code, uint8_t size, unsigned xlen,
                       unsigned flen) {
    uint32_t wide = size == 2 ? nt_tv_insn_expand(code, xlen, flen) : code;
    uint32_t zcb = size == 2 && wide == 0 ? nt_tv_bits_expand(code, xlen) : 0;
    *insn = (nt_tv_insn){.code = wide | zcb, .size = size};
    if (size != 2 && (code & 3) != 3) {
        return;
    }
    decode_wide(insn, xlen, flen);
    if (insn->class_ == NT_TV_UNKNOWN) {
        nt_tv_half_decode(insn, xlen, flen);
    }
    if (insn->class_ == NT_TV_UNKNOWN) {
        nt_tv_bits_decode(insn, xlen);
    }
    if (zcb != 0 && insn->class_ != NT_TV_UNKNOWN) {
        insn->extension = insn->extension != 0 ? insn->extension : NT_TV_EXT_ZCB;
    }
}
