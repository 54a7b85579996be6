/* SPDX-License-Identifier: Apache-2.0 */
/* Counts of a report: sums by name, and which bins were hit. */
#ifndef NT_REPORT_COUNT_H
#define NT_REPORT_COUNT_H

#include <jansson.h>

/* Adds to an object's member, which begins with 0. */
void nt_count(json_t *object, const char *name, json_int_t by);

/* Returns the member `coverage` of a report, from hits by key; a new object. */
json_t *nt_report_coverage_of(const json_t *bins, const json_t *report);

#endif
