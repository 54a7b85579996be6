#include "sim/witness/witness_internal.h"

#include "ntrace/messages.h"

#include <inttypes.h>
#include <stdio.h>

enum { SYNC_NONE = 16 };
enum { ETYPE_OVERRUN = 0, ECODE_PROGRAM_TRACE = 4, ECODE_OWNERSHIP = 8 };

/* ---- what is expected and what came, in words ---- */

static const char *trap_name(uint8_t btype) {
    static const char *const names[] = {"B-TYPE=0", "a trap (B-TYPE=1)", "an exception (B-TYPE=2)",
                                        "an interrupt (B-TYPE=3)"};
    return names[btype & 3];
}

static unsigned first_reason(uint32_t reasons) {
    return reasons == 0 ? SYNC_NONE : (unsigned)__builtin_ctz(reasons);
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
    case NT_EXPECT_STOP:
        (void)snprintf(words, NT_WITNESS_WORDS, "ProgTraceCorrelation EVCODE=%u", item->code);
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
    if ((head->halfwords >> (event->sync.reason & 15) & 1) == 0) {
        return start ? NT_ASPECT_START_SYNC : NT_ASPECT_MARK_SYNC;
    }
    return start ? NT_ASPECT_START : NT_ASPECT_MARK;
}

static nt_aspect wrong_trap(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = nt_expect_head(&w->expect);
    if (head == NULL || head->kind != NT_EXPECT_TRAP) {
        return NT_ASPECT_TRAP;
    }
    return head->code != event->trap.btype ? NT_ASPECT_TRAP_TYPE : NT_ASPECT_TRAP_ADDRESS;
}

/* What was lost: messages of program flow, and where there are such, Ownership. */
static bool is_loss(const nt_witness *w, const nt_flow_event *event) {
    uint32_t may = nt_expect_owns(&w->expect) ? ECODE_OWNERSHIP : 0;
    bool unknown = w->judge != NULL && event->loss.ecode == 0; /* others need not know */
    return event->loss.etype == ETYPE_OVERRUN &&
           (unknown || (event->loss.ecode & ~may) == ECODE_PROGRAM_TRACE);
}

