/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic of half precision (Zfh), exact and rounded once, with the flags of fcsr. */
#ifndef NT_TANDEM_HALF_FLOAT_H
#define NT_TANDEM_HALF_FLOAT_H

#include <stdbool.h>
#include <stdint.h>

/* Bits of fflags. */
enum { NT_HALF_NX = 1, NT_HALF_UF = 2, NT_HALF_OF = 4, NT_HALF_DZ = 8, NT_HALF_NV = 16 };

/* Is a format: binary16, binary32 or binary64. */
typedef struct nt_float_format {
    unsigned exponent;
    unsigned fraction;
} nt_float_format;

extern const nt_float_format nt_float_half, nt_float_single, nt_float_double;

/* Is rounding mode `rm` of the ISA, 0 to 4, and the flags that are raised. */
typedef struct nt_half_context {
    unsigned rm;
    unsigned flags;
} nt_half_context;

typedef enum nt_half_operation {
    NT_HALF_ADD,
    NT_HALF_SUB,
    NT_HALF_MUL,
    NT_HALF_DIV,
    NT_HALF_SQRT,
    NT_HALF_MIN,
    NT_HALF_MAX,
    NT_HALF_EQ,
    NT_HALF_LT,
    NT_HALF_LE,
} nt_half_operation;

/* Computes with halves; comparisons make 0 or 1. */
uint16_t nt_half_compute(nt_half_context *context, nt_half_operation operation, uint16_t a,
                         uint16_t b);
/* Computes a * b + c. */
uint16_t nt_half_fused(nt_half_context *context, uint16_t a, uint16_t b, uint16_t c);
/* Makes of a number of one format the nearest of another. */
uint64_t nt_half_convert(nt_half_context *context, uint64_t bits, const nt_float_format *from,
                         const nt_float_format *to);
/* Makes a half of an integer, and an integer of a half; `width`: 32 or 64. The latter is extended
   by its sign. */
uint16_t nt_half_from_integer(nt_half_context *context, uint64_t value, unsigned width,
                              bool is_signed);
uint64_t nt_half_to_integer(nt_half_context *context, uint16_t a, unsigned width, bool is_signed);
/* Returns the mask of fclass. */
unsigned nt_half_class(uint16_t a);

#endif
