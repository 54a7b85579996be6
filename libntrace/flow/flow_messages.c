/* SPDX-License-Identifier: Apache-2.0 */
/* What each message says, by TCODE. */
#include "libntrace/flow/before_sync.h"
#include "libntrace/flow/flow_internal.h"
#include "libntrace/flow/flow_paths.h"
#include "libntrace/messages/tables.h"

static void emit_address(nt_flow *flow, nt_flow_kind kind, uint8_t code, uint64_t address) {
    nt_flow_flush_range(flow);
    nt_flow_event event = nt_flow_new_event(flow, kind);
    if (kind == NT_FLOW_TRAP) {
        event.trap.btype = code;
        event.trap.address = address;
    } else {
        event.sync.reason = code;
        event.sync.address = address;
    }
    nt_flow_emit(flow, &event);
}

static uint64_t field(const nt_flow *flow, nt_field field) {
    return nt_message_has(&flow->message, field) ? flow->message.value[field] : 0;
}

static uint32_t hist_field(const nt_flow *flow) {
    return nt_message_has(&flow->message, NT_FIELD_HIST)
               ? (uint32_t)flow->message.value[NT_FIELD_HIST]
               : 1;
}

/* Takes the address field: false where it is wider than XLEN. */
static bool take_address(nt_flow *flow, nt_field name, uint64_t *address) {
    uint64_t mask = flow->blocks->mask;
    uint64_t value = flow->message.value[name];
    *address = 0;
    if (value > mask >> 1) {
        return nt_flow_fail(flow, NT_FAULT_ADDRESS_WIDTH);
    }
    *address = name == NT_FIELD_UADDR ? flow->reference ^ value << 1 : value << 1;
    return true;
}

/* A branch message without SYNC, or one more occurrence of it. `closes`: the last one. */
static bool take_branch(nt_flow *flow, const branch_message *branch, bool closes) {
    if (!nt_flow_walk_message(flow, branch->icnt, branch->hist, closes)) {
        return false;
    }
    if (branch->tcode == NT_TCODE_DIRECT_BRANCH) {
        if (flow->ending != ENDS_ON_BRANCH) {
            return nt_flow_fail(flow, NT_FAULT_NO_BRANCH);
        }
        flow->pc = flow->branch_target;
        return true;
    }
    if (branch->btype == 0 && flow->ending != ENDS_ON_INDIRECT && !nt_flow_ends_on_custom(flow)) {
        return nt_flow_fail(flow, NT_FAULT_NO_JUMP);
    }
    if (branch->btype != 0) {
        emit_address(flow, NT_FLOW_TRAP, branch->btype, branch->address);
    }
    flow->pc = branch->address;
    flow->reference = branch->address;
    return true;
}

/* HIST shows HTM: a branch that has had no bit since the latest synchronizing message, when that
   was not known yet, is a fault now. */
static bool learn_htm(nt_flow *flow) {
    bool late = flow->bare && flow->mode == MODE_UNKNOWN;
    flow->mode = MODE_HTM;
    flow->bare = false;
    return !late || nt_flow_fail_at(flow, flow->bare_code, &flow->bare_at);
}

/* What the message says of the mode. False: a fault. */
static bool learn_mode(nt_flow *flow) {
    if (flow->message.tcode == NT_TCODE_DIRECT_BRANCH) {
        flow->mode = MODE_BTM;
    }
    return !nt_message_has(&flow->message, NT_FIELD_HIST) || learn_htm(flow);
}

static void take_branch_message(nt_flow *flow) {
    branch_message branch = {.tcode = flow->message.tcode,
                             .btype = (uint8_t)field(flow, NT_FIELD_BTYPE),
                             .icnt = (uint32_t)field(flow, NT_FIELD_ICNT),
                             .hist = hist_field(flow)};
    if (!learn_mode(flow)) {
        return;
    }
    if (branch.tcode != NT_TCODE_DIRECT_BRANCH &&
        !take_address(flow, NT_FIELD_UADDR, &branch.address)) {
        return;
    }
    if (take_branch(flow, &branch, true)) {
        flow->branch = branch;
    }
}

/* A few bytes can tell to repeat a path of millions of instructions a quarter million times, which
   would take hours. No program gets near this: 1024 blocks a repetition, at the most of B-CNT. */
static const uint64_t MOST_REPEATED = UINT64_C(1) << 28;

/* Blocks that may still be repeated, if there are not too many yet. */
static uint64_t repeats_left(const nt_flow *flow, uint64_t blocks_before) {
    return MOST_REPEATED - (flow->blocks_walked - blocks_before);
}

