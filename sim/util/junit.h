/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the parts of JUnit XML that its readers agree on. The stream keeps errors. */
#ifndef NT_UTIL_JUNIT_H
#define NT_UTIL_JUNIT_H

#include <stdint.h>
#include <stdio.h>

typedef struct nt_junit_sums {
    uint64_t tests, failures, skipped;
} nt_junit_sums;

/* Holds a test case; `tag` "failure" or "skipped", NULL: it has passed. */
typedef struct nt_junit_case {
    const char *class, *name;
    const char *tag;
    const char *type; /* of a failure; NULL: none is told */
    const char *message;
    const char *text; /* more lines about it; NULL: none */
} nt_junit_case;

/* Writes the line that begins XML. */
void nt_junit_begin(FILE *out);

/* Begins a suite, which "</testsuite>" ends. */
void nt_junit_suite(FILE *out, const char *name, nt_junit_sums sums);

void nt_junit_put(FILE *out, const nt_junit_case *one);

/* Writes an attribute behind a blank: NAME="TEXT". */
void nt_junit_attribute(FILE *out, const char *name, const char *text);

#endif
