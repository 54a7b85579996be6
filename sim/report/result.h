/* SPDX-License-Identifier: Apache-2.0 */
/* The result of one job, as a file: what ran, what its witnesses said, and which bins it has hit.
   It holds neither times nor paths, so that the same job always writes the same bytes; what a job
   is follows from `run` alone. docs/report.md describes each member. */
#ifndef NT_REPORT_RESULT_H
#define NT_REPORT_RESULT_H

#include "libntrace/util/error.h"
#include "sim/check/check.h"

#include <jansson.h>

/* Is the version of the form, the member `ntrace_result`. */
enum { NT_RESULT_VERSION = 1 };

/* Functions that return int return 0, or -1 with the error set. */

/* Returns a result of a kind of job ("lockstep", "check"), all of it empty. NULL: no memory. */
json_t *nt_result_new(const char *kind, const char *unit, const char *build);

/* Adds words of the command that runs the job again: its name first, then what decides about the
   result and nothing else. */
void nt_result_word(json_t *result, const char *word);

/* Adds a parameter that the RTL was built with. */
void nt_result_parameter(json_t *result, const char *name, int64_t value);

/* Adds a file that it reads: a word, the file's name without its folder and what follows it in the
   word, and its size and checksum to what the job is. */
int nt_result_input(json_t *result, const char *path, const char *behind, nt_error *error);

/* Takes what a bench's summary has: counts become figures, `reached` becomes bins of the state, and
   the members that a witness fills become that witness. `failure`: what is wrong, or NULL; without
   a failure a witness that is not content has nothing to say about such ingress. */
void nt_result_summary(json_t *result, json_t *summary, const char *failure);

/* Adds what led to what is wrong, as lines in words. NULL: nothing is known. */
void nt_result_window(json_t *result, const char *text);

/* Adds timing diagrams (sim/wave/diagram.h), an array of `title`, `cycle` and `wave`, which is
   taken over; nothing of an empty one. */
void nt_result_diagrams(json_t *result, json_t *diagrams);

/* Adds what a checker has seen: rules and messages by mode and field. */
void nt_result_check(json_t *result, const nt_check *check);

/* Takes all bins away: what came of ingress that the port forbids covers nothing. */
void nt_result_without_bins(json_t *result);

/* Reads a result file. Returns the object, or NULL with the error set: not of this form. */
json_t *nt_result_read(const char *path, nt_error *error);

/* Writes it; the caller keeps `result`. */
int nt_result_write(const json_t *result, const char *path, nt_error *error);

#endif
