/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/profile/places.h"

#include <stdlib.h>

enum { FIRST_ROOM = 1 << 12 };

void nt_places_free(nt_places *p) {
    free(p->places);
    free(p->slots);
    free(p->entries);
    *p = (nt_places){.count = 0};
}

/* The slot where a place is, or would be. */
static uint32_t *slot_of(const nt_places *p, uint64_t pc, const nt_function *function) {
    const size_t mask = 2 * p->room - 1;
    uint64_t key = (pc ^ (uint64_t)(uintptr_t)function << 20) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(key >> 32) & mask;
    while (p->slots[at] != 0 && (p->places[p->slots[at] - 1].pc != pc ||
                                 p->places[p->slots[at] - 1].function != function)) {
        at = (at + 1) & mask;
    }
    return &p->slots[at];
}

static int grow(nt_places *p) {
    const size_t room = p->room == 0 ? FIRST_ROOM : 2 * p->room;
    nt_profile_place *places = realloc(p->places, room * sizeof *places);
    if (places == NULL) {
        return -1;
    }
    p->places = places;
    uint32_t *slots = calloc(2 * room, sizeof *slots);
    if (slots == NULL) {
        return -1;
    }
    free(p->slots);
    p->slots = slots;
    p->room = room;
    for (size_t i = 0; i < p->count; i++) {
        *slot_of(p, p->places[i].pc, p->places[i].function) = (uint32_t)(i + 1);
    }
    return 0;
}

nt_profile_place *nt_places_at(nt_places *p, uint64_t pc, const nt_function *function) {
    uint32_t *slot = p->room == 0 ? NULL : slot_of(p, pc, function);
    if (slot != NULL && *slot != 0) {
        return &p->places[*slot - 1];
    }
    if (p->count == p->room) {
        if (p->room >= UINT32_MAX / 2 || grow(p) != 0) {
            return NULL;
        }
        slot = slot_of(p, pc, function);
    }
    p->places[p->count++] = (nt_profile_place){.pc = pc, .function = function};
    *slot = (uint32_t)p->count;
    return &p->places[p->count - 1];
}

/* The majority vote of Boyer and Moore. */
void nt_place_vote(nt_profile_place *place, uint64_t lap) {
    if (place->votes == 0) {
        place->lap = lap;
    }
    place->votes = place->lap == lap ? place->votes + 1 : place->votes - 1;
}

static int compare(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Makes each entry the only one of its address. */
void nt_places_sort_entries(nt_places *p) {
    size_t kept = 0;
    if (p->entry_count != 0) {
        qsort(p->entries, p->entry_count, sizeof *p->entries, compare);
    }
    for (size_t i = 0; i < p->entry_count; i++) {
        if (kept == 0 || p->entries[kept - 1] != p->entries[i]) {
            p->entries[kept++] = p->entries[i];
        }
    }
    p->entry_count = kept;
}

int nt_places_enter(nt_places *p, uint64_t pc) {
    if (p->entry_count == p->entry_room) {
        nt_places_sort_entries(p); /* the same ones come again and again */
        if (2 * p->entry_count >= p->entry_room) {
            const size_t room = p->entry_room == 0 ? FIRST_ROOM : 2 * p->entry_room;
            uint64_t *entries = realloc(p->entries, room * sizeof *entries);
            if (entries == NULL) {
                return -1;
            }
            p->entries = entries;
            p->entry_room = room;
        }
    }
    p->entries[p->entry_count++] = pc;
    return 0;
}

uint64_t nt_places_entry(const nt_places *p, uint64_t pc) {
    size_t low = 0; /* the first that is behind it */
    for (size_t high = p->entry_count; low < high;) {
        const size_t middle = low + (high - low) / 2;
        if (p->entries[middle] <= pc) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low == 0 ? 0 : p->entries[low - 1];
}