static bool repeats_too_much(nt_flow *flow, uint64_t blocks_before) {
    if (flow->blocks_walked - blocks_before <= MOST_REPEATED) {
        return false;
    }
    nt_flow_fail(flow, NT_FAULT_REPEATS);
    return true;
}

/* A trap that is repeated with nothing between walks no block, but tells an event; in blocks. */
enum { COST_OF_REPEAT = 16 };

static bool repeat_once(nt_flow *flow, const branch_message *branch, bool closes) {
    flow->blocks_walked += COST_OF_REPEAT;
    if (nt_flow_is_over_budget(flow)) {
        return nt_flow_fail(flow, NT_FAULT_BUDGET);
    }
    return take_branch(flow, branch, closes);
}

/* As many of the repetitions as can be told at once: those of a path that leads to its start. */
static uint64_t repeat_loop(nt_flow *flow, const branch_message *branch, uint64_t times,
                            uint64_t before) {
    bool direct = branch->tcode == NT_TCODE_DIRECT_BRANCH;
    if (times < 2 || branch->btype != 0 || flow->reported != 0 || flow->walked != 0 ||
        flow->unmeasured) {
        return 0;
    }
    const nt_path *path = nt_flow_find_path(flow, branch->icnt, branch->hist);
    if (path == NULL || path->ending != (direct ? ENDS_ON_BRANCH : ENDS_ON_INDIRECT)) {
        return 0;
    }
    nt_flow_loop loop = {.times = times,
                         .landing = direct ? path->target : branch->address,
                         .blocks = repeats_left(flow, before),
                         .more = COST_OF_REPEAT};
    uint64_t last_was = flow->last_was;
    flow->last_was = UINT64_MAX;
    uint64_t gone = nt_flow_go_loop(flow, path, &loop);
    if (gone == 0) {
        flow->last_was = last_was;
        return 0;
    }
    flow->pc = loop.landing;
    flow->reference = direct ? flow->reference : branch->address;
    return gone;
}

static void take_repeat(nt_flow *flow) {
    branch_message branch = flow->branch;
    uint64_t before = flow->blocks_walked;
    if (branch.tcode == 0) {
        nt_flow_fail(flow, NT_FAULT_NO_REPEATED);
        return;
    }
    for (uint64_t i = flow->message.value[NT_FIELD_BCNT]; i > 0 && flow->result == 0;) {
        uint64_t gone = repeat_loop(flow, &branch, i, before);
        if (gone == 0 && (!repeat_once(flow, &branch, i == 1) || repeats_too_much(flow, before))) {
            return;
        }
        i -= gone == 0 ? 1 : gone;
    }
}

/* A vendor's run of `count` branches that all went one way. */
static void take_run(nt_flow *flow, uint64_t count, bool taken) {
    enum { MOST = 31 };
    uint64_t before = flow->blocks_walked;
    flow->last_was = UINT64_MAX;
    while (count > 0) {
        unsigned bits = count < MOST ? (unsigned)count : (unsigned)MOST;
        uint32_t stop_bit = UINT32_C(1) << bits;
        if (!nt_flow_walk_history(flow, taken ? 2 * stop_bit - 1 : stop_bit, count == bits) ||
            repeats_too_much(flow, before)) {
            return;
        }
        count -= bits;
    }
}

/* As many of the repetitions as can be told at once. */
static uint64_t repeat_history(nt_flow *flow, uint32_t hist, uint64_t times, uint64_t before) {
    const nt_path *path = times < 2 ? NULL : nt_flow_find_path(flow, NT_PATH_UNCOUNTED, hist);
    if (path == NULL) {
        return 0;
    }
    nt_flow_loop loop = {
        .times = times, .landing = path->end, .blocks = repeats_left(flow, before)};
    return nt_flow_go_loop(flow, path, &loop);
}

static void take_resource_full(nt_flow *flow) {
    uint64_t rcode = flow->message.value[NT_FIELD_RCODE];
    uint64_t rdata = flow->message.value[NT_FIELD_RDATA];
    if (rcode == 0) {
        bool wide = rdata >> nt_fields[NT_FIELD_ICNT].width != 0;
        if (wide && !flow->options.tolerant) {
            nt_flow_fail(flow, NT_FAULT_ICNT_WIDTH);
            return;
        }
        flow->counts.tolerated[NT_TOLERATED_WIDE] += wide;
        flow->reported += rdata;
        return;
    }
    if (!learn_htm(flow)) {
        return;
    }
    if (rcode > 2) {
        take_run(flow, rdata, rcode == flow->quirks->taken_run);
        return;
    }
    uint64_t before = flow->blocks_walked;
    uint64_t times = rcode == 2 ? flow->message.value[NT_FIELD_HREPEAT] : 1;
    if (times == 0) {
        nt_flow_fail(flow, NT_FAULT_HREPEAT_ZERO);
        return;
    }
    if (rdata == 1) { /* no bits: there is nothing to repeat */
        return;
    }
    flow->last_was = UINT64_MAX; /* the instruction before is of another message */
    while (times > 0 && flow->result == 0) {
        uint64_t gone = repeat_history(flow, (uint32_t)rdata, times, before);
        if (gone == 0 && (!nt_flow_walk_history(flow, (uint32_t)rdata, times == 1) ||
                          repeats_too_much(flow, before))) {
            return;
        }
        times -= gone == 0 ? 1 : gone;
    }
}

