/* SPDX-License-Identifier: Apache-2.0 */
/* Repeated history, and RepeatBranch, on the ten programs of the reference encoder: no more bytes
   than are written down here, and these against the reference's best. */
#include "model/encoder_core.h"
#include "sim/ingress/shape.h"
#include "sim/recording/import.h"
#include "sim/settings/settings.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define DATA "tests/data/tg-reference/"

/* `reference`: htm-cs8-rep in DATA/table.tsv. `least`: the fewest that any cutting of the history
   into messages needs, by an exhaustive search. */
static const struct program {
    const char *name;
    unsigned xlen;
    unsigned reference;
    unsigned ours;
    unsigned least;
} programs[] = {
    {"dhrystone", 64, 7576, 5281, 5273}, {"median", 64, 913, 834, 818},
    {"towers", 64, 328, 236, 226},       {"qsort", 64, 11246, 10615, 10325},
    {"spmv", 64, 1472, 1379, 1362},      {"vvadd", 64, 276, 167, 164},
    {"multiply", 64, 3184, 1858, 1850},  {"rsort", 64, 780, 379, 376},
    {"mm", 64, 1746, 1075, 1036},        {"xrle", 32, 2604, 2090, 1848},
};
enum { PROGRAMS = sizeof programs / sizeof programs[0] };

static void import(const struct program *program, const char *recording) {
    char input[128];
    char pcinfo[128];
    snprintf(input, sizeof input, DATA "%s.pcseq.gz", program->name);
    snprintf(pcinfo, sizeof pcinfo, DATA "%s.pcinfo.gz", program->name);
    const nt_import_options options = {.input = input, .pcinfo = pcinfo, .xlen = program->xlen};
    const nt_recording_header header = {.xlen = (uint8_t)program->xlen, .harts = 1};
    nt_error error = {0};
    nt_writer *writer;
    nt_progress progress;
    nt_import_counts counts;
    nt_progress_start(&progress, "import", "lines");
    if (nt_writer_open(&writer, recording, &header, &error) != 0 ||
        nt_import_format_pcseq.run(&options, writer, &progress, &counts, &error) != 0 ||
        nt_writer_commit(writer, &error) != 0) {
        fail_msg("%s", error.text);
    }
    nt_progress_end(&progress);
}

/* The bytes of a trace in the best settings. */
static unsigned bytes_of(const struct program *program, const char *recording) {
    nt_config config = *nt_config_find("rv64");
    config.xlen = (uint8_t)program->xlen;
    nt_settings settings;
    nt_settings_init(&settings);
    nt_settings_best(&settings);
    settings.config = &config;
    const nt_shape_options shape = {.blocks = 1, .settings = &settings};
    nt_error error = {0};
    nt_source source;
    if (nt_shape_open(&source, recording, &config, &shape, &error) != 0) {
        fail_msg("%s", error.text);
    }
    nt_encoder_core model;
    nt_encoder_core_init(&model, &config);
    nt_control control = nt_control_reset();
    nt_cycle cycle;
    unsigned bytes = 0;
    bool stall = false;
    int more;
    while ((more = source.next(source.self, stall, &cycle, &error)) == 1) {
        for (unsigned i = 0; i < cycle.writes; i++) {
            nt_control_set(&control, cycle.write[i].field, cycle.write[i].value);
        }
        const nt_encoder_core_inputs in = {
            .rst = cycle.rst, .control = &control, .ingress = &cycle.ingress};
        nt_encoder_core_outputs out;
        nt_encoder_core_out(&model, &in, &out);
        bytes += out.encoder.out_valid && cycle.sink_ready ? out.encoder.out_count : 0;
        nt_encoder_core_step(&model, &in, &out, cycle.sink_ready);
        stall = out.encoder.stall;
    }
    assert_int_equal(more, 0);
    source.close(source.self);
    return bytes;
}

static void no_program_needs_more_bytes_than_it_did(void **state) {
    (void)state;
    char recording[] = "/tmp/reference-bytes-XXXXXX";
    int file = mkstemp(recording);
    assert_true(file >= 0);
    close(file);
    double sum = 0;
    for (unsigned i = 0; i < PROGRAMS; i++) {
        const struct program *program = &programs[i];
        import(program, recording);
        unsigned bytes = bytes_of(program, recording);
        double ratio = (double)bytes / program->reference;
        printf("%-10s %5u bytes; reference %5u, %.3f; at best %5u\n", program->name, bytes,
               program->reference, ratio, program->least);
        assert_in_range(bytes, program->least, program->ours);
        assert_true(bytes <= program->reference + 8);
        sum += log(ratio);
    }
    unlink(recording);
    double mean = exp(sum / PROGRAMS);
    printf("geometric mean %.4f\n", mean);
    assert_true(mean <= 0.72);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_program_needs_more_bytes_than_it_did),
    };
    return cmocka_run_group_tests_name("reference_bytes", tests, NULL, NULL);
}
