/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/regress/job.h"

#include "sim/lockstep/bench.h"
#include "sim/lockstep/command.h"
#include "sim/report/result.h"
#include "sim/util/sum.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int nt_job_words(const char *text, char **copy, char *words[NT_JOB_WORDS + 2], nt_error *error) {
    static char name[] = "lockstep";
    *copy = strdup(text);
    if (*copy == NULL) {
        return nt_fail(error, "out of memory");
    }
    int count = 0;
    words[count++] = name;
    char *rest = NULL;
    for (char *word = strtok_r(*copy, " \t", &rest); word != NULL;
         word = strtok_r(NULL, " \t", &rest)) {
        if (count > NT_JOB_WORDS) {
            return nt_fail(error, "more than %d words", NT_JOB_WORDS);
        }
        words[count++] = word;
    }
    words[count] = NULL;
    return count;
}

/* ---- what many jobs read ---- */

struct nt_job_sum {
    char *path;
    uint64_t sum;
};

void nt_job_sums_free(nt_job_sums *sums) {
    for (unsigned i = 0; i < sums->count; i++) {
        free(sums->file[i].path);
    }
    free(sums->file);
    *sums = (nt_job_sums){0};
}

static int sum_of(nt_job_sums *sums, const char *path, uint64_t *sum, nt_error *error) {
    for (unsigned i = 0; i < sums->count; i++) {
        if (strcmp(sums->file[i].path, path) == 0) {
            *sum = sums->file[i].sum;
            return 0;
        }
    }
    struct nt_job_sum *more = realloc(sums->file, (sums->count + 1) * sizeof *more);
    if (more == NULL) {
        return nt_fail(error, "out of memory");
    }
    sums->file = more;
    if (nt_sum_file(sum, path, error) != 0) {
        return -1;
    }
    more[sums->count] = (struct nt_job_sum){.path = strdup(path), .sum = *sum};
    return more[sums->count].path != NULL ? (sums->count++, 0) : nt_fail(error, "out of memory");
}

/* ---- identity ---- */

/* Options that `ntrace regress` gives itself, or that leave no result. */
static int refuse(const nt_lockstep_options *o, nt_error *error) {
    const char *name = o->help               ? "help"
                       : o->json             ? "json"
                       : o->quiet            ? "quiet"
                       : o->output != NULL   ? "output"
                       : o->wave != NULL     ? "wave"
                       : o->report != NULL   ? "report"
                       : o->coverage != NULL ? "coverage"
                       : o->results != NULL  ? "results"
                                             : NULL;
    if (name != NULL) {
        return nt_fail(error, "--%s: not in a list of jobs", name);
    }
    return o->mode == NT_LOCKSTEP_COMPARE
               ? 0
               : nt_fail(error, "--bare, --model-only, --stimulus-only: not in a list of jobs");
}

/* The bench as it is built: what runs. */
static int add_bench(uint64_t *sum, const nt_lockstep_options *o, nt_job_sums *sums,
                     nt_error *error) {
    nt_lockstep_bench_name bench;
    uint64_t program;
    if (nt_lockstep_bench_find(&bench, o, error) != 0) {
        return -1;
    }
    if (access(bench.path, X_OK) != 0) {
        return nt_fail(error, "%s: %s; build it with %s", bench.path, strerror(errno),
                       bench.target);
    }
    if (sum_of(sums, bench.path, &program, error) != 0) {
        return -1;
    }
    *sum = nt_sum(*sum, &program, sizeof program);
    return 0;
}

/* The command as the result will have it: the same for the same run, however it was asked for, with
   checksums of what it reads. */
static int add_command(uint64_t *sum, const nt_lockstep_options *o, nt_error *error) {
    json_t *result = nt_result_new("lockstep", o->unit != NULL ? o->unit : "", "");
    if (result == NULL) {
        return nt_fail(error, "out of memory");
    }
    int status = nt_lockstep_put_command(o, result, error);
    if (status == 0) {
        char *text = json_dumps(json_object_get(result, "run"), JSON_COMPACT | JSON_SORT_KEYS);
        status = text != NULL ? 0 : nt_fail(error, "out of memory, or a name that is not UTF-8");
        *sum = text != NULL ? nt_sum(*sum, text, strlen(text)) : 0;
        free(text);
    }
    json_decref(result);
    return status;
}

static int identify(uint64_t *sum, int count, char **words, nt_job_sums *sums, nt_error *error) {
    nt_lockstep_options options = {0};
    *sum = NT_SUM_START;
    bool fit = nt_lockstep_options_parse(&options, NULL, count, words, error) == 0 &&
               refuse(&options, error) == 0 && add_bench(sum, &options, sums, error) == 0 &&
               add_command(sum, &options, error) == 0;
    nt_images_free(&options.images);
    return fit ? 0 : -1;
}

int nt_job_identify(char id[NT_JOB_ID + 1], const char *text, nt_job_sums *sums, nt_error *error) {
    char *copy;
    char *words[NT_JOB_WORDS + 2];
    uint64_t sum;
    int count = nt_job_words(text, &copy, words, error);
    int result = count < 0 ? -1 : identify(&sum, count, words, sums, error);
    free(copy);
    if (result == 0) {
        (void)snprintf(id, NT_JOB_ID + 1, "%016" PRIx64, sum);
    }
    return result;
}
