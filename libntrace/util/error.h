/* SPDX-License-Identifier: Apache-2.0 */
/* Reports errors: one line, passed up to the command, which prints it and exits with 2. */
#ifndef NT_UTIL_ERROR_H
#define NT_UTIL_ERROR_H

#include "ntrace/error.h"

/* Sets the text and returns -1, so that a function can end with `return nt_fail(e, ...)`. The
   first failure wins: a text that is already set stays. `e` may be NULL. */
int nt_fail(nt_error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Does the same with a code other than NT_ERROR_OTHER. */
int nt_fail_as(nt_error *e, nt_error_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Does the same with "PATH: offset OFFSET: " before the reason. */
int nt_fail_at(nt_error *e, nt_error_code code, const char *path, uint64_t offset,
               const char *format, ...) __attribute__((format(printf, 5, 6)));

#endif
