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

#endif
