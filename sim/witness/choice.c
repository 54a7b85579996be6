/* SPDX-License-Identifier: Apache-2.0 */
/* Where a stranger's tracing starts at one of several places that fit: they are tried in their
   order, with all events that have come since, and the one that gets furthest is judged by. Where
   a place that is tried leads to another choice, the places of that are tried first. */
#include "sim/witness/witness_internal.h"

#include <stdlib.h>
#include <string.h>

/* Events since the oldest choice that are kept, choices of one stream that are open, items of the
   ring that stay for them, and events that are tried for one difference. */
enum { MOST_EVENTS = 1 << 12, MOST_CHOICES = 64, MOST_ITEMS = 1 << 19, MOST_TRIED = 1 << 18 };

/* An event, and of its message the number, and whether it counts. */
typedef struct logged_event {
    nt_flow_event event;
    uint64_t number;
    bool counts;
    nt_witness_before before;
} logged_event;

typedef struct choice {
    nt_witness before; /* as it was when the start's message came */
    const nt_witness_places *places;
    nt_witness_place place; /* the one in use */
    size_t next;            /* the first event behind the start's */
} choice;

typedef struct nt_witness_choice {
    choice at[MOST_CHOICES]; /* that are open, the latest last */
    size_t choices;
    logged_event event[MOST_EVENTS];
    size_t events;
    size_t position; /* of the event at hand */
    bool tries;      /* it is one of those */
} nt_witness_choice;

/* Matching goes back to `before`; cycles that have come since stay. */
static void go_back(nt_witness *w, const nt_witness *before) {
    nt_expect_undo_to(&w->expect, before->expect.undos);
    const nt_witness now = *w;
    *w = *before;
    w->settings = now.settings;
    w->version = now.version;
    w->ending = now.ending;
    w->resetting = now.resetting;
    w->judge = now.judge;
    w->turns = now.turns;
    w->expect = now.expect;
    w->expect.first = before->expect.first;
    w->expect.found = before->expect.found;
    w->expect.repeats = before->expect.repeats;
    w->expect.used = before->expect.used;
    w->expect.found_once = before->expect.found_once;
    w->expect.events = now.expect.events; /* counted for our own encoder alone */
}

static bool is_open(const nt_witness *w) {
    return w->choice != NULL && w->choice->choices != 0;
}

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

/* Reports what was not followed while others were tried. */
static void advise(nt_witness *w) {
    if (w->advice.words != NULL) {
        nt_witness_unfollow(w, w->advice.aspect, w->advice.offset, w->advice.words);
        w->advice.words = NULL;
    }
}

/* All events behind the latest choice, up to the end of the latest message if `closes`. Returns how
   many were tried. */
static size_t replay(nt_witness *w, bool closes) {
    nt_witness_choice *all = w->choice;
    const choice *latest = &all->at[all->choices - 1];
    const size_t first = latest->next;
    size_t at = first;
    all->position = first - 1;
    latest->places->go(w, &latest->place);
    for (; at < all->events && !w->differs; at++) {
        all->position = at;
        w->number = all->event[at].number;
        w->counts = all->event[at].counts;
        w->before = all->event[at].before;
        nt_witness_step(w, &all->event[at].event);
    }
    if (closes && !w->differs) {
        nt_witness_close(w);
        if (w->ending && !w->differs) {
            nt_witness_match_end(w);
        }
    }
    return at - first + 1;
}

/* Tries the places after those in use. */
static bool try_others(nt_witness *w, bool closes) {
    nt_witness_choice *all = w->choice;
    const nt_witness failed = *w;
    size_t tried = 0;
    w->judge = NULL; /* no word of what is only tried */
    all->tries = true;
    while (all->choices != 0 && tried < MOST_TRIED) {
        choice *latest = &all->at[all->choices - 1];
        go_back(w, &latest->before);
        if (!latest->places->next(w, &latest->place, false)) {
            all->choices--;
            continue;
        }
        tried += replay(w, closes);
        if (!w->differs) {
            all->tries = false;
            w->judge = failed.judge;
            advise(w);
            return true;
        }
    }
    all->tries = false;
    go_back(w, &failed);
    w->judge = failed.judge;
    return false;
}

void nt_witness_choose_others(nt_witness *w) {
    while (is_open(w) && nt_witness_takes_other(w) && try_others(w, true)) {
        w->choice->position = w->choice->events;
    }
}

static void log_event(nt_witness *w, const nt_flow_event *event) {
    nt_witness_choice *all = w->choice;
    all->event[all->events++] = (logged_event){
        .event = *event, .number = w->number, .counts = w->counts, .before = w->before};
    all->position = all->events;
}

void nt_witness_settle(nt_witness *w, const nt_flow_event *event) {
    if (!w->differs || w->reported) {
        return;
    }
    if (is_open(w) && w->choice->events < MOST_EVENTS) {
        if (event != NULL) {
            log_event(w, event);
        }
        if (try_others(w, event == NULL)) {
            w->choice->position = w->choice->events;
            return;
        }
    }
    nt_witness_end_choice(w);
    w->reported = true;
    if (w->judge != NULL) {
        w->judge(w->judge_context, w->aspect, false, w->differs_at, w->words);
    }
}

void nt_witness_log(nt_witness *w, const nt_flow_event *event) {
    if (!is_open(w) || event->kind == NT_FLOW_SUSPECT) {
        return;
    }
    const nt_witness_choice *all = w->choice;
    if (all->events == MOST_EVENTS || w->expect.next - w->expect.kept > MOST_ITEMS) {
        close_oldest(w, all->choices > 1 ? all->choices - 1 : 1);
    }
    if (is_open(w) && all->events < MOST_EVENTS) {
        log_event(w, event);
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
    if (all->choices == MOST_CHOICES && all->tries) {
        places->go(w, place);
        return;
    }
    if (all->choices == MOST_CHOICES) {
        close_oldest(w, 1);
    }
    if (all->choices == 0) {
        w->expect.kept = w->expect.first;
        w->expect.undos = 0;
        w->expect.holds = true;
    }
    all->at[all->choices++] =
        (choice){.before = *w, .places = places, .place = *place, .next = all->position + 1};
    places->go(w, place);
}
