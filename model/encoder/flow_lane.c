/* SPDX-License-Identifier: Apache-2.0 */
#include "model/encoder/flow_lane.h"

#include "model/codes.h"

enum { BEFORE_BLOCK = 7, OWED = 1 }; /* slots 0 to 2; slot 0 */
enum { EVENTS = NT_DUE_EVENT | NT_DUE_EXTERNAL };
enum { HIST_EMPTY = 1, CTYPE_PRECISE = 2, CTYPE_DISCONTINUITY = 3 };

/* itypes, as bit masks. */
static const uint32_t jumps = 1u << NT_ITYPE_TRAP_RETURN | 1u << NT_ITYPE_INDIRECT |
                              1u << NT_ITYPE_INDIRECT_CALL | 1u << NT_ITYPE_INDIRECT_JUMP |
                              1u << NT_ITYPE_COROUTINE_SWAP | 1u << NT_ITYPE_RETURN |
                              1u << NT_ITYPE_OTHER_INDIRECT;
static const uint32_t direct_jumps =
    1u << NT_ITYPE_DIRECT_CALL | 1u << NT_ITYPE_DIRECT_JUMP | 1u << NT_ITYPE_OTHER_DIRECT;
static const uint32_t sequential = 1u << NT_ITYPE_INDIRECT | 1u << NT_ITYPE_INDIRECT_CALL |
                                   1u << NT_ITYPE_INDIRECT_JUMP | 1u << NT_ITYPE_COROUTINE_SWAP |
                                   1u << NT_ITYPE_OTHER_INDIRECT;
static const uint32_t calls =
    1u << NT_ITYPE_INDIRECT_CALL | 1u << NT_ITYPE_DIRECT_CALL | 1u << NT_ITYPE_COROUTINE_SWAP;
static const uint32_t returns = 1u << NT_ITYPE_COROUTINE_SWAP | 1u << NT_ITYPE_RETURN;

static bool is_one_of(const nt_block *block, uint32_t itypes) {
    return (itypes >> block->itype & 1) != 0;
}

static bool is_block(const nt_block *block) {
    return block->iretire != 0 || block->itype != NT_ITYPE_NONE;
}

static bool is_trap(const nt_block *block) {
    return block->itype == NT_ITYPE_EXCEPTION || block->itype == NT_ITYPE_INTERRUPT;
}

static uint64_t mask_of(unsigned bits) {
    return ((uint64_t)1 << bits) - 1;
}

static uint8_t trap_btype(const nt_config *config, bool exception) {
    if (config->btype_trap) {
        return NT_BTYPE_TRAP;
    }
    return exception ? NT_BTYPE_EXCEPTION : NT_BTYPE_INTERRUPT;
}

static bool icnt_is_full(const nt_flow_state *state, const nt_config *config) {
    return (state->icnt >> (config->icnt_w - 1)) != 0;
}

/* Full I-CNT is told by SYNC=4. */
static bool by_sync(const nt_flow_state *state, const nt_options *options) {
    return options->sync_icnt && (!state->is_htm || options->rc7);
}

static uint8_t sync_of(unsigned due) {
    if (due & NT_DUE_EVENT) {
        return NT_SYNC_TRACE_EVENT;
    }
    if (due & NT_DUE_EXTERNAL) {
        return NT_SYNC_EXTERNAL_TRIGGER;
    }
    return due & NT_DUE_ICNT ? NT_SYNC_ICNT : NT_SYNC_PERIODIC;
}

/* Messages. */

static nt_descriptor error_message(const nt_flow_state *state) {
    return (nt_descriptor){.tcode = NT_TCODE_ERROR,
                           .code = NT_ETYPE_OVERRUN,
                           .icnt = NT_ECODE_PROGRAM_TRACE |
                                   (state->error_context ? NT_ECODE_OWNERSHIP : 0),
                           .hist = HIST_EMPTY};
}

static nt_descriptor branch_message(const nt_flow_state *state) {
    return (nt_descriptor){.tcode = NT_TCODE_DIRECT_BRANCH, .icnt = state->icnt};
}

static nt_descriptor stop_message(const nt_flow_state *state, uint8_t evcode) {
    return (nt_descriptor){.tcode = NT_TCODE_PROG_TRACE_CORRELATION,
                           .code = evcode,
                           .btype = state->is_htm,
                           .icnt = state->icnt,
                           .hist = HIST_EMPTY};
}

