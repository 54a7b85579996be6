/* SPDX-License-Identifier: Apache-2.0 */
/* The first difference, and what an event is wrong about, or right, in words. */
#include "libntrace/messages/tables.h"
#include "sim/witness/witness_internal.h"

#include "ntrace/messages.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SYNC_NONE = 16 };
enum { ETYPE_OVERRUN = 0, ECODE_PROGRAM_TRACE = 4, ECODE_OWNERSHIP = 8 };

/* ---- the first difference ---- */

void nt_witness_differ(nt_witness *w, nt_aspect aspect, const char *expected, const char *got,
                       uint64_t offset) {
    if (w->differs) {
        return;
    }
    w->differs = true;
    w->aspect = w->doubt.there ? w->doubt.aspect : aspect;
    w->differs_at = w->doubt.there ? w->doubt.offset : offset;
    if (w->doubt.there) {
        memcpy(w->words, w->doubt.words, sizeof w->words);
    } else {
        (void)snprintf(w->words, sizeof w->words, "expected %s, got %s", expected, got);
    }
    (void)snprintf(w->text, sizeof w->text, "instruction %" PRIu64 ": %.180s at byte %" PRIu64,
                   w->instructions, w->words, w->differs_at);
}

void nt_witness_unfollow(nt_witness *w, nt_aspect aspect, uint64_t offset, const char *words) {
    if (w->judge != NULL) {
        w->judge(w->judge_context, aspect, false, offset, words);
    } else if (w->advice.words == NULL) {
        w->advice = (nt_witness_advice){aspect, offset, words};
    }
}

/* ---- what is expected and what came, in words ---- */

static const char *trap_name(uint8_t btype) {
    static const char *const names[] = {"B-TYPE=0", "a trap (B-TYPE=1)", "an exception (B-TYPE=2)",
                                        "an interrupt (B-TYPE=3)"};
    return names[btype & 3];
}

/* Of two triggers that of the hart. */
static unsigned first_reason(uint32_t reasons) {
    enum { SYNC_EXTERNAL = 0, SYNC_EVENT = 6 };
    bool both = (reasons >> SYNC_EVENT & 1) != 0 && (reasons >> SYNC_EXTERNAL & 1) != 0;
    return both ? SYNC_EVENT : reasons == 0 ? SYNC_NONE : (unsigned)__builtin_ctz(reasons);
}

void nt_witness_describe_expected(nt_witness *w, char words[NT_WITNESS_WORDS]) {
    nt_expect *expect = &w->expect;
    const nt_expected *item = nt_expect_head(expect);
    if (item == NULL) {
        (void)snprintf(words, NT_WITNESS_WORDS, "nothing");
        return;
    }
    switch (item->kind) {
    case NT_EXPECT_AT:
        (void)snprintf(words, NT_WITNESS_WORDS, "an event at 0x%" PRIx64, item->address);
        break;
    case NT_EXPECT_RUN:
        (void)snprintf(words, NT_WITNESS_WORDS, "0x%" PRIx64 " retired", nt_expect_address(expect));
        break;
    case NT_EXPECT_TRAP:
        (void)snprintf(words, NT_WITNESS_WORDS, "%s to 0x%" PRIx64, trap_name(item->code),
                       item->address);
        break;
    case NT_EXPECT_SYNC:
        (void)snprintf(words, NT_WITNESS_WORDS, "SYNC=%u at 0x%" PRIx64,
                       first_reason(item->halfwords), item->address);
        break;
    case NT_EXPECT_EDGE:
        (void)snprintf(words, NT_WITNESS_WORDS, "nothing");
        break;
    case NT_EXPECT_STOP:
        (void)snprintf(words, NT_WITNESS_WORDS, "ProgTraceCorrelation EVCODE=%u", item->code);
        break;
    case NT_EXPECT_PAUSE:
        (void)snprintf(words, NT_WITNESS_WORDS, "ProgTraceCorrelation EVCODE=%u",
                       first_reason(item->halfwords));
        break;
    default:
        (void)snprintf(words, NT_WITNESS_WORDS, "Error ETYPE=0 ECODE=4");
        break;
    }
}

