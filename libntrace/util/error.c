/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/util/error.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* File names and values come from outside: a line break in one must not end the line, nor an escape
   sequence reach the terminal. */
static void keep_one_line(char *text) {
    for (; *text != '\0'; text++) {
        if (iscntrl((unsigned char)*text)) {
            *text = '?';
        }
    }
}

/* Behind what `text` already holds. */
static int fail(nt_error *e, nt_error_code code, const char *format, va_list arguments) {
    size_t used = strlen(e->text);
    (void)vsnprintf(e->text + used, sizeof e->text - used, format, arguments);
    keep_one_line(e->text);
    e->code = code;
    return -1;
}

static int has_failed(const nt_error *e) {
    return e == NULL || e->text[0] != '\0';
}

int nt_fail(nt_error *e, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (!has_failed(e)) {
        (void)fail(e, NT_ERROR_OTHER, format, arguments);
    }
    va_end(arguments);
    return -1;
}

int nt_fail_as(nt_error *e, nt_error_code code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (!has_failed(e)) {
        (void)fail(e, code, format, arguments);
    }
    va_end(arguments);
    return -1;
}

int nt_fail_at(nt_error *e, nt_error_code code, const char *path, uint64_t offset,
               const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (!has_failed(e)) {
        (void)snprintf(e->text, sizeof e->text, "%s: offset %" PRIu64 ": ", path, offset);
        (void)fail(e, code, format, arguments);
        e->offset = offset;
    }
    va_end(arguments);
    return -1;
}
