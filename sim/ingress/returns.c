/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/returns.h"

#include "model/codes.h"
#include "ntrace/messages.h"

#include <inttypes.h>
#include <stdio.h>

enum { COUNTING = 1 };

static bool is_call(const nt_block *block) {
    return block->itype == NT_ITYPE_INDIRECT_CALL || block->itype == NT_ITYPE_DIRECT_CALL ||
           block->itype == NT_ITYPE_COROUTINE_SWAP;
}

static bool is_return(const nt_block *block) {
    return block->itype == NT_ITYPE_RETURN || block->itype == NT_ITYPE_COROUTINE_SWAP;
}

/* The message with the block's address; NULL: there is none. */
static const nt_descriptor *address_of(const nt_flow_stage *flow, unsigned lane) {
    unsigned slot = NT_LANE_SLOTS * lane + 1;
    bool there = (flow->valid >> slot & 1) != 0 && flow->slot[slot].tcode != NT_TCODE_RESOURCE_FULL;
    return there ? &flow->slot[slot] : NULL;
}

/* A synchronizing message empties the stack; in the draft one that is no start, unless it is
   periodic, does not. */
static bool empties(const nt_descriptor *message, bool rc7) {
    bool syncs =
        message->tcode == NT_TCODE_PROG_TRACE_SYNC || nt_tcode_without_sync(message->tcode) != 0;
    return syncs && !(rc7 && nt_sync_is_marker(message->code));
}

static void take_block(nt_returns *returns, const nt_encoder *model, unsigned lane, bool traced) {
    const nt_config *config = model->config;
    const nt_block *block = &returns->at.block[lane];
    const nt_descriptor *message = address_of(&model->flow, lane);
    uint64_t mask = UINT64_MAX >> (65 - config->xlen);
    if (nt_block_has_address(block, config)) {
        returns->wrong += returns->awaited && message == NULL && traced &&
                          ((block->iaddr >> 1 ^ returns->expected) & mask) != 0;
        returns->awaited = false;
    }
    if (message != NULL && empties(message, model->options.rc7)) {
        returns->stack.count = 0;
    }
    if (!traced || model->flow.state.state != NT_FLOW_ON) {
        returns->awaited = false;
        return;
    }
    if (is_return(block) && returns->stack.count != 0) {
        returns->expected = nt_return_stack_top(&returns->stack, config->stack_depth);
        returns->awaited = true;
        nt_return_stack_pop(&returns->stack, config->stack_depth);
    }
    if (is_call(block)) {
        nt_return_stack_push(&returns->stack, config->stack_depth,
                             ((block->iaddr >> 1) + block->iretire) & mask);
    }
}

void nt_returns_before(nt_returns *returns, const nt_encoder *model) {
    returns->counting = model->options.return_mode == COUNTING;
    if (returns->counting) {
        returns->at = model->ingress;
    }
}

void nt_returns_after(nt_returns *returns, const nt_encoder *model,
                      const nt_qualify_outputs *qualify) {
    if (model->dropped) { /* Error says that what was awaited is lost */
        returns->awaited = false;
        return;
    }
    for (unsigned lane = 0; returns->counting && lane < model->config->nblocks; lane++) {
        take_block(returns, model, lane, qualify->traced[lane]);
    }
}

bool nt_returns_warning(const nt_returns *returns, char text[NT_RETURNS_TEXT]) {
    (void)snprintf(text, NT_RETURNS_TEXT,
                   "%" PRIu64 " returns went elsewhere than to their call, which "
                   "trTeInstImplicitReturnMode=1 does not report: the trace cannot be decoded "
                   "there; modes 2 and 3 compare addresses",
                   returns->wrong);
    return returns->wrong != 0;
}