static nt_descriptor icnt_message(const nt_flow_state *state) {
    return (nt_descriptor){
        .tcode = NT_TCODE_RESOURCE_FULL, .code = NT_RCODE_ICNT, .icnt = state->icnt};
}

/* A synchronizing message in straight code. */
static nt_descriptor sync_message(const nt_flow_state *state, uint8_t code, uint64_t addr) {
    return (nt_descriptor){.tcode = state->is_htm ? NT_TCODE_INDIRECT_BRANCH_SYNC
                                                  : NT_TCODE_PROG_TRACE_SYNC,
                           .code = code,
                           .icnt = state->icnt,
                           .hist = HIST_EMPTY,
                           .addr = addr};
}

/* A trap came behind the branch that waits: the handler is awaited, too. */
static bool is_trailed(const nt_flow_state *state, const nt_config *config) {
    return config->ntriggers != 0 && state->awaits == NT_AWAIT_BRANCH && state->trap;
}

/* The message at a block with an address: what was awaited, or what synchronizes. */
static nt_descriptor address_message(const nt_flow_state *state, const nt_lane_inputs *in,
                                     const nt_config *config, bool discontinuity) {
    nt_descriptor message = {.tcode = NT_TCODE_INDIRECT_BRANCH,
                             .code = sync_of(state->due),
                             .icnt = state->icnt,
                             .hist = HIST_EMPTY,
                             .addr = in->block->iaddr >> 1};
    if (discontinuity) {
        message.btype = trap_btype(config, false);
    } else if (state->awaits == NT_AWAIT_TARGET) {
        message.btype = state->btype;
    }
    if (state->due != 0) {
        message.tcode = NT_TCODE_INDIRECT_BRANCH_SYNC;
        if (state->awaits == NT_AWAIT_BRANCH) {
            message.tcode = NT_TCODE_DIRECT_BRANCH_SYNC;
        } else if (!state->is_htm && state->awaits == NT_AWAIT_NONE && !discontinuity) {
            message.tcode = NT_TCODE_PROG_TRACE_SYNC;
        }
    }
    return message;
}

/* State changes. */

/* The handler, behind a branch that waits still. */
static void await_trap(nt_flow_state *state, uint8_t btype) {
    state->awaits = state->awaits == NT_AWAIT_BRANCH ? NT_AWAIT_BRANCH : NT_AWAIT_TARGET;
    state->btype = btype;
    state->trap = true;
}

/* What follows the block is of this cycle, but for what an earlier one has asked for, unless the
   block's context is reported before that; also where the block is illegal, for want of
   instructions. */
static void pass_block(nt_flow_state *state, const nt_lane_inputs *in) {
    bool keeps = (state->due & EVENTS) != 0 && in->ctype == 0;
    state->carried = state->carried && (in->block->itype == NT_ITYPE_NONE || keeps);
}

/* The awaited branch can get no DirectBranchSync any more. */
static void release_branch(nt_flow_state *state, nt_lane_events *events, nt_descriptor *slot) {
    if (state->awaits == NT_AWAIT_BRANCH) {
        slot[0] = branch_message(state);
        state->icnt = 0;
        state->tail = 0;
        state->awaits = NT_AWAIT_NONE;
        events->valid |= 1u << 0;
        events->late |= state->carried ? OWED : 0;
    }
}

/* The same where a trap without an address comes behind it. With external triggers a request keeps
   it: until the handler comes, a stop reports that at the branch. */
static void release_unasked(nt_flow_state *state, const nt_config *config, nt_lane_events *events,
                            nt_descriptor *slot) {
    if (config->ntriggers == 0 || (state->due & EVENTS) == 0) {
        release_branch(state, events, slot);
    }
}

/* A return: pops, and tells what is awaited. */
static uint8_t take_return(nt_flow_state *state, const nt_lane_inputs *in, unsigned depth) {
    if (state->stack.count == 0) {
        return NT_AWAIT_TARGET;
    }
    state->expected = nt_return_stack_top(&state->stack, depth);
    nt_return_stack_pop(&state->stack, depth);
    return in->options->return_mode == 1 ? NT_AWAIT_NONE : NT_AWAIT_RETURN;
}

