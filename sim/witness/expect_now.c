/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/witness/expect_now.h"

enum { MODE_BTM = 3, MODE_HTM = 6 };
enum { PRIV_DEBUG = 4 };
enum { NOWHERE = NT_EXPECT_NOWHERE };

/* itype as 1.0 has it: 7 is a code of the draft, or with all-jumps a taken branch. */
static uint8_t itype_of(const nt_expect *expect, const nt_block *block) {
    if (expect->config->draft && (block->itype == 7 || block->itype == 12)) {
        return (uint8_t)(block->itype + 1);
    }
    if (block->itype == 7) {
        return expect->settings.trTeInstEnAllJumps ? NT_ITYPE_TAKEN : NT_ITYPE_NONE;
    }
    return block->itype;
}

bool nt_witness_asks(const nt_config *config, const nt_control *control, const nt_ingress *ingress,
                     nt_witness_action action) {
    bool asks = ingress->trigger >> (action - NT_ASK_TRACE_ON) & 1;
    for (unsigned i = 0; i < config->ntriggers && ingress->ext_trigger != 0; i++) {
        unsigned chosen = control->trTeTrigExtInControl >> 4 * i & 15;
        asks = asks || ((ingress->ext_trigger >> i & 1) && chosen == (unsigned)action);
    }
    return asks && control->trTeInstTrigEnable;
}

bool nt_witness_may_ask(const nt_config *config, const nt_control *live) {
    enum { ACTION_NOTIFY = 4 };
    bool may = false;
    for (unsigned i = 0; i < config->ntriggers; i++) {
        may = may || (live->trTeTrigExtInControl >> 4 * i & 15) == ACTION_NOTIFY;
    }
    return may;
}

void nt_expect_qualify(nt_expect *expect, const nt_witness_inputs *in, nt_expect_now *now) {
    uint32_t mode = in->control->trTeInstMode;
    const bool enabled =
        in->control->trTeEnable &&
        (in->control->trTeInstTracing ||
         nt_witness_asks(expect->config, in->control, in->ingress, NT_ASK_TRACE_ON)) &&
        (mode == MODE_BTM || mode == MODE_HTM);
    *now = (nt_expect_now){.in = in, .ingress = *in->ingress, .enabled = enabled};
    for (unsigned b = 0; b < expect->config->nblocks; b++) {
        nt_block *block = &now->ingress.block[b];
        /* The draft's swap has no sijump. */
        block->sijump = block->sijump && !(expect->config->draft && block->itype == 7);
        block->itype = itype_of(expect, block);
    }
    now->hart_runs = !now->ingress.halted && !now->ingress.reset && !now->ingress.lowpower;
    now->waits = now->hart_runs && in->control->trTeEnable;
    now->tracing = enabled && now->hart_runs;
    const nt_witness_filter_inputs filter = {.ingress = &now->ingress,
                                             .live = in->live,
                                             .version = in->version,
                                             .ext_trigger = now->ingress.ext_trigger,
                                             .tracing = now->tracing};
    nt_witness_filter_cycle(&expect->filter, &filter, now->block);
    now->debug = nt_expect_is_empty(&now->ingress.block[0]) ? expect->debug
                                                            : now->ingress.priv == PRIV_DEBUG;
    now->crosses = now->debug != expect->debug;
}

/* ---- what a block is ---- */

static uint64_t wrapped(const nt_expect *expect, uint64_t address) {
    return expect->config->xlen == 32 ? address & UINT32_MAX : address;
}

/* With 3 bits of itype, 0 is also a direct jump. Another encoder may look at the code. */
static uint64_t behind_any(const nt_expect *expect, const nt_block *block) {
    const uint64_t pc = nt_expect_last_of(expect, block);
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

uint64_t nt_expect_behind(const nt_expect *expect, const nt_block *block) {
    bool straight = block->iretire == 0 || block->itype == NT_ITYPE_NOT_TAKEN ||
                    (block->itype == 0 && expect->config->itype_w == 4);
    return !straight
               ? behind_any(expect, block)
               : wrapped(expect, (block->iaddr & ~UINT64_C(1)) + 2u * (uint64_t)block->iretire);
}

uint64_t nt_expect_last_of(const nt_expect *expect, const nt_block *block) {
    return wrapped(expect, (block->iaddr & ~UINT64_C(1)) + 2u * nt_expect_head_of(block));
}

unsigned nt_expect_outcome(const nt_expect *expect, const nt_block *block) {
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
