/* SPDX-License-Identifier: Apache-2.0 */
/* Access to trTsCounterLow and High, of encoder and funnel alike: reading has one wait state, in
   which the half is taken; and to trTsReset. */
#ifndef NT_MODEL_CONTROL_TIMESTAMP_ACCESS_H
#define NT_MODEL_CONTROL_TIMESTAMP_ACCESS_H

#include "model/control/apb.h"

enum { NT_TS_CONTROL = 0x040, NT_TS_COUNTER_LOW = 0x048, NT_TS_COUNTER_HIGH = 0x04c };

typedef struct nt_timestamp_access {
    bool sampled;    /* the second cycle of an access */
    uint32_t sample; /* half of the counter, while sampled */
} nt_timestamp_access;

/* Without a timestamp unit (tstamp_w 0) there is no counter. */
static inline bool nt_timestamp_access_reads(unsigned tstamp_w, const nt_apb *apb) {
    return tstamp_w != 0 &&
           (nt_apb_reads(apb, NT_TS_COUNTER_LOW) || nt_apb_reads(apb, NT_TS_COUNTER_HIGH));
}

static inline bool nt_timestamp_access_waits(const nt_timestamp_access *s, unsigned tstamp_w,
                                             const nt_apb *apb) {
    return nt_timestamp_access_reads(tstamp_w, apb) && !s->sampled;
}

/* What the counter adds to the register at an offset. */
static inline uint32_t nt_timestamp_access_read(const nt_timestamp_access *s, uint16_t offset) {
    return s->sampled && (offset == NT_TS_COUNTER_LOW || offset == NT_TS_COUNTER_HIGH) ? s->sample
                                                                                       : 0;
}

/* trTsReset is written as 1. */
static inline bool nt_timestamp_access_resets(unsigned tstamp_w, const nt_apb *apb) {
    enum { TS_RESET_BIT = 2 };
    return tstamp_w != 0 && nt_apb_sets(apb, NT_TS_CONTROL, TS_RESET_BIT);
}

static inline void nt_timestamp_access_step(nt_timestamp_access *s, unsigned tstamp_w, bool rst,
                                            const nt_apb *apb, uint64_t timestamp) {
    uint64_t wide = timestamp & (tstamp_w == 0 ? 0 : UINT64_MAX >> (64 - tstamp_w));
    s->sampled = !rst && nt_timestamp_access_waits(s, tstamp_w, apb);
    s->sample = (uint32_t)(apb->PADDR & 4 ? wide >> 32 : wide);
}

#endif
