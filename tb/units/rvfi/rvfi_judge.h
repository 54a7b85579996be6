/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the blocks of the port as an encoder may: they have to be what the hart did, in order, by
   libntrace's decoding of its instructions, and obey the port's rules. */
#ifndef NT_TB_UNITS_RVFI_JUDGE_H
#define NT_TB_UNITS_RVFI_JUDGE_H

#include "sim/ingress/monitor.h"
#include "tb/units/rvfi/rvfi_hart.h"

enum { RVFI_EVENTS = 256 /* that are under way, at most */ };

typedef struct rvfi_judge {
    const nt_rvfi_params *params;
    nt_monitor *monitor;
    bool follows;                  /* judges what the blocks say, not the rules alone */
    rvfi_event event[RVFI_EVENTS]; /* a ring */
    unsigned first, count;
    uint8_t status;           /* NT_STOP_... that were seen since something retired, */
    uint8_t shown;            /* and those that were seen last */
    const rvfi_place *before; /* the last instruction */
    uint64_t blocks;
    char wrong[160]; /* what is, or empty */
} rvfi_judge;

/* Returns 0, or -1 without memory; rvfi_judge_end frees it. */
int rvfi_judge_begin(rvfi_judge *judge, const nt_rvfi_params *params, bool follows);
void rvfi_judge_end(rvfi_judge *judge);

/* Adds what the port has to say. */
void rvfi_judge_take(rvfi_judge *judge, const rvfi_event *event);

/* Judges a cycle of the port. Returns whether all is as it should be. */
bool rvfi_judge_cycle(rvfi_judge *judge, const nt_ingress *port);

/* Returns whether the port has said all. */
bool rvfi_judge_done(rvfi_judge *judge);

#endif
