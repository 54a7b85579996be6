/* SPDX-License-Identifier: Apache-2.0 */
/* One attempt at a job: what make and Slurm start. */
#ifndef NT_REGRESS_ATTEMPT_H
#define NT_REGRESS_ATTEMPT_H

#include "libntrace/util/error.h"

/* Runs the job jobs/ID of a folder and writes result, log and end. Returns 0, whatever the job
   says; -1 with the error set where the attempt left no end. */
int nt_attempt(const char *folder, const char *id, nt_error *error);

#endif
