#include "sim/check/ingress_cycle.h"

#include "model/codes.h"
#include "ntrace/messages.h"

#include <stdlib.h>
#include <string.h>

nt_ingress_cycle *nt_ingress_cycle_new(const nt_config *config) {
    nt_ingress_cycle *at = calloc(1, sizeof *at);
    if (at != NULL) {
        nt_golden_init(&at->golden, config);
        at->settings = at->next_settings = nt_control_reset();
    }
    return at;
}

void nt_ingress_cycle_free(nt_ingress_cycle *at) {
    free(at);
}

/* ---- the golden model ---- */

/* What the next step does with the cycle's messages, on a copy. */
static bool will_drop(const nt_ingress_cycle *at, bool rst) {
    const nt_encoder *encoder = &at->golden.model.encoder;
    nt_flow_stage flow = encoder->flow;
    nt_flow_inputs in = {.rst = rst,
                         .ingress = &encoder->ingress,
                         .options = &encoder->options,
                         .level = encoder->fifo.level,
                         .resume_level = at->golden.control.ntResumeLevel};
    nt_qualify_out(&encoder->qualify, encoder->config, &at->golden.control, &encoder->ingress,
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

/* ---- a cycle ---- */

/* What the qualify stage has a cycle later. */
static void latch(nt_ingress_cycle *at, const nt_cycle *cycle, bool held) {
    at->latched = cycle->ingress;
    at->latched_control = at->given_live;
    if (held) {
        at->latched = (nt_ingress){0};
        at->latched_control = nt_control_reset();
    }
    at->latched_time = at->golden.out.timestamp;
}

void nt_ingress_cycle_step(nt_ingress_cycle *at, const nt_cycle *cycle, nt_witness_inputs *in) {
    nt_golden_out(&at->golden, cycle);
    const nt_control *control = &at->golden.control;
    const nt_direct_outputs *out = &at->golden.out;
    bool held = cycle->rst || !control->trTeActive;
    bool asked = control->trTeEnable && (control->trTeInstTracing || out->triggers.trace_on);
    bool dropped = will_drop(at, held);
    at->anew = memcmp(&at->settings, &at->next_settings, sizeof at->settings) != 0;
    at->settings = at->next_settings;
    if (held || (out->encoder.trTeEmpty && !asked)) {
        at->next_settings = *control;
    }
    at->given = at->latched;
    at->given_control = at->latched_control;
    at->given_live = *control;
    uint64_t timestamp = at->latched_time;
    nt_golden_step(&at->golden, cycle);
    at->lost |= dropped;
    bool resumed = at->lost && starts(&at->golden.model.encoder.flow);
    at->lost &= !resumed;
    *in =
        (nt_witness_inputs){.ingress = &at->given,
                            .control = &at->given_control,
                            .live = &at->given_live,
                            .settings = &at->settings,
                            .timestamp = timestamp,
                            .dropped = dropped,
                            .resumed = resumed,
                            .awaits = at->golden.model.encoder.flow.state.awaits != NT_AWAIT_NONE};
    latch(at, cycle, held);
    at->cycles++;
}
