/* SPDX-License-Identifier: Apache-2.0 */
/* Ends a run whose cycles may end anywhere: at a jump whose target never comes, within a loop,
   while tracing is on. What retired must be in the bytes all the same. Cycles follow in which the
   hart stays as it is and retires nothing: first the encoder is disabled (nt_control_end, by APB
   where its registers are in use), then it sends what it holds. */
#ifndef NT_INGRESS_ENDING_H
#define NT_INGRESS_ENDING_H

#include "sim/ingress/control_state.h"
#include "sim/ingress/random_registers.h"

typedef struct nt_ending {
    /* Of the latest cycle given. */
    nt_apb apb;
    uint8_t apb_cycles; /* that its transfer has taken so far */
    bool halted, reset, lowpower;
    uint64_t time;
    uint64_t ticks; /* since the cycle before it */

    uint64_t number; /* cycles of the end so far */
    uint64_t most;   /* after which the encoder must be empty */
    uint64_t ended;  /* number of the first cycle in which all writes have acted; 0: not yet */
    nt_apb_queue queue;
} nt_ending;

/* Notes a cycle that the run was given. `ending` begins as zeros. */
void nt_ending_note(nt_ending *ending, const nt_cycle *cycle);

/* Makes the next cycle of the end. `fields`: as they are before it; `empty`: in the cycle before
   the encoder was empty, and its sink. Returns false when the run is over. */
bool nt_ending_next(nt_ending *ending, const nt_config *config, const nt_control_state *fields,
                    bool empty, nt_cycle *cycle);

#endif