/* Without its bit 0. */
static uint64_t address_behind(const nt_block *block, const nt_config *config) {
    return ((block->iaddr >> 1) + block->iretire) & mask_of(config->xlen - 1u);
}

/* Whether that is where the block leads, or, where nothing retires, where it stays; with 3 bits of
   itype 0 may be a direct jump. */
static bool is_straight(const nt_block *block, const nt_config *config) {
    return block->iretire == 0 || block->itype == NT_ITYPE_NOT_TAKEN ||
           (block->itype == NT_ITYPE_NONE && config->itype_w == 4);
}

/* The half-words before the block's last instruction. */
static unsigned head_of(const nt_block *block) {
    unsigned last = 1u << block->ilastsize;
    return block->iretire > last ? block->iretire - last : 0;
}

/* What the address behind the block is awaited for because of a jump. */
static uint8_t take_jump(nt_flow_state *state, const nt_lane_inputs *in, const nt_config *config,
                         bool split) {
    const nt_block *block = in->block;
    unsigned depth = config->stack_depth;
    uint8_t awaits = is_one_of(block, jumps) ? NT_AWAIT_TARGET : NT_AWAIT_NONE;
    if (in->options->return_mode != 0) {
        if (is_one_of(block, returns)) {
            awaits = take_return(state, in, depth);
        }
        if (is_one_of(block, calls)) {
            nt_return_stack_push(&state->stack, depth, address_behind(block, config));
        }
    }
    bool inferable = in->options->sequential_jump && block->sijump && is_one_of(block, sequential);
    return inferable && !split ? NT_AWAIT_NONE : awaits;
}

static bool is_taken(const nt_lane_inputs *in) {
    return in->block->itype == NT_ITYPE_TAKEN ||
           (in->options->all_jumps && is_one_of(in->block, direct_jumps));
}

static void await_block(nt_flow_state *state, const nt_lane_inputs *in, const nt_config *config,
                        bool split) {
    uint8_t awaits = take_jump(state, in, config, split);
    if (is_trap(in->block)) {
        await_trap(state, trap_btype(config, in->block->itype == NT_ITYPE_EXCEPTION));
    } else if (awaits != NT_AWAIT_NONE) {
        state->awaits = awaits;
        state->btype = NT_BTYPE_INDIRECT;
        state->trap = in->block->itype == NT_ITYPE_TRAP_RETURN;
    }
}

/* A synchronizing message stands in slot 1 or 2. */
static void synchronize(nt_flow_state *state, const nt_options *options, uint8_t sync) {
    bool keeps = options->rc7 && sync != NT_SYNC_PERIODIC;
    if (!keeps) {
        state->stack.count = 0;
    }
}

static bool asks(const nt_lane_inputs *in) {
    return in->notify6 || in->notify0;
}

/* Whether slot 2 is free: the message in slot 1 has no Ownership after it, and nothing of the block
   will be told with the next address. */
static bool is_second_free(const nt_lane_inputs *in, const nt_config *config,
                           const nt_lane_events *events, bool starts) {
    bool arrives = !starts && events->arrives;
    bool owned = starts || (arrives && (events->synced || in->prv_moves || in->ctype != 0 ||
                                        (in->options->rc7 && events->trap)));
    return config->scontext_w != 0 && !(in->options->ownership && owned) &&
           is_straight(in->block, config) && !is_trap(in->block);
}

/* A synchronizing message at the block's last instruction, or its first, `head` half-words before
   it. */
static void note(nt_flow_state *state, const nt_lane_inputs *in, unsigned head,
                 nt_lane_events *events, nt_descriptor *slot) {
    bool event = in->notify6 || (state->due & NT_DUE_EVENT) != 0;
    unsigned n = (events->valid >> 1 & 1) != 0 ? 2 : 1;
    slot[n] = sync_message(state, event ? NT_SYNC_TRACE_EVENT : NT_SYNC_EXTERNAL_TRIGGER,
                           (in->block->iaddr >> 1) + head);
    slot[n].icnt += head;
    events->second = n == 2;
    events->late &= n == 2 ? (uint8_t) ~(1u << 2) : (uint8_t)OWED;
    events->valid |= (uint8_t)(1u << n);
    events->flush = events->synced = true;
    synchronize(state, in->options, slot[n].code);
}

/* What is asked for at the block's last instruction, or was before the start, is told at once, if
   there is a slot; else it waits for the next block. Returns the half-words that are told so. */
