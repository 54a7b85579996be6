#include "tb/lockstep/program.h"

#include "sim/commands.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The folder that the options ask for, or the default beside the output: the caller frees it. */
static char *report_folder(const nt_lockstep_options *options) {
    static const char name[] = "lockstep-mismatch";
    if (options->report != NULL) {
        return strdup(options->report);
    }
    const char *slash = options->output != NULL ? strrchr(options->output, '/') : NULL;
    char *folder;
    int beside = slash != NULL ? (int)(slash + 1 - options->output) : 0;
    return asprintf(&folder, "%.*s%s", beside, beside > 0 ? options->output : "", name) < 0
               ? NULL
               : folder;
}

/* The summary, then what went wrong. */
static int report(const nt_program *p, nt_lockstep *lockstep, nt_error *error) {
    if (p->print_summary(p->bench.context, stdout) != 0 || fflush(stdout) != 0) {
        return nt_fail(error, "standard output: %s", strerror(errno));
    }
    const char *failure = p->failure(p->bench.context);
    if (failure == NULL) {
        return NT_EXIT_OK;
    }
    fprintf(stderr, "ntrace lockstep: %s\n", failure);
    return nt_lockstep_explain(lockstep, error) == 0 ? NT_EXIT_FAILED : -1;
}

static int run(nt_program *p, nt_error *error) {
    const nt_lockstep_options *o = p->options;
    char *folder = report_folder(o);
    if (folder == NULL) {
        return nt_fail(error, "out of memory");
    }
    p->folder = p->bench.report = folder;
    p->bench.wave = o->wave;
    p->bench.coverage = o->coverage;
    p->bench.first = o->window_first;
    p->bench.last = o->window_last;
    p->bench.keep_going = o->keep_going;
    nt_lockstep *lockstep = nt_lockstep_new(&p->bench, error);
    int status = lockstep != NULL ? nt_lockstep_judge(lockstep, error) : -1;
    if (status >= 0) {
        status = report(p, lockstep, error);
    }
    nt_lockstep_free(lockstep);
    free(folder);
    return status;
}

static int parse_and_run(nt_program *p, nt_error *error) {
    if (nt_lockstep_options_parse(p->options, p->argc, p->argv, error) != 0) {
        return -1;
    }
    if (p->options->help) {
        fputs(nt_lockstep_help, stdout);
        return NT_EXIT_OK;
    }
    return p->check(p->options, error) == 0 ? run(p, error) : -1;
}

int nt_program_main(nt_program *p, int argc, char **argv) {
    nt_error error = {0};
    p->name = argv[0];
    p->argc = argc;
    p->argv = argv;
    int status = parse_and_run(p, &error);
    if (status < 0) {
        fprintf(stderr, "ntrace lockstep: %s\n", error.text);
    }
    return status < 0 ? NT_EXIT_USAGE : status;
}

json_t *nt_program_mismatch(const nt_lockstep_finding *found) {
    json_t *signals = json_array();
    for (unsigned i = 0; i < nt_unit_fast.probe_count; i++) {
        const nt_probe_value *value = &found->values[i];
        if (value->valid && value->rtl != value->model) {
            char expected[24];
            char got[24];
            (void)snprintf(expected, sizeof expected, "0x%" PRIx64, value->model);
            (void)snprintf(got, sizeof got, "0x%" PRIx64, value->rtl);
            json_array_append_new(signals, json_pack("{s:s, s:s, s:s}", "signal",
                                                     nt_unit_fast.probes[i].name, "expected",
                                                     expected, "got", got));
        }
    }
    return json_pack("{s:I, s:o}", "cycle", (json_int_t)found->at, "signals", signals);
}
