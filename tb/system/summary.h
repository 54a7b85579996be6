/* SPDX-License-Identifier: Apache-2.0 */
/* The result of a run of the system bench, for people and for machines. */
#ifndef NT_TB_SYSTEM_SUMMARY_H
#define NT_TB_SYSTEM_SUMMARY_H

#include "tb/system/run.h"

#include <jansson.h>

int nt_system_summary_text(FILE *out, const nt_system_run *run);

/* What a run that passed has shown, in a line. */
void nt_system_summary_verdict(FILE *out, const nt_system_run *run);

/* Returns the summary as an object. */
json_t *nt_system_summary_json(const nt_system_run *run);

/* Adds what the checkers of all harts have seen to a result file. */
void nt_system_summary_result(const nt_system_run *run, json_t *result);

#endif
