/* SPDX-License-Identifier: Apache-2.0 */
/* Up to eight bytes, and those of a beat, as a port has them: the first one lowest. */
#ifndef NT_TB_UNITS_BEAT_BYTES_H
#define NT_TB_UNITS_BEAT_BYTES_H

#include "model/transport/beat.h"

static inline uint64_t nt_bytes(const uint8_t *byte, unsigned count) {
    uint64_t bytes = 0;
    for (unsigned i = 0; i < count; i++) {
        bytes |= (uint64_t)byte[i] << (8 * i);
    }
    return bytes;
}

static inline uint64_t nt_beat_bytes(const nt_beat *beat) {
    return nt_bytes(beat->byte, beat->count);
}

/* Completes a beat that has the port's valid in `waits` and its count in `count`, of which bytes
   above the longest beat are none, by the port's bytes. */
static inline void nt_beat_put(nt_beat *beat, uint64_t bytes) {
    beat->count = !beat->waits ? 0 : beat->count < NT_MAX_BEAT ? beat->count : NT_MAX_BEAT;
    beat->waits = beat->waits && beat->count == 0;
    for (unsigned i = 0; i < NT_MAX_BEAT; i++) {
        beat->byte[i] = i < beat->count ? (uint8_t)(bytes >> (8 * i)) : 0;
    }
}

#endif
