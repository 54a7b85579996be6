#include "sim/check/ingress_cycle.h"

#include "model/codes.h"
#include "model/trace_encoder.h"
#include "ntrace/messages.h"

#include <stdlib.h>
#include <string.h>

nt_ingress_cycle *nt_ingress_cycle_new(const nt_config *config) {
    nt_ingress_cycle *at = calloc(1, sizeof *at);
    if (at != NULL) {
        nt_direct_init(&at->model, config);
        nt_registers_init(&at->registers, config);
        at->control = at->settings = at->next_settings = nt_control_reset();
    }
    return at;
}

void nt_ingress_cycle_free(nt_ingress_cycle *at) {
    free(at);
}

/* ---- control fields ---- */

/* All fields but those of the PIB, which has registers of its own. */
static void obey_registers(nt_ingress_cycle *at) {
    const nt_control old = at->control;
    at->control = at->registers.control;
    at->control.trPibActive = old.trPibActive;
    at->control.trPibEnable = old.trPibEnable;
    at->control.trPibMode = old.trPibMode;
    at->control.trPibDivider = old.trPibDivider;
}

static void write_control(nt_ingress_cycle *at, const nt_cycle *cycle) {
    for (unsigned i = 0; i < cycle->writes; i++) {
        nt_control_set(&at->control, cycle->write[i].field, cycle->write[i].value);
    }
    at->by_registers |= cycle->apb.PSEL;
    if (at->by_registers) {
        obey_registers(at);
    }
}

static nt_registers_inputs bus_inputs(const nt_ingress_cycle *at, const nt_cycle *cycle) {
    nt_registers_inputs in = nt_trace_encoder_status(&at->model, &at->out);
    in.rst = cycle->rst;
    in.apb = cycle->apb;
    return in;
}

/* ---- the golden model ---- */

/* What the next step does with the cycle's messages, on a copy. */
static bool will_drop(const nt_ingress_cycle *at, bool rst) {
    const nt_encoder *encoder = &at->model.encoder;
    nt_flow_stage flow = encoder->flow;
    nt_flow_inputs in = {.rst = rst,
                         .ingress = &encoder->ingress,
                         .options = &encoder->options,
                         .level = encoder->fifo.level,
                         .resume_level = at->control.ntResumeLevel};
    nt_qualify_out(&encoder->qualify, encoder->config, &at->control, &encoder->ingress,
                   &in.qualify);
    return nt_flow_step(&flow, encoder->config, &in);
}

/* Whether tracing starts with the cycle's messages, even if it stops too. */
static bool starts(const nt_flow_stage *flow) {
    const unsigned reasons = 1u << NT_SYNC_RESET | 1u << NT_SYNC_DEBUG | 1u << NT_SYNC_ENABLE |
                             1u << NT_SYNC_OVERRUN | 1u << NT_SYNC_LOWPOWER;
    for (unsigned i = 0; i < NT_MAX_SLOTS; i++) {
        const nt_descriptor *slot = &flow->slot[i];
        if ((flow->valid >> i & 1) && slot->tcode == NT_TCODE_PROG_TRACE_SYNC &&
            (reasons >> slot->code & 1)) {
            return true;
        }
    }
    return false;
}

static void step_model(nt_ingress_cycle *at, const nt_cycle *cycle, nt_direct_inputs *in) {
    if (!at->by_registers) {
        nt_direct_step(&at->model, in, &at->out, cycle->sink_ready);
        nt_direct_pull(&at->control, &at->out.triggers);
        return;
    }
    nt_registers_inputs bus = bus_inputs(at, cycle);
    nt_registers_outputs answer;
    nt_registers_out(&at->registers, &bus, &answer);
    in->trTsReset = answer.trTsReset;
    nt_direct_step(&at->model, in, &at->out, cycle->sink_ready);
    bus = bus_inputs(at, cycle);
    nt_registers_step(&at->registers, &bus);
    obey_registers(at);
}

/* ---- a cycle ---- */

/* What the qualify stage has a cycle later. */
static void latch(nt_ingress_cycle *at, const nt_cycle *cycle, bool held) {
    at->latched = cycle->ingress;
    at->latched_control = at->given_live;
    if (held) {
        at->latched = (nt_ingress){0};
        at->latched_control = nt_control_reset();
    }
    at->latched_time = at->out.timestamp;
}

void nt_ingress_cycle_step(nt_ingress_cycle *at, const nt_cycle *cycle, nt_witness_inputs *in) {
    write_control(at, cycle);
    nt_direct_inputs inputs = {.rst = cycle->rst,
                               .control = &at->control,
                               .ingress = &cycle->ingress,
                               .system_tick = true,
                               .shared_time = cycle->ingress.time};
    nt_direct_out(&at->model, &inputs, &at->out);
    bool held = cycle->rst || !at->control.trTeActive;
    bool asked =
        at->control.trTeEnable && (at->control.trTeInstTracing || at->out.triggers.trace_on);
    bool dropped = will_drop(at, held);
    at->anew = memcmp(&at->settings, &at->next_settings, sizeof at->settings) != 0;
    at->settings = at->next_settings;
    if (held || (at->out.encoder.trTeEmpty && !asked)) {
        at->next_settings = at->control;
    }
    at->given = at->latched;
    at->given_control = at->latched_control;
    at->given_live = at->control;
    uint64_t timestamp = at->latched_time;
    step_model(at, cycle, &inputs);
    at->lost |= dropped;
    bool resumed = at->lost && starts(&at->model.encoder.flow);
    at->lost &= !resumed;
    *in = (nt_witness_inputs){.ingress = &at->given,
                              .control = &at->given_control,
                              .live = &at->given_live,
                              .settings = &at->settings,
                              .timestamp = timestamp,
                              .dropped = dropped,
                              .resumed = resumed,
                              .awaits = at->model.encoder.flow.state.awaits != NT_AWAIT_NONE};
    latch(at, cycle, held);
    at->cycles++;
}
