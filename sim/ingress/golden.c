/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/golden.h"

#include "sim/util/progress.h"

#include "model/codes.h"
#include "model/trace_encoder.h"

#include <string.h>

void nt_golden_init(nt_golden *golden, const nt_config *config) {
    memset(golden, 0, sizeof *golden);
    nt_encoder_core_init(&golden->model, config);
    nt_control_state_init(&golden->fields, config);
}

nt_encoder_core_inputs nt_golden_inputs(const nt_control *control, const nt_cycle *cycle) {
    return (nt_encoder_core_inputs){.rst = cycle->rst,
                                    .control = control,
                                    .ingress = &cycle->ingress,
                                    .system_tick = true,
                                    .shared_time = cycle->ingress.time};
}

nt_encoder_registers_inputs nt_golden_bus(const nt_encoder_core *core,
                                          const nt_encoder_core_outputs *out,
                                          const nt_cycle *cycle) {
    nt_encoder_registers_inputs in = nt_trace_encoder_status(core, out);
    in.rst = cycle->rst;
    in.apb = cycle->apb;
    return in;
}

void nt_golden_out(nt_golden *golden, const nt_cycle *cycle) {
    (void)nt_control_state_begin(&golden->fields, cycle);
    const nt_encoder_core_inputs in = nt_golden_inputs(&golden->fields.control, cycle);
    nt_encoder_core_out(&golden->model, &in, &golden->out);
}

void nt_golden_step(nt_golden *golden, const nt_cycle *cycle) {
    nt_encoder_core_inputs in = nt_golden_inputs(&golden->fields.control, cycle);
    if (golden->fields.by_registers) {
        const nt_encoder_registers_inputs bus = nt_golden_bus(&golden->model, &golden->out, cycle);
        nt_encoder_registers_outputs answer;
        nt_encoder_registers_out(&golden->fields.registers, &bus, &answer);
        in.trTsReset = answer.trTsReset;
    }
    nt_returns_before(&golden->returns, &golden->model.encoder);
    nt_encoder_core_step(&golden->model, &in, &golden->out, cycle->sink_ready);
    nt_returns_after(&golden->returns, &golden->model.encoder, &golden->out.encoder.qualify);
    const nt_encoder_registers_inputs bus = nt_golden_bus(&golden->model, &golden->out, cycle);
    (void)nt_control_state_step(&golden->fields, &bus);
}

/* ProgTraceSync with a reason to start. */
static bool has_started(const nt_flow_stage *flow) {
    const unsigned reasons = 1u << NT_SYNC_RESET | 1u << NT_SYNC_DEBUG | 1u << NT_SYNC_ENABLE |
                             1u << NT_SYNC_OVERRUN | 1u << NT_SYNC_LOWPOWER;
    for (unsigned i = 0; flow->valid >> i; i++) {
        const nt_descriptor *slot = &flow->slot[i];
        if ((flow->valid >> i & 1) && slot->tcode == NT_TCODE_PROG_TRACE_SYNC &&
            (reasons >> slot->code & 1)) {
            return true;
        }
    }
    return false;
}

nt_golden_hints nt_golden_hints_of(const nt_encoder *encoder) {
    return (nt_golden_hints){.dropped = encoder->dropped,
                             .started = has_started(&encoder->flow),
                             .awaits = encoder->flow.state.awaits != NT_AWAIT_NONE};
}

static int give_bytes(const nt_golden *golden, nt_golden_sink sink, void *context,
                      nt_error *error) {
    const nt_encoder_outputs *out = &golden->out.encoder;
    uint8_t bytes[sizeof out->out];
    if (!out->out_valid) {
        return 0;
    }
    for (unsigned i = 0; i < out->out_count; i++) {
        bytes[i] = (uint8_t)(out->out >> (8 * i));
    }
    return sink(context, bytes, out->out_count, error);
}

static int run_cycle(nt_golden *golden, const nt_cycle *cycle, nt_golden_sink sink, void *context,
                     nt_error *error) {
    nt_golden_out(golden, cycle);
    nt_watch_cycle(&golden->watch, &golden->fields.control, !golden->out.encoder.trTeEmpty);
    if (cycle->sink_ready && give_bytes(golden, sink, context, error) != 0) {
        return -1;
    }
    nt_golden_step(golden, cycle);
    return 0;
}

int nt_golden_run(nt_golden *golden, nt_source *source, const char *label, nt_golden_sink sink,
                  void *context, uint64_t *cycles, nt_error *error) {
    nt_cycle cycle;
    nt_progress progress;
    int more;
    *cycles = 0;
    nt_progress_start(&progress, label, "cycles");
    while ((more = source->next(source->self, golden->out.encoder.stall, &cycle, error)) == 1) {
        if (run_cycle(golden, &cycle, sink, context, error) != 0) {
            more = -1;
            break;
        }
        nt_ending_note(&golden->ending, &cycle);
        if ((++*cycles & 0xffff) == 0) {
            nt_progress_show(&progress, *cycles, 0);
        }
    }
    nt_progress_end(&progress);
    return more;
}

int nt_golden_end(nt_golden *golden, nt_golden_sink sink, void *context, uint64_t *cycles,
                  nt_error *error) {
    const nt_encoder_outputs *out = &golden->out.encoder;
    nt_cycle cycle;
    while (nt_ending_next(&golden->ending, golden->model.encoder.config, &golden->fields,
                          out->trTeEmpty && !out->out_valid, &cycle)) {
        if (run_cycle(golden, &cycle, sink, context, error) != 0) {
            return -1;
        }
        ++*cycles;
    }
    return 0;
}
