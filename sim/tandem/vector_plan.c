/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/vector_plan.h"

enum {
    LOAD_FP = 0x07,
    STORE_FP = 0x27,
    BLOCK = 8, /* registers of the largest group */
    F0 = 32,
    /* funct3 of OP-V */
    OPIVV = 0,
    OPFVV = 1,
    OPMVV = 2,
    OPIVI = 3,
    OPIVX = 4,
    OPFVF = 5,
    OPMVX = 6,
    /* unary operations of both kinds */
    SCALARS = 0x10,
    EXTENDS = 0x12,
    ROOTS = 0x13,
    MASKS = 0x14,
    MERGES = 0x17,
};

/* Is what the encoding says. */
typedef struct fields {
    unsigned function;
    unsigned six;
    unsigned vs1;
    unsigned vs2;
    unsigned vd;
    bool masked;
    bool integer; /* OPI */
    bool vv;
    unsigned sew;
    int lmul; /* exponent of 2 */
    uint64_t vl;
    size_t vlenb;
} fields;

static fields fields_of(uint32_t code, const nt_tv_vector_type *type) {
    unsigned function = code >> 12 & 7;
    return (fields){.function = function,
                    .six = code >> 26,
                    .vs1 = code >> 15 & 31,
                    .vs2 = code >> 20 & 31,
                    .vd = code >> 7 & 31,
                    .masked = (code >> 25 & 1) == 0,
                    .integer = function == OPIVV || function == OPIVI || function == OPIVX,
                    .vv = function == OPIVV || function == OPFVV || function == OPMVV,
                    .sew = 8U << (type->vtype >> 3 & 3),
                    .lmul = (int)(type->vtype & 3) - ((type->vtype & 4) != 0 ? 4 : 0),
                    .vl = type->vl,
                    .vlenb = type->vlenb};
}

static void need(nt_tv_vector_plan *plan, unsigned reg, unsigned width, uint64_t count,
                 bool masked) {
    plan->need[plan->needs++] = (nt_tv_vector_need){(uint8_t)reg, (uint8_t)width, count, masked};
}

/* Registers of a group, of elements that are 2^`wider` times as wide as SEW. */
static uint8_t group_of(const fields *f, int wider) {
    int exponent = f->lmul + wider;
    return (uint8_t)(exponent <= 0 ? 1 : exponent >= 3 ? BLOCK : 1 << exponent);
}

/* ---- arithmetic ---- */

static bool is_move(const fields *f) {
    if (f->six == MERGES) { /* vmerge, vmv.v, vfmerge, vfmv.v, vcompress */
        return true;
    }
    bool slides = f->six == 0x0e || f->six == 0x0f;
    if (f->integer) {
        return f->six == 0x0c || slides || (f->six == 0x27 && f->function == OPIVI);
    }
    return (slides && !f->vv) || (f->six == SCALARS && (!f->vv || f->vs1 == 0));
}

static void plan_move(nt_tv_vector_plan *plan, const fields *f) {
    plan->registers = group_of(f, 0);
    if (f->function == OPIVV && (f->six == 0x0c || f->six == 0x0e)) { /* indices */
        need(plan, f->vs1, f->six == 0x0e ? 16 : f->sew, f->vl, f->masked);
    } else if (f->function == OPMVV && f->six == MERGES) {
        need(plan, f->vs1, 1, f->vl, false);
    } else if (f->six == 0x27) {
        plan->whole = true;
        plan->registers = (uint8_t)((f->vs1 & (BLOCK - 1)) + 1);
    } else if (f->six == SCALARS) {
        plan->scalar = f->vv;
        plan->registers = 1;
    }
}

/* The result is element 0 of a register. Unordered sums may have any order (14.3). */
static bool is_reduction(const fields *f) {
    if (!f->vv) {
        return false;
    }
    bool wide = f->six == 0x30 || f->six == 0x31;
    switch (f->function) {
    case OPIVV:
        return wide;
    case OPMVV:
        return f->six < 8;
    default:
        return f->six == 1 || f->six == 3 || f->six == 5 || f->six == 7 || f->six == 0x31 ||
               f->six == 0x33;
    }
}

static void plan_reduction(nt_tv_vector_plan *plan, const fields *f) {
    bool wide = f->six >= 0x30;
    plan->registers = 1;
    plan->open = f->function == OPFVV && (f->six == 1 || f->six == 0x31);
    need(plan, f->vs1, wide ? 2 * f->sew : f->sew, 1, false);
    need(plan, f->vs2, f->sew, f->vl, f->masked);
}

/* vcpop.m, vfirst.m, vmsbf.m and its like, viota.m, vid.v. */
static void plan_mask(nt_tv_vector_plan *plan, const fields *f) {
    enum { IOTA = 16, ID = 17 };
    plan->scalar = f->six == SCALARS;
    plan->mask_result = f->six == MASKS && f->vs1 < IOTA;
    plan->registers = plan->mask_result ? 1 : group_of(f, 0);
    if (f->six == SCALARS || f->vs1 != ID) {
        need(plan, f->vs2, 1, f->vl, f->masked);
    }
}

static bool is_accumulating(const fields *f) {
    bool narrow = f->six >= 0x28 && f->six <= 0x2f;
    bool floats = f->function == OPFVV || f->function == OPFVF;
    return !f->integer && (narrow || f->six >= (floats ? 0x3b : 0x3c));
}

