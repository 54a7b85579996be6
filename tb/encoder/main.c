/* nt_bench: the lockstep bench of one build of the encoder. `ntrace lockstep` starts it. */
#include "tb/encoder/mismatch.h"
#include "tb/encoder/summary.h"
#include "tb/encoder/waves.h"
#include "tb/lockstep/program.h"

#include <stdlib.h>
#include <string.h>

/* The run that is judged, and those again that explain what it has found. */
typedef struct runs {
    nt_program program;
    nt_lockstep_options options;
    nt_run judged;
    nt_run again;
} runs;

static int run_body(nt_lockstep *lockstep, void *context, nt_error *error) {
    runs *r = context;
    bool again = nt_lockstep_is_again(lockstep);
    nt_run *run = again ? &r->again : &r->judged;
    if (again) {
        nt_run_release(run);
    }
    return nt_run_all(run, &r->options, lockstep, error);
}

/* The ingress file has all that the run was made of but these. */
static void print_command(const void *context, FILE *out) {
    static const char *const sinks[] = {"", " --sink bytes", " --sink pib8"};
    const runs *r = context;
    fprintf(out, "%s %s/mismatch.nti --initial-seed %u%s", r->program.name, r->program.folder,
            r->options.initial_seed, sinks[r->options.sink]);
}

static void print_past(const void *context, FILE *out, uint64_t at) {
    const runs *r = context;
    nt_mismatch_print(&r->again, out, at);
}

static void caption(void *context, const nt_probe_value *value) {
    runs *r = context;
    nt_waves_caption(r->again.lockstep != NULL ? &r->again : &r->judged, value);
}

static void put_view(const void *context, nt_wave_save *save) {
    const runs *r = context;
    nt_waves_overview(&r->judged, save);
}

static int check(const nt_lockstep_options *o, nt_error *error) {
    if (strcmp(o->settings.config->name, nt_unit_fast.build) != 0) {
        return nt_fail(error, "this bench is of the build %s, not %s", nt_unit_fast.build,
                       o->settings.config->name);
    }
    return 0;
}

static int print_summary(const void *context, FILE *out) {
    const runs *r = context;
    return r->options.json ? nt_summary_json(out, &r->judged) : nt_summary_text(out, &r->judged);
}

static const char *failure(const void *context) {
    const runs *r = context;
    return nt_run_failure(&r->judged);
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
                                        .print_past = print_past,
                                        .caption = caption,
                                        .put_view = put_view},
                              .options = &r->options,
                              .check = check,
                              .print_summary = print_summary,
                              .failure = failure};
    int status = nt_program_main(&r->program, argc, argv);
    nt_run_release(&r->again);
    nt_run_release(&r->judged);
    nt_images_free(&r->options.images);
    free(r);
    return status;
}
