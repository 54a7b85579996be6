/* SPDX-License-Identifier: Apache-2.0 */
/* Up to sixteen bytes as two words, and where these lie in a table that is direct-mapped by them.
 */
#ifndef NT_UTIL_WORDS_H
#define NT_UTIL_WORDS_H

#include "libntrace/util/little.h"

#include <stddef.h>

enum { NT_WORD_BYTES = 8 };

/* Returns `size` bytes, the first one lowest, then zeros. Eight bytes can be read. */
static inline uint64_t nt_word(const uint8_t *bytes, size_t size) {
    uint64_t word = nt_little_64(bytes);
    return size >= NT_WORD_BYTES ? word : word & ((UINT64_C(1) << 8 * size) - 1);
}

/* Takes `size` bytes, of which sixteen can be read. */
static inline void nt_two_words(const uint8_t *bytes, size_t size, uint64_t word[2]) {
    word[0] = nt_word(bytes, size);
    word[1] = size <= NT_WORD_BYTES ? 0 : nt_word(bytes + NT_WORD_BYTES, size - NT_WORD_BYTES);
}

/* Returns the slot of two words in a table of 2^bits. */
static inline size_t nt_words_slot(uint64_t first, uint64_t second, unsigned bits) {
    uint64_t mixed = first * UINT64_C(0x9e3779b97f4a7c15) + second * UINT64_C(0xc2b2ae3d27d4eb4f);
    return (size_t)((mixed ^ mixed >> 32) * UINT64_C(0xbf58476d1ce4e5b9) >> (64 - bits));
}

#endif
