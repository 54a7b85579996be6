/* SPDX-License-Identifier: Apache-2.0 */
/* A list of jobs: a text file with the options of one `ntrace lockstep` a line. docs/regress.md
   describes it. */
#ifndef NT_REGRESS_JOB_LIST_H
#define NT_REGRESS_JOB_LIST_H

#include "sim/regress/job.h"
#include "sim/util/options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NT_JOBS_MOST = 100000 };

typedef struct nt_job_list {
    nt_job *job;     /* in the order of the list, each once */
    nt_job **by_id;  /* the same, sorted */
    size_t count;    /* 1 to NT_JOBS_MOST */
    size_t repeated; /* jobs left out, because they stood in the list before */
} nt_job_list;

/* Is where the jobs come from. */
typedef struct nt_job_source {
    const char *path; /* of a list; "-" is standard input. NULL: ... */
    nt_words words;   /* ... the options of one job */
    bool seeded;      /* each job once for each seed ... */
    uint64_t first;   /* ... from this one ... */
    uint64_t last;    /* ... to that one */
} nt_job_source;

/* Reads the jobs. Returns 0, or -1 with the error set, which names file, line and reason. The
   caller frees the list either way. */
int nt_job_list_read(nt_job_list *list, const nt_job_source *source, nt_error *error);
void nt_job_list_free(nt_job_list *list);

/* Returns the job of that id; NULL: the list does not have it. */
nt_job *nt_job_list_find(const nt_job_list *list, const char *id);

#endif
