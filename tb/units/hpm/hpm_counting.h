/* SPDX-License-Identifier: Apache-2.0 */
/* Counts events over a run as software does: through the port, in debug mode with dcsr.stopcount,
   so that neither setting up nor reading is counted. With a period each overflow is a sample. */
#ifndef NT_TB_UNITS_HPM_HPM_COUNTING_H
#define NT_TB_UNITS_HPM_HPM_COUNTING_H

#include "sim/lockstep/options.h"
#include "tb/units/hpm/hpm_both.h"

typedef struct hpm_counting {
    unsigned counters; /* from mhpmcounter3 on; 0: nothing is counted */
    uint64_t mhpmevent[NT_LOCKSTEP_COUNTERS];
    uint32_t period;                      /* 0: they begin with 0 */
    uint64_t value[NT_LOCKSTEP_COUNTERS]; /* at the end; with a period, events since the last one */
    uint64_t lcofis[NT_LOCKSTEP_COUNTERS]; /* that found the counter's OF */
    uint64_t late[NT_LOCKSTEP_COUNTERS];   /* periods that were over before an LCOFI was served */
    uint64_t mcycle;
    uint64_t minstret;
} hpm_counting;

/* Before the first block: inhibits, sets and starts the counters. False: the body ends; so with all
   of these. */
bool hpm_counting_begin(hpm_counting *counting, hpm_both *both);

/* After each cycle: serves LCOFIP as a handler does, while the hart stands still. */
bool hpm_counting_serve(hpm_counting *counting, hpm_both *both);

/* After the last block: reads the counters. */
bool hpm_counting_end(hpm_counting *counting, hpm_both *both);

#endif