static unsigned take_requests(nt_flow_state *state, const nt_lane_inputs *in,
                              const nt_config *config, bool starts, nt_lane_events *events,
                              nt_descriptor *slot, bool *noted) {
    unsigned head = asks(in) ? head_of(in->block) : 0;
    bool early = starts && (state->due & EVENTS) != 0;
    bool here = nt_block_has_address(in->block, config) && !events->stopped &&
                ((asks(in) && (starts || head != 0)) || early);
    bool used = (events->valid >> 1 & 1) != 0;
    *noted = here && (!used || is_second_free(in, config, events, starts));
    if (*noted) {
        note(state, in, head, events, slot);
        state->icnt = 0;
        state->due = starts ? 0 : state->due;
        return head;
    }
    if (!events->asked) {
        state->due |= (uint8_t)(in->notify6 ? NT_DUE_EVENT : 0);
        state->due |= (uint8_t)(in->notify0 ? NT_DUE_EXTERNAL : 0);
    }
    return 0;
}

/* Where the next PC is known. */
static void place(nt_flow_state *state, const nt_lane_inputs *in, const nt_config *config) {
    const nt_block *block = in->block;
    if (nt_block_has_address(block, config)) {
        state->placed = is_straight(block, config);
        state->tail = (uint8_t)((block->iretire - head_of(block)) & 15);
        if (state->placed) {
            state->expected = address_behind(block, config);
        }
    }
}

/* The block's instructions are traced: I-CNT, branches, and what is awaited behind them. */
static void count_block(nt_flow_state *state, const nt_lane_inputs *in, const nt_config *config,
                        bool starts, nt_lane_events *events, nt_descriptor *slot) {
    const nt_block *block = in->block;
    bool taken = is_taken(in);
    bool direct = taken && !state->is_htm;
    bool split = state->icnt == 0 && block->iretire == 1u << block->ilastsize;
    bool may_ask = config->ntriggers != 0 && (in->hold || asks(in));
    if (is_trap(block) && !may_ask) {
        release_unasked(state, config, events, slot);
    }
    pass_block(state, in);
    bool noted;
    unsigned told = take_requests(state, in, config, starts, events, slot, &noted);
    state->icnt += block->iretire - told;
    place(state, in, config);
    await_block(state, in, config, split || told != 0);

    events->push = state->is_htm && (taken || block->itype == NT_ITYPE_NOT_TAKEN);
    events->taken = taken;
    state->trap = state->trap && !(direct && config->ntriggers != 0);
    if (direct && (state->due != 0 || events->second || in->hold)) {
        state->awaits = NT_AWAIT_BRANCH;
    } else if (direct) {
        slot[3] = branch_message(state);
        state->icnt = 0;
        state->tail = 0;
        events->valid |= 1u << 3;
    } else if (nt_block_has_address(block, config) && state->awaits == NT_AWAIT_NONE &&
               icnt_is_full(state, config)) {
        if (by_sync(state, in->options)) {
            state->due |= NT_DUE_ICNT;
        } else if (state->placed || !in->hold) { /* else at the next block */
            slot[3] = icnt_message(state);
            state->icnt = 0;
            state->tail = 0;
            events->valid |= 1u << 3;
        }
    }
}

/* What is due for an event, or is asked for without a block, is told at the next PC, or else at the
   last instruction, before an address comes. */
static void mark(nt_flow_state *state, const nt_lane_inputs *in, uint64_t address,
                 nt_lane_events *events, nt_descriptor *slot) {
    slot[1] = sync_message(state, sync_of(state->due), address);
    events->valid |= 1u << 1;
    events->flush = events->synced = true;
    events->late = state->carried ? BEFORE_BLOCK : 0;
    if (state->placed) {
        synchronize(state, in->options, slot[1].code);
        state->icnt = 0;
        state->due = 0;
        state->tail = 0;
    }
}

/* At the last instruction, which is taken out of I-CNT and HIST again, for the stop. */
static void mark_last(nt_flow_state *state, const nt_lane_inputs *in, nt_lane_events *events,
                      nt_descriptor *slot) {
    state->icnt -= state->tail;
    mark(state, in, state->last, events, slot);
    events->ends = true;
    state->icnt = state->tail;
    state->awaits = NT_AWAIT_NONE;
    events->pop = state->tail_taken;
}

