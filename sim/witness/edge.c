/* SPDX-License-Identifier: Apache-2.0 */
/* Where tracing is turned on or off, by a trigger or by software, a stranger may start or stop a
   cycle earlier or later: the texts recommend where. */
#include "sim/witness/witness_internal.h"

#include "ntrace/messages.h"

#include <stdio.h>

enum { SYNC_LOWPOWER = 9 };
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

/* Half-words between a start and its stop that are traced, though it starts late. */
static uint64_t count_traced(const nt_witness *w, uint64_t number, uint64_t stop) {
    const nt_expected *start = nt_witness_item(w, number);
    const bool late =
        (start->code & NT_EXPECT_TURNED) != 0 && nt_witness_may(w, NT_FREEDOM_EDGE_LATE);
    uint64_t halfwords = 0;
    for (number++; number < stop; number++) {
        const nt_expected *item = nt_witness_item(w, number);
        const bool before_stop = nt_witness_past_silence(w, number + 1, true) == stop;
        if (late && item->cycle == start->cycle) {
            continue;
        }
        if (item->kind == NT_EXPECT_AT && !before_stop) {
            return UINT64_MAX;
        }
        halfwords +=
            item->kind == NT_EXPECT_RUN ? (item->again + UINT64_C(1)) * item->halfwords : 0;
    }
    return halfwords;
}

uint64_t nt_witness_end_of_nothing(const nt_witness *w, uint64_t number) {
    const uint64_t first = number;
    const nt_expected *item;
    if (!nt_witness_starts(nt_witness_item(w, number))) {
        return 0;
    }
    while ((item = nt_witness_item(w, ++number)) != NULL && item->kind != NT_EXPECT_STOP) {
        if (nt_witness_starts(item)) {
            return 0;
        }
    }
    if (item == NULL) {
        return 0;
    }
    const bool early = item->last != 0 && nt_witness_may(w, NT_FREEDOM_EDGE_EARLY);
    const uint64_t most = early ? item->last - 1 : 0;
    return count_traced(w, first, number) <= most ? number : 0;
}

/* ---- places where tracing may start ---- */

enum place_kind { PLACE_EXACT, PLACE_LATE, PLACE_EARLY };

/* The start that this one can be a cycle early or late for. */
static bool is_about(const nt_witness *w, const nt_expected *start, const nt_flow_event *event) {
    return nt_witness_starts(start) && nt_witness_is_start(w, event) &&
           nt_witness_is_reason(w, start, event);
}

/* Whether the item is a late place: in the cycle of the start, or the first that retires after. */
static bool is_late(const nt_witness *w, const nt_witness_place *place) {
    const nt_expected *start = nt_witness_item(w, place->start - 1);
    const nt_expected *item = nt_witness_item(w, place->item);
    const bool rested = place->sync.sync.reason == SYNC_LOWPOWER; /* not where it is turned on */
    if ((start->code & NT_EXPECT_TURNED) == 0 || rested || !is_about(w, start, &place->sync) ||
        !nt_witness_may(w, NT_FREEDOM_EDGE_LATE) ||
        (item->kind != NT_EXPECT_RUN && item->kind != NT_EXPECT_AT) ||
        ((item->address ^ place->sync.sync.address) & w->mask) != 0) {
        return false;
    }
    for (uint64_t number = place->start; number < place->item; number++) {
        const nt_expected *before = nt_witness_item(w, number);
        if (before->kind == NT_EXPECT_STOP || nt_witness_starts(before) ||
            ((before->kind == NT_EXPECT_RUN || before->kind == NT_EXPECT_AT) &&
             before->cycle != start->cycle)) {
            return false;
        }
    }
    return true;
}

/* Whether the block is of the cycle before the start, in which nothing was traced: not of one that
   a stop before may have traced late. */
static bool is_early(const nt_witness *w, const nt_witness_place *place) {
    const nt_expected *item = nt_witness_item(w, place->item);
    const nt_expected *start = nt_witness_item(w, place->start - 1);
    for (uint64_t number = place->item; number + 1 < place->start; number++) {
        if (nt_witness_item(w, number)->kind == NT_EXPECT_STOP) {
            return false;
        }
    }
    return item->kind == NT_EXPECT_EDGE && nt_witness_may(w, NT_FREEDOM_EDGE_EARLY) &&
           item->cycle == start->cycle && is_about(w, start, &place->sync) &&
           ((item->address ^ place->sync.sync.address) & w->mask) == 0;
}

