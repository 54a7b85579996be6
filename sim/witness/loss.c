/* SPDX-License-Identifier: Apache-2.0 */
/* Where a stranger loses messages: which, its FIFO decides, and the pins do not show it. The
   restart tells where tracing goes on: its F-ADDR is an instruction that retires while it is
   traced, later than what was reported before. Where several fit, they are tried in their order;
   the one that gets furthest is judged by. */
#include "sim/witness/witness_internal.h"

#include "ntrace/messages.h"

#include <inttypes.h>
#include <stdio.h>

enum { SYNC_OVERRUN = 7, SYNC_VENDOR = 14 /* and up */ };
enum { EVCODE_DEBUG = 0, EVCODE_LOWPOWER = 1, EVCODE_DISABLED = 4 };
enum { ETYPE_VENDOR = 8 /* and up */ };

/* Repetitions of a run that are tried, the first and the last of them. */
enum { MOST_REPEATS = 1 << 12 };

/* ---- the restart ---- */

/* The stop for which what retires in the cycle behind it may be traced, the item among that; NULL:
   it is not. */
static const nt_expected *late_stop(const nt_witness *w, uint64_t number) {
    const nt_expected *item = nt_expect_item(&w->expect, number);
    uint64_t before = number;
    while (before > w->expect.first && item->kind == NT_EXPECT_EDGE) {
        const nt_expected *stop = nt_expect_item(&w->expect, --before);
        if (stop->kind == NT_EXPECT_STOP) {
            return stop->last != 0 && nt_witness_may(w, NT_FREEDOM_EDGE_LATE) ? stop : NULL;
        }
        if (stop->kind != NT_EXPECT_EDGE || stop->cycle != item->cycle) {
            return NULL;
        }
    }
    return NULL;
}

/* Whether the latest start up to the place may be the one that was lost; or one before it, where
   the low power between them is not reported. */
static bool is_lost_start(const nt_witness *w, const nt_witness_place *place) {
    for (uint64_t number = place->start; number-- > w->expect.first;) {
        const nt_expected *item = nt_expect_item(&w->expect, number);
        if (item->kind == NT_EXPECT_STOP && nt_witness_end_of_rest(w, number) == 0) {
            return false;
        }
        if (nt_witness_starts(item) && nt_witness_is_reason(w, item, &place->sync)) {
            return true;
        }
    }
    return false;
}

/* Whether the item, from its half-word *at on, is where tracing may go on: for the overrun, or for
   a start that was lost. */
static bool is_place(const nt_witness *w, const nt_witness_place *place, uint64_t *at) {
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
    overrun |= is_lost_start(w, place);
    if (item->kind == NT_EXPECT_SYNC && (item->code & NT_EXPECT_EARLY) == 0 && overrun) {
        return here; /* the message that a trigger requests there comes after it, or not at all */
    }
    if (item->kind == NT_EXPECT_EDGE && item->halfwords != 0) {
        return here && overrun && late_stop(w, number) != NULL;
    }
    if (item->kind == NT_EXPECT_AT && overrun) {
        return here; /* an exception without an instruction */
    }
    if (item->kind != NT_EXPECT_RUN || !overrun) {
        return false;
    }
    *at = ((event->sync.address - item->address) & w->mask) / 2;
    /* Before what was found of the oldest run it is where the run repeats. */
    bool found = number == w->expect.first && *at < w->expect.found;
    return *at < item->halfwords && (!found || w->expect.repeats < item->again);
}

/* The next place after the one in use; false: there is none. */
static bool next_place(const nt_witness *w, nt_witness_place *place, bool first) {
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
            place->repeat = same ? w->expect.repeats + (at < w->expect.found) : 0;
            return true;
        }
    }
    return false;
}

