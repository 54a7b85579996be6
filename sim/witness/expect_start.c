/* SPDX-License-Identifier: Apache-2.0 */
/* Where tracing starts, stops, and waits with a stop for a target. */
#include "sim/witness/expect_internal.h"

enum { EVCODE_DEBUG = 0, EVCODE_LOWPOWER = 1, EVCODE_DISABLED = 4 };
enum { CTYPE_IMPRECISE = 1, CTYPE_PRECISE = 2 };
enum { NOWHERE = NT_EXPECT_NOWHERE };

static uint8_t evcode(const nt_expect_now *now) {
    const nt_ingress *ingress = &now->ingress;
    if (ingress->reset) {
        return EVCODE_DISABLED;
    }
    if (ingress->halted) {
        return EVCODE_DEBUG;
    }
    if (ingress->lowpower) {
        return EVCODE_LOWPOWER;
    }
    return now->crosses && now->debug ? EVCODE_DEBUG : EVCODE_DISABLED;
}

/* The reasons for a stop with one more. Entry into debug mode is "Required (do not send 4
   instead!)", whatever comes after it. */
static uint32_t with_reason(uint32_t reasons, uint8_t code) {
    return (reasons >> EVCODE_DEBUG & 1) != 0 ? reasons : reasons | 1u << code;
}

/* `last` of a stop now. */
static uint32_t last_of_stop(const nt_expect *expect) {
    return expect->stranger && expect->turned_off ? expect->retired + 1 : 0;
}

void nt_expect_push_stop(nt_expect *expect, uint64_t address, uint8_t code) {
    const uint8_t first = expect->evcodes == 0 ? code : expect->evcode;
    const uint32_t reasons = expect->firm ? expect->evcodes : with_reason(expect->evcodes, code);
    const uint32_t last = last_of_stop(expect);
    nt_expect_push(expect,
                   (nt_expected){.address = address,
                                 .kind = NT_EXPECT_STOP,
                                 .last = last,
                                 .code = first & 15,
                                 .halfwords = expect->stranger ? reasons : 0,
                                 .time = expect->stopping ? expect->stopped : expect->timestamp,
                                 .until = expect->timestamp});
    nt_expect_tell(expect);
    expect->ends_edge = last != 0;
    expect->edge_leads = false;
    expect->state = NT_EXPECT_OFF;
    nt_expect_forget(expect);
    expect->stopping = expect->firm = false;
    expect->evcodes = 0;
}

/* Its address: of the block that is traced no more, or of the instruction that straight code led
   to, where a message that is due for a count may still come. */
void nt_expect_stop(nt_expect *expect, const nt_block *block, const nt_expect_now *now) {
    uint64_t address = nt_expect_has_address(expect, block) && !now->crosses
                           ? block->iaddr & ~UINT64_C(1)
                           : expect->behind;
    nt_expect_push_due(expect);
    nt_expect_push_stop(expect, address, evcode(now));
    nt_expect_push_skipped(expect, block, false);
}

void nt_expect_end(nt_expect *expect) {
    const uint64_t time = expect->stopping ? expect->stopped : expect->timestamp;
    if (expect->state == NT_EXPECT_ON) { /* since nothing is told by it, it need not come */
        nt_expect_push_due(expect);
        nt_expect_push(expect, (nt_expected){.address = expect->behind,
                                             .kind = NT_EXPECT_STOP,
                                             .code = EVCODE_DISABLED,
                                             .time = time,
                                             .until = UINT64_MAX});
        nt_expect_push_loss(expect, false); /* or it does not fit, and an Error comes */
    }
    if (expect->state == NT_EXPECT_ON || expect->state == NT_EXPECT_LOST) {
        expect->timestamp = UINT64_MAX; /* what is sent then has any later time */
    }
}

void nt_expect_settle(nt_expect *expect) {
    if (expect->stranger && expect->state == NT_EXPECT_ON && expect->stopping) {
        nt_expect_push_due(expect);
        nt_expect_push_stop(expect, expect->behind, EVCODE_DISABLED);
    }
}

