/* SPDX-License-Identifier: Apache-2.0 */
/* How an attempt at a job ended: ends/ID.json, written when all else of it is in place. */
#ifndef NT_REGRESS_END_H
#define NT_REGRESS_END_H

#include "sim/regress/job.h"

#include <stdbool.h>

/* Writes the end of an attempt. `status` is that of waitpid, `seconds` what it took by the clock.
   With an exit status of 0 or 1 it vouches for the result that lies there. */
int nt_end_write(const char *folder, const char *id, int status, unsigned attempt, double seconds,
                 nt_error *error);

/* Sets the job's state, and the reason where it has one, by its end and its result. */
void nt_end_judge(const char *folder, nt_job *job);

#endif
