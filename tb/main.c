/* nt_bench: the lockstep bench of one build. `ntrace lockstep` starts it. */
#include "sim/commands.h"
#include "tb/mismatch.h"
#include "tb/summary.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int usage(const char *text) {
    fprintf(stderr, "ntrace lockstep: %s\n", text);
    return NT_EXIT_USAGE;
}

/* After the summary: what went wrong, and where it is shown. */
static int explain(const nt_run *run, nt_error *error) {
    const char *failure = nt_run_failure(run);
    if (failure == NULL) {
        return 0;
    }
    fprintf(stderr, "ntrace lockstep: %s\n", failure);
    if (run->mismatch_text != NULL) {
        fputs(run->mismatch_text, stderr);
    }
    if (run->mismatches == 0) {
        return 0;
    }
    char *folder = nt_mismatch_folder(run->options);
    if (folder == NULL) {
        return nt_fail(error, "out of memory");
    }
    int result = nt_mismatch_replay(run, folder, error);
    if (result == 0) {
        static const char *const sinks[] = {"", " --sink bytes", " --sink pib8"};
        fprintf(stderr,
                "shown in %s: mismatch.txt, %sand the ingress up to there\n"
                "again: ntrace lockstep %s/mismatch.nti --initial-seed %u%s\n",
                folder, nt_rtl_wave.create != NULL ? "mismatch.fst (gtkwave mismatch.gtkw), " : "",
                folder, run->options->initial_seed, sinks[run->options->sink]);
    }
    free(folder);
    return result;
}

static int report(const nt_run *run, nt_error *error) {
    if (run->options->json) {
        if (nt_summary_json(stdout, run) != 0) {
            return nt_fail(error, "standard output: %s", strerror(errno));
        }
    } else {
        nt_summary_text(stdout, run);
        if (fflush(stdout) != 0) {
            return nt_fail(error, "standard output: %s", strerror(errno));
        }
    }
    return explain(run, error);
}

static int check(const nt_lockstep_options *o, nt_error *error) {
    if (strcmp(o->settings.config->name, nt_rtl_fast.config) != 0) {
        return nt_fail(error, "this bench is of the build %s, not %s", nt_rtl_fast.config,
                       o->settings.config->name);
    }
    return 0;
}

int main(int argc, char **argv) {
    nt_error error = {0};
    nt_lockstep_options options;
    if (nt_lockstep_options_parse(&options, argc, argv, &error) != 0) {
        return usage(error.text);
    }
    if (options.help) {
        fputs(nt_lockstep_help, stdout);
        return NT_EXIT_OK;
    }
    if (check(&options, &error) != 0) {
        return usage(error.text);
    }
    nt_run *run = malloc(sizeof *run);
    if (run == NULL) {
        return usage("out of memory");
    }
    const nt_run_artifacts artifacts = {.output = options.output,
                                        .wave = options.wave,
                                        .window_first = options.window_first,
                                        .window_last = options.window_last,
                                        .last = UINT64_MAX};
    int result = nt_run_all(run, &options, &artifacts, &error);
    if (result == 0) {
        result = report(run, &error);
    }
    int status = nt_run_failure(run) != NULL ? NT_EXIT_FAILED : NT_EXIT_OK;
    nt_run_release(run);
    nt_images_free(&options.images);
    free(run);
    return result != 0 ? usage(error.text) : status;
}
