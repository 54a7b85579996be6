#include "sim/witness/witness.h"

#include "model/message/message.h"
#include "sim/check/check.h"
#include "sim/decode/flow.h"
#include "sim/witness/expect.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct nt_witness {
    nt_image *image; /* NULL: no round trip, and no decoder */
    nt_expect expect;
    nt_check *check;
    nt_flow *flow;
    uint64_t mask;         /* of an address */
    uint64_t stream;       /* offset where the bytes since the last reset begin */
    uint64_t instructions; /* found equal */
    uint64_t losses;
    uint64_t cuts;
    bool differs;
    bool resetting; /* the encoder is held in reset */
    char text[256]; /* what differs first */
};

/* ---- what is expected and what came, in words ---- */

static const char *trap_name(uint8_t btype) {
    static const char *const names[] = {"B-TYPE=0", "a trap (B-TYPE=1)", "an exception (B-TYPE=2)",
                                        "an interrupt (B-TYPE=3)"};
    return names[btype & 3];
}

enum { WORDS = 96 };

static void describe_expected(nt_expect *expect, char words[WORDS]) {
    const nt_expected *item = nt_expect_head(expect);
    if (item == NULL) {
        (void)snprintf(words, WORDS, "nothing");
        return;
    }
    switch (item->kind) {
    case NT_EXPECT_AT:
        (void)snprintf(words, WORDS, "an event at 0x%" PRIx64, item->address);
        break;
    case NT_EXPECT_RUN:
        (void)snprintf(words, WORDS, "0x%" PRIx64 " retired", nt_expect_address(expect));
        break;
    case NT_EXPECT_TRAP:
        (void)snprintf(words, WORDS, "%s to 0x%" PRIx64, trap_name(item->code), item->address);
        break;
    case NT_EXPECT_SYNC:
        (void)snprintf(words, WORDS, "SYNC=%u at 0x%" PRIx64, item->code, item->address);
        break;
    case NT_EXPECT_STOP:
        (void)snprintf(words, WORDS, "ProgTraceCorrelation EVCODE=%u", item->code);
        break;
    default:
        (void)snprintf(words, WORDS, "Error ETYPE=0 ECODE=4");
        break;
    }
}

static void describe_event(const nt_flow_event *event, char words[WORDS]) {
    switch (event->kind) {
    case NT_FLOW_RANGE:
        (void)snprintf(words, WORDS, "0x%" PRIx64 " retired", event->range.pc);
        break;
    case NT_FLOW_TRAP:
        (void)snprintf(words, WORDS, "%s to 0x%" PRIx64 " before 0x%" PRIx64,
                       trap_name(event->trap.btype), event->trap.address, event->pc);
        break;
    case NT_FLOW_SYNC:
        (void)snprintf(words, WORDS, "SYNC=%u at 0x%" PRIx64 " (%s)", event->sync.reason,
                       event->sync.address, nt_message_layouts[event->tcode % NT_TCODES].name);
        break;
    case NT_FLOW_OWNERSHIP:
        (void)snprintf(words, WORDS, "Ownership V=%u PRV=%u", event->ownership.v,
                       event->ownership.prv);
        break;
    case NT_FLOW_STOP:
        (void)snprintf(words, WORDS, "ProgTraceCorrelation EVCODE=%u before 0x%" PRIx64,
                       event->stop.evcode, event->pc);
        break;
    case NT_FLOW_LOSS:
        (void)snprintf(words, WORDS, "Error ETYPE=%u ECODE=%" PRIu32, event->loss.etype,
                       event->loss.ecode);
        break;
    case NT_FLOW_FAULT:
        (void)snprintf(words, WORDS, "%s (0x%" PRIx64 ")", event->fault.reason, event->pc);
        break;
    }
}

/* Notes the first difference. From here on nothing is compared, and nothing more kept. */
static void differ(nt_witness *w, const char *expected, const char *got, uint64_t offset) {
    (void)snprintf(w->text, sizeof w->text,
                   "instruction %" PRIu64 ": expected %s, got %s at byte %" PRIu64, w->instructions,
                   expected, got, offset);
    w->differs = true;
}

