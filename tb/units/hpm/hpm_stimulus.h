/* SPDX-License-Identifier: Apache-2.0 */
/* What a hart beside the counters does, at random: blocks in all modes, events, and an access to a
   CSR in about one of 20 cycles; with delegated counters, of which there are more kinds, of 8. */
#ifndef NT_TB_UNITS_HPM_HPM_STIMULUS_H
#define NT_TB_UNITS_HPM_HPM_STIMULUS_H

#include "sim/util/random.h"
#include "tb/units/hpm/hpm.h"

enum { HPM_SCRIPT = 8 }; /* accesses that follow each other, at most */

typedef struct hpm_stimulus {
    const nt_hpm_params *params;
    nt_random random;
    uint8_t priv;     /* the hart's mode */
    uint8_t resume;   /* ... outside debug mode */
    bool stopcount;   /* dcsr.stopcount */
    unsigned blocks;  /* of 256 cycles, those with blocks */
    unsigned full;    /* of 256 blocks, those with as many instructions as there can be */
    unsigned traps;   /* of 256 blocks, those that change the mode */
    unsigned happens; /* of 256 cycles, those with an event of each kind */
    nt_hpm_request script[HPM_SCRIPT]; /* accesses to come, the next one last */
    unsigned left;
    bool asks;        /* an access waits until it is done */
    bool executes;    /* most accesses are of instructions, which retire next */
    bool owes;        /* one of them has still to */
    uint64_t presets; /* counters that were set to within 3 of overflow, and in all */
    uint64_t sets;
} hpm_stimulus;

void hpm_stimulus_begin(hpm_stimulus *s, const nt_hpm_params *params, uint64_t seed);

/* Draws the inputs of a cycle; `m` as it is in this cycle. */
void hpm_stimulus_cycle(hpm_stimulus *s, const nt_hpm *m, nt_hpm_inputs *in);

/* The same without the blocks, and without resets: what is drawn before them, ... */
void hpm_stimulus_before(hpm_stimulus *s, nt_hpm_inputs *in);

/* ... whether there are to be none, for debug mode or an access, ... */
bool hpm_stimulus_holds(hpm_stimulus *s);

/* ... and what is drawn once they are there. */
void hpm_stimulus_after(hpm_stimulus *s, const nt_hpm *m, nt_hpm_inputs *in);

/* The inputs of the cycle were taken, and answered so. */
void hpm_stimulus_taken(hpm_stimulus *s, const nt_hpm_inputs *in, const nt_hpm_answer *answer);

#endif
