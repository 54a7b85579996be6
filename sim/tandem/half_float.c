/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/half_float.h"

typedef unsigned __int128 wide;

const nt_float_format nt_float_half = {5, 10};
const nt_float_format nt_float_single = {8, 23};
const nt_float_format nt_float_double = {11, 52};

enum { RNE, RTZ, RDN, RUP, RMM };
enum { CANONICAL = 0x7e00, SIGN = 0x8000, INFINITY_BITS = 0x7c00 };

typedef enum kind { NUMBER, INFINITE, QUIET, SIGNALING } kind;

/* Is (-1)^negative * m * 2^e. */
typedef struct value {
    kind kind;
    bool negative;
    wide m;
    int e;
} value;

static int bias_of(const nt_float_format *f) {
    return (1 << (f->exponent - 1)) - 1;
}

static value unpack(uint64_t bits, const nt_float_format *f) {
    uint64_t fraction = bits & ((UINT64_C(1) << f->fraction) - 1);
    unsigned most = (1U << f->exponent) - 1;
    unsigned exponent = (unsigned)(bits >> f->fraction) & most;
    value v = {.negative = (bits >> (f->exponent + f->fraction) & 1) != 0};
    if (exponent == most) {
        bool quiet = (fraction >> (f->fraction - 1) & 1) != 0;
        v.kind = fraction == 0 ? INFINITE : quiet ? QUIET : SIGNALING;
        return v;
    }
    v.m = exponent == 0 ? fraction : fraction | UINT64_C(1) << f->fraction;
    v.e = (exponent == 0 ? 1 : (int)exponent) - bias_of(f) - (int)f->fraction;
    return v;
}

static value half(uint16_t bits) {
    return unpack(bits, &nt_float_half);
}

static bool is_nan(value v) {
    return v.kind == QUIET || v.kind == SIGNALING;
}

/* ---- rounding ---- */

static int top_of(wide m) {
    uint64_t high = (uint64_t)(m >> 64);
    return high != 0 ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)m);
}

typedef struct rounded {
    wide m;
    bool inexact;
} rounded;

/* m without its `shift` low bits; `more`: there are more bits below. */
static rounded drop(const nt_half_context *context, bool negative, wide m, int shift, bool more) {
    if (shift <= 0) {
        return (rounded){m << -shift, more};
    }
    wide rest = shift > 127 ? m : m & (((wide)1 << shift) - 1);
    wide kept = shift > 127 ? 0 : m >> shift;
    wide middle = shift > 127 ? 0 : (wide)1 << (shift - 1);
    bool above = middle != 0 && (rest > middle || (rest == middle && more));
    bool tie = middle != 0 && rest == middle && !more;
    bool inexact = rest != 0 || more;
    bool up = false;
    switch (context->rm) {
    case RNE:
        up = above || (tie && (kept & 1) != 0);
        break;
    case RDN:
        up = inexact && negative;
        break;
    case RUP:
        up = inexact && !negative;
        break;
    case RMM:
        up = above || tie;
        break;
    default:
        break;
    }
    return (rounded){kept + up, inexact};
}

static uint64_t overflow(nt_half_context *context, bool negative, const nt_float_format *f) {
    bool infinite = context->rm == RNE || context->rm == RMM || (context->rm == RUP && !negative) ||
                    (context->rm == RDN && negative);
    uint64_t most = ((UINT64_C(1) << f->exponent) - 1) << f->fraction;
    context->flags |= NT_HALF_OF | NT_HALF_NX;
    return most - !infinite;
}

/* Tininess is seen after rounding: as if there were no least exponent. */
static bool is_tiny(const nt_half_context *context, const value *v, bool more, int least,
                    const nt_float_format *f) {
    int top = top_of(v->m) + v->e;
    if (top >= least) {
        return false;
    }
    rounded r = drop(context, v->negative, v->m, top - (int)f->fraction - v->e, more);
    return top < least - 1 || r.m >> (f->fraction + 1) == 0;
}

static uint64_t pack(nt_half_context *context, value v, bool more, const nt_float_format *f) {
    uint64_t sign = (uint64_t)v.negative << (f->exponent + f->fraction);
    int least = 1 - bias_of(f);
    if (v.m == 0) {
        return sign;
    }
    int top = top_of(v.m) + v.e;
    int exponent = top < least ? least : top;
    rounded r = drop(context, v.negative, v.m, exponent - (int)f->fraction - v.e, more);
    if (r.inexact) {
        context->flags |= NT_HALF_NX;
        context->flags |= is_tiny(context, &v, more, least, f) ? NT_HALF_UF : 0;
    }
    if (r.m >> (f->fraction + 1) != 0) {
        r.m >>= 1;
        exponent++;
    }
    if (exponent > bias_of(f)) {
        return sign | overflow(context, v.negative, f);
    }
    bool normal = r.m >> f->fraction != 0;
    uint64_t fraction = (uint64_t)r.m & ((UINT64_C(1) << f->fraction) - 1);
    uint64_t biased = normal ? (uint64_t)(exponent + bias_of(f)) : 0;
    return sign | biased << f->fraction | fraction;
}

