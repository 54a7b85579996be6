/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/shell_bits.h"

typedef enum operation {
    SH1ADD,
    SH2ADD,
    SH3ADD,
    SH1ADD_UW,
    SH2ADD_UW,
    SH3ADD_UW,
    ADD_UW,
    SLLI_UW,
    ANDN,
    ORN,
    XNOR,
    CLZ,
    CTZ,
    CPOP,
    CLZW,
    CTZW,
    CPOPW,
    MAX,
    MAXU,
    MIN,
    MINU,
    SEXT_B,
    SEXT_H,
    ZEXT_H,
    ROL,
    ROR,
    RORI,
    ROLW,
    RORW,
    RORIW,
    ORC_B,
    REV8,
    BCLR,
    BCLRI,
    BEXT,
    BEXTI,
    BINV,
    BINVI,
    BSET,
    BSETI,
    CLMUL,
    CLMULH,
    CLMULR,
    CZERO_EQZ,
    CZERO_NEZ,
    MOP,
    WRS,
} operation;

enum { ANY, RV32, RV64 };
enum { ONE = 1, TWO = 2 }; /* sources */

typedef struct row {
    uint32_t mask;
    uint32_t match;
    uint8_t operation;
    uint8_t extension;
    uint8_t xlen;    /* ANY, RV32, RV64 */
    uint8_t sources; /* ONE, TWO; 0: none */
} row;

