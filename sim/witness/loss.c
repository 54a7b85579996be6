/* Where a stranger loses messages: which, its FIFO decides, and the pins do not show it. The
   restart tells where tracing goes on: its F-ADDR is an instruction that retires while it is
   traced, later than what was reported before. Where several fit, they are tried in their order;
   the one that gets furthest is judged by. */
#include "sim/witness/witness_internal.h"

#include "ntrace/messages.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SYNC_OVERRUN = 7, SYNC_VENDOR = 14 /* and up */ };
enum { EVCODE_DEBUG = 0, EVCODE_LOWPOWER = 1, EVCODE_DISABLED = 4 };
enum { ETYPE_VENDOR = 8 /* and up */ };

/* Events since a restart that are kept, repetitions of a run that are tried, the first and the last
   of them, and items of the ring
   that stay for it. */
enum { MOST_EVENTS = 1 << 12, MOST_REPEATS = 1 << 12, MOST_ITEMS = 1 << 19 };

/* An event, and the number of its message. */
typedef struct logged_event {
    nt_flow_event event;
    uint64_t number;
} logged_event;

/* Where tracing is taken to go on. */
typedef struct restart_place {
    nt_flow_event sync; /* the restart's event */
    uint64_t item;      /* number of the item, */
    uint32_t repeat;    /* and its repetition */
    uint64_t start;     /* number after the latest start up to there that was lost; 0: none */
} restart_place;

typedef struct nt_witness_restart {
    nt_witness before;               /* as it was when the restart's message came */
    restart_place place;             /* the one in use */
    bool open;                       /* another one may be tried */
    logged_event event[MOST_EVENTS]; /* that came since, and fit */
    size_t events;
} nt_witness_restart;

/* ---- items that are in no message ---- */

static uint64_t count_head(nt_witness *w) {
    const nt_expected *head = nt_expect_head(&w->expect);
    if (head->kind != NT_EXPECT_RUN) {
        return 0;
    }
    uint64_t all = nt_expect_count(&w->code, head->address, head->halfwords);
    uint64_t left =
        nt_expect_count(&w->code, nt_expect_address(&w->expect), nt_expect_left(&w->expect));
    return left + all * nt_expect_again(&w->expect);
}

uint64_t nt_witness_pass_until(nt_witness *w, uint64_t number) {
    uint64_t instructions = 0;
    while (w->expect.first < number) {
        nt_expected *head = nt_expect_head(&w->expect);
        if (head->kind == NT_EXPECT_HART) {
            nt_witness_hart(w, head);
        } else if (head->kind == NT_EXPECT_SYNC && (head->code & NT_EXPECT_START)) {
            w->btm = (head->code & NT_EXPECT_BTM) != 0;
        }
        instructions += count_head(w);
        nt_expect_pop(&w->expect);
    }
    w->retired += instructions;
    return instructions;
}

/* ---- the state before ---- */

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

void nt_witness_end_restart(nt_witness *w) {
    if (w->restart != NULL) {
        w->restart->open = false;
    }
    w->expect.holds = false;
}

/* ---- the restart ---- */

/* Whether the item, from its half-word *at on, is where tracing may go on: for the overrun, or for
   a start that was lost. */
static bool is_place(const nt_witness *w, const restart_place *place, uint64_t *at) {
    const uint64_t number = place->item;
    const nt_flow_event *event = &place->sync;
    const nt_expected *item = nt_expect_item(&w->expect, number);
    bool overrun =
        event->sync.reason == SYNC_OVERRUN || (w->vendor_lost && event->sync.reason >= SYNC_VENDOR);
    *at = 0;
    bool here = ((item->address ^ event->sync.address) & w->mask) == 0;
    if (item->kind == NT_EXPECT_SYNC && (item->code & NT_EXPECT_START)) {
        return here && (overrun || nt_witness_is_reason(w, item, event));
    }
    overrun |= place->start != 0 &&
               nt_witness_is_reason(w, nt_expect_item(&w->expect, place->start - 1), event);
    if (item->kind == NT_EXPECT_AT && overrun) {
        return here; /* an exception without an instruction */
    }
    if (item->kind != NT_EXPECT_RUN || !overrun) {
        return false;
    }
    *at = ((event->sync.address - item->address) & w->mask) / 2;
    uint64_t from = number == w->expect.first ? w->expect.found : 0;
    return *at < item->halfwords && *at >= from;
}

