/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/moments.h"

int nt_moments_begin(nt_moments *moments, const nt_window_given *given, unsigned count,
                     const nt_unit *unit, nt_error *error) {
    *moments = (nt_moments){.given = given, .count = count};
    for (unsigned i = 0; i < count; i++) {
        if (nt_search_begin(&moments->search[i], &given[i].window, unit, error) != 0) {
            return -1;
        }
    }
    return 0;
}

void nt_moments_cycle(nt_moments *moments, const nt_unit *unit, const void *rtl, const void *view,
                      uint64_t cycle) {
    for (unsigned i = 0; i < moments->count; i++) {
        if (nt_search_cycle(&moments->search[i], unit, rtl, view)) {
            moments->reached[i] = true;
            moments->at[i] = cycle;
        }
    }
}