/* A block with an address ends all awaiting. */
static void resolve(nt_flow_state *state, const nt_lane_inputs *in, const nt_config *config,
                    nt_lane_events *events, nt_descriptor *slot) {
    const nt_options *options = in->options;
    uint64_t compared = options->return_mode == 2 ? mask_of(config->partial_w) : UINT64_MAX;
    bool returned = state->awaits == NT_AWAIT_RETURN &&
                    ((state->expected ^ in->block->iaddr >> 1) & compared) == 0;
    bool inferred = returned || state->awaits == NT_AWAIT_NONE;
    bool full = inferred && icnt_is_full(state, config);
    bool trailed = is_trailed(state, config);
    bool discontinuity = in->traced && in->ctype == CTYPE_DISCONTINUITY;
    events->asked = asks(in) && head_of(in->block) == 0;
    bool event = (in->traced && in->ctype == CTYPE_PRECISE) || (events->asked && in->notify6);
    state->due |= (uint8_t)(event ? NT_DUE_EVENT : 0);
    state->due |= (uint8_t)(events->asked && in->notify0 ? NT_DUE_EXTERNAL : 0);
    state->due |= (uint8_t)(full && by_sync(state, options) ? NT_DUE_ICNT : 0);
    events->synced = state->due != 0;
    if (discontinuity || trailed || !events->synced) {
        release_branch(state, events, slot);
        state->awaits = trailed ? NT_AWAIT_TARGET : state->awaits;
    }
    bool awaited = state->awaits != NT_AWAIT_NONE && !returned;
    if (events->synced || discontinuity || awaited) {
        slot[1] = address_message(state, in, config, discontinuity);
        events->trap = discontinuity || (state->awaits == NT_AWAIT_TARGET && state->trap);
        events->valid |= 1u << 1;
        events->flush = events->arrives = true;
        state->icnt = 0;
    } else if (full) {
        slot[1] = icnt_message(state);
        events->valid |= 1u << 1;
        state->icnt = 0;
    }
    if (events->synced) {
        synchronize(state, options, slot[1].code);
    }
    events->late = state->carried ? BEFORE_BLOCK : 0;
    state->carried = false;
    state->awaits = NT_AWAIT_NONE;
    state->due = 0;
}

static void stop(nt_flow_state *state, const nt_lane_inputs *in, nt_lane_events *events,
                 nt_descriptor *slot) {
    release_branch(state, events, slot);
    slot[3] = stop_message(state, in->qualify->evcode);
    events->valid |= 1u << 3;
    events->flush = true;
    state->state = NT_FLOW_OFF;
    state->awaits = NT_AWAIT_NONE;
    state->due = 0;
    state->overrun = false;
}

static nt_descriptor start_message(const nt_flow_state *state, const nt_lane_inputs *in) {
    return (nt_descriptor){.tcode = NT_TCODE_PROG_TRACE_SYNC,
                           .code = state->overrun ? NT_SYNC_OVERRUN : in->sync_reason,
                           .addr = in->block->iaddr >> 1};
}

static void start(nt_flow_state *state, const nt_lane_inputs *in, nt_lane_events *events,
                  nt_descriptor *slot) {
    *slot = start_message(state, in);
    events->synced = true;
    state->state = NT_FLOW_ON;
    state->overrun = false;
    state->carried = false; /* a stop in a lane before may leave it */
    state->icnt = 0;
    state->stack.count = 0;
}

/* The same without a slot for the new start: it comes behind the block. */
static void break_off(nt_flow_state *state, const nt_lane_inputs *in, nt_lane_events *events,
                      nt_descriptor *slot) {
    bool event = (state->due & EVENTS) != 0;
    if (event && state->placed) {
        mark(state, in, state->expected, events, slot);
        events->marks = true;
    } else if (event && in->tail != 0) {
        mark_last(state, in, events, slot);
    }
    stop(state, in, events, slot);
    state->state = NT_FLOW_ARMED;
}

/* Debug mode begins or ends, and is traced: tracing stops, as where the hart halts, and starts
   again at the block. Requests wait for the next one. */
