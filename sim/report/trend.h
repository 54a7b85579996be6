/* SPDX-License-Identifier: Apache-2.0 */
/* Results over time: what reports of the past, as `ntrace report --json` writes them, have found.
 */
#ifndef NT_REPORT_TREND_H
#define NT_REPORT_TREND_H

#include "libntrace/util/error.h"

#include <jansson.h>

/* Reads all reports in a folder, its files *.json; other JSON objects are left out. Returns an
   array of reports in the order of their times, each with the member `name`, its file's. NULL with
   the error set: a file cannot be read, or there is no report. */
json_t *nt_trend_read(const char *folder, nt_error *error);

/* Returns what the trend has of a report: `name`, `time` (that of its last run), `revision`,
   `passed`, `runs`, `failed`, `mismatches`, `cycles`, `hit` and `reachable` bins; a new object. */
json_t *nt_trend_point(const json_t *report);

#endif
