/* SPDX-License-Identifier: Apache-2.0 */
/* What a stranger need not report: where tracing stops for a reason that is optional, and low
   power. */
#include "sim/witness/witness_internal.h"

#include "libntrace/flow/before_sync.h"

enum { SYNC_RESET = 1, SYNC_DEBUG = 3, SYNC_ENABLE = 5, SYNC_OVERRUN = 7, SYNC_LOWPOWER = 9 };
enum { EVCODE_DEBUG = 0, EVCODE_LOWPOWER = 1, EVCODE_DISABLED = 4 };

/* Reasons with which tracing starts. */
enum {
    STARTS = 1 << SYNC_RESET | 1 << SYNC_DEBUG | 1 << SYNC_ENABLE | 1 << SYNC_OVERRUN |
             1 << SYNC_LOWPOWER
};

/* SYNC 1 and 9, and EVCODE 1 and 4, which need not come. */
enum { RESTS = 1 << SYNC_RESET | 1 << SYNC_LOWPOWER };
enum { OPTIONAL_STOPS = 1 << EVCODE_LOWPOWER | 1 << EVCODE_DISABLED };

static bool may_stop_early(const nt_witness *w) {
    return nt_witness_may(w, NT_FREEDOM_EDGE_EARLY) && nt_witness_may(w, NT_FREEDOM_STOP_AT_ONCE);
}

/* The number of the start that `event` may be, where the stop before it is left out with what has
   retired since the last message, unless the start reports it, and which comes behind `after`; 0:
   none. `event` NULL: of the end of the stream. */
static uint64_t start_without_stop(const nt_witness *w, const nt_flow_event *event,
                                   uint64_t after) {
    uint64_t next;
    uint64_t rest;
    bool told = false; /* what comes now needs a message */
    bool paused = false;
    bool fits;
    for (uint64_t number = w->expect.first;; number++) {
        const nt_expected *item = nt_witness_item(w, number);
        if (item == NULL) {
            return 0;
        }
        switch (item->kind) {
        case NT_EXPECT_RUN:
        case NT_EXPECT_TRAP:
            rest = may_stop_early(w) ? nt_witness_end_of_cycle(w, number) : 0;
            if (rest != 0) { /* it stops before, and the target of a jump is not awaited */
                number = rest - 1;
                break;
            }
            if (told || (event != NULL && nt_witness_reports_rest(w, event)) ||
                ((item->code & NT_EXPECT_TOLD) && item->again != 0)) {
                return 0;
            }
            told = item->kind == NT_EXPECT_TRAP || (item->code & NT_EXPECT_TOLD) != 0;
            break;
        case NT_EXPECT_SYNC:
            if (event != NULL && paused && (item->code & NT_EXPECT_RESUME) != 0 && number > after) {
                fits = event->kind == NT_FLOW_SYNC && nt_witness_fits(w, item, event);
                return fits ? number : 0;
            }
            next = nt_witness_end_of_nothing(w, number);
            if (next != 0 && event == NULL) {
                number = next - 1; /* the stop of a trace that has nothing in it */
            } else if (!nt_witness_may_lack(w, item) &&
                       (item->code & (NT_EXPECT_RESUME | NT_EXPECT_MAY)) == 0) {
                return 0;
            }
            break;
        case NT_EXPECT_STOP:
            if ((1u << item->code & OPTIONAL_STOPS) == 0) {
                return 0;
            }
            next = nt_witness_may_come_next(w, number + 1, event);
            rest = nt_witness_end_of_rest(w, number);
            if (next == 0 && rest == 0 && event == NULL) { /* nothing more is traced to the end */
                rest = nt_witness_past_silence(w, number + 1, true);
                rest = nt_witness_end_of_nothing(w, rest) != 0 ? rest - 1 : 0;
            }
            if (next > after || rest == 0) {
                return next > after ? next : 0;
            }
            number = rest; /* it traces on, and stops later */
            break;
        case NT_EXPECT_PAUSE:
            paused = true;
            told = false; /* the trap that was awaited comes now, and is not told either */
            break;
        case NT_EXPECT_AT:
        case NT_EXPECT_EDGE:
        case NT_EXPECT_HART:
        case NT_EXPECT_SKIP:
        case NT_EXPECT_IDLE:
            break;
        default:
            return 0;
        }
    }
}

/* EVCODE 4 and 1 are optional by the table, required by rule 6 of "Rules of Generating Messages".
 */
