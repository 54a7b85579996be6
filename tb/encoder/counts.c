/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/encoder/counts.h"

#include "model/codes.h"

/* Messages behind the flow stage. */

static void count_full(nt_counts *counts, const nt_descriptor *message, const nt_config *config) {
    bool icnt_first = (message->code & NT_ICNT_FIRST) != 0;
    unsigned rcode = message->code & ~(unsigned)NT_ICNT_FIRST;
    bool repeated = rcode == NT_RCODE_HREPEAT;
    counts->icnt_full += icnt_first || rcode == NT_RCODE_ICNT;
    counts->hist_full += rcode == NT_RCODE_HIST;
    counts->icnt_and_hist_full += icnt_first;
    counts->icnt_full_with_repeat += icnt_first && repeated;
    counts->hist_repeated += repeated;
    counts->hrepeat_maximum += repeated && message->addr == (1u << config->repeat_w) - 1;
}

static void count_start(nt_counts *counts, unsigned sync) {
    counts->start_enable += sync == NT_SYNC_ENABLE;
    counts->start_reset += sync == NT_SYNC_RESET;
    counts->start_debug += sync == NT_SYNC_DEBUG;
    counts->start_lowpower += sync == NT_SYNC_LOWPOWER;
    counts->sync_after_loss += sync == NT_SYNC_OVERRUN;
}

static void count_sync(nt_counts *counts, unsigned sync, unsigned sync_mode) {
    uint64_t *const periodic[] = {NULL, &counts->sync_periodic_by_messages,
                                  &counts->sync_periodic_by_cycles,
                                  &counts->sync_periodic_by_halfwords};
    counts->sync_external_trigger += sync == NT_SYNC_EXTERNAL_TRIGGER;
    counts->sync_trace_event += sync == NT_SYNC_TRACE_EVENT;
    counts->sync_icnt += sync == NT_SYNC_ICNT;
    if (sync == NT_SYNC_PERIODIC && sync_mode != 0) {
        (*periodic[sync_mode & 3])++;
    }
    count_start(counts, sync);
}

static void count_stop(nt_counts *counts, const nt_descriptor *message) {
    counts->stop_debug += message->code == NT_EVCODE_DEBUG;
    counts->stop_lowpower += message->code == NT_EVCODE_LOWPOWER;
    counts->stop_disabled += message->code == NT_EVCODE_DISABLED;
    counts->stop_with_history += message->btype == 1 && message->hist > 1;
}

static void count_indirect(nt_counts *counts, const nt_descriptor *message) {
    counts->btype_trap += message->btype == NT_BTYPE_TRAP;
    counts->btype_exception += message->btype == NT_BTYPE_EXCEPTION;
    counts->btype_interrupt += message->btype == NT_BTYPE_INTERRUPT;
}

static void count_ownership(nt_counts *counts, const nt_descriptor *message) {
    counts->ownership_format_0 += message->btype == NT_FORMAT_PRIVILEGE;
    counts->ownership_format_2 += message->btype != NT_FORMAT_PRIVILEGE;
    counts->ownership_format_3 += message->btype == NT_FORMAT_HCONTEXT;
}

static void count_message(nt_counts *counts, const nt_descriptor *message,
                          const nt_encoder *encoder) {
    switch (message->tcode) {
    case NT_TCODE_INDIRECT_BRANCH_SYNC:
    case NT_TCODE_INDIRECT_BRANCH_HIST_SYNC:
        count_indirect(counts, message);
        count_sync(counts, message->code, encoder->options.sync_mode);
        break;
    case NT_TCODE_PROG_TRACE_SYNC:
    case NT_TCODE_DIRECT_BRANCH_SYNC:
        count_sync(counts, message->code, encoder->options.sync_mode);
        break;
    case NT_TCODE_INDIRECT_BRANCH:
    case NT_TCODE_INDIRECT_BRANCH_HIST:
        count_indirect(counts, message);
        counts->messages_with_extended_address += encoder->options.format.extend_msb;
        break;
    case NT_TCODE_PROG_TRACE_CORRELATION:
        count_stop(counts, message);
        break;
    case NT_TCODE_RESOURCE_FULL:
        count_full(counts, message, encoder->config);
        break;
    case NT_TCODE_REPEAT_BRANCH:
        counts->repeat_branch_maximum += message->addr == (1u << encoder->config->repeat_w) - 1;
        break;
    case NT_TCODE_OWNERSHIP:
        count_ownership(counts, message);
        break;
    case NT_TCODE_ERROR:
        counts->error_messages++;
        counts->error_with_ownership += (message->icnt & NT_ECODE_OWNERSHIP) != 0;
        break;
    default:
        break;
    }
}

