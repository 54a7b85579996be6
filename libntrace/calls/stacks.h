/* SPDX-License-Identifier: Apache-2.0 */
/* Holds the counts by call stack, for those who draw them. */
#ifndef NT_CALLS_STACKS_H
#define NT_CALLS_STACKS_H

#include "ntrace/calls.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Is the empty stack. */
enum { NT_STACKS_ROOT = 0 };

typedef struct nt_stack_node {
    nt_stack_frame frame;
    uint64_t count;  /* of the stack itself, without those on it */
    uint32_t parent; /* less than its own number */
} nt_stack_node;

struct nt_stacks {
    nt_stack_node *nodes; /* [NT_STACKS_ROOT] is the empty stack */
    size_t count;
    size_t room;
    uint32_t *slots; /* a hash table of 2 * room: numbers of nodes, 0: free */
    uint32_t top;    /* the stack on hand */
    size_t lost;     /* its frames that have no node: beyond a million stacks, or without memory;
                        what is counted there is the caller's */
};

/* Initializes it in the caller's memory. Returns 0, or -1 without memory. */
int nt_stacks_init(nt_stacks *stacks);
/* Frees what it has, but not itself. */
void nt_stacks_clear(nt_stacks *stacks);

/* Room for the name of a frame; longer ones are truncated. */
enum { NT_STACKS_LABEL = 288 };

/* Names a frame, without ';'; that of a trap's handler has "(exception)" and `between` before it.
   Returns `label`. */
const char *nt_stacks_label(char label[NT_STACKS_LABEL], const nt_stack_frame *frame,
                            const char *between);

#endif
