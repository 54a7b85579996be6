/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/witness/expect_now.h"

/* Values of N-Trace 1.0, typed here: this side shares no table with the encoder. */
enum {
    SYNC_EXTERNAL = 0,
    SYNC_RESET = 1,
    SYNC_DEBUG = 3,
    SYNC_ENABLE = 5,
    SYNC_EVENT = 6,
    SYNC_OVERRUN = 7,
    SYNC_LOWPOWER = 9
};
enum { EVCODE_DEBUG = 0, EVCODE_LOWPOWER = 1, EVCODE_DISABLED = 4 };
enum { BTYPE_JUMP = 0, BTYPE_TRAP = 1, BTYPE_EXCEPTION = 2, BTYPE_INTERRUPT = 3 };
enum { MODE_BTM = 3 };
enum { NOWHERE = NT_EXPECT_NOWHERE };
enum { CTYPE_IMPRECISE = 1, CTYPE_PRECISE = 2, CTYPE_DISCONTINUITY = 3 };

static const nt_expect_wait nothing_waits = {.last = NOWHERE};

int nt_expect_init(nt_expect *expect, const nt_config *config, const nt_witness_code *code) {
    *expect = (nt_expect){.config = config, .code = code};
    nt_witness_filter_init(&expect->filter, config);
    nt_expect_reset(expect);
    return nt_expect_allocate(expect);
}

void nt_expect_reset(nt_expect *expect) {
    expect->first = expect->next;
    expect->told = expect->next;
    expect->found = 0;
    expect->found_once = false;
    expect->events = 0;
    expect->state = NT_EXPECT_OFF;
    expect->sync = SYNC_ENABLE;
    expect->wait = nothing_waits;
    expect->stopping = expect->firm = false;
    expect->evcodes = 0;
    expect->enabled = expect->halted = expect->lowpower = false;
    expect->debug = expect->marked = false;
    expect->early = 0;
    expect->time_stepped = false;
    expect->turned_on = expect->turned_off = false;
    expect->edges = 0;
    nt_witness_filter_reset(&expect->filter);
}

/* ---- what a block is ---- */

static bool is_trap(const nt_block *block) {
    return block->itype == NT_ITYPE_EXCEPTION || block->itype == NT_ITYPE_INTERRUPT;
}

/* It may change the privilege. */
static bool leads(const nt_block *block) {
    return is_trap(block) || block->itype == NT_ITYPE_TRAP_RETURN;
}

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

/* ---- what waits for the next address ---- */

static bool waits(const nt_expect_wait *wait) {
    return wait->target || wait->requests != 0 || wait->either != 0 || wait->optional;
}

static void note_event(nt_expect *expect) {
    nt_expect_wait *wait = &expect->wait;
    wait->time = waits(wait) ? wait->time : expect->timestamp;
    wait->until = expect->timestamp;
}

static void await(nt_expect *expect, uint8_t btype, bool change) {
    note_event(expect);
    expect->wait.target = true;
    expect->wait.inferred = false;
    expect->wait.placed = false;
    expect->wait.btype = btype;
    expect->wait.change = change;
}

static void await_trap(nt_expect *expect, bool exception) {
    uint8_t btype = exception ? BTYPE_EXCEPTION : BTYPE_INTERRUPT;
    await(expect, expect->config->btype_trap ? BTYPE_TRAP : btype, true);
}

static void request(nt_expect *expect, unsigned sync) {
    note_event(expect);
    expect->wait.requests |= (uint8_t)(1u << sync);
}

static uint64_t wrapped(const nt_expect *expect, uint64_t address) {
    return expect->config->xlen == 32 ? address & UINT32_MAX : address;
}

static uint64_t last_of(const nt_expect *expect, const nt_block *block);

/* With 3 bits of itype, 0 is also a direct jump. Another encoder may look at the code. */
static uint64_t behind_any(const nt_expect *expect, const nt_block *block) {
    const uint64_t pc = last_of(expect, block);
    const nt_code *code = &expect->code->code;
    uint64_t target;
    if (!expect->stranger || block->itype != 0 || code->at == NULL) {
        return NOWHERE;
    }
    const nt_insn insn = code->at(code->context, pc);
    if (insn.class_ == NT_INSN_OTHER) {
        return wrapped(expect, pc + 2u * (uint64_t)(block->ilastsize + 1));
    }
    return nt_code_target(code, pc, &insn, &target) ? wrapped(expect, target) : NOWHERE;
}

