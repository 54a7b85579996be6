/* SPDX-License-Identifier: Apache-2.0 */
/* What `ntrace tv verify` prints: differences and counts, as text or JSON. */
#ifndef NT_TANDEM_VERIFY_REPORT_H
#define NT_TANDEM_VERIFY_REPORT_H

#include "sim/tandem/verifier.h"

#include <jansson.h>

/* Prints a report as lines. `xlen` is the trace's. */
void nt_tv_report_print(const nt_tv_report *report, unsigned xlen);

/* Adds an object for each difference of the report to an array. Returns 0, or -1 without memory. */
int nt_tv_report_json(json_t *array, const nt_tv_report *report, unsigned xlen);

/* Prints the counts. */
void nt_tv_counts_print(const nt_tv_counts *counts);

/* Adds the counts to the object. Returns 0, or -1 without memory. */
int nt_tv_counts_json(json_t *object, const nt_tv_counts *counts);

#endif