static void restart(nt_flow_state *state, const nt_lane_inputs *in, const nt_config *config,
                    nt_lane_events *events, nt_descriptor *slot) {
    release_branch(state, events, slot);
    slot[1] = stop_message(state, in->qualify->evcode);
    events->valid |= 1u << 1;
    events->flush = events->stopped = true;
    state->state = NT_FLOW_ARMED;
    state->is_htm = in->qualify->htm;
    state->awaits = NT_AWAIT_NONE;
    state->due &= EVENTS;
    if (nt_block_has_address(in->block, config)) {
        events->second = true;
        events->valid |= 1u << 2;
        start(state, in, events, &slot[2]);
        if (in->qualify->evcode == NT_EVCODE_DEBUG) {
            slot[2].code = NT_SYNC_ENABLE; /* where debug mode begins */
        }
        count_block(state, in, config, false, events, slot);
    }
}

static void lane_while_on(nt_flow_state *state, const nt_lane_inputs *in, const nt_config *config,
                          nt_lane_events *events, nt_descriptor *slot) {
    if (in->traced && in->crosses) {
        if (config->scontext_w != 0) {
            restart(state, in, config, events, slot);
        } else {
            break_off(state, in, events, slot);
        }
        return;
    }
    /* A discontinuity that is not traced, or debug mode, to which straight code does not lead: what
       was awaited will never come. */
    bool awaits = state->awaits != NT_AWAIT_NONE;
    bool branch = state->awaits == NT_AWAIT_BRANCH && !is_trailed(state, config);
    bool enters = in->crosses && (!awaits || branch);
    bool leaves = !in->traced && (in->ctype == CTYPE_DISCONTINUITY || enters);
    bool lands = nt_block_has_address(in->block, config) && !leaves;
    bool stops = !in->traced && (lands || !awaits || !in->qualify->may_wait || leaves);
    bool here = in->here && state->placed && !awaits;
    bool straight = !awaits && (!in->traced || here || (is_block(in->block) && !lands));
    state->due |= here ? NT_DUE_EXTERNAL : 0;
    bool event = (state->due & EVENTS) != 0;
    if (event && state->placed && (straight || (stops && !lands))) {
        mark(state, in, state->expected, events, slot);
        events->marks = true;
    } else if (event && !state->placed && stops && !lands && in->tail != 0) {
        mark_last(state, in, events, slot);
    } else if (lands) {
        resolve(state, in, config, events, slot);
    }
    if (in->traced) {
        count_block(state, in, config, false, events, slot);
    } else if (stops) {
        stop(state, in, events, slot);
    } else if (is_trap(in->block)) {
        /* Still waiting for a target after tracing was turned off: it will be the handler. */
        release_unasked(state, config, events, slot);
        pass_block(state, in);
        await_trap(state, trap_btype(config, in->block->itype == NT_ITYPE_EXCEPTION));
    }
}

static void lane_while_not_on(nt_flow_state *state, const nt_lane_inputs *in,
                              const nt_config *config, nt_lane_events *events,
                              nt_descriptor *slot) {
    if (state->state == NT_FLOW_OFF) {
        state->is_htm = in->qualify->htm;
    }
    bool starts =
        in->traced && nt_block_has_address(in->block, config) && (!state->error || in->drained);
    if (state->error && in->drained && (starts || !in->traced)) {
        slot[0] = error_message(state);
        state->error = false;
        state->error_context = false;
        events->valid |= 1u << 0;
    }
    if (starts) {
        start(state, in, events, &slot[1]);
        events->valid |= 1u << 1;
        events->clear = true;
        count_block(state, in, config, true, events, slot);
    } else {
        state->overrun = state->overrun && in->traced;
        state->state = in->traced ? NT_FLOW_ARMED : NT_FLOW_OFF;
        state->due &= in->traced ? 15 : 0;
    }
}

nt_lane_events nt_flow_lane(nt_flow_state *state, const nt_lane_inputs *in, const nt_config *config,
                            nt_descriptor slot[NT_LANE_SLOTS]) {
    nt_lane_events events = {0};
    if (state->state == NT_FLOW_ON) {
        lane_while_on(state, in, config, &events, slot);
    } else {
        lane_while_not_on(state, in, config, &events, slot);
    }
    if (in->traced && nt_block_has_address(in->block, config)) {
        state->last = ((in->block->iaddr >> 1) + head_of(in->block)) & mask_of(config->xlen - 1u);
        state->tail_taken = events.push && events.taken;
    }
    return events;
}
