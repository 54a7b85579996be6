/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/witness/witness_internal.h"

#include "libntrace/flow/before_sync.h"
#include "ntrace/messages.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- the decoder's events against the expected items ---- */

/* Takes half-words of the oldest run, and notes when they retired. */
static void take_run(nt_witness *w, const nt_flow_event *event, uint32_t halfwords) {
    nt_expect *expect = &w->expect;
    const nt_expected run = *nt_expect_head(expect);
    bool once = expect->found_once;
    bool whole = halfwords == nt_expect_left(expect);
    bool last = nt_expect_again(expect) == 0;
    const bool edge = run.kind == NT_EXPECT_EDGE;
    const unsigned outcome = edge ? (unsigned)run.code >> NT_EXPECT_OUTCOME : run.code;
    /* Within a run no branch is taken. */
    w->outcome = whole ? outcome & (NT_EXPECT_TAKEN | NT_EXPECT_NOT) : NT_EXPECT_NOT;
    w->behind_run = nt_expect_address(expect) + 2 * (uint64_t)halfwords;
    w->edge_itype = edge && whole ? run.code & NT_EXPECT_ITYPE : 0;
    w->edge_asked = edge && whole ? run.early & NT_EXPECT_REASONS : 0;
    w->synced_here = false;
    w->carried = (nt_witness_carried){0};
    nt_witness_count(w, event, halfwords);
    nt_witness_hart_runs(w);
    nt_expect_advance(expect, halfwords);
    w->tail = whole ? run.time : run.begin;
    w->tail_until = whole && !once ? run.time : run.until;
    if (whole && last) {
        w->tail = w->tail_until = run.until;
    }
}

static void match_range(nt_witness *w, const nt_flow_event *event) {
    nt_flow_event rest = *event;
    nt_witness_pass_idle(w);
    while (rest.range.halfwords != 0 && !w->differs) {
        nt_witness_pass_requests(w, event);
        const nt_expected *head = nt_expect_head(&w->expect);
        bool runs = head != NULL &&
                    (head->kind == NT_EXPECT_RUN || (head->kind == NT_EXPECT_EDGE && w->edge != 0));
        if (!runs || ((nt_expect_address(&w->expect) ^ rest.range.pc) & w->mask) != 0) {
            w->instructions += nt_expect_count(&w->code, event->range.pc,
                                               event->range.halfwords - rest.range.halfwords);
            bool taken;
            if (nt_witness_adapt(w, &rest, &taken)) {
                continue;
            }
            nt_witness_differ_at(w, &rest);
            return;
        }
        uint32_t left = nt_expect_left(&w->expect);
        uint32_t halfwords = left < rest.range.halfwords ? left : rest.range.halfwords;
        take_run(w, event, halfwords);
        rest.range.halfwords -= halfwords;
        rest.range.pc = (rest.range.pc + 2 * (uint64_t)halfwords) & w->mask;
        nt_witness_skip(w);
        nt_witness_pass_edges(w, event);
    }
    if (!w->differs) {
        nt_witness_held(w, NT_ASPECT_PATH, event->offset);
    }
    w->instructions += event->range.instructions;
    w->retired += event->range.instructions;
    w->message.ranges = true;
}

/* Where nothing retired, the place is told by the event alone. */
static bool is_at_place(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = nt_expect_head(&w->expect);
    if (head == NULL || head->kind != NT_EXPECT_AT) {
        return true;
    }
    const nt_expected *next = nt_expect_second(&w->expect);
    bool syncs = next != NULL && next->kind == NT_EXPECT_SYNC;
    if ((event->kind == NT_FLOW_SYNC && !syncs) || ((head->address ^ event->pc) & w->mask) != 0) {
        return false;
    }
    nt_expect_pop(&w->expect);
    nt_witness_skip(w);
    nt_witness_pass_pause(w, event);
    return true;
}

/* Tracing goes on within the run of this number, at one of its repetitions. */
static void pass_into(nt_witness *w, uint64_t number, uint32_t repeats, uint32_t halfwords) {
    w->unjudged += nt_witness_pass_until(w, number);
    const nt_expected *run = nt_expect_head(&w->expect);
    const uint64_t whole = nt_expect_count(&w->code, run->address, run->halfwords);
    w->unjudged += whole * (repeats - w->expect.repeats) +
                   nt_expect_count(&w->code, run->address, halfwords) -
                   nt_expect_count(&w->code, run->address, w->expect.found);
    w->expect.found_once = w->expect.found_once || repeats != w->expect.repeats;
    w->expect.repeats = repeats;
    w->expect.found = halfwords;
    nt_witness_hart_runs(w);
}

