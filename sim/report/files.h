/* SPDX-License-Identifier: Apache-2.0 */
/* Writes what is asked for in several forms, each to a file of its own. */
#ifndef NT_REPORT_FILES_H
#define NT_REPORT_FILES_H

#include "libntrace/util/error.h"

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

typedef struct nt_report_file {
    const char *path; /* NULL: it is not asked for */
    void (*put)(FILE *out, json_t *report);
} nt_report_file;

enum { NT_REPORT_MOST_FILES = 4 };

/* Writes up to NT_REPORT_MOST_FILES files; none, if one of them cannot be opened. Returns 0, or -1
   with the error set. */
int nt_report_files_write(const nt_report_file *wanted, size_t count, json_t *report,
                          nt_error *error);

#endif
