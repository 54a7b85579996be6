/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs in the child, between fork and exec. */
static void become(char *const argv[], int output, int errors, int orphaned, pid_t parent) {
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    (void)prctl(PR_SET_PDEATHSIG, orphaned);
    if (null >= 0 && dup2(null, STDIN_FILENO) >= 0 &&
        dup2(output >= 0 ? output : null, STDOUT_FILENO) >= 0 &&
        dup2(errors >= 0 ? errors : null, STDERR_FILENO) >= 0 && getppid() == parent) {
        (void)execvp(argv[0], argv);
    }
    (void)dprintf(STDERR_FILENO, "%s: %s\n", argv[0], strerror(errno));
    _exit(NT_PROCESS_NO_PROGRAM);
}

int nt_process_start(pid_t *child, char *const argv[], int output, int errors, int orphaned,
                     nt_error *error) {
    pid_t parent = getpid();
    (void)fflush(NULL);
    *child = fork();
    if (*child < 0) {
        return nt_fail(error, "%s: %s", argv[0], strerror(errno));
    }
    if (*child == 0) {
        become(argv, output, errors, orphaned, parent);
    }
    return 0;
}

int nt_process_wait(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

/* To its end, so that the writer never waits, and as much of it as there is room for. */
static void read_all(int from, char *text, size_t size) {
    char piece[4096];
    size_t used = 0;
    ssize_t got;
    while ((got = read(from, piece, sizeof piece)) > 0 || (got < 0 && errno == EINTR)) {
        size_t kept = got > 0 ? (size_t)got : 0;
        kept = kept < size - 1 - used ? kept : size - 1 - used;
        memcpy(text + used, piece, kept);
        used += kept;
    }
    text[used] = '\0';
}

int nt_process_capture(char *const argv[], char *text, size_t size, bool errors, nt_error *error) {
    int ends[2];
    pid_t child;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return nt_fail(error, "%s: %s", argv[0], strerror(errno));
    }
    int result = nt_process_start(&child, argv, ends[1], errors ? ends[1] : -1, SIGKILL, error);
    (void)close(ends[1]);
    if (result == 0) {
        read_all(ends[0], text, size);
        int status = nt_process_wait(child);
        result = WIFEXITED(status) ? WEXITSTATUS(status) : 255;
    }
    (void)close(ends[0]);
    return result;
}
