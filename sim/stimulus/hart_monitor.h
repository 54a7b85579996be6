/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that a hart keeps to the port of the units beside it (nt_ctr, nt_hpm): its blocks, its
   mode, and that an access is held until it is done. */
#ifndef NT_STIMULUS_HART_MONITOR_H
#define NT_STIMULUS_HART_MONITOR_H

#include "sim/stimulus/hart_cycles.h"

/* A CSR access as it stands at the port. */
typedef struct nt_hart_request {
    bool valid;
    bool clear; /* SCTRCLR */
    uint8_t op;
    uint16_t addr;
    uint16_t select;
    uint8_t stateen;
    uint64_t wdata;
    bool retires; /* of an instruction, which retires as the first of the next block */
    bool cde;     /* menvcfg.CDE */
} nt_hart_request;

/* What the unit says of it in the cycle. */
typedef struct nt_hart_answer {
    bool ready; /* the access is done */
    bool taken; /* ... the CSR is the unit's, and not refused */
} nt_hart_answer;

typedef struct nt_hart_monitor {
    unsigned blocks; /* per cycle that the port has */
    bool knows_mode; /* `mode` is what the last cycle left */
    uint8_t mode;
    nt_hart_request pending; /* not done in the last cycle */
    bool owes;               /* the instruction whose access is done has still to retire */
} nt_hart_monitor;

/* Returns the rule that the cycle breaks, or NULL. */
const char *nt_hart_monitor_check(nt_hart_monitor *monitor, const nt_hart_cycle *cycle,
                                  const nt_hart_request *request, nt_hart_answer answer);

/* A reset, of the hart's unit: any mode may follow, and no access waits. */
void nt_hart_monitor_reset(nt_hart_monitor *monitor);

#endif
