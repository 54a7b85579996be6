/* SPDX-License-Identifier: Apache-2.0 */
#include "model/adapter/groups.h"

/* Items of a cycle, oldest first. */
typedef struct item_list {
    nt_item item[NT_GROUPS + 1];
    unsigned count;
} item_list;

static void put_stop(item_list *list, unsigned status) {
    list->item[list->count++] = (nt_item){.kind = NT_ITEM_STOP, .priv = (uint8_t)status};
}

static void put_group(item_list *list, const nt_groups_params *p, const nt_groups_inputs *in,
                      const nt_group *group) {
    nt_item item = {.kind = group->trap ? NT_ITEM_TRAP : NT_ITEM_INSN,
                    .iaddr = group->pc,
                    .priv = in->priv,
                    .itype = group->code,
                    .ends = group->ends};
    if (!group->trap) {
        item.bytes = group->is_32 ? 4 : 2;
    } else if (p->causes) {
        item.cause = in->cause;
        item.tval = in->tval;
    }
    list->item[list->count++] = item;
}

/* A cycle in which nothing comes: time to say why. Returns the status after it. */
static uint8_t put_levels(const nt_groups *s, const nt_groups_inputs *in, item_list *list) {
    unsigned levels =
        (in->hart_reset ? NT_STOP_RESET : 0U) | (in->hart_lowpower ? NT_STOP_LOWPOWER : 0U);
    unsigned status = s->status;
    if (s->stops) {
        status = NT_STOP_HALTED;
        put_stop(list, status);
    } else if (levels != 0 && (status & ~(unsigned)NT_STOP_HALTED) != levels) {
        status = levels | (in->hart_reset ? 0U : status & NT_STOP_HALTED);
        put_stop(list, status);
    }
    return (uint8_t)status;
}

static void put_groups(const nt_groups *s, const nt_groups_params *p, const nt_groups_inputs *in,
                       item_list *list) {
    if (s->stops) {
        put_stop(list, NT_STOP_HALTED);
    }
    for (unsigned i = 0; i < p->nret; i++) {
        if (in->group[i].valid) {
            put_group(list, p, in, &in->group[i]);
        }
    }
}

void nt_groups_step(nt_groups *state, const nt_groups_params *params, const nt_groups_inputs *in) {
    const nt_block_queue_params queue = {.depth = params->depth,
                                         .take = (uint8_t)(params->nret + 1),
                                         .nblocks = params->nblocks,
                                         .itype_w = 3,
                                         .iretire_w = params->iretire_w};
    item_list list = {.count = 0};
    nt_groups next = {.status = state->status, .overrun = state->overrun};
    bool comes = false;
    for (unsigned i = 0; i < params->nret; i++) {
        comes |= in->group[i].valid;
    }
    if (!comes) {
        next.status = put_levels(state, in, &list);
    } else if (in->debug) {
        next.stops = (state->status & NT_STOP_HALTED) == 0;
    } else {
        put_groups(state, params, in, &list);
        next.status = 0;
    }
    if (!nt_block_queue_has_room(&state->queue, &queue, list.count)) {
        next = (nt_groups){.stops = true, .status = state->status, .overrun = true};
    }
    nt_block_queue_step(&state->queue, &queue, in->rst, list.item, list.count);
    state->stops = next.stops && !in->rst;
    state->status = in->rst ? 0 : next.status;
    state->overrun = next.overrun && !in->rst;
}
