/* SPDX-License-Identifier: Apache-2.0 */
/* What a block that is traced adds: what it retired, and what waits behind it. */
#include "sim/witness/expect_internal.h"

enum { CTYPE_PRECISE = 2, CTYPE_DISCONTINUITY = 3 };
enum { NOWHERE = NT_EXPECT_NOWHERE };

enum {
    /* itypes after which the next address cannot be told from the instruction, */
    JUMPS = 1u << 3 | 1u << 6 | 1u << 8 | 1u << 10 | 1u << 12 | 1u << 13 | 1u << 14,
    /* of which these may be sequentially inferable, */
    SEQUENTIAL = 1u << 6 | 1u << 8 | 1u << 10 | 1u << 12 | 1u << 14,
    /* and these implicit returns; */
    RETURNS = 1u << 12 | 1u << 13,
    /* and those that all-jumps makes taken branches. */
    DIRECT = 1u << 9 | 1u << 11 | 1u << 15,
};

static bool may_be_inferred(const nt_expect *expect, unsigned itype, bool sijump) {
    const nt_control *settings = &expect->settings;
    return (sijump && settings->trTeInstEnSequentialJump && (SEQUENTIAL >> itype & 1)) ||
           (settings->trTeInstImplicitReturnMode != 0 && (RETURNS >> itype & 1));
}

static void retire_branch(nt_expect *expect) {
    expect->branch = expect->settings.ntEnRepeatBranch ? 0 : expect->next;
    nt_expect_await(expect, BTYPE_JUMP, false);
    expect->wait.inferred = true; /* DirectBranchSync alone waits for it */
    expect->wait.branch = true;
}

/* The half-words of the latest cycle are counted. */
static void count_cycle(nt_expect *expect, const nt_block *block) {
    expect->retired = expect->retired_in == expect->cycle ? expect->retired : 0;
    expect->retired += block->iretire;
    expect->retired_in = block->iretire != 0 ? expect->cycle : expect->retired_in;
}

/* The run of a block; in it, before the last instruction, `code` of a message that comes there. */
static void push_block(nt_expect *expect, const nt_block *block, unsigned reasons) {
    uint64_t address = block->iaddr & ~(uint64_t)1;
    unsigned head = reasons != 0 ? nt_expect_head_of(block) : 0;
    expect->apart = expect->starts_edge ? expect->next : expect->apart;
    if (head != 0) {
        nt_expect_push_run(expect, address, head);
    }
    if (reasons != 0) {
        nt_expect_push(expect, (nt_expected){.address = nt_expect_last_of(expect, block),
                                             .kind = NT_EXPECT_SYNC,
                                             .halfwords = reasons,
                                             .early = NOWHERE,
                                             .time = expect->timestamp,
                                             .until = expect->timestamp});
        nt_expect_tell(expect);
    }
    if (block->iretire != 0) {
        nt_expect_push_run(expect,
                           nt_expect_last_of(expect, block) -
                               2 * ((uint64_t)nt_expect_head_of(block) - head),
                           block->iretire - head);
        if (expect->stranger) {
            nt_expect_end_run(expect, nt_expect_outcome(expect, block));
        }
    } else if (nt_expect_has_address(expect, block)) {
        nt_expect_push_event(expect, NT_EXPECT_AT, 0, block->iaddr);
    }
}

static bool is_branch(const nt_expect *expect, const nt_block *block) {
    return block->itype == NT_ITYPE_TAKEN ||
           (expect->settings.trTeInstEnAllJumps && (DIRECT >> block->itype & 1) != 0);
}

/* "A packet containing the address of the last instruction in the block": our encoder reports it
   there, unless other messages of the block leave no room for it. Then, as another encoder may, it
   reports the next PC. */
static bool has_room(const nt_expect *expect, const nt_block *block) {
    return expect->config->scontext_w != 0 && !nt_expect_owns(expect) &&
           nt_expect_behind(expect, block) != NOWHERE && !nt_expect_is_trap(block);
}

bool nt_expect_is_exact(const nt_expect *expect, const nt_block *block, bool starts) {
    return !expect->stranger && !starts && nt_expect_has_address(expect, block) &&
           (has_room(expect, block) || nt_expect_head_of(block) == 0);
}

