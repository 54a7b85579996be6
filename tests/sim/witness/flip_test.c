/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model's bytes of a random run are exact; with any one bit of them wrong, or without
   any one message, they are not. */
#include "tests/sample.h"
#include "tests/sim/witness/model_run.h"

enum { CYCLES = 2000, FLIPS = 320, CUTS = 160 };

static bool is_seen(const nt_verdict *verdict) {
    return verdict->differs || verdict->rules_broken != 0;
}

/* "FIELD=VALUE ...": what the build is set to besides stalling, so that nothing is lost. */
static model_run new_run(const char *config, const char *set, uint64_t seed,
                         nt_settings *settings) {
    nt_error error = {0};
    char text[256];
    nt_settings_init(settings);
    assert_int_equal(nt_settings_config(settings, config, &error), 0);
    assert_int_equal(nt_settings_set(settings, "trTeInstStallEna=1", &error), 0);
    (void)snprintf(text, sizeof text, "%s", set);
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        assert_int_equal(nt_settings_set(settings, word, &error), 0);
    }
    model_run run = {
        .config = settings->config,
        .options = {.seed = seed, .cycles = CYCLES, .settings = settings, .keep_control = true}};
    run_model(&run);
    nt_verdict verdict = run_judge(&run, run.bytes, run.size);
    assert_string_equal(verdict.roundtrip, "exact");
    assert_int_equal(verdict.rules_broken, 0);
    assert_true(verdict.instructions > 200);
    return run;
}

/* At most so many percent of the flips may stay unseen. */
static void flip_bits(const char *config, const char *set, uint64_t seed, unsigned percent) {
    nt_settings settings;
    model_run run = new_run(config, set, seed, &settings);
    size_t flips = is_sample() ? FLIPS / 4 : FLIPS;
    size_t step = run.size * 8 / flips + 1;
    size_t unseen = 0;
    size_t tried = 0;
    for (size_t bit = 0; bit < run.size * 8; bit += step) {
        run.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        nt_verdict verdict = run_judge(&run, run.bytes, run.size);
        run.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        unseen += !is_seen(&verdict);
        tried++;
    }
    print_message("%s %s: %u of %u flips not seen\n", config, set, (unsigned)unseen,
                  (unsigned)tried);
    assert_true(tried > flips / 2 && unseen * 100 <= tried * percent);
    run_free(&run);
}

/* The bytes without the message that begins at `at`; where the next one begins. */
static size_t cut_message(const model_run *run, size_t at, uint8_t *bytes) {
    size_t end = at;
    while (end + 1 < run->size && (run->bytes[end] & 3) != 3) {
        end++;
    }
    end++;
    memcpy(bytes, run->bytes, at);
    memcpy(bytes + at, run->bytes + end, run->size - end);
    return end;
}

static void cut_messages(const char *config, const char *set, uint64_t seed) {
    nt_settings settings;
    model_run run = new_run(config, set, seed, &settings);
    uint8_t *bytes = malloc(run.size);
    assert_non_null(bytes);
    size_t tried = 0;
    size_t cuts = is_sample() ? CUTS / 4 : CUTS;
    for (size_t at = 0; at < run.size && tried < cuts; tried++) {
        size_t next = cut_message(&run, at, bytes);
        nt_verdict verdict = run_judge(&run, bytes, run.size - (next - at));
        if (!is_seen(&verdict)) {
            print_message("%s %s: without the message at byte %u\n", config, set, (unsigned)at);
        }
        assert_true(is_seen(&verdict));
        at = next;
    }
    assert_true(tried > cuts / 3);
    free(bytes);
    run_free(&run);
}

#define ALL                                                                                        \
    "trTeContext=1 trTsEnable=1 trTeSrcBits=3 trTeSrcID=5 trTeInstEnImplicitReturn=1 "             \
    "trTeInstEnSequentialJump=1 trTeInstExtendAddrMSB=1 trTeInstSyncMode=2 trTeInstSyncMax=3 "
#define HTM ALL "trTeInstMode=6 trTeInstEnRepeatedHistory=1"
#define BTM ALL "trTeInstMode=3 ntEnRepeatBranch=1"

/* A branch to the instruction behind it goes the same way, whatever its history bit says. */
static void any_flipped_bit_in_htm_is_seen_that_leads_elsewhere(void **state) {
    (void)state;
    flip_bits("rv64", "trTeInstMode=6", 1, 3);
    flip_bits("tiny", "trTeInstMode=6", 3, 3);
}

static void any_flipped_bit_in_btm_is_seen(void **state) {
    (void)state;
    flip_bits("rv32-min", "trTeInstMode=3", 3, 0);
    flip_bits("tiny", "trTeInstMode=3", 4, 0);
}

/* Times that are known only to lie between two others may be wrong between them. */
static void nearly_any_flipped_bit_is_seen_with_everything_on(void **state) {
    (void)state;
    flip_bits("rv64", HTM, 1, 4);
    flip_bits("rv64-wide", HTM, 2, 4);
    flip_bits("rv64", BTM, 3, 4);
}

static void any_missing_message_is_seen(void **state) {
    (void)state;
    cut_messages("rv64", HTM, 1);
    cut_messages("rv64-wide", HTM, 2);
    cut_messages("rv64", BTM, 3);
    cut_messages("tiny", "trTeInstMode=6", 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_flipped_bit_in_htm_is_seen_that_leads_elsewhere),
        cmocka_unit_test(any_flipped_bit_in_btm_is_seen),
        cmocka_unit_test(nearly_any_flipped_bit_is_seen_with_everything_on),
        cmocka_unit_test(any_missing_message_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
