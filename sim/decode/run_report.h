/* SPDX-License-Identifier: Apache-2.0 */
/* Reports a run of the decoder: lines on standard error, counts as JSON. */
#ifndef NT_DECODE_RUN_REPORT_H
#define NT_DECODE_RUN_REPORT_H

#include "sim/decode/run.h"

/* Prints faults, what was skipped and tolerated, and a hint. */
void nt_run_print(const nt_decode_run *run);

/* Adds the counts of all harts to the object. Returns 0, or -1 with the error set. */
int nt_run_add_counts(const nt_decode_run *run, json_t *object, nt_error *error);

/* Adds a hint to the error of a stream in which nothing could be decoded. */
void nt_run_add_hint(const nt_decode_run *run, nt_error *error);

#endif
