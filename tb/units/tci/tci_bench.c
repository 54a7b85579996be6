/* SPDX-License-Identifier: Apache-2.0 */
/* From Rocket's TraceCoreInterface to the trace ingress port as Verilated RTL against the golden
   model, under a random hart: bench CYCLES SEED [NAME] [hurry]; tb/units/rvfi/group_bench.h has
   what each word means. */
#include "tb/units/rvfi/group_bench.h"
#include "tb/units/tci/tci.h"

/* As in the RTL, where the build says nothing */
#ifndef P_XLEN
#define P_XLEN      64
#define P_NGROUPS   1
#define P_NBLOCKS   1
#define P_IRETIRE_W 6
#define P_CAUSES    1
#define P_DEPTH     4
#endif

static const nt_groups_params PARAMS = {.xlen = P_XLEN,
                                        .nret = P_NGROUPS,
                                        .nblocks = P_NBLOCKS,
                                        .iretire_w = P_IRETIRE_W,
                                        .causes = P_CAUSES != 0,
                                        .depth = P_DEPTH};

/* Rocket tells jumps by jal or jalr alone, and trap returns as returns. */
static uint8_t itype_of(const rvfi_event *event) {
    switch (event->kind == RVFI_TRAPPED ? NT_INSN_CLASSES : (int)event->place->insn.class_) {
    case NT_INSN_CLASSES:
        return event->interrupt ? NT_ITYPE_INTERRUPT : NT_ITYPE_EXCEPTION;
    case NT_INSN_OTHER:
        return NT_ITYPE_NONE;
    case NT_INSN_BRANCH:
        return event->taken ? NT_ITYPE_TAKEN : NT_ITYPE_NOT_TAKEN;
    case NT_INSN_TRAP_RETURN:
        return NT_ITYPE_RETURN;
    case NT_INSN_DIRECT_CALL:
    case NT_INSN_DIRECT_JUMP:
    case NT_INSN_DIRECT_JUMP_LINK:
        return NT_ITYPE_OTHER_DIRECT;
    default:
        return NT_ITYPE_OTHER_INDIRECT;
    }
}

static void put(void *place, const group_row *row, nt_random *random) {
    tci_view *view = place;
    uint64_t mask = P_XLEN == 32 ? UINT32_MAX : UINT64_MAX;
    view->in = (nt_tci_inputs){.rst = row->rst,
                               .priv = (uint8_t)(row->priv | (row->debug ? 4 : 0)),
                               .tval = nt_random_next(random) & mask,
                               .cause = nt_random_next(random) & mask,
                               .hart_reset = row->hart_reset,
                               .hart_lowpower = row->hart_lowpower};
    unsigned debug = row->debug ? 1 + nt_random_below(random, P_NGROUPS) : 0;
    for (unsigned i = 0; i < P_NGROUPS; i++) {
        nt_tci_group *group = &view->in.group[i];
        *group = (nt_tci_group){.iretire = i < debug,
                                .iaddr = nt_random_next(random) & mask,
                                .itype = (uint8_t)nt_random_below(random, 16),
                                .ilastsize = nt_random_chance(random, 128)};
        if (i >= row->count) {
            continue;
        }
        const rvfi_event *event = &row->event[i];
        group->iretire = true;
        group->iaddr = event->pc;
        group->itype = itype_of(event);
        if (event->kind == RVFI_TRAPPED) {
            view->in.cause = event->cause | (uint64_t)event->interrupt << (P_XLEN - 1);
            view->in.tval = event->tval;
        } else {
            group->ilastsize = event->place->insn.size == 4;
        }
    }
}

static void step(nt_groups *model, const void *view) {
    nt_tci_step(model, &PARAMS, &((const tci_view *)view)->in);
}

int main(int argc, char **argv) {
    nt_groups model = {.stops = false};
    tci_view view = {.model = &model};
    const group_unit unit = {
        .params = &PARAMS, .view = &view, .model = &model, .put = put, .step = step};
    return group_bench_main(&unit, argc, argv);
}
