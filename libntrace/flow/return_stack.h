/* SPDX-License-Identifier: Apache-2.0 */
/* Implements the decoder's return stack (N-Trace 1.0, "Implicit Return Optimization"). An
   encoder's stack is at most 32 deep and drops its oldest entry when it is full, so its entries
   are always the top of this one. */
#ifndef NT_FLOW_RETURN_STACK_H
#define NT_FLOW_RETURN_STACK_H

#include <stdbool.h>
#include <stdint.h>

enum { NT_RETURN_STACK = 64 };

/* Holds the stack. All 0: empty. */
typedef struct nt_flow_returns {
    uint64_t address[NT_RETURN_STACK]; /* a ring */
    uint32_t top;                      /* count of all entries pushed less those popped */
    uint32_t depth;
} nt_flow_returns;

static inline void nt_return_stack_push(nt_flow_returns *stack, uint64_t address) {
    stack->address[stack->top++ % NT_RETURN_STACK] = address;
    stack->depth += stack->depth < NT_RETURN_STACK;
}

/* Pops an entry. Returns false if there is none. */
static inline bool nt_return_stack_pop(nt_flow_returns *stack, uint64_t *address) {
    if (stack->depth == 0) {
        return false;
    }
    stack->depth--;
    *address = stack->address[--stack->top % NT_RETURN_STACK];
    return true;
}

#endif