static bool is_place(const nt_witness *w, const nt_witness_place *place) {
    const nt_expected *item = nt_witness_item(w, place->item);
    switch (place->repeat) {
    case PLACE_EXACT:
        return place->item + 1 == place->start && nt_witness_fits(w, item, &place->sync);
    case PLACE_LATE:
        return place->item >= place->start && is_late(w, place);
    default:
        return place->item < place->start && is_early(w, place);
    }
}

/* The first item after those of one start and kind. */
static uint64_t end_of_places(const nt_witness *w, const nt_witness_place *place) {
    uint64_t number = place->start;
    if (place->repeat != PLACE_LATE) {
        return number;
    }
    while (nt_witness_item(w, number) != NULL &&
           nt_witness_item(w, number)->kind != NT_EXPECT_STOP) {
        number++;
    }
    return number;
}

/* Places of the next start, if nothing is traced after this one; false: there is none. */
static bool next_start(const nt_witness *w, nt_witness_place *place) {
    uint64_t number = nt_witness_past_silence(w, w->expect.first, true);
    if (place->start != 0) {
        number = nt_witness_end_of_nothing(w, place->start - 1);
        number = number == 0 ? w->expect.next : nt_witness_past_silence(w, number + 1, true);
    }
    place->start = number + 1;
    place->item = number;
    place->repeat = PLACE_EXACT;
    return nt_witness_starts(nt_witness_item(w, number));
}

bool nt_witness_next_start(const nt_witness *w, nt_witness_place *place, bool first) {
    if (place->start == 0 && !next_start(w, place)) {
        return false;
    }
    for (place->item += !first;; place->item++) {
        while (place->item >= end_of_places(w, place)) {
            if (place->repeat == PLACE_EARLY) {
                if (!next_start(w, place)) {
                    return false;
                }
                continue;
            }
            place->repeat++;
            place->item = place->repeat == PLACE_LATE ? place->start : w->expect.first;
        }
        if (is_place(w, place)) {
            return true;
        }
    }
}

void nt_witness_start_at(nt_witness *w, const nt_witness_place *place) {
    const nt_flow_event *event = &place->sync;
    const nt_expected start = *nt_witness_item(w, place->start - 1);
    const nt_expected item = *nt_witness_item(w, place->item);
    (void)nt_witness_pass_until(w, place->item);
    switch (place->repeat) {
    case PLACE_EXACT:
        nt_witness_found(w, event);
        break;
    case PLACE_LATE:
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

static const nt_witness_places places = {nt_witness_next_start, nt_witness_start_at};

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

bool nt_witness_may_start(const nt_witness *w, uint64_t number, const nt_flow_event *event) {
    nt_witness_place place = {.sync = *event, .item = number, .start = number + 1};
    return nt_witness_starts(nt_witness_item(w, number)) && nt_witness_next_start(w, &place, true);
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
        (syncs && (BY_ITSELF >> (event->sync.reason & 15) & 1) == 0) ||
        !nt_witness_may(w, NT_FREEDOM_EDGE_LATE)) {
        return false;
    }
    nt_witness_go_late(w, first, event);
    (void)nt_witness_pass_until(w, edge);
    nt_witness_pass_edges(w, event);
    return true;
}

uint64_t nt_witness_end_of_cycle(const nt_witness *w, uint64_t number) {
    const uint64_t found = number == w->expect.first ? w->expect.found : 0;
    uint64_t halfwords = 0;
    uint64_t pause = 0;
    const nt_expected *item;
    for (; (item = nt_witness_item(w, number)) != NULL && item->kind != NT_EXPECT_STOP; number++) {
        if (pause != 0 && nt_witness_starts(item) && (item->code & NT_EXPECT_RESUME) != 0) {
            number = pause; /* the stop that waits for a target where tracing goes on */
            item = nt_witness_item(w, number);
            break;
        }
        if (item->kind == NT_EXPECT_GAP || nt_witness_starts(item)) {
            return 0;
        }
        pause = item->kind == NT_EXPECT_PAUSE ? number : pause;
        halfwords +=
            item->kind == NT_EXPECT_RUN ? (item->again + UINT64_C(1)) * item->halfwords : 0;
        halfwords -= number == w->expect.first ? (uint64_t)w->expect.repeats * item->halfwords : 0;
    }
    return item != NULL && item->last != 0 && halfwords + 1 == item->last + found ? number : 0;
}

bool nt_witness_may_stop_early(const nt_witness *w) {
    return nt_witness_may(w, NT_FREEDOM_EDGE_EARLY) &&
           nt_witness_end_of_cycle(w, w->expect.first) != 0;
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
           stop_early(w, event);
}
