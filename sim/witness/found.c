/* SPDX-License-Identifier: Apache-2.0 */
/* An event that fits is taken for an expected item, with its time and what goes with it. */
#include "sim/witness/witness_internal.h"

#include "libntrace/flow/before_sync.h"
#include "ntrace/messages.h"

/* An encoder that reports one trigger reports all. */
void nt_witness_take_reason(nt_witness *w, const nt_flow_event *event) {
    uint32_t reason = 1u << nt_witness_reason(event);
    w->reported_marks |= reason;
    if (w->expect.stranger && (w->omitted_marks & reason) != 0) {
        nt_witness_differ(w, NT_ASPECT_MARK, "no message for a trigger, as before", "one",
                          event->offset);
    }
}

void nt_witness_unfollow_stop(nt_witness *w, uint64_t offset) {
    nt_witness_unfollow(
        w, NT_ASPECT_STOP_SENT, offset,
        "no ProgTraceCorrelation where tracing stops (EVCODE 4 and 1 are optional)");
}

void nt_witness_take(nt_witness *w, const nt_flow_event *event, const nt_expected *item) {
    if (nt_witness_starts(item)) {
        if (nt_witness_resumes(item) && !w->paused && w->expect.stranger) {
            nt_witness_unfollow_stop(w, event->offset);
        }
        w->paused = false;
    } else if (event->kind == NT_FLOW_SYNC) {
        nt_witness_take_reason(w, event);
    }
    nt_expect_pop(&w->expect);
}

/* A jump's message told another address; the decoder, which does not know the pins, takes it for a
   vendor's start. */
static void judge_target(nt_witness *w, const nt_flow_event *event) {
    enum { SYNC_VENDOR = 14 /* and up */ };
    bool vendor = event->kind == NT_FLOW_SYNC && event->sync.reason >= SYNC_VENDOR;
    if (vendor && w->tracing && w->before.came != NT_FLOW_NOWHERE && w->message.led &&
        !w->message.ranges && !w->message.traps &&
        ((w->before.came ^ event->sync.address) & w->mask) != 0) {
        nt_witness_differ(w, NT_ASPECT_PATH, "the target of the message before it", "another one",
                          event->offset);
    }
}

void nt_witness_match_sync(nt_witness *w, const nt_flow_event *event, const nt_expected *item) {
    judge_target(w, event);
    if (item != NULL && (item->code & NT_EXPECT_START) != 0) {
        w->btm = (item->code & NT_EXPECT_BTM) != 0;
        w->tracing = true;
        w->doubt.there = false;
    }
    w->message.syncs = w->synced_here = true;
    w->by_sync[event->sync.reason & 15]++;
    nt_witness_synced(w, item);
    nt_witness_own(w);
    w->ownership.alone = item != NULL && !w->expect.stranger && (item->code & NT_EXPECT_ASKED) != 0;
    w->message.owns = true;
}

/* The latest time of the item's event, which was just taken; `before`: that of the message before.
   A stop that comes late waits for a block that need not come. Of a stranger that has synchronized
   at the same place already, for a reason of its own, a request comes after that: no absolute time
   is before another, nor before that of the jump or branch that led there. */
uint64_t nt_witness_latest(nt_witness *w, const nt_expected *item, uint64_t before) {
    uint64_t number = w->expect.first;
    const nt_expected *next;
    while ((next = nt_witness_item(w, number)) != NULL && next->kind == NT_EXPECT_HART) {
        number++; /* which has no time */
    }
    const bool asked = item->kind == NT_EXPECT_SYNC && !nt_witness_starts(item);
    if (asked) {
        const bool first = nt_witness_may(w, NT_FREEDOM_SYNC_FIRST);
        const bool target = !w->message.ranges && nt_witness_may(w, NT_FREEDOM_TIME_TARGET);
        const uint64_t until = first && before > item->until ? before : item->until;
        return target && item->begin > until ? item->begin : until;
    }
    if (item->kind != NT_EXPECT_STOP || item->last == 0 ||
        !nt_witness_may(w, NT_FREEDOM_EDGE_LATE)) {
        return item->until;
    }
    return next == NULL ? w->expect.timestamp : next->time < item->until ? item->until : next->time;
}

/* The first of them. No address is provided in ProgTraceCorrelation. One message reports a trap or
   a jump, and what is asked for at the first instruction behind it. */
uint64_t nt_witness_earliest(const nt_witness *w, const nt_flow_event *event,
                             const nt_expected *item) {
    const bool syncs = event->kind == NT_FLOW_SYNC && w->expect.stranger;
    const bool behind =
        event->tcode != NT_TCODE_PROG_TRACE_SYNC && item->early == event->sync.address;
    const bool loose = (event->kind == NT_FLOW_STOP && nt_witness_may(w, NT_FREEDOM_TIME_STOP)) ||
                       (syncs && (w->message.traps || behind));
    return loose && w->tail < item->time ? w->tail : item->time;
}

void nt_witness_found(nt_witness *w, const nt_flow_event *event) {
    if (event->kind == NT_FLOW_STOP) {
        nt_witness_own_stop(w);
        if (w->differs) {
            return;
        }
    }
    const nt_expected item = *nt_expect_head(&w->expect);
    const uint64_t from = nt_witness_earliest(w, event, &item);
    const uint64_t before = w->tail_until;
    nt_witness_hold_event(w, event, &item);
    nt_witness_take(w, event, &item);
    w->tail = item.time;
    w->tail_until = item.until;
    if (event->tcode != NT_TCODE_REPEAT_BRANCH) {
        const uint64_t until = nt_witness_latest(w, &item, before);
        if (event->kind != NT_FLOW_STOP || until == item.until) { /* a late one has no address */
            nt_witness_arrives(w, item.begin);
        }
        /* Of a trap and a trigger in one message. */
        w->clock.vague =
            event->kind == NT_FLOW_TRAP && (item.time != item.until || nt_witness_is_asked(w));
        nt_witness_time(w, event, from, until);
    }
    if (event->kind == NT_FLOW_SYNC) {
        nt_witness_match_sync(w, event, &item);
    }
    w->tracing = w->tracing && event->kind != NT_FLOW_STOP;
    w->message.traps = w->message.traps || event->kind == NT_FLOW_TRAP;
}
