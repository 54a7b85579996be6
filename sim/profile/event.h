/* SPDX-License-Identifier: Apache-2.0 */
/* Names the events that a profile can count: those of mhpmevent that a recording has. */
#ifndef NT_PROFILE_EVENT_H
#define NT_PROFILE_EVENT_H

#include "libntrace/util/error.h"

#include <stdbool.h>
#include <stdint.h>

/* Lists the events of model/hpm/hpm_events.def, in its order. */
typedef enum nt_event_id {
#define EVENT(name, number, text) NT_EVENT_ID_##name,
#include "model/hpm/hpm_events.def"
#undef EVENT
    NT_EVENT_IDS
} nt_event_id;

enum { NT_EVENT_NAME = 24 };

typedef struct nt_profile_event {
    nt_event_id id;
    char name[NT_EVENT_NAME]; /* in lower case, with '-': "trap-returns" */
    const char *text;         /* what counts */
    uint64_t mhpmevent;       /* its number, with the inhibit bits */
} nt_profile_event;

/* Reads a name, or a value of mhpmevent: a number and inhibit bits. Returns 0, or -1 with the error
   set: there is no such event, a recording does not have it, or OF or a reserved bit is set. */
int nt_profile_event_parse(nt_profile_event *event, const char *text, nt_error *error);

/* Returns event `id`, without inhibit bits. False: recordings do not have it. */
bool nt_profile_event_get(nt_profile_event *event, nt_event_id id);

/* Returns whether the inhibit bits let it count in a mode (as the ingress port's priv). */
bool nt_profile_event_counts_in(const nt_profile_event *event, uint8_t priv);

#endif