/* The next place after the one in use; false: there is none. */
static bool next_place(const nt_witness *w, restart_place *place, bool first) {
    uint64_t at;
    if (!first) {
        const nt_expected *item = nt_expect_item(&w->expect, place->item);
        uint32_t times = item->kind != NT_EXPECT_RUN ? 0 : item->again;
        if (place->repeat < times) {
            bool many = place->repeat == MOST_REPEATS && times - place->repeat > MOST_REPEATS;
            place->repeat = many ? times - MOST_REPEATS : place->repeat + 1;
            return true;
        }
        place->item++;
    }
    for (; place->item < w->expect.next; place->item++) {
        const nt_expected *item = nt_expect_item(&w->expect, place->item);
        if (item->kind == NT_EXPECT_SYNC && (item->code & NT_EXPECT_START)) {
            place->start = place->item + 1;
        }
        if (is_place(w, place, &at)) {
            bool same = place->item == w->expect.first;
            place->repeat = same ? w->expect.repeats : 0;
            return true;
        }
    }
    return false;
}

/* Tracing goes on at the place. */
static void go_on(nt_witness *w, const restart_place *place) {
    const nt_flow_event *event = &place->sync;
    uint64_t at;
    (void)is_place(w, place, &at);
    uint64_t passed = nt_witness_pass_until(w, place->item);
    const nt_expected item = *nt_expect_head(&w->expect);
    bool start = item.kind == NT_EXPECT_SYNC;
    if (start) {
        nt_expect_pop(&w->expect);
    } else if (item.kind == NT_EXPECT_RUN) {
        passed += nt_expect_count(&w->code, item.address, item.halfwords) *
                  (place->repeat - w->expect.repeats);
        passed += nt_expect_count(&w->code, nt_expect_address(&w->expect),
                                  (uint32_t)at -
                                      (place->repeat == w->expect.repeats ? w->expect.found : 0));
        w->expect.found = (uint32_t)at;
        w->expect.repeats = place->repeat;
        w->expect.found_once = place->repeat != 0;
    }
    w->unjudged += passed;
    w->lost = w->paused = false;
    w->tracing = true;
    nt_witness_own_lost(w);
    w->ownership.known = w->ownership.left = false;
    if (start) {
        nt_witness_time(w, event, item.time, item.until);
    } else if (item.kind == NT_EXPECT_RUN && item.again == 0 && at == 0) {
        nt_witness_time(w, event, item.begin, item.begin);
    } else if (item.kind != NT_EXPECT_RUN) {
        nt_witness_time(w, event, item.time, item.until);
    } else {
        nt_witness_time(w, event, item.begin, item.until);
    }
    if (!w->differs) {
        nt_witness_match_sync(w, event, start ? &item : NULL);
    }
}

static void replay(nt_witness *w, const nt_witness_restart *restart, const logged_event *last) {
    go_on(w, &restart->place);
    for (size_t i = 0; i < restart->events && !w->differs; i++) {
        w->number = restart->event[i].number;
        nt_witness_step(w, &restart->event[i].event);
    }
    if (last != NULL && !w->differs) {
        w->number = last->number;
        nt_witness_step(w, &last->event);
    }
}

/* Tries the places after the one in use, with all events up to `last`, which does not fit there, or
   up to the end of the latest message. */
static bool try_others(nt_witness *w, const logged_event *last) {
    nt_witness_restart *restart = w->restart;
    const nt_witness failed = *w;
    const restart_place used = restart->place;
    go_back(w, &restart->before);
    while (next_place(w, &restart->place, false)) {
        replay(w, restart, last);
        if (!w->differs && last == NULL) {
            nt_witness_close(w);
            if (w->ending && !w->differs) {
                nt_witness_match_end(w);
            }
        }
        if (!w->differs) {
            return true;
        }
        go_back(w, &restart->before);
    }
    go_back(w, &failed);
    restart->place = used;
    return false;
}

void nt_witness_settle(nt_witness *w, const nt_flow_event *event) {
    if (!w->differs || w->reported) {
        return;
    }
    if (w->restart != NULL && w->restart->open) {
        bool itself = event != NULL && event->offset == w->restart->place.sync.offset;
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
        nt_witness_end_restart(w);
    }
    w->reported = true;
    if (w->judge != NULL) {
        w->judge(w->judge_context, w->aspect, false, w->differs_at, w->words);
    }
}