/* What an event is wrong about that is not the one expected. */
static nt_aspect wrong(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = next_item(w);
    bool runs = head == NULL || head->kind == NT_EXPECT_RUN;
    switch (event->kind) {
    case NT_FLOW_RANGE:
        if (head == NULL || head->kind == NT_EXPECT_STOP) {
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
        return is_loss(w, event) ? NT_ASPECT_LOSS : NT_ASPECT_LOSS_CODE;
    default:
        return NT_ASPECT_NONE; /* a fault: the stream is wrong by itself */
    }
}

static void differ_at_event(nt_witness *w, const nt_flow_event *event) {
    char expected[NT_WITNESS_WORDS];
    char got[NT_WITNESS_WORDS];
    nt_witness_describe_expected(w, expected);
    describe_event(event, got);
    nt_witness_differ(w, wrong(w, event), expected, got, event->offset);
}

/* ---- items that need not be in the bytes ---- */

/* Instructions that are not in the bytes: the image keeps step with them one by one, where it
   changes at all. */
static uint64_t skip_run(nt_witness *w, uint64_t address, uint64_t halfwords) {
    uint64_t instructions = 0;
    while (halfwords != 0 && nt_image_next_change(w->image) != UINT64_MAX) {
        unsigned size = nt_image_at(w->image, address & w->mask).size / 2u;
        size = size == 0 ? 2 : size;
        nt_flow_skip(w->flow, 1);
        address += 2u * size;
        halfwords -= size < halfwords ? size : halfwords;
        instructions++;
    }
    return instructions + nt_expect_count(w->image, address, halfwords);
}

static void skip_runs(nt_witness *w, const nt_expected *head) {
    uint64_t instructions = skip_run(w, nt_expect_address(&w->expect), nt_expect_left(&w->expect));
    for (unsigned i = 0; i < head->again; i++) {
        instructions += skip_run(w, head->address, head->halfwords);
    }
    w->expect.lost += head->code ? instructions : 0;
    w->retired += instructions;
}

void nt_witness_skip(nt_witness *w) {
    nt_expected *head;
    while ((head = nt_expect_head(&w->expect)) != NULL &&
           (head->kind == NT_EXPECT_SKIP || head->kind == NT_EXPECT_HART)) {
        if (head->kind == NT_EXPECT_HART) {
            nt_witness_hart(w, head);
        } else {
            skip_runs(w, head);
        }
        nt_expect_pop(&w->expect);
    }
}

void nt_witness_pass(nt_witness *w) {
    nt_witness_skip(w);
    const nt_expected *head = nt_expect_head(&w->expect);
    if (head != NULL && head->kind == NT_EXPECT_MORE) {
        nt_expect_pop(&w->expect);
        nt_witness_skip(w);
    }
}

/* A synchronizing message that need not come, and does not; `event` is what comes. */
static void pass_sync(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = nt_expect_head(&w->expect);
    if (head != NULL && head->kind == NT_EXPECT_SYNC && (head->code & NT_EXPECT_MAY) &&
        (event->kind != NT_FLOW_SYNC || (head->halfwords >> (event->sync.reason & 15) & 1) == 0)) {
        nt_expect_pop(&w->expect);
        nt_witness_skip(w);
    }
}

/* ---- the decoder's events against the expected items ---- */

/* Takes half-words of the oldest run, and notes when they retired. */
static void take_run(nt_witness *w, const nt_flow_event *event, uint32_t halfwords) {
    nt_expect *expect = &w->expect;
    const nt_expected run = *nt_expect_head(expect);
    bool once = expect->found_once;
    bool whole = halfwords == nt_expect_left(expect);
    nt_witness_count(w, event, halfwords);
    nt_witness_hart_runs(w);
    nt_expect_advance(expect, halfwords);
    w->tail = whole ? run.time : run.begin;
    w->tail_until = whole && !once ? run.time : run.until;
    if (whole && run.again == 0) {
        w->tail = w->tail_until = run.until;
    }
}

static void match_range(nt_witness *w, const nt_flow_event *event) {
    nt_flow_event rest = *event;
    while (rest.range.halfwords != 0 && !w->differs) {
        pass_sync(w, event);
        const nt_expected *head = nt_expect_head(&w->expect);
        if (head == NULL || head->kind != NT_EXPECT_RUN ||
            ((nt_expect_address(&w->expect) ^ rest.range.pc) & w->mask) != 0) {
            w->instructions += nt_expect_count(w->image, event->range.pc,
                                               event->range.halfwords - rest.range.halfwords);
            differ_at_event(w, &rest);
            return;
        }
        uint32_t left = nt_expect_left(&w->expect);
        uint32_t halfwords = left < rest.range.halfwords ? left : rest.range.halfwords;
        take_run(w, event, halfwords);
        rest.range.halfwords -= halfwords;
        rest.range.pc = (rest.range.pc + 2 * (uint64_t)halfwords) & w->mask;
        nt_witness_skip(w);
    }
    if (!w->differs) {
        nt_witness_held(w, NT_ASPECT_PATH, event->offset);
    }
    w->instructions += event->range.instructions;
    w->retired += event->range.instructions;
    w->message.ranges = true;
}

static bool is_same(const nt_expected *item, const nt_flow_event *event) {
    switch (event->kind) {
    case NT_FLOW_TRAP:
        return item->kind == NT_EXPECT_TRAP && item->code == event->trap.btype &&
               item->address == event->trap.address;
    case NT_FLOW_SYNC:
        return item->kind == NT_EXPECT_SYNC &&
               ((item->code & NT_EXPECT_START) == 0 || event->tcode == NT_TCODE_PROG_TRACE_SYNC) &&
               (item->halfwords >> (event->sync.reason & 15) & 1) != 0 &&
               item->address == event->sync.address;
    case NT_FLOW_STOP:
        return item->kind == NT_EXPECT_STOP && item->code == event->stop.evcode;
    default:
        return false;
    }
}

/* Where nothing retired, the place is told by the event alone. */
static bool is_at_place(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = nt_expect_head(&w->expect);
    if (head == NULL || head->kind != NT_EXPECT_AT) {
        return true;
    }
    if (event->kind == NT_FLOW_SYNC || ((head->address ^ event->pc) & w->mask) != 0) {
        return false;
    }
    nt_expect_pop(&w->expect);
    nt_witness_skip(w);
    return true;
}

static void match_sync(nt_witness *w, const nt_flow_event *event, const nt_expected *item) {
    if (item != NULL && (item->code & NT_EXPECT_START) != 0) {
        w->btm = (item->code & NT_EXPECT_BTM) != 0;
    }
    w->message.syncs = true;
    w->by_sync[event->sync.reason & 15]++;
    nt_witness_synced(w, item);
}

/* What is right about an event that was expected. */
static void hold_event(nt_witness *w, const nt_flow_event *event, const nt_expected *item) {
    static const nt_aspect traps[] = {NT_ASPECT_TRAP, NT_ASPECT_TRAP_TYPE, NT_ASPECT_TRAP_ADDRESS};
    static const nt_aspect starts[] = {NT_ASPECT_START, NT_ASPECT_START_SYNC, NT_ASPECT_NONE};
    static const nt_aspect marks[] = {NT_ASPECT_MARK, NT_ASPECT_MARK_SYNC, NT_ASPECT_UNASKED};
    static const nt_aspect stops[] = {NT_ASPECT_STOP, NT_ASPECT_STOP_REASON, NT_ASPECT_OFF};
    const nt_aspect *held = stops;
    if (event->kind == NT_FLOW_TRAP) {
        held = traps;
    } else if (event->kind == NT_FLOW_SYNC) {
        held = item->code & NT_EXPECT_START ? starts : marks;
    }
    for (unsigned i = 0; i < 3; i++) {
        nt_witness_held(w, held[i], event->offset);
    }
}

static void match_event(nt_witness *w, const nt_flow_event *event) {
    if (event->kind == NT_FLOW_SYNC && nt_witness_sync_is_free(w, event)) {
        nt_witness_held(w, NT_ASPECT_UNASKED, event->offset);
        match_sync(w, event, NULL);
        return;
    }
    const nt_expected *head = is_at_place(w, event) ? nt_expect_head(&w->expect) : NULL;
    if (head == NULL || !is_same(head, event)) {
        differ_at_event(w, event);
        return;
    }
    const nt_expected item = *head;
    hold_event(w, event, &item);
    nt_expect_pop(&w->expect);
    w->tail = item.time;
    w->tail_until = item.until;
    if (event->tcode != NT_TCODE_REPEAT_BRANCH) {
        nt_witness_time(w, event, item.time, item.until);
    }
    if (event->kind == NT_FLOW_SYNC) {
        match_sync(w, event, &item);
    }
    w->message.traps = w->message.traps || event->kind == NT_FLOW_TRAP;
}

static void match_loss(nt_witness *w, const nt_flow_event *event) {
    nt_witness_skip(w);
    if (!is_loss(w, event) || !nt_expect_lose(&w->expect)) {
        differ_at_event(w, event);
        return;
    }
    nt_witness_held(w, NT_ASPECT_LOSS, event->offset);
    nt_witness_held(w, NT_ASPECT_LOSS_CODE, event->offset);
    w->losses++;
    w->ownership.owed = w->ownership.fresh = w->ownership.changed = false;
    w->sync.known = false;
    nt_witness_time(w, event, w->expect.dropped, w->expect.timestamp);
}

/* ---- messages ---- */

static bool tells_target(const nt_witness_message *message) {
    uint8_t tcode = message->tcode == NT_TCODE_REPEAT_BRANCH ? message->branch : message->tcode;
    return message->syncs || message->traps ||
           (message->ranges &&
            (tcode == NT_TCODE_INDIRECT_BRANCH || tcode == NT_TCODE_INDIRECT_BRANCH_HIST));
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
    case NT_TCODE_DIRECT_BRANCH:
    case NT_TCODE_INDIRECT_BRANCH:
    case NT_TCODE_INDIRECT_BRANCH_HIST:
        if (!message->traps && message->ranges) {
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
    if (tells_target(message)) {
        nt_witness_own(w);
    }
    if (message->tcode == NT_TCODE_DIRECT_BRANCH || message->tcode == NT_TCODE_INDIRECT_BRANCH ||
        message->tcode == NT_TCODE_INDIRECT_BRANCH_HIST) {
        message->branch = message->tcode;
    }
}

static void open_message(nt_witness *w, const nt_flow_event *event) {
    w->message = (nt_witness_message){.open = true,
                                      .offset = event->offset,
                                      .number = nt_flow_get_counts(w->flow)->messages,
                                      .tcode = event->tcode,
                                      .branch = w->message.branch,
                                      .has_time = event->has_time,
                                      .time = event->time};
    if (event->kind != NT_FLOW_OWNERSHIP) {
        nt_witness_own_next(w);
    }
}

void nt_witness_match(nt_witness *w, const nt_flow_event *event) {
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
    nt_witness_pass(w);
    pass_sync(w, event);
    switch (event->kind) {
    case NT_FLOW_RANGE:
        match_range(w, event);
        break;
    case NT_FLOW_OWNERSHIP:
        nt_witness_match_ownership(w, event);
        break;
    case NT_FLOW_FAULT:
        if (event->fault.code != NT_FAULT_ICNT_OPEN) { /* a run may end so; what is left tells */
            differ_at_event(w, event);
        }
        break;
    default:
        match_event(w, event);
        break;
    }
}
