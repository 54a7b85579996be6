/* nt_system_bench: the lockstep of a whole trace system. `ntrace lockstep` starts it. */
#include "tb/lockstep/program.h"
#include "tb/system/mismatch.h"
#include "tb/system/summary.h"

#include <stdlib.h>
#include <string.h>

/* The run that is judged, and those again that explain what it has found. */
typedef struct runs {
    nt_program program;
    nt_lockstep_options options;
    nt_system_run judged;
    nt_system_run again;
} runs;

static int run_body(nt_lockstep *lockstep, void *context, nt_error *error) {
    runs *r = context;
    bool again = nt_lockstep_is_again(lockstep);
    nt_system_run *run = again ? &r->again : &r->judged;
    if (again) {
        nt_system_run_release(run);
    }
    return nt_system_run_all(run, &r->options, lockstep, error);
}

static void print_command(const void *context, FILE *out) {
    const runs *r = context;
    for (int i = 0; i < r->program.argc; i++) {
        fprintf(out, "%s%s", i > 0 ? " " : "", r->program.argv[i]);
    }
}

static void print_past(const void *context, FILE *out, uint64_t at) {
    const runs *r = context;
    nt_system_print(&r->again, out, at);
}

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

static int print_summary(const void *context, FILE *out) {
    const runs *r = context;
    return r->options.json ? nt_system_summary_json(out, &r->judged)
                           : nt_system_summary_text(out, &r->judged);
}

static const char *failure(const void *context) {
    const runs *r = context;
    return nt_system_run_failure(&r->judged);
}

int main(int argc, char **argv) {
    runs *r = calloc(1, sizeof *r);
    if (r == NULL) {
        fprintf(stderr, "ntrace lockstep: out of memory\n");
        return 2;
    }
    r->program = (nt_program){.bench = {.context = r,
                                        .body = run_body,
                                        .print_command = print_command,
                                        .print_past = print_past},
                              .options = &r->options,
                              .check = check,
                              .print_summary = print_summary,
                              .failure = failure};
    int status = nt_program_main(&r->program, argc, argv);
    nt_system_run_release(&r->again);
    nt_system_run_release(&r->judged);
    free(r);
    return status;
}
