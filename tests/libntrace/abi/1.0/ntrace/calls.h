/* SPDX-License-Identifier: Apache-2.0 */
/* Derives the call stack from the execution, and counts by it. Calls push, returns pop down to the
   frame of their target (so longjmp unwinds), tail calls replace, traps push and trap returns pop;
   a jump into a stack that was left earlier (co-routines, tasks) returns to it. An interruption of
   the trace empties it. Streams: memory does not grow with the trace. */
#ifndef NTRACE_CALLS_H
#define NTRACE_CALLS_H

#include <ntrace/error.h>
#include <ntrace/flow.h>
#include <ntrace/program.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Lists how a frame is entered, and how it is left. */
typedef enum nt_call_how {
    NT_CALL_BEGINS,  /* tracing began within it */
    NT_CALL_CALLED,  /* by a call */
    NT_CALL_TAIL,    /* entered by a jump from the function before */
    NT_CALL_TRAPPED, /* it is a trap's handler */
    NT_CALL_RESUMED, /* its stack runs again */
    NT_CALL_RETURNS, /* to its caller */
    NT_CALL_LEFT,    /* replaced by another: a tail call */
    NT_CALL_UNWOUND, /* a return went to a frame below it */
    NT_CALL_PARKED,  /* another stack runs */
    NT_CALL_CUT,     /* tracing stopped, or trace is missing */
} nt_call_how;

/* Describes a frame of the stack. */
typedef struct nt_call {
    const nt_function *function; /* NULL: not known */
    uint64_t entry;              /* address where it was entered; if it begins: first seen */
    uint64_t back;               /* address to which it returns; of a trap: where it was taken */
    bool returns;                /* `back` is known */
    uint8_t trap;                /* B-TYPE of the trap that it handles; 0: none */
    bool marked;                 /* for the sink; initially false */
} nt_call;

/* Receives changes of the stack. Each function returns 0, or another value, which ends the
   decoding. */
typedef struct nt_calls_sink {
    size_t size; /* of this struct, sizeof; 0: its members in version 1.0 */
    /* Receives the new top; `depth` frames are below it. */
    int (*enter)(void *context, nt_call *call, size_t depth, nt_call_how how);
    /* Receives the former top; `depth` frames are left. */
    int (*leave)(void *context, const nt_call *call, size_t depth, nt_call_how how);
    /* Receives instructions that the top retired. NULL: not needed. */
    int (*run)(void *context, uint64_t pc, uint32_t instructions);
    void *context; /* passed to the functions */
} nt_calls_sink;

/* Follows the calls of one hart. At most 16384 frames of 17 stacks are kept: deeper calls replace
   the frame on top, and the stack that was left first is forgotten. */
typedef struct nt_calls nt_calls;

/* Allocates it; the view must outlive it. `sink` is copied. Returns NULL with the error set. */
nt_calls *nt_calls_new(nt_view *view, const nt_calls_sink *sink, nt_error *error);
/* Frees it, or nothing if it is NULL. */
void nt_calls_free(nt_calls *calls);

/* Takes an event of the hart, in order, after nt_view_take has. Returns 0; -1 without memory; or
   the sink's result. */
int nt_calls_take(nt_calls *calls, const nt_flow_event *event);
/* Ends the stream: all frames leave. Returns as nt_calls_take. */
int nt_calls_end(nt_calls *calls);

/* Returns the time of the latest reported change: in ticks of the trace's timestamps, or, without
   timestamps, in instructions. Between two timestamps each instruction takes one tick, as far as
   there are ticks. Never goes back. */
uint64_t nt_calls_time(const nt_calls *calls);
/* Returns that of the latest message: its timestamp, if it has one. */
uint64_t nt_calls_message_time(const nt_calls *calls);

/* Returns the number of frames. */
size_t nt_calls_depth(const nt_calls *calls);
/* Returns a frame, 0 is the outermost; NULL: there is none. Valid until the next change. */
nt_call *nt_calls_frame(nt_calls *calls, size_t index);

/* ---- counts by stack: what folded text and flame graphs are made of ---- */

/* Describes a frame of a counted stack. */
typedef struct nt_stack_frame {
    const nt_function *function; /* NULL: not known */
    uint64_t entry;              /* address that names it where the function is not known */
    uint8_t trap;                /* B-TYPE of the trap that it handles; 0: none */
    bool is_hart;                /* it is not a function, but hart `entry`: outermost */
} nt_stack_frame;

/* Counts by call stack: a tree whose nodes are stacks, each of which is another one with a frame
   on it. At most a million different stacks are kept: what is counted for others is their
   callers'. */
typedef struct nt_stacks nt_stacks;

/* Allocates it; the empty stack is on hand. Returns NULL with the error set. */
nt_stacks *nt_stacks_new(nt_error *error);
/* Frees it, or nothing if it is NULL. */
void nt_stacks_free(nt_stacks *stacks);

/* Moves to the stack with `frame` on top of the one on hand. */
void nt_stacks_enter(nt_stacks *stacks, const nt_stack_frame *frame);
/* Moves back to the stack without its top. */
void nt_stacks_leave(nt_stacks *stacks);
/* Moves to the empty stack. */
void nt_stacks_reset(nt_stacks *stacks);
/* Adds to the count of the stack on hand. */
void nt_stacks_count(nt_stacks *stacks, uint64_t count);
/* Adds the stacks of `from`. Returns 0, or -1 without memory. */
int nt_stacks_merge(nt_stacks *into, const nt_stacks *from);

/* Receives a line of text, without a line break. A result other than 0 ends the printing. */
typedef int (*nt_stacks_line)(void *context, const char *line);

/* Prints a line "outermost;...;top COUNT" for each stack with a count, for tools that make flame
   graphs. Returns 0; -1 without memory; or the result of `take`. */
int nt_stacks_print(const nt_stacks *stacks, nt_stacks_line take, void *context);

#ifdef __cplusplus
}
#endif

#endif
