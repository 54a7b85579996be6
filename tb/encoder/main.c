/* nt_bench: the lockstep bench of one build. `ntrace lockstep` starts it. */
#include "sim/commands.h"
#include "tb/encoder/mismatch.h"
#include "tb/encoder/summary.h"
#include "tb/encoder/waves.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The run that is judged, and those again that explain what it has found. */
typedef struct runs {
    const char *program;
    char *folder; /* of the report */
    nt_lockstep_options options;
    nt_run judged;
    nt_run again;
    nt_error error;
} runs;

static int run_body(nt_lockstep *lockstep, void *context) {
    runs *r = context;
    bool again = nt_lockstep_is_again(lockstep);
    nt_run *run = again ? &r->again : &r->judged;
    if (again) {
        nt_run_release(run);
    }
    return nt_run_all(run, &r->options, lockstep, &r->error);
}

/* The ingress file has all that the run was made of but these. */
static void print_command(const void *context, FILE *out) {
    static const char *const sinks[] = {"", " --sink bytes", " --sink pib8"};
    const runs *r = context;
    fprintf(out, "%s %s/mismatch.nti --initial-seed %u%s", r->program, r->folder,
            r->options.initial_seed, sinks[r->options.sink]);
}

static void print_past(const void *context, FILE *out, uint64_t at) {
    const runs *r = context;
    nt_mismatch_print(&r->again, out, at);
}

/* The run that draws. */
static nt_run *drawn(runs *r) {
    return r->again.lockstep != NULL ? &r->again : &r->judged;
}

static void caption(void *context, const nt_probe_value *value) {
    nt_waves_caption(drawn(context), value);
}

static void put_view(const void *context, nt_wave_save *save) {
    const runs *r = context;
    nt_waves_overview(&r->judged, save);
}

static int print_summary(const runs *r, nt_error *error) {
    int result = 0;
    if (r->options.json) {
        result = nt_summary_json(stdout, &r->judged);
    } else {
        nt_summary_text(stdout, &r->judged);
        result = fflush(stdout);
    }
    return result == 0 ? 0 : nt_fail(error, "standard output: %s", strerror(errno));
}

/* The summary, then what went wrong. */
static int report(runs *r, nt_lockstep *lockstep, nt_error *error) {
    if (print_summary(r, error) != 0) {
        return -1;
    }
    const char *failure = nt_run_failure(&r->judged);
    if (failure == NULL) {
        return NT_EXIT_OK;
    }
    fprintf(stderr, "ntrace lockstep: %s\n", failure);
    return nt_lockstep_explain(lockstep, error) == 0 ? NT_EXIT_FAILED : -1;
}

static int run_all(runs *r) {
    const nt_lockstep_options *o = &r->options;
    const nt_lockstep_bench bench = {.context = r,
                                     .body = run_body,
                                     .print_command = print_command,
                                     .print_past = print_past,
                                     .caption = caption,
                                     .put_view = put_view,
                                     .report = r->folder,
                                     .wave = o->wave,
                                     .first = o->window_first,
                                     .last = o->window_last,
                                     .keep_going = o->keep_going};
    nt_lockstep *lockstep = nt_lockstep_new(&bench, &r->error);
    int status = lockstep != NULL ? nt_lockstep_judge(lockstep, &r->error) : -1;
    if (status >= 0) {
        status = report(r, lockstep, &r->error);
    }
    nt_run_release(&r->again);
    nt_run_release(&r->judged);
    nt_lockstep_free(lockstep);
    return status;
}

static int parse(runs *r, int argc, char **argv) {
    nt_lockstep_options *o = &r->options;
    if (nt_lockstep_options_parse(o, argc, argv, &r->error) != 0) {
        return -1;
    }
    if (!o->help && strcmp(o->settings.config->name, nt_unit_fast.build) != 0) {
        return nt_fail(&r->error, "this bench is of the build %s, not %s", nt_unit_fast.build,
                       o->settings.config->name);
    }
    r->program = argv[0];
    r->folder = nt_mismatch_folder(o);
    return r->folder != NULL ? 0 : nt_fail(&r->error, "out of memory");
}

int main(int argc, char **argv) {
    runs *r = calloc(1, sizeof *r);
    if (r == NULL) {
        fprintf(stderr, "ntrace lockstep: out of memory\n");
        return NT_EXIT_USAGE;
    }
    int status = parse(r, argc, argv);
    if (status == 0 && r->options.help) {
        fputs(nt_lockstep_help, stdout);
    } else if (status == 0) {
        status = run_all(r);
    }
    if (status < 0) {
        fprintf(stderr, "ntrace lockstep: %s\n", r->error.text);
    }
    free(r->folder);
    nt_images_free(&r->options.images);
    free(r);
    return status < 0 ? NT_EXIT_USAGE : status;
}
