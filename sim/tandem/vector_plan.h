/* SPDX-License-Identifier: Apache-2.0 */
/* What an instruction of vectors reads and writes, by its encoding (V 1.0, 19): which bits of
   vector registers its result is made of. A reference executes it only if these are known. */
#ifndef NT_TANDEM_VECTOR_PLAN_H
#define NT_TANDEM_VECTOR_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NT_TV_VECTOR_NEEDS = 4 };

/* Is the type that an instruction has. */
typedef struct nt_tv_vector_type {
    uint64_t vl;
    uint64_t vtype;
    size_t vlenb;
} nt_tv_vector_type;

/* Is what has to be known of elements of a register group, from its first bit on. */
typedef struct nt_tv_vector_need {
    uint8_t reg;
    uint8_t width;  /* bits of an element */
    uint64_t count; /* elements */
    bool masked;    /* only those that the mask has */
} nt_tv_vector_need;

typedef struct nt_tv_vector_plan {
    bool open;   /* the specification leaves the result open */
    bool access; /* a load or store */
    bool store;
    bool ordered;      /* stores to one place are in order, or there are none */
    bool scalar;       /* it writes no vector register */
    bool mask_result;  /* ... but a mask, whose tail is open */
    bool whole;        /* it writes registers as a whole: nothing is open */
    bool fixed;        /* it uses vxrm, or sets vxsat */
    bool floats;       /* it uses frm, or sets fflags */
    uint8_t to;        /* the first register that it writes */
    uint8_t registers; /* ... how many at most */
    uint8_t unit;      /* bytes that are written together */
    uint64_t sources;  /* scalar registers, as known: FPRs from 32 on */
    size_t needs;      /* what has to be known; other sources are copied, bit by bit */
    nt_tv_vector_need need[NT_TV_VECTOR_NEEDS];
} nt_tv_vector_plan;

/* Makes the plan of an instruction, which is none of vsetvli and its like. */
void nt_tv_vector_plan_make(nt_tv_vector_plan *plan, uint32_t code, const nt_tv_vector_type *type);

/* Returns the same instruction with another vector register to write: none of the 8 from there on
   is one that it reads. */
uint32_t nt_tv_vector_moved(uint32_t code, unsigned *to);

#endif
