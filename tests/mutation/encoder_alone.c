/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model in the place of the RTL: the bench of one build then compares it with itself,
   and only witnesses, rules, pins and promises judge it. */
#include "tb/encoder/encoder.h"
#include "tb/lockstep/unit.h"

#include "model/codes.h"
#include "model/trace_encoder.h"
#include "ntrace/messages.h"

#include <stdlib.h>
#include <string.h>

#ifndef NT_CONFIG
#define NT_CONFIG "tiny" /* the build */
#endif

typedef struct alone {
    nt_encoder_core direct;
    nt_encoder_registers registers;
    nt_pib pib;
    nt_ingress ingress; /* those of `in` */
    nt_control control;
    nt_encoder_pins in; /* of the cycle that settled */
    nt_encoder_core_outputs out;
    nt_apb_answer answer; /* of the registers to the cycle before */
    bool out_ready;
    bool begun; /* a cycle has settled */
} alone;

static void *create(uint32_t seed) {
    (void)seed;
    const nt_config *config = nt_config_find(NT_CONFIG);
    alone *rtl = calloc(1, sizeof *rtl);
    if (rtl != NULL) {
        nt_encoder_core_init(&rtl->direct, config);
        nt_encoder_registers_init(&rtl->registers, config);
        nt_pib_init(&rtl->pib, &(nt_pib_params){.bytes = config->out_bytes});
    }
    return rtl;
}

static void destroy(void *rtl) {
    free(rtl);
}

static nt_pib_control pib_control(const alone *rtl) {
    return (nt_pib_control){.trPibActive = rtl->control.trPibActive,
                            .trPibEnable = rtl->control.trPibEnable,
                            .trPibMode = rtl->control.trPibMode,
                            .trPibDivider = rtl->control.trPibDivider};
}

static nt_encoder_core_inputs direct_inputs(const alone *rtl) {
    return (nt_encoder_core_inputs){.rst = rtl->in.rst,
                                    .control = &rtl->control,
                                    .ingress = &rtl->ingress,
                                    .system_tick = true,
                                    .shared_time = rtl->ingress.time};
}

static nt_beat beat_of(const alone *rtl) {
    const nt_encoder_outputs *out = &rtl->out.encoder;
    nt_beat beat = {.count = out->out_valid && rtl->in.sink_pib ? out->out_count : 0};
    for (unsigned i = 0; i < beat.count; i++) {
        beat.byte[i] = (uint8_t)(out->out >> (8 * i));
    }
    return beat;
}

/* What the registers see of the cycle: that messages are lost is known behind its clock edge. */
static nt_encoder_registers_inputs status_of(const alone *rtl) {
    nt_encoder_registers_inputs bus = nt_trace_encoder_status(&rtl->direct, &rtl->out);
    bus.rst = rtl->in.rst;
    bus.apb = rtl->in.apb;
    return bus;
}

/* The clock edge that ends the cycle. */
static void clock_edge(alone *rtl) {
    const nt_pib_control control = pib_control(rtl);
    const nt_pib_inputs pib = {.rst = rtl->in.rst, .control = &control, .in = beat_of(rtl)};
    nt_encoder_core_inputs in = direct_inputs(rtl);
    nt_encoder_registers_inputs bus = status_of(rtl);
    nt_pib_step(&rtl->pib, &pib);
    if (rtl->in.registers) {
        nt_encoder_registers_outputs answer;
        nt_encoder_registers_out(&rtl->registers, &bus, &answer);
        in.trTsReset = answer.trTsReset;
        rtl->answer = (nt_apb_answer){answer.PREADY, answer.PSLVERR, answer.PRDATA};
    }
    nt_encoder_core_step(&rtl->direct, &in, &rtl->out, rtl->out_ready);
    if (rtl->in.registers) {
        bus = status_of(rtl);
        nt_encoder_registers_step(&rtl->registers, &bus);
    }
}

