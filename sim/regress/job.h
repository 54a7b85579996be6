/* SPDX-License-Identifier: Apache-2.0 */
/* A job: a lockstep by its options. What it is follows from its content alone, so that it is the
   same job in every list and on every machine, and another one as soon as bench or inputs change.
 */
#ifndef NT_REGRESS_JOB_H
#define NT_REGRESS_JOB_H

#include "libntrace/util/error.h"

#include <stdbool.h>
#include <stdint.h>

enum { NT_JOB_ID = 16, NT_JOB_WORDS = 256 };

/* Tells how a job ended. */
typedef enum nt_job_state {
    NT_JOB_MISSING,  /* it has not run */
    NT_JOB_PASSED,   /* it has a result */
    NT_JOB_FAILED,   /* it has one: a check failed */
    NT_JOB_UNUSABLE, /* the bench refused to run it: exit status 2 */
    NT_JOB_LOST,     /* it ran and has no result: a signal, a lost machine, a damaged file */
} nt_job_state;

typedef struct nt_job {
    char id[NT_JOB_ID + 1]; /* hexadecimal digits */
    char *text;             /* its options, as after `ntrace lockstep`, one blank between words */
    uint64_t line;          /* of the list, from 1 on */
    nt_job_state state;
    bool before;      /* its result was there when the command started */
    char reason[160]; /* of a state that is neither missing nor passed */
} nt_job;

/* Splits a copy of the text at its blanks: the words of `ntrace lockstep`, that name first, and
   NULL last. The caller frees `*copy`. Returns their number, or -1 with the error set. */
int nt_job_words(const char *text, char **copy, char *words[NT_JOB_WORDS + 2], nt_error *error);

/* Holds checksums of benches, which jobs have in common; all 0 before the first. */
typedef struct nt_job_sums {
    struct nt_job_sum *file;
    unsigned count;
} nt_job_sums;

void nt_job_sums_free(nt_job_sums *sums);

/* Works out the id of a job, and whether it is fit to run. Returns 0, or -1: the options are
   wrong, or a file cannot be read. */
int nt_job_identify(char id[NT_JOB_ID + 1], const char *text, nt_job_sums *sums, nt_error *error);

#endif
