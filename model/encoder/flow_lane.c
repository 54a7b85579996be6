#include "model/encoder/flow_lane.h"

#include "model/codes.h"

enum { BEFORE_BLOCK = 7 }; /* slots 0 to 2 */
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

static void await_trap(nt_flow_state *state, uint8_t btype) {
    state->awaits = NT_AWAIT_TARGET;
    state->btype = btype;
    state->trap = true;
    state->carried = false;
}

/* The awaited branch can get no DirectBranchSync any more. */
static void release_branch(nt_flow_state *state, nt_lane_events *events, nt_descriptor *slot) {
    if (state->awaits == NT_AWAIT_BRANCH) {
        slot[0] = branch_message(state);
        state->icnt = 0;
        state->awaits = NT_AWAIT_NONE;
        events->valid |= 1u << 0;
        events->late = state->carried ? BEFORE_BLOCK : 0;
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

/* Whether that is where the block leads; with 3 bits of itype 0 may be a direct jump. */
static bool is_straight(const nt_block *block, const nt_config *config) {
    return block->iretire != 0 && (block->itype == NT_ITYPE_NOT_TAKEN ||
                                   (block->itype == NT_ITYPE_NONE && config->itype_w == 4));
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

/* The block's instructions are traced: I-CNT, branches, and what is awaited behind them. */
static void count_block(nt_flow_state *state, const nt_lane_inputs *in, const nt_config *config,
                        nt_lane_events *events, nt_descriptor *slot) {
    const nt_block *block = in->block;
    bool split = state->icnt == 0 && block->iretire == 1u << block->ilastsize;
    if (is_trap(block)) {
        release_branch(state, events, slot);
    }
    /* What follows is of this cycle; also where it is illegal, for want of instructions. */
    state->carried = state->carried && block->itype == NT_ITYPE_NONE;
    state->icnt += block->iretire;
    state->due |= (uint8_t)(in->notify6 ? NT_DUE_EVENT : 0);
    state->due |= (uint8_t)(in->notify0 ? NT_DUE_EXTERNAL : 0);
    if (in->notify6 || in->notify0) {
        state->placed = is_straight(block, config);
    }
    await_block(state, in, config, split);
    if (state->placed && (in->notify6 || in->notify0)) {
        state->expected = address_behind(block, config);
    }

    bool taken = is_taken(in);
    bool direct = taken && !state->is_htm;
    events->push = state->is_htm && (taken || block->itype == NT_ITYPE_NOT_TAKEN);
    events->taken = taken;
    if (direct && state->due != 0) {
        state->awaits = NT_AWAIT_BRANCH;
    } else if (direct) {
        slot[3] = branch_message(state);
        state->icnt = 0;
        events->valid |= 1u << 3;
    } else if (state->awaits == NT_AWAIT_NONE && icnt_is_full(state, config)) {
        if (by_sync(state, in->options)) {
            state->due |= NT_DUE_ICNT;
        } else {
            slot[3] = icnt_message(state);
            state->icnt = 0;
            events->valid |= 1u << 3;
        }
    }
}

/* A synchronizing message stands in slot 1. */
static void synchronize(nt_flow_state *state, const nt_options *options, uint8_t sync) {
    bool keeps = options->rc7 && sync != NT_SYNC_PERIODIC;
    if (!keeps) {
        state->stack.count = 0;
    }
}

/* What is due for an event has a place that is known, and tracing stops before an address comes, or
   at another. */
static bool is_placed(const nt_flow_state *state, const nt_lane_inputs *in) {
    return !in->traced && state->awaits == NT_AWAIT_NONE && state->placed &&
           (state->due & (NT_DUE_EVENT | NT_DUE_EXTERNAL)) != 0;
}

/* The stop comes behind it. */
static void mark(nt_flow_state *state, const nt_lane_inputs *in, const nt_config *config,
                 nt_lane_events *events, nt_descriptor *slot) {
    slot[1] = address_message(state, in, config, false);
    slot[1].addr = state->expected;
    synchronize(state, in->options, slot[1].code);
    events->valid |= 1u << 1;
    events->flush = events->synced = true;
    events->late = state->carried ? BEFORE_BLOCK : 0;
    state->icnt = 0;
}

/* A block with an address ends all awaiting. */
static void resolve(nt_flow_state *state, const nt_lane_inputs *in, const nt_config *config,
                    nt_lane_events *events, nt_descriptor *slot) {
    const nt_options *options = in->options;
    uint64_t compared = options->return_mode == 2 ? mask_of(config->partial_w) : UINT64_MAX;
    bool returned = state->awaits == NT_AWAIT_RETURN &&
                    ((state->expected ^ in->block->iaddr >> 1) & compared) == 0;
    bool full = returned && icnt_is_full(state, config);
    state->due |= (uint8_t)(in->traced && in->ctype == CTYPE_PRECISE ? NT_DUE_EVENT : 0);
    state->due |= (uint8_t)(full && by_sync(state, options) ? NT_DUE_ICNT : 0);
    bool discontinuity = in->traced && in->ctype == CTYPE_DISCONTINUITY;
    if (discontinuity) {
        release_branch(state, events, slot);
    }
    events->synced = state->due != 0;
    if (events->synced || discontinuity || (state->awaits != NT_AWAIT_NONE && !returned)) {
        slot[1] = address_message(state, in, config, discontinuity);
        events->trap = discontinuity || (state->awaits == NT_AWAIT_TARGET && state->trap);
        events->valid |= 1u << 1;
        events->flush = true;
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

static void lane_while_on(nt_flow_state *state, const nt_lane_inputs *in, const nt_config *config,
                          nt_lane_events *events, nt_descriptor *slot) {
    /* A discontinuity that is not traced: what was awaited will never come. */
    bool leaves = !in->traced && in->ctype == CTYPE_DISCONTINUITY;
    if (is_placed(state, in)) {
        mark(state, in, config, events, slot);
    } else if (nt_block_has_address(in->block, config) && !leaves) {
        resolve(state, in, config, events, slot);
    }
    if (in->traced) {
        count_block(state, in, config, events, slot);
    } else if (state->awaits == NT_AWAIT_NONE || !in->qualify->may_wait || leaves) {
        stop(state, in, events, slot);
    } else if (is_trap(in->block)) {
        /* Still waiting for a target after tracing was turned off: it will be the handler. */
        release_branch(state, events, slot);
        await_trap(state, trap_btype(config, in->block->itype == NT_ITYPE_EXCEPTION));
    }
}

static nt_descriptor start_message(const nt_flow_state *state, const nt_lane_inputs *in) {
    return (nt_descriptor){.tcode = NT_TCODE_PROG_TRACE_SYNC,
                           .code = state->overrun ? NT_SYNC_OVERRUN : in->sync_reason,
                           .addr = in->block->iaddr >> 1};
}

static void start(nt_flow_state *state, const nt_lane_inputs *in, nt_lane_events *events,
                  nt_descriptor *slot) {
    slot[1] = start_message(state, in);
    events->valid |= 1u << 1;
    events->clear = true;
    events->synced = true;
    state->state = NT_FLOW_ON;
    state->overrun = false;
    state->carried = false; /* a stop in a lane before may leave it */
    state->icnt = 0;
    state->stack.count = 0;
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
        start(state, in, events, slot);
        count_block(state, in, config, events, slot);
    } else {
        state->overrun = state->overrun && in->traced;
        state->state = in->traced ? NT_FLOW_ARMED : NT_FLOW_OFF;
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
    return events;
}