static const row rows[] = {
    {0xfe00707f, 0x20002033, SH1ADD, NT_TV_EXT_ZBA, ANY, TWO},
    {0xfe00707f, 0x20004033, SH2ADD, NT_TV_EXT_ZBA, ANY, TWO},
    {0xfe00707f, 0x20006033, SH3ADD, NT_TV_EXT_ZBA, ANY, TWO},
    {0xfe00707f, 0x2000203b, SH1ADD_UW, NT_TV_EXT_ZBA, RV64, TWO},
    {0xfe00707f, 0x2000403b, SH2ADD_UW, NT_TV_EXT_ZBA, RV64, TWO},
    {0xfe00707f, 0x2000603b, SH3ADD_UW, NT_TV_EXT_ZBA, RV64, TWO},
    {0xfe00707f, 0x0800003b, ADD_UW, NT_TV_EXT_ZBA, RV64, TWO},
    {0xfc00707f, 0x0800101b, SLLI_UW, NT_TV_EXT_ZBA, RV64, ONE},
    {0xfe00707f, 0x40007033, ANDN, NT_TV_EXT_ZBB, ANY, TWO},
    {0xfe00707f, 0x40006033, ORN, NT_TV_EXT_ZBB, ANY, TWO},
    {0xfe00707f, 0x40004033, XNOR, NT_TV_EXT_ZBB, ANY, TWO},
    {0xfff0707f, 0x60001013, CLZ, NT_TV_EXT_ZBB, ANY, ONE},
    {0xfff0707f, 0x60101013, CTZ, NT_TV_EXT_ZBB, ANY, ONE},
    {0xfff0707f, 0x60201013, CPOP, NT_TV_EXT_ZBB, ANY, ONE},
    {0xfff0707f, 0x6000101b, CLZW, NT_TV_EXT_ZBB, RV64, ONE},
    {0xfff0707f, 0x6010101b, CTZW, NT_TV_EXT_ZBB, RV64, ONE},
    {0xfff0707f, 0x6020101b, CPOPW, NT_TV_EXT_ZBB, RV64, ONE},
    {0xfe00707f, 0x0a006033, MAX, NT_TV_EXT_ZBB, ANY, TWO},
    {0xfe00707f, 0x0a007033, MAXU, NT_TV_EXT_ZBB, ANY, TWO},
    {0xfe00707f, 0x0a004033, MIN, NT_TV_EXT_ZBB, ANY, TWO},
    {0xfe00707f, 0x0a005033, MINU, NT_TV_EXT_ZBB, ANY, TWO},
    {0xfff0707f, 0x60401013, SEXT_B, NT_TV_EXT_ZBB, ANY, ONE},
    {0xfff0707f, 0x60501013, SEXT_H, NT_TV_EXT_ZBB, ANY, ONE},
    {0xfff0707f, 0x08004033, ZEXT_H, NT_TV_EXT_ZBB, RV32, ONE},
    {0xfff0707f, 0x0800403b, ZEXT_H, NT_TV_EXT_ZBB, RV64, ONE},
    {0xfe00707f, 0x60001033, ROL, NT_TV_EXT_ZBB, ANY, TWO},
    {0xfe00707f, 0x60005033, ROR, NT_TV_EXT_ZBB, ANY, TWO},
    {0xfe00707f, 0x60005013, RORI, NT_TV_EXT_ZBB, RV32, ONE},
    {0xfc00707f, 0x60005013, RORI, NT_TV_EXT_ZBB, RV64, ONE},
    {0xfe00707f, 0x6000103b, ROLW, NT_TV_EXT_ZBB, RV64, TWO},
    {0xfe00707f, 0x6000503b, RORW, NT_TV_EXT_ZBB, RV64, TWO},
    {0xfe00707f, 0x6000501b, RORIW, NT_TV_EXT_ZBB, RV64, ONE},
    {0xfff0707f, 0x28705013, ORC_B, NT_TV_EXT_ZBB, ANY, ONE},
    {0xfff0707f, 0x69805013, REV8, NT_TV_EXT_ZBB, RV32, ONE},
    {0xfff0707f, 0x6b805013, REV8, NT_TV_EXT_ZBB, RV64, ONE},
    {0xfe00707f, 0x48001033, BCLR, NT_TV_EXT_ZBS, ANY, TWO},
    {0xfe00707f, 0x48005033, BEXT, NT_TV_EXT_ZBS, ANY, TWO},
    {0xfe00707f, 0x68001033, BINV, NT_TV_EXT_ZBS, ANY, TWO},
    {0xfe00707f, 0x28001033, BSET, NT_TV_EXT_ZBS, ANY, TWO},
    {0xfe00707f, 0x48001013, BCLRI, NT_TV_EXT_ZBS, RV32, ONE},
    {0xfe00707f, 0x48005013, BEXTI, NT_TV_EXT_ZBS, RV32, ONE},
    {0xfe00707f, 0x68001013, BINVI, NT_TV_EXT_ZBS, RV32, ONE},
    {0xfe00707f, 0x28001013, BSETI, NT_TV_EXT_ZBS, RV32, ONE},
    {0xfc00707f, 0x48001013, BCLRI, NT_TV_EXT_ZBS, RV64, ONE},
    {0xfc00707f, 0x48005013, BEXTI, NT_TV_EXT_ZBS, RV64, ONE},
    {0xfc00707f, 0x68001013, BINVI, NT_TV_EXT_ZBS, RV64, ONE},
    {0xfc00707f, 0x28001013, BSETI, NT_TV_EXT_ZBS, RV64, ONE},
    {0xfe00707f, 0x0a001033, CLMUL, NT_TV_EXT_ZBC, ANY, TWO},
    {0xfe00707f, 0x0a003033, CLMULH, NT_TV_EXT_ZBC, ANY, TWO},
    {0xfe00707f, 0x0a002033, CLMULR, NT_TV_EXT_ZBC, ANY, TWO},
    {0xfe00707f, 0x0e005033, CZERO_EQZ, NT_TV_EXT_ZICOND, ANY, TWO},
    {0xfe00707f, 0x0e007033, CZERO_NEZ, NT_TV_EXT_ZICOND, ANY, TWO},
    {0xb3c0707f, 0x81c04073, MOP, NT_TV_EXT_ZIMOP, ANY, 0},
    {0xb200707f, 0x82004073, MOP, NT_TV_EXT_ZIMOP, ANY, 0},
    {0xffffffff, 0x00d00073, WRS, NT_TV_EXT_ZAWRS, ANY, 0},
    {0xffffffff, 0x01d00073, WRS, NT_TV_EXT_ZAWRS, ANY, 0},
};

static const row *row_of(uint32_t code, unsigned xlen) {
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool fits = rows[i].xlen == ANY || rows[i].xlen == (xlen == 32 ? RV32 : RV64);
        if (fits && (code & rows[i].mask) == rows[i].match) {
            return &rows[i];
        }
    }
    return NULL;
}

void nt_tv_bits_decode(nt_tv_insn *insn, unsigned xlen) {
    uint32_t code = insn->code;
    const row *found = row_of(code, xlen);
    if (found == NULL) {
        return;
    }
    insn->class_ = NT_TV_BITS;
    insn->extension = found->extension;
    insn->rd = found->operation == WRS ? 0 : code >> 7 & 31;
    insn->rs1 = found->sources >= ONE ? code >> 15 & 31 : 0;
    insn->rs2 = found->sources == TWO ? code >> 20 & 31 : 0;
    insn->reads = (UINT64_C(1) << insn->rs1 | UINT64_C(1) << insn->rs2) & ~UINT64_C(1);
}

