/* SPDX-License-Identifier: Apache-2.0 */
/* `ntrace regress`: a list of locksteps, on this machine or by Slurm. */
#include "sim/regress/regress.h"
#include "sim/commands.h"
#include "sim/regress/attempt.h"
#include "sim/regress/folder.h"
#include "sim/util/number.h"
#include "sim/util/options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct regress_options {
    nt_words lists;
    nt_job_source jobs;
    const char *seeds;
    const char *output;
    const char *job; /* make and Slurm: run this one */
    nt_regress_options run;
    bool dry_run;
    bool json;
    bool quiet;
    bool help;
} regress_options;

#define AT(field) offsetof(regress_options, field)
static const nt_option table[] = {
    {"", 0, NT_OPTION_OPERANDS, AT(lists), 0, 1, NULL, "JOBS", NULL},
    NT_OPERANDS_REST(regress_options, jobs.words),
    NT_OPTION_JSON(regress_options),
    NT_OPTION_QUIET(regress_options),
    NT_OPTION_HELP(regress_options),
    {"output", 'o', NT_OPTION_OUTPUT, AT(output), 0, 0, NULL, "DIR",
     "the folder of results, logs and reports"},
    {"seeds", 0, NT_OPTION_TEXT, AT(seeds), 0, 0, NULL, "FIRST:LAST",
     "each job once for each of these seeds"},
    {"jobs", 0, NT_OPTION_NUMBER, AT(run.round.at_once), 1, UINT16_MAX, NULL, "N",
     "so many at once (as many as there are processors, or as the make has to give that started "
     "this)"},
    {"slurm", 0, NT_OPTION_FLAG, AT(run.slurm), 0, 0, NULL, NULL,
     "as arrays of Slurm; DIR must be the same on every machine"},
    {"partition", 0, NT_OPTION_TEXT, AT(run.round.partition), 0, 0, NULL, "P", "Slurm's partition"},
    {"attempts", 0, NT_OPTION_NUMBER, AT(run.attempts), 1, 100, NULL, "N",
     "at a job that is lost (3)"},
    {"dry-run", 0, NT_OPTION_FLAG, AT(dry_run), 0, 0, NULL, NULL, "list the jobs, and run none"},
    {"job", 0, NT_OPTION_TEXT, AT(job), 0, 0, NULL, NULL, NULL},
};

/* ---- what is told ---- */

static const char *state_of(const nt_job *job) {
    static const char *const names[] = {
        [NT_JOB_MISSING] = "lost",     [NT_JOB_PASSED] = "passed", [NT_JOB_FAILED] = "failed",
        [NT_JOB_UNUSABLE] = "refused", [NT_JOB_LOST] = "lost",
    };
    return names[job->state];
}

static void print_jobs(const nt_job_list *list) {
    size_t to_run = 0;
    for (size_t i = 0; i < list->count; i++) {
        const nt_job *job = &list->job[i];
        to_run += !job->before;
        printf("%s %s: ntrace lockstep %s\n", job->id, job->before ? state_of(job) : "to run",
               job->text);
    }
    printf("%zu jobs, %zu to run; %zu listed before\n", list->count, to_run, list->repeated);
}

/* What is wrong, by name: what has no result first. */
static void print_wrong(const nt_job_list *list) {
    static const nt_job_state order[] = {NT_JOB_MISSING, NT_JOB_LOST, NT_JOB_UNUSABLE,
                                         NT_JOB_FAILED};
    for (size_t kind = 0; kind < sizeof order / sizeof order[0]; kind++) {
        for (size_t i = 0; i < list->count; i++) {
            const nt_job *job = &list->job[i];
            if (job->state == order[kind]) {
                printf("%s %s, %s: ntrace lockstep %s\n", job->id, state_of(job), job->reason,
                       job->text);
            }
        }
    }
}

static void print_verdict(const nt_job_list *list, const char *folder, bool quiet) {
    nt_regress_counts c = nt_regress_count(list);
    if (!quiet) {
        printf("%zu jobs: %zu had a result before, %zu ran; results in %s/results\n", c.jobs,
               c.before, c.jobs - c.before - c.lost - c.unusable, folder);
    }
    print_wrong(list);
    if (c.lost + c.unusable != 0) {
        printf("incomplete: of %zu jobs %zu lost, %zu refused, %zu failed; logs in %s/logs\n",
               c.jobs, c.lost, c.unusable, c.failed, folder);
    } else if (c.failed != 0) {
        printf("failed: %zu of %zu jobs; logs in %s/logs\n", c.failed, c.jobs, folder);
    } else {
        printf("passed: %zu jobs\n", c.jobs);
    }
}