static void plan_unary(nt_tv_vector_plan *plan, const fields *f) {
    unsigned width = f->sew;
    int wider = 0;
    if (f->six == EXTENDS && f->function == OPMVV && f->vs1 >= 2 && f->vs1 <= 7) {
        width >>= 4 - f->vs1 / 2;
    } else if (f->six == EXTENDS && f->function == OPFVV) {
        width = f->vs1 >= 16 ? 2 * f->sew : f->sew;
        wider = f->vs1 >= 8 && f->vs1 < 16;
    }
    plan->registers = group_of(f, wider);
    need(plan, f->vs2, width, f->vl, f->masked);
}

static void plan_others(nt_tv_vector_plan *plan, const fields *f) {
    bool carries = f->integer && f->six >= 0x10 && f->six <= 0x13;
    bool logical = f->function == OPMVV && f->six >= 0x18 && f->six <= 0x1f;
    bool compares = (f->integer || plan->floats) && f->six >= 0x18 && f->six <= 0x1f;
    bool narrows = f->integer && f->six >= 0x2c && f->six <= 0x2f;
    bool of_wide = !f->integer && f->six >= 0x34 && f->six <= 0x37;
    bool widens = f->six >= 0x30;
    bool masked = f->masked && !carries;
    unsigned wide = logical ? 1 : narrows || of_wide ? 2 * f->sew : f->sew;
    plan->mask_result = logical || compares || (carries && (f->six & 1) != 0);
    plan->registers = plan->mask_result ? 1 : group_of(f, widens);
    need(plan, f->vs2, wide, f->vl, masked);
    if (f->vv) {
        need(plan, f->vs1, logical ? 1 : f->sew, f->vl, masked);
    }
    if (is_accumulating(f)) {
        need(plan, f->vd, widens ? 2 * f->sew : f->sew, f->vl, masked);
    }
}

static void plan_arithmetic(nt_tv_vector_plan *plan, const fields *f) {
    bool unary = f->vv && !f->integer;
    plan->unit = (uint8_t)(f->sew / 8);
    plan->sources = f->function == OPIVX || f->function == OPMVX ? UINT64_C(1) << f->vs1
                    : f->function == OPFVF                       ? UINT64_C(1) << (F0 + f->vs1)
                                                                 : 0;
    if (is_move(f)) {
        plan_move(plan, f);
        return;
    }
    plan->floats = f->function == OPFVV || f->function == OPFVF;
    plan->fixed = (f->integer && f->six >= 0x20 && f->six <= 0x2f) ||
                  (!f->integer && !plan->floats && f->six >= 8 && f->six <= 0x0b);
    if (is_reduction(f)) {
        plan_reduction(plan, f);
    } else if (f->function == OPMVV && (f->six == SCALARS || f->six == MASKS)) {
        plan_mask(plan, f);
    } else if (unary && (f->six == EXTENDS || (f->six == ROOTS && f->function == OPFVV))) {
        plan_unary(plan, f);
    } else {
        plan_others(plan, f);
    }
}

/* ---- accesses ---- */

static void plan_access(nt_tv_vector_plan *plan, uint32_t code, const fields *f) {
    enum { UNIT = 0, STRIDED = 2, WHOLE = 8, MASK = 11 };
    unsigned mop = code >> 26 & 3;
    unsigned width = f->function == 0 ? 8 : 8U << (f->function - 4);
    unsigned fields = (code >> 29) + 1;
    unsigned data = (mop & 1) != 0 ? f->sew : width;
    int wider = __builtin_ctz(data) - __builtin_ctz(f->sew);
    unsigned registers = fields * group_of(f, wider);
    plan->access = true;
    plan->store = (code & 0x7f) == STORE_FP;
    plan->scalar = plan->store;
    plan->ordered = mop == UNIT || mop == 3;
    plan->whole = mop == UNIT && f->vs2 == WHOLE;
    plan->mask_result = mop == UNIT && f->vs2 == MASK;
    plan->registers = (uint8_t)(plan->whole ? fields : registers > BLOCK ? BLOCK : registers);
    plan->unit = (uint8_t)(data / 8);
    plan->sources = UINT64_C(1) << f->vs1 | (mop == STRIDED ? UINT64_C(1) << f->vs2 : 0);
    if ((mop & 1) != 0) {
        need(plan, f->vs2, width, f->vl, f->masked);
    }
}

void nt_tv_vector_plan_make(nt_tv_vector_plan *plan, uint32_t code, const nt_tv_vector_type *type) {
    fields f = fields_of(code, type);
    bool access = (code & 0x7f) == LOAD_FP || (code & 0x7f) == STORE_FP;
    *plan = (nt_tv_vector_plan){.to = (uint8_t)f.vd};
    if (access) {
        plan_access(plan, code, &f);
    } else {
        plan_arithmetic(plan, &f);
    }
    if (f.masked) {
        need(plan, 0, 1, f.vl, false);
    }
}

/* Groups are aligned: of the four of eight registers v0 is in one, and the sources in two more. */
uint32_t nt_tv_vector_moved(uint32_t code, unsigned *to) {
    unsigned vs1 = (code >> 15 & 31) / BLOCK;
    unsigned vs2 = (code >> 20 & 31) / BLOCK;
    unsigned block = 1;
    while (block == vs1 || block == vs2) {
        block++;
    }
    *to = block * BLOCK;
    return (code & ~(UINT32_C(31) << 7)) | *to << 7;
}