static void differ_unsent(nt_witness *w, const nt_flow_event *event) {
    nt_witness_differ(w, NT_ASPECT_PATH, "I-CNT up to F-ADDR", "another one", event->offset);
}

/* The place that I-CNT leads to, within the run of this number. */
static void pass_unsent_into(nt_witness *w, const nt_flow_event *event, uint64_t number,
                             uint64_t halfwords) {
    const nt_expected *run = nt_witness_item(w, number);
    const uint32_t repeats = (uint32_t)(halfwords / run->halfwords);
    const uint32_t at = (uint32_t)(halfwords % run->halfwords);
    const uint32_t before = number == w->expect.first ? w->expect.repeats : 0;
    bool told = (run->code & NT_EXPECT_TOLD) != 0 && repeats != before;
    if (told || ((run->address + 2 * (uint64_t)at) ^ event->sync.address) & w->mask) {
        differ_unsent(w, event);
    } else {
        pass_into(w, number, repeats, at);
    }
}

/* HTM: a synchronizing message for a trigger need not report the history (note 2 of "Examples of
   Synchronizing Messages"). What leads up to it, without a message of its own, is not judged, but
   I-CNT counts it. */
static void pass_unsent(nt_witness *w, const nt_flow_event *event) {
    uint64_t left = w->before.unsent;
    uint64_t number = w->expect.first;
    uint32_t omitted = 0;
    const nt_expected *item;
    for (; (item = nt_witness_item(w, number)) != NULL; number++) {
        bool first = number == w->expect.first;
        const bool lacks = nt_witness_may_lack(w, item);
        bool mark = item->kind == NT_EXPECT_SYNC && !nt_witness_starts(item);
        bool here = left == 0 && ((item->address ^ event->sync.address) & w->mask) == 0;
        const uint64_t found =
            first ? (uint64_t)w->expect.repeats * item->halfwords + w->expect.found : 0;
        const uint64_t all = ((uint64_t)item->again + 1) * item->halfwords;
        const uint64_t rest = item->kind == NT_EXPECT_STOP ? nt_witness_end_of_rest(w, number) : 0;
        if (rest != 0) { /* low power that is not reported */
            number = rest;
            continue;
        }
        if (item->kind == NT_EXPECT_RUN && found + left < all) {
            w->omitted_marks |= omitted;
            pass_unsent_into(w, event, number, found + left);
            return;
        }
        if (item->kind == NT_EXPECT_RUN && (item->code & NT_EXPECT_TOLD) == 0) {
            left -= all - found;
        } else if (mark && (here || ((item->code & NT_EXPECT_MAY) == 0 && !lacks))) {
            break;
        } else if (!mark && item->kind != NT_EXPECT_SKIP && item->kind != NT_EXPECT_HART) {
            return;
        }
        omitted |= lacks ? item->halfwords : 0;
    }
    if (item != NULL && left == 0) {
        w->omitted_marks |= omitted;
        w->unjudged += nt_witness_pass_until(w, number);
        nt_witness_hart_runs(w);
    } else if (item != NULL) {
        differ_unsent(w, event);
    }
}

static bool is_start(unsigned reason) {
    enum { STARTS = 1 << 1 | 1 << 3 | 1 << 5 | 1 << 7 | 1 << 9 };
    return (STARTS >> (reason & 15) & 1) != 0;
}

static bool is_start_reason(const nt_flow_event *event) {
    return is_start(event->sync.reason);
}

static bool is_unsent(const nt_witness *w, const nt_flow_event *event) {
    return w->expect.stranger && event->fault.code == NT_FAULT_HIST_UNSENT &&
           (event->tcode == NT_TCODE_PROG_TRACE_SYNC || is_start(event->fault.sync));
}

/* The latest branch went where the decoder is, as far as the pins show. In BTM I-CNT of a trap or
   stop may end with a branch, of which nothing says whether it was taken. */
