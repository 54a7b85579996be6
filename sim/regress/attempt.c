/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/regress/attempt.h"

#include "sim/commands.h"
#include "sim/regress/end.h"
#include "sim/regress/folder.h"
#include "sim/util/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_ATTEMPTS = 9999, OWN_WORDS = 8 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* The log of the first number that is free: its descriptor; -1 with the error set. */
static int open_log(const char *folder, const char *id, unsigned *attempt, nt_error *error) {
    char path[PATH_MAX];
    char behind[16];
    for (*attempt = 1; *attempt <= MOST_ATTEMPTS; ++*attempt) {
        (void)snprintf(behind, sizeof behind, ".%u.txt", *attempt);
        if (nt_folder_of_job(path, folder, "logs", id, behind, error) != 0) {
            return -1;
        }
        int log = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (log >= 0 || errno != EEXIST) {
            return log >= 0 ? log : nt_fail(error, "%s: %s", path, strerror(errno));
        }
    }
    return nt_fail(error, "%s: more than %d attempts at job %s", folder, MOST_ATTEMPTS, id);
}

/* Should bench or inputs have changed since the list was read, it is another job. */
static int check_id(const char *id, const char *text, nt_error *error) {
    char own[NT_JOB_ID + 1];
    nt_job_sums sums = {0};
    int result = nt_job_identify(own, text, &sums, error);
    nt_job_sums_free(&sums);
    if (result == 0 && strcmp(own, id) != 0) {
        result = nt_fail(error, "job %s: bench or inputs have changed since the list was read", id);
    }
    return result;
}

static int run(char *const words[], int log, int *status, nt_error *error) {
    pid_t child;
    if (nt_process_start(&child, words, log, log, SIGKILL, error) != 0) {
        return -1;
    }
    *status = nt_process_wait(child);
    return 0;
}

/* With the words that are the same for every job. */
static int run_job(const char *folder, const char *id, int count, char **words, int log,
                   int *status, nt_error *error) {
    static char self[] = "/proc/self/exe";
    char results[PATH_MAX];
    char mismatch[PATH_MAX];
    char *all[NT_JOB_WORDS + OWN_WORDS] = {self};
    char *own[] = {"--quiet", "--results", results, "--report", mismatch};
    if (nt_folder_of_job(results, folder, "results", id, ".json", error) != 0 ||
        nt_folder_of_job(mismatch, folder, "mismatches", id, "", error) != 0) {
        return -1;
    }
    memcpy(all + 1, words, (size_t)count * sizeof *words);
    memcpy(all + 1 + count, own, sizeof own);
    return run(all, log, status, error);
}

static int attempt_job(const char *folder, const char *id, const char *text, int log,
                       unsigned attempt, nt_error *error) {
    char *copy;
    char *words[NT_JOB_WORDS + 2];
    int status = 0;
    double start = now();
    int count = nt_job_words(text, &copy, words, error);
    int result = count < 0 ? -1 : run_job(folder, id, count, words, log, &status, error);
    free(copy);
    return result == 0 ? nt_end_write(folder, id, status, attempt, now() - start, error) : -1;
}

/* A job that cannot even begin ends as one that the bench refuses: again would be no better. */
static int refuse(const char *folder, const char *id, unsigned attempt, nt_error *error) {
    int status = W_EXITCODE(NT_EXIT_USAGE, 0);
    return nt_end_write(folder, id, status, attempt, 0, error);
}

static int attempt_logged(const char *folder, const char *id, int log, unsigned attempt,
                          nt_error *error) {
    char *text = NULL;
    nt_error reason = {0};
    bool fit =
        nt_folder_get_job(folder, id, &text, &reason) == 0 && check_id(id, text, &reason) == 0;
    int result = fit ? attempt_job(folder, id, text, log, attempt, &reason)
                     : refuse(folder, id, attempt, error);
    if (reason.text[0] != '\0') {
        (void)dprintf(log, "ntrace regress: %s\n", reason.text);
    }
    free(text);
    return result == 0 ? 0 : nt_fail(error, "%s", reason.text);
}

int nt_attempt(const char *folder, const char *id, nt_error *error) {
    unsigned attempt;
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    int log = open_log(folder, id, &attempt, error);
    if (log < 0) {
        return -1;
    }
    int result = attempt_logged(folder, id, log, attempt, error);
    (void)close(log);
    return result;
}
