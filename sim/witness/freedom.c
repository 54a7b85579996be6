/* SPDX-License-Identifier: Apache-2.0 */
/* What the specification leaves open to other encoders, where the pins are known. Each function
   asks for its row of sim/check/freedoms.def; a stream that may use none is our own encoder's. */
#include "sim/witness/witness_internal.h"

#include "ntrace/messages.h"

#include <stdio.h>

enum { SYNC_RESET = 1, SYNC_DEBUG = 3, SYNC_LOWPOWER = 9 };
enum { EVCODE_DEBUG = 0, EVCODE_LOWPOWER = 1, EVCODE_DISABLED = 4 };

/* SYNC 1 and 9, which need not come. */
enum { RESTS = 1 << SYNC_RESET | 1 << SYNC_LOWPOWER };

/* ---- while nothing is traced ---- */

void nt_witness_pass_idle(nt_witness *w) {
    const nt_expected *head;
    while ((head = nt_expect_head(&w->expect)) != NULL &&
           (head->kind == NT_EXPECT_IDLE || (head->kind == NT_EXPECT_EDGE && w->edge == 0))) {
        nt_expect_pop(&w->expect);
        nt_witness_skip(w);
    }
}

/* All entries into debug mode or low power were reported, up to where a target was awaited. */
static bool is_used_up(const nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = nt_witness_item(w, w->expect.first);
    return head != NULL && head->kind == NT_EXPECT_IDLE &&
           ((event->stop.evcode == EVCODE_DEBUG && head->halfwords == w->expect.used) ||
            (event->stop.evcode == EVCODE_LOWPOWER && head->again == w->expect.repeats));
}

/* What has retired since the last message is in none: the stop behind it was left out, and one with
   I-CNT=0 would end the trace before that. */
static bool is_untold(const nt_witness *w) {
    const nt_expected *head = nt_witness_item(w, nt_witness_past_silence(w, w->expect.first, true));
    return head != NULL && !w->paused && !w->late && head->kind == NT_EXPECT_RUN;
}

bool nt_witness_idle_stop(nt_witness *w, const nt_flow_event *event) {
    if (!nt_witness_may(w, NT_FREEDOM_STOP_IDLE) || w->tracing) {
        return false;
    }
    if (w->paused && is_used_up(w, event)) {
        nt_witness_pass_awaited(w);
    }
    const nt_expected *head = nt_expect_head(&w->expect);
    bool idle = head != NULL && head->kind == NT_EXPECT_IDLE;
    uint64_t until = head != NULL && !idle ? head->time : w->expect.timestamp;
    switch (event->stop.evcode) {
    case EVCODE_DISABLED:
        if (is_untold(w)) {
            return false;
        }
        nt_witness_time(w, event, w->tail, until);
        return true;
    case EVCODE_DEBUG:
        if (!idle || head->halfwords == w->expect.used) {
            return false;
        }
        w->expect.used++;
        break;
    case EVCODE_LOWPOWER:
        if (!idle || head->again == w->expect.repeats) {
            return false;
        }
        w->expect.repeats++;
        break;
    default:
        return false;
    }
    nt_witness_time(w, event, head->time, until);
    return true;
}

/* ---- stops ---- */

void nt_witness_pass_stop(nt_witness *w, const nt_flow_event *event) {
    /* SYNC=3 too, at the end of a debug mode that was traced, after which nothing need stop. */
    const unsigned reports_rest = RESTS | 1u << SYNC_DEBUG;
    unsigned reason = 1u << (event->sync.reason & 15);
    if (!nt_witness_may(w, NT_FREEDOM_STOP_BY_SYNC) || (reason & reports_rest) == 0 ||
        !nt_expect_restarts(&w->expect, EVCODE_DEBUG, reason)) {
        return;
    }
    if (nt_expect_head(&w->expect)->kind == NT_EXPECT_AT) {
        nt_expect_pop(&w->expect);
    }
    nt_expect_pop(&w->expect);
    nt_witness_skip(w);
}

/* The message before told where the jump led, to which the next item is: this encoder has waited.
 */
static bool has_waited(const nt_witness *w) {
    uint64_t number = w->expect.first;
    const nt_expected *next;
    while ((next = nt_witness_item(w, number)) != NULL && next->kind == NT_EXPECT_PAUSE) {
        number = nt_witness_past_silence(w, number + 1, true);
    }
    return next != NULL && next->kind == NT_EXPECT_AT && w->message.led && !w->message.ranges;
}

/* Tracing goes on where the target is that the stop has waited for, and the message before told. */
static bool stops_there(const nt_witness *w, const nt_expected *head, const nt_flow_event *event) {
    return head != NULL && nt_witness_resumes(head) && !w->paused && event != NULL &&
           event->kind == NT_FLOW_STOP && w->message.led && !w->message.ranges &&
           nt_witness_is_same(w, head->address, event->pc) &&
           nt_witness_is_evcode(w, head->again, event->stop.evcode) &&
           nt_witness_may(w, NT_FREEDOM_STOP_AWAITED);
}

static void stop_there(nt_witness *w, const nt_flow_event *event) {
    nt_witness_own_stop(w);
    if (!w->differs) {
        const nt_expected *head = nt_expect_head(&w->expect);
        nt_witness_time(w, event, w->tail, head->until);
        w->paused = true;
        w->tracing = false;
    }
}

