/* SPDX-License-Identifier: Apache-2.0 */
/* What waits for the next address, and the messages that are requested: where they come, and
   whether they must. */
#include "sim/witness/expect_internal.h"

enum { NOWHERE = NT_EXPECT_NOWHERE };

bool nt_expect_has_waiting(const nt_expect_wait *wait) {
    return wait->target || wait->requests != 0 || wait->either != 0 || wait->optional;
}

void nt_expect_note_event(nt_expect *expect) {
    nt_expect_wait *wait = &expect->wait;
    wait->time = nt_expect_has_waiting(wait) ? wait->time : expect->timestamp;
    wait->until = expect->timestamp;
}

void nt_expect_await(nt_expect *expect, uint8_t btype, bool change) {
    nt_expect_note_event(expect);
    expect->wait.target = true;
    expect->wait.inferred = false;
    expect->wait.placed = false;
    expect->wait.btype = btype;
    expect->wait.change = change;
}

void nt_expect_await_trap(nt_expect *expect, bool exception) {
    uint8_t btype = exception ? BTYPE_EXCEPTION : BTYPE_INTERRUPT;
    nt_expect_await(expect, expect->config->btype_trap ? BTYPE_TRAP : btype, true);
}

void nt_expect_request(nt_expect *expect, unsigned sync) {
    nt_expect_note_event(expect);
    expect->wait.requests |= (uint8_t)(1u << sync);
}

void nt_expect_note_place(nt_expect *expect) {
    expect->wait.placed = expect->behind != NOWHERE && !expect->wait.target;
    expect->wait.place = expect->behind;
}

void nt_expect_tell(nt_expect *expect) {
    expect->told = expect->next;
}

void nt_expect_push_event(nt_expect *expect, nt_expected_kind kind, uint8_t code,
                          uint64_t address) {
    nt_expect_push(expect, (nt_expected){.address = address & ~(uint64_t)1,
                                         .kind = kind & 15,
                                         .code = code,
                                         .time = expect->timestamp,
                                         .until = expect->timestamp});
}

void nt_expect_push_sync(nt_expect *expect, unsigned reasons, unsigned code, uint64_t address,
                         uint64_t early) {
    bool start = (code & NT_EXPECT_START) != 0;
    nt_expect_push(expect, (nt_expected){.address = address & ~(uint64_t)1,
                                         .kind = NT_EXPECT_SYNC,
                                         .code = code & 255,
                                         .halfwords = reasons,
                                         .early = early,
                                         .time = start ? expect->timestamp : expect->wait.time,
                                         .until = start ? expect->timestamp : expect->wait.until});
}

void nt_expect_push_hart(nt_expect *expect, const nt_ingress *ingress, unsigned flags, bool start) {
    unsigned width = expect->config->scontext_w + expect->config->hcontext_w;
    uint64_t context = ingress->context & (width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX);
    if (!nt_expect_owns(expect) ||
        (!start && flags == 0 && ingress->priv == expect->priv && context == expect->context)) {
        return;
    }
    expect->priv = ingress->priv;
    expect->context = context;
    nt_expect_push(expect, (nt_expected){.address = context,
                                         .kind = NT_EXPECT_HART,
                                         .code = ingress->priv & 7,
                                         .halfwords = flags});
}

/* Of several requests one message, of the first in the order 6, 0; another encoder may choose. */
static unsigned reasons_of(const nt_expect *expect, unsigned requests) {
    bool event = (requests >> SYNC_EVENT & 1) != 0;
    return event && !expect->stranger ? 1u << SYNC_EVENT : requests;
}

/* One that need not come may be of any: the others may have come already. */
static unsigned either_of(const nt_expect *expect) {
    const nt_expect_wait *wait = &expect->wait;
    return wait->may ? wait->either : reasons_of(expect, wait->either);
}

/* The synchronizing messages that are requested, at the next block's address, or where tracing
   stops before it: then a stranger's need not come. True if they must come. */
bool nt_expect_push_requests(nt_expect *expect, bool traced, bool stops, uint64_t address) {
    const nt_expect_wait *wait = &expect->wait;
    uint64_t place = !traced && wait->placed ? wait->place : address;
    bool due =
        traced || (wait->placed && !(stops && nt_may(expect->freedoms, NT_FREEDOM_SYNC_STOPPED)));
    bool must = wait->requests != 0 && due;
    unsigned optional = wait->optional ? 1u << SYNC_EVENT : 0;
    if (wait->requests != 0) {
        unsigned reasons = reasons_of(expect, wait->requests) | optional;
        reasons |= reasons_of(expect, wait->requests | wait->either);
        nt_expect_push_sync(expect, reasons,
                            (must ? 0 : NT_EXPECT_MAY) | (wait->precise ? NT_EXPECT_PRECISE : 0),
                            place, NOWHERE);
    }
    if (wait->either != 0) {
        bool may = wait->may || must || !due;
        nt_expect_push_sync(expect, either_of(expect) | optional,
                            (may ? NT_EXPECT_MAY : 0) | (wait->asked ? NT_EXPECT_ASKED : 0), place,
                            wait->last);
    }
    if (wait->optional && wait->requests == 0) {
        nt_expect_push_sync(expect, optional, NT_EXPECT_MAY, place, NOWHERE);
    }
    return must;
}

