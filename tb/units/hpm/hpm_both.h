/* SPDX-License-Identifier: Apache-2.0 */
/* RTL and model of the counters, cycle by cycle, with what a run has exercised. */
#ifndef NT_TB_UNITS_HPM_HPM_BOTH_H
#define NT_TB_UNITS_HPM_HPM_BOTH_H

#include "sim/stimulus/hart_monitor.h"
#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/log_file.h"
#include "tb/units/hpm/hpm.h"

typedef enum hpm_counted {
    HPM_CYCLES,
    HPM_BLOCKS,
    HPM_INSTRUCTIONS,
    HPM_FULL_CYCLES, /* with as many blocks as there can be */
    HPM_ACCESSES,
    HPM_REFUSED, /* by either exception */
    HPM_WAITED,  /* cycles in which an access waits */
    HPM_WRITES,
    HPM_ILLEGAL,
    HPM_VIRTUAL,
    HPM_NOT_OURS,
    HPM_STOPPED,
    HPM_SETS,
    HPM_PRESETS,
    HPM_OVERFLOWS,
    HPM_LARGE_OVERFLOWS, /* by more than 255 at once */
    HPM_WHILE_OF,        /* with OF already 1 */
    HPM_MET_BY_WRITE,    /* a write of the counter instead of its overflow */
    HPM_OF_MET_BY_WRITE, /* ... of OF in that cycle */
    HPM_LCOFIS,
    HPM_LCOFIP_KEPT,      /* a request meets a write of 0 */
    HPM_DELEGATED,        /* reads by sireg* or scountinhibit ... */
    HPM_DELEGATED_WRITES, /* ... and writes */
    HPM_COUNTS,
} hpm_counted;

/* Their names, in a summary. */
extern const char *const hpm_counted_names[HPM_COUNTS];

typedef struct hpm_both {
    nt_lockstep *lockstep;
    hpm_view view; /* its params are the build's */
    nt_log_file log;
    bool begun; /* the first cycle is over */
    uint64_t counts[HPM_COUNTS];
    nt_hart_monitor monitor;
    uint64_t illegal;       /* cycles that break a rule of the port ... */
    const char *first_rule; /* ... and the first such rule */
} hpm_both;

/* Before the first cycle; all else is 0. */
void hpm_both_begin(hpm_both *both, nt_lockstep *lockstep, const nt_hpm_params *params);

/* A cycle with the inputs that are in the view. The first one is a reset: registers start with
   anything. False: the body ends. */
bool hpm_both_cycle(hpm_both *both);

#endif