static uint16_t pack_half(nt_half_context *context, value v, bool more) {
    return (uint16_t)pack(context, v, more, &nt_float_half);
}

/* ---- computation ---- */

static uint16_t invalid(nt_half_context *context) {
    context->flags |= NT_HALF_NV;
    return CANONICAL;
}

static uint16_t nan_of(nt_half_context *context, value a, value b) {
    context->flags |= a.kind == SIGNALING || b.kind == SIGNALING ? NT_HALF_NV : 0;
    return CANONICAL;
}

static uint16_t infinity_of(bool negative) {
    return INFINITY_BITS | (negative ? SIGN : 0);
}

/* Of finite numbers; the lesser exponent is not far below the greater. */
static value sum_of(const nt_half_context *context, value a, value b) {
    int e = a.e < b.e ? a.e : b.e;
    wide x = a.m << (a.e - e);
    wide y = b.m << (b.e - e);
    value sum = {.e = e};
    if (a.negative == b.negative) {
        sum.negative = a.negative;
        sum.m = x + y;
    } else {
        sum.negative = x > y ? a.negative : x < y ? b.negative : context->rm == RDN;
        sum.m = x > y ? x - y : y - x;
    }
    return sum;
}

static uint16_t add(nt_half_context *context, value a, value b) {
    if (is_nan(a) || is_nan(b)) {
        return nan_of(context, a, b);
    }
    if (a.kind == INFINITE && b.kind == INFINITE && a.negative != b.negative) {
        return invalid(context);
    }
    if (a.kind == INFINITE || b.kind == INFINITE) {
        return infinity_of(a.kind == INFINITE ? a.negative : b.negative);
    }
    return pack_half(context, sum_of(context, a, b), false);
}

static value product_of(value a, value b) {
    return (value){.negative = a.negative != b.negative,
                   .m = a.m * b.m,
                   .e = a.e + b.e,
                   .kind = a.kind == INFINITE || b.kind == INFINITE ? INFINITE : NUMBER};
}

static bool is_zero(value v) {
    return v.kind == NUMBER && v.m == 0;
}

static bool is_undefined(value a, value b) {
    return (a.kind == INFINITE && is_zero(b)) || (b.kind == INFINITE && is_zero(a));
}

static uint16_t multiply(nt_half_context *context, value a, value b) {
    if (is_nan(a) || is_nan(b)) {
        return nan_of(context, a, b);
    }
    if (is_undefined(a, b)) {
        return invalid(context);
    }
    value p = product_of(a, b);
    return p.kind == INFINITE ? infinity_of(p.negative) : pack_half(context, p, false);
}

static uint16_t divide(nt_half_context *context, value a, value b) {
    enum { MORE = 64 };
    bool negative = a.negative != b.negative;
    if (is_nan(a) || is_nan(b)) {
        return nan_of(context, a, b);
    }
    if ((a.kind == INFINITE && b.kind == INFINITE) || (is_zero(a) && is_zero(b))) {
        return invalid(context);
    }
    if (a.kind == INFINITE || is_zero(b)) {
        context->flags |= a.kind == INFINITE ? 0 : NT_HALF_DZ;
        return infinity_of(negative);
    }
    if (b.kind == INFINITE) {
        return negative ? SIGN : 0;
    }
    wide m = a.m << MORE;
    value q = {.negative = negative, .m = m / b.m, .e = a.e - b.e - MORE};
    return pack_half(context, q, m % b.m != 0);
}

static uint16_t square_root(nt_half_context *context, value a) {
    enum { MORE = 64 };
    if (is_nan(a)) {
        return nan_of(context, a, a);
    }
    if (is_zero(a)) {
        return a.negative ? SIGN : 0;
    }
    if (a.negative) {
        return invalid(context);
    }
    if (a.kind == INFINITE) {
        return INFINITY_BITS;
    }
    wide m = a.m << (MORE + (a.e & 1));
    wide root = 0;
    for (int bit = 63; bit >= 0; bit--) {
        wide next = root | (wide)1 << bit;
        root = next * next <= m ? next : root;
    }
    value v = {.m = root, .e = ((a.e - (a.e & 1)) - MORE) / 2};
    return pack_half(context, v, root * root != m);
}

/* ---- comparison ---- */

