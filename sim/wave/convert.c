/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/wave/convert.h"

#include "sim/util/beside.h"
#include "sim/util/process.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A file without a name. */
static FILE *temporary(nt_error *error) {
    FILE *file = tmpfile();
    if (file == NULL) {
        (void)nt_fail(error, "a temporary file: %s", strerror(errno));
    }
    return file;
}

/* Runs a program whose output goes into a file of its own. Its exit status; NT_PROCESS_NO_PROGRAM
   if it is not there; -1 with the error set. The caller closes `*output` unless it is NULL. */
static int run(char *const argv[], FILE **output, nt_error *error) {
    pid_t child;
    *output = temporary(error);
    if (*output == NULL ||
        nt_process_start(&child, argv, fileno(*output), -1, SIGKILL, error) != 0) {
        return -1;
    }
    int status = nt_process_wait(child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

/* A program has failed: nothing is left of its output. */
static int drop(FILE **output) {
    if (*output != NULL) {
        (void)fclose(*output);
        *output = NULL;
    }
    return -1;
}

/* The head of an FST file: a block of type 0 and 329 bytes; or all of it is packed, in one of type
   254. */
static int is_fst(const char *path, bool *fst, nt_error *error) {
    static const unsigned char head[] = {0, 0, 0, 0, 0, 0, 0, 1, 0x49};
    enum { PACKED = 254 };
    unsigned char bytes[sizeof head];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return nt_fail(error, "%s: %s", path, strerror(errno));
    }
    size_t size = fread(bytes, 1, sizeof bytes, file);
    (void)fclose(file);
    *fst = size == sizeof head && (memcmp(bytes, head, sizeof head) == 0 || bytes[0] == PACKED);
    return 0;
}

int nt_convert_fst(const char *path, FILE **vcd, nt_error *error) {
    char *const argv[] = {"fst2vcd", "-f", (char *)path, NULL};
    bool fst = false;
    *vcd = NULL;
    if (is_fst(path, &fst, error) != 0) {
        return -1;
    }
    if (!fst) {
        return 0;
    }
    int status = run(argv, vcd, error);
    if (status == 0) {
        return 0;
    }
    if (status == NT_PROCESS_NO_PROGRAM) {
        (void)nt_fail(error,
                      "%s: FST needs fst2vcd, which comes with gtkwave; VCD needs nothing "
                      "(--wave-format vcd)",
                      path);
    } else if (status > 0) {
        (void)nt_fail(error, "%s: fst2vcd cannot read it (exit status %d)", path, status);
    }
    return drop(vcd);
}

/* As make builds it for the tests, or what the shell finds. */
static const char *renderer(char path[PATH_MAX]) {
    static const char name[] = "wavedrompy";
    nt_error none = {0};
    return nt_path_beside(path, "venv/bin/wavedrompy", &none) == 0 && access(path, X_OK) == 0
               ? path
               : name;
}

static bool is_svg(FILE *file) {
    char head[512];
    rewind(file);
    size_t size = fread(head, 1, sizeof head - 1, file);
    head[size] = '\0';
    rewind(file);
    return strstr(head, "<svg") != NULL;
}

static int draw(FILE *input, const char *program, FILE **svg, nt_error *error) {
    char path[PATH_MAX];
    char name[32];
    const char *used = program != NULL ? program : renderer(path);
    char *const argv[] = {(char *)used, "--input", name, NULL};
    (void)snprintf(name, sizeof name, "/proc/self/fd/%d", fileno(input));
    int status = run(argv, svg, error);
    if (status == 0 && is_svg(*svg)) {
        return 0;
    }
    if (status == NT_PROCESS_NO_PROGRAM) {
        (void)nt_fail(error,
                      "%s is not there: `pip install wavedrom` has it, --renderer names another; "
                      "--json needs none",
                      used);
    } else if (status >= 0) {
        (void)nt_fail(error, "%s: draws nothing (exit status %d)", used, status);
    }
    return drop(svg);
}

int nt_convert_wavejson(const json_t *wavejson, const char *program, FILE **svg, nt_error *error) {
    FILE *input = temporary(error);
    *svg = NULL;
    if (input == NULL) {
        return -1;
    }
    int result = json_dumpf(wavejson, input, JSON_COMPACT) == 0 && fflush(input) == 0
                     ? draw(input, program, svg, error)
                     : nt_fail(error, "a temporary file: %s", strerror(errno));
    (void)fclose(input);
    return result;
}