static void describe_event(const nt_flow_event *event, char words[NT_WITNESS_WORDS]) {
    switch (event->kind) {
    case NT_FLOW_RANGE:
        (void)snprintf(words, NT_WITNESS_WORDS, "0x%" PRIx64 " retired", event->range.pc);
        break;
    case NT_FLOW_TRAP:
        (void)snprintf(words, NT_WITNESS_WORDS, "%s to 0x%" PRIx64 " before 0x%" PRIx64,
                       trap_name(event->trap.btype), event->trap.address, event->pc);
        break;
    case NT_FLOW_SYNC:
        (void)snprintf(words, NT_WITNESS_WORDS, "SYNC=%u at 0x%" PRIx64 " (%s)", event->sync.reason,
                       event->sync.address, nt_message_layouts[event->tcode % NT_TCODES].name);
        break;
    case NT_FLOW_STOP:
        (void)snprintf(words, NT_WITNESS_WORDS, "ProgTraceCorrelation EVCODE=%u before 0x%" PRIx64,
                       event->stop.evcode, event->pc);
        break;
    case NT_FLOW_LOSS:
        (void)snprintf(words, NT_WITNESS_WORDS, "Error ETYPE=%u ECODE=%" PRIu32, event->loss.etype,
                       event->loss.ecode);
        break;
    case NT_FLOW_FAULT:
        (void)snprintf(words, NT_WITNESS_WORDS, "%s (0x%" PRIx64 ")", event->fault.reason,
                       event->pc);
        break;
    default:
        (void)snprintf(words, NT_WITNESS_WORDS, "Ownership");
        break;
    }
}

/* The oldest item that is more than a place; NULL if there is none. */
static const nt_expected *next_item(nt_witness *w) {
    const nt_expected *head = nt_expect_head(&w->expect);
    return head != NULL && head->kind == NT_EXPECT_AT ? nt_expect_second(&w->expect) : head;
}

nt_aspect nt_witness_missing(nt_witness *w) {
    const nt_expected *head = next_item(w);
    switch (head == NULL ? NT_EXPECT_RUN : (nt_expected_kind)head->kind) {
    case NT_EXPECT_TRAP:
        return NT_ASPECT_TRAP;
    case NT_EXPECT_SYNC:
        return head->code & NT_EXPECT_START ? NT_ASPECT_START : NT_ASPECT_MARK;
    case NT_EXPECT_STOP:
    case NT_EXPECT_PAUSE:
        return NT_ASPECT_STOP;
    case NT_EXPECT_GAP:
    case NT_EXPECT_LOSS:
    case NT_EXPECT_MORE:
        return NT_ASPECT_LOSS;
    default:
        return NT_ASPECT_END;
    }
}

/* A synchronizing message that is not the one expected. */
static nt_aspect wrong_sync(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = nt_expect_head(&w->expect);
    if (head == NULL || head->kind == NT_EXPECT_RUN) {
        return NT_ASPECT_UNASKED;
    }
    if (head->kind != NT_EXPECT_SYNC) {
        return nt_witness_missing(w);
    }
    bool start = (head->code & NT_EXPECT_START) != 0;
    if (!nt_witness_is_reason(w, head, event)) {
        return start ? NT_ASPECT_START_SYNC : NT_ASPECT_MARK_SYNC;
    }
    return start ? NT_ASPECT_START : NT_ASPECT_MARK;
}

static nt_aspect wrong_trap(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = nt_expect_head(&w->expect);
    if (head == NULL || head->kind != NT_EXPECT_TRAP) {
        return NT_ASPECT_TRAP;
    }
    return nt_witness_is_trap(w, head, event) ? NT_ASPECT_TRAP_ADDRESS : NT_ASPECT_TRAP_TYPE;
}

/* What was lost: messages of program flow, and where there are such, Ownership. */
bool nt_witness_is_loss(const nt_witness *w, const nt_flow_event *event) {
    uint32_t may = nt_expect_owns(&w->expect) ? ECODE_OWNERSHIP : 0;
    bool unknown = w->expect.stranger && event->loss.ecode == 0; /* others need not know */
    return event->loss.etype == ETYPE_OVERRUN &&
           (unknown || (event->loss.ecode & ~may) == ECODE_PROGRAM_TRACE);
}