static void take_stop(nt_flow *flow) {
    if (flow->state == RUNNING) {
        if (!learn_mode(flow) || !nt_flow_walk_message(flow, flow->message.value[NT_FIELD_ICNT],
                                                       hist_field(flow), true)) {
            return;
        }
    } else if (flow->state == STOPPED &&
               (flow->message.value[NT_FIELD_ICNT] != 0 || hist_field(flow) != 1)) {
        nt_flow_fail(flow, NT_FAULT_AFTER_STOP_RETIRED);
        return;
    }
    nt_flow_flush_range(flow);
    nt_flow_event event = nt_flow_new_event(flow, NT_FLOW_STOP);
    event.stop.evcode = (uint8_t)flow->message.value[NT_FIELD_EVCODE];
    nt_flow_emit(flow, &event);
    flow->branch.tcode = 0;
    if (flow->state != UNSYNCED) {
        flow->state = STOPPED;
    }
}

/* Whether F-ADDR can be told from what ran before. */
static bool is_expected(const nt_flow *flow) {
    return flow->ending != ENDS_ON_INDIRECT && !nt_flow_ends_on_custom(flow) &&
           field(flow, NT_FIELD_BTYPE) == 0 &&
           !nt_flow_is_new_start(flow->message.value[NT_FIELD_SYNC]);
}

/* Walks what leads up to a synchronizing message and compares where it ends with F-ADDR. */
static void walk_to_sync(nt_flow *flow, uint64_t address) {
    uint64_t icnt = flow->message.value[NT_FIELD_ICNT];
    if (!learn_mode(flow)) {
        return;
    }
    if (nt_flow_is_new_start(flow->message.value[NT_FIELD_SYNC]) && icnt == 0 &&
        hist_field(flow) == 1 && flow->reported < flow->walked) {
        return; /* stopped without a message, as EVCODE 1 and 4 are optional: no I-CNT is behind */
    }
    bool whole = nt_flow_walk_message(flow, icnt, hist_field(flow), true);
    flow->came = whole ? flow->pc : NT_FLOW_NOWHERE;
    if (!whole || !is_expected(flow)) {
        return;
    }
    bool taken = flow->ending == ENDS_ON_BRANCH && address == flow->branch_target;
    if (flow->pc != address && !taken) {
        nt_flow_fail(flow, NT_FAULT_WRONG_PC);
        return;
    }
    flow->counts.agreed++;
}

/* What RepeatBranch may repeat from here on. In rc7 a branch message with SYNC is one too: it is
   then repeated as the same message without. */
static void take_repeatable_sync(nt_flow *flow, uint64_t address, bool resets) {
    uint8_t tcode = flow->options.rc7 ? nt_tcode_without_sync(flow->message.tcode) : 0;
    if (tcode != 0) {
        flow->branch = (branch_message){.tcode = tcode,
                                        .btype = (uint8_t)field(flow, NT_FIELD_BTYPE),
                                        .icnt = (uint32_t)field(flow, NT_FIELD_ICNT),
                                        .hist = hist_field(flow),
                                        .address = address};
    } else if (resets) {
        flow->branch.tcode = 0;
    }
}

/* What was salvaged stays suspect. */
static void end_salvage(nt_flow *flow) {
    if (flow->salvaged) {
        nt_flow_emit_suspect(flow);
    }
    flow->salvaged = false;
    flow->unmeasured = false;
}

/* Everything begins anew; with rc7 SYNC 0, 4 and 6 are markers, which keep what later messages may
   refer to. */
