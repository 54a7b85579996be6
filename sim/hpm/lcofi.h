/* SPDX-License-Identifier: Apache-2.0 */
/* Counts an event of a hart until the counter overflows and asks for an interrupt (LCOFI), by the
   golden model of nt_hpm. A recording cannot take an interrupt that its hart never took: CTR alone
   is shown one. */
#ifndef NT_HPM_LCOFI_H
#define NT_HPM_LCOFI_H

#include "model/hpm/hpm.h"
#include "sim/stimulus/hart_cycles.h"

enum { NT_HPM_EVENT_INSTRUCTIONS = 2 }; /* its number in mhpmevent */

typedef struct nt_lcofi {
    nt_hpm counters; /* mhpmcounter3 alone counts */
    uint64_t taken;  /* interrupts that CTR was shown */
} nt_lcofi;

/* Sets mhpmcounter3 and mhpmevent3: it overflows after `period` events. A pending interrupt is
   dropped. */
void nt_lcofi_arm(nt_lcofi *lcofi, uint64_t mhpmevent, uint64_t period);

/* Counts a cycle of the hart. */
void nt_lcofi_count(nt_lcofi *lcofi, const nt_hart_cycle *cycle);

/* Tells whether an interrupt is pending. */
bool nt_lcofi_is_pending(const nt_lcofi *lcofi);

/* Returns what mhpmcounter3 has: after an overflow the events since then. */
static inline uint64_t nt_lcofi_value(const nt_lcofi *lcofi) {
    return lcofi->counters.count[NT_HPM_FIRST];
}

/* Tells whether it has overflowed: OF, which rises before the interrupt is pending. */
static inline bool nt_lcofi_overflowed(const nt_lcofi *lcofi) {
    return (lcofi->counters.flags[NT_HPM_FIRST] & NT_HPM_OF) != 0;
}

/* Makes the cycle in which CTR sees it: a trap to M mode before the instruction at `pc`. */
void nt_lcofi_take(nt_lcofi *lcofi, uint8_t priv, uint64_t pc, nt_hart_cycle *cycle);

#endif
