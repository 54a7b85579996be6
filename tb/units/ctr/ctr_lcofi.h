/* Overflows of a counter of instructions beside CTR, by the golden model of nt_hpm. A recording
   cannot take an interrupt that its hart never took: CTR alone is shown one. */
#ifndef NT_TB_UNITS_CTR_LCOFI_H
#define NT_TB_UNITS_CTR_LCOFI_H

#include "model/hpm/hpm.h"
#include "sim/stimulus/hart_cycles.h"

typedef struct ctr_lcofi {
    uint32_t period; /* instructions; 0: no counter */
    nt_hpm counters;
    uint64_t taken; /* interrupts that CTR was shown */
} ctr_lcofi;

/* Arms the counter: it overflows after `period` instructions. */
void ctr_lcofi_arm(ctr_lcofi *lcofi);

/* Counts a cycle of the hart. */
void ctr_lcofi_count(ctr_lcofi *lcofi, const nt_hart_cycle *cycle);

/* Tells whether an interrupt is pending. */
bool ctr_lcofi_is_pending(const ctr_lcofi *lcofi);

/* Makes the cycle in which CTR sees it: a trap to M mode before the instruction at `pc`. */
void ctr_lcofi_take(ctr_lcofi *lcofi, uint8_t priv, uint64_t pc, nt_hart_cycle *cycle);

#endif
