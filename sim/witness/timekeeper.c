/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/witness/timekeeper.h"

/* trTsMode */
enum { EXTERNAL = 1, INTERNAL_SYSTEM = 2, INTERNAL_CORE = 3, SHARED = 4 };

uint64_t nt_timekeeper_now(const nt_timekeeper *timekeeper, unsigned width,
                           const nt_timekeeper_inputs *in) {
    uint64_t mask = width == 0 ? 0 : UINT64_MAX >> (64 - width);
    if (!in->control->trTsActive) {
        return 0;
    }
    switch (in->control->trTsMode) {
    case EXTERNAL:
        return in->hart_time & mask;
    case SHARED:
        return in->shared_time & mask;
    case INTERNAL_SYSTEM:
    case INTERNAL_CORE:
        return timekeeper->count & mask;
    default:
        return 0;
    }
}

void nt_timekeeper_step(nt_timekeeper *timekeeper, const nt_timekeeper_inputs *in) {
    const nt_control *control = in->control;
    bool stands = in->halted && !control->trTsRunInDebug && control->trTsMode == INTERNAL_CORE;
    bool internal = control->trTsMode == INTERNAL_SYSTEM || control->trTsMode == INTERNAL_CORE;
    if (in->held || in->reset || !control->trTsActive) {
        *timekeeper = (nt_timekeeper){0};
    } else if (internal && control->trTsCount && !stands) {
        /* "The prescaler divides by 4^trTsPrescale": 1, 4, 16 or 64 */
        static const uint8_t clocks_a_tick[] = {1, 4, 16, 64};
        timekeeper->clocks++;
        timekeeper->count += timekeeper->clocks % clocks_a_tick[control->trTsPrescale & 3] == 0;
    }
}