/* ---- Zcb and Zcmop ---- */

static uint32_t zcb_memory(uint32_t c) {
    uint32_t low = 8 + (c >> 2 & 7);
    uint32_t base = 8 + (c >> 7 & 7);
    uint32_t byte = (c >> 6 & 1) | (c >> 5 & 1) << 1;
    uint32_t half = (c >> 5 & 1) << 1;
    switch (c >> 10 & 7) {
    case 0: /* c.lbu */
        return byte << 20 | base << 15 | 4U << 12 | low << 7 | 0x03;
    case 1: /* c.lhu, c.lh */
        return half << 20 | base << 15 | ((c & 0x40) != 0 ? 1U : 5U) << 12 | low << 7 | 0x03;
    case 2: /* c.sb */
        return low << 20 | base << 15 | byte << 7 | 0x23;
    case 3: /* c.sh */
        return (c & 0x40) != 0 ? 0 : low << 20 | base << 15 | 1U << 12 | half << 7 | 0x23;
    default:
        return 0;
    }
}

static uint32_t zcb_arithmetic(uint32_t c, unsigned xlen) {
    uint32_t rd = 8 + (c >> 7 & 7);
    uint32_t one = rd << 15 | rd << 7;
    if ((c & 0xfc63) == 0x9c41) { /* c.mul */
        return 0x02000033 | (8 + (c >> 2 & 7)) << 20 | one;
    }
    if ((c & 0xfc63) != 0x9c61) {
        return 0;
    }
    switch (c >> 2 & 7) {
    case 0: /* c.zext.b */
        return 0x0ff07013 | one;
    case 1:
        return 0x60401013 | one; /* c.sext.b */
    case 2:
        return (xlen == 64 ? 0x0800403bU : 0x08004033U) | one; /* c.zext.h */
    case 3:
        return 0x60501013 | one; /* c.sext.h */
    case 4:
        return xlen == 64 ? 0x0800003b | one : 0; /* c.zext.w */
    case 5:
        return 0xfff04013 | one; /* c.not */
    default:
        return 0;
    }
}

uint32_t nt_tv_bits_expand(uint32_t code, unsigned xlen) {
    enum { NOP = 0x13 };
    if ((code & 0xe003) == 0x8000) {
        return zcb_memory(code);
    }
    if ((code & 0xf8ff) == 0x6081) { /* c.mop.n */
        return NOP;
    }
    return zcb_arithmetic(code, xlen);
}

/* ---- what they do ---- */

static uint64_t carryless(uint64_t a, uint64_t b, unsigned xlen, bool high) {
    uint64_t low = 0;
    uint64_t upper = 0;
    for (unsigned i = 0; i < xlen; i++) {
        if ((b >> i & 1) != 0) {
            low ^= a << i;
            upper ^= i == 0 ? 0 : a >> (xlen - i);
        }
    }
    return high ? upper : low;
}

static uint64_t leading(uint64_t value, unsigned bits) {
    return value == 0 ? bits : (uint64_t)__builtin_clzll(value) - (64 - bits);
}

static uint64_t trailing(uint64_t value, unsigned bits) {
    return value == 0 ? bits : (uint64_t)__builtin_ctzll(value);
}

static uint64_t rotated(uint64_t value, unsigned right, unsigned bits) {
    uint64_t mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    value &= mask;
    right &= bits - 1;
    return right == 0 ? value : (value >> right | value << (bits - right)) & mask;
}

static uint64_t sign_of(uint64_t value, unsigned bits) {
    uint64_t top = UINT64_C(1) << (bits - 1);
    value &= bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    return (value ^ top) - top;
}

static uint64_t bytes_of(uint64_t value, bool or_bytes, unsigned xlen) {
    uint64_t result = 0;
    for (unsigned at = 0; at < xlen; at += 8) {
        uint64_t byte = value >> at & 0xff;
        result |= or_bytes ? (byte != 0 ? UINT64_C(0xff) << at : 0) : byte << (xlen - 8 - at);
    }
    return result;
}