static bool went_there(const nt_witness *w, const nt_flow_event *event) {
    enum { SYNC_VENDOR = 14 /* and up */ };
    bool syncs = event->kind == NT_FLOW_SYNC;
    const uint64_t pc = syncs ? w->before.came : event->pc;
    bool behind = ((w->behind_run ^ pc) & w->mask) == 0;
    /* F-ADDR shows where another one went, but for a reason with which it may be elsewhere. */
    bool elsewhere = is_start_reason(event) || event->sync.reason >= SYNC_VENDOR;
    bool known = !syncs || (elsewhere && pc != NT_FLOW_NOWHERE);
    return !known || w->btm || !w->message.ranges || w->outcome == 0 ||
           behind == (w->outcome == NT_EXPECT_NOT);
}

/* In BTM the message behind a branch that was taken is its own, or has its SYNC; but a start may
   end what ran before it anywhere. */
static bool leaves_branch(const nt_witness *w, const nt_flow_event *event) {
    return event->kind == NT_FLOW_SYNC && w->btm && w->message.ranges &&
           w->outcome == NT_EXPECT_TAKEN && event->tcode != NT_TCODE_DIRECT_BRANCH_SYNC &&
           !is_start_reason(event);
}

/* Each change to what is expected removes some of it, so this ends. */
static void match_event(nt_witness *w, const nt_flow_event *event) {
    if (w->unsent && event->kind == NT_FLOW_SYNC) {
        w->unsent = false;
        if (!is_start_reason(event)) {
            pass_unsent(w, event);
        }
        if (w->differs) {
            return;
        }
    }
    if (leaves_branch(w, event)) {
        nt_witness_differ(w, NT_ASPECT_PATH, "a message of the branch that was taken", "none",
                          event->offset);
        return;
    }
    if (!went_there(w, event)) {
        nt_witness_differ(w, NT_ASPECT_PATH, "the latest branch to go as at the pins",
                          "its other way", event->offset);
        return;
    }
    if (event->kind == NT_FLOW_SYNC &&
        (nt_witness_take_free(w, event) || nt_witness_request(w, event))) {
        return;
    }
    if (event->kind == NT_FLOW_SYNC) {
        nt_witness_pass_awaited(w);
    }
    if (nt_witness_edge_start(w, event) || nt_witness_edge_stop(w, event) ||
        nt_witness_edge_trap(w, event) || nt_witness_edge_request(w, event)) {
        return;
    }
    nt_witness_pass_edges(w, NULL);
    if (event->kind == NT_FLOW_STOP &&
        (nt_witness_idle_stop(w, event) || nt_witness_edge_nothing(w, event) ||
         nt_witness_pause(w, event))) {
        nt_witness_held(w, NT_ASPECT_STOP, event->offset);
        nt_witness_held(w, NT_ASPECT_STOP_REASON, event->offset);
        return;
    }
    nt_witness_pass_idle(w);
    if (event->kind == NT_FLOW_SYNC) {
        nt_witness_pass_stop(w, event);
        nt_witness_pass_idle(w);
    }
    bool taken;
    bool here = is_at_place(w, event);
    nt_witness_pass_requests(w, event);
    const nt_expected *head = here ? nt_expect_head(&w->expect) : NULL;
    if (head != NULL && nt_witness_fits(w, head, event)) {
        event->kind == NT_FLOW_STOP ? nt_witness_take_stop(w, event) : nt_witness_found(w, event);
    } else if (!nt_witness_adapt(w, event, &taken)) {
        nt_witness_differ_at(w, event);
    } else if (!taken) {
        match_event(w, event);
    }
}

/* The address that was told last is where the hart went on, whatever is lost there; false: it
   differs. What retired there is unknown if it is lost as well. */
static bool led_there(nt_witness *w, const nt_flow_event *event) {
    char expected[NT_WITNESS_WORDS];
    char got[NT_WITNESS_WORDS];
    uint64_t number = w->expect.first;
    const nt_expected *item;
    while ((item = nt_witness_item(w, number)) != NULL &&
           (nt_witness_is_request(item) ||
            (nt_witness_starts(item) && (item->code & NT_EXPECT_RESUME) != 0))) {
        number = nt_witness_past_silence(w, number + 1, false); /* which is asked for there */
    }
    const bool arrives = item != NULL && (item->kind == NT_EXPECT_RUN ||
                                          (item->kind == NT_EXPECT_AT && w->expect.stranger));
    const uint64_t found = number == w->expect.first ? 2 * (uint64_t)w->expect.found : 0;
    if (!w->message.led || !arrives || (((item->address + found) ^ event->pc) & w->mask) == 0) {
        return true;
    }
    nt_witness_describe_expected(w, expected);
    (void)snprintf(got, sizeof got, "0x%" PRIx64 " as the next address", event->pc & w->mask);
    nt_witness_differ(w, NT_ASPECT_PATH, expected, got, w->message.led_at);
    return false;
}

