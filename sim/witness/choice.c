/* SPDX-License-Identifier: Apache-2.0 */
/* Where a stranger's tracing starts at one of several places that fit: they are tried in their
   order, with all events that have come since, and the one that gets furthest is judged by. Where
   a place that is tried leads to another choice, the places of that are tried first. */
#include "sim/witness/choice.h"

#include <stdlib.h>
#include <string.h>

/* Items of the ring that stay for choices. */
enum { MOST_ITEMS = 1 << 19 };

void nt_witness_end_choice(nt_witness *w) {
    if (w->choice != NULL) {
        w->choice->choices = w->choice->events = w->choice->position = 0;
    }
    w->expect.holds = false;
}

/* The oldest choices are made for good. */
static void close_oldest(nt_witness *w, size_t count) {
    nt_witness_choice *all = w->choice;
    if (count == all->choices) {
        nt_witness_end_choice(w);
        return;
    }
    all->choices -= count;
    memmove(all->at, all->at + count, all->choices * sizeof all->at[0]);
    const size_t events = all->at[0].next < all->events ? all->at[0].next : all->events;
    all->events -= events;
    all->position -= events;
    memmove(all->event, all->event + events, all->events * sizeof all->event[0]);
    for (size_t i = 0; i < all->choices; i++) {
        all->at[i].next -= events;
    }
    w->expect.kept = all->at[0].before.expect.first;
}

void nt_witness_log_event(nt_witness *w, const nt_flow_event *event) {
    nt_witness_choice *all = w->choice;
    all->event[all->events++] = (nt_witness_logged){
        .event = *event, .number = w->number, .counts = w->counts, .before = w->before};
    all->position = all->events;
}

void nt_witness_log(nt_witness *w, const nt_flow_event *event) {
    if (!nt_witness_is_open(w) || event->kind == NT_FLOW_SUSPECT) {
        return;
    }
    const nt_witness_choice *all = w->choice;
    if (all->events == NT_WITNESS_EVENTS || w->expect.next - w->expect.kept > MOST_ITEMS) {
        close_oldest(w, all->choices > 1 ? all->choices - 1 : 1);
    }
    if (nt_witness_is_open(w) && all->events < NT_WITNESS_EVENTS) {
        nt_witness_log_event(w, event);
    } else {
        nt_witness_end_choice(w);
    }
}

void nt_witness_choose(nt_witness *w, const nt_witness_places *places,
                       const nt_witness_place *place) {
    if (w->choice == NULL && (w->choice = calloc(1, sizeof *w->choice)) == NULL) {
        nt_witness_differ(w, NT_ASPECT_NONE, "memory for a restart", "none", place->sync.offset);
        return;
    }
    nt_witness_choice *all = w->choice;
    if (all->choices == NT_WITNESS_CHOICES && all->tries) {
        places->go(w, place);
        return;
    }
    if (all->choices == NT_WITNESS_CHOICES) {
        close_oldest(w, 1);
    }
    if (all->choices == 0) {
        w->expect.kept = w->expect.first;
        w->expect.undos = 0;
        w->expect.holds = true;
    }
    all->at[all->choices++] = (nt_witness_chosen){
        .before = *w, .places = places, .place = *place, .next = all->position + 1};
    places->go(w, place);
}