static json_t *json_of(const nt_job_list *list) {
    nt_regress_counts c = nt_regress_count(list);
    json_t *jobs = json_array();
    for (size_t i = 0; i < list->count; i++) {
        const nt_job *job = &list->job[i];
        json_array_append_new(jobs, json_pack("{s:s, s:s, s:s, s:I, s:b}", "id", job->id, "options",
                                              job->text, "state", state_of(job), "line",
                                              (json_int_t)job->line, "before", (int)job->before));
    }
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "passed", (json_int_t)c.passed,
                     "failed", (json_int_t)c.failed, "lost", (json_int_t)c.lost, "refused",
                     (json_int_t)c.unusable, "before", (json_int_t)c.before, "repeated",
                     (json_int_t)list->repeated, "jobs", jobs);
}

static int tell(const regress_options *o, const nt_job_list *list, nt_error *error) {
    if (!o->json) {
        print_verdict(list, o->output, o->quiet);
        return 0;
    }
    json_t *object = json_of(list);
    int result = nt_command_json(object, error);
    json_decref(object);
    return result;
}

/* ---- running ---- */

static int run(regress_options *o, nt_job_list *list, nt_error *error) {
    if (nt_folder_take(o->output, error) != 0) {
        return -1;
    }
    char *folder = realpath(o->output, NULL);
    if (folder == NULL) {
        return nt_fail(error, "%s: %s", o->output, strerror(errno));
    }
    o->run.round.folder = folder;
    int result = nt_regress_run(&o->run, list, error);
    if (result == 0) {
        result = tell(o, list, error);
    }
    free(folder);
    return result;
}

static int status_of(const nt_job_list *list) {
    nt_regress_counts c = nt_regress_count(list);
    return c.lost + c.unusable != 0 ? NT_EXIT_USAGE : c.failed != 0 ? NT_EXIT_FAILED : NT_EXIT_OK;
}

/* The exit status; -1 is an error. */
static int run_list(regress_options *o, nt_error *error) {
    nt_job_list list;
    int result = nt_job_list_read(&list, &o->jobs, error);
    if (result == 0 && o->dry_run) {
        nt_regress_look(o->output, &list);
        print_jobs(&list);
    } else if (result == 0) {
        result = run(o, &list, error);
        result = result == 0 ? status_of(&list) : result;
    }
    nt_job_list_free(&list);
    return result;
}

static void init(void *place) {
    ((regress_options *)place)->run.attempts = 3;
}

static int check_words(const regress_options *o, nt_error *error) {
    if (o->job != NULL &&
        (strlen(o->job) != NT_JOB_ID || strspn(o->job, "0123456789abcdef") != NT_JOB_ID)) {
        return nt_fail(error, "--job %s: no id of a job", o->job);
    }
    if (o->run.round.partition != NULL && !o->run.slurm) {
        return nt_fail(error, "--partition: needs --slurm");
    }
    return 0;
}

/* A list, or the options of one job. */
static int take_source(regress_options *o, nt_error *error) {
    nt_job_source *jobs = &o->jobs;
    if (o->lists.count == 1 && jobs->words.count > 0) {
        return nt_fail(error, "%s: not with the options of a job (see --help)", o->lists.word[0]);
    }
    if (o->lists.count + jobs->words.count == 0 && o->job == NULL) {
        return nt_fail(error, "JOBS is missing (see --help)");
    }
    if (o->output == NULL) {
        return nt_fail(error, "-o is missing (see --help)");
    }
    jobs->path = o->lists.count == 1 ? o->lists.word[0] : NULL;
    jobs->seeded = o->seeds != NULL;
    return o->seeds == NULL ? 0
                            : nt_parse_range(&jobs->first, &jobs->last, o->seeds, "--seeds",
                                             UINT64_MAX - 1, error);
}

static int run_command(void *place, nt_error *error) {
    regress_options *o = place;
    if (check_words(o, error) != 0 || take_source(o, error) != 0) {
        return -1;
    }
    return o->job != NULL ? nt_attempt(o->output, o->job, error) : run_list(o, error);
}

const nt_command nt_cmd_regress = {
    .name = "regress",
    .summary = "run a list of locksteps, here or by Slurm, and keep their results",
    .usage = "JOBS -o DIR [OPTION...]\n"
             "-o DIR [--seeds FIRST:LAST] [OPTION...] -- JOB...",
    .about =
        "Run a list of jobs, each the options of one `ntrace lockstep`, and keep a result file of "
        "each\n"
        "in DIR/results; or one job, JOB being its options, with --seeds once for each seed. Those "
        "that\n"
        "have a result do not run again; those that are lost do. Exit status 1: a check failed; 2: "
        "a job\n"
        "has no result. docs/regress.md describes list and folder.\n",
    NT_COMMAND_OPTIONS(table, regress_options),
    .instead = {"job"},
    .init = init,
    .run = run_command,
};
