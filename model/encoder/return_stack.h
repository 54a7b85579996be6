/* SPDX-License-Identifier: Apache-2.0 */
/* Return stack: the addresses behind the latest calls, for implicit returns (N-Trace 1.0, "Implicit
   Return Optimization"). A full stack drops its oldest entry. */
#ifndef NT_MODEL_ENCODER_RETURN_STACK_H
#define NT_MODEL_ENCODER_RETURN_STACK_H

#include <stdbool.h>
#include <stdint.h>

enum { NT_MAX_STACK = 32 };

typedef struct nt_return_stack {
    uint8_t top;                  /* where the next entry goes, 0 to depth - 1 */
    uint8_t count;                /* entries held, 0 to depth */
    uint64_t entry[NT_MAX_STACK]; /* without bit 0 */
} nt_return_stack;

static inline void nt_return_stack_push(nt_return_stack *s, unsigned depth, uint64_t address) {
    s->entry[s->top] = address;
    s->top = (uint8_t)((s->top + 1u) & (depth - 1));
    s->count = (uint8_t)(s->count + (s->count < depth));
}

/* The latest entry; meaningful while count is not 0. */
static inline uint64_t nt_return_stack_top(const nt_return_stack *s, unsigned depth) {
    return s->entry[(s->top - 1u) & (depth - 1)];
}

/* Without an entry nothing happens. */
static inline void nt_return_stack_pop(nt_return_stack *s, unsigned depth) {
    if (s->count != 0) {
        s->top = (uint8_t)((s->top - 1u) & (depth - 1));
        s->count--;
    }
}

#endif
