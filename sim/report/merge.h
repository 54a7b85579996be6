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

/* Adds a result, which is taken over, from a file of that path. Returns 0, or -1 with the error
   set: it says something else of a job than another one has said, or names an unknown bin. */
int nt_merge_add(nt_merge *merge, json_t *result, const char *path, nt_error *error);

/* Says, when all are added, that the report is about the sources in the folder `tree`; without it,
   about those of most results. Returns 0, or -1 with the error set. */
int nt_merge_sources(nt_merge *merge, const char *tree, nt_error *error);

/* Returns the report, which the caller owns; docs/report.md describes it. NULL with the error set:
   no memory. Once of a merge. */
json_t *nt_merge_report(nt_merge *merge, nt_error *error);

#endif
