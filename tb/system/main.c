/* nt_system_bench: the lockstep of a whole trace system. `ntrace lockstep` starts it. */
#include "sim/commands.h"
#include "tb/system/summary.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int usage(const char *text) {
    fprintf(stderr, "ntrace lockstep: %s\n", text);
    return NT_EXIT_USAGE;
}

static int report(const nt_system_run *run, nt_error *error) {
    if (run->options->json) {
        if (nt_system_summary_json(stdout, run) != 0) {
            return nt_fail(error, "standard output: %s", strerror(errno));
        }
    } else {
        nt_system_summary_text(stdout, run);
        if (fflush(stdout) != 0) {
            return nt_fail(error, "standard output: %s", strerror(errno));
        }
    }
    const char *failure = nt_system_run_failure(run);
    if (failure != NULL) {
        fprintf(stderr, "ntrace lockstep: %s\n", failure);
        if (run->mismatch_text != NULL) {
            fputs(run->mismatch_text, stderr);
        }
    }
    return 0;
}

static int check(const nt_lockstep_options *o, nt_error *error) {
    const nt_system_params *p = &nt_system_rtl_params;
    if (strcmp(o->settings.config->name, nt_system_rtl_config) != 0 || o->harts != p->harts ||
        o->cluster != p->cluster || o->local_ram != p->local_ram) {
        return nt_fail(error,
                       "this bench is of the build %s with %u harts, cluster %u, local RAM %u",
                       nt_system_rtl_config, p->harts, p->cluster, p->local_ram);
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
    nt_system_run *run = malloc(sizeof *run);
    if (run == NULL) {
        return usage("out of memory");
    }
    int result = nt_system_run_all(run, &options, &error);
    int status = NT_EXIT_OK;
    if (result == 0) {
        result = report(run, &error);
        status = nt_system_run_failure(run) != NULL ? NT_EXIT_FAILED : NT_EXIT_OK;
    }
    nt_system_run_release(run);
    free(run);
    return result != 0 ? usage(error.text) : status;
}
