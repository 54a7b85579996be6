/* SPDX-License-Identifier: Apache-2.0 */
/* A run of the golden model on random ingress, as the witness sees it: each cycle's inputs, and the
   bytes. Kept, so that it can be judged again with other bytes. */
#ifndef NT_TESTS_WITNESS_MODEL_RUN_H
#define NT_TESTS_WITNESS_MODEL_RUN_H

#include "libntrace/program/image.h"
#include "model/control/trigger.h"
#include "model/encoder.h"
#include "ntrace/messages.h"
#include "sim/ingress/random.h"
#include "sim/witness/witness.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What the witness gets in a cycle. */
typedef struct run_cycle {
    nt_ingress ingress;
    nt_control control;
    nt_control live;
    nt_control settings;
    uint64_t timestamp;
    bool dropped;
    bool resumed;
    bool awaits;
    size_t sent; /* bytes up to this cycle */
} run_cycle;

typedef struct model_run {
    const nt_config *config;
    nt_random_options options;
    run_cycle *cycle;
    size_t cycles;
    size_t most_cycles;
    uint8_t *bytes;
    size_t size;
    size_t most_bytes;
} model_run;

typedef struct model_state {
    nt_encoder encoder;
    nt_control control;
    nt_control settings; /* as the encoder took them over */
    nt_ingress latched;
    nt_control latched_control;
    uint64_t timestamp;
    uint64_t latched_time;
    bool lost;
} model_state;

static nt_source run_open(const model_run *run, nt_image **image) {
    nt_error error = {0};
    nt_source source;
    if (nt_random_open(&source, image, run->config, &run->options, &error) != 0) {
        print_message("%s\n", error.text);
        fail();
    }
    return source;
}

/* Whether tracing starts with the cycle's messages, even if it stops too. */
static bool run_starts(const nt_flow_stage *flow) {
    const unsigned reasons = 1u << 1 | 1u << 3 | 1u << 5 | 1u << 7 | 1u << 9;
    for (unsigned i = 0; i < NT_MAX_SLOTS; i++) {
        const nt_descriptor *slot = &flow->slot[i];
        if ((flow->valid >> i & 1) && slot->tcode == NT_TCODE_PROG_TRACE_SYNC &&
            (reasons >> slot->code & 1)) {
            return true;
        }
    }
    return false;
}

/* What the next step does with the cycle's messages, on a copy. */
static bool run_will_drop(const nt_encoder *encoder, const nt_control *control,
                          const nt_encoder_outputs *out, bool rst) {
    nt_flow_stage flow = encoder->flow;
    nt_flow_inputs in = {.rst = rst,
                         .ingress = &encoder->ingress,
                         .qualify = &out->qualify,
                         .options = &encoder->options,
                         .level = encoder->fifo.level,
                         .resume_level = control->ntResumeLevel};
    return nt_flow_step(&flow, encoder->config, &in);
}

static void run_keep_bytes(model_run *run, uint64_t bytes, unsigned count) {
    if (run->size + count > run->most_bytes) {
        run->most_bytes = 2 * run->most_bytes + 4096;
        run->bytes = realloc(run->bytes, run->most_bytes);
        assert_non_null(run->bytes);
    }
    for (unsigned i = 0; i < count; i++) {
        run->bytes[run->size++] = (uint8_t)(bytes >> 8 * i);
    }
}

static void run_keep_cycle(model_run *run, const model_state *s, bool dropped) {
    if (run->cycles == run->most_cycles) {
        run->most_cycles = 2 * run->most_cycles + 1024;
        run->cycle = realloc(run->cycle, run->most_cycles * sizeof *run->cycle);
        assert_non_null(run->cycle);
    }
    const nt_flow_stage *flow = &s->encoder.flow;
    run->cycle[run->cycles++] = (run_cycle){.ingress = s->latched,
                                            .control = s->latched_control,
                                            .live = s->control,
                                            .settings = s->settings,
                                            .timestamp = s->latched_time,
                                            .dropped = dropped,
                                            .resumed = s->lost && run_starts(flow),
                                            .awaits = flow->state.awaits != NT_AWAIT_NONE,
                                            .sent = run->size};
}

