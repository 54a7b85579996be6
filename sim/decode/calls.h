/* Derives the call stack from the execution: calls push, returns pop down to the frame of their
   target (so longjmp unwinds), tail calls replace, traps push and trap returns pop; a jump into
   a stack that was left earlier (co-routines, tasks) returns to it. An interruption of the trace
   empties it. */
#ifndef NT_DECODE_CALLS_H
#define NT_DECODE_CALLS_H

#include "libntrace/util/error.h"
#include "ntrace/flow.h"
#include "ntrace/program.h"
#include "sim/decode/clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Lists how a frame is entered, and how it is left. */
typedef enum nt_call_how {
    NT_CALL_BEGINS, /* tracing began within it */
    NT_CALL_CALLED,
    NT_CALL_TAIL,    /* entered by a jump from the function before */
    NT_CALL_TRAPPED, /* it is a trap's handler */
    NT_CALL_RESUMED, /* its stack runs again */
    NT_CALL_RETURNS,
    NT_CALL_LEFT,    /* replaced by another: a tail call */
    NT_CALL_UNWOUND, /* a return went to a frame below it */
    NT_CALL_PARKED,  /* another stack runs */
    NT_CALL_CUT,     /* tracing stopped, or trace is missing */
} nt_call_how;

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
    /* Receives the new top; `depth` frames are below it. */
    int (*enter)(void *context, nt_call *call, size_t depth, nt_call_how how);
    /* Receives the former top; `depth` frames are left. */
    int (*leave)(void *context, const nt_call *call, size_t depth, nt_call_how how);
    /* Receives instructions that the top retired. NULL: not needed. */
    int (*run)(void *context, uint64_t pc, uint32_t instructions);
    void *context;
} nt_calls_sink;

typedef struct nt_calls nt_calls;

/* Allocates it; the view must outlive it. Returns NULL without memory. */
nt_calls *nt_calls_new(nt_view *view, nt_calls_sink sink);
void nt_calls_free(nt_calls *calls);

/* Takes the events of one hart in order. Returns 0; -1 without memory; or the sink's result. */
int nt_calls_take(nt_calls *calls, const nt_flow_event *event);
/* Ends the stream: all frames leave. */
int nt_calls_end(nt_calls *calls);

/* Returns the time of the latest reported change. */
const nt_clock *nt_calls_clock(const nt_calls *calls);
/* Returns the frames, the outermost first. */
nt_call *nt_calls_stack(nt_calls *calls, size_t *depth);

#endif
