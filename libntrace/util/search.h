/* SPDX-License-Identifier: Apache-2.0 */
/* Searches rows that are sorted by a start address. */
#ifndef NT_UTIL_SEARCH_H
#define NT_UTIL_SEARCH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Returns the index of the first of `count` rows of `size` bytes that starts after `address`; a
   row's start is a uint64_t at `offset`. */
static inline size_t nt_first_behind(const void *rows, size_t count, size_t size, size_t offset,
                                     uint64_t address) {
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint64_t at;
        memcpy(&at, (const char *)rows + middle * size + offset, sizeof at);
        if (at <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

#endif
