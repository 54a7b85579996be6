/* Counts by call stack: a tree whose nodes are stacks, each of which is another one with a frame on
   it. Folded text and flame graphs are made of it. */
#ifndef NT_DECODE_STACKS_H
#define NT_DECODE_STACKS_H

#include "libntrace/util/error.h"
#include "ntrace/program.h"
#include "sim/decode/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Is the empty stack. */
enum { NT_STACKS_ROOT = 0 };

typedef struct nt_stack_frame {
    const nt_function *function; /* NULL: not known */
    uint64_t entry;              /* address that names it where the function is not known */
    uint8_t trap;                /* B-TYPE of the trap that it handles; 0: none */
    bool is_hart;                /* it is not a function, but hart `entry`: outermost */
} nt_stack_frame;

typedef struct nt_stack_node {
    nt_stack_frame frame;
    uint64_t count;  /* of the stack itself, without those on it */
    uint32_t parent; /* less than its own number */
} nt_stack_node;

typedef struct nt_stacks {
    nt_stack_node *nodes; /* [NT_STACKS_ROOT] is the empty stack */
    size_t count;
    size_t room;
    uint32_t *slots; /* a hash table of 2 * room: numbers of nodes, 0: free */
    uint32_t top;    /* the stack at hand */
    size_t lost;     /* its frames that have no node: beyond a million stacks, or without memory;
                        what is counted there is the caller's */
} nt_stacks;

/* Returns 0, or -1 without memory. */
int nt_stacks_init(nt_stacks *stacks);
void nt_stacks_free(nt_stacks *stacks);

/* Moves to the stack with `frame` on top of the one at hand, and back. */
void nt_stacks_enter(nt_stacks *stacks, const nt_stack_frame *frame);
void nt_stacks_leave(nt_stacks *stacks);
/* Makes the empty stack the one at hand. */
void nt_stacks_reset(nt_stacks *stacks);

static inline void nt_stacks_count(nt_stacks *stacks, uint64_t count) {
    stacks->nodes[stacks->top].count += count;
}

/* Adds the stacks of `from`. Returns 0, or -1 without memory. */
int nt_stacks_merge(nt_stacks *into, const nt_stacks *from);

/* Room for the name of a frame; longer ones are truncated. */
enum { NT_STACKS_LABEL = 288 };

/* Names a frame, without ';'; that of a trap's handler has "(exception)" and `between` before it.
   Returns `label`. */
const char *nt_stacks_label(char label[NT_STACKS_LABEL], const nt_stack_frame *frame,
                            const char *between);

/* Writes a line `outermost;...;top COUNT` for each stack with a count. Returns 0, or -1 with the
   error set. */
int nt_stacks_put(const nt_stacks *stacks, nt_text *text, nt_error *error);

#endif
