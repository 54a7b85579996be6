/* SPDX-License-Identifier: Apache-2.0 */
/* From what CVA6 gives its ITI to the trace ingress port as Verilated RTL against the golden model,
   under a random hart: bench CYCLES SEED [NAME] [hurry]; tb/units/rvfi/group_bench.h has what each
   word means. */
#include "tb/units/iti/iti.h"
#include "tb/units/rvfi/group_bench.h"

/* As in the RTL, where the build says nothing */
#ifndef P_XLEN
#define P_XLEN      64
#define P_NRET      2
#define P_NBLOCKS   2
#define P_IRETIRE_W 6
#define P_CAUSES    1
#define P_DEPTH     8
#endif

static const nt_groups_params PARAMS = {.xlen = P_XLEN,
                                        .nret = P_NRET,
                                        .nblocks = P_NBLOCKS,
                                        .iretire_w = P_IRETIRE_W,
                                        .causes = P_CAUSES != 0,
                                        .depth = P_DEPTH};

static void put_event(nt_iti_inputs *in, unsigned i, const rvfi_event *event) {
    nt_iti_port *port = &in->port[i];
    port->pc = event->pc;
    if (event->kind == RVFI_TRAPPED) {
        in->ex_valid = true;
        in->cause = event->cause | (uint64_t)event->interrupt << (P_XLEN - 1);
        in->tval = event->tval;
        return;
    }
    nt_insn_class class_ = (nt_insn_class)event->place->insn.class_;
    port->valid = true;
    port->is_compressed = event->place->insn.size == 2;
    port->op_return = class_ == NT_INSN_TRAP_RETURN;
    port->op_branch = class_ == NT_INSN_BRANCH;
    port->op_jalr = class_ == NT_INSN_INDIRECT_CALL || class_ == NT_INSN_INDIRECT_JUMP ||
                    class_ == NT_INSN_COROUTINE_SWAP || class_ == NT_INSN_RETURN ||
                    class_ == NT_INSN_INDIRECT_JUMP_LINK;
    port->is_taken = port->op_branch ? event->taken : port->is_taken;
}

static void put(void *place, const group_row *row, nt_random *random) {
    iti_view *view = place;
    uint64_t mask = P_XLEN == 32 ? UINT32_MAX : UINT64_MAX;
    view->in = (nt_iti_inputs){.rst = row->rst,
                               .priv_lvl = row->priv,
                               .tval = nt_random_next(random) & mask,
                               .cause = nt_random_next(random) & mask,
                               .hart_debug = row->debug,
                               .hart_reset = row->hart_reset,
                               .hart_lowpower = row->hart_lowpower};
    unsigned debug = row->debug ? 1 + nt_random_below(random, P_NRET) : 0;
    for (unsigned i = 0; i < P_NRET; i++) {
        view->in.port[i] = (nt_iti_port){.valid = i < debug,
                                         .pc = nt_random_next(random) & mask,
                                         .is_compressed = nt_random_chance(random, 128),
                                         .is_taken = nt_random_chance(random, 128)};
        if (i < row->count) {
            put_event(&view->in, i, &row->event[i]);
        } else if (view->in.ex_valid) {
            view->in.port[i].valid = nt_random_chance(random, 128); /* which does not retire */
        }
    }
}

static void step(nt_groups *model, const void *view) {
    nt_iti_step(model, &PARAMS, &((const iti_view *)view)->in);
}

int main(int argc, char **argv) {
    nt_groups model = {.stops = false};
    iti_view view = {.model = &model};
    const group_unit unit = {
        .params = &PARAMS, .view = &view, .model = &model, .put = put, .step = step};
    return group_bench_main(&unit, argc, argv);
}
