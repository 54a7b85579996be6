/* SPDX-License-Identifier: Apache-2.0 */
/* nt_bench: the lockstep bench of one build of the encoder. `ntrace lockstep` starts it. */
#include "tb/encoder/fields.h"
#include "tb/encoder/mismatch.h"
#include "tb/encoder/summary.h"
#include "tb/encoder/waves.h"
#include "tb/lockstep/program.h"

#include <string.h>

static int check(const nt_lockstep_options *o, nt_error *error) {
    if (strcmp(o->settings.config->name, nt_unit_fast.build) != 0) {
        return nt_fail(error, "this bench is of the build %s, not %s", nt_unit_fast.build,
                       o->settings.config->name);
    }
    return 0;
}

static int run(void *run, const nt_lockstep_options *options, nt_lockstep *lockstep,
               nt_error *error) {
    return nt_run_all(run, options, lockstep, error);
}

static void release(void *run) {
    nt_run_release(run);
}

static int print_text(const void *run, FILE *out) {
    return nt_summary_text(out, run);
}

static json_t *summary(const void *run) {
    return nt_summary_json(run);
}

static void put_result(const void *run, json_t *result) {
    nt_summary_result(run, result);
}

static const char *failure(const void *run) {
    return nt_run_failure(run);
}

static void print_past(const void *run, FILE *out, uint64_t at) {
    nt_mismatch_print(run, out, at);
}

static void put_verdict(const void *run, FILE *out) {
    nt_summary_verdict(out, run);
}

/* The ingress file has all that the run was made of but these. */
static void print_arguments(const nt_lockstep_options *options, const char *folder, FILE *out) {
    static const char *const sinks[] = {"", " --sink bytes", " --sink pib8"};
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/mismatch.nti", folder);
    fputc(' ', out);
    nt_bench_program_put_word(out, path);
    fprintf(out, " --initial-seed %u%s", options->initial_seed, sinks[options->sink]);
}

static void caption(void *run, const nt_probe_value *value) {
    nt_waves_caption(run, value);
}

static void put_view(const void *run, nt_wave_save *save) {
    nt_waves_overview(run, save);
}

int main(int argc, char **argv) {
    static const nt_bench_program program = {.run_size = sizeof(nt_encoder_run),
                                             .check = check,
                                             .run = run,
                                             .release = release,
                                             .print_text = print_text,
                                             .summary = summary,
                                             .put_result = put_result,
                                             .failure = failure,
                                             .print_past = print_past,
                                             .print_arguments = print_arguments,
                                             .caption = caption,
                                             .put_view = put_view,
                                             .explain = nt_explain_member,
                                             .put_verdict = put_verdict};
    return nt_bench_program_main(&program, argc, argv);
}
