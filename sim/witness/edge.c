/* SPDX-License-Identifier: Apache-2.0 */
/* Where tracing is turned on or off, by a trigger or by software, a stranger may start or stop a
   cycle earlier or later: the texts recommend where. */
#include "sim/witness/witness_internal.h"

#include "ntrace/messages.h"

#include <stdio.h>

enum { EVCODE_DISABLED = 4 };
enum { BTYPE_EXCEPTION = 2, BTYPE_INTERRUPT = 3 };

/* Reasons that no pin shows: periodic, a full I-CNT, a vendor's. */
enum { BY_ITSELF = 1 << 2 | 1 << 4 | 1 << 14 | 1 << 15 };

static void unfollow(nt_witness *w, const nt_flow_event *event, const char *words) {
    nt_witness_unfollow(w, NT_ASPECT_EDGE, event->offset, words);
}

void nt_witness_pass_edges(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head;
    const nt_flow_event *sync = event != NULL && event->kind == NT_FLOW_SYNC ? event : NULL;
    while (w->edge == 0 && sync == NULL && (head = nt_expect_head(&w->expect)) != NULL &&
           head->kind == NT_EXPECT_EDGE) {
        nt_expect_pop(&w->expect);
        nt_witness_skip(w);
    }
    const bool traps = w->edge_itype == NT_ITYPE_EXCEPTION || w->edge_itype == NT_ITYPE_INTERRUPT;
    if (w->edge != 0 && (head = nt_expect_head(&w->expect)) != NULL &&
        head->kind == NT_EXPECT_EDGE && head->halfwords == 0 && !traps &&
        !(sync != NULL && nt_witness_is_same(w, head->address, sync->sync.address))) {
        /* a trap without an instruction, behind those that were reported */
        w->edge_itype = head->code & NT_EXPECT_ITYPE;
        nt_expect_pop(&w->expect);
        nt_witness_skip(w);
    }
    if (w->edge != 0 && w->expect.first + 1 == w->edge) { /* the start that came early */
        w->edge = 0;
        nt_expect_pop(&w->expect);
        nt_witness_skip(w);
    }
}

/* Tracing starts with `event` in place of `start`. */
static void start_at(nt_witness *w, const nt_flow_event *event, const nt_expected *start,
                     uint64_t from, uint64_t until) {
    nt_witness_hold_event(w, event, start);
    nt_witness_time(w, event, from, until);
    w->paused = false;
    if (!w->differs) {
        nt_witness_match_sync(w, event, start);
    }
}

void nt_witness_start_at(nt_witness *w, const nt_witness_place *place) {
    const nt_flow_event *event = &place->sync;
    const nt_expected start = *nt_witness_item(w, place->start - 1);
    const nt_expected item = *nt_witness_item(w, place->item);
    (void)nt_witness_pass_until(w, place->item);
    switch (place->repeat) {
    case NT_PLACE_EXACT:
        nt_witness_found(w, event);
        break;
    case NT_PLACE_LATE:
        w->btm = (start.code & NT_EXPECT_BTM) != 0;
        unfollow(w, event, "tracing starts after the cycle in which it is turned on");
        start_at(w, event, &start, start.time, item.begin);
        break;
    default:
        w->edge = place->start;
        unfollow(w, event, "tracing starts before the cycle in which it is turned on");
        start_at(w, event, &start, item.time < start.time ? item.time : start.time, start.until);
    }
}

static const nt_witness_places places = {nt_witness_next_start, nt_witness_start_at, false};

bool nt_witness_edge_start(nt_witness *w, const nt_flow_event *event) {
    nt_witness_place first = {.sync = *event};
    if (!w->expect.stranger || w->tracing || event->kind != NT_FLOW_SYNC ||
        !nt_witness_next_start(w, &first, true)) {
        return false;
    }
    nt_witness_place other = first;
    if (nt_witness_next_start(w, &other, false)) {
        nt_witness_choose(w, &places, &first);
    } else {
        nt_witness_start_at(w, &first);
    }
    return true;
}

/* A late stop that is optional does not come. */
static bool omit_late_stop(nt_witness *w, const nt_flow_event *event) {
    bool starts =
        event != NULL && event->kind == NT_FLOW_SYNC && !nt_witness_reports_rest(w, event);
    const bool stops = event != NULL && event->kind == NT_FLOW_STOP && !w->message.ranges &&
                       !nt_witness_fits(w, &w->late_stop, event) &&
                       nt_witness_may_come_next(w, w->expect.first, event) != 0;
    if (!w->late || !(event == NULL || starts || stops) || w->late_stop.code != EVCODE_DISABLED ||
        !nt_witness_may(w, NT_FREEDOM_STOP_OMITTED)) {
        return false;
    }
    w->late = w->tracing = false;
    w->edge = 0;
    nt_witness_pass_edges(w, NULL);
    return true;
}

bool nt_witness_edge_end(nt_witness *w) {
    return omit_late_stop(w, NULL) || nt_witness_edge_nothing(w, NULL);
}

