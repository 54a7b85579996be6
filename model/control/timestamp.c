/* SPDX-License-Identifier: Apache-2.0 */
#include "model/control/timestamp.h"

enum { PRESCALER_MASK = 0x3f };

static uint64_t wrap(uint64_t value, unsigned tstamp_w) {
    return tstamp_w == 0 ? 0 : value & (UINT64_MAX >> (64 - tstamp_w));
}

uint64_t nt_timestamp_out(const nt_timestamp *s, unsigned tstamp_w, const nt_timestamp_inputs *in) {
    if (!in->control->trTsActive) {
        return 0;
    }
    switch (in->control->trTsMode) {
    case NT_TS_EXTERNAL:
        return wrap(in->external_time, tstamp_w);
    case NT_TS_SHARED:
        return wrap(in->shared_time, tstamp_w);
    case NT_TS_INTERNAL_SYSTEM:
    case NT_TS_INTERNAL_CORE:
        return s->counter;
    default:
        return 0;
    }
}

/* A clock of the internal counter, before the prescaler. */
static bool ticks(const nt_timestamp_inputs *in) {
    const nt_control *control = in->control;
    if (!control->trTsCount) {
        return false;
    }
    return control->trTsMode == NT_TS_INTERNAL_SYSTEM ? in->system_tick
           : control->trTsMode == NT_TS_INTERNAL_CORE ? !in->halted || control->trTsRunInDebug
                                                      : false;
}

void nt_timestamp_step(nt_timestamp *s, unsigned tstamp_w, const nt_timestamp_inputs *in) {
    if (in->rst || !in->control->trTsActive || in->trTsReset) {
        *s = (nt_timestamp){0};
    } else if (ticks(in)) {
        unsigned last = (1u << (2 * in->control->trTsPrescale)) - 1;
        if ((s->prescaler & last) == last) {
            s->counter = wrap(s->counter + 1, tstamp_w);
        }
        s->prescaler = (uint8_t)((s->prescaler + 1) & PRESCALER_MASK);
    }
}
