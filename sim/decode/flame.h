/* SPDX-License-Identifier: Apache-2.0 */
/* Draws call stacks as a flame graph: each box is a function, as wide as what was counted in it and
   in all that it called, below its caller. */
#ifndef NT_DECODE_FLAME_H
#define NT_DECODE_FLAME_H

#include "libntrace/calls/stacks.h"
#include "sim/decode/text.h"

typedef struct nt_flame {
    const char *title;
    const char *unit; /* of what is counted, in the plural */
} nt_flame;

/* Writes an SVG. With the pointer on a box, a browser shows its whole name and figures. Returns 0,
   or -1 with the error set. */
int nt_flame_put(const nt_flame *flame, const nt_stacks *stacks, nt_text *text, nt_error *error);

#endif