/* `code` of NT_EXPECT_PAUSE: our own encoder does not wait either. */
bool nt_witness_pause(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = nt_expect_head(&w->expect);
    const nt_expected *next =
        nt_witness_item(w, nt_witness_past_silence(w, w->expect.first + 1, true));
    if (head != NULL && head->kind == NT_EXPECT_AT && next != NULL &&
        next->kind == NT_EXPECT_PAUSE && ((head->address ^ event->pc) & w->mask) == 0) {
        nt_expect_pop(&w->expect);
        nt_witness_skip(w);
        head = nt_expect_head(&w->expect);
    }
    if (stops_there(w, head, event)) {
        stop_there(w, event);
        return true;
    }
    if (head == NULL || head->kind != NT_EXPECT_PAUSE) {
        return false;
    }
    bool fits = nt_witness_is_evcode(w, head->halfwords, event->stop.evcode);
    bool may = head->code != 0 || nt_witness_may(w, NT_FREEDOM_STOP_AT_ONCE);
    if (!fits || !may || has_waited(w)) {
        nt_witness_pass_pause(w, NULL);
        return false;
    }
    nt_witness_own_stop(w);
    if (!w->differs) {
        nt_witness_time(w, event, nt_witness_may(w, NT_FREEDOM_TIME_STOP) ? w->tail : head->time,
                        w->expect.timestamp);
        nt_expect_pop(&w->expect);
        w->paused = true;
        w->tracing = false;
    }
    return true;
}

/* What would have come had it waited. */
static void pass_what_was_awaited(nt_witness *w) {
    const nt_expected *head;
    while (w->paused && (head = nt_expect_head(&w->expect)) != NULL &&
           head->kind != NT_EXPECT_RUN && head->kind != NT_EXPECT_IDLE &&
           !nt_witness_starts(head)) {
        w->paused = head->kind != NT_EXPECT_STOP;
        nt_expect_pop(&w->expect);
        nt_witness_skip(w);
    }
}

void nt_witness_pass_awaited(nt_witness *w) {
    const uint64_t number = nt_witness_past_silence(w, w->expect.first, true);
    const nt_expected *item = nt_witness_item(w, number);
    if (w->paused && item != NULL && item->kind != NT_EXPECT_RUN && !nt_witness_starts(item)) {
        (void)nt_witness_pass_until(w, number);
        pass_what_was_awaited(w);
    }
}

void nt_witness_blank_awaited(nt_witness *w) {
    uint64_t number = w->expect.first;
    const nt_expected *item;
    while (w->paused &&
           (item = nt_witness_item(w, number = nt_witness_past_silence(w, number, true))) != NULL &&
           item->kind != NT_EXPECT_RUN && !nt_witness_starts(item)) {
        w->paused = item->kind != NT_EXPECT_STOP;
        (void)nt_expect_change(&w->expect, number);
        nt_expect_blank(&w->expect, number);
    }
}

/* Tracing starts again with the event where the target is that the stop has waited for, and the
   stop is left out. */
static bool starts_there(const nt_witness *w, const nt_flow_event *event) {
    uint64_t number = w->expect.first;
    const nt_expected *item;
    while ((item = nt_witness_item(w, number)) != NULL && item->kind == NT_EXPECT_PAUSE) {
        number = nt_witness_past_silence(w, number + 1, false);
    }
    return item != NULL && nt_witness_resumes(item) && event != NULL &&
           event->kind == NT_FLOW_SYNC && nt_witness_fits(w, item, event) &&
           nt_witness_may(w, NT_FREEDOM_STOP_OMITTED);
}

/* `event` NULL: no stop comes for it. `closes`: but one may come where tracing goes on. */
static void pass_pause(nt_witness *w, const nt_flow_event *event, bool closes) {
    const nt_expected *head;
    pass_what_was_awaited(w);
    while (!w->paused && !starts_there(w, event) && (head = nt_expect_head(&w->expect)) != NULL) {
        const bool pause = head->kind == NT_EXPECT_PAUSE &&
                           (head->code == 0 || nt_witness_may(w, NT_FREEDOM_STOP_AWAITED)) &&
                           (event == NULL || event->kind != NT_FLOW_STOP);
        const bool goes_on = nt_witness_resumes(head) && !closes && !stops_there(w, head, event);
        if (!pause && !goes_on) {
            return;
        }
        nt_expect_pop(&w->expect);
        nt_witness_skip(w);
    }
}

void nt_witness_pass_pause(nt_witness *w, const nt_flow_event *event) {
    pass_pause(w, event, false);
}

void nt_witness_close_pause(nt_witness *w) {
    pass_pause(w, NULL, true);
}

bool nt_witness_adapt(nt_witness *w, const nt_flow_event *event, bool *taken) {
    *taken = false;
    return w->expect.stranger &&
           (nt_witness_adapt_edge(w, event) || nt_witness_omit_stop(w, event, taken) ||
            nt_witness_ignore_rest(w, event) || nt_witness_defer_request(w, event) ||
            nt_witness_omit_request(w, event));
}

bool nt_witness_may_end(nt_witness *w) {
    bool taken;
    return w->expect.stranger && (nt_witness_edge_end(w) || nt_witness_omit_stop(w, NULL, &taken) ||
                                  nt_witness_omit_request(w, NULL));
}
