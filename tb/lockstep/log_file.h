/* SPDX-License-Identifier: Apache-2.0 */
/* The log of a run, for witnesses that know neither RTL nor model: lines of text in a file that
   appears whole or not at all. */
#ifndef NT_TB_LOCKSTEP_LOG_FILE_H
#define NT_TB_LOCKSTEP_LOG_FILE_H

#include "libntrace/util/error.h"
#include "libntrace/util/output_file.h"

#include <stdbool.h>

typedef struct nt_log_file {
    nt_output_file *file; /* NULL: there is none, and nothing is written */
    bool failed;
    nt_error error; /* where it failed */
} nt_log_file;

/* `path` NULL: no log. Returns 0, or -1 with the error set. */
int nt_log_file_open(nt_log_file *log, const char *path, nt_error *error);

/* Writes a line of at most 199 characters; what fails is told by the end. */
void nt_log_file_put(nt_log_file *log, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Ends it; with `keep` it appears under its name. Returns 0, or -1 if something was not written.
   Without a log, or once more, nothing happens. */
int nt_log_file_close(nt_log_file *log, bool keep, nt_error *error);

#endif
