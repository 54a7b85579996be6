/* SPDX-License-Identifier: Apache-2.0 */
/* The synchronizing messages that triggers and `ctype` ask for: those that need not be in the
   bytes, and those that wait. request_place.c has where they come. */
#include "sim/witness/witness_internal.h"

enum { SYNC_EVENT = 6 };

/* Reasons with which tracing starts. */
enum { STARTS = 1 << 1 | 1 << 3 | 1 << 5 | 1 << 7 | 1 << 9 };

/* Those with a message that may report what ran before. */
enum { REPORTS_REST = 1 << 1 | 1 << 3 | 1 << 9 };

/* Reasons of triggers. */
enum { TRIGGERS = 1 << 0 | 1 << SYNC_EVENT };

/* ---- requests that need not be in the bytes ---- */

/* A precise report of the context is any synchronizing message there, with its Ownership. */
static bool is_reported(const nt_witness *w, const nt_expected *item) {
    return (item->code & NT_EXPECT_PRECISE) != 0 && item->halfwords == 1u << SYNC_EVENT &&
           w->synced_here && nt_witness_may(w, NT_FREEDOM_SYNC_PRECISE);
}

/* Of a stranger a message for a reason of its own may come first at a place. */
static bool comes_first(const nt_witness *w, const nt_expected *item, const nt_flow_event *event) {
    const unsigned itself = 1u << 2 | 1u << 4 | 1u << 14 | 1u << 15;
    return event->kind == NT_FLOW_SYNC && (itself >> nt_witness_reason(event) & 1) != 0 &&
           nt_witness_is_same(w, item->address, event->sync.address) &&
           nt_witness_may(w, NT_FREEDOM_SYNC_FIRST);
}

/* The trigger's message is at the same place, so that it is one of several there. */
static bool meets(const nt_witness *w, const nt_expected *item, const nt_flow_event *event) {
    return w->expect.stranger && event->kind == NT_FLOW_SYNC &&
           (TRIGGERS >> nt_witness_reason(event) & 1) != 0 &&
           nt_witness_is_same(w, item->address, event->sync.address);
}

/* Tracing restarts with a message that may report what ran before: what was asked for there comes
   behind it. */
static bool restarts(const nt_flow_event *event) {
    return event->kind == NT_FLOW_SYNC && (REPORTS_REST >> nt_witness_reason(event) & 1) != 0;
}

/* It may report the event: of our own encoder at this place, since each has its message there. */
static bool reports(const nt_witness *w, const nt_expected *item, const nt_flow_event *event) {
    return event->kind == NT_FLOW_SYNC && (w->expect.stranger ? nt_witness_is_reason(w, item, event)
                                                              : nt_witness_fits(w, item, event));
}

/* Without those that `stay`, though the event is another. */
static void pass(nt_witness *w, const nt_flow_event *event, bool stay) {
    const nt_expected *head;
    while ((head = nt_expect_head(&w->expect)) != NULL && head->kind == NT_EXPECT_SYNC &&
           ((head->code & NT_EXPECT_MAY) || is_reported(w, head)) && !comes_first(w, head, event) &&
           !(stay && meets(w, head, event)) && !reports(w, head, event)) {
        if ((head->code & NT_EXPECT_MAY) != 0 && nt_witness_defer_request(w, event)) {
            continue;
        }
        if (event->kind == NT_FLOW_LOSS || restarts(event)) {
            nt_witness_carry(w, head);
        }
        nt_expect_pop(&w->expect);
        nt_witness_skip(w);
    }
}

void nt_witness_pass_requests(nt_witness *w, const nt_flow_event *event) {
    pass(w, event, true);
}

void nt_witness_drop_requests(nt_witness *w, const nt_flow_event *event) {
    pass(w, event, false);
}

/* Tracing stops here, before the request's address. */
static bool stops_here(const nt_witness *w, const nt_flow_event *event) {
    uint64_t number = w->expect.first;
    const nt_expected *item;
    if (event == NULL || event->kind != NT_FLOW_STOP ||
        !nt_witness_may(w, NT_FREEDOM_SYNC_STOPPED)) {
        return false;
    }
    while ((item = nt_witness_item(w, number)) != NULL && nt_witness_is_request(item)) {
        number = nt_witness_past_silence(w, number + 1, true);
    }
    return item != NULL && (item->kind == NT_EXPECT_STOP || item->kind == NT_EXPECT_PAUSE);
}

bool nt_witness_omit_request(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = nt_expect_head(&w->expect);
    bool instead = event != NULL && event->kind == NT_FLOW_SYNC && head != NULL &&
                   nt_witness_is_same(w, head->address, event->sync.address) &&
                   (STARTS >> nt_witness_reason(event) & 1) == 0;
    const bool stops = head != NULL && nt_witness_is_request(head) && stops_here(w, event);
    const bool done =
        head != NULL && event == NULL && nt_witness_is_request(head) && is_reported(w, head);
    if (head == NULL || instead || (!stops && !done && !nt_witness_may_lack(w, head))) {
        return false;
    }
    w->omitted_marks |= stops || done ? 0 : head->halfwords;
    nt_expect_pop(&w->expect);
    nt_witness_skip(w);
    return true;
}

/* ---- requests that wait ---- */

/* One message may report the trap and what was asked for before it, with the time of either. */
static void widen(nt_witness *w, uint64_t number, const nt_expected *other) {
    nt_expected *item = nt_expect_change(&w->expect, number);
    item->time = other->time < item->time ? other->time : item->time;
    item->until = other->until > item->until ? other->until : item->until;
}

bool nt_witness_defer_request(nt_witness *w, const nt_flow_event *event) {
    uint64_t number = w->expect.first;
    const nt_expected *head = nt_witness_item(w, number);
    if (event->kind != NT_FLOW_TRAP || head == NULL || !nt_witness_is_request(head) ||
        (head->code & NT_EXPECT_EARLY) != 0 || !nt_witness_may(w, NT_FREEDOM_SYNC_TRAP)) {
        return false;
    }
    const uint64_t trap = nt_witness_past_silence(w, number + 1, false);
    const nt_expected *item = nt_witness_item(w, trap);
    if (item == NULL || item->kind != NT_EXPECT_TRAP) {
        return false;
    }
    nt_expected later = *head;
    later.address = item->address;
    later.early = NT_EXPECT_NOWHERE;
    later.begin = item->begin;
    widen(w, trap, head);
    const uint64_t last = nt_witness_past_silence(w, trap + 1, false);
    for (; number + 1 < last; number++) {
        *nt_expect_change(&w->expect, number) = *nt_witness_item(w, number + 1);
    }
    *nt_expect_change(&w->expect, number) = later;
    nt_witness_skip(w);
    return true;
}
