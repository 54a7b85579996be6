/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/util/output_place.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

FILE *nt_place_standard(void) {
    return stdout;
}

/* A file without a name vanishes even when the program is killed. Not every file system has them,
   nor every system, and they get their name through /proc; -1 where that is so. */
static int open_nameless(const char *path) {
#ifdef O_TMPFILE
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
    int descriptor = -1;
    if (folder != NULL && access("/proc/self/fd", X_OK) == 0) {
        descriptor = open(folder, O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
    }
    free(folder);
    return descriptor;
#else
    (void)path;
    return -1;
#endif
}

FILE *nt_place_open(const char *temporary, bool *nameless) {
    int descriptor = open_nameless(temporary);
    *nameless = descriptor >= 0;
    if (!*nameless) {
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    if (descriptor < 0) {
        return NULL;
    }
    FILE *stream = fdopen(descriptor, "wb");
    if (stream == NULL) {
        close(descriptor);
        if (!*nameless) {
            unlink(temporary);
        }
    }
    return stream;
}

int nt_place_name(FILE *stream, const char *temporary) {
    char self[64];
    (void)snprintf(self, sizeof self, "/proc/self/fd/%d", fileno(stream));
    return linkat(AT_FDCWD, self, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW);
}

int nt_place_rename(const char *from, const char *to) {
    return rename(from, to);
}

void nt_place_remove(const char *path) {
    (void)unlink(path);
}

long nt_place_process(void) {
    return (long)getpid();
}

nt_place_signals nt_place_hold(bool all) {
    sigset_t held;
    nt_place_signals signals;
    (void)(all ? sigfillset(&held) : sigemptyset(&held));
    (void)pthread_sigmask(SIG_BLOCK, &held, &signals.before);
    return signals;
}

void nt_place_release(const nt_place_signals *signals) {
    (void)pthread_sigmask(SIG_SETMASK, &signals->before, NULL);
}
