/* SPDX-License-Identifier: Apache-2.0 */
#include "model/adapter/rvfi.h"

#include "model/adapter/instruction.h"

/* Items of a cycle, oldest first. */
typedef struct item_list {
    nt_item item[NT_BLOCK_QUEUE_ITEMS];
    unsigned count;
} item_list;

static void add(item_list *list, nt_item item) {
    list->item[list->count++] = item;
}

static uint8_t priv_of(const nt_rvfi_channel *c) {
    static const uint8_t guest[] = {5, 6};
    return c->hart_virtual && c->mode < 2 ? guest[c->mode] : c->mode;
}

static uint64_t in_line(const nt_rvfi_channel *c, const nt_instruction *is, unsigned xlen) {
    uint64_t next = c->pc_rdata + is->bytes;
    return xlen == 32 ? (uint32_t)next : next;
}

/* Whether no instruction led to this one. */
static bool was_moved(const nt_rvfi *s, const nt_rvfi_channel *c) {
    return s->trapped || c->intr || c->pc_rdata != s->pc || (priv_of(c) != s->priv && !s->xret);
}

/* What was before an instruction: a stop or a trap, if anything. */
static bool put_entry(nt_rvfi *s, const nt_rvfi_params *p, const nt_rvfi_channel *c,
                      item_list *list) {
    if (s->stops) {
        add(list, (nt_item){.kind = NT_ITEM_STOP, .priv = NT_STOP_HALTED});
        s->status = NT_STOP_HALTED;
        return true;
    }
    if (!s->known || !was_moved(s, c)) {
        return false;
    }
    add(list, (nt_item){.kind = NT_ITEM_TRAP,
                        .iaddr = s->pc,
                        .priv = s->priv,
                        .itype = s->trapped ? NT_ITYPE_EXCEPTION : NT_ITYPE_INTERRUPT,
                        .ends = true,
                        .cause = p->causes ? c->hart_cause : 0,
                        .tval = p->causes ? c->hart_tval : 0});
    s->status = 0;
    return true;
}

/* An indirect jump, but a return, by the register that the instruction before it loaded. */
static bool is_pair(const nt_rvfi *s, const nt_instruction *is) {
    bool indirect = is->itype == NT_ITYPE_INDIRECT_CALL || is->itype == NT_ITYPE_INDIRECT_JUMP ||
                    is->itype == NT_ITYPE_COROUTINE_SWAP || is->itype == NT_ITYPE_OTHER_INDIRECT;
    return indirect && s->loads && s->rd != 0 && s->rd == is->rs1;
}

static void put_instruction(nt_rvfi *s, const nt_rvfi_params *p, const nt_rvfi_channel *c,
                            item_list *list) {
    nt_instruction is = nt_instruction_of(c->insn, p->xlen);
    uint64_t next = in_line(c, &is, p->xlen);
    bool leaves = c->pc_wdata != next;
    bool pairs = !put_entry(s, p, c, list) && s->known && p->sijump && is_pair(s, &is);
    s->trapped = c->trap || (is.trap_call && leaves);
    s->known = true;
    s->stops = c->halt;
    s->priv = priv_of(c);
    s->xret = !s->trapped && is.itype == NT_ITYPE_TRAP_RETURN;
    s->loads = !s->trapped && is.loads;
    s->rd = is.rd;
    if (s->trapped) {
        s->pc = c->pc_rdata;
        return;
    }
    s->pc = is.itype == NT_ITYPE_NONE ? next : c->pc_wdata;
    s->status = 0;
    bool taken = is.itype == NT_ITYPE_NOT_TAKEN && leaves;
    add(list, (nt_item){.kind = NT_ITEM_INSN,
                        .iaddr = c->pc_rdata,
                        .priv = s->priv,
                        .itype = taken ? NT_ITYPE_TAKEN : is.itype,
                        .ends = is.itype != NT_ITYPE_NONE,
                        .sijump = pairs,
                        .bytes = is.bytes});
}

static void put_channel(nt_rvfi *s, const nt_rvfi_params *p, const nt_rvfi_channel *c,
                        item_list *list) {
    if (c->hart_debug) {
        s->known = false;
        s->stops = (s->status & NT_STOP_HALTED) == 0;
    } else {
        put_instruction(s, p, c, list);
    }
}

/* A cycle in which nothing comes: time to say why. */
static void put_stop(nt_rvfi *s, const nt_rvfi_inputs *in, item_list *list) {
    unsigned levels =
        (in->hart_reset ? NT_STOP_RESET : 0U) | (in->hart_lowpower ? NT_STOP_LOWPOWER : 0U);
    if (s->stops) {
        s->status = NT_STOP_HALTED;
    } else if (levels != 0 && (s->status & ~(unsigned)NT_STOP_HALTED) != levels) {
        s->status = (uint8_t)(levels | (in->hart_reset ? 0U : s->status & NT_STOP_HALTED));
    } else {
        return;
    }
    s->known = false;
    s->stops = false;
    add(list, (nt_item){.kind = NT_ITEM_STOP, .priv = s->status});
}

void nt_rvfi_out(const nt_rvfi *state, nt_rvfi_outputs *out) {
    out->ingress = &state->queue.out;
    out->overrun = state->overrun;
}

void nt_rvfi_step(nt_rvfi *state, const nt_rvfi_params *params, const nt_rvfi_inputs *in) {
    const nt_block_queue_params queue = {.depth = params->depth,
                                         .take = (uint8_t)(params->nret + 1),
                                         .nblocks = params->nblocks,
                                         .itype_w = params->itype_w,
                                         .iretire_w = params->iretire_w};
    item_list list = {.count = 0};
    uint8_t status = state->status;
    bool comes = false;
    for (unsigned i = 0; i < params->nret; i++) {
        if (in->channel[i].valid) {
            comes = true;
            put_channel(state, params, &in->channel[i], &list);
        }
    }
    if (!comes) {
        put_stop(state, in, &list);
    }
    if (!nt_block_queue_has_room(&state->queue, &queue, list.count)) {
        state->stops = true;
        state->status = status;
        state->overrun = true;
    }
    nt_block_queue_step(&state->queue, &queue, in->rst, list.item, list.count);
    if (in->rst) {
        state->known = state->stops = state->overrun = false;
        state->status = 0;
    }
}
