/* SPDX-License-Identifier: Apache-2.0 */
/* Estimates when an instruction ran: in ticks of the trace's timestamps, or, without timestamps,
   in instructions. Between two timestamps each instruction takes one tick, as far as there are
   ticks. Never goes back. */
#ifndef NT_CALLS_CLOCK_H
#define NT_CALLS_CLOCK_H

#include "ntrace/flow.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_clock {
    bool timed;    /* a timestamp has come */
    uint64_t base; /* offset added to timestamps because they had gone back */
    uint64_t now;
    uint64_t limit; /* the latest timestamp */
} nt_clock;

/* Advances `now` to the timestamp before the event. */
static inline void nt_clock_take(nt_clock *clock, const nt_flow_event *event) {
    if (!event->has_time || (clock->timed && event->time + clock->base == clock->limit)) {
        return;
    }
    uint64_t before = clock->timed ? clock->limit : clock->now;
    if (event->time + clock->base < before) {
        clock->base = before - event->time;
    }
    clock->limit = event->time + clock->base;
    clock->now = clock->timed ? before : clock->limit;
    clock->timed = true;
}

static inline void nt_clock_run(nt_clock *clock, uint64_t instructions) {
    uint64_t left = clock->timed ? clock->limit - clock->now : UINT64_MAX - clock->now;
    clock->now += instructions < left ? instructions : left;
}

/* Ends the message's instructions: `now` becomes its timestamp. */
static inline void nt_clock_arrive(nt_clock *clock) {
    if (clock->timed) {
        clock->now = clock->limit;
    }
}

#endif
