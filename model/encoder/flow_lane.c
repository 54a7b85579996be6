#include "model/encoder/flow_lane.h"

#include "model/codes.h"

enum { HIST_EMPTY = 1 };

/* itypes after which the next address cannot be inferred, as a bit mask. */
static const uint32_t jumps = 1u << NT_ITYPE_TRAP_RETURN | 1u << NT_ITYPE_INDIRECT |
                              1u << NT_ITYPE_INDIRECT_CALL | 1u << NT_ITYPE_INDIRECT_JUMP |
                              1u << NT_ITYPE_COROUTINE_SWAP | 1u << NT_ITYPE_RETURN |
                              1u << NT_ITYPE_OTHER_INDIRECT;

static bool is_trap(const nt_block *block) {
    return block->itype == NT_ITYPE_EXCEPTION || block->itype == NT_ITYPE_INTERRUPT;
}

static nt_descriptor error_message(void) {
    return (nt_descriptor){.tcode = NT_TCODE_ERROR,
                           .code = NT_ETYPE_OVERRUN,
                           .icnt = NT_ECODE_PROGRAM_TRACE,
                           .hist = HIST_EMPTY};
}

static nt_descriptor start_message(const nt_flow_state *state, const nt_block *block,
                                   const nt_qualify_outputs *qualify) {
    bool overrun = state->state != NT_FLOW_OFF && state->overrun;
    return (nt_descriptor){.tcode = NT_TCODE_PROG_TRACE_SYNC,
                           .code = overrun ? NT_SYNC_OVERRUN : qualify->sync_reason[0],
                           .addr = block->iaddr >> 1};
}

static nt_descriptor target_message(const nt_flow_state *state, const nt_block *block) {
    return (nt_descriptor){.tcode = state->hist != HIST_EMPTY ? NT_TCODE_INDIRECT_BRANCH_HIST
                                                              : NT_TCODE_INDIRECT_BRANCH,
                           .btype = state->pending_btype,
                           .icnt = state->icnt,
                           .hist = state->hist,
                           .addr = block->iaddr >> 1};
}

static nt_descriptor stop_message(const nt_flow_state *state, const nt_qualify_outputs *qualify) {
    return (nt_descriptor){.tcode = NT_TCODE_PROG_TRACE_CORRELATION,
                           .code = qualify->evcode,
                           .btype = state->is_htm,
                           .icnt = state->icnt,
                           .hist = state->hist};
}

/* The block's instructions are traced: I-CNT, HIST and what they cause. Returns slots 2 and 3. */
static uint8_t count_block(nt_flow_state *state, const nt_block *block, const nt_config *config,
                           nt_descriptor slot[NT_LANE_SLOTS]) {
    uint8_t valid = 0;
    bool taken = block->itype == NT_ITYPE_TAKEN;
    bool branch = taken || block->itype == NT_ITYPE_NOT_TAKEN;
    bool jump = (jumps >> block->itype) & 1;

    state->icnt += block->iretire;
    if (state->is_htm && branch) {
        state->hist = state->hist << 1 | taken;
    }
    if (is_trap(block)) {
        state->pending_btype =
            block->itype == NT_ITYPE_EXCEPTION ? NT_BTYPE_EXCEPTION : NT_BTYPE_INTERRUPT;
    } else if (jump) {
        state->pending_btype = NT_BTYPE_INDIRECT;
    }
    state->pending = state->pending || jump || is_trap(block);

    if (taken && !state->is_htm) {
        slot[2] = (nt_descriptor){.tcode = NT_TCODE_DIRECT_BRANCH, .icnt = state->icnt};
        state->icnt = 0;
        valid |= 1u << 2;
    } else if (!state->pending && state->icnt >> (config->icnt_w - 1)) {
        slot[2] = (nt_descriptor){
            .tcode = NT_TCODE_RESOURCE_FULL, .code = NT_RCODE_ICNT, .icnt = state->icnt};
        state->icnt = 0;
        valid |= 1u << 2;
    }
    if (state->hist >> (config->hist_w - 1)) {
        slot[3] = (nt_descriptor){
            .tcode = NT_TCODE_RESOURCE_FULL, .code = NT_RCODE_HIST, .hist = state->hist};
        state->hist = HIST_EMPTY;
        valid |= 1u << 3;
    }
    return valid;
}

static void clear_counters(nt_flow_state *state) {
    state->icnt = 0;
    state->hist = HIST_EMPTY;
    state->pending = false;
}

uint8_t nt_flow_lane(nt_flow_state *state, const nt_block *block, const nt_qualify_outputs *qualify,
                     bool drained, const nt_config *config, nt_descriptor slot[NT_LANE_SLOTS]) {
    bool tracing = qualify->tracing;
    bool has_address = nt_block_has_address(block);
    uint8_t valid = 0;

    if (state->state == NT_FLOW_ON) {
        if (state->pending && has_address) {
            slot[1] = target_message(state, block);
            valid |= 1u << 1;
            clear_counters(state);
        }
        if (tracing) {
            return valid | count_block(state, block, config, slot);
        }
        if (!state->pending || !qualify->hart_runs) {
            slot[2] = stop_message(state, qualify);
            state->state = NT_FLOW_OFF;
            state->pending = false;
            state->overrun = false;
            return valid | 1u << 2;
        }
        /* Still waiting for a target after tracing was turned off: after a trap, the handler. */
        if (is_trap(block)) {
            state->pending_btype = NT_BTYPE_INTERRUPT;
        }
        return valid;
    }

    if (state->state == NT_FLOW_OFF) {
        state->is_htm = qualify->htm;
    }
    bool starts = tracing && has_address && (!state->error || drained);
    if (state->error && drained && (starts || !tracing)) {
        slot[0] = error_message();
        state->error = false;
        valid |= 1u << 0;
    }
    if (!starts) {
        state->overrun = state->overrun && tracing && state->state != NT_FLOW_OFF;
        state->state = tracing ? NT_FLOW_ARMED : NT_FLOW_OFF;
        return valid;
    }
    slot[1] = start_message(state, block, qualify);
    clear_counters(state);
    state->state = NT_FLOW_ON;
    state->overrun = false;
    return valid | 1u << 1 | count_block(state, block, config, slot);
}