static void count_messages(nt_counts *counts, const nt_encoder *encoder) {
    const nt_flow_stage *flow = &encoder->flow;
    const nt_options *options = &encoder->options;
    for (unsigned i = 0; flow->valid >> i; i++) {
        if ((flow->valid >> i & 1) == 0) {
            continue;
        }
        const nt_descriptor *message = &flow->slot[i];
        count_message(counts, message, encoder);
        bool first = i % NT_LANE_SLOTS == 0;
        bool alone = (flow->valid >> (i + 1) & 1) == 0;
        counts->history_before_a_message += first && message->tcode == NT_TCODE_RESOURCE_FULL;
        counts->error_at_stop += first && message->tcode == NT_TCODE_ERROR && alone;
        counts->messages_with_src += options->format.src_bits != 0;
        counts->messages_with_tstamp += options->format.ts_enable;
        counts->messages_with_a_late_tstamp += options->format.ts_enable && flow->late >> i & 1;
        counts->messages_of_rc7 += options->rc7;
    }
    counts->two_messages_in_a_cycle += (flow->valid & (flow->valid - 1)) != 0;
    counts->messages_in_consecutive_cycles += counts->had_messages;
}

/* Blocks that the flow stage is about to take. */

static void count_privilege(nt_counts *counts, unsigned priv) {
    uint64_t *const by_priv[8] = {
        &counts->priv_u,  &counts->priv_s,  NULL, &counts->priv_m, &counts->priv_debug,
        &counts->priv_vu, &counts->priv_vs, NULL};
    if (by_priv[priv & 7] != NULL) {
        (*by_priv[priv & 7])++;
    }
}

static void count_trap(nt_counts *counts, const nt_block *block) {
    if (block->itype == NT_ITYPE_NONE) {
        return;
    }
    bool retired = block->iretire != 0;
    bool exception = block->itype == NT_ITYPE_EXCEPTION;
    bool interrupt = block->itype == NT_ITYPE_INTERRUPT;
    counts->exceptions += exception && retired;
    counts->exceptions_without_retirement += exception && !retired;
    counts->interrupts += interrupt && retired;
    counts->interrupts_without_retirement += interrupt && !retired;
    counts->trap_returns += block->itype == NT_ITYPE_TRAP_RETURN;
}

static void count_context(nt_counts *counts, unsigned ctype) {
    counts->ctype_imprecise += ctype == 1;
    counts->ctype_precise += ctype == 2;
    counts->ctype_discontinuity += ctype == 3;
}

static bool is_empty(const nt_block *block) {
    return block->iretire == 0 && block->itype == NT_ITYPE_NONE;
}

static void count_blocks(nt_counts *counts, const nt_encoder_view *view) {
    const nt_encoder *encoder = view->encoder;
    const nt_ingress_latch *ingress = &encoder->ingress;
    const nt_qualify_outputs *qualify = &view->outputs.encoder.qualify;
    unsigned nblocks = encoder->config->nblocks;
    unsigned traced = 0;
    for (unsigned i = 0; i < nblocks; i++) {
        const nt_block *block = &ingress->block[i];
        if (is_empty(block)) {
            continue;
        }
        count_trap(counts, block);
        traced += qualify->traced[i];
        counts->blocks_filtered += qualify->tracing && !qualify->traced[i];
        counts->notify_of_a_trace_event += qualify->notify6[i];
        counts->notify_of_an_external_trigger += qualify->notify0[i];
        counts->coroutine_swaps += qualify->traced[i] && block->itype == NT_ITYPE_COROUTINE_SWAP &&
                                   encoder->options.return_mode != 0;
        counts->direct_call_as_branch += qualify->traced[i] && encoder->options.all_jumps &&
                                         block->itype == NT_ITYPE_DIRECT_CALL;
        if (i > 0 && !is_empty(block - 1)) {
            counts->filter_starts_within_a_cycle += !qualify->traced[i - 1] && qualify->traced[i];
            counts->filter_stops_within_a_cycle += qualify->traced[i - 1] && !qualify->traced[i];
        }
    }
    counts->cycles_with_every_block += traced == nblocks;
    if (qualify->traced[0] && !is_empty(&ingress->block[0])) {
        count_privilege(counts, ingress->priv);
        count_context(counts, ingress->ctype);
    }
}

/* The first block of a cycle, and what the lanes left in the cycle before. */