static void leave_out(nt_witness *w, uint64_t number, const nt_flow_event *event) {
    for (uint64_t at = w->expect.first; at < number && at < w->expect.next; at++) {
        const nt_expected *mark = nt_witness_item(w, at);
        w->omitted_marks |= nt_witness_may_lack(w, mark) ? mark->halfwords : 0;
    }
    (void)nt_witness_pass_until(w, number);
    w->carried = (nt_witness_carried){0};
    const nt_expected *item = nt_witness_item(w, number);
    w->paused = item != NULL && (item->code & NT_EXPECT_RESUME) != 0;
    w->tracing = false;
    w->ownership.writes = 0;
    w->ownership.ahead = 0;
    nt_witness_unfollow_stop(w, event != NULL ? event->offset : nt_check_size(w->check));
}

/* ---- places where tracing may start again ---- */

static bool next_place(const nt_witness *w, nt_witness_place *place, bool first) {
    nt_witness_place same = *place;
    if (!first && nt_witness_next_start(w, &same, false)) {
        *place = same;
        return true;
    }
    const uint64_t number =
        start_without_stop(w, &place->sync, first || place->start == 0 ? 0 : place->start - 1);
    place->item = number;
    place->start = number + 1;
    place->repeat = 0;
    return number != 0 && nt_witness_next_start(w, place, true);
}

static void go_on(nt_witness *w, const nt_witness_place *place) {
    const uint64_t first = place->item < place->start - 1 ? place->item : place->start - 1;
    leave_out(w, first, &place->sync);
    w->paused = (nt_witness_item(w, place->start - 1)->code & NT_EXPECT_RESUME) != 0;
    nt_witness_start_at(w, place);
}

static const nt_witness_places places = {next_place, go_on, false};

/* Of several places where it may have started again that one is taken that all fits. */
static bool start_again(nt_witness *w, const nt_flow_event *event) {
    nt_witness_place first = {.sync = *event};
    if (!next_place(w, &first, true)) {
        return false;
    }
    nt_witness_place other = first;
    if (next_place(w, &other, false)) {
        nt_witness_choose(w, &places, &first);
    } else {
        go_on(w, &first);
    }
    return true;
}

/* The message before told another address than the hart went on at. */
static bool went_elsewhere(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = nt_expect_head(&w->expect);
    bool begins = head != NULL &&
                  (head->kind == NT_EXPECT_AT ||
                   (head->kind == NT_EXPECT_RUN && w->expect.found == 0 && !w->expect.found_once));
    return begins && w->before.came != NT_FLOW_NOWHERE && event != NULL &&
           event->kind == NT_FLOW_SYNC && w->message.led && !w->message.ranges &&
           ((w->before.came ^ head->address) & w->mask) != 0;
}

bool nt_witness_omit_stop(nt_witness *w, const nt_flow_event *event, bool *taken) {
    bool may = event == NULL || event->kind == NT_FLOW_SYNC ||
               (event->kind == NT_FLOW_STOP && event->stop.evcode == EVCODE_DEBUG);
    bool reports = event != NULL && nt_witness_reports_rest(w, event);
    *taken = false;
    const unsigned rests = RESTS | 1u << SYNC_DEBUG; /* SYNC=5 reports nothing from before */
    const bool may_report = nt_witness_may(w, NT_FREEDOM_STOP_BY_SYNC) &&
                            (event == NULL || event->kind != NT_FLOW_SYNC ||
                             (rests >> (event->sync.reason & 15) & 1) != 0);
    if (!may || !nt_witness_may(w, NT_FREEDOM_STOP_OMITTED) || (reports && !may_report) ||
        went_elsewhere(w, event)) {
        return false;
    }
    if (event != NULL && event->kind == NT_FLOW_SYNC) {
        *taken = start_again(w, event);
        return *taken;
    }
    const uint64_t number = start_without_stop(w, event, 0);
    if (number != 0) {
        leave_out(w, number, event);
    }
    return number != 0;
}

bool nt_witness_may_be_done(nt_witness *w) {
    return nt_witness_may(w, NT_FREEDOM_STOP_OMITTED) && start_without_stop(w, NULL, 0) != 0;
}

/* Whether nothing retires between this start and the stop behind it. */
static bool is_silent(const nt_witness *w, uint64_t start) {
    uint64_t number = start;
    const nt_expected *item;
    do {
        number = nt_witness_past_silence(w, number + 1, true);
        item = nt_witness_item(w, number);
    } while (item != NULL && item->kind == NT_EXPECT_AT);
    return item != NULL && (item->kind == NT_EXPECT_PAUSE || item->kind == NT_EXPECT_STOP);
}

/* Goes on behind this start, since the low power before it is not reported: the context that was
   written there is reported as anywhere else. */
