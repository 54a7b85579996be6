/* SPDX-License-Identifier: Apache-2.0 */
/* Draws what a hart retires: integer code, loads and stores, floating point, CSRs, traps, the
   largest groups, anything at all; and what happens beside it. */
#ifndef NT_TB_UNITS_TV_STIMULUS_H
#define NT_TB_UNITS_TV_STIMULUS_H

#include "model/tandem/tv_port.h"
#include "sim/util/random.h"

/* Lists what lanes have for a while. */
typedef enum tv_code {
    TV_INTEGER, /* what a hart without virtual memory retires: no traps, no floating point */
    TV_MIXED,
    TV_LARGEST, /* all that a lane may have */
    TV_ANY,     /* each element at random */
    TV_CODES,
} tv_code;

typedef struct tv_stimulus {
    nt_random random;
    const nt_tv_params *params;
    uint32_t left;    /* cycles of this phase */
    tv_code code;     /* of the phase */
    unsigned busy;    /* chance of 256 that something retires in a cycle */
    unsigned sink;    /* chance of 256 that bytes are taken */
    unsigned beside;  /* chance of 256 of initialization, of counters */
    unsigned resets;  /* chance of 256 of a reset of the hart */
    uint64_t gpr[32]; /* as drawn: the next values are often near */
} tv_stimulus;

void tv_stimulus_begin(tv_stimulus *s, const nt_tv_params *params, uint64_t seed);

/* Draws the inputs of a cycle. While the encoder was not ready, most stay. */
void tv_stimulus_cycle(tv_stimulus *s, nt_tv_inputs *in, bool was_ready);

/* Draws a lane that is valid. */
void tv_stimulus_lane(tv_stimulus *s, tv_code code, nt_tv_lane *lane);

#endif
