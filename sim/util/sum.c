/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/sum.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

uint64_t nt_sum(uint64_t sum, const void *bytes, size_t size) {
    static const uint64_t prime = UINT64_C(0x100000001b3);
    const uint8_t *byte = bytes;
    const uint8_t *end = byte + size;
    for (; end - byte >= 8; byte += 8) {
#pragma GCC unroll 8
        for (unsigned i = 0; i < 8; i++) {
            sum = (sum ^ byte[i]) * prime;
        }
    }
    for (; byte < end; byte++) {
        sum = (sum ^ *byte) * prime;
    }
    return sum;
}

int nt_sum_file(uint64_t *sum, const char *path, nt_error *error) {
    uint8_t piece[1 << 14];
    FILE *file = fopen(path, "rbe");
    if (file == NULL) {
        return nt_fail(error, "%s: %s", path, strerror(errno));
    }
    size_t size;
    *sum = NT_SUM_START;
    while ((size = fread(piece, 1, sizeof piece, file)) > 0) {
        *sum = nt_sum(*sum, piece, size);
    }
    int result = ferror(file) ? nt_fail(error, "%s: %s", path, strerror(errno)) : 0;
    (void)fclose(file);
    return result;
}
