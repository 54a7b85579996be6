/* The golden model's bytes of a random run are exact; with any one bit of them wrong,
   they are not. */
#include "model/encoder.h"
#include "sim/ingress/random.h"
#include "sim/witness/witness.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CYCLES = 2000, MAX_CYCLES = 20000, MAX_BYTES = 1 << 16, FLIPS = 320 };

/* A run, kept so that it can be judged again. */
typedef struct random_run {
    const nt_config *config;
    uint64_t seed;
    nt_settings settings;
    nt_ingress *ingress; /* of each cycle, as latched */
    nt_control *control;
    size_t *sent; /* bytes up to and with each cycle */
    size_t cycles;
    uint8_t *bytes;
    size_t size;
} random_run;

static nt_source open_random(const random_run *run, nt_image **image) {
    nt_error error = {{0}};
    nt_source source;
    nt_random_options options = {
        .seed = run->seed, .cycles = CYCLES, .settings = &run->settings, .keep_control = true};
    if (nt_random_open(&source, image, run->config, &options, &error) != 0) {
        print_message("%s\n", error.text);
        fail();
    }
    return source;
}

static void encode(random_run *run) {
    static nt_encoder encoder;
    nt_image *image;
    nt_source source = open_random(run, &image);
    nt_control control = nt_control_reset();
    nt_error error = {{0}};
    nt_cycle cycle;
    bool stall = false;
    nt_encoder_init(&encoder, run->config);
    while (source.next(source.self, stall, &cycle, &error) == 1) {
        for (unsigned i = 0; i < cycle.writes; i++) {
            nt_control_set(&control, cycle.write[i].field, cycle.write[i].value);
        }
        nt_encoder_inputs in = {
            .rst = cycle.rst, .control = &control, .ingress = &cycle.ingress, .out_ready = true};
        nt_encoder_outputs out;
        nt_encoder_out(&encoder, &control, &out);
        assert_true(run->cycles < MAX_CYCLES && run->size + 4 < MAX_BYTES);
        for (unsigned i = 0; out.out_valid && i < out.out_count; i++) {
            run->bytes[run->size++] = (uint8_t)(out.out >> 8 * i);
        }
        run->sent[run->cycles] = run->size;
        run->ingress[run->cycles] = cycle.ingress;
        run->control[run->cycles++] = cycle.rst ? nt_control_reset() : control;
        stall = out.stall;
        nt_encoder_step(&encoder, &in);
    }
    source.close(source.self);
    nt_image_free(image);
}

static nt_verdict judge(const random_run *run) {
    nt_image *image;
    nt_source source = open_random(run, &image);
    source.close(source.self);
    nt_witness *witness = nt_witness_new(run->config, image);
    assert_non_null(witness);
    size_t size = 0;
    for (size_t i = 0; i < run->cycles; i++) {
        const nt_witness_inputs in = {.ingress = &run->ingress[i],
                                      .control = &run->control[i],
                                      .live = &run->control[i],
                                      .settings = &run->control[i]};
        nt_witness_cycle(witness, &in);
        nt_witness_bytes(witness, run->bytes + size, run->sent[i] - size);
        size = run->sent[i];
    }
    nt_verdict verdict;
    nt_witness_finish(witness, &verdict);
    nt_witness_free(witness);
    return verdict;
}

static random_run new_run(const char *config, const char *mode, uint64_t seed) {
    nt_error error = {{0}};
    random_run run = {.seed = seed,
                      .ingress = calloc(MAX_CYCLES, sizeof *run.ingress),
                      .control = calloc(MAX_CYCLES, sizeof *run.control),
                      .sent = calloc(MAX_CYCLES, sizeof *run.sent),
                      .bytes = malloc(MAX_BYTES)};
    nt_settings_init(&run.settings);
    assert_int_equal(nt_settings_config(&run.settings, config, &error), 0);
    assert_int_equal(nt_settings_set(&run.settings, mode, &error), 0);
    assert_int_equal(nt_settings_set(&run.settings, "trTeInstStallEna=1", &error), 0);
    run.config = run.settings.config;
    encode(&run);
    return run;
}

static void free_run(random_run *run) {
    free(run->ingress);
    free(run->control);
    free(run->sent);
    free(run->bytes);
}

/* At most so many percent of the flips may stay unseen. */
static void flip_bits(const char *config, const char *mode, uint64_t seed, unsigned percent) {
    random_run run = new_run(config, mode, seed);
    nt_verdict verdict = judge(&run);
    assert_string_equal(verdict.roundtrip, "exact");
    assert_int_equal(verdict.rules_broken, 0);
    assert_true(verdict.instructions > 200);
    size_t step = run.size * 8 / FLIPS + 1;
    size_t unseen = 0;
    size_t tried = 0;
    for (size_t bit = 0; bit < run.size * 8; bit += step) {
        run.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        verdict = judge(&run);
        run.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        unseen += !verdict.differs && verdict.rules_broken == 0;
        tried++;
    }
    print_message("%s %s: %u of %u flips not seen\n", config, mode, (unsigned)unseen,
                  (unsigned)tried);
    assert_true(tried > 200 && unseen * 100 <= tried * percent);
    free_run(&run);
}

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_flipped_bit_in_htm_is_seen_that_leads_elsewhere),
        cmocka_unit_test(any_flipped_bit_in_btm_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
