/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/shell_half.h"

#include "sim/tandem/half_float.h"

enum { HALF = 2, DYNAMIC = 7, BOXED = 0xffff, CANONICAL = 0x7e00 };

/* Bits 31 to 27 of computation. */
enum {
    ADD = 0x00,
    SUB = 0x01,
    MUL = 0x02,
    DIV = 0x03,
    SGNJ = 0x04,
    MINMAX = 0x05,
    CONVERT = 0x08,
    SQRT = 0x0b,
    COMPARE = 0x14,
    TO_INTEGER = 0x18,
    FROM_INTEGER = 0x1a,
    TO_GPR = 0x1c, /* fmv.x.h, fclass.h */
    FROM_GPR = 0x1e,
};

static unsigned kind_of(uint32_t code) {
    return code >> 27;
}

static unsigned format_of(uint32_t code) {
    return code >> 25 & 3;
}

static unsigned function_of(uint32_t code) {
    return code >> 12 & 7;
}

static unsigned second_of(uint32_t code) {
    return code >> 20 & 31;
}

static bool is_fused(uint32_t code) {
    return (code & 0x73) == 0x43;
}

static bool rounds(uint32_t code) {
    unsigned kind = kind_of(code);
    return is_fused(code) || kind <= DIV || kind == SQRT || kind == CONVERT || kind == TO_INTEGER ||
           kind == FROM_INTEGER;
}

/* ---- which there are ---- */

/* Between halves and others. */
static bool is_conversion(uint32_t code, unsigned flen) {
    unsigned format = format_of(code);
    unsigned second = second_of(code);
    bool half = (format == HALF) != (second == HALF);
    return half && format <= HALF && second <= HALF && (flen == 64 || (format != 1 && second != 1));
}

static bool exists(uint32_t code, unsigned xlen, unsigned flen) {
    unsigned function = function_of(code);
    unsigned second = second_of(code);
    if (kind_of(code) == CONVERT && !is_fused(code)) {
        return is_conversion(code, flen);
    }
    if (format_of(code) != HALF || is_fused(code)) {
        return format_of(code) == HALF;
    }
    switch (kind_of(code)) {
    case ADD:
    case SUB:
    case MUL:
    case DIV:
        return true;
    case SQRT:
        return second == 0;
    case SGNJ:
    case COMPARE:
        return function <= 2;
    case MINMAX:
        return function <= 1;
    case TO_INTEGER:
    case FROM_INTEGER:
        return second <= (xlen == 64 ? 3U : 1U);
    case TO_GPR:
        return second == 0 && function <= 1;
    case FROM_GPR:
        return second == 0 && function == 0;
    default:
        return false;
    }
}

void nt_tv_half_decode(nt_tv_insn *insn, unsigned xlen, unsigned flen) {
    uint32_t code = insn->code;
    unsigned opcode = code & 0x7f;
    unsigned function = function_of(code);
    bool reserved = rounds(code) && (function == 5 || function == 6);
    if (flen == 0 || (opcode != 0x53 && !is_fused(code)) || (opcode & 3) != 3 || reserved ||
        !exists(code, xlen, flen)) {
        return;
    }
    unsigned kind = is_fused(code) ? ADD : kind_of(code);
    bool to_gpr = kind == COMPARE || kind == TO_INTEGER || kind == TO_GPR;
    bool from_gpr = kind == FROM_INTEGER || kind == FROM_GPR;
    bool moves = kind == CONVERT || kind == FROM_GPR || (kind == TO_GPR && function == 0);
    bool two = is_fused(code) || kind <= MINMAX || kind == COMPARE;
    insn->class_ = NT_TV_HALF;
    insn->extension = moves && !is_fused(code) ? NT_TV_EXT_ZFHMIN : NT_TV_EXT_ZFH;
    insn->width = HALF;
    insn->rd = (uint8_t)((code >> 7 & 31) + (to_gpr ? 0 : NT_TV_F0));
    insn->rs1 = (uint8_t)((code >> 15 & 31) + (from_gpr ? 0 : NT_TV_F0));
    insn->rs2 = two ? (uint8_t)(second_of(code) + NT_TV_F0) : 0;
    insn->reads = UINT64_C(1) << insn->rs1 | UINT64_C(1) << insn->rs2;
    insn->reads |= is_fused(code) ? UINT64_C(1) << (kind_of(code) + NT_TV_F0) : 0;
    insn->reads &= ~UINT64_C(1);
}

/* ---- operands ---- */

static uint64_t box_of(unsigned bits) {
    return bits == 64 ? 0 : UINT64_MAX << bits;
}

/* The low bits of an FPR, if it is boxed; else the canonical NaN. */
static uint64_t unboxed(const nt_tv_shell *shell, unsigned reg, unsigned bits) {
    static const uint64_t nans[] = {[HALF] = CANONICAL, [4] = 0x7fc00000, [8] = 0};
    uint64_t value = shell->state.user.f[reg - NT_TV_F0];
    uint64_t box = box_of(bits) & (shell->flen == 32 ? UINT32_MAX : UINT64_MAX);
    return (value & box) == box ? value & ~box_of(bits) : nans[bits / 8];
}

static uint16_t half_of(const nt_tv_shell *shell, unsigned reg) {
    return (uint16_t)unboxed(shell, reg, 16);
}

