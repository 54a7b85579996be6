/* SPDX-License-Identifier: Apache-2.0 */
/* A round: jobs that run side by side, on this machine or by Slurm. What came of them is in the
   folder; a round tells only whether there is any left to wait for. */
#ifndef NT_REGRESS_ROUND_H
#define NT_REGRESS_ROUND_H

#include "sim/regress/job_list.h"

#include <stdbool.h>

typedef struct nt_round_options {
    const char *folder;    /* an absolute path */
    uint32_t at_once;      /* jobs at once; 0: as many as there are processors, or as Slurm likes */
    const char *partition; /* of Slurm; NULL: its default one */
} nt_round_options;

/* A way to run jobs. */
typedef struct nt_runner {
    /* Starts all of `count` jobs, which lie in the folder. */
    int (*start)(void *self, nt_job *const *job, size_t count, nt_error *error);
    /* Returns 1 while some may still run, 0 when none does, or -1. */
    int (*is_busy)(void *self, nt_error *error);
    void *self;
} nt_runner;

/* Holds what a runner has; its members are the runners' own. */
typedef struct nt_round {
    nt_round_options options;
    char self[4096]; /* this program */
    char name[64];   /* of the jobs in Slurm's queue */
    int child;       /* make */
    unsigned asked;  /* how often is_busy was asked */
    bool silent;     /* Slurm's queue does not answer */
} nt_round;

/* Make runs them, under the job server of the make that started this command, if there is one. */
int nt_round_local(nt_runner *runner, nt_round *round, const nt_round_options *options,
                   nt_error *error);

/* Slurm runs them as job arrays. An earlier array of this folder counts as busy. */
int nt_round_slurm(nt_runner *runner, nt_round *round, const nt_round_options *options,
                   nt_error *error);

#endif