static void match_loss(nt_witness *w, const nt_flow_event *event) {
    nt_witness_skip(w);
    nt_witness_pass_requests(w, event);
    if (!led_there(w, event)) {
        return;
    }
    if (w->expect.stranger) {
        nt_witness_lose(w, event);
        return;
    }
    if (!nt_witness_is_loss(w, event) || !nt_expect_lose(&w->expect)) {
        nt_witness_differ_at(w, event);
        return;
    }
    if (!nt_witness_tells_ownership(w, event)) {
        return;
    }
    nt_witness_held(w, NT_ASPECT_LOSS, event->offset);
    nt_witness_held(w, NT_ASPECT_LOSS_CODE, event->offset);
    w->losses++;
    nt_witness_own_lost(w);
    w->sync.known = w->tracing = false;
    nt_witness_time(w, event, w->expect.dropped, w->expect.timestamp);
}

/* ---- messages ---- */

static bool tells_target(const nt_witness_message *message) {
    uint8_t tcode = message->tcode == NT_TCODE_REPEAT_BRANCH ? message->branch : message->tcode;
    return message->syncs || message->traps ||
           (message->ranges &&
            (tcode == NT_TCODE_INDIRECT_BRANCH || tcode == NT_TCODE_INDIRECT_BRANCH_HIST));
}

/* The next address is that of the next item, where it has not begun. Where tracing stops before it,
   nobody need know it. */
static void note_arrival(nt_witness *w) {
    uint64_t number = w->expect.first;
    const nt_expected *item = nt_witness_item(w, number);
    if (w->expect.found != 0) {
        return;
    }
    if (w->expect.found_once) { /* of a run that repeats only the latest time is known */
        nt_witness_arrives(w, item->until);
        w->clock.vague = true;
        return;
    }
    bool stops = false;
    while (item != NULL && item->kind == NT_EXPECT_PAUSE) {
        stops = true;
        do {
            item = nt_witness_item(w, ++number);
        } while (item != NULL && (item->kind == NT_EXPECT_SKIP || item->kind == NT_EXPECT_HART ||
                                  item->kind == NT_EXPECT_IDLE));
    }
    if (item != NULL) {
        nt_witness_arrives(w, item->begin);
        /* Nor where a trap comes before it, or the trace may end early or late before it. */
        w->clock.vague = stops || item->kind == NT_EXPECT_STOP || item->kind == NT_EXPECT_TRAP ||
                         item->kind == NT_EXPECT_EDGE || nt_witness_may_stop_early(w);
    }
}

/* The time of a message whose event is the last instruction that it tells; or, where the event is
   nowhere at the ingress, a time that can be. */
static void close_time(nt_witness *w) {
    const nt_witness_message *message = &w->message;
    const nt_flow_event event = {.tcode = message->tcode,
                                 .offset = message->offset,
                                 .has_time = message->has_time,
                                 .time = message->time};
    switch (message->tcode) {
    case NT_TCODE_DIRECT_BRANCH: /* held back for a trigger, it has that one's time, or a trap's */
        if (w->expect.asked_at > w->tail_until) {
            w->tail_until = w->expect.asked_at;
        }
        /* fall through */
    case NT_TCODE_INDIRECT_BRANCH:
    case NT_TCODE_INDIRECT_BRANCH_HIST:
        if (!message->traps && message->ranges) {
            note_arrival(w);
            nt_witness_time(w, &event, w->tail, w->tail_until);
        }
        break;
    case NT_TCODE_RESOURCE_FULL:
    case NT_TCODE_REPEAT_BRANCH:
        nt_witness_time(w, &event, w->tail, w->expect.timestamp);
        break;
    default:
        break;
    }
}