static uint64_t shifted_add(operation op, uint64_t a, uint64_t b) {
    unsigned by = op <= SH3ADD ? (unsigned)(op - SH1ADD) + 1 : (unsigned)(op - SH1ADD_UW) + 1;
    return ((op <= SH3ADD ? a : (uint32_t)a) << by) + b;
}

static uint64_t single_bit(operation op, uint64_t a, unsigned bit) {
    uint64_t one = UINT64_C(1) << bit;
    switch (op) {
    case BCLR:
    case BCLRI:
        return a & ~one;
    case BEXT:
    case BEXTI:
        return a >> bit & 1;
    case BINV:
    case BINVI:
        return a ^ one;
    default:
        return a | one;
    }
}

static uint64_t count_bits(operation op, uint64_t a, unsigned xlen) {
    switch (op) {
    case CLZ:
        return leading(a, xlen);
    case CTZ:
        return trailing(a, xlen);
    case CLZW:
        return leading((uint32_t)a, 32);
    case CTZW:
        return trailing((uint32_t)a, 32);
    case CPOPW:
        return (uint64_t)__builtin_popcountll((uint32_t)a);
    default:
        return (uint64_t)__builtin_popcountll(a);
    }
}

static uint64_t compute(operation op, uint64_t a, uint64_t b, unsigned amount, unsigned xlen) {
    int64_t x = (int64_t)sign_of(a, xlen);
    int64_t y = (int64_t)sign_of(b, xlen);
    switch (op) {
    case ADD_UW:
        return (uint32_t)a + b;
    case SLLI_UW:
        return (uint64_t)(uint32_t)a << amount;
    case ANDN:
        return a & ~b;
    case ORN:
        return a | ~b;
    case XNOR:
        return ~(a ^ b);
    case MAX:
        return x < y ? b : a;
    case MAXU:
        return a < b ? b : a;
    case MIN:
        return x < y ? a : b;
    case MINU:
        return a < b ? a : b;
    case SEXT_B:
        return sign_of(a, 8);
    case SEXT_H:
        return sign_of(a, 16);
    case ZEXT_H:
        return a & 0xffff;
    case ROL:
        return rotated(a, (unsigned)(xlen - (b & (xlen - 1))), xlen);
    case ROR:
        return rotated(a, (unsigned)b, xlen);
    case RORI:
        return rotated(a, amount, xlen);
    case ROLW:
        return sign_of(rotated(a, (unsigned)(32 - (b & 31)), 32), 32);
    case RORW:
        return sign_of(rotated(a, (unsigned)b, 32), 32);
    case RORIW:
        return sign_of(rotated(a, amount, 32), 32);
    case ORC_B:
        return bytes_of(a, true, xlen);
    case REV8:
        return bytes_of(a, false, xlen);
    case CLMUL:
        return carryless(a, b, xlen, false);
    case CLMULH:
        return carryless(a, b, xlen, true);
    case CLMULR:
        return carryless(a, b, xlen, true) << 1 | carryless(a, b, xlen, false) >> (xlen - 1);
    case CZERO_EQZ:
        return b == 0 ? 0 : a;
    case CZERO_NEZ:
        return b != 0 ? 0 : a;
    default:
        return 0;
    }
}

static uint64_t result_of(const nt_tv_shell *shell, operation op) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    uint64_t a = shell->state.user.x[insn->rs1];
    uint64_t b = shell->state.user.x[insn->rs2];
    unsigned amount = insn->code >> 20 & (shell->xlen - 1);
    if (op <= SH3ADD_UW) {
        return shifted_add(op, a, b);
    }
    if (op >= CLZ && op <= CPOPW) {
        return count_bits(op, a, shell->xlen);
    }
    if (op >= BCLR && op <= BSETI) {
        bool immediate = op == BCLRI || op == BEXTI || op == BINVI || op == BSETI;
        return single_bit(op, a, immediate ? amount : (unsigned)b & (shell->xlen - 1));
    }
    return compute(op, a, b, amount, shell->xlen);
}

void nt_tv_shell_bits(nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    const row *found = row_of(insn->code, shell->xlen);
    operation op = (operation)found->operation;
    if (op == WRS && shell->hint->trap && shell->state.privilege != NT_TV_M) {
        nt_tv_shell_illegal(shell); /* TW */
        return;
    }
    if (op != WRS) {
        nt_tv_shell_set(shell, insn->rd, result_of(shell, op), true);
    }
    nt_tv_shell_next(shell);
}