void nt_witness_log(nt_witness *w, const nt_flow_event *event) {
    nt_witness_restart *restart = w->restart;
    if (restart == NULL || !restart->open || event->kind == NT_FLOW_SUSPECT ||
        event->offset == restart->place.sync.offset) {
        return;
    }
    if (restart->events == MOST_EVENTS || w->expect.next - w->expect.kept > MOST_ITEMS) {
        nt_witness_end_restart(w);
        return;
    }
    restart->event[restart->events++] = (logged_event){.event = *event, .number = w->number};
}

bool nt_witness_may_restart(nt_witness *w, unsigned reason, uint64_t address) {
    restart_place try = {.item = w->expect.first,
                         .sync = {.kind = NT_FLOW_SYNC, .tcode = NT_TCODE_PROG_TRACE_SYNC}};
    try.sync.sync.reason = (uint8_t)reason;
    try.sync.sync.address = address;
    return next_place(w, &try, true);
}

static void restart_at(nt_witness *w, const nt_flow_event *event) {
    nt_witness_restart *restart = w->restart;
    if (restart == NULL && (restart = w->restart = calloc(1, sizeof *restart)) == NULL) {
        nt_witness_differ(w, NT_ASPECT_NONE, "memory for a restart", "none", event->offset);
        return;
    }
    restart->place = (restart_place){.sync = *event, .item = w->expect.first};
    restart->events = 0;
    restart->before = *w;
    if (!next_place(w, &restart->place, true)) {
        char got[NT_WITNESS_WORDS];
        (void)snprintf(got, sizeof got, "SYNC=%u at 0x%" PRIx64, event->sync.reason,
                       event->sync.address);
        nt_witness_differ(w, NT_ASPECT_START, "a restart at an instruction that is traced", got,
                          event->offset);
        return;
    }
    restart->open = true;
    w->expect.kept = w->expect.first;
    w->expect.holds = true;
    go_on(w, &restart->place);
    if (!w->differs) {
        nt_witness_held(w, NT_ASPECT_START, event->offset);
        nt_witness_held(w, NT_ASPECT_START_SYNC, event->offset);
    }
}

/* ---- Error ---- */

void nt_witness_lose(nt_witness *w, const nt_flow_event *event) {
    const bool vendor = event->loss.etype >= ETYPE_VENDOR;
    if (!vendor && (!nt_witness_is_loss(w, event) || !nt_witness_may(w, NT_FREEDOM_LOSS_PLACE))) {
        nt_witness_differ_at(w, event);
        return;
    }
    nt_witness_end_restart(w);
    nt_witness_held(w, NT_ASPECT_LOSS, event->offset);
    nt_witness_held(w, NT_ASPECT_LOSS_CODE, event->offset);
    w->losses++;
    w->lost = true;
    w->vendor_lost = vendor;
    nt_witness_own_lost(w);
    w->sync.known = w->tracing = w->paused = false;
    nt_witness_time(w, event, w->tail, w->expect.timestamp);
}

/* Whether there is such a stop after the loss. */
static bool may_stop(const nt_witness *w, unsigned evcode) {
    for (uint64_t number = w->expect.first; number < w->expect.next; number++) {
        const nt_expected *item = nt_expect_item(&w->expect, number);
        bool stop = item->kind == NT_EXPECT_STOP || item->kind == NT_EXPECT_PAUSE;
        bool idle =
            item->kind == NT_EXPECT_IDLE && ((evcode == EVCODE_DEBUG && item->halfwords != 0) ||
                                             (evcode == EVCODE_LOWPOWER && item->again != 0));
        if (idle || (stop && (item->halfwords >> evcode & 1) != 0)) {
            return true;
        }
    }
    return evcode == EVCODE_DISABLED;
}

void nt_witness_match_lost(nt_witness *w, const nt_flow_event *event) {
    switch (event->kind) {
    case NT_FLOW_SYNC:
        restart_at(w, event);
        break;
    case NT_FLOW_STOP:
        if (!may_stop(w, event->stop.evcode)) {
            char got[NT_WITNESS_WORDS];
            (void)snprintf(got, sizeof got, "ProgTraceCorrelation EVCODE=%u", event->stop.evcode);
            nt_witness_differ(w, NT_ASPECT_STOP_REASON, "a stop that the pins show", got,
                              event->offset);
        }
        break;
    case NT_FLOW_OWNERSHIP:
        break;
    default:
        nt_witness_differ_at(w, event);
        break;
    }
}
