/* What the specification leaves open to other encoders, where the pins are known. Each function
   asks for its row of sim/check/freedoms.def; a stream that may use none is our own encoder's. */
#include "sim/witness/witness_internal.h"

#include "ntrace/messages.h"

#include <stdio.h>

enum { SYNC_RESET = 1, SYNC_ENABLE = 5, SYNC_EVENT = 6, SYNC_LOWPOWER = 9 };
enum { SYNC_DEBUG = 3, SYNC_OVERRUN = 7, SYNC_VENDOR = 14 };
enum { BTYPE_TRAP = 1, BTYPE_EXCEPTION = 2 }; /* 1: exceptions and interrupts are not told apart */
enum { EVCODE_DEBUG = 0, EVCODE_LOWPOWER = 1, EVCODE_DISABLED = 4, EVCODE_VENDOR = 8 };

/* Reasons with which tracing starts. */
enum {
    STARTS = 1 << SYNC_RESET | 1 << SYNC_DEBUG | 1 << SYNC_ENABLE | 1 << SYNC_OVERRUN |
             1 << SYNC_LOWPOWER
};

/* SYNC 1 and 9, and EVCODE 1 and 4, which need not come. */
enum { RESTS = 1 << SYNC_RESET | 1 << SYNC_LOWPOWER };
enum { OPTIONAL_STOPS = 1 << EVCODE_LOWPOWER | 1 << EVCODE_DISABLED };

static uint32_t reasons_of_stop(const nt_expected *item) {
    return item->halfwords != 0 ? item->halfwords : 1u << item->code;
}

/* The number of the first item from `number` on that shows more than a hart that is not traced. */
static uint64_t past_silence(const nt_witness *w, uint64_t number) {
    const nt_expected *item;
    while ((item = nt_witness_item(w, number)) != NULL &&
           (item->kind == NT_EXPECT_SKIP || item->kind == NT_EXPECT_HART ||
            item->kind == NT_EXPECT_IDLE || item->kind == NT_EXPECT_EDGE)) {
        number++;
    }
    return number;
}

/* ---- while nothing is traced ---- */

void nt_witness_pass_idle(nt_witness *w) {
    const nt_expected *head;
    while ((head = nt_expect_head(&w->expect)) != NULL &&
           (head->kind == NT_EXPECT_IDLE || (head->kind == NT_EXPECT_EDGE && w->edge == 0))) {
        nt_expect_pop(&w->expect);
        nt_witness_skip(w);
    }
}

bool nt_witness_idle_stop(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = nt_expect_head(&w->expect);
    if (!nt_witness_may(w, NT_FREEDOM_STOP_IDLE) || w->tracing) {
        return false;
    }
    bool idle = head != NULL && head->kind == NT_EXPECT_IDLE;
    uint64_t until = head != NULL && !idle ? head->time : w->expect.timestamp;
    switch (event->stop.evcode) {
    case EVCODE_DISABLED:
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
        number = past_silence(w, number + 1);
    }
    return next != NULL && next->kind == NT_EXPECT_AT && w->message.led && !w->message.ranges;
}