/* One cycle; returns `stall`. */
static bool run_step(model_run *run, model_state *s, const nt_cycle *cycle) {
    uint64_t mask = run->config->tstamp_w == 0 ? 0 : UINT64_MAX >> (64 - run->config->tstamp_w);
    nt_trigger_outputs triggers;
    nt_encoder_outputs out;
    nt_trigger_out(run->config->ntriggers, &s->control, (uint8_t)(cycle->ingress.trigger & 3),
                   cycle->ingress.ext_trigger, &triggers);
    nt_encoder_out(&s->encoder, cycle->rst, &s->control, &out);
    if (out.out_valid && cycle->sink_ready && !cycle->rst) {
        run_keep_bytes(run, out.out, out.out_count);
    }
    bool held = cycle->rst || !s->control.trTeActive;
    bool asked = s->control.trTeEnable && (s->control.trTeInstTracing || triggers.trace_on);
    bool dropped = run_will_drop(&s->encoder, &s->control, &out, held);
    nt_encoder_inputs in = {.rst = cycle->rst,
                            .control = &s->control,
                            .ingress = &cycle->ingress,
                            .trace_on = triggers.trace_on,
                            .timestamp = s->timestamp & mask,
                            .out_ready = cycle->sink_ready};
    nt_encoder_step(&s->encoder, &in, &out);
    s->lost |= dropped;
    run_keep_cycle(run, s, dropped);
    s->lost &= !run_starts(&s->encoder.flow);
    if (held || (out.trTeEmpty && !asked)) {
        s->settings = s->control;
    }
    s->latched = cycle->ingress;
    s->latched_control = s->control;
    if (held) {
        memset(&s->latched, 0, sizeof s->latched);
        s->latched_control = nt_control_reset();
    }
    s->latched_time = s->timestamp & mask;
    s->timestamp += 1 + (s->timestamp >> 3 & 3);
    if (triggers.trace_off || triggers.trace_on) {
        s->control.trTeInstTracing = !triggers.trace_off;
    }
    return out.stall;
}

static void run_model(model_run *run) {
    static model_state state;
    nt_error error = {0};
    nt_image *image;
    nt_source source = run_open(run, &image);
    nt_cycle cycle;
    bool stall = false;
    memset(&state, 0, sizeof state);
    nt_encoder_init(&state.encoder, run->config);
    state.control = state.settings = nt_control_reset();
    while (source.next(source.self, stall, &cycle, &error) == 1) {
        for (unsigned i = 0; i < cycle.writes; i++) {
            nt_control_set(&state.control, cycle.write[i].field, cycle.write[i].value);
        }
        stall = run_step(run, &state, &cycle);
    }
    source.close(source.self);
    nt_image_free(image);
}

/* Judges `size` bytes in place of the run's; those of which the place is not known come last. */
static nt_verdict run_judge(const model_run *run, const uint8_t *bytes, size_t size) {
    nt_image *image;
    nt_source source = run_open(run, &image);
    source.close(source.self);
    nt_witness *witness = nt_witness_new(run->config, nt_witness_code_of_image(image));
    assert_non_null(witness);
    size_t sent = 0;
    for (size_t i = 0; i < run->cycles; i++) {
        const run_cycle *cycle = &run->cycle[i];
        size_t until = cycle->sent < size ? cycle->sent : size;
        if (until > sent) {
            nt_witness_bytes(witness, bytes + sent, until - sent);
            sent = until;
        }
        const nt_witness_inputs in = {.ingress = &cycle->ingress,
                                      .control = &cycle->control,
                                      .live = &cycle->live,
                                      .settings = &cycle->settings,
                                      .timestamp = cycle->timestamp,
                                      .dropped = cycle->dropped,
                                      .resumed = cycle->resumed,
                                      .awaits = cycle->awaits};
        nt_witness_cycle(witness, &in);
    }
    if (sent < size) {
        nt_witness_bytes(witness, bytes + sent, size - sent);
    }
    nt_verdict verdict;
    nt_witness_finish(witness, &verdict);
    nt_witness_free(witness);
    return verdict;
}

static void run_free(model_run *run) {
    free(run->cycle);
    free(run->bytes);
}

#endif