/* Where Ownership was certainly lost the Error tells of it. */
bool nt_witness_tells_ownership(nt_witness *w, const nt_flow_event *event) {
    bool told = (event->loss.ecode & ECODE_OWNERSHIP) != 0;
    if (w->expect.dropped_own && !told) {
        nt_witness_differ(w, NT_ASPECT_LOSS_CODE, "Error that tells of lost Ownership",
                          "Error of program trace alone", event->offset);
        return false;
    }
    return true;
}

/* What an event is wrong about that is not the one expected. */
static nt_aspect wrong(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = next_item(w);
    bool runs = head == NULL || head->kind == NT_EXPECT_RUN;
    switch (event->kind) {
    case NT_FLOW_RANGE:
        if (head == NULL || head->kind == NT_EXPECT_STOP || head->kind == NT_EXPECT_EDGE) {
            return NT_ASPECT_OFF;
        }
        return runs ? NT_ASPECT_PATH : nt_witness_missing(w);
    case NT_FLOW_TRAP:
        return wrong_trap(w, event);
    case NT_FLOW_SYNC:
        return wrong_sync(w, event);
    case NT_FLOW_STOP:
        if (head != NULL && head->kind == NT_EXPECT_STOP) {
            return head->code != event->stop.evcode ? NT_ASPECT_STOP_REASON : NT_ASPECT_STOP;
        }
        return runs ? NT_ASPECT_STOP : nt_witness_missing(w);
    case NT_FLOW_LOSS:
        return nt_witness_is_loss(w, event) ? NT_ASPECT_LOSS : NT_ASPECT_LOSS_CODE;
    default:
        return NT_ASPECT_NONE; /* a fault: the stream is wrong by itself */
    }
}

void nt_witness_differ_at(nt_witness *w, const nt_flow_event *event) {
    char expected[NT_WITNESS_WORDS];
    char got[NT_WITNESS_WORDS];
    nt_witness_describe_expected(w, expected);
    describe_event(event, got);
    nt_witness_differ(w, wrong(w, event), expected, got, event->offset);
}

void nt_witness_doubt(nt_witness *w, const nt_flow_event *event) {
    char expected[NT_WITNESS_WORDS];
    char got[NT_WITNESS_WORDS];
    nt_witness_describe_expected(w, expected);
    describe_event(event, got);
    w->doubt =
        (nt_witness_difference){.there = true, .aspect = wrong(w, event), .offset = event->offset};
    (void)snprintf(w->doubt.words, sizeof w->doubt.words, "expected %s, got %s", expected, got);
}

/* ---- what is as expected ---- */

/* What is right about an event that was expected. */
void nt_witness_hold_event(nt_witness *w, const nt_flow_event *event, const nt_expected *item) {
    static const nt_aspect traps[] = {NT_ASPECT_TRAP, NT_ASPECT_TRAP_TYPE, NT_ASPECT_TRAP_ADDRESS};
    static const nt_aspect starts[] = {NT_ASPECT_START, NT_ASPECT_START_SYNC, NT_ASPECT_EDGE};
    static const nt_aspect marks[] = {NT_ASPECT_MARK, NT_ASPECT_MARK_SYNC, NT_ASPECT_UNASKED};
    static const nt_aspect stops[] = {NT_ASPECT_STOP, NT_ASPECT_STOP_REASON, NT_ASPECT_STOP_SENT,
                                      NT_ASPECT_OFF};
    const nt_aspect *held = stops;
    if (event->kind == NT_FLOW_TRAP) {
        held = traps;
    } else if (event->kind == NT_FLOW_SYNC) {
        held = item->code & NT_EXPECT_START ? starts : marks;
    }
    for (unsigned i = 0; i < (held == stops ? 4 : 3); i++) {
        nt_witness_held(w, held[i], event->offset);
    }
}
