/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/regress/round.h"
#include "sim/util/process.h"

#include "libntrace/util/output_file.h"
#include "sim/regress/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the recipe needs comes by the environment, so that no name has to be quoted. */
#define PROGRAM "NT_REGRESS_PROGRAM"
#define FOLDER  "NT_REGRESS_FOLDER"

static int write_makefile(const char *path, nt_job *const *job, size_t count, nt_error *error) {
    nt_output_file *file;
    if (nt_output_file_open(&file, path, error) != 0) {
        return -1;
    }
    FILE *out = nt_output_file_stream(file);
    fputs("jobs =", out);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, " %s", job[i]->id);
    }
    fputs("\n.PHONY: all $(jobs)\nall: $(jobs)\n$(jobs):\n"
          "\t@\"$$" PROGRAM "\" regress --job $@ -o \"$$" FOLDER "\"\n",
          out);
    return nt_output_file_commit(file, error);
}

/* A make above shares its processors out; --jobs takes more, or fewer. */
static bool has_job_server(const nt_round *round) {
    const char *flags = getenv("MAKEFLAGS");
    return round->options.at_once == 0 && flags != NULL && strstr(flags, "--jobserver") != NULL;
}

static void set_environment(const nt_round *round, bool job_server) {
    (void)setenv(PROGRAM, round->self, 1);
    (void)setenv(FOLDER, round->options.folder, 1);
    if (!job_server) {
        (void)unsetenv("MAKEFLAGS");
        (void)unsetenv("MFLAGS");
        (void)unsetenv("MAKELEVEL");
    }
}

static int start_make(nt_round *round, char *makefile, int log, nt_error *error) {
    bool job_server = has_job_server(round);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    char jobs[24];
    (void)snprintf(jobs, sizeof jobs, "-j%ld",
                   round->options.at_once != 0 ? (long)round->options.at_once
                   : processors > 0            ? processors
                                               : 1);
    char *words[] = {"make", "-s", "-k", "-r", "-f", makefile, job_server ? NULL : jobs, NULL};
    set_environment(round, job_server);
    pid_t child;
    int result = nt_process_start(&child, words, log, log, SIGTERM, error);
    round->child = (int)child;
    return result;
}

static int start(void *self, nt_job *const *job, size_t count, nt_error *error) {
    nt_round *round = self;
    char makefile[PATH_MAX];
    char output[PATH_MAX];
    if (nt_folder_path(makefile, round->options.folder, "work", "round.mk", error) != 0 ||
        nt_folder_path(output, round->options.folder, "work", "make.txt", error) != 0 ||
        write_makefile(makefile, job, count, error) != 0) {
        return -1;
    }
    int log = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (log < 0) {
        return nt_fail(error, "%s: %s", output, strerror(errno));
    }
    int result = start_make(round, makefile, log, error);
    (void)close(log);
    return result;
}

static int is_busy(void *self, nt_error *error) {
    nt_round *round = self;
    int status = 0;
    if (round->child <= 0 || waitpid(round->child, &status, WNOHANG) == 0) {
        return round->child > 0;
    }
    round->child = 0;
    return WIFEXITED(status) && WEXITSTATUS(status) == NT_PROCESS_NO_PROGRAM
               ? nt_fail(error, "make cannot be started")
               : 0;
}

int nt_round_local(nt_runner *runner, nt_round *round, const nt_round_options *options,
                   nt_error *error) {
    *round = (nt_round){.options = *options};
    *runner = (nt_runner){.start = start, .is_busy = is_busy, .self = round};
    return readlink("/proc/self/exe", round->self, sizeof round->self - 1) > 0
               ? 0
               : nt_fail(error, "/proc/self/exe: %s", strerror(errno));
}
