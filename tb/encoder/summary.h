/* SPDX-License-Identifier: Apache-2.0 */
/* The result of a run, as text or as JSON. */
#ifndef NT_TB_ENCODER_SUMMARY_H
#define NT_TB_ENCODER_SUMMARY_H

#include "tb/encoder/run.h"

#include <jansson.h>

int nt_summary_text(FILE *out, const nt_encoder_run *run);

/* Prints what a run in which nothing is wrong has shown, for the line of its verdict. */
void nt_summary_verdict(FILE *out, const nt_encoder_run *run);

/* Returns the summary as an object. */
json_t *nt_summary_json(const nt_encoder_run *run);

/* Adds what the checker has seen to a result file. */
void nt_summary_result(const nt_encoder_run *run, json_t *result);

#endif
