/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/regress/end.h"

#include "libntrace/util/output_file.h"
#include "sim/commands.h"
#include "sim/regress/folder.h"
#include "sim/util/sum.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static bool is_verdict(json_int_t status) {
    return status == NT_EXIT_OK || status == NT_EXIT_FAILED;
}

/* The checksum of the result, as text. */
static int sum_result(char text[NT_JOB_ID + 1], const char *folder, const char *id,
                      nt_error *error) {
    char path[PATH_MAX];
    uint64_t sum;
    if (nt_folder_of_job(path, folder, "results", id, ".json", error) != 0 ||
        nt_sum_file(&sum, path, error) != 0) {
        return -1;
    }
    (void)snprintf(text, NT_JOB_ID + 1, "%016" PRIx64, sum);
    return 0;
}

static int put_status(json_t *end, const char *folder, const char *id, int status,
                      nt_error *error) {
    char sum[NT_JOB_ID + 1];
    if (!WIFEXITED(status)) {
        json_object_set_new(end, "signal", json_integer(WTERMSIG(status)));
        return 0;
    }
    json_object_set_new(end, "status", json_integer(WEXITSTATUS(status)));
    if (!is_verdict(WEXITSTATUS(status))) {
        return 0;
    }
    if (sum_result(sum, folder, id, error) != 0) {
        return -1;
    }
    json_object_set_new(end, "result", json_string(sum));
    return 0;
}

static int write_end(const json_t *end, const char *folder, const char *id, nt_error *error) {
    char path[PATH_MAX];
    char *text = json_dumps(end, JSON_COMPACT | JSON_REAL_PRECISION(4));
    int result = text == NULL ? nt_fail(error, "out of memory")
                 : nt_folder_of_job(path, folder, "ends", id, ".json", error) != 0
                     ? -1
                     : nt_output_file_text(path, text, error);
    free(text);
    return result;
}

int nt_end_write(const char *folder, const char *id, int status, unsigned attempt, double seconds,
                 nt_error *error) {
    char host[256] = "";
    (void)gethostname(host, sizeof host - 1);
    json_t *end = json_pack("{s:s, s:i, s:s, s:f}", "job", id, "attempt", (int)attempt, "host",
                            host, "seconds", seconds);
    int result =
        end == NULL ? nt_fail(error, "out of memory") : put_status(end, folder, id, status, error);
    if (result == 0) {
        result = write_end(end, folder, id, error);
    }
    json_decref(end);
    return result;
}

/* ---- judging ---- */

static void set(nt_job *job, nt_job_state state, const char *reason) {
    job->state = state;
    (void)snprintf(job->reason, sizeof job->reason, "%s", reason);
}

static void judge_result(const char *folder, nt_job *job, const json_t *end, bool passed) {
    char sum[NT_JOB_ID + 1];
    const char *expected = json_string_value(json_object_get(end, "result"));
    if (sum_result(sum, folder, job->id, NULL) != 0) {
        set(job, NT_JOB_LOST, "its result is not there");
    } else if (expected == NULL || strcmp(expected, sum) != 0) {
        set(job, NT_JOB_LOST, "its result is damaged");
    } else {
        set(job, passed ? NT_JOB_PASSED : NT_JOB_FAILED, passed ? "" : "a check failed");
    }
}

static void judge_end(const char *folder, nt_job *job, const json_t *end) {
    const char *id = json_string_value(json_object_get(end, "job"));
    const json_t *status = json_object_get(end, "status");
    const json_t *signal = json_object_get(end, "signal");
    char reason[64];
    if (id == NULL || strcmp(id, job->id) != 0 ||
        (!json_is_integer(status) && !json_is_integer(signal))) {
        set(job, NT_JOB_LOST, "the file of its end is damaged");
    } else if (signal != NULL) {
        (void)snprintf(reason, sizeof reason, "signal %d", (int)json_integer_value(signal));
        set(job, NT_JOB_LOST, reason);
    } else if (is_verdict(json_integer_value(status))) {
        judge_result(folder, job, end, json_integer_value(status) == NT_EXIT_OK);
    } else {
        (void)snprintf(reason, sizeof reason, "exit status %d", (int)json_integer_value(status));
        set(job, json_integer_value(status) == NT_EXIT_USAGE ? NT_JOB_UNUSABLE : NT_JOB_LOST,
            reason);
    }
}

void nt_end_judge(const char *folder, nt_job *job) {
    char path[PATH_MAX];
    if (nt_folder_of_job(path, folder, "ends", job->id, ".json", NULL) != 0 ||
        access(path, F_OK) != 0) {
        set(job, NT_JOB_MISSING, "it left no end");
        return;
    }
    json_t *end = json_load_file(path, 0, NULL);
    judge_end(folder, job, end);
    json_decref(end);
}