void nt_witness_close(nt_witness *w) {
    nt_witness_message *message = &w->message;
    if (!message->open || w->differs) {
        return;
    }
    message->open = false;
    nt_witness_skip(w);
    close_time(w);
    if (tells_target(message) && message->ranges && w->expect.stranger) {
        nt_witness_close_pause(w); /* it has waited, and how the hart is there is known */
    }
    if (tells_target(message) && !message->owns) {
        nt_witness_own(w);
    }
    if (message->tcode == NT_TCODE_DIRECT_BRANCH || message->tcode == NT_TCODE_INDIRECT_BRANCH ||
        message->tcode == NT_TCODE_INDIRECT_BRANCH_HIST) {
        message->branch = message->tcode;
    }
}

static void open_message(nt_witness *w, const nt_flow_event *event) {
    const nt_witness_message before = w->message;
    const bool stays = before.tcode == NT_TCODE_OWNERSHIP && before.led;
    w->message = (nt_witness_message){.open = true,
                                      .led = stays || tells_target(&before),
                                      .led_at = stays ? before.led_at : before.offset,
                                      .offset = event->offset,
                                      .number = w->number,
                                      .tcode = event->tcode,
                                      .branch = w->message.branch,
                                      .has_time = event->has_time,
                                      .time = event->time};
    if (event->kind != NT_FLOW_OWNERSHIP) {
        nt_witness_own_next(w, event);
    }
}

void nt_witness_step(nt_witness *w, const nt_flow_event *event) {
    if (event->kind == NT_FLOW_SUSPECT) { /* the fault before it says all */
        return;
    }
    if (!w->message.open || w->message.offset != event->offset) {
        nt_witness_close(w);
        if (!w->differs) {
            open_message(w, event);
        }
    }
    if (w->differs) {
        return;
    }
    if (event->kind == NT_FLOW_LOSS) {
        match_loss(w, event);
        return;
    }
    if (w->lost) {
        nt_witness_match_lost(w, event);
        return;
    }
    nt_witness_pass(w);
    nt_witness_pass_edges(w, event);
    /* Ownership is of the message before, and a fault comes before an event of its own message. */
    if (event->kind != NT_FLOW_OWNERSHIP) {
        nt_witness_pass_pause(w, event);
    }
    if (event->kind != NT_FLOW_OWNERSHIP && event->kind != NT_FLOW_FAULT) {
        nt_witness_pass_requests(w, event);
    }
    switch (event->kind) {
    case NT_FLOW_RANGE:
        match_range(w, event);
        break;
    case NT_FLOW_OWNERSHIP:
        nt_witness_match_ownership(w, event);
        break;
    case NT_FLOW_FAULT:
        w->unsent = is_unsent(w, event);
        if (!w->unsent && event->fault.code != NT_FAULT_ICNT_OPEN) { /* a run may end so */
            nt_witness_differ_at(w, event);
        }
        break;
    default:
        match_event(w, event);
        break;
    }
}

/* After the latest event nothing comes: what is left need not be in the bytes, or differs. */
void nt_witness_match_end(nt_witness *w) {
    nt_witness_own_next(w, NULL);
    if (w->lost) {
        nt_witness_time_error(w);
        w->unjudged += nt_witness_pass_until(w, w->expect.next);
        nt_witness_held(w, NT_ASPECT_END, nt_check_size(w->check));
        return;
    }
    nt_expect_finish(&w->expect);
    nt_witness_pass(w);
    nt_witness_pass_edges(w, NULL);
    nt_witness_pass_pause(w, NULL);
    nt_witness_pass_awaited(w);
    nt_witness_pass_idle(w);
    while (!w->differs && !nt_expect_is_done(&w->expect) && nt_witness_may_end(w)) {
        nt_witness_pass_idle(w);
    }
    if (!w->differs && !nt_expect_is_done(&w->expect)) {
        char expected[NT_WITNESS_WORDS];
        if (nt_expect_head(&w->expect)->kind == NT_EXPECT_AT) {
            nt_expect_pop(&w->expect); /* the event after it says more */
        }
        nt_witness_describe_expected(w, expected);
        nt_witness_differ(w, nt_witness_missing(w), expected, "the end", nt_check_size(w->check));
    } else if (!w->differs) {
        nt_witness_held(w, NT_ASPECT_END, nt_check_size(w->check));
    }
}
