/* Sets of counters, as base and mask of a call name them. */
#include "internal.h"

bool nt_pmu_take_set(const hart_t *hart, nt_pmu_word base, nt_pmu_word mask, set_t *set) {
    set->word[0] = 0;
    set->word[1] = 0;
    if (mask == 0 || base >= nt_pmu_indices(hart)) {
        return false;
    }
    /* base is below 64 now, so that no sum wraps */
    for (unsigned index = (unsigned)base; mask != 0; index++, mask >>= 1) {
        if ((mask & 1) == 0) {
            continue;
        }
        if (!nt_pmu_is_counter(hart, index)) {
            return false;
        }
        nt_pmu_put(set, index);
    }
    return true;
}
