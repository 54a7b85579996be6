/* SPDX-License-Identifier: Apache-2.0 */
/* Where a stranger's tracing may start: at an expected start, or a cycle earlier or later. */
#include "sim/witness/witness_internal.h"

enum { SYNC_LOWPOWER = 9, EVCODE_DEBUG = 0 };

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
    case NT_PLACE_EXACT:
        return place->item + 1 == place->start && nt_witness_fits(w, item, &place->sync);
    case NT_PLACE_LATE:
        return place->item >= place->start && is_late(w, place);
    default:
        return place->item < place->start && is_early(w, place);
    }
}

/* The first item after those of one start and kind. */
static uint64_t end_of_places(const nt_witness *w, const nt_witness_place *place) {
    uint64_t number = place->start;
    if (place->repeat != NT_PLACE_LATE) {
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
    place->repeat = NT_PLACE_EXACT;
    return nt_witness_starts(nt_witness_item(w, number));
}

bool nt_witness_next_start(const nt_witness *w, nt_witness_place *place, bool first) {
    if (place->start == 0 && !next_start(w, place)) {
        return false;
    }
    for (place->item += !first;; place->item++) {
        while (place->item >= end_of_places(w, place)) {
            if (place->repeat == NT_PLACE_EARLY) {
                if (!next_start(w, place)) {
                    return false;
                }
                continue;
            }
            place->repeat++;
            place->item = place->repeat == NT_PLACE_LATE ? place->start : w->expect.first;
        }
        if (is_place(w, place)) {
            return true;
        }
    }
}

bool nt_witness_may_start(const nt_witness *w, uint64_t number, const nt_flow_event *event) {
    nt_witness_place place = {.sync = *event, .item = number, .start = number + 1};
    return nt_witness_starts(nt_witness_item(w, number)) && nt_witness_next_start(w, &place, true);
}

uint64_t nt_witness_may_come_next(const nt_witness *w, uint64_t number,
                                  const nt_flow_event *event) {
    const uint64_t next = nt_witness_past_silence(w, number, true);
    const nt_expected *item = nt_witness_item(w, next);
    if (event == NULL) { /* of a loss there is no need */
        return item == NULL || item->kind == NT_EXPECT_GAP ? w->expect.next : 0;
    }
    if (event->kind == NT_FLOW_SYNC) {
        return nt_witness_may_start(w, next, event) ? next : 0;
    }
    for (; number < next && event->stop.evcode == EVCODE_DEBUG; number++) {
        item = nt_witness_item(w, number);
        if (item->kind == NT_EXPECT_IDLE && item->halfwords != 0) {
            return number;
        }
    }
    /* Or the stop of a trace that is over before it starts late. */
    const uint64_t end = nt_witness_end_of_nothing(w, next);
    if (end == 0) {
        return 0;
    }
    return nt_witness_fits(w, nt_witness_item(w, end), event)
               ? next
               : nt_witness_may_come_next(w, end + 1, event);
}
