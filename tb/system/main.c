/* SPDX-License-Identifier: Apache-2.0 */
/* nt_system_bench: the lockstep of a whole trace system. `ntrace lockstep` starts it. */
#include "tb/lockstep/program.h"
#include "tb/system/mismatch.h"
#include "tb/system/summary.h"

#include <string.h>

static int check(const nt_lockstep_options *o, nt_error *error) {
    const nt_system_params p = nt_system_unit_params();
    if (strcmp(o->settings.config->name, nt_unit_fast.build) != 0 || o->harts != p.harts ||
        o->cluster != p.cluster || o->local_ram != p.local_ram) {
        return nt_fail(error,
                       "this bench is of the build %s with %u harts, cluster %u, local RAM %u",
                       nt_unit_fast.build, p.harts, p.cluster, p.local_ram);
    }
    return 0;
}

static int run(void *run, const nt_lockstep_options *options, nt_lockstep *lockstep,
               nt_error *error) {
    return nt_system_run_all(run, options, lockstep, error);
}

static void release(void *run) {
    nt_system_run_release(run);
}

static int print_text(const void *run, FILE *out) {
    return nt_system_summary_text(out, run);
}

static json_t *summary(const void *run) {
    return nt_system_summary_json(run);
}

static void put_result(const void *run, json_t *result) {
    nt_system_summary_result(run, result);
}

static const char *failure(const void *run) {
    return nt_system_run_failure(run);
}

static void put_verdict(const void *run, FILE *out) {
    nt_system_summary_verdict(out, run);
}

static void print_past(const void *run, FILE *out, uint64_t at) {
    nt_system_print(run, out, at);
}

int main(int argc, char **argv) {
    static const nt_bench_program program = {.run_size = sizeof(nt_system_run),
                                             .check = check,
                                             .run = run,
                                             .release = release,
                                             .print_text = print_text,
                                             .summary = summary,
                                             .put_result = put_result,
                                             .failure = failure,
                                             .print_past = print_past,
                                             .put_verdict = put_verdict};
    return nt_bench_program_main(&program, argc, argv);
}
