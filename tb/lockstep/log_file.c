/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/log_file.h"

#include <stdarg.h>
#include <stdio.h>

enum { LINE = 200 };

int nt_log_file_open(nt_log_file *log, const char *path, nt_error *error) {
    *log = (nt_log_file){.file = NULL};
    return path == NULL ? 0 : nt_output_file_open(&log->file, path, error);
}

void nt_log_file_put(nt_log_file *log, const char *format, ...) {
    char line[LINE];
    va_list arguments;
    if (log->file == NULL || log->failed) {
        return;
    }
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    log->failed = nt_output_file_write(log->file, line, (size_t)size, &log->error) != 0;
}

int nt_log_file_close(nt_log_file *log, bool keep, nt_error *error) {
    nt_output_file *file = log->file;
    log->file = NULL;
    if (file == NULL) {
        return 0;
    }
    if (keep && !log->failed) {
        return nt_output_file_commit(file, error);
    }
    nt_output_file_abort(file);
    return log->failed ? nt_fail(error, "%s", log->error.text) : 0;
}
