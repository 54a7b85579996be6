/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/util/checksum.h"

static const uint32_t POLYNOMIAL = UINT32_C(0xedb88320); /* its bits reversed */

/* What a half of a byte makes of the checksum. */
static uint32_t step(uint32_t sum) {
    for (unsigned i = 0; i < 4; i++) {
        sum = sum >> 1 ^ ((sum & 1) != 0 ? POLYNOMIAL : 0);
    }
    return sum;
}

uint32_t nt_checksum(uint32_t before, const uint8_t *bytes, size_t size) {
    uint32_t half[16];
    uint32_t sum = ~before;
    for (uint32_t i = 0; i < 16; i++) {
        half[i] = step(i);
    }
    for (size_t i = 0; i < size; i++) {
        sum ^= bytes[i];
        sum = sum >> 4 ^ half[sum & 15];
        sum = sum >> 4 ^ half[sum & 15];
    }
    return ~sum;
}