/* The address behind straight code, which is known at once, as where nothing retires; else NOWHERE.
 */
static uint64_t behind(const nt_expect *expect, const nt_block *block) {
    bool straight = block->iretire == 0 || block->itype == NT_ITYPE_NOT_TAKEN ||
                    (block->itype == 0 && expect->config->itype_w == 4);
    return !straight
               ? behind_any(expect, block)
               : wrapped(expect, (block->iaddr & ~UINT64_C(1)) + 2u * (uint64_t)block->iretire);
}

/* The half-words before the last instruction. */
static unsigned head_of(const nt_block *block) {
    unsigned last = 1u << block->ilastsize;
    return block->iretire > last ? block->iretire - last : 0;
}

static uint64_t last_of(const nt_expect *expect, const nt_block *block) {
    return wrapped(expect, (block->iaddr & ~UINT64_C(1)) + 2u * head_of(block));
}

/* What is requested behind straight code is due there. */
static void note_place(nt_expect *expect) {
    expect->wait.placed = expect->behind != NOWHERE && !expect->wait.target;
    expect->wait.place = expect->behind;
}

/* Everything so far is in messages that are sent in this cycle. */
static void tell(nt_expect *expect) {
    expect->told = expect->next;
}

static void push_event(nt_expect *expect, nt_expected_kind kind, uint8_t code, uint64_t address) {
    nt_expect_push(expect, (nt_expected){.address = address & ~(uint64_t)1,
                                         .kind = kind & 15,
                                         .code = code,
                                         .time = expect->timestamp,
                                         .until = expect->timestamp});
}