void nt_expect_push_early(nt_expect *expect) {
    const nt_expect_wait *wait = &expect->wait;
    if (wait->either != 0) {
        nt_expect_push_sync(expect, either_of(expect), NT_EXPECT_EARLY | NT_EXPECT_MAY, wait->last,
                            wait->last);
    }
}

void nt_expect_tell_place(nt_expect *expect, const nt_block *block) {
    bool asked = expect->wait.requests != 0 || expect->wait.either != 0;
    if (expect->wait.placed && asked && !expect->wait.target &&
        !nt_expect_has_address(expect, block)) {
        if (nt_expect_push_requests(expect, false, false, 0)) {
            nt_expect_tell(expect);
        }
        nt_expect_forget(expect);
    }
}

/* A request after a jump, a taken branch or a trap, where tracing stops before an address comes:
   "never lost", so at the last instruction. Where DirectBranch has reported that, since nothing
   could be asked about it then, our encoder cannot; another may leave it out. */
static void push_last(nt_expect *expect) {
    nt_expect_wait *wait = &expect->wait;
    bool known = wait->inferred && !wait->branch;
    bool kept = wait->target && !known && !wait->released && expect->config->ntriggers != 0;
    unsigned reasons = reasons_of(expect, wait->requests);
    if (wait->requests != 0) {
        reasons |= reasons_of(expect, wait->requests | wait->either);
        nt_expect_push_sync(expect, reasons,
                            NT_EXPECT_EARLY | (kept && !expect->stranger ? 0 : NT_EXPECT_MAY),
                            expect->last, expect->last);
    }
    nt_expect_push_early(expect);
}

void nt_expect_push_due(nt_expect *expect) {
    nt_expect_wait *wait = &expect->wait;
    bool asked = wait->requests != 0 || wait->either != 0;
    if (asked && expect->behind != NOWHERE) {
        wait->placed = true;
        wait->place = expect->behind;
    }
    if (wait->placed) {
        (void)nt_expect_push_requests(expect, false, true, 0);
    } else if (asked) {
        push_last(expect);
    }
}

void nt_expect_resolve(nt_expect *expect, const nt_block *block, bool traced, unsigned flags,
                       const nt_ingress *ingress) {
    const nt_expect_wait *wait = &expect->wait;
    bool sent = wait->target && !wait->inferred && !expect->settings.ntEnRepeatBranch;
    if (wait->target && wait->btype != BTYPE_JUMP) {
        nt_expect_push(expect, (nt_expected){.address = block->iaddr & ~(uint64_t)1,
                                             .kind = NT_EXPECT_TRAP,
                                             .code = wait->btype,
                                             .halfwords = wait->context ? NT_EXPECT_ASYNC : 0,
                                             .time = wait->time,
                                             .until = wait->until});
    }
    flags |= wait->change ? NT_EXPECT_CHANGE : 0;
    flags |= wait->context ? NT_EXPECT_FULL : 0;
    flags |= traced ? 0 : NT_EXPECT_LEFT;
    nt_expect_push_hart(expect, ingress, flags, false);
    sent = nt_expect_push_requests(expect, traced, !traced, block->iaddr) || sent;
    if (sent) {
        nt_expect_tell(expect);
    }
    if (wait->target && !traced) {
        nt_expect_push_event(expect, NT_EXPECT_AT, 0, block->iaddr);
    }
    nt_expect_forget(expect);
}

/* Where straight code led our encoder reports a trigger without a block at once, and until
   something comes no other; with it what is requested of the block before, unless that came early.
 */
static void tell_trigger(nt_expect *expect) {
    const nt_expect_wait *wait = &expect->wait;
    const unsigned all = wait->requests | wait->either;
    nt_expect_push_sync(expect, reasons_of(expect, wait->requests) | reasons_of(expect, all),
                        NT_EXPECT_ASKED, wait->place, NOWHERE);
    nt_expect_push_early(expect);
    nt_expect_tell(expect);
    nt_expect_forget(expect);
    expect->marked = true;
}

void nt_expect_take_trigger(nt_expect *expect) {
    bool again = expect->marked && expect->state == NT_EXPECT_ON;
    if (!expect->filter.asked || again) {
        return;
    }
    if (expect->state != NT_EXPECT_ON) {
        expect->early_at = expect->early == 0 ? expect->timestamp : expect->early_at;
        expect->early = 1u << SYNC_EXTERNAL;
        return;
    }
    expect->asked_at = expect->timestamp;
    if (expect->stranger && expect->wait.either == 0) {
        nt_expect_note_event(expect);
        expect->wait.either = 1u << SYNC_EXTERNAL;
        expect->wait.last = expect->last;
        expect->wait.asked = true;
    } else {
        nt_expect_request(expect, SYNC_EXTERNAL);
    }
    nt_expect_note_place(expect);
    if (expect->wait.placed && !expect->stranger) {
        tell_trigger(expect);
    }
}
