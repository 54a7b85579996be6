/* SPDX-License-Identifier: Apache-2.0 */
/* What a vector needs of an encoder: the line "#= needs" (scripts/vectors/needs.py makes it). */
#ifndef NT_VECTORS_NEEDS_H
#define NT_VECTORS_NEEDS_H

#include "libntrace/util/error.h"

#include <stdbool.h>
#include <stdint.h>

enum { NT_NEEDS_FEATURES = 256 };

/* The sizes that a vector needs, in the order of the line. */
typedef enum nt_need {
    NT_NEED_XLEN,    /* 32 or 64 */
    NT_NEED_ADDRESS, /* bits that addresses have */
    NT_NEED_IRETIRE, /* bits that the lengths of blocks take, in half-words */
    NT_NEED_ITYPE,   /* bits of itype, 3 or 4 */
    NT_NEED_BLOCKS,  /* most blocks in a cycle */
    NT_NEEDS
} nt_need;

extern const char *const nt_need_names[NT_NEEDS];

typedef struct nt_vector_needs {
    bool known;    /* there is such a line */
    char mode[12]; /* "btm", "htm"; "btm+htm" where the mode changes */
    uint32_t size[NT_NEEDS];
    char features[NT_NEEDS_FEATURES]; /* " NAME NAME ", with a blank before and behind each */
} nt_vector_needs;

/* Takes what follows "needs ". Returns 0, or -1 with the error set. */
int nt_vector_needs_take(nt_vector_needs *needs, const char *text, nt_error *error);

#endif