static void push_sync(nt_expect *expect, unsigned reasons, unsigned code, uint64_t address,
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

/* Privilege mode and context of this cycle, where they are new or `flags` say something. */
static void push_hart(nt_expect *expect, const nt_ingress *ingress, unsigned flags, bool start) {
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

/* ---- blocks ---- */

static void block_while_not_on(nt_expect *expect, const nt_block *block, unsigned b,
                               const nt_expect_now *now);

static void retire_branch(nt_expect *expect) {
    expect->branch = expect->settings.ntEnRepeatBranch ? 0 : expect->next;
    await(expect, BTYPE_JUMP, false);
    expect->wait.inferred = true; /* DirectBranchSync alone waits for it */
    expect->wait.branch = true;
}

/* The half-words of the latest cycle are counted. */
static void count_cycle(nt_expect *expect, const nt_block *block) {
    expect->retired = expect->retired_in == expect->cycle ? expect->retired : 0;
    expect->retired += block->iretire;
    expect->retired_in = block->iretire != 0 ? expect->cycle : expect->retired_in;
}

/* The way that the block's branch has taken, where the two lead to different addresses. */
static unsigned outcome(const nt_expect *expect, const nt_block *block) {
    const uint64_t mask = expect->config->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    const uint64_t end = (block->iaddr & ~UINT64_C(1)) + 2u * (uint64_t)block->iretire;
    const uint64_t pc = (end - 2u * (uint64_t)(block->ilastsize + 1)) & mask;
    const nt_code *code = &expect->code->code;
    if (code->at == NULL ||
        (block->itype != NT_ITYPE_TAKEN && block->itype != NT_ITYPE_NOT_TAKEN)) {
        return 0;
    }
    const nt_insn insn = code->at(code->context, pc);
    uint64_t target;
    if (insn.class_ != NT_INSN_BRANCH || !nt_code_target(code, pc, &insn, &target) ||
        ((target ^ end) & mask) == 0) {
        return 0;
    }
    return block->itype == NT_ITYPE_TAKEN ? NT_EXPECT_TAKEN : NT_EXPECT_NOT;
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
static bool push_requests(nt_expect *expect, bool traced, bool stops, uint64_t address) {
    const nt_expect_wait *wait = &expect->wait;
    uint64_t place = !traced && wait->placed ? wait->place : address;
    bool due =
        traced || (wait->placed && !(stops && nt_may(expect->freedoms, NT_FREEDOM_SYNC_STOPPED)));
    bool must = wait->requests != 0 && due;
    unsigned optional = wait->optional ? 1u << SYNC_EVENT : 0;
    if (wait->requests != 0) {
        unsigned reasons = reasons_of(expect, wait->requests) | optional;
        reasons |= reasons_of(expect, wait->requests | wait->either);
        push_sync(expect, reasons,
                  (must ? 0 : NT_EXPECT_MAY) | (wait->precise ? NT_EXPECT_PRECISE : 0), place,
                  NOWHERE);
    }
    if (wait->either != 0) {
        bool may = wait->may || must || !due;
        push_sync(expect, either_of(expect) | optional,
                  (may ? NT_EXPECT_MAY : 0) | (wait->asked ? NT_EXPECT_ASKED : 0), place,
                  wait->last);
    }
    if (wait->optional && wait->requests == 0) {
        push_sync(expect, optional, NT_EXPECT_MAY, place, NOWHERE);
    }
    return must;
}

/* What may have come already, at the last instruction. */
static void push_early(nt_expect *expect) {
    const nt_expect_wait *wait = &expect->wait;
    if (wait->either != 0) {
        push_sync(expect, either_of(expect), NT_EXPECT_EARLY | NT_EXPECT_MAY, wait->last,
                  wait->last);
    }
}

/* The run of a block; in it, before the last instruction, `code` of a message that comes there. */
static void push_block(nt_expect *expect, const nt_block *block, unsigned reasons) {
    uint64_t address = block->iaddr & ~(uint64_t)1;
    unsigned head = reasons != 0 ? head_of(block) : 0;
    expect->apart = expect->starts_edge ? expect->next : expect->apart;
    if (head != 0) {
        nt_expect_push_run(expect, address, head);
    }
    if (reasons != 0) {
        nt_expect_push(expect, (nt_expected){.address = last_of(expect, block),
                                             .kind = NT_EXPECT_SYNC,
                                             .halfwords = reasons,
                                             .early = NOWHERE,
                                             .time = expect->timestamp,
                                             .until = expect->timestamp});
        tell(expect);
    }
    if (block->iretire != 0) {
        nt_expect_push_run(expect, last_of(expect, block) - 2 * ((uint64_t)head_of(block) - head),
                           block->iretire - head);
        if (expect->stranger) {
            nt_expect_end_run(expect, outcome(expect, block));
        }
    } else if (nt_expect_has_address(expect, block)) {
        push_event(expect, NT_EXPECT_AT, 0, block->iaddr);
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
           behind(expect, block) != NOWHERE && !is_trap(block);
}

static bool is_exact(const nt_expect *expect, const nt_block *block, bool starts) {
    return !expect->stranger && !starts && nt_expect_has_address(expect, block) &&
           (has_room(expect, block) || head_of(block) == 0);
}

static unsigned asked_for(const nt_expect *expect, unsigned b, const nt_expect_now *now) {
    unsigned reasons = now->block[b].notify6 ? 1u << SYNC_EVENT : 0;
    bool external = now->block[b].notify0 && (reasons == 0 || expect->stranger);
    return reasons | (external ? 1u << SYNC_EXTERNAL : 0);
}

/* Something that has no address interrupts straight code: what is due is told before it. */
static void tell_place(nt_expect *expect, const nt_block *block) {
    bool asked = expect->wait.requests != 0 || expect->wait.either != 0;
    if (expect->wait.placed && asked && !expect->wait.target &&
        !nt_expect_has_address(expect, block)) {
        if (push_requests(expect, false, false, 0)) {
            tell(expect);
        }
        expect->wait = nothing_waits;
    }
}

/* A trap without an address, behind a taken branch in BTM: DirectBranch is sent, unless a request
   waits, or a trigger may still ask, so that a stop can report the branch's address. Then it comes
   with the handler's message, at that one's time. */
static void keep_branch(nt_expect *expect, const nt_block *block, unsigned reasons,
                        const nt_expect_now *now) {
    nt_expect_wait *wait = &expect->wait;
    if (!wait->branch || wait->released || !is_trap(block) ||
        nt_expect_has_address(expect, block)) {
        return;
    }
    bool asked = (wait->requests | wait->either | reasons) != 0;
    wait->released = !asked && !nt_witness_may_ask(expect->config, now->in->live);
    expect->asked_at = wait->released ? expect->asked_at : expect->timestamp;
}

static void retire(nt_expect *expect, const nt_block *block, unsigned b, const nt_expect_now *now,
                   bool starts) {
    unsigned itype = block->itype;
    count_cycle(expect, block);
    unsigned reasons = asked_for(expect, b, now);
    bool exact = reasons != 0 && is_exact(expect, block, starts);
    keep_branch(expect, block, reasons, now);
    tell_place(expect, block);
    push_block(expect, block, exact && head_of(block) != 0 ? reasons : 0);
    bool taken = is_branch(expect, block);
    expect->closed = taken || (JUMPS >> itype & 1) != 0;
    if (block->iretire != 0 && expect->stranger &&
        (is_trap(block) ||
         ((JUMPS >> itype & 1) && !may_be_inferred(expect, itype, block->sijump)) ||
         (taken && expect->btm))) {
        nt_expect_tell_run(expect);
    }
    expect->closed_by_branch = taken;
    if (is_trap(block)) {
        await_trap(expect, block->itype == NT_ITYPE_EXCEPTION);
    } else if (JUMPS >> itype & 1) {
        await(expect, BTYPE_JUMP, itype == NT_ITYPE_TRAP_RETURN);
        expect->wait.inferred = may_be_inferred(expect, itype, block->sijump);
    } else if (taken && expect->btm) {
        retire_branch(expect);
        bool asked = reasons != 0 && !exact;
        expect->wait.released = !asked && !nt_witness_may_ask(expect->config, now->in->live);
    }
    if (nt_expect_has_address(expect, block)) {
        expect->behind = behind(expect, block);
        expect->last = last_of(expect, block);
    }
    if (reasons != 0 && !exact) {
        note_event(expect);
        note_place(expect);
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
static unsigned take_ctype(nt_expect *expect, const nt_block *block, unsigned b,
                           const nt_expect_now *now) {
    uint8_t ctype = b == 0 && !nt_expect_is_empty(block) ? now->ingress.ctype : 0;
    if (ctype == 0) {
        return 0;
    }
    if (now->block[b].traced && nt_expect_has_address(expect, block)) {
        if (ctype == CTYPE_DISCONTINUITY) {
            await_trap(expect, false);
            expect->wait.context = true;
            return 0;
        }
        if (ctype == CTYPE_PRECISE && nt_expect_owns(expect)) {
            request(expect, SYNC_EVENT);
            expect->wait.precise = true;
            return 0;
        }
        if (ctype == CTYPE_PRECISE) {
            note_event(expect);
            expect->wait.optional = true;
        }
    }
    return NT_EXPECT_CONTEXT;
}

/* The block has the address that is awaited. */
static void resolve(nt_expect *expect, const nt_block *block, bool traced, unsigned flags,
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
    push_hart(expect, ingress, flags, false);
    sent = push_requests(expect, traced, !traced, block->iaddr) || sent;
    if (sent) {
        tell(expect);
    }
    if (wait->target && !traced) {
        push_event(expect, NT_EXPECT_AT, 0, block->iaddr);
    }
    expect->wait = nothing_waits;
}

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
        push_sync(expect, reasons,
                  NT_EXPECT_EARLY | (kept && !expect->stranger ? 0 : NT_EXPECT_MAY), expect->last,
                  expect->last);
    }
    push_early(expect);
}

/* What is requested and waits where tracing stops. */
static void push_due(nt_expect *expect) {
    nt_expect_wait *wait = &expect->wait;
    bool asked = wait->requests != 0 || wait->either != 0;
    if (asked && expect->behind != NOWHERE) {
        wait->placed = true;
        wait->place = expect->behind;
    }
    if (wait->placed) {
        (void)push_requests(expect, false, true, 0);
    } else if (asked) {
        push_last(expect);
    }
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

static void push_stop(nt_expect *expect, uint64_t address, uint8_t code) {
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
    tell(expect);
    expect->ends_edge = last != 0;
    expect->edge_leads = false;
    expect->state = NT_EXPECT_OFF;
    expect->wait = nothing_waits;
    expect->stopping = expect->firm = false;
    expect->evcodes = 0;
}

/* Its address: of the block that is traced no more, or of the instruction that straight code led
   to, where a message that is due for a count may still come. */
static void stop(nt_expect *expect, const nt_block *block, const nt_expect_now *now) {
    uint64_t address = nt_expect_has_address(expect, block) && !now->crosses
                           ? block->iaddr & ~UINT64_C(1)
                           : expect->behind;
    push_due(expect);
    push_stop(expect, address, evcode(now));
    nt_expect_push_skipped(expect, block, false);
}

void nt_expect_end(nt_expect *expect) {
    const uint64_t time = expect->stopping ? expect->stopped : expect->timestamp;
    if (expect->state == NT_EXPECT_ON) { /* since nothing is told by it, it need not come */
        push_due(expect);
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
        push_due(expect);
        push_stop(expect, expect->behind, EVCODE_DISABLED);
    }
}

static uint8_t start_reason(const nt_expect_now *now) {
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

/* A block that is not traced, where tracing is turned on or off. */
static void push_edge(nt_expect *expect, const nt_block *block) {
    const bool stops = expect->ends_edge && is_trap(block); /* which is all that there is of it */
    if (block->iretire != 0 || stops) {
        const unsigned ways = outcome(expect, block) << NT_EXPECT_OUTCOME;
        nt_expect_push(expect,
                       (nt_expected){.address = block->iaddr & ~(uint64_t)1,
                                     .halfwords = block->iretire,
                                     .kind = NT_EXPECT_EDGE,
                                     .code = ((block->itype & NT_EXPECT_ITYPE) | ways) & 255,
                                     .time = expect->timestamp,
                                     .until = expect->timestamp});
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

static void start(nt_expect *expect, const nt_block *block, unsigned b, const nt_expect_now *now) {
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
        push_edge(expect, &expect->edge[i]);
    }
    const bool rested =
        reasons == 1u << SYNC_LOWPOWER && nt_may(expect->freedoms, NT_FREEDOM_REST_IGNORED);
    const unsigned ctype = rested && b == 0 ? now->ingress.ctype : 0;
    push_hart(expect, &now->ingress, ctype == CTYPE_IMPRECISE ? NT_EXPECT_REST : 0, true);
    push_sync(expect, reasons,
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
    tell(expect);
    expect->state = NT_EXPECT_ON;
    expect->wait = nothing_waits;
    expect->stopping = false;
    expect->off_in_drop = false;
    retire(expect, block, b, now, true);
    if (expect->early != 0) { /* the start may serve it */
        bool alone = expect->wait.either == 0;
        bool room = expect->config->scontext_w != 0 && !nt_expect_owns(expect) &&
                    expect->behind != NOWHERE && !is_trap(block);
        expect->wait.may = alone;
        expect->wait.last = alone && room ? block->iaddr & ~UINT64_C(1) : expect->last;
        note_event(expect);
        expect->wait.time = expect->stranger ? expect->early_at : expect->wait.time;
        expect->wait.either |= expect->early;
        expect->early = 0;
        note_place(expect);
    }
}

/* Debug mode begins or ends, and both sides are traced: "Entry into Debug Mode. Required (do not
   send 4 instead!)"; "very first synchronizing message after exit from debug mode". What waits for
   an address does not get it, as where the hart halts. */
static void cross(nt_expect *expect, const nt_block *block, const nt_expect_now *now) {
    unsigned requests = expect->wait.requests | expect->wait.either;
    bool goes_on = expect->config->scontext_w != 0; /* else the block has no room for the start */
    if (goes_on) {
        push_early(expect);
    } else {
        push_due(expect);
    }
    nt_expect_push(expect, (nt_expected){.address = NOWHERE,
                                         .kind = NT_EXPECT_STOP,
                                         .code = evcode(now),
                                         .time = expect->timestamp,
                                         .until = expect->timestamp});
    tell(expect);
    expect->state = NT_EXPECT_ARMED;
    expect->sync = SYNC_DEBUG;
    expect->btm = now->in->control->trTeInstMode == MODE_BTM;
    expect->wait = nothing_waits;
    if (!goes_on) {
        nt_expect_push_skipped(expect, block, false);
        return;
    }
    if (!nt_expect_has_address(expect, block)) {
        expect->early = (uint8_t)requests;
        expect->early_at = expect->timestamp;
        return;
    }
    start(expect, block, 0, now);
    if (requests != 0) {
        note_event(expect);
        note_place(expect);
        expect->wait.either |= (uint8_t)requests;
        expect->wait.may = true;
        expect->wait.last = expect->last;
    }
}

/* A target may be in no message. What the flow stage still awaits at the end of the cycle it has
   awaited since. Of a stranger nobody knows whether it waits: NT_EXPECT_PAUSE stands where it does
   not. */
static bool is_awaited(const nt_expect *expect, const nt_expect_now *now) {
    bool may_wait = expect->stranger || (now->waits && (!expect->wait.inferred || now->in->awaits));
    return expect->wait.target && may_wait;
}

/* Tracing is off, and a target may be awaited. */
static void pause_at(nt_expect *expect, const nt_expect_now *now) {
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
static void resume(nt_expect *expect, const nt_block *block) {
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

/* Tracing starts again, and a stop that waited for the target comes at last. */
static void end_pause(nt_expect *expect, const nt_block *block, unsigned b,
                      const nt_expect_now *now) {
    if (nt_expect_has_address(expect, block)) {
        resolve(expect, block, false, 0, &now->ingress);
        push_stop(expect, NOWHERE, EVCODE_DISABLED);
        block_while_not_on(expect, block, b, now);
    }
}

static void block_while_on(nt_expect *expect, const nt_block *block, unsigned b,
                           const nt_expect_now *now) {
    bool traced = now->block[b].traced;
    if (now->tracing && nt_expect_is_empty(block)) {
        return; /* says nothing, and no filter looks at it */
    }
    if (traced && expect->firm) {
        end_pause(expect, block, b, now);
        return;
    }
    if (traced && b == 0 && now->crosses) {
        cross(expect, block, now);
        return;
    }
    if (asked_for(expect, b, now) != 0 && head_of(block) == 0 && is_exact(expect, block, false)) {
        request(expect, now->block[b].notify6 ? SYNC_EVENT : SYNC_EXTERNAL);
    }
    unsigned flags = take_ctype(expect, block, b, now);
    bool asks = b == 0 && !nt_expect_is_empty(block) && now->ingress.ctype == CTYPE_DISCONTINUITY;
    if (!traced && expect->stranger && expect->wait.target && !asks) {
        pause_at(expect, now);
    }
    bool has_address = nt_expect_has_address(expect, block);
    /* A discontinuity that is not traced, or debug mode, to which straight code does not lead: what
       was awaited will never come. */
    bool branch = expect->btm && expect->closed_by_branch && expect->wait.btype == BTYPE_JUMP;
    bool jumps = expect->wait.target && !branch;
    bool leaves = !traced && b == 0 && !nt_expect_is_empty(block) &&
                  (now->ingress.ctype == CTYPE_DISCONTINUITY || (now->crosses && !jumps));
    if (has_address && waits(&expect->wait) && !leaves) {
        resolve(expect, block, traced, flags, &now->ingress);
        flags = 0;
    } else if (!traced && !nt_expect_is_empty(block) && !(leaves && !expect->stranger) &&
               (expect->wait.placed || ((has_address || flags != 0) && !leaves))) {
        /* SYNC=2 or 4 may still come at its address, and Ownership as it is there; the instruction
           before it may have written the context; what is due where straight code led comes now. */
        push_hart(expect, &now->ingress, flags | NT_EXPECT_LEFT, false);
    }
    if (traced) {
        if (expect->stopping) {
            resume(expect, block);
        }
        push_hart(expect, &now->ingress, flags, false);
        retire(expect, block, b, now, false);
    } else if (is_awaited(expect, now) && !leaves) {
        pause_at(expect, now);
        if (is_trap(block)) {
            await_trap(expect, block->itype == NT_ITYPE_EXCEPTION);
        }
    } else {
        stop(expect, block, now);
    }
}

/* Where a jump or trap leads to which a late stop may await: Ownership may tell how the hart is. */
static void arrive_behind_edge(nt_expect *expect, const nt_block *block, const nt_expect_now *now) {
    if (expect->edge_leads && nt_expect_has_address(expect, block)) {
        expect->edge_leads = false;
        if (now->ingress.priv != expect->priv) {
            push_hart(expect, &now->ingress, NT_EXPECT_LEFT, false);
        }
    }
}

static void block_while_not_on(nt_expect *expect, const nt_block *block, unsigned b,
                               const nt_expect_now *now) {
    bool lost = expect->state == NT_EXPECT_LOST;
    if (expect->state == NT_EXPECT_OFF || (lost && expect->off_since_drop)) {
        expect->btm = now->in->control->trTeInstMode == MODE_BTM;
    }
    if (!now->block[b].traced) {
        if (now->tracing && nt_expect_is_empty(block)) {
            return;
        }
        arrive_behind_edge(expect, block, now);
        nt_expect_push_skipped(expect, block, false);
        expect->off_since_drop = true;
        expect->early = 0;
        expect->state = lost ? NT_EXPECT_LOST : NT_EXPECT_OFF;
        return;
    }
    if (!lost) {
        expect->state = NT_EXPECT_ARMED;
    }
    if (lost && !now->in->resumed) {
        nt_expect_push_skipped(expect, block, true);
    } else if (nt_expect_has_address(expect, block)) {
        start(expect, block, b, now);
    }
}

/* Ownership was certainly among the messages of this cycle: behind a synchronizing message, or the
   target of a discontinuity, at its first block with an address. */
static bool drops_ownership(const nt_expect *expect, const nt_expect_now *now) {
    const nt_expect_wait *wait = &expect->wait;
    unsigned b = 0;
    while (b < expect->config->nblocks && nt_expect_is_empty(&now->ingress.block[b])) {
        b++;
    }
    if (b == expect->config->nblocks || !now->block[b].traced || !nt_expect_owns(expect) ||
        !nt_expect_has_address(expect, &now->ingress.block[b])) {
        return false;
    }
    bool leaves = b == 0 && now->ingress.ctype == CTYPE_DISCONTINUITY;
    bool told = wait->requests != 0 || wait->context || (wait->change && expect->settings.ntRc7);
    return expect->state == NT_EXPECT_ON ? told && !leaves : expect->state != NT_EXPECT_LOST;
}

/* All messages of this cycle were dropped. */
static void drop(nt_expect *expect, const nt_expect_now *now) {
    const nt_block *block = now->ingress.block;
    bool traced = now->block[0].traced;
    bool mixed = false;
    for (unsigned b = 1; b < expect->config->nblocks; b++) {
        mixed = mixed || now->block[b].traced != traced;
        traced = now->block[b].traced;
    }
    push_early(expect);
    nt_expect_push_loss(expect, drops_ownership(expect, now));
    expect->state = NT_EXPECT_LOST;
    expect->wait = nothing_waits;
    expect->marked = expect->stopping = false;
    expect->off_since_drop = !traced;
    expect->off_in_drop = mixed;
    for (unsigned b = 0; b < expect->config->nblocks; b++) {
        nt_expect_push_skipped(expect, &block[b], now->block[b].traced);
    }
}

/* ---- cycles ---- */

/* The times are kept without the wrap, so that one can tell how far two are apart. */
static void keep_time(nt_expect *expect, uint64_t timestamp) {
    unsigned width = expect->config->tstamp_w;
    uint64_t mask = width == 0 ? 0 : UINT64_MAX >> (64 - width);
    uint64_t step = (timestamp - expect->timestamp) & mask;
    bool runs_over = expect->timestamp + step < step;
    expect->time_stepped = expect->time_stepped || step > mask >> 1 || runs_over;
    expect->timestamp += step;
    expect->cycle++;
}

static void take_block(nt_expect *expect, unsigned b, const nt_expect_now *now) {
    const nt_block *block = &now->ingress.block[b];
    expect->marked = expect->marked && expect->state == NT_EXPECT_ON && nt_expect_is_empty(block);
    if (expect->state == NT_EXPECT_ON) {
        block_while_on(expect, block, b, now);
    } else {
        block_while_not_on(expect, block, b, now);
    }
}

/* The flow stage awaits no more: what it inferred, or told without an address. */
static void end_waits(nt_expect *expect, const nt_expect_now *now) {
    nt_expect_wait *wait = &expect->wait;
    if (now->in->awaits) {
        return;
    }
    if (wait->inferred && !expect->stranger) {
        wait->target = wait->inferred = false;
        wait->time = wait->until;
    }
    if (expect->branch > expect->told) {
        expect->told = expect->branch;
    }
}

/* Low power, which an encoder need not regard. */
static bool rests_unseen(const nt_expect *expect, const nt_expect_now *now) {
    return now->ingress.lowpower && !now->ingress.halted && !now->ingress.reset &&
           nt_may(expect->freedoms, NT_FREEDOM_REST_IGNORED);
}

/* Before the cycle's blocks: while nothing is traced, the hart enters debug mode or low power, or
   tracing is enabled there. Where something is, that is a stop. */
static void take_idle(nt_expect *expect, const nt_expect_now *now) {
    bool halted = now->ingress.halted || (expect->stranger && now->debug);
    bool lowpower = now->ingress.lowpower && !halted;
    bool enters = now->enabled && !expect->enabled;
    expect->turned_off = expect->stranger && !now->enabled && now->hart_runs &&
                         (expect->enabled || (expect->turned_off && expect->stopping));
    expect->turned_on = expect->stranger && (expect->turned_on || enters) &&
                        (now->hart_runs || rests_unseen(expect, now));
    if (expect->stranger && (expect->state != NT_EXPECT_ON || expect->stopping)) {
        nt_expect_push_idle(expect, halted && (enters || !expect->halted),
                            lowpower && (enters || !expect->lowpower));
    }
    expect->enabled = now->enabled;
    expect->halted = halted;
    expect->lowpower = lowpower;
}

/* After the cycle's blocks: what retired while tracing was turned off, before it may be turned on
   or after it was. The run before it ends there. */
static void keep_edge(nt_expect *expect, const nt_expect_now *now) {
    bool retired = false;
    for (unsigned b = 0; b < expect->config->nblocks; b++) {
        retired = retired || now->ingress.block[b].iretire != 0;
    }
    const bool off = !now->enabled && now->hart_runs;
    if (!retired) {
        for (unsigned b = 0; b < expect->config->nblocks && expect->ends_edge && off; b++) {
            push_edge(expect, &now->ingress.block[b]);
            expect->edge_leads = expect->edge_leads || leads(&now->ingress.block[b]);
        }
        return;
    }
    expect->edges = 0;
    for (unsigned b = 0; b < expect->config->nblocks && off; b++) {
        expect->edge[expect->edges++] = now->ingress.block[b];
        if (expect->ends_edge) {
            push_edge(expect, &now->ingress.block[b]);
            expect->edge_leads = nt_expect_is_empty(&now->ingress.block[b])
                                     ? expect->edge_leads
                                     : leads(&now->ingress.block[b]);
        }
    }
    expect->ends_edge = false;
    expect->turned_on = expect->turned_on && !now->enabled; /* a filter decides from here on */
    if (expect->starts_edge) {
        expect->apart = expect->next;
        expect->starts_edge = false;
    }
}

/* Where straight code led our encoder reports a trigger without a block at once, and until
   something comes no other; with it what is requested of the block before, unless that came early.
 */
static void tell_trigger(nt_expect *expect) {
    const nt_expect_wait *wait = &expect->wait;
    const unsigned all = wait->requests | wait->either;
    push_sync(expect, reasons_of(expect, wait->requests) | reasons_of(expect, all), NT_EXPECT_ASKED,
              wait->place, NOWHERE);
    push_early(expect);
    tell(expect);
    expect->wait = nothing_waits;
    expect->marked = true;
}

/* A trigger in a cycle without a block: "a packet with the current PC and, if enabled, a
 * timestamp".
 */
static void take_trigger(nt_expect *expect) {
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
        note_event(expect);
        expect->wait.either = 1u << SYNC_EXTERNAL;
        expect->wait.last = expect->last;
        expect->wait.asked = true;
    } else {
        request(expect, SYNC_EXTERNAL);
    }
    note_place(expect);
    if (expect->wait.placed && !expect->stranger) {
        tell_trigger(expect);
    }
}

void nt_expect_cycle(nt_expect *expect, const nt_witness_inputs *in) {
    nt_expect_now now;
    keep_time(expect, in->timestamp);
    nt_expect_qualify(expect, in, &now);
    expect->branch = 0;
    take_idle(expect, &now);
    if (in->dropped) {
        expect->early = 0;
        drop(expect, &now);
    }
    for (unsigned b = 0; b < expect->config->nblocks; b++) {
        if (!in->dropped) {
            take_block(expect, b, &now);
        }
        /* A filter leaves alone what it does not judge: blocks without an address. */
        bool judged = !now.tracing || nt_expect_has_address(expect, &now.ingress.block[b]);
        if (!now.block[b].traced && judged) {
            expect->sync = start_reason(&now);
        }
    }
    end_waits(expect, &now);
    if (expect->stranger) {
        keep_edge(expect, &now);
    }
    take_trigger(expect);
    expect->debug = now.debug && !now.ingress.reset;
    if (expect->debug && !now.ingress.lowpower) {
        expect->sync = SYNC_DEBUG;
    }
}
