/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/stream_file.h"

#include "libntrace/util/input_file.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINE = 1 << 16 };

/* The bytes of a text so far, in words of any size: as "24", or "24150107". */
typedef struct digits {
    FILE *out;
    uint64_t next;  /* the address of the next word */
    bool addressed; /* an address was given: the first may be any */
} digits;

static int digit(char c) {
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *at = c == '\0' ? NULL : strchr(digits, c);
    const int value = at == NULL ? -1 : (int)(at - digits);
    return value > 15 ? value - 6 : value;
}

/* "@ADDRESS" of $writememh: it goes on where the words before end. Returns what is wrong, or NULL.
 */
static const char *take_address(digits *d, const char **at) {
    char *end;
    const uint64_t address = strtoull(*at + 1, &end, 16);
    const bool begins = !d->addressed && d->next == 0;
    if (digit((*at)[1]) < 0 || (*end != '\0' && strchr(" \t,", *end) == NULL)) {
        return "expected '@' and a hexadecimal address";
    }
    if (!begins && address != d->next) {
        return "an address that is not the next word's: what is between is not known";
    }
    d->addressed = true;
    d->next = address;
    *at = end;
    return NULL;
}

static const char *take_word(digits *d, const char **at) {
    const char *digits = *at;
    digits += digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X') ? 2 : 0;
    do {
        if (digit(digits[0]) < 0 || digit(digits[1]) < 0) {
            return "expected bytes of two hexadecimal digits";
        }
        (void)fputc(digit(digits[0]) << 4 | digit(digits[1]), d->out);
        digits += 2;
    } while (digit(*digits) >= 0);
    d->next++;
    *at = digits;
    return NULL;
}

/* The bytes of a line. Returns what is wrong with it, or NULL. */
static const char *put_line(digits *d, const char *at) {
    const char *wrong = NULL;
    for (at += strspn(at, " \t,"); wrong == NULL && *at != '\0' && *at != '#';
         at += strspn(at, " \t,")) {
        if (at[0] == '/' && at[1] == '/') {
            return NULL;
        }
        wrong = *at == '@' ? take_address(d, &at) : take_word(d, &at);
    }
    return wrong;
}

static int put_lines(nt_stream_file *file, nt_input_file *text, nt_error *error) {
    digits d = {.out = file->bytes};
    char line[LINE];
    int result;
    while ((result = nt_input_file_line(text, line, sizeof line, error)) > 0) {
        const char *wrong = put_line(&d, line);
        if (wrong != NULL) {
            return nt_fail(error, "%s: line %" PRIu64 ": %s", nt_input_file_path(text),
                           nt_input_file_lines(text), wrong);
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
    return length > 4 && strcasecmp(path + length - 4, ".hex") == 0
               ? nt_stream_file_digits(file, path, error)
               : 0;
}

void nt_stream_file_close(nt_stream_file *file) {
    if (file->bytes != NULL) {
        (void)fclose(file->bytes);
        file->bytes = NULL;
    }
}
