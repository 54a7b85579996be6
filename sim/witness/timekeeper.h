/* SPDX-License-Identifier: Apache-2.0 */
/* Counts the time of each cycle independently: the required output of the timestamp unit (Trace
   Control Interface 1.0, "Timestamp Unit"). */
#ifndef NT_WITNESS_TIMEKEEPER_H
#define NT_WITNESS_TIMEKEEPER_H

#include "model/control/control.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_timekeeper {
    uint64_t clocks; /* of the internal counter since it was reset, before the prescaler, */
    uint64_t count;  /* and after it */
} nt_timekeeper;

typedef struct nt_timekeeper_inputs {
    bool held;  /* the encoder is in reset */
    bool reset; /* trTsReset */
    const nt_control *control;
    bool halted;          /* the hart is in debug mode */
    uint64_t hart_time;   /* `time` of the ingress port */
    uint64_t shared_time; /* of the component whose time is shared */
} nt_timekeeper_inputs;

/* Returns the time of this cycle, in `width` bits. The internal counters of the core and of the
   system have a clock in every cycle. */
uint64_t nt_timekeeper_now(const nt_timekeeper *timekeeper, unsigned width,
                           const nt_timekeeper_inputs *in);

/* Steps to the next cycle. */
void nt_timekeeper_step(nt_timekeeper *timekeeper, const nt_timekeeper_inputs *in);

#endif
