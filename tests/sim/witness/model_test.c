/* The golden model's bytes of random runs are exact, whatever it is set to. Prints the seed of a
   run that is not. `model_test SEEDS CYCLES` runs more of them. */
#include "model/control/trigger.h"
#include "model/encoder.h"
#include "model/message/message.h"
#include "sim/ingress/random.h"
#include "sim/util/random.h"
#include "sim/witness/witness.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct totals {
    uint64_t instructions, messages, ownerships, times, losses;
    uint64_t by_sync[16];
} totals;

static unsigned seeds = 24;
static uint64_t cycles = 3000;

typedef struct model_run {
    nt_encoder encoder;
    nt_control control;
    nt_control settings; /* as the encoder took them over */
    nt_ingress latched;
    nt_control latched_control;
    uint64_t timestamp;
    uint64_t latched_time;
    bool lost;
    nt_witness *witness;
} model_run;

/* Whether tracing starts with the cycle's messages, even if it stops too. */
static bool starts(const nt_flow_stage *flow) {
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

static void feed_witness(model_run *run, bool dropped) {
    const nt_flow_state *state = &run->encoder.flow.state;
    run->lost |= dropped;
    bool started = starts(&run->encoder.flow);
    const nt_witness_inputs in = {.ingress = &run->latched,
                                  .control = &run->latched_control,
                                  .live = &run->control,
                                  .settings = &run->settings,
                                  .timestamp = run->latched_time,
                                  .dropped = dropped,
                                  .resumed = run->lost && started,
                                  .awaits = state->awaits != NT_AWAIT_NONE};
    run->lost &= !started;
    nt_witness_cycle(run->witness, &in);
}

static uint64_t tstamp_mask(const nt_config *config) {
    return config->tstamp_w == 0 ? 0 : UINT64_MAX >> (64 - config->tstamp_w);
}

/* What the next step does with the cycle's messages, on a copy. */
static bool will_drop(const nt_encoder *encoder, const nt_control *control, bool rst) {
    nt_flow_stage flow = encoder->flow;
    nt_flow_inputs in = {.rst = rst,
                         .ingress = &encoder->ingress,
                         .options = &encoder->options,
                         .level = encoder->fifo.level,
                         .resume_level = control->ntResumeLevel};
    nt_qualify_out(&encoder->qualify, encoder->config, control, &encoder->ingress, &in.qualify);
    return nt_flow_step(&flow, encoder->config, &in);
}

static bool step(model_run *run, const nt_cycle *cycle, const nt_config *config) {
    nt_encoder *encoder = &run->encoder;
    nt_trigger_outputs triggers;
    nt_encoder_outputs out;
    nt_trigger_out(config->ntriggers, &run->control, (uint8_t)(cycle->ingress.trigger & 3),
                   cycle->ingress.ext_trigger, &triggers);
    nt_encoder_out(encoder, &run->control, &out);
    if (out.out_valid && cycle->sink_ready && !cycle->rst) {
        for (unsigned i = 0; i < out.out_count; i++) {
            const uint8_t byte = (uint8_t)(out.out >> 8 * i);
            nt_witness_bytes(run->witness, &byte, 1);
        }
    }
    bool held = cycle->rst || !run->control.trTeActive;
    bool asked = run->control.trTeEnable && (run->control.trTeInstTracing || triggers.trace_on);
    bool dropped = will_drop(encoder, &run->control, held);
    nt_encoder_inputs in = {.rst = cycle->rst,
                            .control = &run->control,
                            .ingress = &cycle->ingress,
                            .trace_on = triggers.trace_on,
                            .timestamp = run->timestamp & tstamp_mask(config),
                            .out_ready = cycle->sink_ready};
    nt_encoder_step(encoder, &in);
    feed_witness(run, dropped);
    if (held || (out.trTeEmpty && !asked)) {
        run->settings = run->control;
    }
    run->latched = held ? (nt_ingress){0} : cycle->ingress;
    run->latched_control = held ? nt_control_reset() : run->control;
    run->latched_time = run->timestamp & tstamp_mask(config);
    run->timestamp += 1 + (run->timestamp >> 3 & 3);
    if (triggers.trace_off || triggers.trace_on) {
        run->control.trTeInstTracing = !triggers.trace_off;
    }
    return out.stall;
}

static void draw(nt_settings *settings, nt_random *random, unsigned mode) {
    static const struct {
        const char *field;
        uint32_t most;
    } fields[] = {{"trTeContext", 1},
                  {"trTeInstTrigEnable", 1},
                  {"trTeInstSyncMode", 3},
                  {"trTeInstSyncMax", 5},
                  {"trTeInstEnSequentialJump", 1},
                  {"trTeInstImplicitReturnMode", 3},
                  {"trTeInstEnRepeatedHistory", 1},
                  {"trTeInstEnAllJumps", 1},
                  {"trTeInstExtendAddrMSB", 1},
                  {"trTeSrcID", 4095},
                  {"trTeSrcBits", 12},
                  {"trTsEnable", 1},
                  {"ntEnRepeatBranch", 1},
                  {"ntEnSyncICNT", 1},
                  {"ntRc7", 1},
                  {"trTeInstStallEna", 1}};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        nt_control_set(&settings->control, (unsigned)nt_control_find(fields[i].field),
                       (uint32_t)nt_random_below(random, fields[i].most + 1));
    }
    settings->control.trTeInstMode = mode;
    settings->control.trTeTrigExtInControl = (uint32_t)nt_random_next(random);
}

