/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of counters, as base and mask of a call name them. */
#include "internal.h"

bool nt_pmu_take_set(const hart_t *hart, nt_pmu_word base, nt_pmu_word mask, set_t *set) {
    if (mask == 0 || base >= nt_pmu_indices(hart)) {
        return false;
    }
    /* base is below 64 now: the mask goes up by whole words first, then by less than one */
    uint32_t low = (uint32_t)mask;
    uint32_t high = (uint32_t)((uint64_t)mask >> 32);
    uint32_t beyond = 0;
    if (base >= 32) {
        beyond = high;
        high = low;
        low = 0;
    }
    unsigned by = base % 32;
    if (by != 0) {
        beyond |= high >> (32 - by);
        high = high << by | low >> (32 - by);
        low <<= by;
    }
    set->word[0] = low;
    set->word[1] = high;
    return (beyond | (low & ~hart->counters.word[0]) | (high & ~hart->counters.word[1])) == 0;
}