/* In order, -0 below 0. */
static int rank(uint16_t bits) {
    return (bits & SIGN) != 0 ? -1 - (bits & ~SIGN) : bits;
}

static uint16_t extreme(nt_half_context *context, uint16_t a, uint16_t b, bool least) {
    bool a_nan = is_nan(half(a));
    bool b_nan = is_nan(half(b));
    (void)nan_of(context, half(a), half(b));
    if (a_nan || b_nan) {
        return a_nan && b_nan ? CANONICAL : a_nan ? b : a;
    }
    return (rank(a) < rank(b)) == least ? a : b;
}

static uint16_t compare(nt_half_context *context, nt_half_operation operation, uint16_t a,
                        uint16_t b) {
    if (is_nan(half(a)) || is_nan(half(b))) {
        (void)(operation == NT_HALF_EQ ? nan_of(context, half(a), half(b)) : invalid(context));
        return 0;
    }
    bool equal = a == b || ((a | b) & ~SIGN) == 0;
    bool less = !equal && rank(a) < rank(b);
    return operation == NT_HALF_EQ ? equal : less || (equal && operation == NT_HALF_LE);
}

uint16_t nt_half_compute(nt_half_context *context, nt_half_operation operation, uint16_t a,
                         uint16_t b) {
    switch (operation) {
    case NT_HALF_ADD:
        return add(context, half(a), half(b));
    case NT_HALF_SUB:
        return add(context, half(a), half(b ^ SIGN));
    case NT_HALF_MUL:
        return multiply(context, half(a), half(b));
    case NT_HALF_DIV:
        return divide(context, half(a), half(b));
    case NT_HALF_SQRT:
        return square_root(context, half(a));
    case NT_HALF_MIN:
    case NT_HALF_MAX:
        return extreme(context, a, b, operation == NT_HALF_MIN);
    default:
        return compare(context, operation, a, b);
    }
}

uint16_t nt_half_fused(nt_half_context *context, uint16_t a, uint16_t b, uint16_t c) {
    value x = half(a);
    value y = half(b);
    value z = half(c);
    if (is_undefined(x, y)) {
        return invalid(context);
    }
    if (is_nan(x) || is_nan(y) || is_nan(z)) {
        context->flags |= z.kind == SIGNALING ? NT_HALF_NV : 0;
        return nan_of(context, x, y);
    }
    return add(context, product_of(x, y), z);
}

/* ---- conversion ---- */

uint64_t nt_half_convert(nt_half_context *context, uint64_t bits, const nt_float_format *from,
                         const nt_float_format *to) {
    value v = unpack(bits, from);
    uint64_t most = ((UINT64_C(1) << to->exponent) - 1) << to->fraction;
    if (is_nan(v)) {
        context->flags |= v.kind == SIGNALING ? NT_HALF_NV : 0;
        return most | UINT64_C(1) << (to->fraction - 1);
    }
    if (v.kind == INFINITE) {
        return most | (uint64_t)v.negative << (to->exponent + to->fraction);
    }
    return pack(context, v, false, to);
}

uint16_t nt_half_from_integer(nt_half_context *context, uint64_t value_, unsigned width,
                              bool is_signed) {
    uint64_t mask = width == 64 ? UINT64_MAX : UINT32_MAX;
    bool negative = is_signed && (value_ >> (width - 1) & 1) != 0;
    value v = {.negative = negative, .m = (negative ? 0 - value_ : value_) & mask};
    return pack_half(context, v, false);
}

uint64_t nt_half_to_integer(nt_half_context *context, uint16_t a, unsigned width, bool is_signed) {
    value v = half(a);
    wide most = ((wide)1 << (width - is_signed)) - 1;
    rounded r = drop(context, v.negative, v.m, -v.e, false);
    bool negative = v.negative && !is_nan(v);
    wide limit = !negative ? most : is_signed ? most + 1 : 0;
    uint64_t result = (uint64_t)(negative ? 0 - r.m : r.m);
    if (v.kind != NUMBER || r.m > limit) {
        context->flags |= NT_HALF_NV;
        result = (uint64_t)(negative ? 0 - limit : limit);
    } else {
        context->flags |= r.inexact ? NT_HALF_NX : 0;
    }
    return width == 32 ? (uint64_t)(int64_t)(int32_t)(uint32_t)result : result;
}

unsigned nt_half_class(uint16_t a) {
    value v = half(a);
    bool normal = (a & INFINITY_BITS) != 0;
    if (is_nan(v)) {
        return v.kind == SIGNALING ? 1U << 8 : 1U << 9;
    }
    unsigned size = v.kind == INFINITE ? 0 : normal ? 1 : v.m != 0 ? 2 : 3; /* from infinity to 0 */
    return 1U << (v.negative ? size : 7 - size);
}