/* Tracing goes on at the place. */
static void go_on(nt_witness *w, const nt_witness_place *place) {
    const nt_flow_event *event = &place->sync;
    uint64_t at;
    (void)is_place(w, place, &at);
    const nt_expected *stop = late_stop(w, place->item);
    if (stop != NULL) {
        nt_witness_go_late(w, stop, event);
    }
    uint64_t passed = nt_witness_pass_until(w, place->item);
    const nt_expected item = *nt_expect_head(&w->expect);
    bool start = nt_witness_starts(&item);
    if (start) {
        nt_expect_pop(&w->expect);
    } else if (item.kind == NT_EXPECT_RUN) {
        passed += nt_expect_count(&w->code, item.address, item.halfwords) *
                      (place->repeat - w->expect.repeats) +
                  nt_expect_count(&w->code, item.address, at) -
                  nt_expect_count(&w->code, item.address, w->expect.found);
        w->expect.found = (uint32_t)at;
        w->expect.repeats = place->repeat;
        w->expect.found_once = place->repeat != 0;
    }
    w->unjudged += passed;
    w->lost = w->paused = false;
    w->tracing = true;
    nt_witness_own_lost(w);
    w->ownership.known = w->ownership.left = false;
    /* Where a trigger requests another one, it comes with the instruction there. */
    const uint64_t until =
        item.kind == NT_EXPECT_SYNC && item.begin > item.until ? item.begin : item.until;
    if (w->vendor_lost) { /* its message may be that of the jump before, which need not be lost */
        nt_witness_time(w, event, w->tail < item.begin ? w->tail : item.begin, until);
    } else if (start) {
        nt_witness_time(w, event, item.time, item.until);
    } else if (item.kind == NT_EXPECT_RUN && item.again == 0 && at == 0) {
        nt_witness_time(w, event, item.begin, item.begin);
    } else if (item.kind != NT_EXPECT_RUN) {
        nt_witness_time(w, event, item.time, until);
    } else {
        nt_witness_time(w, event, item.begin, item.until);
    }
    if (!w->differs) {
        nt_witness_match_sync(w, event, start ? &item : NULL);
        nt_witness_share_requests(w, event->sync.address);
    }
}

bool nt_witness_may_restart(nt_witness *w, unsigned reason, uint64_t address) {
    nt_witness_place try = {.item = w->expect.first,
                            .sync = {.kind = NT_FLOW_SYNC, .tcode = NT_TCODE_PROG_TRACE_SYNC}};
    try.sync.sync.reason = (uint8_t)reason;
    try.sync.sync.address = address;
    return next_place(w, &try, true);
}

static const nt_witness_places lost_places = {next_place, go_on, false};

void nt_witness_time_error(nt_witness *w) {
    nt_witness_error *error = &w->error;
    if (error->waits) {
        error->waits = false;
        nt_witness_time(w, &error->first, error->from, w->expect.timestamp);
        if (error->latest.offset != error->first.offset) {
            nt_witness_time(w, &error->latest, w->tail, w->expect.timestamp);
        }
    }
}

static void restart_at(nt_witness *w, const nt_flow_event *event) {
    nt_witness_time_error(w);
    if (w->differs) {
        return;
    }
    nt_witness_place place = {.sync = *event, .item = w->expect.first};
    if (!next_place(w, &place, true)) {
        char got[NT_WITNESS_WORDS];
        (void)snprintf(got, sizeof got, "SYNC=%u at 0x%" PRIx64, event->sync.reason,
                       event->sync.address);
        nt_witness_differ(w, NT_ASPECT_START, "a restart at an instruction that is traced", got,
                          event->offset);
        return;
    }
    nt_witness_choose(w, &lost_places, &place);
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
    nt_witness_held(w, NT_ASPECT_LOSS, event->offset);
    nt_witness_held(w, NT_ASPECT_LOSS_CODE, event->offset);
    w->losses++;
    w->lost = true;
    w->vendor_lost = vendor;
    nt_witness_own_lost(w);
    w->sync.known = w->tracing = w->paused = false;
    if (!w->error.waits) {
        w->error = (nt_witness_error){.waits = true, .first = *event, .from = w->tail};
    }
    w->error.latest = *event;
}

bool nt_witness_may_stop(const nt_witness *w, unsigned evcode) {
    for (uint64_t number = w->expect.first; number < w->expect.next; number++) {
        const nt_expected *item = nt_expect_item(&w->expect, number);
        bool stop = item->kind == NT_EXPECT_STOP || item->kind == NT_EXPECT_PAUSE;
        bool idle =
            item->kind == NT_EXPECT_IDLE && ((evcode == EVCODE_DEBUG && item->halfwords != 0) ||
                                             (evcode == EVCODE_LOWPOWER && item->again != 0));
        const uint32_t reasons = item->halfwords != 0 ? item->halfwords : 1u << item->code;
        if (idle || (stop && (reasons >> evcode & 1) != 0)) {
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
        if (!nt_witness_may_stop(w, event->stop.evcode)) {
            char got[NT_WITNESS_WORDS];
            (void)snprintf(got, sizeof got, "ProgTraceCorrelation EVCODE=%u", event->stop.evcode);
            nt_witness_differ(w, NT_ASPECT_STOP_REASON, "a stop that the pins show", got,
                              event->offset);
        }
        break;
    case NT_FLOW_OWNERSHIP:
        break;
    case NT_FLOW_TRAP: /* of a vendor's message, which restarts and reports a trap at once */
        if (!w->vendor_lost) {
            nt_witness_differ_at(w, event);
        }
        break;
    default:
        nt_witness_differ_at(w, event);
        break;
    }
}
