/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/regress/regress.h"

#include "sim/regress/end.h"
#include "sim/regress/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* A regression as it runs. */
typedef struct run {
    const nt_regress_options *options;
    nt_job_list *list;
    nt_runner runner;
    nt_round round;
    nt_job **job; /* of the round */
    size_t count;
    bool terminal;
} run;

static bool has_result(const nt_job *job) {
    return job->state == NT_JOB_PASSED || job->state == NT_JOB_FAILED;
}

void nt_regress_look(const char *folder, nt_job_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        nt_end_judge(folder, &list->job[i]);
        list->job[i].before = has_result(&list->job[i]);
    }
}

nt_regress_counts nt_regress_count(const nt_job_list *list) {
    nt_regress_counts counts = {.jobs = list->count};
    for (size_t i = 0; i < list->count; i++) {
        const nt_job *job = &list->job[i];
        counts.before += job->before;
        counts.passed += job->state == NT_JOB_PASSED;
        counts.failed += job->state == NT_JOB_FAILED;
        counts.unusable += job->state == NT_JOB_UNUSABLE;
        counts.lost += job->state == NT_JOB_LOST || job->state == NT_JOB_MISSING;
    }
    return counts;
}

/* ---- a round ---- */

/* What has no result, and was not refused before in this run of the command. */
static void choose(run *r, bool first) {
    r->count = 0;
    for (size_t i = 0; i < r->list->count; i++) {
        nt_job *job = &r->list->job[i];
        if (!has_result(job) && (first || job->state != NT_JOB_UNUSABLE)) {
            r->job[r->count++] = job;
        }
    }
}

static int prepare(const run *r, nt_error *error) {
    for (size_t i = 0; i < r->count; i++) {
        nt_folder_forget(r->options->round.folder, r->job[i]);
        if (nt_folder_put_job(r->options->round.folder, r->job[i], error) != 0) {
            return -1;
        }
    }
    return 0;
}

static void show(const run *r, size_t done) {
    if (r->terminal && r->count != 0) {
        fprintf(stderr, "\r%zu of %zu jobs\033[K", done, r->count);
    } else if (r->terminal && r->options->slurm) {
        fprintf(stderr, "\rwaiting for what an earlier command submitted\033[K");
    }
    fflush(stderr);
}

/* Until all have ended, or nothing runs any more; no time is too long. */
static int wait_for_all(const run *r, size_t before, nt_error *error) {
    static const struct timespec nap = {.tv_nsec = 200 * 1000 * 1000};
    int busy = 1;
    while (busy > 0) {
        size_t ends = nt_folder_ends(r->options->round.folder);
        size_t done = ends > before ? ends - before : 0;
        show(r, done);
        busy = r->count != 0 && done >= r->count && r->options->slurm
                   ? 0
                   : r->runner.is_busy(r->runner.self, error);
        if (busy > 0) {
            (void)nanosleep(&nap, NULL);
        }
    }
    if (r->terminal) {
        fputs("\r\033[K", stderr);
    }
    return busy;
}

static int run_round(run *r, nt_error *error) {
    const char *folder = r->options->round.folder;
    if (prepare(r, error) != 0) {
        return -1;
    }
    size_t before = nt_folder_ends(folder);
    if (r->runner.start(r->runner.self, r->job, r->count, error) != 0 ||
        wait_for_all(r, before, error) != 0) {
        return -1;
    }
    for (size_t i = 0; i < r->count; i++) {
        nt_end_judge(folder, r->job[i]);
    }
    return 0;
}

/* A job that is lost runs again, each time with those that are lost too. */
static int run_rounds(run *r, nt_error *error) {
    for (uint32_t attempt = 1; attempt <= r->options->attempts; attempt++) {
        choose(r, attempt == 1);
        if (r->count == 0) {
            break;
        }
        if (attempt > 1) {
            fprintf(stderr, "ntrace regress: %zu jobs lost; attempt %u\n", r->count, attempt);
        }
        if (run_round(r, error) != 0) {
            return -1;
        }
    }
    return 0;
}

int nt_regress_run(const nt_regress_options *options, nt_job_list *list, nt_error *error) {
    const char *folder = options->round.folder;
    run r = {.options = options, .list = list, .terminal = isatty(STDERR_FILENO) == 1};
    int (*open)(nt_runner *, nt_round *, const nt_round_options *, nt_error *) =
        options->slurm ? nt_round_slurm : nt_round_local;
    if (open(&r.runner, &r.round, &options->round, error) != 0 ||
        nt_folder_sort(folder, list, error) != 0) {
        return -1;
    }
    r.job = malloc(list->count * sizeof(nt_job *));
    if (r.job == NULL) {
        return nt_fail(error, "out of memory");
    }
    /* Slurm may still run what a command started that was cut off. */
    int result = wait_for_all(&r, nt_folder_ends(folder), error);
    if (result == 0) {
        nt_regress_look(folder, list);
        result = run_rounds(&r, error);
    }
    free(r.job);
    return result;
}
