/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and writes numbers of little-endian files, on any machine: compilers make one load or store
   of each where the machine is little-endian too. */
#ifndef NT_UTIL_LITTLE_H
#define NT_UTIL_LITTLE_H

#include <stdint.h>

static inline uint32_t nt_little_32(const uint8_t *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline uint64_t nt_little_64(const uint8_t *bytes) {
    return nt_little_32(bytes) | (uint64_t)nt_little_32(bytes + 4) << 32;
}

static inline void nt_put_little_32(uint8_t *bytes, uint32_t value) {
    for (unsigned i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(value >> (8 * i));
    }
}

static inline void nt_put_little_64(uint8_t *bytes, uint64_t value) {
    nt_put_little_32(bytes, (uint32_t)value);
    nt_put_little_32(bytes + 4, (uint32_t)(value >> 32));
}

#endif
