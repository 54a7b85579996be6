/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a report (merge.h) as JUnit XML: a suite of runs and one of each group of bins. */
#ifndef NT_REPORT_JUNIT_H
#define NT_REPORT_JUNIT_H

#include <jansson.h>
#include <stdio.h>

/* A run that failed is a failure. A bin that no run has hit is skipped, and so is one that none can
   hit, with the reason; one that was hit all the same is a failure. The stream keeps errors. */
void nt_report_junit(FILE *out, const json_t *report);

#endif