static void pass_rest(nt_witness *w, uint64_t start) {
    for (uint64_t number = w->expect.first; number < start; number++) {
        const nt_expected *item = nt_witness_item(w, number);
        if (item->kind == NT_EXPECT_HART && (item->halfwords & NT_EXPECT_REST) != 0) {
            nt_expect_change(&w->expect, number)->halfwords |= NT_EXPECT_CONTEXT;
        }
    }
    const nt_expected *next = nt_witness_item(w, start + 1);
    if (next != NULL && nt_witness_is_request(next) && (next->code & NT_EXPECT_PRECISE) != 0) {
        nt_expect_change(&w->expect, start + 1)->code &= 255 & ~(unsigned)NT_EXPECT_MAY;
    }
    (void)nt_witness_pass_until(w, start + 1);
}

bool nt_witness_ignore_rest(nt_witness *w, const nt_flow_event *event) {
    uint64_t number = nt_witness_past_silence(w, w->expect.first, true);
    const nt_expected *item = nt_witness_item(w, number);
    const uint64_t next = event->kind == NT_FLOW_RANGE  ? event->range.pc
                          : event->kind == NT_FLOW_SYNC ? event->sync.address
                                                        : event->pc;
    const bool starts =
        event->kind == NT_FLOW_SYNC && (STARTS >> (event->sync.reason & 15) & 1) != 0;
    if (starts || !nt_witness_may(w, NT_FREEDOM_REST_IGNORED)) {
        return false;
    }
    /* Behind a return that is inferred, whose target the stop may await. */
    while (item != NULL && (item->kind == NT_EXPECT_AT || item->kind == NT_EXPECT_PAUSE)) {
        number = nt_witness_past_silence(w, number + 1, true);
        item = nt_witness_item(w, number);
    }
    number = item == NULL || item->kind != NT_EXPECT_STOP ? 0 : nt_witness_end_of_rest(w, number);
    if (number == 0 || ((nt_witness_item(w, number)->address ^ next) & w->mask) != 0 ||
        (event->kind == NT_FLOW_STOP && !is_silent(w, number))) {
        return false;
    }
    pass_rest(w, number);
    nt_witness_own_rest(w, event);
    return true;
}

/* ---- stops that low power may have, or what comes behind it ---- */

static bool next_stop(const nt_witness *w, nt_witness_place *place, bool first) {
    place->repeat += !first;
    place->item = nt_witness_end_of_rest(w, w->expect.first);
    return place->repeat == 0 ||
           (place->repeat == 1 && place->item != 0 && is_silent(w, place->item));
}

/* Goes on after the low power, where the event is compared again. */
static void go_after_rest(nt_witness *w, const nt_witness_place *place) {
    pass_rest(w, place->item);
    nt_witness_own_rest(w, &place->sync);
}

static void stop_at(nt_witness *w, const nt_witness_place *place) {
    if (place->repeat == 0) {
        nt_witness_found(w, &place->sync);
    } else {
        go_after_rest(w, place);
    }
}

void nt_witness_take_stop(nt_witness *w, const nt_flow_event *event) {
    static const nt_witness_places stops = {next_stop, stop_at, true};
    nt_witness_place first = {.sync = *event};
    nt_witness_place other = first;
    if (w->expect.stranger && next_stop(w, &other, false)) {
        nt_witness_choose(w, &stops, &first);
    } else {
        nt_witness_found(w, event);
    }
}

/* ---- synchronization before low power that is not reported, or behind it ---- */

static bool next_side(const nt_witness *w, nt_witness_place *place, bool first) {
    (void)w;
    place->repeat += !first;
    return place->repeat <= 1;
}

static bool take_free(nt_witness *w, const nt_flow_event *event) {
    if (!nt_witness_sync_is_free(w, event)) {
        return false;
    }
    nt_witness_held(w, NT_ASPECT_UNASKED, event->offset);
    nt_witness_match_sync(w, event, NULL);
    return true;
}

static void sync_at(nt_witness *w, const nt_witness_place *place) {
    if (place->repeat == 0 && !take_free(w, &place->sync)) {
        nt_witness_differ_at(w, &place->sync);
    } else if (place->repeat != 0) {
        go_after_rest(w, place);
    }
}

bool nt_witness_take_free(nt_witness *w, const nt_flow_event *event) {
    static const nt_witness_places sides = {next_side, sync_at, true};
    const unsigned itself = 1u << 2 | 1u << 4 | 1u << 14 | 1u << 15;
    nt_witness_place first = {.sync = *event};
    const nt_expected *head = nt_witness_item(w, w->expect.first);
    if (w->expect.stranger && w->tracing && head != NULL && head->kind == NT_EXPECT_STOP &&
        (itself >> nt_witness_reason(event) & 1) != 0) {
        first.item = nt_witness_end_of_rest(w, w->expect.first);
    }
    if (first.item == 0 ||
        !nt_witness_is_same(w, nt_witness_item(w, first.item)->address, event->sync.address)) {
        return take_free(w, event);
    }
    nt_witness_choose(w, &sides, &first);
    return true;
}
