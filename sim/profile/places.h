/* SPDX-License-Identifier: Apache-2.0 */
/* Counts by address, for one profile: exactly and by samples; and the functions that the addresses
   belong to. */
#ifndef NT_PROFILE_PLACES_H
#define NT_PROFILE_PLACES_H

#include "ntrace/program.h"

#include <stddef.h>
#include <stdint.h>

/* What is counted at a place. */
typedef enum nt_profile_count {
    NT_PROFILE_EXACT,   /* events */
    NT_PROFILE_SAMPLES, /* samples that say so: the pc of the trap */
    NT_PROFILE_EVENTS,  /* the events that overflowed, of the same samples */
    NT_PROFILE_REFEREE, /* samples of the counter with a randomized period beside */
    NT_PROFILE_COUNTS
} nt_profile_count;

typedef struct nt_profile_place {
    uint64_t pc;
    const nt_function *function; /* NULL: not known */
    uint64_t count[NT_PROFILE_COUNTS];
    /* Of the events that overflowed here: the number of events from one pass here to the next,
       which most of them have, and a vote for it. 0: none. */
    uint64_t lap;
    uint64_t votes;
} nt_profile_place;

typedef struct nt_places {
    nt_profile_place *places;
    size_t count;
    size_t room;
    uint32_t *slots;   /* a hash table of 2 * room: numbers of places + 1; 0: free */
    uint64_t *entries; /* where code is called: they name what no image names; sorted at the end */
    size_t entry_count;
    size_t entry_room;
} nt_places;

/* All 0 at the beginning. */
void nt_places_free(nt_places *places);

/* Returns the place of an address; NULL without memory. Valid until the next call. */
nt_profile_place *nt_places_at(nt_places *places, uint64_t pc, const nt_function *function);

/* Notes an overflow at a place whose events come again each `lap` events. */
void nt_place_vote(nt_profile_place *place, uint64_t lap);

/* Notes that code at `pc` is called. Returns 0, or -1 without memory. */
int nt_places_enter(nt_places *places, uint64_t pc);
/* Ends the entries, once all calls are noted. */
void nt_places_sort_entries(nt_places *places);
/* Returns the last entry not behind `pc`; 0: there is none. */
uint64_t nt_places_entry(const nt_places *places, uint64_t pc);

#endif
