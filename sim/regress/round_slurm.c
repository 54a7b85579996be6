/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/regress/round.h"

#include "libntrace/util/output_file.h"
#include "sim/regress/folder.h"
#include "sim/util/process.h"
#include "sim/util/shell.h"
#include "sim/util/sum.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ARRAY = 1000,   /* tasks of an array: Slurm's MaxArraySize is 1001 unless configured */
    ASK_EVERY = 10, /* of so many questions one goes to Slurm */
    ANSWER = 1 << 12,
};

/* The script has all that its tasks need; Slurm keeps a copy of it. */
static int write_script(const char *path, const nt_round *round, nt_job *const *job, size_t count,
                        nt_error *error) {
    nt_output_file *file;
    if (nt_output_file_open(&file, path, error) != 0) {
        return -1;
    }
    FILE *out = nt_output_file_stream(file);
    fputs("#!/bin/sh\nset --", out);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, " %s", job[i]->id);
    }
    fputs("\nshift \"$SLURM_ARRAY_TASK_ID\"\nexec ", out);
    nt_shell_put_word(out, round->self);
    fputs(" regress --job \"$1\" -o ", out);
    nt_shell_put_word(out, round->options.folder);
    fputc('\n', out);
    return nt_output_file_commit(file, error);
}

/* The last line of what a program printed. */
static const char *last_line(char *text) {
    size_t size = strlen(text);
    while (size > 0 && text[size - 1] == '\n') {
        text[--size] = '\0';
    }
    const char *line = strrchr(text, '\n');
    return line != NULL ? line + 1 : text;
}

/* Slurm must not start a task again by itself: whether it is lost is judged by its result. */
static int submit(const nt_round *round, char *script, size_t count, nt_error *error) {
    char array[64];
    char answer[ANSWER];
    char limit[16] = "";
    if (round->options.at_once != 0) {
        (void)snprintf(limit, sizeof limit, "%%%" PRIu32, round->options.at_once);
    }
    (void)snprintf(array, sizeof array, "--array=0-%zu%s", count - 1, limit);
    char name[80];
    (void)snprintf(name, sizeof name, "--job-name=%s", round->name);
    char partition[256] = "";
    char *words[10] = {"sbatch", "--parsable", "--no-requeue", "--output=/dev/null", name, array};
    unsigned used = 6;
    if (round->options.partition != NULL) {
        (void)snprintf(partition, sizeof partition, "--partition=%s", round->options.partition);
        words[used++] = partition;
    }
    words[used] = script;
    int status = nt_process_capture(words, answer, sizeof answer, true, error);
    return status == 0  ? 0
           : status < 0 ? -1
                        : nt_fail(error, "sbatch: exit status %d: %s", status, last_line(answer));
}

static int start(void *self, nt_job *const *job, size_t count, nt_error *error) {
    nt_round *round = self;
    char script[PATH_MAX];
    if (nt_folder_path(script, round->options.folder, "work", "array.sh", error) != 0) {
        return -1;
    }
    round->asked = 0;
    for (size_t i = 0; i < count; i += ARRAY) {
        size_t part = count - i < ARRAY ? count - i : ARRAY;
        if (write_script(script, round, job + i, part, error) != 0 ||
            submit(round, script, part, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* By name, and not by the number of an array: so it finds those of an interrupted command too. A
   controller that does not answer has not said that nothing runs. */
static int is_busy(void *self, nt_error *error) {
    nt_round *round = self;
    char answer[ANSWER];
    char name[80];
    if (round->asked++ % ASK_EVERY != 0) {
        return 1;
    }
    (void)snprintf(name, sizeof name, "--name=%s", round->name);
    char *words[] = {"squeue", "--me", "--noheader", "--format=%i", name, NULL};
    int status = nt_process_capture(words, answer, sizeof answer, false, error);
    if (status == NT_PROCESS_NO_PROGRAM) {
        return nt_fail(error, "squeue cannot be started: no Slurm here");
    }
    if (status > 0 && !round->silent) {
        fprintf(stderr, "ntrace regress: squeue: exit status %d; waiting for Slurm\n", status);
    }
    round->silent = status > 0;
    return status < 0 ? -1 : status > 0 || answer[0] != '\0';
}

int nt_round_slurm(nt_runner *runner, nt_round *round, const nt_round_options *options,
                   nt_error *error) {
    *round = (nt_round){.options = *options};
    *runner = (nt_runner){.start = start, .is_busy = is_busy, .self = round};
    uint64_t sum = nt_sum(NT_SUM_START, options->folder, strlen(options->folder));
    (void)snprintf(round->name, sizeof round->name, "ntrace-regress-%016" PRIx64, sum);
    return readlink("/proc/self/exe", round->self, sizeof round->self - 1) > 0
               ? 0
               : nt_fail(error, "/proc/self/exe: %s", strerror(errno));
}
