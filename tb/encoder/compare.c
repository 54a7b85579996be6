/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/encoder/compare.h"

#include "sim/ingress/golden.h"

#include <string.h>

void nt_compare_init(nt_compare *c, const nt_config *config, nt_lockstep *lockstep) {
    memset(c, 0, sizeof *c);
    c->lockstep = lockstep;
    c->control = nt_control_reset();
    nt_encoder_core_init(&c->core, config);
    nt_encoder_registers_init(&c->registers, config);
    nt_pib_init(&c->pib, &(nt_pib_params){.bytes = config->out_bytes});
    c->view.encoder = &c->core.encoder;
    c->view.pib = &c->pib;
    c->view.trigger = &c->core.trigger;
    c->view.ts = &c->core.ts;
    c->view.registers = &c->registers;
}

/* What settles of the golden model in a cycle. */
static void settle(nt_compare *c, const nt_record *record) {
    if (record->moved) {
        c->control = record->control;
    }
    const nt_encoder_core_inputs in = nt_golden_inputs(&c->control, &record->cycle);
    const nt_pib_control pib = nt_pib_control_of(&c->control);
    nt_encoder_core_out(&c->core, &in, &c->view.outputs);
    nt_pib_out(&c->pib, record->cycle.rst, &pib, &c->view.pib_outputs);
    c->view.out_ready = record->sink_pib ? c->view.pib_outputs.in_ready : record->cycle.sink_ready;
    c->view.answered = record->answered;
}

/* What the PIB is offered. */
static nt_beat link_beat(const nt_compare *c, const nt_record *record) {
    const nt_encoder_outputs *out = &c->view.outputs.encoder;
    nt_beat beat = {.count = out->out_valid && record->sink_pib ? out->out_count : 0};
    for (unsigned i = 0; i < beat.count; i++) {
        beat.byte[i] = (uint8_t)(out->out >> (8 * i));
    }
    return beat;
}

static void step(nt_compare *c, const nt_record *record) {
    const nt_cycle *cycle = &record->cycle;
    const nt_pib_control control = nt_pib_control_of(&c->control);
    const nt_pib_inputs pib = {.rst = cycle->rst, .control = &control, .in = link_beat(c, record)};
    nt_pib_step(&c->pib, &pib);
    nt_encoder_core_inputs in = nt_golden_inputs(&c->control, cycle);
    if (record->by_registers) {
        const nt_encoder_registers_inputs bus = nt_golden_bus(&c->core, &c->view.outputs, cycle);
        nt_encoder_registers_out(&c->registers, &bus, &c->view.bus);
        in.trTsReset = c->view.bus.trTsReset;
        if (cycle->apb.PENABLE) {
            nt_counts_access(&c->counts, &c->view.bus);
        }
    }
    nt_returns_before(&c->returns, &c->core.encoder);
    nt_encoder_core_step(&c->core, &in, &c->view.outputs, c->view.out_ready);
    nt_returns_after(&c->returns, &c->core.encoder, &c->view.outputs.encoder.qualify);
    if (record->by_registers) {
        const nt_encoder_registers_inputs bus = nt_golden_bus(&c->core, &c->view.outputs, cycle);
        nt_encoder_registers_step(&c->registers, &bus);
    }
}

void nt_compare_reset(nt_compare *c) {
    static const nt_record in_reset = {.cycle.rst = true};
    settle(c, &in_reset);
    step(c, &in_reset);
}

bool nt_compare_cycle(nt_compare *c, const nt_record *record, bool taken) {
    settle(c, record);
    c->view.in = nt_pins_of(record, &c->control);
    bool more = nt_lockstep_compare(c->lockstep, taken ? record->shown : NULL, &c->view);
    nt_counts_cycle(&c->counts, &c->view, &record->rtl);
    step(c, record);
    return more;
}

void nt_compare_alone(nt_compare *c, const nt_record *record, nt_encoder_seen *seen) {
    settle(c, record);
    const nt_encoder_core_outputs *out = &c->view.outputs;
    *seen = (nt_encoder_seen){.out_valid = out->encoder.out_valid,
                              .out = out->encoder.out,
                              .out_count = out->encoder.out_count,
                              .out_ready = c->view.out_ready,
                              .stall = out->encoder.stall,
                              .trTeEmpty = out->encoder.trTeEmpty,
                              .trPibEmpty = c->view.pib_outputs.trPibEmpty,
                              .trace_on = out->triggers.trace_on,
                              .trace_off = out->triggers.trace_off,
                              .timestamp = out->timestamp};
    step(c, record);
    seen->hint_dropped = c->core.encoder.dropped;
}
