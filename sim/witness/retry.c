/* SPDX-License-Identifier: Apache-2.0 */
/* Where a difference is found, or the settings change, other places of a choice are tried, in their
   order, with all events that have come since; the one that gets furthest is judged by. Where a
   place that is tried leads to another choice, the places of that are tried first. */
#include "sim/witness/choice.h"

#include "libntrace/flow/before_sync.h"

/* Events that are tried for one difference. */
enum { MOST_TRIED = 1 << 18 };

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
    const nt_witness_chosen *latest = &all->at[all->choices - 1];
    const size_t first = latest->next;
    size_t at = first;
    all->position = first - 1;
    latest->places->go(w, &latest->place);
    if (latest->places->again && latest->place.repeat != 0) {
        nt_witness_step(w, &latest->place.sync);
    }
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
        nt_witness_chosen *latest = &all->at[all->choices - 1];
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

bool nt_witness_takes_other(nt_witness *w) {
    enum { MOST_TURNS = 63 };
    return !w->differs && w->turns != MOST_TURNS && nt_check_summarize(w->check).broken == 0 &&
           (w->other_turns >> w->turns++ & 1) != 0;
}

void nt_witness_choose_others(nt_witness *w) {
    while (nt_witness_is_open(w) && nt_witness_takes_other(w) && try_others(w, true)) {
        w->choice->position = w->choice->events;
    }
}

void nt_witness_settle(nt_witness *w, const nt_flow_event *event) {
    if (!w->differs || w->reported) {
        return;
    }
    if (nt_witness_is_open(w) && w->choice->events < NT_WITNESS_EVENTS) {
        if (event != NULL) {
            nt_witness_log_event(w, event);
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

void nt_witness_match(nt_witness *w, const nt_flow_event *event) {
    w->number = nt_flow_get_counts(w->flow)->messages;
    w->before.unsent = nt_flow_unsent(w->flow);
    w->before.came = nt_flow_came(w->flow);
    nt_witness_step(w, event);
    if (w->differs) {
        nt_witness_settle(w, event);
    } else {
        nt_witness_log(w, event);
    }
}
