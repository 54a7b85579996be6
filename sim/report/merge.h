/* SPDX-License-Identifier: Apache-2.0 */
/* Merges result files (result.h) into one report: an object from which the page, JUnit and --json
   are made. The order of the files does not matter, and a job that is given twice counts once. */
#ifndef NT_REPORT_MERGE_H
#define NT_REPORT_MERGE_H

#include "libntrace/util/error.h"

#include <jansson.h>

typedef struct nt_merge nt_merge;

nt_merge *nt_merge_new(void); /* NULL: no memory */
void nt_merge_free(nt_merge *merge);

/* Adds a file. Returns 0, or -1 with the error set: it cannot be read, is no result file of this
   version, or says something else of a job than another one has said. */
int nt_merge_file(nt_merge *merge, const char *path, nt_error *error);

/* Returns the report, which the caller owns; docs/report.md describes it. NULL: no memory. */
json_t *nt_merge_report(const nt_merge *merge);

#endif
