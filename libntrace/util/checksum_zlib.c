/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/util/checksum.h"

#include <zlib.h>

uint32_t nt_checksum(uint32_t before, const uint8_t *bytes, size_t size) {
    return (uint32_t)crc32_z(before, bytes, size);
}
