/* The call stack, as it follows from what ran: calls push, returns pop down to whom they return to
   (so longjmp unwinds), tail calls replace, traps push and trap returns pop; a jump into a stack
   that was left earlier (co-routines, tasks) goes back to it. Whatever cuts the trace empties it.
 */
#ifndef NT_DECODE_CALLS_H
#define NT_DECODE_CALLS_H

#include "libntrace/util/error.h"
#include "ntrace/flow.h"
#include "ntrace/program.h"
#include "sim/decode/clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How a frame came, and how it went. */
typedef enum nt_call_how {
    NT_CALL_BEGINS, /* tracing began within it */
    NT_CALL_CALLED,
    NT_CALL_TAIL,    /* jumped into it from the function that was there */
    NT_CALL_TRAPPED, /* it is a trap's handler */
    NT_CALL_RESUMED, /* its stack is run again */
    NT_CALL_RETURNS,
    NT_CALL_LEFT,    /* its place is another's: a tail call */
    NT_CALL_UNWOUND, /* someone else returned to below it */
    NT_CALL_PARKED,  /* another stack is run */
    NT_CALL_CUT,     /* tracing stopped, or something is missing */
} nt_call_how;

typedef struct nt_call {
    const nt_function *function; /* NULL: not known */
    uint64_t entry;              /* where it was entered; of a frame that begins: first seen */
    uint64_t back;               /* where it returns to; of a trap: where it came */
    bool returns;                /* `back` is known */
    uint8_t trap;                /* B-TYPE of the trap that it handles; 0: none */
    bool marked;                 /* the sink's own; at first false */
} nt_call;

/* What is told. Each returns 0, or what ends it. */
typedef struct nt_calls_sink {
    /* The frame is the new top, `depth` frames are below it. */
    int (*enter)(void *context, nt_call *call, size_t depth, nt_call_how how);
    /* The frame was the top; `depth` frames are left. */
    int (*leave)(void *context, const nt_call *call, size_t depth, nt_call_how how);
    /* The top retired these. NULL: not wanted. */
    int (*run)(void *context, uint64_t pc, uint32_t instructions);
    void *context;
} nt_calls_sink;

typedef struct nt_calls nt_calls;

/* The view must outlive it. NULL without memory. */
nt_calls *nt_calls_new(nt_view *view, nt_calls_sink sink);
void nt_calls_free(nt_calls *calls);

/* Takes the events of one hart in order. 0; -1 without memory; or what the sink returned. */
int nt_calls_take(nt_calls *calls, const nt_flow_event *event);
/* The stream has ended: all frames leave. */
int nt_calls_end(nt_calls *calls);

/* When the last thing told happened. */
const nt_clock *nt_calls_clock(const nt_calls *calls);
/* The frames, the outermost first. */
nt_call *nt_calls_stack(nt_calls *calls, size_t *depth);

#endif
