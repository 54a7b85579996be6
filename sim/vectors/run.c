#include "sim/vectors/run.h"

#include "libntrace/util/input_file.h"
#include "sim/ingress/golden.h"
#include "sim/util/beside.h"

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
    nt_source source;
    uint64_t cycles;
    nt_golden *golden = malloc(sizeof *golden);
    if (golden == NULL || nt_vector_open(vector, &source, error) != 0) {
        free(golden);
        return golden == NULL ? nt_fail(error, "out of memory") : -1;
    }
    comparison c = {.vector = vector, .same = true};
    nt_golden_init(golden, &vector->config);
    int result = nt_golden_run(golden, &source, "vectors", take_bytes, &c, &cycles, error);
    source.close(source.self);
    free(golden);
    *same = c.same && c.size == vector->size;
    return result;
}

static int bench_of(char path[PATH_MAX], const nt_vector *vector, const char *bench,
                    nt_error *error) {
    char place[64];
    if (bench != NULL) {
        (void)snprintf(path, PATH_MAX, "%s", bench);
        return 0;
    }
    if (vector->own_parameters) {
        return nt_fail(error, "%s has parameters of its own; --bench names their bench",
                       vector->id);
    }
    (void)snprintf(place, sizeof place, "%s/nt_bench", vector->config.name);
    if (nt_path_beside(path, place, error) != 0) {
        return -1;
    }
    return access(path, X_OK) == 0 ? 0
                                   : nt_fail(error, "%s: %s; build it with make CONFIG=%s", path,
                                             strerror(errno), vector->config.name);
}

/* The exit status; -1 with the error set. Its words are not shown. */
static int call_bench(char *bench, const nt_vector *vector, char *output, bool alone,
                      nt_error *error) {
    char *path = (char *)(uintptr_t)vector->path;
    char *arguments[] = {
        bench, path, "--image", path, "-o", output, "--json", alone ? "--keep-going" : NULL, NULL};
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
    int status = call_bench(path, vector, output, alone, error);
    *same = (status == 0 || alone) && has_bytes(output, vector);
    (void)unlink(output);
    if (rmdir(report) == 0) {
        report[0] = '\0';
    }
    return status < 0 ? -1 : 0;
}
