/* SPDX-License-Identifier: Apache-2.0 */
/* Looks for the cycle of a window: in which an event of the unit's table happens, or one of its
   signals gets a value. */
#ifndef NT_TB_LOCKSTEP_SEARCH_H
#define NT_TB_LOCKSTEP_SEARCH_H

#include "libntrace/util/error.h"
#include "sim/lockstep/window.h"
#include "tb/lockstep/unit.h"

typedef struct nt_search {
    const nt_window *window;
    enum { NT_SEARCH_EVENT, NT_SEARCH_INPUT, NT_SEARCH_PROBE } kind;
    unsigned index; /* in the unit's list of these */
    uint64_t left;  /* times that must still come */
    bool was;       /* it held in the cycle before */
} nt_search;

/* Begins one for a window of kind NT_WINDOW_EVENT, which stays with the caller. Returns 0, or -1
   with the error set: the unit has no such event or signal. */
int nt_search_begin(nt_search *search, const nt_window *window, const nt_unit *unit,
                    nt_error *error);

/* Handles a cycle, into which the RTL was taken. Returns whether it is the one. */
bool nt_search_cycle(nt_search *search, const nt_unit *unit, const void *rtl, const void *view);

#endif