static void start_at(nt_flow *flow, uint64_t address, uint64_t sync) {
    enum { PERIODIC = 2 };
    bool resets = !flow->options.rc7 || !nt_sync_is_marker(sync);
    bool goes_on = flow->state == RUNNING && (sync == PERIODIC || nt_sync_is_marker(sync));
    nt_flow_recover(flow);
    end_salvage(flow);
    if (resets) {
        flow->returns.depth = 0;
    }
    take_repeatable_sync(flow, address, resets);
    if (flow->returns.depth == 0) { /* else what comes may depend on what came */
        flow->agreed_at = nt_flow_place_of(flow);
        flow->agreed_told = flow->counts.instructions;
    }
    if (!flow->synced) {
        flow->counts.early_bytes += flow->offset - flow->begun;
    }
    flow->synced = true;
    flow->counts.syncs++;
    flow->pc = address;
    flow->reference = address;
    flow->reported = 0;
    flow->walked = 0;
    flow->last_was = UINT64_MAX;
    flow->state = RUNNING;
    /* The mode changes only while nothing is traced. */
    if (nt_message_has(&flow->message, NT_FIELD_HIST)) {
        flow->mode = MODE_HTM;
    } else if (!goes_on || flow->mode == MODE_UNKNOWN) {
        flow->mode = flow->options.inst_mode;
    }
    flow->bare = false;
}

static void take_sync(nt_flow *flow) {
    uint64_t address;
    if (!take_address(flow, NT_FIELD_FADDR, &address)) {
        return;
    }
    flow->came = NT_FLOW_NOWHERE;
    if (flow->state == RUNNING) {
        walk_to_sync(flow, address);
    }
    uint8_t btype = (uint8_t)field(flow, NT_FIELD_BTYPE);
    if (btype != 0 && flow->state != FAULTED) {
        emit_address(flow, NT_FLOW_TRAP, btype, address);
    }
    nt_flow_flush_range(flow);
    uint64_t sync = flow->message.value[NT_FIELD_SYNC];
    start_at(flow, address, sync);
    emit_address(flow, NT_FLOW_SYNC, (uint8_t)sync, address);
}

static void take_error(nt_flow *flow) {
    nt_flow_recover(flow);
    nt_flow_flush_range(flow);
    end_salvage(flow);
    nt_flow_event event = nt_flow_new_event(flow, NT_FLOW_LOSS);
    event.loss.etype = (uint8_t)flow->message.value[NT_FIELD_ETYPE];
    event.loss.ecode = (uint32_t)flow->message.value[NT_FIELD_ECODE];
    flow->counts.losses++;
    flow->returns.depth = 0;
    flow->branch.tcode = 0;
    nt_flow_emit(flow, &event);
    flow->state = LOST;
}

/* PROCESS: {CONTEXT, V[0], PRV[1:0], FORMAT[1:0]}; FORMAT 1 is reserved. */
static void take_ownership(nt_flow *flow) {
    uint64_t process = flow->message.value[NT_FIELD_PROCESS];
    nt_flow_event event = nt_flow_new_event(flow, NT_FLOW_OWNERSHIP);
    event.ownership.format = process & 3;
    event.ownership.prv = process >> 2 & 3;
    event.ownership.v = (process >> 4 & 1) != 0;
    event.ownership.context = event.ownership.format == 0 ? 0 : process >> 5;
    if (flow->state != FAULTED && event.ownership.format != 1) {
        nt_flow_emit(flow, &event);
    }
}

/* Messages that go on from where the decoder stands. */
static void take_flow_message(nt_flow *flow) {
    if (flow->state == STOPPED || flow->state == LOST) {
        nt_flow_fail(flow, flow->state == STOPPED ? NT_FAULT_AFTER_STOP : NT_FAULT_AFTER_ERROR);
    }
    if (flow->state != RUNNING) {
        return;
    }
    switch (flow->message.tcode) {
    case NT_TCODE_RESOURCE_FULL:
        take_resource_full(flow);
        break;
    case NT_TCODE_REPEAT_BRANCH:
        take_repeat(flow);
        break;
    default:
        take_branch_message(flow);
        break;
    }
}

void nt_flow_take_message(nt_flow *flow) {
    switch (flow->message.tcode) {
    case NT_TCODE_PROG_TRACE_SYNC:
    case NT_TCODE_DIRECT_BRANCH_SYNC:
    case NT_TCODE_INDIRECT_BRANCH_SYNC:
    case NT_TCODE_INDIRECT_BRANCH_HIST_SYNC:
        take_sync(flow);
        break;
    case NT_TCODE_PROG_TRACE_CORRELATION:
        if (flow->state != FAULTED) {
            take_stop(flow);
        }
        break;
    case NT_TCODE_ERROR:
        take_error(flow);
        break;
    case NT_TCODE_OWNERSHIP:
        take_ownership(flow);
        break;
    default:
        take_flow_message(flow);
        break;
    }
    nt_flow_flush_range(flow);
}
