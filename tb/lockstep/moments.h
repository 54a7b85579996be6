/* SPDX-License-Identifier: Apache-2.0 */
/* Moments that a result file is to show, by --moment: where each comes in a run. */
#ifndef NT_TB_LOCKSTEP_MOMENTS_H
#define NT_TB_LOCKSTEP_MOMENTS_H

#include "tb/lockstep/search.h"

typedef struct nt_moments {
    const nt_window_given *given; /* `count` of them, the caller's */
    unsigned count;
    nt_search search[NT_WINDOW_MOMENTS];
    bool reached[NT_WINDOW_MOMENTS];
    uint64_t at[NT_WINDOW_MOMENTS]; /* cycle, if it was reached */
} nt_moments;

/* Begins to look for them. Returns 0, or -1 with the error set: the unit has no such event or
   signal. */
int nt_moments_begin(nt_moments *moments, const nt_window_given *given, unsigned count,
                     const nt_unit *unit, nt_error *error);

/* Handles a cycle, into which the RTL was taken. */
void nt_moments_cycle(nt_moments *moments, const nt_unit *unit, const void *rtl, const void *view,
                      uint64_t cycle);

#endif