/* Counting returns, or comparing a few bits, is not for programs that return elsewhere than they
   were called from. */
static void keep_returns(nt_control *control) {
    if (control->trTeInstImplicitReturnMode == 1 || control->trTeInstImplicitReturnMode == 2) {
        control->trTeInstImplicitReturnMode = 3;
    }
}

static bool run_seed(const nt_config *config, uint64_t seed, totals *sum) {
    static model_run run;
    nt_error error = {{0}};
    nt_settings settings;
    nt_random random;
    nt_random_seed(&random, seed);
    nt_settings_init(&settings);
    settings.config = config;
    draw(&settings, &random, seed & 1 ? 3 : 6);
    nt_random_options options = {
        .seed = seed, .cycles = cycles, .settings = &settings, .everything = seed % 4 >= 2};
    nt_source source;
    nt_image *image;
    assert_int_equal(nt_random_open(&source, &image, config, &options, &error), 0);
    memset(&run, 0, sizeof run);
    nt_encoder_init(&run.encoder, config);
    run.control = run.settings = nt_control_reset();
    run.witness = nt_witness_new(config, image);
    nt_cycle cycle;
    bool stall = false;
    while (source.next(source.self, stall, &cycle, &error) == 1) {
        for (unsigned i = 0; i < cycle.writes; i++) {
            nt_control_set(&run.control, cycle.write[i].field, cycle.write[i].value);
        }
        keep_returns(&run.control);
        stall = step(&run, &cycle, config);
    }
    source.close(source.self);
    nt_verdict verdict;
    nt_witness_finish(run.witness, &verdict);
    nt_witness_free(run.witness);
    sum->instructions += verdict.instructions;
    sum->messages += verdict.messages;
    sum->ownerships += verdict.ownerships;
    sum->times += verdict.times;
    sum->losses += verdict.losses;
    for (unsigned i = 0; i < 16; i++) {
        sum->by_sync[i] += verdict.by_sync[i];
    }
    if (verdict.differs || verdict.rules_broken != 0) {
        print_message("%s seed %u: %s; %s\n", config->name, (unsigned)seed, verdict.roundtrip,
                      verdict.first_broken);
        for (unsigned i = 0; i < nt_control_field_count; i++) {
            uint32_t value = nt_control_get(&settings.control, i);
            if (value != nt_control_fields[i].preset) {
                print_message(" %s=%u", nt_control_fields[i].name, value);
            }
        }
        print_message("\n");
    }
    return !verdict.differs && verdict.rules_broken == 0;
}

static void random_runs_of_every_build_are_exact(void **state) {
    (void)state;
    unsigned wrong = 0;
    for (const nt_config *config = nt_configs; config->name != NULL; config++) {
        totals sum = {0};
        for (unsigned seed = 0; seed < seeds; seed++) {
            wrong += !run_seed(config, seed, &sum);
        }
        print_message("%s: %u instructions, %u messages, %u Ownership, %u times, %u losses; SYNC",
                      config->name, (unsigned)sum.instructions, (unsigned)sum.messages,
                      (unsigned)sum.ownerships, (unsigned)sum.times, (unsigned)sum.losses);
        for (unsigned i = 0; i < 10; i++) {
            print_message(" %u:%u", i, (unsigned)sum.by_sync[i]);
        }
        print_message("\n");
    }
    assert_int_equal(wrong, 0);
}

int main(int argc, char **argv) {
    seeds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : seeds;
    cycles = argc > 2 ? strtoull(argv[2], NULL, 10) : cycles;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_runs_of_every_build_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