/* ---- what they do ---- */

static uint16_t signs(unsigned function, uint16_t a, uint16_t b) {
    enum { SIGN = 0x8000 };
    uint16_t sign = function == 0   ? b & SIGN
                    : function == 1 ? ~b & SIGN
                                    : (uint16_t)((a ^ b) & SIGN);
    return (uint16_t)((a & ~SIGN) | sign);
}

/* A register of a format, boxed. */
static uint64_t converted(const nt_tv_shell *shell, nt_half_context *context) {
    static const nt_float_format *const formats[] = {&nt_float_single, &nt_float_double,
                                                     &nt_float_half};
    static const uint8_t bits[] = {32, 64, 16};
    uint32_t code = shell->outcome->insn.code;
    unsigned from = second_of(code);
    unsigned to = format_of(code);
    uint64_t source = unboxed(shell, shell->outcome->insn.rs1, bits[from]);
    return nt_half_convert(context, source, formats[from], formats[to]) | box_of(bits[to]);
}

static uint16_t fused(const nt_tv_shell *shell, nt_half_context *context) {
    enum { NEGATES_PRODUCT = 8, SIGN = 0x8000 };
    const nt_tv_insn *insn = &shell->outcome->insn;
    unsigned which = insn->code >> 2 & 3; /* madd, msub, nmsub, nmadd */
    uint16_t a = half_of(shell, insn->rs1);
    uint16_t c = half_of(shell, kind_of(insn->code) + NT_TV_F0);
    a ^= which >= 2 ? SIGN : 0;
    c ^= which == 1 || which == 3 ? SIGN : 0;
    return nt_half_fused(context, a, half_of(shell, insn->rs2), c);
}

static uint64_t to_gpr(const nt_tv_shell *shell, nt_half_context *context) {
    static const nt_half_operation compares[] = {NT_HALF_LE, NT_HALF_LT, NT_HALF_EQ};
    const nt_tv_insn *insn = &shell->outcome->insn;
    uint32_t code = insn->code;
    uint16_t a = half_of(shell, insn->rs1);
    switch (kind_of(code)) {
    case COMPARE:
        return nt_half_compute(context, compares[function_of(code)], a, half_of(shell, insn->rs2));
    case TO_INTEGER:
        return nt_half_to_integer(context, a, second_of(code) >= 2 ? 64 : 32,
                                  (second_of(code) & 1) == 0);
    default: /* fmv.x.h has the bits as they are */
        return function_of(code) == 1
                   ? nt_half_class(a)
                   : (uint64_t)(int64_t)(int16_t)shell->state.user.f[insn->rs1 - NT_TV_F0];
    }
}

static uint16_t computed(const nt_tv_shell *shell, nt_half_context *context) {
    static const nt_half_operation operations[] = {NT_HALF_ADD, NT_HALF_SUB, NT_HALF_MUL,
                                                   NT_HALF_DIV};
    const nt_tv_insn *insn = &shell->outcome->insn;
    uint32_t code = insn->code;
    unsigned kind = kind_of(code);
    if (kind == FROM_INTEGER) {
        return nt_half_from_integer(context, shell->state.user.x[insn->rs1],
                                    second_of(code) >= 2 ? 64 : 32, (second_of(code) & 1) == 0);
    }
    if (kind == FROM_GPR) {
        return (uint16_t)shell->state.user.x[insn->rs1];
    }
    uint16_t a = half_of(shell, insn->rs1);
    uint16_t b = insn->rs2 != 0 ? half_of(shell, insn->rs2) : 0;
    if (kind == SGNJ) {
        return signs(function_of(code), a, b);
    }
    nt_half_operation operation = kind == SQRT ? NT_HALF_SQRT
                                  : kind == MINMAX
                                      ? (function_of(code) == 0 ? NT_HALF_MIN : NT_HALF_MAX)
                                      : operations[kind & 3];
    return nt_half_compute(context, operation, a, b);
}

void nt_tv_shell_half(nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    uint32_t fcsr = (uint32_t)shell->state.csr[NT_TV_FCSR];
    unsigned rm = function_of(insn->code);
    nt_half_context context = {.rm = rm == DYNAMIC ? fcsr >> 5 & 7 : rm};
    bool to_float = insn->rd >= NT_TV_F0;
    uint64_t result;
    if (rounds(insn->code) && context.rm > 4) {
        nt_tv_shell_illegal(shell);
        return;
    }
    if (is_fused(insn->code)) {
        result = fused(shell, &context) | box_of(16);
    } else if (kind_of(insn->code) == CONVERT) {
        result = converted(shell, &context);
    } else {
        result = to_float ? computed(shell, &context) | box_of(16) : to_gpr(shell, &context);
    }
    nt_tv_shell_set(shell, insn->rd, shell->flen == 32 && to_float ? (uint32_t)result : result,
                    true);
    shell->outcome->floats = true;
    if ((fcsr | context.flags) != fcsr) {
        nt_tv_shell_touch(shell, NT_TV_FCSR, fcsr | context.flags,
                          nt_tv_csr_is_known(&shell->state, NT_TV_FCSR), 0);
    }
    nt_tv_shell_dirty_floats(shell, to_float);
    nt_tv_shell_next(shell);
}
