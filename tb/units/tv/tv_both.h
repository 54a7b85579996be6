/* SPDX-License-Identifier: Apache-2.0 */
/* RTL and model of nt_tv_encoder together: a cycle of both, judged, counted and logged. */
#ifndef NT_TB_UNITS_TV_BOTH_H
#define NT_TB_UNITS_TV_BOTH_H

#include "tb/lockstep/lockstep.h"
#include "tb/units/tv/tv_judge.h"
#include "tb/units/tv/tv_log.h"

/* Lists what a run counts. */
typedef enum tv_count {
    TV_CYCLES,
    TV_INSTRUCTIONS,
    TV_TRAPS,   /* lanes with four CSRs */
    TV_BESIDE,  /* resets, initializations, counters */
    TV_STALLED, /* cycles in which something was there and not taken */
    TV_WORDS,
    TV_SHORT_WORDS, /* that were not full */
    TV_WAITED,      /* cycles in which bytes were offered and not taken */
    TV_MOST_LEVEL,  /* bytes in the buffer */
    TV_RESETS,      /* of the encoder */
    TV_COUNTS,
} tv_count;

extern const char *const tv_count_names[TV_COUNTS];

typedef struct tv_both {
    nt_lockstep *lockstep;
    tv_view view;
    tv_judge judge;
    nt_log_file log;
    bool begun;
    nt_tv_outputs before; /* of the cycle before */
    bool kept;            /* what it offered was not taken */
    unsigned silent;      /* cycles with groups inside and no bytes offered */
    uint64_t counts[TV_COUNTS];
} tv_both;

void tv_both_begin(tv_both *both, nt_lockstep *lockstep, const nt_tv_params *params);

/* Runs the cycle whose inputs the view has; the first one is a reset. False: something is wrong. */
bool tv_both_cycle(tv_both *both);

/* Runs without inputs, and a sink that takes all, until nothing is inside. */
bool tv_both_drain(tv_both *both);

#endif
