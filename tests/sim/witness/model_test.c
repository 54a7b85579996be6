/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model's bytes of random runs are exact, whatever it is set to. Prints the seed of a
   run that is not. `model_test SEEDS CYCLES` runs more of them. */
#include "sim/util/random.h"

#include "tests/sample.h"
#include "tests/sim/witness/model_run.h"

typedef struct totals {
    uint64_t instructions, messages, ownerships, times, losses;
    uint64_t by_sync[16];
} totals;

static unsigned seeds = 24;
static uint64_t cycles = 3000;

/* Counting returns (trTeInstImplicitReturnMode=1), or comparing few bits, is for programs that
   return to where they were called from; random ones do not. */
static void draw(nt_control *control, nt_random *random) {
    static const struct {
        const char *field;
        uint32_t most;
    } fields[] = {{"trTeContext", 1},
                  {"trTeInstTrigEnable", 1},
                  {"trTeInstSyncMode", 3},
                  {"trTeInstSyncMax", 5},
                  {"trTeInstEnSequentialJump", 1},
                  {"trTeInstEnImplicitReturn", 1},
                  {"trTeInstEnRepeatedHistory", 1},
                  {"trTeInstEnAllJumps", 1},
                  {"trTeInstExtendAddrMSB", 1},
                  {"trTeSrcID", 4095},
                  {"trTeSrcBits", 12},
                  {"trTsEnable", 1},
                  {"ntEnRepeatBranch", 1},
                  {"ntEnSyncICNT", 1},
                  {"ntRc7", 1},
                  {"ntTrimOwnership", 1},
                  {"trTeInstStallEna", 1}};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        nt_control_set(control, (unsigned)nt_control_find(fields[i].field),
                       nt_random_below(random, fields[i].most + 1));
    }
    control->trTeTrigExtInControl = (uint32_t)nt_random_next(random);
}

static void add(totals *sum, const nt_verdict *verdict) {
    sum->instructions += verdict->instructions;
    sum->messages += verdict->messages;
    sum->ownerships += verdict->ownerships;
    sum->times += verdict->times;
    sum->losses += verdict->losses;
    for (unsigned i = 0; i < 16; i++) {
        sum->by_sync[i] += verdict->by_sync[i];
    }
}

/* In half of the seeds the random source draws all settings, and new ones in pauses. */
static bool is_exact(const nt_config *config, uint64_t seed, totals *sum) {
    nt_settings settings;
    nt_random random;
    nt_random_seed(&random, seed);
    nt_settings_init(&settings);
    settings.config = config;
    settings.control.trTeInstMode = seed & 1 ? 3 : 6;
    draw(&settings.control, &random);
    model_run run = {
        .config = config,
        .options = {
            .seed = seed, .cycles = cycles, .settings = &settings, .everything = seed % 4 >= 2}};
    run_model(&run);
    nt_verdict verdict = run_judge(&run, run.bytes, run.size);
    run_free(&run);
    add(sum, &verdict);
    if (verdict.differs || verdict.rules_broken != 0) {
        print_message("%s seed %u: %s; %s\n", config->name, (unsigned)seed, verdict.roundtrip,
                      verdict.first_broken);
    }
    return !verdict.differs && verdict.rules_broken == 0;
}

/* Returns how many runs are not. */
static unsigned judge_build(const nt_config *config) {
    unsigned wrong = 0;
    totals sum = {0};
    for (unsigned seed = 0; seed < seeds; seed++) {
        wrong += !is_exact(config, seed, &sum);
    }
    print_message("%s: %u instructions, %u messages, %u Ownership, %u times, %u losses; SYNC",
                  config->name, (unsigned)sum.instructions, (unsigned)sum.messages,
                  (unsigned)sum.ownerships, (unsigned)sum.times, (unsigned)sum.losses);
    for (unsigned i = 0; i < 10; i++) {
        print_message(" %u:%u", i, (unsigned)sum.by_sync[i]);
    }
    print_message("\n");
    return wrong;
}

static void random_runs_of_every_build_are_exact(void **state) {
    (void)state;
    unsigned wrong = 0;
    for (const nt_config *config = nt_configs; config->name != NULL; config++) {
        wrong += judge_build(config);
    }
    assert_int_equal(wrong, 0);
}

static void random_runs_are_exact_with_the_draft_s_port_and_without_sijump(void **state) {
    (void)state;
    unsigned wrong = 0;
    for (const nt_config *config = nt_configs; config->name != NULL; config++) {
        nt_config other = *config;
        other.draft = config->itype_w == 4;
        other.sijump = !config->sijump;
        wrong += judge_build(&other);
    }
    assert_int_equal(wrong, 0);
}

int main(int argc, char **argv) {
    seeds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : is_sample() ? seeds / 3 : seeds;
    cycles = argc > 2 ? strtoull(argv[2], NULL, 10) : cycles;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_runs_of_every_build_are_exact),
        cmocka_unit_test(random_runs_are_exact_with_the_draft_s_port_and_without_sijump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
