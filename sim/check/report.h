/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the checker's findings and its rules, as text, Markdown, JSON and JUnit XML. */
#ifndef NT_CHECK_REPORT_H
#define NT_CHECK_REPORT_H

#include "sim/check/check.h"

#include <jansson.h>
#include <stdio.h>

/* Prints one line per rule: id, clause, summary, separated by tabs. */
void nt_rules_list(FILE *out);

/* Prints docs/rules.md. */
void nt_rules_page(FILE *out);

typedef enum nt_check_extent {
    NT_CHECK_BROKEN, /* the primary finding, other broken rules, and those that follow */
    NT_CHECK_FOUND,  /* recommendations that are not followed, too */
    NT_CHECK_ALL,    /* and the rules that hold or are not exercised */
} nt_check_extent;

/* Prints rules, then a line that sums up, which ends in `judged`: how much was, or "". */
void nt_check_print(FILE *out, const nt_check *check, nt_check_extent extent, const char *judged);

/* Returns a new object; NULL without memory. */
json_t *nt_check_json(const nt_check *check);

/* Writes JUnit XML: a test case per rule; `name` is the stream's. The stream keeps errors. */
void nt_check_junit(FILE *out, const nt_check *check, const char *name);

#endif
