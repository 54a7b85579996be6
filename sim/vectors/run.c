/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/run.h"

#include "libntrace/util/input_file.h"
#include "libntrace/util/output_file.h"
#include "sim/util/beside.h"
#include "sim/vectors/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Compares bytes as they come with those expected. */
typedef struct comparison {
    const nt_vector *vector;
    size_t size;
    bool same;
} comparison;

static int take_bytes(void *context, const uint8_t *bytes, unsigned count, nt_error *error) {
    comparison *c = context;
    (void)error;
    c->same = c->same && count <= c->vector->size - c->size &&
              memcmp(c->vector->bytes + c->size, bytes, count) == 0;
    c->size += c->same ? count : 0;
    return 0;
}

int nt_vector_run_model(const nt_vector *vector, bool *same, nt_error *error) {
    comparison c = {.vector = vector, .same = true};
    int result = vector->unit->run_model(vector, take_bytes, &c, error);
    *same = c.same && c.size == vector->size;
    return result;
}

/* The build's name for %s. */
static void name_build(char *place, size_t size, const char *form, const char *build) {
    const char *at = strstr(form, "%s");
    (void)snprintf(place, size, "%.*s%s%s", (int)(at - form), form, build, at + 2);
}

static int write_bytes(void *file, const uint8_t *bytes, unsigned count, nt_error *error) {
    return nt_output_file_write(file, bytes, count, error);
}

int nt_vector_write_model(const nt_vector *vector, const char *path, nt_error *error) {
    nt_output_file *file;
    if (nt_output_file_open(&file, path, error) != 0) {
        return -1;
    }
    if (vector->unit->run_model(vector, write_bytes, file, error) != 0) {
        nt_output_file_abort(file);
        return -1;
    }
    return nt_output_file_commit(file, error);
}

static int bench_of(char path[PATH_MAX], const nt_vector *vector, const char *bench,
                    nt_error *error) {
    char place[256];
    char target[256];
    if (bench != NULL) {
        (void)snprintf(path, PATH_MAX, "%s", bench);
        return 0;
    }
    if (vector->own_parameters) {
        return nt_fail(error, "%s has parameters of its own; --bench names their bench",
                       vector->id);
    }
    name_build(place, sizeof place, vector->unit->bench, vector->build);
    if (nt_path_beside(path, place, error) != 0) {
        return -1;
    }
    name_build(target, sizeof target, vector->unit->make, vector->build);
    return access(path, X_OK) == 0 ? 0
                                   : nt_fail(error, "%s: %s; build it with make %s%s", path,
                                             strerror(errno), target, nt_beside_rest(path));
}

/* The exit status; -1 with the error set. Its words are not shown. */
static int call_bench(char *bench, const nt_vector *vector, const nt_vector_call *call,
                      nt_error *error) {
    char *arguments[1 + NT_VECTOR_WORDS] = {bench};
    vector->unit->bench_words(arguments + 1, call);
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int result = posix_spawn(&child, bench, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (result != 0) {
        return nt_fail(error, "%s: %s", bench, strerror(result));
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 2) {
        return nt_fail(error, "%s: it cannot use %s", bench, vector->path);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* The bytes, and the sidecar that a bench writes beside them. */
static void remove_output(const char *output) {
    char sidecar[PATH_MAX + 32];
    (void)snprintf(sidecar, sizeof sidecar, "%s.json", output);
    (void)unlink(output);
    (void)unlink(sidecar);
}

/* Whether a file has the vector's bytes; no file where nothing was sent. */
static bool has_bytes(const char *path, const nt_vector *vector) {
    nt_input_file *file;
    nt_error ignored = {0};
    uint8_t *bytes = NULL;
    size_t size = 0;
    if (nt_input_file_open(&file, path, &ignored) != 0) {
        return false;
    }
    bool same = nt_input_file_all(file, vector->size + 1, &bytes, &size, &ignored) == 0 &&
                size == vector->size && (size == 0 || memcmp(bytes, vector->bytes, size) == 0);
    nt_input_file_close(file);
    free(bytes);
    return same;
}

int nt_vector_run_rtl(const nt_vector *vector, const char *bench, bool alone, bool *same,
                      char report[PATH_MAX], nt_error *error) {
    char path[PATH_MAX];
    char output[PATH_MAX + 16];
    char folder[PATH_MAX + 32];
    const char *temporary = getenv("TMPDIR");
    if (bench_of(path, vector, bench, error) != 0) {
        return -1;
    }
    (void)snprintf(report, PATH_MAX, "%s/ntrace-vectors-XXXXXX",
                   temporary == NULL ? "/tmp" : temporary);
    if (mkdtemp(report) == NULL) {
        return nt_fail(error, "%s: %s", report, strerror(errno));
    }
    (void)snprintf(output, sizeof output, "%s/rtl.nex", report);
    (void)snprintf(folder, sizeof folder, "%s/lockstep-mismatch", report);
    const nt_vector_call call = {.path = (char *)(uintptr_t)vector->path,
                                 .output = output,
                                 .report = folder,
                                 .alone = alone};
    int status = call_bench(path, vector, &call, error);
    *same = (status == 0 || alone) && has_bytes(output, vector);
    remove_output(output);
    if (rmdir(report) == 0) {
        report[0] = '\0';
    }
    return status < 0 ? -1 : 0;
}
