/* SPDX-License-Identifier: Apache-2.0 */
/* Timing diagrams of a result file, the WaveJSON of sim/wave/diagram.h, drawn into the report's
   page: it needs no other program, and its colours are those of the page, light or dark. */
#ifndef NT_REPORT_TIMING_H
#define NT_REPORT_TIMING_H

#include "libntrace/util/error.h"

#include <jansson.h>
#include <stdio.h>

/* Checks the diagrams of a result from a file of that path, an array or NULL. Returns 0, or -1 with
   the error set: one is not of the form that is drawn. */
int nt_timing_check(const json_t *diagrams, const char *path, nt_error *error);

/* Draws the diagrams of a run with that number; nothing where it has none. The stream keeps
   errors. */
void nt_timing_put(FILE *out, const json_t *run);

/* Draws of each the part that it is about, so that its cycle is in sight where the part begins:
   once for a page on a desk, and once for a phone. */
void nt_timing_put_part(FILE *out, const json_t *run);

#endif
