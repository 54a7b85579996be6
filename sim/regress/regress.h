/* SPDX-License-Identifier: Apache-2.0 */
/* A regression: rounds of jobs until each has a result, or has been lost too often. */
#ifndef NT_REGRESS_REGRESS_H
#define NT_REGRESS_REGRESS_H

#include "sim/regress/round.h"

typedef struct nt_regress_options {
    nt_round_options round;
    bool slurm;
    uint32_t attempts; /* at each job in this run of the command, 1 or more */
} nt_regress_options;

typedef struct nt_regress_counts {
    size_t jobs;
    size_t before; /* had a result when the command started */
    size_t passed;
    size_t failed;
    size_t unusable;
    size_t lost;
} nt_regress_counts;

/* Judges what the folder has of each job, without running any; a folder that is not there has
   nothing. */
void nt_regress_look(const char *folder, nt_job_list *list);

/* Runs what has no result, and sets the state of each job. Returns 0, whatever came of them, or -1
   with the error set. */
int nt_regress_run(const nt_regress_options *options, nt_job_list *list, nt_error *error);

nt_regress_counts nt_regress_count(const nt_job_list *list);

#endif