bool nt_witness_edge_nothing(nt_witness *w, const nt_flow_event *event) {
    uint64_t number =
        nt_witness_end_of_nothing(w, nt_witness_past_silence(w, w->expect.first, true));
    if (number == 0 || !w->expect.stranger || w->tracing) {
        return false;
    }
    if (event == NULL) {
        (void)nt_witness_pass_until(w, number + 1);
        nt_witness_skip(w);
        return true;
    }
    const bool stops = event->kind == NT_FLOW_STOP && !w->message.ranges &&
                       nt_witness_may(w, NT_FREEDOM_STOP_IDLE) &&
                       nt_witness_fits(w, nt_witness_item(w, number), event);
    if (stops) {
        nt_witness_doubt(w, event);
        (void)nt_witness_pass_until(w, number + 1);
        nt_witness_skip(w);
    }
    return stops;
}

bool nt_witness_edge_trap(nt_witness *w, const nt_flow_event *event) {
    bool exception = w->edge_itype == NT_ITYPE_EXCEPTION;
    const nt_expected trap = {.kind = NT_EXPECT_TRAP,
                              .code = exception ? BTYPE_EXCEPTION : BTYPE_INTERRUPT};
    if (!w->late || event->kind != NT_FLOW_TRAP ||
        (!exception && w->edge_itype != NT_ITYPE_INTERRUPT) ||
        !nt_witness_is_trap(w, &trap, event)) {
        return false;
    }
    w->edge_itype = 0;
    w->message.traps = true;
    nt_witness_time(w, event, w->tail, w->expect.timestamp);
    return true;
}

bool nt_witness_edge_stop(nt_witness *w, const nt_flow_event *event) {
    if (!w->late || event->kind != NT_FLOW_STOP || omit_late_stop(w, event)) {
        return false;
    }
    const nt_expected stop = w->late_stop;
    w->late = false;
    w->edge = 0;
    nt_witness_own_stop(w);
    if (!w->differs) {
        if (!nt_witness_fits(w, &stop, event)) {
            nt_witness_differ_at(w, event);
            return true;
        }
        nt_witness_hold_event(w, event, &stop);
        nt_witness_time(w, event, stop.time, w->expect.timestamp);
        w->tracing = false;
    }
    return true;
}

/* The message that is asked for at the last instruction of the block is due at it. */
static bool is_asked_here(const nt_witness *w, const nt_expected *edge,
                          const nt_flow_event *event) {
    if (event->kind != NT_FLOW_SYNC || edge == NULL || edge->kind != NT_EXPECT_EDGE ||
        (edge->early & NT_EXPECT_REASONS & 1u << nt_witness_reason(event)) == 0) {
        return false;
    }
    const uint64_t size = edge->early >> NT_EXPECT_SIZE;
    return size <= edge->halfwords &&
           nt_witness_is_same(w, edge->address + 2 * (edge->halfwords - size), event->sync.address);
}

/* It comes behind that instruction, where straight code leads. */
static bool is_asked_before(const nt_witness *w, const nt_flow_event *event) {
    const bool straight = w->edge_itype == NT_ITYPE_NONE || w->edge_itype == NT_ITYPE_NOT_TAKEN;
    return event->kind == NT_FLOW_SYNC && straight &&
           (w->edge_asked & 1u << nt_witness_reason(event)) != 0 &&
           nt_witness_is_same(w, w->behind_run, event->sync.address) &&
           nt_witness_may(w, NT_FREEDOM_NOTIFY_NEXT);
}

bool nt_witness_edge_request(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = nt_expect_head(&w->expect);
    const bool here = w->late && is_asked_here(w, head, event) &&
                      nt_witness_is_same(w, nt_expect_address(&w->expect), event->sync.address);
    if (!here && !(w->late && is_asked_before(w, event))) {
        return false;
    }
    const uint64_t time = here ? head->time : w->tail;
    const nt_expected item = {.kind = NT_EXPECT_SYNC, .time = time, .until = time};
    if (here) {
        nt_expect_change(&w->expect, w->expect.first)->early &=
            ~(UINT64_C(1) << nt_witness_reason(event));
    } else {
        w->edge_asked &= (uint8_t) ~(1u << nt_witness_reason(event));
    }
    const uint64_t until = nt_witness_latest(w, &item, w->tail_until);
    nt_witness_hold_event(w, event, &item);
    nt_witness_take_reason(w, event);
    nt_witness_time(w, event, time, until);
    nt_witness_match_sync(w, event, NULL);
    return true;
}

/* The number of the first stop from `number` on, which may wait for the target of a jump. */
static uint64_t next_stop(const nt_witness *w, uint64_t number) {
    const nt_expected *item;
    while ((item = nt_witness_item(w, number = nt_witness_past_silence(w, number, false))) !=
               NULL &&
           (item->kind == NT_EXPECT_PAUSE || item->kind == NT_EXPECT_AT)) {
        number++;
    }
    return number;
}