unsigned nt_expect_asked(const nt_expect *expect, unsigned b, const nt_expect_now *now) {
    unsigned reasons = now->block[b].notify6 ? 1u << SYNC_EVENT : 0;
    bool external = now->block[b].notify0 && (reasons == 0 || expect->stranger);
    return reasons | (external ? 1u << SYNC_EXTERNAL : 0);
}

/* A trap without an address, behind a taken branch in BTM: DirectBranch is sent, unless a request
   waits, or a trigger may still ask, so that a stop can report the branch's address. Then it comes
   with the handler's message, at that one's time. */
static void keep_branch(nt_expect *expect, const nt_block *block, unsigned reasons,
                        const nt_expect_now *now) {
    nt_expect_wait *wait = &expect->wait;
    if (!wait->branch || wait->released || !nt_expect_is_trap(block) ||
        nt_expect_has_address(expect, block)) {
        return;
    }
    bool asked = (wait->requests | wait->either | reasons) != 0;
    wait->released = !asked && !nt_witness_may_ask(expect->config, now->in->live);
    expect->asked_at = wait->released ? expect->asked_at : expect->timestamp;
}

void nt_expect_retire(nt_expect *expect, const nt_block *block, unsigned b,
                      const nt_expect_now *now, bool starts) {
    unsigned itype = block->itype;
    count_cycle(expect, block);
    unsigned reasons = nt_expect_asked(expect, b, now);
    bool exact = reasons != 0 && nt_expect_is_exact(expect, block, starts);
    keep_branch(expect, block, reasons, now);
    nt_expect_tell_place(expect, block);
    push_block(expect, block, exact && nt_expect_head_of(block) != 0 ? reasons : 0);
    bool taken = is_branch(expect, block);
    expect->closed = taken || (JUMPS >> itype & 1) != 0;
    if (block->iretire != 0 && expect->stranger &&
        (nt_expect_is_trap(block) ||
         ((JUMPS >> itype & 1) && !may_be_inferred(expect, itype, block->sijump)) ||
         (taken && expect->btm))) {
        nt_expect_tell_run(expect);
    }
    expect->closed_by_branch = taken;
    if (nt_expect_is_trap(block)) {
        nt_expect_await_trap(expect, block->itype == NT_ITYPE_EXCEPTION);
    } else if (JUMPS >> itype & 1) {
        nt_expect_await(expect, BTYPE_JUMP, itype == NT_ITYPE_TRAP_RETURN);
        expect->wait.inferred = may_be_inferred(expect, itype, block->sijump);
    } else if (taken && expect->btm) {
        retire_branch(expect);
        bool asked = reasons != 0 && !exact;
        expect->wait.released = !asked && !nt_witness_may_ask(expect->config, now->in->live);
    }
    if (nt_expect_has_address(expect, block)) {
        expect->behind = nt_expect_behind(expect, block);
        expect->last = nt_expect_last_of(expect, block);
    }
    if (reasons != 0 && !exact) {
        nt_expect_note_event(expect);
        nt_expect_note_place(expect);
        bool next = starts && !expect->stranger && !has_room(expect, block); /* the start is here */
        if (nt_expect_has_address(expect, block) && !next) {
            expect->wait.either |= (uint8_t)reasons;
            expect->wait.last = expect->last;
        } else {
            expect->wait.requests |= (uint8_t)reasons;
        }
    }
}

/* `ctype` acts with the first block of its cycle: it asks for what goes before the block's first
   instruction, if it has one. Where Ownership is off, a precise report has nothing to report.
   What goes with no address of its own is a context that was written. */
unsigned nt_expect_take_ctype(nt_expect *expect, const nt_block *block, unsigned b,
                              const nt_expect_now *now) {
    uint8_t ctype = b == 0 && !nt_expect_is_empty(block) ? now->ingress.ctype : 0;
    if (ctype == 0) {
        return 0;
    }
    if (now->block[b].traced && nt_expect_has_address(expect, block)) {
        if (ctype == CTYPE_DISCONTINUITY) {
            nt_expect_await_trap(expect, false);
            expect->wait.context = true;
            return 0;
        }
        if (ctype == CTYPE_PRECISE && nt_expect_owns(expect)) {
            nt_expect_request(expect, SYNC_EVENT);
            expect->wait.precise = true;
            return 0;
        }
        if (ctype == CTYPE_PRECISE) {
            nt_expect_note_event(expect);
            expect->wait.optional = true;
        }
    }
    return NT_EXPECT_CONTEXT;
}