uint8_t nt_expect_start_reason(const nt_expect_now *now) {
    const nt_ingress *ingress = &now->ingress;
    if (ingress->reset) {
        return SYNC_RESET;
    }
    if (ingress->halted) {
        return SYNC_DEBUG;
    }
    if (ingress->lowpower) {
        return SYNC_LOWPOWER;
    }
    return now->debug ? SYNC_DEBUG : SYNC_ENABLE;
}

void nt_expect_push_edge(nt_expect *expect, const nt_block *block, unsigned reasons,
                         uint64_t time) {
    const bool stops =
        expect->ends_edge && nt_expect_is_trap(block); /* which is all that there is of it */
    if (block->iretire != 0 || stops) {
        const unsigned ways = nt_expect_outcome(expect, block) << NT_EXPECT_OUTCOME;
        nt_expect_push(
            expect,
            (nt_expected){.address = block->iaddr & ~(uint64_t)1,
                          .halfwords = block->iretire,
                          .kind = NT_EXPECT_EDGE,
                          .code = ((block->itype & NT_EXPECT_ITYPE) | ways) & 255,
                          .early = reasons | (block->ilastsize + UINT64_C(1)) << NT_EXPECT_SIZE,
                          .time = time,
                          .until = time});
    }
}

/* A synchronizing message that may come where tracing starts. */
static void push_at_start(nt_expect *expect, const nt_block *block, unsigned code, unsigned reasons,
                          uint64_t time) {
    nt_expect_push(expect, (nt_expected){.address = block->iaddr & ~UINT64_C(1),
                                         .kind = NT_EXPECT_SYNC,
                                         .code = (code | NT_EXPECT_MAY) & 255,
                                         .halfwords = reasons,
                                         .early = NOWHERE,
                                         .time = time,
                                         .until = expect->timestamp});
}

void nt_expect_start(nt_expect *expect, const nt_block *block, unsigned b,
                     const nt_expect_now *now) {
    bool overrun = expect->state == NT_EXPECT_LOST && !expect->off_since_drop;
    unsigned reasons = 1u << (overrun ? SYNC_OVERRUN : expect->sync);
    if (now->debug && reasons == 1u << SYNC_DEBUG) { /* no exit: which reason is left open */
        bool may = expect->stranger && nt_may(expect->freedoms, NT_FREEDOM_START_IN_DEBUG);
        reasons = 1u << SYNC_ENABLE | (may ? reasons : 0);
    }
    if (expect->state == NT_EXPECT_LOST && expect->off_in_drop) {
        reasons |= 1u << SYNC_OVERRUN | 1u << expect->sync;
    }
    for (unsigned i = 0; i < expect->edges && expect->turned_on; i++) {
        nt_expect_push_edge(expect, &expect->edge[i], 0, expect->edge_at);
    }
    const bool rested =
        reasons == 1u << SYNC_LOWPOWER && nt_may(expect->freedoms, NT_FREEDOM_REST_IGNORED);
    const unsigned ctype = rested && b == 0 ? now->ingress.ctype : 0;
    nt_expect_push_hart(expect, &now->ingress, ctype == CTYPE_IMPRECISE ? NT_EXPECT_REST : 0, true);
    nt_expect_push_sync(expect, reasons,
                        NT_EXPECT_START | (expect->btm ? NT_EXPECT_BTM : 0) |
                            (expect->turned_on ? NT_EXPECT_TURNED : 0),
                        block->iaddr, NOWHERE);
    if (ctype == CTYPE_PRECISE && nt_expect_owns(expect)) {
        push_at_start(expect, block, NT_EXPECT_PRECISE, 1u << SYNC_EVENT, expect->timestamp);
    }
    if (expect->early != 0 && nt_may(expect->freedoms, NT_FREEDOM_SYNC_RESTART)) {
        push_at_start(expect, block, 0, expect->early, expect->early_at);
    }
    expect->starts_edge = expect->turned_on;
    expect->turned_on = false;
    nt_expect_tell(expect);
    expect->state = NT_EXPECT_ON;
    nt_expect_forget(expect);
    expect->stopping = false;
    expect->off_in_drop = false;
    nt_expect_retire(expect, block, b, now, true);
    if (expect->early != 0) { /* the start may serve it */
        bool alone = expect->wait.either == 0;
        bool room = expect->config->scontext_w != 0 && !nt_expect_owns(expect) &&
                    expect->behind != NOWHERE && !nt_expect_is_trap(block);
        expect->wait.may = alone;
        expect->wait.last = alone && room ? block->iaddr & ~UINT64_C(1) : expect->last;
        nt_expect_note_event(expect);
        expect->wait.time = expect->stranger ? expect->early_at : expect->wait.time;
        expect->wait.either |= expect->early;
        expect->early = 0;
        nt_expect_note_place(expect);
    }
}

