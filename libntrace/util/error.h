/* SPDX-License-Identifier: Apache-2.0 */
/* Reports errors: one line, passed up to the command, which prints it and exits with 2. */
#ifndef NT_UTIL_ERROR_H
#define NT_UTIL_ERROR_H

#include "ntrace/error.h"

#include <stdio.h>

/* Has the compiler check arguments, from number `first` on, against the format that is number
   `text`. */
#ifdef __MINGW_PRINTF_FORMAT
#define NT_PRINTS(text, first) __attribute__((format(__MINGW_PRINTF_FORMAT, text, first)))
#else
#define NT_PRINTS(text, first) __attribute__((format(printf, text, first)))
#endif

/* Sets the text and returns -1, so that a function can end with `return nt_fail(e, ...)`. The
   first failure wins: a text that is already set stays. `e` may be NULL. */
int nt_fail(nt_error *e, const char *format, ...) NT_PRINTS(2, 3);

/* Does the same with a code other than NT_ERROR_OTHER. */
int nt_fail_as(nt_error *e, nt_error_code code, const char *format, ...) NT_PRINTS(3, 4);

/* Does the same with "PATH: offset OFFSET: " before the reason. */
int nt_fail_at(nt_error *e, nt_error_code code, const char *path, uint64_t offset,
               const char *format, ...) NT_PRINTS(5, 6);

#endif
