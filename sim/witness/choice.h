/* SPDX-License-Identifier: Apache-2.0 */
/* The choices of one stream that are open, and the events since. */
#ifndef NT_WITNESS_CHOICE_H
#define NT_WITNESS_CHOICE_H

#include "sim/witness/witness_internal.h"

/* Events since the oldest choice that are kept, and choices of one stream that are open. */
enum { NT_WITNESS_EVENTS = 1 << 12, NT_WITNESS_CHOICES = 64 };

/* Is an event, and of its message the number, and whether it counts. */
typedef struct nt_witness_logged {
    nt_flow_event event;
    uint64_t number;
    bool counts;
    nt_witness_before before;
} nt_witness_logged;

/* Is a choice that is open. */
typedef struct nt_witness_chosen {
    nt_witness before; /* as it was when the start's message came */
    const nt_witness_places *places;
    nt_witness_place place; /* the one in use */
    size_t next;            /* the first event after the start's */
} nt_witness_chosen;

typedef struct nt_witness_choice {
    nt_witness_chosen at[NT_WITNESS_CHOICES]; /* that are open, the latest last */
    size_t choices;
    nt_witness_logged event[NT_WITNESS_EVENTS];
    size_t events;
    size_t position; /* of the event at hand */
    bool tries;      /* it is one of those */
} nt_witness_choice;

/* Returns whether a choice is open. */
static inline bool nt_witness_is_open(const nt_witness *w) {
    return w->choice != NULL && w->choice->choices != 0;
}

/* Keeps an event. There is room for it. */
void nt_witness_log_event(nt_witness *w, const nt_flow_event *event);

#endif