/* Debug mode begins or ends, and both sides are traced: "Entry into Debug Mode. Required (do not
   send 4 instead!)"; "very first synchronizing message after exit from debug mode". What waits for
   an address does not get it, as where the hart halts. */
void nt_expect_cross(nt_expect *expect, const nt_block *block, const nt_expect_now *now) {
    unsigned requests = expect->wait.requests | expect->wait.either;
    bool goes_on = expect->config->scontext_w != 0; /* else the block has no room for the start */
    if (goes_on) {
        nt_expect_push_early(expect);
    } else {
        nt_expect_push_due(expect);
    }
    nt_expect_push(expect, (nt_expected){.address = NOWHERE,
                                         .kind = NT_EXPECT_STOP,
                                         .code = evcode(now),
                                         .time = expect->timestamp,
                                         .until = expect->timestamp});
    nt_expect_tell(expect);
    expect->state = NT_EXPECT_ARMED;
    expect->sync = SYNC_DEBUG;
    expect->btm = now->in->control->trTeInstMode == MODE_BTM;
    nt_expect_forget(expect);
    if (!goes_on) {
        nt_expect_push_skipped(expect, block, false);
        return;
    }
    if (!nt_expect_has_address(expect, block)) {
        expect->early = (uint8_t)requests;
        expect->early_at = expect->timestamp;
        return;
    }
    nt_expect_start(expect, block, 0, now);
    if (requests != 0) {
        nt_expect_note_event(expect);
        nt_expect_note_place(expect);
        expect->wait.either |= (uint8_t)requests;
        expect->wait.may = true;
        expect->wait.last = expect->last;
    }
}

void nt_expect_pause_at(nt_expect *expect, const nt_expect_now *now) {
    const uint32_t reasons = with_reason(expect->evcodes, evcode(now));
    bool firm = !now->waits;
    if (expect->stranger && (!expect->stopping || (firm && !expect->firm))) {
        nt_expect_push(expect, (nt_expected){.kind = NT_EXPECT_PAUSE,
                                             .code = firm,
                                             .last = last_of_stop(expect),
                                             .halfwords = reasons,
                                             .time = expect->timestamp,
                                             .until = expect->timestamp});
    }
    expect->stopped = expect->stopping ? expect->stopped : expect->timestamp;
    expect->stopping = true;
    expect->firm = expect->stranger && (expect->firm || firm);
    expect->evcode = expect->evcodes == 0 ? evcode(now) : expect->evcode;
    expect->evcodes = expect->stranger ? reasons : expect->evcodes;
}

/* Tracing goes on before the target is known. A stop that did not wait comes first. */
void nt_expect_resume(nt_expect *expect, const nt_block *block) {
    if (!expect->stranger) {
        expect->stopping = false;
    } else if (nt_expect_has_address(expect, block)) {
        const unsigned code =
            NT_EXPECT_START | NT_EXPECT_RESUME | (expect->btm ? NT_EXPECT_BTM : 0);
        nt_expect_push(expect, (nt_expected){.address = block->iaddr & ~UINT64_C(1),
                                             .kind = NT_EXPECT_SYNC,
                                             .code = code & 255,
                                             .halfwords = 1u << expect->sync,
                                             .again = expect->evcodes & 0xFFFF,
                                             .early = NOWHERE,
                                             .time = expect->timestamp,
                                             .until = expect->timestamp});
        expect->stopping = false;
        expect->evcodes = 0;
    }
}
