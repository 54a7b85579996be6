/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/stream_file.h"

#include "libntrace/util/input_file.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

enum { LINE = 1 << 16 };

static int digit(char c) {
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *at = c == '\0' ? NULL : strchr(digits, c);
    const int value = at == NULL ? -1 : (int)(at - digits);
    return value > 15 ? value - 6 : value;
}

/* The bytes of a line; returns false where something else is in it. */
static bool put_line(FILE *out, const char *at) {
    for (at += strspn(at, " \t,"); *at != '\0' && *at != '#' && *at != '@';
         at += strspn(at, " \t,")) {
        if (at[0] == '/' && at[1] == '/') {
            return true;
        }
        at += at[0] == '0' && (at[1] == 'x' || at[1] == 'X') ? 2 : 0;
        if (digit(at[0]) < 0 || digit(at[1]) < 0) {
            return false;
        }
        (void)fputc(digit(at[0]) << 4 | digit(at[1]), out);
        at += 2;
    }
    return true;
}

static int put_lines(nt_stream_file *file, nt_input_file *text, nt_error *error) {
    static const char reason[] = "expected bytes of two hexadecimal digits";
    char line[LINE];
    int result;
    while ((result = nt_input_file_line(text, line, sizeof line, error)) > 0) {
        if (!put_line(file->bytes, line)) {
            return nt_fail(error, "%s: line %" PRIu64 ": %s", nt_input_file_path(text),
                           nt_input_file_lines(text), reason);
        }
    }
    return result;
}

int nt_stream_file_digits(nt_stream_file *file, const char *path, nt_error *error) {
    nt_input_file *text;
    file->bytes = tmpfile();
    if (file->bytes == NULL) {
        return nt_fail(error, "%s: no temporary file for its bytes", path);
    }
    if (nt_input_file_open(&text, path, error) != 0) {
        return -1;
    }
    int result = put_lines(file, text, error);
    nt_input_file_close(text);
    (void)snprintf(file->path, sizeof file->path, "/dev/fd/%d", fileno(file->bytes));
    return result == 0 && (fflush(file->bytes) != 0 || ferror(file->bytes))
               ? nt_fail(error, "%s: its bytes cannot be stored", path)
               : result;
}

int nt_stream_file_open(nt_stream_file *file, const char *path, nt_error *error) {
    const size_t length = strlen(path);
    file->bytes = NULL;
    if (length >= sizeof file->path) {
        return nt_fail(error, "%.60s...: path too long", path);
    }
    memcpy(file->path, path, length + 1);
    return length > 4 && strcmp(path + length - 4, ".hex") == 0
               ? nt_stream_file_digits(file, path, error)
               : 0;
}

void nt_stream_file_close(nt_stream_file *file) {
    if (file->bytes != NULL) {
        (void)fclose(file->bytes);
        file->bytes = NULL;
    }
}
