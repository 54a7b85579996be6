/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/wave_file.h"

#include "libntrace/util/output_file.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Signals. The writer maps its file into memory: where the disk is full, a store there raises
   SIGBUS. A handler has no other way to know the files than these, of the one that is open. */

enum { WRITTEN, HIERARCHY, AS_VCD, UNFINISHED };

static const char *const ends[UNFINISHED] = {"", ".hier", ".vcd"};
static char unfinished[UNFINISHED][4096 + sizeof ".hier"];
static char no_room[4096 + 64];

static void on_signal(int signal_number) {
    for (unsigned i = 0; i < UNFINISHED; i++) {
        (void)unlink(unfinished[i]);
    }
    if (signal_number == SIGBUS) {
        (void)!write(STDERR_FILENO, no_room, strlen(no_room));
        _exit(2);
    }
    (void)signal(signal_number, SIG_DFL);
    (void)raise(signal_number);
}

static void watch(void (*handler)(int)) {
    static const int signals[] = {SIGBUS, SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        (void)signal(signals[i], handler);
    }
}

static void watch_file(const nt_wave_file *file) {
    for (unsigned i = 0; i < UNFINISHED; i++) {
        (void)snprintf(unfinished[i], sizeof unfinished[i], "%s%s", file->temporary, ends[i]);
    }
    (void)snprintf(no_room, sizeof no_room, "ntrace lockstep: %s: no room for waves\n", file->path);
    watch(on_signal);
}

static bool ends_with(const char *path, const char *end) {
    size_t size = strlen(path);
    return size > strlen(end) && strcmp(path + size - strlen(end), end) == 0;
}

bool nt_wave_file_is_vcd(const char *path, nt_wave_format format) {
    return format == NT_WAVE_BY_NAME ? ends_with(path, ".vcd") : format == NT_WAVE_VCD;
}

size_t nt_wave_file_stem(const char *path) {
    return strlen(path) - (ends_with(path, ".fst") || ends_with(path, ".vcd") ? 4 : 0);
}

int nt_wave_file_open(nt_wave_file *file, nt_error *error) {
    const char *path = file->path;
    file->temporary[0] = '\0';
    if (!nt_output_file_is_replaceable(path)) {
        return nt_fail(error, "%s: waves go to a regular file", path);
    }
    char name[sizeof file->temporary];
    int size = snprintf(name, sizeof name, "%s.%ld.tmp", path, (long)getpid());
    if (size < 0 || (size_t)size >= sizeof name) {
        return nt_fail(error, "%s: path too long", path);
    }
    FILE *probe = fopen(name, "wb");
    if (probe == NULL) {
        return nt_fail(error, "%s: %s", path, strerror(errno));
    }
    fclose(probe);
    memcpy(file->temporary, name, sizeof name);
    watch_file(file);
    return 0;
}

static uint64_t number_at(const uint8_t *bytes) {
    uint64_t number = 0;
    for (unsigned i = 0; i < 8; i++) {
        number = number << 8 | bytes[i];
    }
    return number;
}

/* An FST is blocks of a byte, their length in 8 bytes, most significant first, and so much less 8:
   the last one ends with the file. */
static bool ends_with_a_block(const char *path) {
    uint8_t head[9];
    FILE *file = fopen(path, "rb");
    bool whole = file != NULL && fseeko(file, 0, SEEK_END) == 0;
    const off_t size = whole ? ftello(file) : 0;
    off_t at = 0;
    while (whole && at < size) {
        whole = fseeko(file, at, SEEK_SET) == 0 && fread(head, sizeof head, 1, file) == 1;
        const uint64_t length = whole ? number_at(head + 1) : 0;
        whole = length >= 8 && length < (uint64_t)(size - at);
        at += whole ? (off_t)length + 1 : 0;
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return whole && size != 0;
}

/* The library that writes VCD does not tell of errors, so it writes to a pipe. */
typedef struct copier {
    int from;
    FILE *to;
    bool good;
} copier;

static void *copy(void *place) {
    copier *c = place;
    char bytes[1 << 16];
    ssize_t size;
    while ((size = read(c->from, bytes, sizeof bytes)) > 0) {
        c->good = c->good && fwrite(bytes, 1, (size_t)size, c->to) == (size_t)size;
    }
    c->good = c->good && size == 0;
    return NULL;
}

static bool convert(const nt_unit *unit, const char *fst, FILE *out) {
    char name[32];
    int end[2];
    pthread_t thread;
    copier c = {.to = out, .good = true};
    if (pipe(end) != 0) {
        return false;
    }
    c.from = end[0];
    (void)snprintf(name, sizeof name, "/dev/fd/%d", end[1]);
    sigset_t all; /* signals are the other thread's, which holds them back while it must */
    sigset_t before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, &before);
    const bool started = pthread_create(&thread, NULL, copy, &c) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    const bool written = started && unit->wave_to_vcd(fst, name);
    (void)close(end[1]);
    if (started) {
        (void)pthread_join(thread, NULL);
    }
    (void)close(end[0]);
    return written && c.good;
}

/* Replaces the FST that was written by the same as VCD. */
static int make_vcd(nt_wave_file *file, const nt_unit *unit, nt_error *error) {
    const char *vcd = unfinished[AS_VCD];
    FILE *out = fopen(vcd, "wb");
    bool written = out != NULL && convert(unit, file->temporary, out);
    if (out != NULL) {
        written = fclose(out) == 0 && written;
    }
    if (!written || rename(vcd, file->temporary) != 0) {
        unlink(vcd);
        return nt_fail(error, "%s: no room for waves, or it cannot be written", file->path);
    }
    return 0;
}

int nt_wave_file_commit(nt_wave_file *file, const nt_unit *unit, uint64_t cycles, nt_error *error) {
    if (file->temporary[0] == '\0') {
        return nt_fail(error, "%s: the run ended after %" PRIu64 " cycles, before the window",
                       file->path, cycles);
    }
    if (!ends_with_a_block(file->temporary) || !unit->wave_is_whole(file->temporary, file->last)) {
        return nt_fail(error, "%s: no room for waves, or it cannot be written", file->path);
    }
    if (nt_wave_file_is_vcd(file->path, file->format) && make_vcd(file, unit, error) != 0) {
        return -1;
    }
    if (rename(file->temporary, file->path) != 0) {
        return nt_fail(error, "%s: %s", file->path, strerror(errno));
    }
    file->temporary[0] = '\0';
    watch(SIG_DFL);
    return 0;
}

void nt_wave_file_abort(nt_wave_file *file) {
    if (file->temporary[0] != '\0') {
        unlink(file->temporary);
        file->temporary[0] = '\0';
        watch(SIG_DFL);
    }
}
