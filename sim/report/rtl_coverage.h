/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage of the RTL's lines, branches and toggles: reads what Verilator's coverage writes (`make
   coverage`), merges any number of such files, and takes out what is excluded with a reason. A
   point is covered if any instance in any run was. */
#ifndef NT_REPORT_RTL_COVERAGE_H
#define NT_REPORT_RTL_COVERAGE_H

#include "libntrace/util/error.h"

#include <jansson.h>
#include <stdbool.h>

typedef struct nt_rtl_coverage nt_rtl_coverage;

nt_rtl_coverage *nt_rtl_coverage_new(void); /* NULL: no memory */
void nt_rtl_coverage_free(nt_rtl_coverage *coverage);

/* Returns whether the file begins as one of Verilator's coverage does. */
bool nt_rtl_coverage_is(const char *path);

/* Functions that return int return 0, or -1 with the error set. */

/* Adds a file. Points outside of a folder rtl/ are left out: they are the bench's. */
int nt_rtl_coverage_file(nt_rtl_coverage *coverage, const char *path, nt_error *error);

/* Takes the sources from this folder, which has rtl/, once all files are added. */
int nt_rtl_coverage_sources(nt_rtl_coverage *coverage, const char *folder, nt_error *error);

/* Reads which points are excluded, and why: lines "KIND | FILE | TEXT | REASON". KIND is line,
   branch or toggle. TEXT is a pattern as for names of files: of a toggle for the signal with its
   bit, else for the text of the source's line, so that lines may move. */
int nt_rtl_coverage_exclude(nt_rtl_coverage *coverage, const char *path, nt_error *error);

/* Returns the coverage as an object, which the caller owns; docs/report.md describes it. NULL:
   there is none. */
json_t *nt_rtl_coverage_json(const nt_rtl_coverage *coverage);

#endif
