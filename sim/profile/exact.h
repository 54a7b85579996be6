/* SPDX-License-Identifier: Apache-2.0 */
/* Counts an event over the N-Trace of a recording: the golden model encodes it, the flow decoder
   takes the bytes, and what retired is counted by address and by call stack. */
#ifndef NT_PROFILE_EXACT_H
#define NT_PROFILE_EXACT_H

#include "libntrace/calls/stacks.h"
#include "sim/profile/event.h"
#include "sim/profile/places.h"

typedef struct nt_exact_options {
    const char *recording;
    unsigned hart;
    uint64_t limit;      /* instructions; 0: all */
    nt_program *program; /* the recording first, for the code; then what names it */
    nt_profile_event event;
} nt_exact_options;

typedef struct nt_exact {
    uint64_t events;
    uint64_t instructions; /* all that the trace has, whatever the event */
    uint64_t bytes;        /* of the trace */
    nt_stacks stacks;      /* the caller's to free, also after an error */
} nt_exact;

/* Returns whether the trace has the event: it does not tell cycles. Their stacks and places then
   stay empty. */
bool nt_exact_has(nt_event_id id);

/* Counts. The places get NT_PROFILE_EXACT, and where code is called. Returns 0, or -1 with the
   error set, also if the trace does not decode. */
int nt_exact_count(nt_exact *exact, const nt_exact_options *options, nt_places *places,
                   nt_error *error);

#endif