static void count_return(nt_counts *counts, const nt_encoder *encoder, const nt_block *block) {
    const nt_flow_state *state = &encoder->flow.state;
    unsigned mode = encoder->options.return_mode;
    if (state->awaits == NT_AWAIT_RETURN && nt_block_has_address(block, encoder->config)) {
        uint64_t compared =
            mode == 2 ? ((uint64_t)1 << encoder->config->partial_w) - 1 : UINT64_MAX;
        bool implicit = ((state->expected ^ block->iaddr >> 1) & compared) == 0;
        counts->return_implicit_by_partial += implicit && mode == 2;
        counts->return_implicit_by_full += implicit && mode == 3;
        counts->return_elsewhere += !implicit;
    }
    bool returns = block->itype == NT_ITYPE_RETURN || block->itype == NT_ITYPE_COROUTINE_SWAP;
    if (returns && mode != 0) {
        counts->return_implicit_by_counting += mode == 1 && state->stack.count != 0;
        counts->return_with_empty_stack += state->stack.count == 0;
    }
    bool calls = block->itype == NT_ITYPE_INDIRECT_CALL || block->itype == NT_ITYPE_DIRECT_CALL;
    counts->call_with_full_stack +=
        calls && mode != 0 && state->stack.count == encoder->config->stack_depth;
}

static bool is_sequential(const nt_block *block) {
    static const uint16_t itypes = 1u << NT_ITYPE_INDIRECT | 1u << NT_ITYPE_INDIRECT_CALL |
                                   1u << NT_ITYPE_INDIRECT_JUMP | 1u << NT_ITYPE_COROUTINE_SWAP |
                                   1u << NT_ITYPE_OTHER_INDIRECT;
    return block->sijump && (itypes >> block->itype & 1) != 0;
}

static void count_first_block(nt_counts *counts, const nt_encoder *encoder) {
    const nt_flow_state *state = &encoder->flow.state;
    const nt_block *block = &encoder->ingress.block[0];
    count_return(counts, encoder, block);
    if (encoder->options.sequential_jump && is_sequential(block)) {
        bool alone = block->iretire == 1u << block->ilastsize;
        bool sent = state->icnt == 0 || state->due != 0; /* or is, before this block */
        counts->sequential_jump_split += state->awaits == NT_AWAIT_NONE && alone && sent;
        counts->sequential_jump_inferred += state->awaits == NT_AWAIT_NONE && !(alone && sent);
    }
}

static void count_state(nt_counts *counts, const nt_encoder_view *view) {
    const nt_encoder *encoder = view->encoder;
    const nt_flow_stage *flow = &encoder->flow;
    bool on = flow->state.state == NT_FLOW_ON;
    if (on && view->outputs.encoder.qualify.traced[0]) {
        count_first_block(counts, encoder);
    }
    counts->stop_waits_for_target +=
        on && flow->state.awaits != NT_AWAIT_NONE && !view->outputs.encoder.qualify.tracing;
    if (flow->repeat.count != 0) {
        bool hist = flow->repeat.hist > 1;
        counts->repeat_of_direct_branch += !flow->repeat.indirect;
        counts->repeat_of_indirect_branch += flow->repeat.indirect && !hist;
        counts->repeat_of_indirect_branch_hist += flow->repeat.indirect && hist;
    }
}

/* Bytes that the sink takes. */
static void count_bytes(nt_counts *counts, const nt_encoder_seen *rtl) {
    for (unsigned i = 0; i < rtl->out_count; i++) {
        uint8_t byte = (uint8_t)(rtl->out >> (8 * i));
        if (!counts->in_message) {
            counts->by_tcode[byte >> 2]++;
        }
        counts->in_message = (byte & 3) != 3;
    }
}

void nt_counts_cycle(nt_counts *counts, const nt_encoder_view *view, const nt_encoder_seen *rtl) {
    const nt_encoder *encoder = view->encoder;
    unsigned level = encoder->fifo.level;
    count_blocks(counts, view);
    count_state(counts, view);
    bool has_messages = encoder->flow.valid != 0;
    if (has_messages) {
        count_messages(counts, encoder);
    }
    counts->had_messages = has_messages;
    counts->fifo_full_cycles += level == encoder->config->fifo_depth;
    if (level > counts->fifo_most) {
        counts->fifo_most = level;
    }
    counts->drops += rtl->hint_dropped;
    counts->trace_on += view->outputs.triggers.trace_on;
    counts->trace_off += view->outputs.triggers.trace_off;
    counts->stall_cycles += rtl->stall;
    counts->sink_waits += rtl->out_valid && !rtl->out_ready;
    if (rtl->out_valid && rtl->out_ready && !view->in.rst) {
        count_bytes(counts, rtl);
    }
}

void nt_counts_access(nt_counts *counts, const nt_encoder_registers_outputs *bus) {
    counts->register_accesses += bus->PREADY;
    counts->register_errors += bus->PREADY && bus->PSLVERR;
}
