/* SPDX-License-Identifier: Apache-2.0 */
#include "model/adapter/block_queue.h"

#include <string.h>

bool nt_block_queue_has_room(const nt_block_queue *state, const nt_block_queue_params *params,
                             unsigned count) {
    unsigned leaves = state->level > 0; /* one at least */
    return state->level + count <= params->depth + leaves;
}

static uint8_t narrow(uint8_t itype) {
    switch (itype) {
    case NT_ITYPE_DIRECT_CALL:
    case NT_ITYPE_DIRECT_JUMP:
    case NT_ITYPE_OTHER_DIRECT:
        return NT_ITYPE_NONE;
    default:
        return itype >= 8 ? NT_ITYPE_INDIRECT : itype;
    }
}

/* The blocks of a cycle as they grow. */
typedef struct growth {
    const nt_block_queue_params *params;
    nt_ingress *out;
    unsigned used; /* blocks */
    bool open;     /* the last one may go on */
} growth;

/* The item goes into the last block, or into a new one; false: no room. */
static bool put(growth *g, const nt_item *item) {
    unsigned halves = item->kind == NT_ITEM_TRAP ? 0 : item->bytes / 2;
    nt_block *block = g->used == 0 ? NULL : &g->out->block[g->used - 1];
    if (block == NULL || !g->open || (block->iretire + halves) >> g->params->iretire_w != 0) {
        if (g->used == g->params->nblocks) {
            return false;
        }
        block = &g->out->block[g->used++];
        block->iaddr = item->iaddr;
    }
    block->iretire = (uint16_t)(block->iretire + halves);
    block->itype = g->params->itype_w == 3 ? narrow(item->itype) : item->itype;
    block->sijump = item->sijump;
    if (item->kind == NT_ITEM_INSN) {
        block->ilastsize = item->bytes == 4;
    }
    g->open = !item->ends;
    return true;
}

static void put_status(nt_ingress *out, unsigned status) {
    out->halted = (status & NT_STOP_HALTED) != 0;
    out->reset = (status & NT_STOP_RESET) != 0;
    out->lowpower = (status & NT_STOP_LOWPOWER) != 0;
}

/* Sets what the port says next, and returns how many items that takes. */
static unsigned take(const nt_block_queue *q, const nt_block_queue_params *p, nt_ingress *out) {
    growth g = {.params = p, .out = out};
    unsigned taken = 0;
    *out = (nt_ingress){.priv = q->item[0].priv,
                        .halted = q->out.halted,
                        .reset = q->out.reset,
                        .lowpower = q->out.lowpower};
    if (q->level > 0 && q->item[0].kind == NT_ITEM_STOP) {
        put_status(out, q->item[0].priv);
        return 1;
    }
    while (taken < p->take && taken < q->level) {
        const nt_item *item = &q->item[taken];
        if (item->kind == NT_ITEM_STOP || item->priv != out->priv || !put(&g, item)) {
            break;
        }
        put_status(out, 0);
        taken++;
        if (item->kind == NT_ITEM_TRAP) {
            out->cause = item->cause;
            out->tval = item->tval;
            break;
        }
    }
    return taken;
}

void nt_block_queue_step(nt_block_queue *state, const nt_block_queue_params *params, bool rst,
                         const nt_item *items, unsigned count) {
    bool room = nt_block_queue_has_room(state, params, count);
    nt_ingress out;
    unsigned taken = take(state, params, &out);
    if (rst) {
        *state = (nt_block_queue){.level = 0};
        return;
    }
    state->out = out;
    state->level = (uint8_t)(state->level - taken);
    memmove(state->item, state->item + taken, state->level * sizeof state->item[0]);
    if (room) {
        memcpy(state->item + state->level, items, count * sizeof items[0]);
        state->level = (uint8_t)(state->level + count);
    }
}
