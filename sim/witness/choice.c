/* Where a stranger's tracing starts at one of several places that fit: they are tried in their
   order, with all events that have come since, and the one that gets furthest is judged by. */
#include "sim/witness/witness_internal.h"

#include <stdlib.h>

/* Events since a start that are kept, and items of the ring that stay for it. */
enum { MOST_EVENTS = 1 << 12, MOST_ITEMS = 1 << 19 };

/* An event, and the number of its message. */
typedef struct logged_event {
    nt_flow_event event;
    uint64_t number;
} logged_event;

typedef struct nt_witness_choice {
    nt_witness before; /* as it was when the start's message came */
    const nt_witness_places *places;
    nt_witness_place place;          /* the one in use */
    bool open;                       /* another one may be tried */
    logged_event event[MOST_EVENTS]; /* that came since, and fit */
    size_t events;
} nt_witness_choice;

/* Matching goes back to `before`; cycles that have come since stay. */
static void go_back(nt_witness *w, const nt_witness *before) {
    const nt_witness now = *w;
    *w = *before;
    w->settings = now.settings;
    w->version = now.version;
    w->ending = now.ending;
    w->resetting = now.resetting;
    w->expect = now.expect;
    w->expect.first = before->expect.first;
    w->expect.found = before->expect.found;
    w->expect.repeats = before->expect.repeats;
    w->expect.used = before->expect.used;
    w->expect.found_once = before->expect.found_once;
    w->expect.events = now.expect.events; /* counted for our own encoder alone */
}

void nt_witness_end_choice(nt_witness *w) {
    if (w->choice != NULL) {
        w->choice->open = false;
    }
    w->expect.holds = false;
}

static void replay(nt_witness *w, const nt_witness_choice *choice, const logged_event *last) {
    choice->places->go(w, &choice->place);
    for (size_t i = 0; i < choice->events && !w->differs; i++) {
        w->number = choice->event[i].number;
        nt_witness_step(w, &choice->event[i].event);
    }
    if (last != NULL && !w->differs) {
        w->number = last->number;
        nt_witness_step(w, &last->event);
    }
}

/* Reports what was not followed while others were tried. */
static void advise(nt_witness *w) {
    if (w->advice.words != NULL) {
        nt_witness_unfollow(w, w->advice.aspect, w->advice.offset, w->advice.words);
        w->advice.words = NULL;
    }
}

/* Tries the places after the one in use, with all events up to `last`, which does not fit there, or
   up to the end of the latest message. */
static bool try_others(nt_witness *w, const logged_event *last) {
    nt_witness_choice *choice = w->choice;
    const nt_witness failed = *w;
    const nt_witness_place used = choice->place;
    go_back(w, &choice->before);
    while (choice->places->next(w, &choice->place, false)) {
        w->judge = NULL; /* no word of what is only tried */
        replay(w, choice, last);
        if (!w->differs && last == NULL) {
            nt_witness_close(w);
            if (w->ending && !w->differs) {
                nt_witness_match_end(w);
            }
        }
        if (!w->differs) {
            w->judge = failed.judge;
            advise(w);
            return true;
        }
        go_back(w, &choice->before);
    }
    go_back(w, &failed);
    choice->place = used;
    return false;
}

void nt_witness_settle(nt_witness *w, const nt_flow_event *event) {
    if (!w->differs || w->reported) {
        return;
    }
    if (w->choice != NULL && w->choice->open) {
        bool itself = event != NULL && event->offset == w->choice->place.sync.offset;
        event = itself ? NULL : event;
        logged_event last = {.number = w->number};
        if (event != NULL) {
            last.event = *event;
        }
        if (try_others(w, event == NULL ? NULL : &last)) {
            if (event != NULL) {
                nt_witness_log(w, event);
            }
            return;
        }
        nt_witness_end_choice(w);
    }
    w->reported = true;
    if (w->judge != NULL) {
        w->judge(w->judge_context, w->aspect, false, w->differs_at, w->words);
    }
}

void nt_witness_log(nt_witness *w, const nt_flow_event *event) {
    nt_witness_choice *choice = w->choice;
    if (choice == NULL || !choice->open || event->kind == NT_FLOW_SUSPECT ||
        event->offset == choice->place.sync.offset) {
        return;
    }
    if (choice->events == MOST_EVENTS || w->expect.next - w->expect.kept > MOST_ITEMS) {
        nt_witness_end_choice(w);
        return;
    }
    choice->event[choice->events++] = (logged_event){.event = *event, .number = w->number};
}

void nt_witness_choose(nt_witness *w, const nt_witness_places *places,
                       const nt_witness_place *place) {
    nt_witness_choice *choice = w->choice;
    if (choice == NULL && (choice = w->choice = calloc(1, sizeof *choice)) == NULL) {
        nt_witness_differ(w, NT_ASPECT_NONE, "memory for a restart", "none", place->sync.offset);
        return;
    }
    choice->places = places;
    choice->place = *place;
    choice->events = 0;
    choice->before = *w;
    choice->open = true;
    w->expect.kept = w->expect.first;
    w->expect.holds = true;
    places->go(w, place);
}