static void differ_at_event(nt_witness *w, const nt_flow_event *event) {
    char expected[WORDS];
    char got[WORDS];
    describe_expected(&w->expect, expected);
    describe_event(event, got);
    differ(w, expected, got, event->offset);
}

/* ---- the decoder's events against the expected items ---- */

static void match_range(nt_witness *w, const nt_flow_event *event) {
    nt_flow_event rest = *event;
    while (rest.range.halfwords != 0) {
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
        nt_expect_advance(&w->expect, halfwords);
        rest.range.halfwords -= halfwords;
        rest.range.pc = (rest.range.pc + 2 * (uint64_t)halfwords) & w->mask;
    }
    w->instructions += event->range.instructions;
}

static bool is_same(const nt_expected *item, const nt_flow_event *event) {
    switch (event->kind) {
    case NT_FLOW_TRAP:
        return item->kind == NT_EXPECT_TRAP && item->code == event->trap.btype &&
               item->address == event->trap.address;
    case NT_FLOW_SYNC: /* tracing starts with ProgTraceSync */
        return item->kind == NT_EXPECT_SYNC && event->tcode == NT_TCODE_PROG_TRACE_SYNC &&
               item->code == event->sync.reason && item->address == event->sync.address;
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
    return true;
}

static void match_event(nt_witness *w, const nt_flow_event *event) {
    if (!is_at_place(w, event)) {
        differ_at_event(w, event);
        return;
    }
    const nt_expected *head = nt_expect_head(&w->expect);
    if (head == NULL || !is_same(head, event)) {
        differ_at_event(w, event);
        return;
    }
    nt_expect_pop(&w->expect);
}

enum { ETYPE_OVERRUN = 0, ECODE_PROGRAM_TRACE = 4 };

static void match_loss(nt_witness *w, const nt_flow_event *event) {
    if (event->loss.etype != ETYPE_OVERRUN || event->loss.ecode != ECODE_PROGRAM_TRACE ||
        !nt_expect_lose(&w->expect)) {
        differ_at_event(w, event);
        return;
    }
    w->losses++;
}

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

/* Takes away the oldest items that need not be in the bytes. */
static void skip(nt_witness *w) {
    nt_expected *head;
    while ((head = nt_expect_head(&w->expect)) != NULL && head->kind == NT_EXPECT_SKIP) {
        uint64_t instructions =
            skip_run(w, nt_expect_address(&w->expect), nt_expect_left(&w->expect));
        for (unsigned i = 0; i < head->again; i++) {
            instructions += skip_run(w, head->address, head->halfwords);
        }
        w->expect.lost += head->code ? instructions : 0;
        nt_expect_pop(&w->expect);
    }
}

/* The same for an event that is no Error. */
static void pass(nt_witness *w) {
    skip(w);
    const nt_expected *head = nt_expect_head(&w->expect);
    if (head != NULL && head->kind == NT_EXPECT_MORE) {
        nt_expect_pop(&w->expect);
        skip(w);
    }
}

static int take_event(void *context, const nt_flow_event *decoded) {
    nt_witness *w = context;
    nt_flow_event absolute = *decoded;
    const nt_flow_event *event = &absolute;
    absolute.offset += w->stream;
    nt_check_flow(w->check, event);
    if (w->differs) {
        return 0;
    }
    if (event->kind == NT_FLOW_LOSS) {
        skip(w);
        match_loss(w, event);
        return 0;
    }
    pass(w);
    switch (event->kind) {
    case NT_FLOW_RANGE:
        match_range(w, event);
        break;
    case NT_FLOW_FAULT:
        differ_at_event(w, event);
        break;
    default:
        match_event(w, event);
        break;
    }
    return 0;
}

/* ---- the interface ---- */

nt_witness *nt_witness_new(const nt_config *config, nt_image *image) {
    nt_witness *w = calloc(1, sizeof *w);
    if (w == NULL) {
        nt_image_free(image);
        return NULL;
    }
    w->image = image;
    w->mask = config->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    w->check = nt_check_new(&(nt_check_options){.xlen = config->xlen, .version = NT_SPEC_1_0});
    bool failed = nt_expect_init(&w->expect, config, image) != 0 || w->check == NULL;
    if (image != NULL && !failed) {
        w->flow = nt_flow_new(image, NULL, take_event, w);
        failed = w->flow == NULL;
    }
    if (failed) {
        nt_witness_free(w);
        return NULL;
    }
    return w;
}

void nt_witness_free(nt_witness *w) {
    if (w != NULL) {
        nt_expect_release(&w->expect);
        nt_flow_free(w->flow);
        nt_check_free(w->check);
        nt_image_free(w->image);
        free(w);
    }
}

void nt_witness_reset(nt_witness *w) {
    bool cut = w->expect.state != NT_EXPECT_OFF || nt_expect_head(&w->expect) != NULL;
    if (w->resetting) {
        return;
    }
    w->resetting = true;
    w->cuts += cut;
    nt_expect_reset(&w->expect);
    if (nt_check_size(w->check) == w->stream) {
        return;
    }
    w->stream = nt_check_size(w->check);
    nt_check_restart(w->check);
    if (w->image != NULL) {
        nt_flow_free(w->flow);
        w->flow = nt_flow_new(w->image, NULL, take_event, w);
        if (w->flow == NULL) {
            differ(w, "memory for a decoder", "none", w->stream);
        }
    }
}

void nt_witness_cycle(nt_witness *w, const nt_witness_inputs *in) {
    if (!in->control->trTeActive) {
        nt_witness_reset(w);
        return;
    }
    w->resetting = false;
    if (w->differs || w->image == NULL) {
        return;
    }
    nt_expect_cycle(&w->expect, in->ingress, in->control, in->dropped, in->resumed);
    skip(w);
    if (w->expect.overflow != NULL) {
        char expected[WORDS];
        describe_expected(&w->expect, expected);
        differ(w, expected, w->expect.overflow, nt_check_size(w->check));
    }
}

void nt_witness_bytes(nt_witness *w, const uint8_t *bytes, size_t size) {
    nt_check_bytes(w->check, bytes, size);
    if (w->flow != NULL) {
        (void)nt_flow_bytes(w->flow, bytes, size);
    }
}

static void finish_roundtrip(nt_witness *w) {
    if (w->flow != NULL) {
        (void)nt_flow_finish(w->flow);
    }
    if (w->differs) {
        return;
    }
    nt_expect_finish(&w->expect);
    pass(w);
    if (!nt_expect_is_done(&w->expect)) {
        char expected[WORDS];
        if (nt_expect_head(&w->expect)->kind == NT_EXPECT_AT) {
            nt_expect_pop(&w->expect); /* the event after it says more */
        }
        describe_expected(&w->expect, expected);
        differ(w, expected, "the end", nt_check_size(w->check));
    }
}

void nt_witness_finish(nt_witness *w, nt_verdict *verdict) {
    finish_roundtrip(w);
    nt_check_finish(w->check);
    *verdict = (nt_verdict){.instructions = w->instructions,
                            .lost = w->expect.lost,
                            .losses = w->losses,
                            .cuts = w->cuts,
                            .messages = nt_check_messages(w->check),
                            .bytes = nt_check_size(w->check)};
    verdict->retired = w->instructions + w->expect.lost + nt_expect_waiting(&w->expect);
    memcpy(verdict->by_tcode, nt_check_by_tcode(w->check), sizeof verdict->by_tcode);
    verdict->differs = w->differs;
    (void)snprintf(verdict->roundtrip, sizeof verdict->roundtrip, "%s",
                   w->image == NULL ? "not judged: no code image"
                   : w->differs     ? w->text
                                    : "exact");
    nt_check_summary summary = nt_check_summarize(w->check);
    verdict->rules_broken = summary.broken;
    verdict->rules_exercised = summary.exercised;
    if (summary.first >= 0) {
        const nt_rule_result *result = nt_check_result(w->check, (nt_rule_id)summary.first);
        (void)snprintf(verdict->first_broken, sizeof verdict->first_broken,
                       "%s: %s at byte %" PRIu64, nt_rules[summary.first].id, result->text,
                       result->offset);
    }
}