/* `code` of NT_EXPECT_PAUSE: our own encoder does not wait either. */
bool nt_witness_pause(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = nt_expect_head(&w->expect);
    const nt_expected *next = nt_witness_item(w, past_silence(w, w->expect.first + 1));
    if (head != NULL && head->kind == NT_EXPECT_AT && next != NULL &&
        next->kind == NT_EXPECT_PAUSE && ((head->address ^ event->pc) & w->mask) == 0) {
        nt_expect_pop(&w->expect);
        nt_witness_skip(w);
        head = nt_expect_head(&w->expect);
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
    const uint64_t number = past_silence(w, w->expect.first);
    const nt_expected *item = nt_witness_item(w, number);
    if (w->paused && item != NULL && item->kind != NT_EXPECT_RUN && !nt_witness_starts(item)) {
        (void)nt_witness_pass_until(w, number);
        pass_what_was_awaited(w);
    }
}

void nt_witness_pass_pause(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head;
    pass_what_was_awaited(w);
    while (!w->paused && (head = nt_expect_head(&w->expect)) != NULL) {
        bool pause = head->kind == NT_EXPECT_PAUSE &&
                     (head->code == 0 || nt_witness_may(w, NT_FREEDOM_STOP_AWAITED)) &&
                     (event == NULL || event->kind != NT_FLOW_STOP);
        bool resumes = nt_witness_starts(head) && (head->code & NT_EXPECT_RESUME) != 0;
        if (!pause && !resumes) {
            return;
        }
        nt_expect_pop(&w->expect);
        nt_witness_skip(w);
    }
}

void nt_witness_unfollow(nt_witness *w, nt_aspect aspect, uint64_t offset, const char *words) {
    if (w->judge != NULL) {
        w->judge(w->judge_context, aspect, false, offset, words);
    } else if (w->advice.words == NULL) {
        w->advice = (nt_witness_advice){aspect, offset, words};
    }
}

uint64_t nt_witness_may_come_next(const nt_witness *w, uint64_t number,
                                  const nt_flow_event *event) {
    const uint64_t next = past_silence(w, number);
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
    return 0;
}

/* The number of the start after a stop for low power, which need not be reported; 0: it is none. */
static uint64_t end_of_rest(const nt_witness *w, uint64_t number) {
    const nt_expected *stop = nt_witness_item(w, number);
    const uint64_t next = past_silence(w, number + 1);
    const nt_expected *item = nt_witness_item(w, next);
    bool rests = (reasons_of_stop(stop) >> EVCODE_LOWPOWER & 1) != 0 && nt_witness_starts(item) &&
                 (item->halfwords >> SYNC_LOWPOWER & 1) != 0;
    return rests && nt_witness_may(w, NT_FREEDOM_REST_IGNORED) ? next : 0;
}

/* The number of the start that `event` may be, where the stop before it is left out with what has
   retired since the last message, unless the start reports it; 0: none. `event` NULL: of the end of
   the stream. */
static uint64_t start_without_stop(nt_witness *w, const nt_flow_event *event) {
    uint64_t next;
    uint64_t rest;
    bool told = false; /* what comes now needs a message */
    bool paused = false;
    for (uint64_t number = w->expect.first;; number++) {
        const nt_expected *item = nt_witness_item(w, number);
        if (item == NULL) {
            return 0;
        }
        switch (item->kind) {
        case NT_EXPECT_RUN:
        case NT_EXPECT_TRAP:
            if (told || (event != NULL && w->message.ranges) ||
                ((item->code & NT_EXPECT_TOLD) && item->again != 0)) {
                return 0;
            }
            told = item->kind == NT_EXPECT_TRAP || (item->code & NT_EXPECT_TOLD) != 0;
            break;
        case NT_EXPECT_SYNC:
            if (event != NULL && paused && (item->code & NT_EXPECT_RESUME) != 0) {
                return event->kind == NT_FLOW_SYNC && nt_witness_fits(w, item, event) ? number : 0;
            }
            next = nt_witness_end_of_nothing(w, number);
            if (next != 0 && event == NULL) {
                number = next - 1; /* the stop of a trace that has nothing in it */
            } else if ((item->code & (NT_EXPECT_RESUME | NT_EXPECT_MAY)) == 0) {
                return 0;
            }
            break;
        case NT_EXPECT_STOP:
            if ((1u << item->code & OPTIONAL_STOPS) == 0) {
                return 0;
            }
            next = nt_witness_may_come_next(w, number + 1, event);
            rest = end_of_rest(w, number);
            if (next == 0 && rest == 0 && event == NULL) { /* nothing more is traced to the end */
                rest = past_silence(w, number + 1);
                rest = nt_witness_end_of_nothing(w, rest) != 0 ? rest - 1 : 0;
            }
            if (next != 0 || rest == 0) {
                return next;
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
static bool omit_stop(nt_witness *w, const nt_flow_event *event) {
    bool may = event == NULL || event->kind == NT_FLOW_SYNC ||
               (event->kind == NT_FLOW_STOP && event->stop.evcode == EVCODE_DEBUG);
    uint64_t number = may ? start_without_stop(w, event) : 0;
    bool reports = event != NULL && w->message.ranges;
    if (number == 0 || !nt_witness_may(w, NT_FREEDOM_STOP_OMITTED) ||
        (reports && !nt_witness_may(w, NT_FREEDOM_STOP_BY_SYNC))) {
        return false;
    }
    const nt_expected *item = nt_witness_item(w, number);
    (void)nt_witness_pass_until(w, number);
    w->paused = item != NULL && (item->code & NT_EXPECT_RESUME) != 0;
    w->tracing = false;
    w->ownership.writes = 0;
    w->ownership.ahead = 0;
    nt_witness_unfollow(
        w, NT_ASPECT_STOP_SENT, event != NULL ? event->offset : nt_check_size(w->check),
        "no ProgTraceCorrelation where tracing stops (EVCODE 4 and 1 are optional)");
    return true;
}

/* The hart was in low power, and goes on where it was; an encoder that does not report that traces
   on. */
static bool ignore_rest(nt_witness *w, const nt_flow_event *event) {
    uint64_t number = past_silence(w, w->expect.first);
    const nt_expected *item = nt_witness_item(w, number);
    const uint64_t next = event->kind == NT_FLOW_RANGE  ? event->range.pc
                          : event->kind == NT_FLOW_SYNC ? event->sync.address
                                                        : event->pc;
    const bool starts =
        event->kind == NT_FLOW_SYNC && (STARTS >> (event->sync.reason & 15) & 1) != 0;
    if (starts || event->kind == NT_FLOW_STOP || !nt_witness_may(w, NT_FREEDOM_REST_IGNORED)) {
        return false;
    }
    if (item != NULL && item->kind == NT_EXPECT_AT) {
        number = past_silence(w, number + 1);
        item = nt_witness_item(w, number);
    }
    number = item == NULL || item->kind != NT_EXPECT_STOP ? 0 : end_of_rest(w, number);
    if (number == 0 || ((nt_witness_item(w, number)->address ^ next) & w->mask) != 0) {
        return false;
    }
    (void)nt_witness_pass_until(w, number + 1);
    return true;
}

/* SYNC 0 and 6 are not required: an encoder may report no trigger at all. */
static bool omit_mark(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = nt_expect_head(&w->expect);
    bool instead = event != NULL && event->kind == NT_FLOW_SYNC && head != NULL &&
                   ((head->address ^ event->sync.address) & w->mask) == 0 &&
                   (STARTS >> (event->sync.reason & 15) & 1) == 0;
    if (head == NULL || head->kind != NT_EXPECT_SYNC || nt_witness_starts(head) || instead ||
        (head->code & NT_EXPECT_PRECISE) || (head->halfwords & w->reported_marks) != 0 ||
        !nt_witness_may(w, NT_FREEDOM_SYNC_OMITTED)) {
        return false;
    }
    w->omitted_marks |= head->halfwords;
    nt_expect_pop(&w->expect);
    nt_witness_skip(w);
    return true;
}

bool nt_witness_adapt(nt_witness *w, const nt_flow_event *event) {
    return w->expect.stranger && (nt_witness_adapt_edge(w, event) || omit_stop(w, event) ||
                                  ignore_rest(w, event) || omit_mark(w, event));
}

bool nt_witness_may_end(nt_witness *w) {
    return w->expect.stranger &&
           (nt_witness_edge_end(w) || omit_stop(w, NULL) || omit_mark(w, NULL));
}

bool nt_witness_may_be_done(nt_witness *w) {
    return nt_witness_may(w, NT_FREEDOM_STOP_OMITTED) && start_without_stop(w, NULL) != 0;
}

/* ---- fields and forms ---- */

bool nt_witness_is_reason(const nt_witness *w, const nt_expected *item,
                          const nt_flow_event *event) {
    unsigned sync = event->sync.reason & 15;
    uint32_t reasons = item->halfwords;
    if (!w->expect.stranger) {
        return (reasons >> sync & 1) != 0;
    }
    if (nt_witness_starts(item)) {
        return (reasons >> sync & 1) != 0 || (sync == SYNC_ENABLE && (reasons & RESTS) != 0 &&
                                              nt_witness_may(w, NT_FREEDOM_START_ENABLE));
    }
    if ((item->code & NT_EXPECT_PRECISE) && sync >= SYNC_VENDOR) {
        return nt_witness_may(w, NT_FREEDOM_SYNC_PRECISE);
    }
    reasons &= ~(item == nt_expect_item(&w->expect, w->expect.first) ? w->expect.used : 0);
    bool ours = sync == SYNC_EVENT || (reasons >> SYNC_EVENT & 1) == 0;
    return (reasons >> sync & 1) != 0 && (ours || nt_witness_may(w, NT_FREEDOM_SYNC_CHOICE));
}

/* An encoder that reports one trigger reports all. */
static void take_mark(nt_witness *w, const nt_flow_event *event) {
    uint32_t reason = 1u << (event->sync.reason & 15);
    w->reported_marks |= reason;
    if (w->expect.stranger && (w->omitted_marks & reason) != 0) {
        nt_witness_differ(w, NT_ASPECT_MARK, "no message for a trigger, as before", "one",
                          event->offset);
    }
}

void nt_witness_take(nt_witness *w, const nt_flow_event *event, const nt_expected *item) {
    bool request = item->kind == NT_EXPECT_SYNC && !nt_witness_starts(item);
    uint32_t used =
        w->expect.used | (event->kind == NT_FLOW_SYNC ? 1u << (event->sync.reason & 15) : 0);
    if (nt_witness_starts(item)) {
        w->paused = false;
    }
    if (request && event->kind == NT_FLOW_SYNC) {
        take_mark(w, event);
    }
    if (request && w->expect.stranger && (item->halfwords & ~used) != 0 &&
        nt_witness_may(w, NT_FREEDOM_SYNC_BOTH)) {
        w->expect.used = used;
        return;
    }
    nt_expect_pop(&w->expect);
}

bool nt_witness_is_evcode(const nt_witness *w, uint32_t reasons, unsigned evcode) {
    bool vendor = evcode >= EVCODE_VENDOR && (reasons & OPTIONAL_STOPS) != 0 &&
                  nt_witness_may(w, NT_FREEDOM_VENDOR_EVCODE);
    /* "Do not send 4 instead" is about 0 alone. */
    bool plain = evcode == EVCODE_DISABLED && (reasons >> EVCODE_LOWPOWER & 1) != 0 &&
                 nt_witness_may(w, NT_FREEDOM_REST_IGNORED);
    return vendor || plain || (reasons >> (evcode & 15) & 1) != 0;
}

bool nt_witness_is_trap(const nt_witness *w, const nt_expected *item, const nt_flow_event *event) {
    bool exception = item->kind == NT_EXPECT_TRAP && (item->halfwords & NT_EXPECT_ASYNC) != 0 &&
                     event->trap.btype == BTYPE_EXCEPTION &&
                     nt_witness_may(w, NT_FREEDOM_TRAP_ASYNC);
    return exception || item->code == event->trap.btype ||
           (nt_witness_may(w, NT_FREEDOM_TRAP_BTYPE) && event->trap.btype == BTYPE_TRAP);
}

bool nt_witness_is_start(const nt_witness *w, const nt_flow_event *event) {
    /* 5: note 1 of the six cases; 1 and 9 may bring history. */
    const unsigned others = 1u << SYNC_ENABLE | 1u << SYNC_RESET | 1u << SYNC_LOWPOWER;
    return event->tcode == NT_TCODE_PROG_TRACE_SYNC ||
           (w->expect.stranger && (others >> (event->sync.reason & 15) & 1) != 0);
}