/* Whether tracing starts with the cycle's messages, even if it stops too. */
static bool starts(const nt_flow_stage *flow) {
    const unsigned reasons = 1u << NT_SYNC_RESET | 1u << NT_SYNC_DEBUG | 1u << NT_SYNC_ENABLE |
                             1u << NT_SYNC_OVERRUN | 1u << NT_SYNC_LOWPOWER;
    bool found = false;
    for (unsigned i = 0; i < NT_MAX_SLOTS; i++) {
        const nt_descriptor *slot = &flow->slot[i];
        found |= (flow->valid >> i & 1) && slot->tcode == NT_TCODE_PROG_TRACE_SYNC &&
                 (reasons >> slot->code & 1);
    }
    return found;
}

/* What the clock edge will do with the cycle, on a copy. */
static void hint(const alone *rtl, nt_encoder_seen *outputs) {
    const nt_encoder *encoder = &rtl->direct.encoder;
    nt_flow_stage flow = encoder->flow;
    nt_flow_inputs in = {.rst = rtl->in.rst || !rtl->control.trTeActive,
                         .ingress = &encoder->ingress,
                         .qualify = &rtl->out.encoder.qualify,
                         .options = &encoder->options,
                         .level = encoder->fifo.level,
                         .resume_level = rtl->control.ntResumeLevel};
    outputs->hint_dropped = nt_flow_step(&flow, encoder->config, &in);
    outputs->hint_started = starts(&flow);
    outputs->hint_awaits = flow.state.awaits != NT_AWAIT_NONE;
}

static void step(void *unit, const void *view, void *seen) {
    alone *rtl = unit;
    const nt_encoder_pins *inputs = &((const nt_encoder_view *)view)->in;
    nt_encoder_seen *outputs = seen;
    if (rtl->begun) {
        clock_edge(rtl);
    }
    rtl->begun = true;
    rtl->in = *inputs;
    rtl->ingress = *inputs->ingress;
    rtl->control = *inputs->control;
    const nt_encoder_core_inputs in = direct_inputs(rtl);
    nt_encoder_core_out(&rtl->direct, &in, &rtl->out);
    const nt_pib_control control = pib_control(rtl);
    nt_pib_outputs pib;
    nt_pib_out(&rtl->pib, in.rst, &control, &pib);
    rtl->out_ready = inputs->sink_pib ? pib.in_ready : inputs->sink_ready;
    *outputs = (nt_encoder_seen){.out_valid = rtl->out.encoder.out_valid,
                                 .out = rtl->out.encoder.out,
                                 .out_count = rtl->out.encoder.out_count,
                                 .out_ready = rtl->out_ready,
                                 .stall = rtl->out.encoder.stall,
                                 .trTeEmpty = rtl->out.encoder.trTeEmpty,
                                 .trPibEmpty = pib.trPibEmpty,
                                 .TRC_CLK = pib.TRC_CLK,
                                 .TRC_DATA = pib.TRC_DATA,
                                 .ext_trigger_out = rtl->direct.trigger.ext_trigger_out,
                                 .trace_on = rtl->out.triggers.trace_on,
                                 .trace_off = rtl->out.triggers.trace_off,
                                 .timestamp = rtl->out.timestamp,
                                 .PREADY = rtl->answer.PREADY,
                                 .PSLVERR = rtl->answer.PSLVERR,
                                 .PRDATA = rtl->answer.PRDATA};
    hint(rtl, outputs);
}

static bool differs(const void *rtl, const void *view) {
    (void)rtl, (void)view;
    return false;
}

static void read_probes(const void *rtl, const void *view, nt_probe_value *value) {
    (void)rtl, (void)view;
    value[0] = (nt_probe_value){0};
}

static void read_inputs(const void *view, uint64_t *value) {
    (void)view;
    value[0] = 0;
}

const nt_unit nt_unit_fast = {.name = "encoder",
                              .build = NT_CONFIG,
                              .create = create,
                              .destroy = destroy,
                              .step = step,
                              .differs = differs,
                              .read = read_probes,
                              .read_inputs = read_inputs};
const nt_unit nt_unit_wave = {.name = ""};
