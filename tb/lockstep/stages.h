/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the cycles of a bench through stages: each stage does its part of a cycle, on a record that
   passes from one to the next. In one thread a cycle goes through all stages before the next one
   begins; in several the first stages run ahead, and the result is the same. */
#ifndef NT_TB_LOCKSTEP_STAGES_H
#define NT_TB_LOCKSTEP_STAGES_H

#include "libntrace/util/error.h"

#include <stddef.h>

enum { NT_STAGES = 3 }; /* at most, and threads likewise */

typedef enum nt_stage_result {
    NT_STAGE_FAILED = -1, /* with an error: the run ends here */
    NT_STAGE_END,         /* the run ended before this record; of the first stage alone */
    NT_STAGE_LAST,        /* later stages get this record, and none after it */
    NT_STAGE_NEXT,
} nt_stage_result;

/* Does a stage's part of a cycle. What several stages use is in the record alone. */
typedef nt_stage_result nt_stage(void *context, void *record, nt_error *error);

typedef struct nt_stages {
    nt_stage *stage[NT_STAGES];
    unsigned count;
    void *context;
    size_t record_size; /* bytes */
    unsigned threads;   /* 1: all stages in the caller's; 2: all but the first in another */
} nt_stages;

/* Runs them to the end. 0, or -1 if a stage failed, or there is no memory or no thread. */
int nt_stages_run(const nt_stages *stages, nt_error *error);

#endif
