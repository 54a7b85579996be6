/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers what a report is made of: files of results and of Verilator's coverage, and folders of
   these. */
#ifndef NT_REPORT_GATHER_H
#define NT_REPORT_GATHER_H

#include "libntrace/util/error.h"

#include <jansson.h>
#include <stdbool.h>

typedef struct nt_gather nt_gather;

/* `partial`: files that are no whole results are counted and left out. NULL: no memory. */
nt_gather *nt_gather_new(bool partial);
void nt_gather_free(nt_gather *gather);

/* Functions that return int return 0, or -1 with the error set. */

/* Adds a file, or all files *.json and *.dat of a folder and the folders in it. */
int nt_gather_add(nt_gather *gather, const char *path, nt_error *error);

/* Takes the tree that the report is about, once all is added, and the points of the RTL that do not
   count (NULL: all do). */
int nt_gather_sources(nt_gather *gather, const char *tree, const char *excluded, nt_error *error);

/* Returns the report (docs/report.md), which the caller owns; NULL with the error set. Once. */
json_t *nt_gather_report(nt_gather *gather, nt_error *error);

#endif
