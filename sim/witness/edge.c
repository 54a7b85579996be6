/* Where tracing is turned on or off, by a trigger or by software, a stranger may start or stop a
   cycle earlier or later: the texts recommend where. */
#include "sim/witness/witness_internal.h"

#include "ntrace/messages.h"

#include <stdio.h>

static bool is_start(const nt_expected *item) {
    return item != NULL && item->kind == NT_EXPECT_SYNC && (item->code & NT_EXPECT_START) != 0;
}

/* The number of the first item from `number` on of another kind than these that show nothing. */
static uint64_t past_silence(const nt_witness *w, uint64_t number, bool edges) {
    const nt_expected *item;
    while ((item = nt_witness_item(w, number)) != NULL &&
           (item->kind == NT_EXPECT_SKIP || item->kind == NT_EXPECT_HART ||
            item->kind == NT_EXPECT_IDLE || (edges && item->kind == NT_EXPECT_EDGE))) {
        number++;
    }
    return number;
}

static void unfollow(nt_witness *w, const nt_flow_event *event, const char *words) {
    nt_witness_unfollow(w, NT_ASPECT_EDGE, event->offset, words);
}

void nt_witness_pass_edges(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head;
    bool starts = event != NULL && event->kind == NT_FLOW_SYNC;
    while (w->edge == 0 && !starts && (head = nt_expect_head(&w->expect)) != NULL &&
           head->kind == NT_EXPECT_EDGE) {
        nt_expect_pop(&w->expect);
        nt_witness_skip(w);
    }
    if (w->edge != 0 && w->expect.first + 1 == w->edge) { /* the start that came early */
        w->edge = 0;
        nt_expect_pop(&w->expect);
        nt_witness_skip(w);
    }
}

/* Tracing starts with `event` in place of `start`, of which `place` is the first instruction. */
static void start_at(nt_witness *w, const nt_flow_event *event, const nt_expected *start,
                     uint64_t from, uint64_t until) {
    nt_witness_hold_event(w, event, start);
    nt_witness_time(w, event, from, until);
    w->paused = false;
    if (!w->differs) {
        nt_witness_match_sync(w, event, start);
    }
}

static bool start_early(nt_witness *w, const nt_flow_event *event) {
    uint64_t number = past_silence(w, w->expect.first, true);
    const nt_expected *found = nt_witness_item(w, number);
    if (!is_start(found) || !nt_witness_is_reason(w, found, event) ||
        !nt_witness_may(w, NT_FREEDOM_EDGE_EARLY)) {
        return false;
    }
    for (uint64_t at = w->expect.first; at < number; at++) {
        const nt_expected edge = *nt_witness_item(w, at);
        if (edge.kind == NT_EXPECT_EDGE && ((edge.address ^ event->sync.address) & w->mask) == 0) {
            const nt_expected start = *found;
            (void)nt_witness_pass_until(w, at);
            w->edge = number + 1;
            unfollow(w, event, "tracing starts before the cycle in which it is turned on");
            start_at(w, event, &start, edge.time < start.time ? edge.time : start.time,
                     start.until);
            return true;
        }
    }
    return false;
}

static bool start_late(nt_witness *w, const nt_flow_event *event) {
    uint64_t number = past_silence(w, w->expect.first, true);
    const nt_expected *found = nt_witness_item(w, number);
    if (!is_start(found) || (found->code & NT_EXPECT_TURNED) == 0 ||
        !nt_witness_is_reason(w, found, event) || !nt_witness_may(w, NT_FREEDOM_EDGE_LATE)) {
        return false;
    }
    const nt_expected start = *found;
    bool later = false;
    for (number++; !later && (found = nt_witness_item(w, number)) != NULL; number++) {
        bool run = found->kind == NT_EXPECT_RUN;
        later = run && found->cycle != start.cycle;
        if (run && ((found->address ^ event->sync.address) & w->mask) == 0) {
            const uint64_t until = found->begin;
            w->btm = (start.code & NT_EXPECT_BTM) != 0;
            (void)nt_witness_pass_until(w, number);
            unfollow(w, event, "tracing starts after the cycle in which it is turned on");
            start_at(w, event, &start, start.time, until);
            return true;
        }
        if (found->kind == NT_EXPECT_STOP || is_start(found)) {
            return false;
        }
    }
    return false;
}

bool nt_witness_edge_start(nt_witness *w, const nt_flow_event *event) {
    if (!w->expect.stranger || w->tracing || event->kind != NT_FLOW_SYNC) {
        return false;
    }
    const nt_expected *start = nt_witness_item(w, past_silence(w, w->expect.first, true));
    if (start != NULL && nt_witness_fits(w, start, event)) {
        return false;
    }
    return start_early(w, event) || start_late(w, event);
}

bool nt_witness_edge_stop(nt_witness *w, const nt_flow_event *event) {
    if (!w->late || event->kind != NT_FLOW_STOP) {
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

static bool stop_late(nt_witness *w, const nt_flow_event *event) {
    uint64_t stop = past_silence(w, w->expect.first, false);
    uint64_t edge = past_silence(w, stop + 1, false);
    const nt_expected *first = nt_witness_item(w, stop);
    const nt_expected *second = nt_witness_item(w, edge);
    if (event->kind != NT_FLOW_RANGE || w->late || first == NULL || second == NULL ||
        first->kind != NT_EXPECT_STOP || first->last == 0 || second->kind != NT_EXPECT_EDGE ||
        ((second->address ^ event->range.pc) & w->mask) != 0 ||
        !nt_witness_may(w, NT_FREEDOM_EDGE_LATE)) {
        return false;
    }
    w->late_stop = *first;
    w->late = true;
    w->edge = UINT64_MAX;
    (void)nt_witness_pass_until(w, edge);
    unfollow(w, event, "tracing stops after the cycle in which it is turned off");
    return true;
}

static bool stop_early(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = nt_expect_head(&w->expect);
    if (event->kind != NT_FLOW_STOP || head == NULL || head->kind != NT_EXPECT_RUN ||
        nt_expect_again(&w->expect) != 0 || !nt_witness_may(w, NT_FREEDOM_EDGE_EARLY)) {
        return false;
    }
    uint64_t number = past_silence(w, w->expect.first + 1, false);
    const nt_expected *stop = nt_witness_item(w, number);
    if (stop == NULL || stop->kind != NT_EXPECT_STOP || stop->last == 0 ||
        stop->last != nt_expect_left(&w->expect)) {
        return false;
    }
    (void)nt_witness_pass_until(w, number);
    unfollow(w, event, "tracing stops before the cycle in which it is turned off ends");
    return true;
}

bool nt_witness_adapt_edge(nt_witness *w, const nt_flow_event *event) {
    return stop_late(w, event) || stop_early(w, event);
}
