/* SPDX-License-Identifier: Apache-2.0 */
/* One run: RTL and golden model fed with the same cycles, compared, and judged. */
#ifndef NT_TB_ENCODER_RUN_H
#define NT_TB_ENCODER_RUN_H

#include "sim/lockstep/options.h"
#include "sim/util/progress.h"
#include "tb/encoder/compare.h"
#include "tb/encoder/drive.h"
#include "tb/encoder/judge.h"
#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/stages.h"

#include <stdio.h>

enum { /* the texts of encoder.ports */
       NT_WAVE_NAME = 24 + 1,
       NT_WAVE_FIELDS = 64 + 1,
       NT_WAVE_SYMBOL = 40 + 1,
       NT_WAVE_INSN = 48 + 1,
       NT_WAVE_FIELD = 40 + 1,
};

/* The texts of a cycle that is drawn, and what they are made of. */
typedef struct nt_run_texts {
    nt_code code;        /* that ran, of the witness; .at is NULL if none is known */
    const nt_view *view; /* has the names of functions; NULL: none */
    nt_program *program; /* of a view of its own: --symbols */
    nt_view *own;
    char iaddr[NT_WAVE_NAME];
    char symbol[NT_MAX_BLOCKS][NT_WAVE_SYMBOL];
    char insn[NT_MAX_BLOCKS][NT_WAVE_INSN];
    char fields[2][NT_WAVE_FIELDS]; /* of the message being sent: RTL, model */
    char field[NT_WAVE_FIELD];
} nt_run_texts;

typedef struct nt_encoder_run {
    const nt_lockstep_options *options;
    nt_lockstep *lockstep;
    nt_drive drive; /* the stages, in order */
    nt_compare compare;
    nt_judge judge;
    nt_progress progress;

    nt_run_texts texts;

    nt_verdict verdict;
    bool judged;        /* `verdict` is filled */
    double seconds;     /* by the clock */
    double cpu_seconds; /* of this process alone */
} nt_encoder_run;

/* Runs it as the harness asks; all in `run` is the run's own, and is released in any case. -1: it
   could not be done. */
int nt_run_all(nt_encoder_run *run, const nt_lockstep_options *options, nt_lockstep *lockstep,
               nt_error *error);
void nt_run_release(nt_encoder_run *run);

/* Tells whether RTL and model have differed. */
bool nt_run_differs(const nt_encoder_run *run);

/* What is wrong with a run, or NULL if all is as it should be. */
const char *nt_run_failure(const nt_encoder_run *run);

#endif