void nt_witness_go_late(nt_witness *w, const nt_expected *stop, const nt_flow_event *event) {
    w->late_stop = *stop;
    w->late = true;
    w->edge = UINT64_MAX;
    unfollow(w, event, "tracing stops after the cycle in which it is turned off");
}

static bool stop_late(nt_witness *w, const nt_flow_event *event) {
    uint64_t stop = next_stop(w, w->expect.first);
    uint64_t edge = nt_witness_past_silence(w, stop + 1, false);
    const nt_expected *first = nt_witness_item(w, stop);
    const nt_expected *second = nt_witness_item(w, edge);
    bool syncs = event->kind == NT_FLOW_SYNC;
    const bool traps = event->kind == NT_FLOW_TRAP && second != NULL && second->halfwords == 0;
    const uint64_t next = syncs ? event->sync.address : traps ? event->pc : event->range.pc;
    if ((event->kind != NT_FLOW_RANGE && !syncs && !traps) || w->late || first == NULL ||
        second == NULL || first->kind != NT_EXPECT_STOP || first->last == 0 ||
        second->kind != NT_EXPECT_EDGE || ((second->address ^ next) & w->mask) != 0 ||
        (syncs && (BY_ITSELF >> (event->sync.reason & 15) & 1) == 0 &&
         !is_asked_here(w, second, event)) ||
        !nt_witness_may(w, NT_FREEDOM_EDGE_LATE)) {
        return false;
    }
    nt_witness_go_late(w, first, event);
    (void)nt_witness_pass_until(w, edge);
    nt_witness_pass_edges(w, event);
    return true;
}

/* The number of the start behind the stop of this number, where no block and no change of settings
   is between; 0: there is none. */
static uint64_t start_at_once(const nt_witness *w, uint64_t stop) {
    const nt_expected *first = nt_witness_item(w, stop);
    uint64_t start = stop + 1;
    const nt_expected *second;
    if (first == NULL || first->kind != NT_EXPECT_STOP || first->last == 0) {
        return 0;
    }
    while ((second = nt_witness_item(w, start)) != NULL && second->kind == NT_EXPECT_HART) {
        start++;
    }
    const bool turned = nt_witness_starts(second) && (second->code & NT_EXPECT_TURNED) != 0 &&
                        w->btm == ((second->code & NT_EXPECT_BTM) != 0);
    return turned && (w->expect.changed <= stop || start < w->expect.changed) ? start : 0;
}

/* Tracing is turned on again in the cycle in which it would stop late, so it goes on. */
static bool go_on(nt_witness *w, const nt_flow_event *event) {
    enum { REQUESTS = 1 << 0 | 1 << 6 };
    const bool syncs = event->kind == NT_FLOW_SYNC &&
                       ((BY_ITSELF | REQUESTS) >> (event->sync.reason & 15) & 1) != 0;
    const uint64_t next = syncs ? event->sync.address : event->range.pc;
    const uint64_t start = start_at_once(w, nt_witness_past_silence(w, w->expect.first, false));
    if ((event->kind != NT_FLOW_RANGE && !syncs) || w->late || !w->tracing || start == 0 ||
        !nt_witness_is_same(w, nt_witness_item(w, start)->address, next) ||
        !nt_witness_may(w, NT_FREEDOM_EDGE_LATE)) {
        return false;
    }
    unfollow(w, event, "tracing goes on where it is turned off and on again");
    (void)nt_witness_pass_until(w, start + 1);
    nt_witness_skip(w);
    return true;
}

static bool stop_early(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = nt_expect_head(&w->expect);
    if (event->kind != NT_FLOW_STOP || head == NULL || !nt_witness_may(w, NT_FREEDOM_EDGE_EARLY)) {
        return false;
    }
    const bool runs = head->kind == NT_EXPECT_RUN;
    const bool traps = head->kind == NT_EXPECT_TRAP && nt_witness_may(w, NT_FREEDOM_STOP_AT_ONCE);
    const uint64_t number = runs || traps ? nt_witness_end_of_cycle(w, w->expect.first) : 0;
    if (number == 0) {
        return false;
    }
    (void)nt_witness_pass_until(w, number);
    nt_witness_own_untraced(w);
    unfollow(w, event, "tracing stops before the cycle in which it is turned off ends");
    return true;
}

/* The trace that is over before it starts late has no stop, and the event reports a later halt. */
static bool pass_nothing(nt_witness *w, const nt_flow_event *event) {
    uint64_t number =
        nt_witness_end_of_nothing(w, nt_witness_past_silence(w, w->expect.first, true));
    uint64_t next = number == 0 || w->tracing || event->kind != NT_FLOW_STOP || w->message.ranges
                        ? 0
                        : nt_witness_may_come_next(w, number + 1, event);
    if (next == 0) {
        return false;
    }
    (void)nt_witness_pass_until(w, next);
    return true;
}

bool nt_witness_adapt_edge(nt_witness *w, const nt_flow_event *event) {
    return omit_late_stop(w, event) || pass_nothing(w, event) || stop_late(w, event) ||
           go_on(w, event) || stop_early(w, event);
}
