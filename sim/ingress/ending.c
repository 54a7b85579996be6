/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/ending.h"

#include "sim/ingress/control_sequence.h"

enum { LATCHES = 4 }; /* cycles until trTeEmpty shows what the last write has made */

void nt_ending_note(nt_ending *e, const nt_cycle *cycle) {
    const nt_ingress *ingress = &cycle->ingress;
    e->apb_cycles = !cycle->apb.PSEL ? 0 : !cycle->apb.PENABLE ? 1 : (uint8_t)(e->apb_cycles + 1);
    e->apb = cycle->apb;
    e->halted = ingress->halted;
    e->reset = ingress->reset;
    e->lowpower = ingress->lowpower;
    e->ticks = ingress->time - e->time;
    e->time = ingress->time;
}

/* The write that ends tracing: at once, or as a transfer. */
static void end_tracing(nt_ending *e, const nt_control_state *fields, nt_cycle *cycle) {
    nt_control control = fields->control;
    if (control.trTeEnable == 0) {
        return;
    }
    nt_control_end(cycle);
    control.trTeInstTracing = control.trTeEnable = 0;
    if (fields->by_registers) {
        nt_apb_queue_writes(&e->queue, &control, cycle);
    }
}

static void begin(nt_ending *e, const nt_config *config, const nt_control_state *fields) {
    e->most = NT_SETTLE_CYCLES + nt_drain_cycles(config, &fields->control);
    if (e->apb_cycles != 0) {
        nt_apb_queue_resume(&e->queue, config, &e->apb, e->apb_cycles);
    }
}

bool nt_ending_next(nt_ending *e, const nt_config *config, const nt_control_state *fields,
                    bool empty, nt_cycle *cycle) {
    if (e->number == 0) {
        begin(e, config, fields);
    }
    bool settled = e->ended != 0 && e->number >= e->ended + LATCHES;
    if ((settled && empty) || e->number > e->most) {
        return false;
    }
    e->time += e->ticks;
    *cycle = (nt_cycle){
        .sink_ready = true,
        .ingress = {
            .halted = e->halted, .reset = e->reset, .lowpower = e->lowpower, .time = e->time}};
    if (e->number == NT_SETTLE_CYCLES) {
        end_tracing(e, fields, cycle);
    }
    nt_apb_queue_step(&e->queue, config, &cycle->apb);
    if (e->ended == 0 && e->number >= NT_SETTLE_CYCLES && e->queue.count == 0) {
        e->ended = e->number;
    }
    e->number++;
    return true;
}
